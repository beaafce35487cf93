"""The tally: what the judge has done so far, in numbers, and the budget that bounds it."""

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

from reward.judge.failure import JudgeFailure, Kind

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Upper bounds in seconds of the buckets of a histogram."""


@dataclass(slots=True)
class Histogram:
    """Durations in seconds: how many were at most each of BOUNDS (the last count has no bound), and their sum."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


@dataclass(slots=True)
class Tally:
    """Counts since the start.

    `asked`: verdicts asked of the judge; `cached`, `coalesced`: askings that a kept ruling answered, or one that was
    under way; `calls`: requests sent, `retries` among them; `failures`: verdicts that failed, by kind; `failed_calls`:
    requests that failed, by kind; `cost`: money, by the endpoints' prices; `seconds`: how long answered requests took.
    """

    asked: int = 0
    judged: int = 0
    cached: int = 0
    coalesced: int = 0
    calls: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    audited: int = 0
    audit_differences: int = 0
    audits_failed: int = 0
    failures: Counter[Kind] = field(default_factory=Counter)
    failed_calls: Counter[Kind] = field(default_factory=Counter)
    seconds: Histogram = field(default_factory=Histogram)

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


@dataclass(slots=True)
class Spent:
    """The tokens that one verdict took, those of tries that came to nothing among them."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    def add(self, prompt_tokens: int, completion_tokens: int) -> None:
        self.prompt_tokens += prompt_tokens
        self.completion_tokens += completion_tokens


@dataclass(frozen=True, slots=True)
class Budget:
    """The most requests and tokens that a judge may use; None for no bound. Tokens are known once a call has ended, so
    that the calls under way may take a few more."""

    requests: int | None = None
    tokens: int | None = None

    def check(self, tally: Tally) -> None:
        """Before a call. Raises JudgeFailure when the budget is spent."""
        if self.requests is not None and tally.calls >= self.requests:
            raise JudgeFailure("budget_spent", f"The budget of {self.requests:,} judge calls is spent.")
        if self.tokens is not None and tally.tokens >= self.tokens:
            raise JudgeFailure("budget_spent", f"The budget of {self.tokens:,} judge tokens is spent.")
