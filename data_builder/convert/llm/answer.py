"""Reading a model's answer: one JSON object with exactly the fields that were asked for, of exactly the right types."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from reward.judge.endpoint import Output
from reward.judge.failure import JudgeFailure, Kind

T = TypeVar("T")
Wanted = Literal["phrase", "text", "options", "drop"]
MOST_QUESTION, MOST_ALIAS, MOST_REASON = 4_000, 200, 1_000
"""Characters."""
MOST_ALIASES = 12
MARKS = ("same", "answerable", "unique")
FENCE = "```"


@dataclass(frozen=True, slots=True)
class Opening:
    """What a model says of a question without its options."""

    stands: bool
    unique: bool
    subjective: bool
    underspecified: bool
    kind: Wanted
    question: str
    aliases: tuple[str, ...]
    reason: str


def read_opening(value: Mapping[str, Any]) -> Opening:
    """Raises JudgeFailure for a field that is missing, unknown, of the wrong type or too long."""
    _exactly(value, Opening.__slots__)
    if value["kind"] not in get_args(Wanted):
        raise _bad("kind")
    aliases = _of(list, value["aliases"])
    if len(aliases) > MOST_ALIASES:
        raise _bad("aliases")
    return Opening(
        stands=_of(bool, value["stands"]),
        unique=_of(bool, value["unique"]),
        subjective=_of(bool, value["subjective"]),
        underspecified=_of(bool, value["underspecified"]),
        kind=value["kind"],
        question=_text(value["question"], MOST_QUESTION),
        aliases=tuple(_text(alias, MOST_ALIAS) for alias in aliases),
        reason=_text(value["reason"], MOST_REASON),
    )


def read_marks(value: Mapping[str, Any]) -> dict[str, int]:
    """The three marks, each a whole number from 1 to 10. Raises JudgeFailure for anything else."""
    _exactly(value, MARKS)
    marks = {name: _of(int, value[name]) for name in MARKS}
    if not all(1 <= mark <= 10 for mark in marks.values()):
        raise _bad("mark")
    return marks


def read_labels(labels: Collection[str], count: int, value: Mapping[str, Any]) -> tuple[str, ...]:
    """One of the `labels` for each of `count` answers. Raises JudgeFailure for anything else."""
    _exactly(value, ("answers",))
    said = _of(list, value["answers"])
    if len(said) != count or not all(isinstance(label, str) and label in labels for label in said):
        raise _bad("answers")
    return tuple(said)


def read_object(text: str, output: Output, read: Callable[[Mapping[str, Any]], T]) -> tuple[str, T]:
    """The one object that a completion holds, as canonical JSON and as `read` reads it. Raises JudgeFailure.

    It is the whole text, or its last line where the form is text. A second object in a text that may hold only one, a
    name that comes twice, and numbers that JSON does not have are no answer.
    """
    text = text.strip()
    if text.startswith(FENCE) and text.endswith(FENCE) and len(text) > len(FENCE):
        text = text[len(FENCE) : -len(FENCE)].strip().removeprefix("json").strip()
    if output == "text" and not text.startswith("{"):
        text = text.rpartition("\n")[2].strip()
    try:
        value, end = DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        raise JudgeFailure("no_verdict", "The model's answer is not the JSON object that it was asked for.") from None
    if rest := text[end:].strip():
        kind: Kind = "two_verdicts" if rest.startswith("{") else "no_verdict"
        raise JudgeFailure(kind, "The model's JSON is followed by more text.")
    if not isinstance(value, dict):
        raise JudgeFailure("no_verdict", "The model's JSON is no object.")
    return canonical(value), read(value)


def canonical(value: Mapping[str, Any]) -> str:
    """An object as JSON that is the same whatever the order of its names and its spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _exactly(value: Mapping[str, Any], names: Collection[str]) -> None:
    if set(value) != set(names):
        raise JudgeFailure("bad_verdict", "The model's JSON lacks a field, or has one that was not asked for.")


def _of(kind: type[T], value: Any) -> T:
    if type(value) is not kind:  # a bool is an int for isinstance
        raise _bad(kind.__name__)
    return value


def _text(value: Any, most: int) -> str:
    text = _of(str, value)
    if len(text) > most:
        raise _bad("text")
    return text


def _bad(what: str) -> JudgeFailure:
    return JudgeFailure("bad_verdict", f"A field of the model's JSON has the wrong type or value: {what}.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names occur once each; of two the last would win silently."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise JudgeFailure("two_verdicts", "The model's JSON names a field twice.")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
