"""Rulings in Redis, which replicas of the server share, behind a cache of this machine that does alone as well.

Needs the extra `[redis]`. Redis is a help and never a need: while it is gone, or hangs, everything runs on the local
cache. What waits for Redis goes in one pipeline over one connection, so that a thousand calls cost a few round trips.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from reward.jsonl import InputError, printable
from reward.judge.cache import MAX_VALUE_CHARS, Cache, decode, encode
from reward.judge.ruling import Ruling

PREFIX = "answerkey:judge:1:"
KEPT_SECONDS = 30 * 86_400
SOCKET_SECONDS = 0.25
"""How long Redis may take to connect, and to answer."""
EXCHANGE_SECONDS = 1.0
"""How long one pipeline may take in all."""
PAUSES = (5.0, 60.0)
"""Seconds for which a Redis that failed is left alone: at first, and at most, doubling in between."""
BATCH = 128
CLAIM = "claim:"
RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"
logger = logging.getLogger("answerkey")
Command = tuple[str | int, ...]


@dataclass(slots=True)
class _Line:
    """The connection of one event loop, and what waits to be sent on it."""

    loop: asyncio.AbstractEventLoop
    redis: Redis
    waiting: deque[tuple[tuple[Command, ...], asyncio.Future[list[Any] | None]]] = field(default_factory=deque)
    sending: asyncio.Task[None] | None = None


class RedisCache(Cache):
    """Keeps rulings in `local` and in the Redis at `url`, such as redis://:password@host:6379/0 or rediss://….

    A ruling is read from `local` first. Raises InputError for a URL that is none; no message repeats it. May be used in
    one event loop after another, but not in two threads at once; close it in each.
    """

    def __init__(self, url: str, local: Cache) -> None:
        self._local = local
        self._url = url
        self._token = CLAIM + secrets.token_hex(16)
        self._line: _Line | None = None
        self._failed = 0
        self._pause = 0.0  # while Redis is gone: how long it is left alone
        self._again = 0.0
        try:
            pool = self._pool()
            pool.connection_class(**pool.connection_kwargs)  # without connecting: finds options that do not exist
        except Exception:  # whatever it says may repeat the password
            raise InputError(
                "redis: this is no URL of a Redis server; write one such as redis://:password@host:6379/0,"
                " with the password percent-encoded"
            ) from None
        options = pool.connection_kwargs
        address = options.get("path") or f"{options.get('host', 'localhost')}:{options.get('port', 6379)}"
        self._address = printable(str(address))

    def __repr__(self) -> str:
        return f"RedisCache({self._address!r}, {self._local!r})"

    @property
    def faults(self) -> int:
        return self._failed + self._local.faults

    async def get(self, key: str) -> Ruling | None:
        if (kept := await self._local.get(key)) is not None:
            return kept
        answers = await self._send(_read(key))
        return await self._keep(key, _text(answers[0])) if answers else None

    async def put(self, key: str, ruling: Ruling) -> None:
        """Keep a ruling locally at once, and in Redis soon: that is not waited for."""
        await self._local.put(key, ruling)
        self._send(("SET", PREFIX + key, key + encode(ruling), "EX", KEPT_SECONDS))

    async def claim(self, key: str, seconds: float) -> Ruling | bool:
        """What is kept; else whether the caller shall ask, which is always so while Redis is gone.

        A claim lies under the key of the ruling: nobody can claim what has just been put. If its owner dies, it ends
        by itself.
        """
        if (kept := await self._local.get(key)) is not None:
            return kept
        lease = max(1, int(seconds * 1000))
        answers = await self._send(("SET", PREFIX + key, self._token, "NX", "PX", lease), _read(key))
        if answers is None:
            return True
        found = _text(answers[1])
        if found.startswith(CLAIM):
            return found == self._token
        return await self._keep(key, found) or True  # rubbish belongs to nobody, and a put replaces it

    async def _keep(self, key: str, found: str) -> Ruling | None:
        """The ruling that Redis holds, now also kept locally."""
        # It repeats its key: an answer that belonged to another question would be a wrong ruling.
        ruling = decode(found.removeprefix(key)) if found.startswith(key) else None
        if ruling is not None:
            await self._local.put(key, ruling)
        return ruling

    def release(self, key: str) -> None:
        self._send(("EVAL", RELEASE, 1, PREFIX + key, self._token))

    async def close(self) -> None:
        line, self._line = self._line, None
        if line is not None and line.loop is asyncio.get_running_loop():
            if line.sending is not None:
                await asyncio.wait([line.sending])
            with suppress(Exception):
                await line.redis.aclose()
        await self._local.close()

    def _pool(self) -> ConnectionPool:
        return ConnectionPool.from_url(
            self._url,
            protocol=2,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=SOCKET_SECONDS,
            socket_connect_timeout=SOCKET_SECONDS,
        )

    def _here(self) -> _Line:
        """The line of the running event loop."""
        loop = asyncio.get_running_loop()
        if self._line is None or self._line.loop is not loop:
            self._line = _Line(loop, Redis.from_pool(self._pool()))
        return self._line

    def _send(self, *commands: Command) -> asyncio.Future[list[Any] | None]:
        """The answers to commands, which are exceptions where one was misused; None while Redis is gone."""
        line = self._here()
        answers: asyncio.Future[list[Any] | None] = line.loop.create_future()
        now = time.monotonic()
        if self._pause and now < self._again:
            answers.set_result(None)
            return answers
        self._again = now + self._pause  # where Redis is gone, these commands try it for all others
        line.waiting.append((commands, answers))
        if line.sending is None or line.sending.done():
            line.sending = line.loop.create_task(self._send_waiting(line))
        return answers

    async def _send_waiting(self, line: _Line) -> None:
        """Send what waits, so many at once, until nothing does; what Redis does not answer is answered None."""
        batch: list[tuple[tuple[Command, ...], asyncio.Future[list[Any] | None]]] = []
        try:
            while line.waiting:
                batch = [line.waiting.popleft() for _ in range(min(BATCH, len(line.waiting)))]
                found = await self._exchange(line.redis, [command for commands, _ in batch for command in commands])
                if found is None:
                    break
                answers = iter(found)
                for commands, future in batch:
                    part = list(islice(answers, len(commands)))
                    if not future.done():
                        future.set_result(part)
        finally:
            for _, future in [*batch, *line.waiting]:
                if not future.done():
                    future.set_result(None)
            line.waiting.clear()

    async def _exchange(self, redis: Redis, commands: list[Command]) -> list[Any] | None:
        try:
            async with asyncio.timeout(EXCHANGE_SECONDS), redis.pipeline(transaction=False) as pipeline:
                for command in commands:
                    pipeline.execute_command(*command)
                answers = await pipeline.execute(raise_on_error=False)
            for answer in answers:
                # All else says that Redis is not at our service: NOAUTH, LOADING, READONLY, OOM, MOVED …
                if isinstance(answer, Exception) and not str(answer).startswith("WRONGTYPE"):
                    raise answer
        except Exception as error:  # of the library, of sockets, TLS, names: none of them may cost a verdict
            self._is_gone(error)
            return None
        self._is_back()
        return answers

    def _is_gone(self, error: Exception) -> None:
        first, longest = PAUSES
        self._failed += 1
        if not self._pause:  # its message may repeat the password
            why = type(error).__name__
            logger.warning("Redis at %s is gone (%s): the judge's rulings are kept locally.", self._address, why)
        self._pause = min(self._pause * 2, longest) if self._pause else first
        self._again = time.monotonic() + self._pause

    def _is_back(self) -> None:
        if self._pause:
            logger.warning("Redis at %s is back.", self._address)
        self._pause = 0.0


def _read(key: str) -> Command:
    """GETRANGE rather than GET: nobody knows how much is there."""
    return ("GETRANGE", PREFIX + key, 0, len(key) + MAX_VALUE_CHARS)


def _text(answer: object) -> str:
    return answer.decode("ascii", "replace") if isinstance(answer, bytes) else "no text"
