"""An answer: a typed key that says how it is asked for, how a reply is read, and what it is worth.

A kind of answer is one class in one file. It gives `hint`, `read`, `grade`, `gold` and `chance`; `mark` joins reading
and grading. Rules have three outcomes: right (1), wrong (0) and undecided (None), each with the name of its rule.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from reward.assertion import Assertion
from reward.containers import MAX_ANSWER_CHARS
from reward.revision import revises
from reward.text import Reading, final_answer

KEPT_CHARS, KEPT_MARKS = 100, 128
Said = TypeVar("Said")
Text = Annotated[str, Field(max_length=MAX_ANSWER_CHARS)]
"""A name, option or statement; no longer than what is read of a reply."""
Names = Annotated[tuple[Text, ...], Field(max_length=200)]


@dataclass(frozen=True, slots=True)
class Mark:
    """What a rule says: `score` 1, 0, a part, or None for undecided; the rule's name; what was read; one sentence.

    `failed`: no rule could be applied, because a worker died or ran out of time; such a reply is unscored, never 0.
    """

    score: float | None
    rule: str
    said: str | None = None
    note: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    failed: bool = False


def right(rule: str, said: str, note: str = "") -> Mark:
    return Mark(1.0, rule, said, note or "The reply gives the key.")


def wrong(rule: str, said: str | None, note: str) -> Mark:
    return Mark(0.0, rule, said, note)


def undecided(rule: str, said: str | None, note: str) -> Mark:
    return Mark(None, rule, said, note)


def failed(rule: str, said: str | None, note: str) -> Mark:
    return Mark(None, rule, said, note, failed=True)


def says_nothing(assertion: Assertion, text: str) -> Mark | None:
    """The mark of an answer that is empty or declines to answer; None for any other."""
    if assertion.mode == "empty":
        return wrong("empty", None, "The reply states no answer.")
    if assertion.mode == "refused":
        return wrong("refused", text, "The reply declines to answer.")
    return None


class BaseAnswer(BaseModel, ABC, Generic[Said]):
    """The base of all answer kinds; `Said` is what a reply is read as."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    how: ClassVar[str] = ""
    """One sentence that tells a model how to answer; the builder of an item may give a better one."""

    @property
    @abstractmethod
    def hint(self) -> str:
        """The form of the reply, as the last line or lines of a question: "Answer: <yes/no>"."""

    @abstractmethod
    def read(self, text: str) -> Said | Mark:
        """What an answer's text says, or a mark when reading it already settles what it is worth."""

    @abstractmethod
    def grade(self, said: Said) -> Mark:
        """What that is worth against the key."""

    @abstractmethod
    def gold(self) -> str:
        """A perfect reply in the form that `hint` asks for."""

    @property
    @abstractmethod
    def chance(self) -> float:
        """The expected score of a blind guess, in [0, 1)."""

    def mark(self, text: str, stem: str = "") -> Mark:
        """Read and grade an answer's text (not a whole reply: see `mark_reply`).

        `stem` is the question, whose words an answer may repeat: see `restatement.filled`.
        """
        said = self.read(text)
        return said if isinstance(said, Mark) else self.grade(said)

    def mark_reply(self, reply: str, stem: str = "") -> tuple[Mark, Reading]:
        """Find the final answer in a whole reply, and read and grade it. An echo of the hint is no answer."""
        reading = final_answer(reply.replace(self.hint, ""))
        if reading.text is None:
            return undecided("unread", None, "What the reply ends with is too long, or taken back."), reading
        if not reading.text:
            return wrong("no_answer" if reply.strip() else "empty", None, "The reply states no answer."), reading
        if reading.container == "none" and revises(reading.text):
            return undecided("revised", reading.text, "The reply takes something back."), reading
        mark = self._marked(reading.text, stem)
        return self._only(mark, [self._marked(text, stem) for text in reading.others]), reading

    def _marked(self, text: str, stem: str) -> Mark:
        """`mark`, which is kept for short texts: the replies of a group repeat their answers."""
        if len(text) > KEPT_CHARS:
            return self.mark(text, stem)
        mark = self._marks.get((text, stem))
        if mark is None:
            mark = self.mark(text, stem)
            if len(self._marks) >= KEPT_MARKS:
                self._marks.clear()
            if not mark.failed:
                self._marks[text, stem] = mark
        return mark

    @cached_property
    def _marks(self) -> dict[tuple[str, str], Mark]:
        return {}

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy that has been validated, and that keeps nothing that was computed from the original."""
        return type(self).model_validate({**self.model_dump(), **(update or {})})

    def _only(self, last: Mark, others: list[Mark]) -> Mark:
        """The mark of the last answer, if those before it say the same in other words."""
        if not others:
            return last
        if all(m.said == last.said or m.score == last.score == 1 for m in others):
            return last
        note = "The reply gives several different answers."
        return (undecided if None in [m.score for m in (last, *others)] else wrong)("several_answers", None, note)

    def in_form(self, mark: Mark, reading: Reading) -> bool:
        """Whether the reply kept the asked-for form: exactly one line "Answer: …" that could be read."""
        return reading.in_line and reading.marked == 1 and mark.said is not None
