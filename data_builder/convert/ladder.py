"""The ladder: a question is drafted with the strictest key there is, and falls to the next where the gate says no.

    number, moment, interval, box, list, … ─► phrase ─► text ─► its options stay

A draft that the gate refuses is never mended. What a check could not look at has not passed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from data_builder.convert.llm.opinion import Opinion
from data_builder.convert.mcq import Mcq, hashed
from data_builder.convert.tags import quoted
from data_builder.convert.values import Typed, Untyped
from data_builder.formats import Form
from data_builder.gate import faults
from data_builder.standing import MOST_WORDS
from reward import Item
from reward.answers import Phrase, Text
from reward.item import ask

Base = Mapping[str, Any]
"""The fields of an item that do not depend on how it is asked; its `meta` is added to."""


@dataclass(frozen=True, slots=True)
class Demotion:
    """The kind of a draft that did not pass, and why."""

    kind: str
    reason: str


def climb(
    mcq: Mcq, found: Typed | Untyped, opinion: Opinion | None, base: Base
) -> tuple[Item | None, tuple[Demotion, ...]]:
    """The item of the first draft that passes, and the drafts before it that did not; None where none passes.

    Only for questions that stand without their options.
    """
    fallen: list[Demotion] = []
    for kind, draft in _drafts(mcq, found, opinion):
        item = passed(draft, base)
        if isinstance(item, Item):
            return item, tuple(fallen)
        fallen.append(Demotion(kind, item))
    return None, tuple(fallen)


def passed(draft: Callable[[], Form | None], base: Base) -> Item | str:
    """The item of a draft, or the first reason why it does not ship."""
    try:
        form = draft()
        if form is None:
            return "no_such_form"
        meta = {**base["meta"], **form.meta}
        meta["blind_chance"] = max(meta["blind_chance"], form.answer.chance)
        item = Item(
            id=hashed("item", base["base_id"], form.format, form.stem),
            **{**base, "meta": meta},
            format=form.format,
            question=ask(form.stem, form.answer, form.format, form.how),
            stem=form.stem,
            answer=form.answer,
            candidates=_in_any_order(form, base["base_id"]),
        )
    except ValidationError as error:
        return _refusal(error)
    return next(iter(faults(item)), None) or item


def _in_any_order(form: Form, base_id: str) -> tuple[str, ...]:
    """The candidates, whose published order may tell the key, in an order that depends on nothing but the question."""
    if form.format != "short":
        return form.candidates
    return tuple(sorted(form.candidates, key=lambda text: hashed("candidate", base_id, text)))


def _refusal(error: ValidationError) -> str:
    """Why an answer or an item was not made, in a word: which of its checks said no."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    message = fault["msg"].removeprefix("Value error, ")
    reasons = {
        "answer: the key": "key_not_read_back",
        "candidates: ": "two_candidates_right",
        "wrong: ": "alias_is_wrong",
    }
    return next((why for start, why in reasons.items() if message.startswith(start)), "key_refused_by_its_kind")


def _drafts(mcq: Mcq, found: Typed | Untyped, opinion: Opinion | None) -> Iterator[tuple[str, Callable[[], Form]]]:
    stem = quoted(opinion.stem if opinion else mcq.stem)
    if isinstance(found, Typed):
        full = f"{stem} {found.addition}" if found.addition else stem
        yield found.sort, lambda: Form("short", full, found.answer, found.candidates, found.how)
        if found.sort != "number":
            return  # a time, a box or an order is no name
    options = tuple(text.strip().rstrip(".") for text in mcq.options)
    key, wrong = options[mcq.correct], options[: mcq.correct] + options[mcq.correct + 1 :]
    names = opinion.aliases if opinion else ()
    if len(key.split()) <= MOST_WORDS and (opinion is None or opinion.kind != "text"):
        yield (
            "phrase",
            lambda: Form("short", stem, Phrase(text=key, aliases=names, wrong=wrong), options),
        )
    if opinion is not None:
        yield "text", lambda: Form("short", stem, Text(reference=key), options)
