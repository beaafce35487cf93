"""A base question: a stem, a key that a program computed from facts, and answers that are wrong for certain.

A subtype writes its rule once, as a function from a window to a solution. Whole, it gives the key; on parts of the
window it gives the proof that the question needs as much evidence as its level says (see `levels`).
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

from pydantic import ValidationError

from data_builder.facts import Fact
from data_builder.windows import Window
from reward.answers import Answer

Origin = Literal["clip", "video", "other", "fixed"]
"""Where an option is from: another moment of the clip, the rest of its video, another video, or a set for all."""
KeyKind = Literal["name", "number", "time", "order", "purpose", "narration", "annotated"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: what it says, where it came from, and the ids of the facts that it was made from.

    `label` is the annotators' own word or class for it; options of one label are one answer.
    """

    text: str
    label: str
    origin: Origin = "clip"
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """What the facts of a window say: the answer, and the facts that it was computed from."""

    key: Option
    facts: tuple[Fact, ...]


Solve = Callable[[Window], Solution]
"""Raises Undecidable where the window's facts do not settle the question."""


@dataclass(frozen=True)
class BaseQuestion:
    """One question before it takes a format.

    `stem` does not need options; `claim` is a sentence in which `{}` stands for an option, and of which every option
    is a grammatical part. `solve` computes the key, on any window. `answer` is the typed key without wrong names.
    `key_kind` says what sort of answer it is, by which `standing` decides whether options can be left out.

    `wrong` are all options that the annotations prove to be wrong here, those of the clip first. Only those that come
    from `shown_from` are ever shown. Questions of one subtype and one of the `groups`, the first that works, share
    their keys as options (see `bundles`). Where the options are `exchangeable`, since by how the question was drawn
    each of them was as likely to be the key, it needs no other question for that. `how` tells how a short answer is to
    be given, and `asked` is the question for a program: the moment in seconds of the video, the sound's class.
    """

    subtype: str
    level: int
    window: Window
    stem: str
    claim: str
    solve: Solve
    answer: Answer
    key_kind: KeyKind
    solution: Solution
    exchangeable: bool = False
    wrong: tuple[Option, ...] = ()
    shown_from: tuple[Origin, ...] = ("clip",)
    groups: tuple[str, ...] = ()
    how: str | None = None
    asked: dict[str, str | float] = field(default_factory=dict)

    @property
    def key(self) -> Option:
        return self.solution.key

    @property
    def facts(self) -> tuple[Fact, ...]:
        return self.solution.facts

    @cached_property
    def id(self) -> str:
        """16 hexadecimal digits of a hash of the question, its clip and its key."""
        window = self.window
        clip = [window.video.id, window.start, window.end]
        content = [window.source, self.subtype, clip, self.stem, self.key.text]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]

    @property
    def evidence(self) -> tuple[str, ...]:
        """The ids of the facts; a sound and an action may have the same one."""
        return tuple(fact.id for fact in self.facts)

    def state(self, option: Option) -> str:
        """The statement that an option is the answer."""
        return self.claim.replace("{}", option.text)


@dataclass(frozen=True, slots=True)
class Drop:
    """A question or item that does not ship, and why."""

    subtype: str
    reason: str


class Undecidable(Exception):
    """The annotations do not settle the question; the message is the reason of the drop."""


def require(condition: object, reason: str) -> None:
    """Raise Undecidable unless the condition holds."""
    if not condition:
        raise Undecidable(reason)


def attempt(subtype: str, things: Iterable[T], ask: Callable[[T], BaseQuestion]) -> Iterator[BaseQuestion | Drop]:
    """Ask about each thing; what is undecidable becomes a drop, and so does a key that its own kind refuses."""
    for thing in things:
        try:
            yield ask(thing)
        except Undecidable as error:
            yield Drop(subtype, str(error))
        except ValidationError:  # two names that are the same once case and marks are set aside, say
            yield Drop(subtype, "key_refused_by_its_kind")
