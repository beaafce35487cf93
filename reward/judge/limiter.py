"""The limiter: how many calls may be under way at once. It gives way when the endpoint is overloaded.

Additive increase, multiplicative decrease (as TCP does; Chiu and Jain, 1989): every success adds a share of a call,
an overload halves the limit, at most once for the calls that were under way together. While the endpoint asks to be
left alone, no call starts.
"""

import asyncio
from collections import deque

LONGEST_CLOSED = 300.0
"""Seconds that an endpoint may ask to be left alone; it is asked again after that."""


class Limiter:
    """At most `most` calls at once, in the order in which they came; fewer while the endpoint is overloaded."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.limit = float(most)
        self.active = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._cut_at = float("-inf")
        self.closed_until = float("-inf")

    def try_enter(self) -> bool:
        """Take a turn, if one is free; `leave` ends it."""
        free = not self._waiting and self._free()
        self.active += free
        return free

    async def enter(self) -> None:
        """Wait for a turn; `leave` ends it."""
        if self.try_enter():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # the turn came in the same moment: hand it on
            raise

    def leave(self) -> None:
        """The call is over, whatever came of it."""
        self.active -= 1
        self._wake()

    def succeeded(self) -> None:
        """A call succeeded: a little more may be under way."""
        self.limit = min(float(self.most), self.limit + 1 / self.limit)

    def overloaded(self, started: float, retry_after: float | None = None) -> None:
        """A call of that time (on the loop's clock) met an overload; nothing starts for `retry_after` seconds."""
        loop = asyncio.get_running_loop()
        now, retry_after = loop.time(), min(retry_after or 0.0, LONGEST_CLOSED)
        if started >= self._cut_at:
            self.limit = max(1.0, self.limit / 2)
            self._cut_at = now
        if now + retry_after > self.closed_until:
            self.closed_until = now + retry_after
            loop.call_later(retry_after + 0.001, self._wake)

    def _free(self) -> bool:
        return self.active < int(self.limit) and asyncio.get_running_loop().time() >= self.closed_until

    def _wake(self) -> None:
        while self._waiting and self._free():
            turn = self._waiting.popleft()
            if not turn.done():
                self.active += 1
                turn.set_result(None)
