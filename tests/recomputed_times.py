"""Times of raw rows, and what follows from them: true, false, or None where they do not settle it."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

Span = tuple[float, float]


class Timed(Protocol):
    @property
    def start(self) -> float: ...

    @property
    def end(self) -> float: ...


T = TypeVar("T", bound=Timed)


def during(facts: Iterable[T], start: float, end: float) -> list[T]:
    """Those of the facts that overlap a stretch of time."""
    return [fact for fact in facts if fact.start < end and fact.end > start]


def right_or_wrong(right: object, wrong: object) -> bool | None:
    return True if right else False if wrong else None


def in_order(onsets: Sequence[tuple[float, float]], said: str, apart: float) -> bool | None:
    """Whether the numbered things begin in the order that is said.

    Each has two onsets, its own and that of the first thing that may be it; None where the order depends on which.
    """
    numbers = [int(number) - 1 for number in said.split(", ")]
    order = sorted(range(len(onsets)), key=onsets.__getitem__)
    clear = all(max(onsets[a]) + apart <= min(onsets[b]) for a, b in pairwise(order))
    return numbers == order if clear else None
