"""A list: several names, each given once, in order where the order is asked for."""

import math
import re
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, Names, right, undecided, wrong
from reward.assertion import asks, asserted, stated
from reward.plain import plain

NUMBERED = re.compile(
    r"\(?(\d{1,2})(?:st|nd|rd|th)?[.):](?=\s)\s{0,9}|(first|second|third|finally|lastly|last)\b[\s,:]{0,9}",
    re.IGNORECASE,
)
RANKS = {"first": 1, "second": 2, "third": 3, "finally": 99, "lastly": 99, "last": 99}
BULLET = re.compile(r"\s{0,9}(?:[-*•]|\(?[a-z][.)])\s{0,9}")
ORDINAL = re.compile(r"(?:(?:and|then|next|followed by|after that|afterwards)\b[\s,:]{0,9})+", re.IGNORECASE)
STRONG = re.compile(r"[,;|\n>]|→|\bthen\b|\bfollowed by\b|\s(?=\(?\d{1,2}[.)]\s)", re.IGNORECASE)
WEAK = re.compile(STRONG.pattern + r"|&|\s\+\s|\band\b", re.IGNORECASE)


class List(BaseAnswer[tuple[int, ...]]):
    """Each of `items` holds one name and its aliases; a reply names each of them once, in order if `ordered`."""

    kind: Literal["list"] = "list"
    items: tuple[Names, ...] = Field(min_length=1, max_length=50)
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
        if asks(text):
            return undecided("hedged", text, "The reply asks instead of asserting an answer.")
        for splitter in (STRONG, WEAK):
            found, ranks = self._found(splitter.split(text))
            if found and None not in found:
                if self.ordered and ranks != sorted(ranks):
                    return undecided("numbered", text, "The numbers in the reply give another order than its lines.")
                return tuple(i for i in found if i is not None)
        return undecided("unread", text, "The reply names something that is not in the key.")

    def _found(self, pieces: list[str]) -> tuple[list[int | None], list[int]]:
        """Which item each piece names, and the numbers ("2.", "second") that pieces begin with, if any."""
        found: list[int | None] = []
        ranks: list[int] = []
        for piece in pieces:
            name, rank = (plain(piece), None) if plain(piece) in self._index else _numbered(piece)
            if name:
                found.append(self._index.get(name if found else stated(name)))
                ranks += [rank] if rank else []
        return found, ranks

    def grade(self, said: tuple[int, ...]) -> Mark:
        shown = ", ".join(self.items[i][0] for i in said)
        if len(set(said)) < len(said):
            return wrong("duplicate", shown, "The reply names the same thing twice.")
        if missing := [names[0] for i, names in enumerate(self.items) if i not in said]:
            return wrong("missing", shown, f"The reply leaves out {len(missing)} of {len(self.items)}.")
        if self.ordered and list(said) != sorted(said):
            return wrong("wrong_order", shown, "The reply names the right things in another order.")
        return right("equal", shown)

    def gold(self) -> str:
        return f"Answer: {', '.join(names[0] for names in self.items)}"

    @property
    def chance(self) -> float:
        """One order in all of them, since an ordering question names its things; 0 for a list and for a single name."""
        return 1 / math.factorial(len(self.items)) if self.ordered and len(self.items) > 1 else 0.0


def _numbered(piece: str) -> tuple[str, int | None]:
    """A piece in comparison form without its bullet and words of order, and the number that it begins with."""
    piece = _without(BULLET, _without(ORDINAL, _without(BULLET, piece.strip())))
    rank = NUMBERED.match(piece)
    name = plain(_without(ORDINAL, piece[rank.end() :] if rank else piece))
    return name, (int(rank[1]) if rank[1] else RANKS[rank[2].lower()]) if rank else None


def _without(lead: re.Pattern[str], text: str) -> str:
    return text[found.end() :] if (found := lead.match(text)) else text
