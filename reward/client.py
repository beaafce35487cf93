"""The way from a trainer's process to the reward server: what every in-process adapter uses.

A call never raises and never invents a reward: what the server did not score comes back unscored, with the reason. It
may be made from a plain thread, a running event loop, or a forked or spawned worker; a client can be pickled.
"""

import asyncio
import atexit
import random
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from json.encoder import encode_basestring_ascii as quoted  # json.dumps of a text, without its detours
from typing import Any

import aiohttp
from pydantic import BaseModel, ValidationError

from reward import background
from reward.item import Item
from reward.rollout import Asked, Pair
from reward.scorer import score
from reward.text import MAX_REPLY_CHARS
from reward.verdict import SERVER_FAILED, Fault, Verdict, unscored
from reward.waiting import retry_after

ADDRESS = re.compile(r"(?i:https?)://[^/\s@?#]{1,255}(?:/[^\s@?#]{0,1000})?")
CONNECTIONS = 64
"""Requests under way at once, from one process."""
IDLE_SECONDS = 4.0
"""A connection is given up before the server does so after 5: it could end just when the next request is sent."""
FALLBACK_SECONDS = 3.0
AWAY_SECONDS = 10.0
"""With a fallback, a server that failed is not asked again for so long: trainers that ask reply by reply would wait."""
CHUNK_BYTES = 16 * 1024 * 1024
"""Of a request: a quarter of what the server takes."""
MAX_BYTES = 64 * 1024 * 1024
MAX_PAUSE = 8.0
"""Seconds between two tries at most, unless the server names a longer time."""
MAX_NAMED = 1_000.0
"""Seconds; a server that names more is asked again as if it had named none."""
Pairs = Sequence[Pair]


class _Answer(BaseModel):
    verdicts: list[Verdict]


@dataclass(frozen=True, slots=True)
class Client:
    """Scores replies on the server at `url`, such as "http://127.0.0.1:8000".

    `deadline`: seconds that one call may take in all; until then a server that fails is asked again, with growing
    pauses. Keep it below the trainer's own limit. `chunk`: replies per request. `fallback`: what the server does not
    score is scored here, by rules, after FALLBACK_SECONDS of failures; what they leave undecided stays unscored, for
    the server might have decided it.
    """

    url: str
    deadline: float = 60.0
    chunk: int = 256
    fallback: bool = False

    def __post_init__(self) -> None:
        if not ADDRESS.fullmatch(self.url):
            what = "is no address of a server, or holds a password or a query"
            raise ValueError(f"url: {'it' if '@' in self.url else repr(self.url)} {what}; write http://127.0.0.1:8000")
        if not (self.deadline > 0 and self.chunk > 0):
            raise ValueError("deadline and chunk: each is above 0")

    async def score_all(self, pairs: Pairs) -> list[Verdict]:
        """Score (item or what names a registered one, reply) pairs; the verdicts come in the same order."""
        try:
            return await background.wait(self._score_all(pairs))
        except RuntimeError as error:  # the interpreter shuts down
            return _failed(pairs, str(error))

    def score_all_now(self, pairs: Pairs) -> list[Verdict]:
        """The same for a caller that is not asynchronous."""
        try:
            return background.run(self._score_all(pairs))
        except RuntimeError as error:
            return _failed(pairs, str(error))

    async def _score_all(self, pairs: Pairs) -> list[Verdict]:
        """Score each distinct pair once: a group of rollouts often holds the same reply several times."""
        places: dict[Any, int] = {}  # an item is told by its identity: it cannot be hashed
        where = [
            places.setdefault((id(item) if isinstance(item, Item) else item, reply), len(places))
            for item, reply in pairs
        ]
        distinct = list(dict(zip(where, pairs, strict=True)).values()) if len(places) < len(pairs) else pairs
        chunks = _chunks(distinct, self.chunk)
        done = await asyncio.gather(*(self._asked(chunk) for chunk in chunks))
        if self.fallback:
            done = await asyncio.gather(*(asyncio.to_thread(_scored_here, *c) for c in zip(chunks, done, strict=True)))
        verdicts = [verdict for some in done for verdict in some]
        return [verdicts[place] for place in where]

    async def _asked(self, pairs: Pairs) -> list[Verdict]:
        """The verdicts of the server; unscored where it gave none within the deadline, or refuses.

        Scoring has no effects and rulings are kept by content, so that asking again costs nothing twice.
        """
        if self.fallback and time.monotonic() < _away_until.get(self.url, 0.0):
            return _failed(pairs, "it failed a moment ago")
        body, start, pause, reason = body_of(pairs), time.monotonic(), 1.0, "no answer"
        with suppress(TimeoutError):
            async with asyncio.timeout(self.deadline):
                while isinstance(answer := await self._once(body, len(pairs)), _Failure):
                    reason = answer.reason
                    if answer.final:
                        return _failed(pairs, f"{reason} at {self.url}")
                    wait = max(answer.wait, random.uniform(0.5, 1.0) * pause)
                    if self.fallback and time.monotonic() - start + wait > FALLBACK_SECONDS:
                        break
                    await asyncio.sleep(wait)
                    pause = min(MAX_PAUSE, 2 * pause)
                else:
                    return answer
        _away_until[self.url] = time.monotonic() + AWAY_SECONDS
        return _failed(pairs, f"{reason} at {self.url}, for {time.monotonic() - start:.0f} s")

    async def _once(self, body: bytes, expected: int) -> "list[Verdict] | _Failure":
        try:
            # A redirect is not followed: the items hold the keys.
            route = f"{self.url.rstrip('/')}/score"
            async with _session().post(route, data=BytesIO(body), allow_redirects=False) as answer:
                if answer.status == 200:
                    return _checked(await _read(answer), expected)
                busy = answer.status == 429 or answer.status >= 500
                return _Failure(f"HTTP status {answer.status}", _named_wait(answer), final=not busy)
        except (aiohttp.ClientError, OSError, ValidationError, ValueError) as error:
            return _Failure(type(error).__name__)


