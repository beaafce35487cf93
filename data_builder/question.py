"""A base question: a stem, a key that a program computed from facts, and options that are wrong for certain."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

from data_builder.facts import Fact
from reward import Clip
from reward.answers import Answer

WRONG = 3
"""Wrong options of a question that shows its options."""

Origin = Literal["clip", "video", "fixed"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: what it says, where it came from, and the facts that it was made from.

    `origin` is `clip` for what other moments of the clip hold, `video` for other moments of the video, `fixed` for an
    option set that is the same for every question. `label` is the annotators' own word or class for it.
    """

    text: str
    label: str
    origin: Origin
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class BaseQuestion:
    """One question before it takes a format. `facts` are what the key was computed from.

    `stem` does not need options; `claim` is a sentence in which `{}` stands for an option. `stands` says whether the
    question has one clear answer without its options, `because` says why. `asked` is the question for a program: the
    moment in seconds of the video, and the sound's class. `how` tells how a short answer is to be given.
    """

    source: str
    subtype: str
    level: int
    stem: str
    claim: str
    key: Option
    wrong: tuple[Option, ...]
    answer: Answer
    facts: tuple[Fact, ...]
    clip: Clip
    because: str
    stands: bool = True
    how: str | None = None
    asked: dict[str, str | float] = field(default_factory=dict)

    @cached_property
    def id(self) -> str:
        """16 hexadecimal digits of a hash of the question, its clip and its key."""
        content = [self.source, self.subtype, self.clip.model_dump(mode="json"), self.stem, self.key.text]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def evidence(self) -> tuple[str, ...]:
        """The ids of the facts; a sound and an action may have the same one."""
        return tuple(fact.id for fact in self.facts)

    @property
    def offered(self) -> bool:
        """Whether the options can be shown: three wrong ones, none of them from outside of the clip."""
        return len(self.wrong) == WRONG and all(option.origin != "video" for option in self.wrong)

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


def attempt(subtype: str, things: Iterable[T], ask: Callable[[T], BaseQuestion]) -> list[BaseQuestion | Drop]:
    """Ask about each thing; what is undecidable becomes a drop."""
    found: list[BaseQuestion | Drop] = []
    for thing in things:
        try:
            found.append(ask(thing))
        except Undecidable as error:
            found.append(Drop(subtype, str(error)))
    return found
