"""The three calls about a question: could it be opened, is the new wording as good, and do the answers find their way.

What a call shows of a file is one line each, capped and without anything that reads like a part of the prompt, between
two lines of random characters that are fresh for each request.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Generic, TypeVar, get_args

from data_builder.convert.llm.answer import MARKS, Opening, Wanted, read_labels, read_marks, read_opening
from data_builder.convert.llm.opinion import Asked
from data_builder.convert.llm.prompts import OPEN, RATE, ROUND, load_prompt
from data_builder.convert.llm.trip import NONE, Trip
from reward.judge.endpoint import Endpoint
from reward.judge.prompt import fill
from reward.judge.shown import fence, shown
from reward.judge.wire import ENCODER

T_co = TypeVar("T_co", covariant=True)
STEM_CHARS, OPTION_CHARS = 2_000, 400
"""What is longer is not asked about."""
seen = lru_cache(maxsize=8192)(shown)  # a question is shown in three calls, and options come again


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """One request: a prompt's version, what it shows, the fields that the answer has to have, and how it is read."""

    version: str
    values: Mapping[str, str]
    fields: Mapping[str, Any]
    read: Callable[[Mapping[str, Any]], T_co]

    def key(self, endpoint: Endpoint) -> str:
        """The name of the answer: 64 hexadecimal digits of all that it depends on, and of nothing secret."""
        text = json.dumps([endpoint.identity, self.version, dict(self.values)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def messages(self, endpoint: Endpoint) -> tuple[str, str]:
        """What the model is told once, and the case."""
        prompt = load_prompt(self.version)
        values = {**self.values, "fence": fence()}
        values["form"] = fill(prompt.text if endpoint.output == "text" else prompt.json, values)
        return fill(prompt.system, values), fill(prompt.user, values)

    def body(self, endpoint: Endpoint) -> bytes:
        """The request."""
        system, user = self.messages(endpoint)
        request: dict[str, Any] = {
            "model": endpoint.model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            **endpoint.sampling,
        }
        if endpoint.output == "json_object":
            request["response_format"] = {"type": "json_object"}
        if endpoint.output == "json_schema":
            form = {"name": self.version, "strict": True, "schema": _object(self.fields)}
            request["response_format"] = {"type": "json_schema", "json_schema": form}
        return ENCODER.encode(request).encode("utf-8", "replace")


def opening_call(asked: Asked) -> Call[Opening]:
    """Could the question be asked without its options?"""
    boolean, text = {"type": "boolean"}, {"type": "string"}
    fields = {
        "stands": boolean,
        "unique": boolean,
        "subjective": boolean,
        "underspecified": boolean,
        "kind": {"type": "string", "enum": list(get_args(Wanted))},
        "question": text,
        "aliases": {"type": "array", "items": text},
        "reason": text,
    }
    return Call(OPEN, _question(asked), fields, read_opening)


def marks_call(asked: Asked, rewritten: str) -> Call[dict[str, int]]:
    """How good is a new wording?"""
    mark = {"type": "integer", "enum": list(range(1, 11))}
    values = {**_question(asked), "rewritten": seen(rewritten, STEM_CHARS)}
    return Call(RATE, values, dict.fromkeys(MARKS, mark), read_marks)


def trip_call(trip: Trip) -> Call[tuple[str, ...]]:
    """Which candidate does each answer mean?"""
    labels = (*trip.labels, NONE)
    values = {
        "question": seen(trip.question, STEM_CHARS),
        "candidates": _lines([f"{label}. " for label in trip.labels], trip.candidates),
        "answers": _lines([f"{number}. " for number in range(1, len(trip.answers) + 1)], trip.answers),
        "count": str(len(trip.answers)),
    }
    fields = {"answers": {"type": "array", "items": {"type": "string", "enum": list(labels)}}}
    return Call(ROUND, values, fields, partial(read_labels, labels, len(trip.answers)))


def _question(asked: Asked) -> dict[str, str]:
    return {
        "question": seen(asked.stem, STEM_CHARS),
        "options": _lines(["- "] * len(asked.options), asked.options),
        "key": seen(asked.key, OPTION_CHARS),
    }


def _lines(marks: Sequence[str], texts: Sequence[str]) -> str:
    return "\n".join([mark + seen(text, OPTION_CHARS) for mark, text in zip(marks, texts, strict=True)])


def _object(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(fields), "required": list(fields), "additionalProperties": False}