@dataclass(frozen=True, slots=True)
class _Failure:
    """No verdicts, and why; `wait`: seconds that the server asks to be left alone; `final`: it refuses."""

    reason: str
    wait: float = 0.0
    final: bool = False


_away_until: dict[str, float] = {}
_sessions: dict[asyncio.AbstractEventLoop, aiohttp.ClientSession] = {}


def _session() -> aiohttp.ClientSession:
    """The session of the background loop."""
    loop = asyncio.get_running_loop()
    if loop not in _sessions:
        _sessions[loop] = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=CONNECTIONS, keepalive_timeout=IDLE_SECONDS),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=10),
            headers={"content-type": "application/json", "accept-encoding": "identity"},
            auto_decompress=False,
        )
    return _sessions[loop]


@atexit.register
def _close() -> None:
    """Close this process's own connections at its end."""
    for loop, session in list(_sessions.items()):
        if background.running(loop):
            with suppress(TimeoutError):
                asyncio.run_coroutine_threadsafe(session.close(), loop).result(timeout=2)


def _chunks(pairs: Pairs, most: int) -> list[Pairs]:
    """The pairs in parts of at most so many, and of at most CHUNK_BYTES of replies."""
    chunks: list[list[Pair]] = [[]]
    size = 0
    for item, reply in pairs:
        reply = reply[: MAX_REPLY_CHARS + 1]  # what is longer is not read, whatever it says
        written = len(reply) * (1 if reply.isascii() else 6)
        if chunks[-1] and (len(chunks[-1]) >= most or size + written > CHUNK_BYTES):
            chunks.append([])
            size = 0
        size += written
        chunks[-1].append((item, reply))
    return [chunk for chunk in chunks if chunk]


def body_of(pairs: Pairs) -> bytes:
    """A request; an item that several replies belong to is written once and copied."""
    written: dict[int, str] = {}

    def entry(item: Item | str | Asked, reply: str) -> str:
        if isinstance(item, str):
            named = f'"id":{quoted(item)}'
        elif isinstance(item, Asked):
            named = f'"prompt":{quoted(item.prompt)}'
        else:
            if id(item) not in written:
                written[id(item)] = item.model_dump_json()
            named = f'"item":{written[id(item)]}'
        return f'{{{named},"reply":{quoted(reply)}}}'

    text = f'{{"items":[{",".join(entry(item, reply) for item, reply in pairs)}]}}'
    return text.encode("utf-8", "replace")


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    """The body. Raises ValueError as soon as it is longer than any answer of ours."""
    body = bytearray()
    async for chunk in answer.content.iter_chunked(65_536):
        body += chunk
        if len(body) > MAX_BYTES:
            raise ValueError("the answer is too long")
    return bytes(body)


def _named_wait(answer: aiohttp.ClientResponse) -> float:
    """The seconds that a server asks to wait, 0 where it names none, or more than anybody waits here."""
    named = retry_after(answer.headers.get("retry-after"), answer.headers.get("date"))
    return named if named is not None and named < MAX_NAMED else 0.0


def _checked(body: bytes, expected: int) -> list[Verdict]:
    verdicts = _Answer.model_validate_json(body).verdicts
    if len(verdicts) != expected:
        raise ValueError(f"{len(verdicts)} verdicts for {expected} replies")
    return verdicts


def _scored_here(pairs: Pairs, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, with those of rules in place of those that the server did not give."""
    return [
        _by_rules(item, reply, verdict) if verdict.rule == SERVER_FAILED and isinstance(item, Item) else verdict
        for (item, reply), verdict in zip(pairs, verdicts, strict=True)
    ]


def _by_rules(item: Item, reply: str, failed: Verdict) -> Verdict:
    here = score(item, reply)
    if here.score is None:
        return failed
    return here.model_copy(update={"details": {**here.details, "fallback": True}})


def _failed(pairs: Pairs, reason: str) -> list[Verdict]:
    note = f"The reward server gave no verdict: {reason}."
    return [unscored(SERVER_FAILED, note, Fault(code=SERVER_FAILED, message=reason)) for _ in pairs]
