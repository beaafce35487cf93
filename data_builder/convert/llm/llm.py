"""A language model that can be asked: its endpoint, what it said before, and what it has cost so far."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from data_builder.convert.llm.answer import read_object
from data_builder.convert.llm.calls import Call
from reward.judge.breaker import PAUSE
from reward.judge.cache import Cache, MemoryCache
from reward.judge.client import ChatClient
from reward.judge.endpoint import Endpoint
from reward.judge.failure import JudgeFailure
from reward.judge.ruling import Ruling
from reward.judge.tally import Budget, Spent, Tally
from reward.judge.wire import Completion

T = TypeVar("T")


@dataclass(slots=True)
class Llm:
    """A model and how it is asked. `classes`: the other nouns of each noun's class, which prove aliases; `deadline`:
    seconds per answer, tries and waiting included; `try_seconds`: per call; `connections`: calls at once; `tried`:
    whether it has passed the test questions. Close it: its cache may be a file."""

    endpoint: Endpoint
    cache: Cache = field(default_factory=MemoryCache)
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deadline: float = 600.0
    try_seconds: float = 120.0
    connections: int = 32
    budget: Budget = field(default_factory=Budget)
    tally: Tally = field(default_factory=Tally)
    tried: bool = False

    @asynccontextmanager
    async def line(self) -> AsyncIterator["Line"]:
        """A connection of the running event loop."""
        client = ChatClient(self.endpoint, self.connections, self.try_seconds, self.budget, self.tally)
        try:
            yield Line(self, client, asyncio.get_running_loop().time())
        finally:
            await client.close()

    async def close(self) -> None:
        """Write what the cache has not written yet."""
        await self.cache.close()


@dataclass(slots=True)
class Line:
    """The way to ask a model, from one event loop. `heard_at`: when it last answered, on the loop's clock."""

    llm: Llm
    client: ChatClient
    heard_at: float

    @property
    def endpoint(self) -> Endpoint:
        """Where it is asked."""
        return self.llm.endpoint

    @property
    def classes(self) -> Mapping[str, tuple[str, ...]]:
        """The other nouns of each noun's class."""
        return self.llm.classes

    async def ask(self, call: Call[T]) -> T:
        """A well-formed answer: the one that is kept, else one that is given now, which is then kept.

        Raises JudgeFailure. A failure is counted by its kind and never kept.
        """
        endpoint, tally = self.endpoint, self.llm.tally
        key = call.key(endpoint)
        tally.asked += 1
        kept = await self.llm.cache.get(key)
        if kept is not None and (said := _read(kept.chosen, call)) is not None:
            tally.cached += 1
            return said[1]
        spent = Spent()
        try:
            text, answer = await self._complete(call, spent)
        except JudgeFailure as failure:
            tally.failures[failure.kind] += 1
            raise
        tally.judged += 1
        await self.llm.cache.put(key, Ruling(text, endpoint.model, spent.prompt_tokens, spent.completion_tokens))
        return answer

    async def _complete(self, call: Call[T], spent: Spent) -> tuple[str, T]:
        """An answer that is given now. An endpoint that is left alone after failures is waited for, once for as long as
        a call may take; when it has been silent for longer, every call fails at once."""
        loop, endpoint = asyncio.get_running_loop(), self.endpoint
        body, read = partial(call.body, endpoint), partial(_completed, endpoint, call)
        deadline = loop.time() + self.llm.deadline
        while True:
            try:
                answer = await self.client.complete(body, read, deadline, spent)
            except JudgeFailure as failure:
                until = min(deadline, self.heard_at + self.llm.deadline)
                if failure.kind != "circuit_open" or loop.time() + PAUSE >= until:
                    raise
                await asyncio.sleep(PAUSE)
            else:
                self.heard_at = loop.time()
                return answer


def _completed(endpoint: Endpoint, call: Call[T], completion: Completion) -> tuple[str, T]:
    if endpoint.key and endpoint.key in completion.text:
        raise JudgeFailure("bad_completion", "The endpoint repeats the key.")  # which is to be kept nowhere
    return read_object(completion.text, endpoint.output, call.read)


def _read(kept: str, call: Call[T]) -> tuple[str, T] | None:
    """An answer that was kept; None for one that is not well-formed, which is then asked for again."""
    try:
        return read_object(kept, "json_object", call.read)
    except JudgeFailure:
        return None
