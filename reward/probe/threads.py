"""Calls of functions that block, which nobody has to wait for when the probe is over."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


async def in_thread(function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Like asyncio.to_thread, but neither the end of the loop nor that of the process waits for the thread."""
    result: Future[T] = Future()
    result.set_running_or_notify_cancel()  # the thread will say what came, whether or not somebody still waits

    def work() -> None:
        try:
            result.set_result(function(*arguments, **named))
        except BaseException as error:
            result.set_exception(error)

    Thread(target=work, daemon=True).start()
    return await asyncio.wrap_future(result)
