"""Single flight: what several ask for at the same time is done once, and all of them get what comes of it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Flights:
    """Work in the air, by key. A flight that has ended is forgotten, its failure too: what lasts is in a cache.

    May be used in one event loop after another, but not in two threads at once.
    """

    def __init__(self) -> None:
        self._flights: dict[str, asyncio.Task[Any]] = {}

    def __len__(self) -> int:
        """How many keys are in the air."""
        return len(self._flights)

    def __contains__(self, key: str) -> bool:
        """Whether a key is in the air."""
        return key in self._flights

    async def join(self, key: str, start: Callable[[], Awaitable[T]]) -> tuple[T, bool]:
        """What `start` returns, and whether somebody else had started it already. Raises what `start` raises.

        The work belongs to nobody: who is cancelled leaves it to the others, and with nobody left it runs to its own
        end, for what it learns may be kept. So `start` has to end by itself, and every key has one type of result.
        """
        loop = asyncio.get_running_loop()
        task = self._flights.get(key)
        joined = task is not None and not task.done() and task.get_loop() is loop
        if task is None or not joined:
            task = self._flights[key] = loop.create_task(_run(start))
            task.add_done_callback(lambda done: self._land(key, done))
        # Unlike awaiting the task, this passes no cancellation on; asyncio.wait does the same and takes twice as long.
        landed: asyncio.Future[None] = loop.create_future()
        task.add_done_callback(lambda _: None if landed.done() else landed.set_result(None))
        await landed
        if task.cancelled():  # by others than who waits here: for them it is a failure like any other
            raise RuntimeError("the work was cancelled from within")
        return task.result(), joined

    def _land(self, key: str, task: asyncio.Task[Any]) -> None:
        if self._flights.get(key) is task:
            del self._flights[key]
        if not task.cancelled():
            task.exception()  # seen: asyncio reports a failure that nobody has waited for


async def _run(start: Callable[[], Awaitable[T]]) -> T:
    return await start()
