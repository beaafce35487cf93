"""Fields: the answer in a reply that is JSON, or that ends with it."""

import json
import re

from reward.containers import MAX_ANSWER_CHARS, Span

NAMES = frozenset(
    ("answer", "answers", "ans", "final", "final answer", "finalanswer", "correct answer", "predicted answer",
     "your answer", "the answer", "answer choice", "choice", "final choice", "option", "selected option", "prediction")
)  # fmt: skip
"""What a field with the answer is called, in small letters and with spaces for "_" and "-"."""
OPENING = re.compile(r"^[ \t]{0,9}(?=\{)", re.MULTILINE)
OBJECTS = 4
DEPTH = 3


class Pairs(list[tuple[str, object]]):
    """A JSON object with its repeated names."""


DECODER = json.JSONDecoder(object_pairs_hook=Pairs, parse_int=str, parse_float=str, parse_constant=str)


def fields(text: str) -> list[Span]:
    """The answers in the last JSON object of a text that has one, or all of a text that is one small piece of JSON."""
    if text[-1:] in "}]" and text[:1] in "{[" and (spans := _whole(text)):
        return spans
    for opening in [found.end() for found in OPENING.finditer(text)][: -OBJECTS - 1 : -1]:
        try:
            value, end = DECODER.raw_decode(text, opening)
        except (ValueError, RecursionError):
            continue
        if spans := [Span(opening, end, shown, "json") for shown in _answers(value)]:
            return spans
    return []


def _whole(text: str) -> list[Span]:
    try:
        value = DECODER.decode(text)
    except (ValueError, RecursionError):
        return []
    answers = _answers(value)
    if not answers and len(text) <= MAX_ANSWER_CHARS and (shown := _shown(value)) is not None:
        answers = [shown]
    return [Span(0, len(text), answer, "json") for answer in answers]


def _answers(value: object, depth: int = DEPTH) -> list[str]:
    """What the fields say that are called an answer, the outermost ones; objects inside of them are looked into."""
    if not isinstance(value, Pairs):
        return []
    named = [field for name, field in value if name.casefold().replace("_", " ").replace("-", " ") in NAMES]
    inner = [_answers(field, depth - 1) if depth else [] for field in named or [field for _, field in value]]
    if not named:
        return [answer for answers in inner for answer in answers]
    own = [_shown(field) for field in named]
    both: list[list[str | None]] = [[*answers] or [text] for answers, text in zip(inner, own, strict=True)]
    return [answer for answers in both for answer in answers if answer is not None]


def _shown(value: object) -> str | None:
    """A JSON value as a model writes it in plain text, one field a line; None for values inside of values."""
    if not isinstance(value, list):
        return value if isinstance(value, str) else "" if value is None else str(value).lower()
    fields = [field for _, field in value] if isinstance(value, Pairs) else value
    if any(isinstance(field, list) for field in fields):
        return None
    labels = [f"{name}: " for name, _ in value] if isinstance(value, Pairs) else [""] * len(fields)
    return "\n".join(f"{label}{_shown(field)}" for label, field in zip(labels, fields, strict=True))
