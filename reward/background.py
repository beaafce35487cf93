"""One event loop in a thread of its own, for each process: where the calls of all trainers' functions run.

Trainers call reward functions from a plain thread, from a running event loop, from a new loop for each call, and in
workers that were forked or spawned. A connection belongs to one loop and one process, so all calls of a process go to
this loop, which starts with the first of them. A forked child starts its own.
"""

import asyncio
import os
from collections.abc import Coroutine
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Background:
    lock: Lock = field(default_factory=Lock)
    loop: asyncio.AbstractEventLoop | None = None


_here = _Background()


def submit(work: Coroutine[Any, Any, T]) -> "Future[T]":
    """Start a coroutine in the background loop. Raises RuntimeError while the interpreter shuts down."""
    with _here.lock:
        if _here.loop is None:
            loop = asyncio.new_event_loop()
            try:
                Thread(target=loop.run_forever, name="answerkey", daemon=True).start()
            except RuntimeError:
                work.close()
                loop.close()
                raise
            _here.loop = loop
    return asyncio.run_coroutine_threadsafe(work, _here.loop)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the background loop and wait for it: for callers that are not asynchronous.

    May be called where an event loop runs, which then waits as well. Raises RuntimeError in the background loop itself,
    which would wait for ever.
    """
    if _here.loop is not None and asyncio._get_running_loop() is _here.loop:
        work.close()
        raise RuntimeError("this runs in the background loop; await it")
    return submit(work).result()


async def wait(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the background loop and await it in the caller's own; who is cancelled cancels it."""
    return await asyncio.wrap_future(submit(work))


def running(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether this is the background loop of this process."""
    return loop is _here.loop


def _start_anew() -> None:
    """In a forked child: the parent's thread is not here, and its lock may be held for ever."""
    global _here
    _left_behind.append(_here)  # closing it would close what the parent uses
    _here = _Background()


_left_behind: list[_Background] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_anew)
