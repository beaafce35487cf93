"""Opinions: a language model is asked about each question, and every answer is checked before anything comes of it.

Three calls at most, each only where the one before passed: could the question be opened and how; how good is the new
wording; do the key, its aliases, the wrong options and two strangers find their way in a round trip. A model can only
demote: what it says in favour of a question counts where the program finds nothing against it.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from data_builder.convert.llm.aliases import proved, tabled
from data_builder.convert.llm.answer import Opening
from data_builder.convert.llm.calls import marks_call, opening_call, trip_call
from data_builder.convert.llm.canaries import CANARIES, LEAST_MARK, MOST_FAILED, Canary
from data_builder.convert.llm.llm import Line, Llm
from data_builder.convert.llm.meaning import UNFAIR, changed, settled, unfit
from data_builder.convert.llm.opinion import Asked, Kind, Opinion, Outcome
from data_builder.convert.llm.trip import trip
from data_builder.standing import MOST_WORDS
from reward.jsonl import InputError, printable
from reward.judge.failure import JudgeFailure

logger = logging.getLogger("answerkey")
"""Questions that give orders to whoever reads them, or that nobody can answer wrongly, are dropped."""


async def opinions(asked: Sequence[Asked], llm: Llm, progress: Callable[[], object] = lambda: None) -> list[Opinion]:
    """What a model says of each question, in the same order, as far as it can be believed.

    `progress` is called after each. First the model is tried by a dozen questions whose answers are plain, once for
    each `Llm`. Raises InputError for a model that fails more than two of them: nothing of it is used. A failed call
    makes its opinion "failed"; nothing else is raised.
    """
    found: list[Opinion | None] = [None] * len(asked)
    waiting = iter(enumerate(asked))

    async def work(line: Line) -> None:
        for place, question in waiting:
            found[place] = await _opinion(question, line)
            progress()

    async with llm.line() as line:
        if not llm.tried and any(unfit(question) is None for question in asked):
            await _try_out(line)
            llm.tried = True
        await asyncio.gather(*[work(line) for _ in range(min(llm.connections, len(asked)))])
    return [opinion for opinion in found if opinion is not None]


async def _try_out(line: Line) -> None:
    """Ask the test questions. Raises InputError for a model that fails too many."""
    failed = [wrong for wrong in await asyncio.gather(*[_fails(canary, line) for canary in CANARIES]) if wrong]
    if len(failed) > MOST_FAILED:
        model = repr(printable(line.endpoint.model, 60))
        raise InputError(
            f"{line.endpoint.url}: the language model {model} failed {len(failed)} of {len(CANARIES)} test questions, "
            f"such as {failed[0]}: nothing of it is used; name another model, or convert without one"
        )


async def _fails(canary: Canary, line: Line) -> str | None:
    """What a canary is about if it was not passed."""
    try:
        said = await line.ask(canary.call)
    except JudgeFailure as failure:
        return f"{canary.name} ({failure.kind})"
    return None if canary.passes(said) else canary.name


async def _opinion(asked: Asked, line: Line) -> Opinion:
    try:
        if reason := unfit(asked):
            return Opinion("drop" if reason in UNFAIR else "options", reason, asked.stem)
        return await _checked(asked, line)
    except JudgeFailure as failure:
        return Opinion("failed", failure.kind, asked.stem)
    except Exception as error:  # a fault of ours must not end a run of days
        logger.warning("A question could not be looked at: %s.", type(error).__name__)
        return Opinion("failed", "internal", asked.stem)


async def _checked(asked: Asked, line: Line) -> Opinion:
    """The three calls and what is against each. Raises JudgeFailure."""
    opening = await line.ask(opening_call(asked))
    if demoted := _demoted(opening):
        return Opinion(*demoted, asked.stem)
    stem = settled(asked, opening.question)
    if reason := changed(asked, stem):
        return Opinion("options", reason, asked.stem)
    kind = _kind(asked, opening)
    proposed = (*opening.aliases, *tabled(asked.key, line.classes)) if kind == "phrase" else ()
    aliases, unproved = proved(asked, stem, proposed, line.classes)
    marks = await line.ask(marks_call(asked, stem))
    if low := [name for name, mark in marks.items() if mark < LEAST_MARK]:
        return Opinion("options", f"rated_low_{low[0]}", asked.stem, ratings=marks)
    made = trip(asked, stem, aliases)
    said = await line.ask(trip_call(made))
    lost = {text for text, label, right in zip(made.answers, said, made.expected, strict=True) if label != right}
    if not lost <= set(aliases):
        return Opinion("options", "round_trip", asked.stem, ratings=marks)
    taken = tuple(alias for alias in aliases if alias not in lost)  # an alias that is lost takes nothing with it
    return Opinion("opened", "stands", stem, taken, kind, marks, (*unproved, *(a for a in aliases if a in lost)))


def _demoted(opening: Opening) -> tuple[Outcome, str] | None:
    """What a model says against a question, which is always followed."""
    against: tuple[tuple[bool, Outcome, str], ...] = (
        (opening.kind == "drop", "drop", "unfair"),
        (opening.subjective, "drop", "subjective"),
        (opening.underspecified, "drop", "underspecified"),
        (opening.kind == "options" or not opening.stands, "options", "needs_options"),
        (not opening.unique, "options", "not_unique"),
    )
    return next(((outcome, reason) for found, outcome, reason in against if found), None)


def _kind(asked: Asked, opening: Opening) -> Kind:
    """How to answer. A name is no text because a model says so, and a long text no phrase."""
    if asked.sort not in ("name", "text"):
        return "same"
    if len(asked.key.split()) > MOST_WORDS:
        return "text"
    return "phrase" if asked.sort == "name" or opening.kind == "phrase" else "text"
