"""The circuit breaker: an endpoint that keeps failing is left alone, so that no trainer waits for it in vain.

The circuit opens after FAILURES failures in a row, if nothing has succeeded for PATIENCE seconds either: the tries of a
call bridge a short outage, and an endpoint that is overloaded keeps succeeding at times. Every call then fails at once.
When the pause is over one call is let through; if it succeeds the circuit closes, else it stays open twice as long.
"""

import asyncio
import logging

from reward.judge.failure import JudgeFailure

FAILURES = 10
PATIENCE = 5.0
PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds."""
logger = logging.getLogger("answerkey")


class Breaker:
    """The state of one endpoint, on the event loop's clock, which no change of the machine's time moves."""

    def __init__(self) -> None:
        self.failures = 0
        self._failing_since = float("inf")
        self._succeeded_at = float("-inf")
        self._pause = PAUSE
        self._open_until: float | None = None
        self._probing = False

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
        if self._open_until is not None:
            logger.warning("The judge's endpoint answers again.")
        self.failures, self._failing_since, self._pause = 0, float("inf"), PAUSE
        self._open_until, self._probing = None, False
        self._succeeded_at = asyncio.get_running_loop().time()

    def failed(self, tried: bool, started: float) -> None:
        """The endpoint did not answer as one that works. `tried`: what `enter` said; `started`: when, on the clock."""
        now = asyncio.get_running_loop().time()
        self.failures += 1
        self._failing_since = min(self._failing_since, max(started, self._succeeded_at))
        if tried:
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            self._probing = False
        lasting = self.failures >= FAILURES and now - self._failing_since >= PATIENCE
        opens = lasting and self._open_until is None
        if opens:
            logger.warning("The judge's endpoint keeps failing; it is left alone, and replies stay unscored meanwhile.")
        if tried or opens:
            self._open_until = now + self._pause

    def abandoned(self, tried: bool) -> None:
        """A call ended without telling anything of the endpoint."""
        if tried:
            self._probing = False
