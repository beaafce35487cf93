"""A list: several names, each given once, in order where the order is asked for."""

import math
import re
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, right, undecided, wrong
from reward.assertion import asserted
from reward.text import plain

BULLET = re.compile(r"^\s{0,9}(?:[-*•]|\(?\d{1,3}[.):]|\(?[a-z][.)])\s*")
ORDINAL = re.compile(
    r"^(?:(?:and|then|first|second|third|next|finally|lastly|last|followed by|after that|afterwards)\b[\s,:]*)+",
    re.IGNORECASE,
)
STRONG = re.compile(r"\s*(?:[,;|\n>]|→|->|\bthen\b|\bfollowed by\b)\s*", re.IGNORECASE)
WEAK = re.compile(r"\s*(?:[,;|\n>&]|→|->|\bthen\b|\bfollowed by\b|\band\b)\s*", re.IGNORECASE)


class List(BaseAnswer[tuple[int, ...]]):
    """Each of `items` holds one name and its aliases; a reply names each of them once, in order if `ordered`."""

    kind: Literal["list"] = "list"
    items: tuple[tuple[str, ...], ...] = Field(min_length=1, max_length=50)
    ordered: bool = False

    @model_validator(mode="after")
    def _items_differ(self) -> Self:
        seen: dict[str, int] = {}
        for i, names in enumerate(self.items):
            forms = {plain(name) for name in names}
            if not names or "" in forms:
                raise ValueError(f"items: number {i + 1} has no name, or an empty one")
            for form in forms:
                if seen.setdefault(form, i) != i:
                    raise ValueError(f"items: {form!r} stands for number {seen[form] + 1} and for number {i + 1}")
        return self

    how: ClassVar[str] = "Answer with a list, separated by commas."

    @cached_property
    def _index(self) -> dict[str, int]:
        return {plain(name): i for i, names in enumerate(self.items) for name in names}

    @property
    def hint(self) -> str:
        return f"Answer: <{', '.join(['first', 'second', '…'][: len(self.items)] if self.ordered else ['name', '…'])}>"

    def read(self, text: str) -> tuple[int, ...] | Mark:
        """The numbers of the items that the reply names, in its order."""
        assertion = asserted(text)
        if assertion.mode == "empty":
            return wrong("empty", None, "The reply states no answer.")
        if assertion.mode == "refused":
            return wrong("refused", text, "The reply declines to answer.")
        for splitter in (STRONG, WEAK):
            found = [self._index.get(name) for name in _names(text, splitter)]
            if found and None not in found:
                return tuple(i for i in found if i is not None)
        return undecided("unread", text, "The reply names something that is not in the key.")

    def grade(self, said: tuple[int, ...]) -> Mark:
        shown = ", ".join(self.items[i][0] for i in said)
        if len(set(said)) < len(said):
            return wrong("duplicate", shown, "The reply names the same thing twice.")
        if missing := [names[0] for i, names in enumerate(self.items) if i not in said]:
            return wrong("missing", shown, f"The reply leaves out {', '.join(missing)}.")
        if self.ordered and list(said) != sorted(said):
            return wrong("wrong_order", shown, "The reply names the right things in another order.")
        return right("equal", shown)

    def gold(self) -> str:
        return f"Answer: {', '.join(names[0] for names in self.items)}"

    @property
    def chance(self) -> float:
        """One order in all of them, since an ordering question names its things; 0 for a list and for a single name."""
        return 1 / math.factorial(len(self.items)) if self.ordered and len(self.items) > 1 else 0.0


def _names(text: str, splitter: re.Pattern[str]) -> list[str]:
    """The parts of the text in comparison form, without bullets and words of order."""
    lines = [BULLET.sub("", line) for line in text.split("\n")]
    pieces = [piece for line in lines for piece in splitter.split(line)]
    return [name for piece in pieces if (name := plain(ORDINAL.sub("", BULLET.sub("", piece.strip()))))]
