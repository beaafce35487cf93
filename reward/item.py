"""An item: one base question in one format, with its typed key, its clips and the facts behind the key."""

import hashlib
import json
from collections.abc import Callable
from functools import cached_property
from typing import Any, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from reward.answers import Answer, Choice, Judgements
from reward.answers.base import Mark, wrong
from reward.answers.phrase import KNOWN_WRONG
from reward.plain import plain
from reward.text import Reading

Format = Literal["statement", "choice", "statements", "short", "options", "reasoned"]
Split = Literal["train", "validation", "test"]
FORMATS: tuple[Format, ...] = get_args(Format)
BECAUSE = "Because: <one sentence on what you saw or heard that supports your answer>"

# Which formats ask for which kind of answer; every other kind is asked as `short` or `reasoned`.
KIND_FORMATS: dict[str, tuple[Format, ...]] = {
    "yes_no": ("statement", "short", "reasoned"),
    "choice": ("choice",),
    "judgements": ("statements", "options"),
}

WITH_TOLERANCE = frozenset(["number", "moment", "interval", "date", "box"])


class Clip(BaseModel):
    """A span of a video in seconds; `images` are frame files and `path` a video file, relative to the items' folder.

    Without an `end` it goes to the end of the video, whose length is not known; a still image is such a clip from 0.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    video_id: str
    start: float = Field(ge=0, allow_inf_nan=False)
    end: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    images: tuple[str, ...] = ()
    path: str | None = None

    @model_validator(mode="after")
    def _ends_after_start(self) -> Self:
        if self.end is not None and self.end <= self.start:
            raise ValueError(f"end: {self.end} is not after the start {self.start}")
        return self


class Item(BaseModel):
    """One question with its key. Only `question` and `answer` are needed; ids are hashes of content when left empty.

    Raises pydantic's ValidationError for an unknown field, for a format that does not fit the kind of answer, for a
    key that its own rule does not read back as right, and for two candidates that are both right by it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = ""
    base_id: str = ""
    source: str = "custom"
    subtype: str = "custom"
    level: int = Field(default=1, ge=1, le=4)
    format: Format = "short"
    question: str = Field(max_length=100_000)
    stem: str = Field(default="", max_length=100_000)
    answer: Answer
    candidates: tuple[str, ...] = Field(default=(), max_length=1_000)
    clips: tuple[Clip, ...] = Field(default=(), max_length=1_000)
    evidence: tuple[str, ...] = ()
    split: Split = "train"
    meta: dict[str, Any] = {}

    @model_validator(mode="before")
    @classmethod
    def _default_format(cls, data: Any) -> Any:
        """The first format of the answer's kind, where none is given."""
        if not isinstance(data, dict) or "format" in data:
            return data
        answer = data.get("answer")
        kind = answer.get("kind") if isinstance(answer, dict) else getattr(answer, "kind", None)
        return {**data, "format": KIND_FORMATS[kind][0]} if isinstance(kind, str) and kind in KIND_FORMATS else data

    @model_validator(mode="after")
    def _complete(self) -> Self:
        kind = self.answer.kind
        if self.format not in KIND_FORMATS.get(kind, ("short", "reasoned")):
            raise ValueError(f"format: {self.format!r} does not ask for an answer of kind {kind!r}")
        mark, _ = self.answer.mark_reply(self.gold())
        if mark.score != 1:
            raise ValueError(f"answer: the key is not read back as right by its own rule ({mark.rule}): {mark.note}")
        if kind in WITH_TOLERANCE:
            self._candidates_differ()
        self._fill("stem", lambda: self.question)
        self._fill("base_id", lambda: self._hash("stem"))
        self._fill("id", self._hash)
        return self

    def _candidates_differ(self) -> None:
        """A tolerance that reaches a wrong candidate would make it right."""
        right = {plain(name): name for name in self.candidates if self.answer.mark(name).score == 1}
        if len(right) > 1:
            first, second = list(right.values())[:2]
            raise ValueError(
                f"candidates: {first[:40]!r} and {second[:40]!r} are both right by the key's own rule; "
                "narrow its tolerance, or leave one out"
            )

    def _fill(self, name: str, value: Callable[[], str]) -> None:
        if not getattr(self, name):
            object.__setattr__(self, name, value())  # the model is frozen; this is a part of making it

    def _hash(self, *only: str) -> str:
        """16 hexadecimal digits of a hash of the content, the same on every machine."""
        data = self.model_dump(mode="json", exclude={"id", "base_id", "split", "meta", "evidence"})
        kept = {key: data[key] for key in (*only, "source", "subtype", "clips")} if only else data
        canonical = json.dumps(kept, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    def mark_reply(self, reply: str) -> tuple[Mark, Reading]:
        """What the key's rules say of a reply; one that they leave undecided and that is a wrong candidate is wrong."""
        mark, reading = self.answer.mark_reply(reply, self.stem)
        if mark.score is None and not mark.failed and reading.text and plain(reading.text) in self._wrong:
            mark = wrong("wrong_candidate", reading.text, KNOWN_WRONG)
        return mark, reading

    @cached_property
    def _wrong(self) -> frozenset[str]:
        """The wrong candidates of words in comparison form; empty unless the key is one of the candidates."""
        if self.answer.kind not in ("phrase", "text"):
            return frozenset()
        right = {plain(name) for name in self.candidates if self.answer.mark(name).score == 1}
        return frozenset(map(plain, self.candidates)) - right if right else frozenset()

    def gold(self) -> str:
        """A perfect reply."""
        reason = "\nBecause: it can be seen in the clip." if self.format == "reasoned" else ""
        return self.answer.gold() + reason

    @property
    def chance(self) -> float:
        """The expected score of a blind guess, in [0, 1)."""
        return self.answer.chance


def ask(stem: str, answer: Answer, format: Format, how: str | None = None) -> str:
    """The question as it is put to a model: the stem, its options or statements, and how to reply.

    `how` replaces the kind's own sentence, such as "Answer with the name of the object.".
    """
    lines = [stem]
    if isinstance(answer, Choice | Judgements):
        texts = answer.options if isinstance(answer, Choice) else answer.statements
        lines += [f"{letter}. {text}" for letter, text in zip(answer.letters, texts, strict=True)]
    lines += ["", how or answer.how, answer.hint]
    return "\n".join([*lines, BECAUSE] if format == "reasoned" else lines)
