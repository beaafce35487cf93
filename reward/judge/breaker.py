"""The circuit breaker: an endpoint that keeps failing is left alone, so that no trainer waits for it in vain.

Failures in a row, each with its weight, open the circuit: every call then fails at once. When the pause is over one call
is let through; if it succeeds the circuit closes, else it stays open twice as long. An overload is no sign of a dead
endpoint by itself: calls that met one together count once.
"""

import asyncio

from reward.judge.failure import ILLNESS, OVERLOADED, JudgeFailure, Kind

SURE = 20
"""The sum of weights, without a success between, that opens the circuit."""
PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds."""


class Breaker:
    """The state of one endpoint, on the event loop's clock, which no change of the machine's time moves."""

    def __init__(self) -> None:
        self.illness = 0
        self._pause = PAUSE
        self._open_until: float | None = None
        self._probing = False
        self._overloaded_at = float("-inf")

    @property
    def state(self) -> str:
        """ "closed", "open", or "half_open" while one call tries."""
        return "half_open" if self._probing else "closed" if self._open_until is None else "open"

    def enter(self) -> bool:
        """Before a call; whether it is the one that tries. Raises JudgeFailure while the circuit is open."""
        if self._open_until is None:
            return False
        if self._probing or asyncio.get_running_loop().time() < self._open_until:
            raise JudgeFailure("circuit_open", "The judge's endpoint kept failing, and is left alone for a while.")
        self._probing = True
        return True

    def succeeded(self) -> None:
        """The endpoint answered, whatever it said."""
        self.illness, self._pause, self._open_until, self._probing = 0, PAUSE, None, False

    def failed(self, tried: bool, kind: Kind, started: float) -> None:
        """The endpoint did not answer as one that works. `tried`: what `enter` said; `started`: when, on the clock."""
        now = asyncio.get_running_loop().time()
        if kind not in OVERLOADED:
            self.illness += ILLNESS[kind]
        elif started >= self._overloaded_at:
            self.illness += ILLNESS[kind]
            self._overloaded_at = now
        if tried:
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            self._probing = False
        if tried or (self._open_until is None and self.illness >= SURE):
            self._open_until = now + self._pause

    def abandoned(self, tried: bool) -> None:
        """A call ended without telling anything of the endpoint."""
        if tried:
            self._probing = False
