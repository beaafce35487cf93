"""The first pass: each question without its options, as far as that can be proved; what does not stand falls."""

from dataclasses import dataclass
from typing import Any

from data_builder.convert.account import PER_OPTION, Outcome
from data_builder.convert.ladder import Demotion, climb, passed
from data_builder.convert.llm.meaning import unfair
from data_builder.convert.llm.opinion import Asked, Opinion
from data_builder.convert.mcq import Mcq, Opened
from data_builder.convert.prepared import Prepared, prepare
from data_builder.convert.priors import NEVER
from data_builder.convert.shown import Shown, as_published
from data_builder.convert.values import Typed
from data_builder.convert.words import words_of
from data_builder.formats import Form
from reward import Item
from reward.answers import Judgements
from reward.answers.choice import LETTERS
from reward.item import KIND_FORMATS, Split
from reward.plain import wordset

SUSPECT = wordset(
    "opinion prefer prefers favorite favourite nicest tastiest prettiest beautiful interesting attractive enjoyable"
    " appealing delicious impressive grader graders judge evaluator assistant instruction instructions ignore ignoring"
    " disregard prompt grade reward marks accept score scored rate like enjoy always any"
)
"""Words without which no question asks for taste or speaks to a grader."""


@dataclass(frozen=True, slots=True)
class Case:
    """A row with what is known of it from outside: its split, and what a language model said, if one was asked.

    `blind` and `keep` are those of `priors`: what a constant reply gets, and why it is not asked openly, "" for none.
    """

    asked: Mcq | Opened
    split: Split
    opinion: Opinion | None = None
    blind: float = 0.0
    keep: str = ""


Made = tuple[tuple[Item, ...], Outcome]
"""The items of a row, of which a dropped one has none, and what became of it."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A question whose options stay: in plain words, with what shows it, and how it came here."""

    mcq: Mcq
    shown: Shown
    sort: str
    demotions: tuple[Demotion, ...]


def open_case(row: Case) -> Made | Fall:
    """The item of a row without its options, or its drop; or its fall, where the options stay."""
    if isinstance(row.asked, Opened):
        return _open_already(row, row.asked)
    ready = prepare(row.asked)
    if isinstance(ready, str):
        return (), outcome_of(row, "none", dropped=ready)
    if row.keep in NEVER:
        return (), outcome_of(row, ready.sort, dropped=row.keep)
    opinion = row.opinion
    if opinion and opinion.outcome == "drop":
        return (), outcome_of(row, ready.sort, dropped=f"llm_{opinion.reason}")
    if reason := _unfair(ready):
        return (), outcome_of(row, ready.sort, dropped=reason)
    stands = opinion.outcome == "opened" if opinion else ready.triage.stands == "yes"
    why = f"llm_{opinion.reason}" if opinion else ready.triage.reason
    if not stands or row.keep:
        return _fall(ready, (Demotion(ready.sort, why if not stands else row.keep),))
    shared = base(row, ready.sort, why)
    item, demotions = climb(ready.mcq, ready.found, opinion, shared)
    if item is None:
        return _fall(ready, demotions)
    return (item,), outcome_of(row, ready.sort, item, demotions, why)


def _unfair(ready: Prepared) -> str:
    """Why nobody should be asked: it asks for taste, or speaks to whoever reads it; "" for a fair question."""
    if words_of("\n".join((ready.mcq.stem, *ready.mcq.options))).isdisjoint(SUSPECT):
        return ""
    return unfair(ready.mcq.stem, ready.mcq.options)


def question_for_llm(row: Mcq) -> Asked | None:
    """What a language model is asked about a question; None where rules settle it."""
    ready = prepare(row)
    if isinstance(ready, str) or ready.triage.stands == "no":
        return None
    if ready.triage.stands == "yes" and isinstance(ready.found, Typed):
        return None
    return _asked(ready)


def _open_already(row: Case, asked: Opened) -> Made:
    format = KIND_FORMATS.get(asked.answer.kind, ("short",))[-1]
    item = passed(lambda: Form(format, asked.stem, asked.answer), base(row, asked.answer.kind, "open_already"))
    if isinstance(item, str):
        return (), outcome_of(row, asked.answer.kind, dropped=item)
    return (item,), outcome_of(row, asked.answer.kind, item, (), "open_already")


def _asked(ready: Prepared) -> Asked:
    mcq = ready.mcq
    return Asked(mcq.base_id, mcq.stem, mcq.options, mcq.correct, ready.sort)


def _fall(ready: Prepared, demotions: tuple[Demotion, ...]) -> Fall:
    shown = ready.own.shown if ready.own else as_published(ready.mcq)
    return Fall(ready.mcq, shown, ready.sort, demotions)


def base(row: Case, sort: str, why: str, demotions: tuple[Demotion, ...] = ()) -> dict[str, Any]:
    """The fields of a row's item that do not depend on how it is asked. `meta` says what was published, and why."""
    asked, opinion = row.asked, row.opinion
    meta: dict[str, Any] = {"published": published(asked), "sort": sort, "because": why, "blind_chance": row.blind}
    if demotions:
        meta["demoted"] = [[one.kind, one.reason] for one in demotions]
    if opinion:
        meta["rewritten"] = {"ratings": dict(opinion.ratings), "unproved_names": list(opinion.unproved)}
    return {
        "base_id": asked.base_id,
        "source": asked.source,
        "subtype": asked.subtype,
        "clips": asked.clips,
        "evidence": (f"{asked.source}:{asked.id}",),
        "split": row.split,
        "meta": meta,
    }


def published(asked: Mcq | Opened) -> dict[str, Any]:
    """The question as its set has it."""
    if isinstance(asked, Opened):
        return {"id": asked.id, "question": asked.stem}
    key = LETTERS[asked.correct]
    return {"id": asked.id, "question": asked.stem, "options": list(asked.options), "correct": key}


def outcome_of(
    row: Case,
    sort: str,
    item: Item | None = None,
    demotions: tuple[Demotion, ...] = (),
    why: str = "",
    *,
    dropped: str | None = None,
    repaired: str | None = None,
) -> Outcome:
    """What became of a row, with what people are shown of it."""
    asked = row.asked
    key = asked.key if isinstance(asked, Mcq) else asked.answer.gold()
    example: dict[str, Any] = {
        "id": asked.id,
        "where": asked.where,
        "question": asked.stem,
        "key": key,
        "why": dropped or why,
    }
    if isinstance(asked, Mcq):
        example["options"] = asked.options
    kind = None
    if item:
        kind = item.format if item.format in PER_OPTION else item.answer.kind
        example |= {"stem": item.stem, "answer": item.answer.gold()}
        if isinstance(item.answer, Judgements):
            example["statements"] = list(item.answer.statements)
    return Outcome(
        asked.source,
        asked.subtype,
        sort,
        shipped=kind,
        demotions=tuple((one.kind, one.reason) for one in demotions),
        dropped=dropped,
        llm=row.opinion.outcome if row.opinion else None,
        repaired=repaired,
        example=example,
    )
