"""A share: how many of how many, with the interval in which the true share lies."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054
"""The normal distribution's quantile at 97.5 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `n`. Where `n` is 0 nothing is known: the value is None and the interval is 0 to 1."""

    hits: int
    n: int

    @property
    def value(self) -> float | None:
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval at 95 % (E. B. Wilson, JASA 22, 1927): it holds for small `n`, and at 0 and 1."""
        if not self.n:
            return 0.0, 1.0
        share, square = self.hits / self.n, Z * Z / self.n
        middle = share + square / 2
        half = Z * sqrt((share * (1 - share) + square / 4) / self.n)
        return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))

    def as_json(self) -> dict[str, float | int | None]:
        low, high = self.interval
        return {"value": self.value, "low": low, "high": high, "hits": self.hits, "n": self.n}


def share_of(facts: Iterable[bool]) -> Share:
    """How many of some facts hold."""
    held = list(facts)
    return Share(sum(held), len(held))
