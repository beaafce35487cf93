"""Rulings that were made before: what every cache does, the way through one, and the one in memory.

A cache is a convenience. Once it is open it never raises: what it cannot read is a miss, what it cannot write is asked
for again. It holds rulings only, never a failure, and nothing of an item or a reply but the option chosen.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

from reward.judge.ruling import Ruling

FORMAT = 1
MAX_VALUE_CHARS = 65_536
POLLS = (0.02, 0.25)
"""Seconds between two looks at a ruling that somebody else is getting: the first, and the longest."""


class Cache(Protocol):
    """Keeps rulings by key, 64 hexadecimal digits. No method raises, and `get` returns well-formed rulings only.

    `faults`: how many reads and writes failed so far.
    """

    @property
    def faults(self) -> int:
        return 0

    async def get(self, key: str) -> Ruling | None: ...

    async def put(self, key: str, ruling: Ruling) -> None: ...

    async def close(self) -> None:
        """Write what is not written yet, and close what is open."""
        return

    async def claim(self, key: str, seconds: float) -> Ruling | bool:
        """What is kept; else whether the caller shall ask: False while another replica does, for so long at most."""
        return await self.get(key) or True

    def release(self, key: str) -> None:
        """Give a claim back that came to nothing, without waiting; `put` ends one that did not."""
        return


async def through(
    cache: Cache, key: str, ask: Callable[[], Awaitable[Ruling]], options: Collection[str], deadline: float
) -> tuple[Ruling, bool]:
    """The ruling that is kept under a key, else the one that `ask` gets, which is then kept; and whether it was kept.

    A kept one that chose none of the `options` counts as none. Where another replica is asking already, its ruling is
    waited for, for half of the time until `deadline` (of the event loop's clock) at most. Raises what `ask` raises.
    """
    loop = asyncio.get_running_loop()
    patience = max(deadline - loop.time(), 0) / 2
    until = loop.time() + patience
    pause, longest = POLLS
    while True:
        found = await cache.claim(key, patience)
        if isinstance(found, Ruling) and found.chosen in options:
            return found, True
        if found or loop.time() >= until:
            break
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, longest)
    try:
        ruling = await ask()
        await cache.put(key, ruling)
    except BaseException:
        cache.release(key)
        raise
    return ruling, False


def encode(ruling: Ruling) -> str:
    """A ruling as ASCII JSON."""
    return json.dumps(
        {
            "format": FORMAT,
            "chosen": ruling.chosen,
            "model": ruling.model,
            "prompt_tokens": ruling.prompt_tokens,
            "completion_tokens": ruling.completion_tokens,
        }
    )


def decode(text: object) -> Ruling | None:
    """The ruling that `encode` wrote; None for anything else."""
    if not isinstance(text, str) or len(text) > MAX_VALUE_CHARS:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match value:
        case {
            "format": int(version),
            "chosen": str(chosen),
            "model": str(model),
            "prompt_tokens": int(prompt_tokens),
            "completion_tokens": int(completion_tokens),
        }:
            numbers = (version, prompt_tokens, completion_tokens)
            if version == FORMAT and min(numbers) >= 0 and bool not in map(type, numbers):
                return Ruling(chosen, model, prompt_tokens, completion_tokens)
    return None


class MemoryCache(Cache):
    """The rulings used last, at most `most` of them, in the memory of this process."""

    def __init__(self, most: int = 65_536) -> None:
        self._most = most
        self._rulings: dict[str, Ruling] = {}

    async def get(self, key: str) -> Ruling | None:
        return self.recall(key)

    async def put(self, key: str, ruling: Ruling) -> None:
        self.keep(key, ruling)

    def recall(self, key: str) -> Ruling | None:
        ruling = self._rulings.pop(key, None)
        if ruling is not None:
            self._rulings[key] = ruling  # the last of the dict is the one used last
        return ruling

    def keep(self, key: str, ruling: Ruling) -> None:
        self._rulings.pop(key, None)
        self._rulings[key] = ruling
        if len(self._rulings) > self._most:
            del self._rulings[next(iter(self._rulings))]
