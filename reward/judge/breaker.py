"""The circuit breaker: an endpoint that keeps failing is left alone, so that no trainer waits for it in vain.

After FAILURES failures in a row the circuit is open: every call fails at once. When the pause is over one call is let
through; if it succeeds the circuit closes, else it stays open twice as long.
"""

import asyncio

from reward.judge.failure import JudgeFailure

FAILURES = 20
PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds."""


class Breaker:
    """The state of one endpoint, on the event loop's clock, which no change of the machine's time moves."""

    def __init__(self) -> None:
        self.failures = 0
        self._pause = PAUSE
        self._open_until: float | None = None
        self._probing = False

    @property
    def state(self) -> str:
        """ "closed", "open", or "half_open" while one call tries."""
        return "half_open" if self._probing else "closed" if self._open_until is None else "open"

    def enter(self) -> None:
        """Before a call. Raises JudgeFailure while the circuit is open."""
        if self._open_until is None:
            return
        if self._probing or asyncio.get_running_loop().time() < self._open_until:
            message = f"The judge's endpoint failed {self.failures} times in a row, and is left alone for a while."
            raise JudgeFailure("circuit_open", message)
        self._probing = True

    def succeeded(self) -> None:
        """The endpoint answered, whatever it said."""
        self.failures, self._pause, self._open_until, self._probing = 0, PAUSE, None, False

    def failed(self) -> None:
        """The endpoint did not answer as one that works."""
        self.failures += 1
        if self._probing:
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if self._probing or (self._open_until is None and self.failures >= FAILURES):
            self._open_until = asyncio.get_running_loop().time() + self._pause
        self._probing = False

    def abandoned(self) -> None:
        """A call ended without telling anything, because nobody waits for it any more."""
        self._probing = False
