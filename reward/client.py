"""The way from a trainer's process to the reward server: what every in-process adapter uses.

A call never raises and never invents a reward: what the server did not score comes back unscored, with the reason.
"""

import asyncio
import logging
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
from pydantic import BaseModel, ValidationError

from reward.item import Item
from reward.verdict import Fault, Verdict, unscored

FAILED = "server_failed"
logger = logging.getLogger("answerkey")


class _Answer(BaseModel):
    verdicts: list[Verdict]


@dataclass(frozen=True, slots=True)
class Client:
    """Scores replies on the server at `url`, such as "http://127.0.0.1:8000".

    `deadline`: seconds that one call may take in all, with its `tries`; `chunk`: replies per request.
    """

    url: str
    deadline: float = 60.0
    tries: int = 4
    chunk: int = 256

    def __post_init__(self) -> None:
        if not re.match(r"https?://[^/\s]", self.url):
            raise ValueError(f"url: {self.url!r} is no address of a server; write one such as http://127.0.0.1:8000")

    async def score_all(self, pairs: Sequence[tuple[Item | str, str]]) -> list[Verdict]:
        """Score (item or id of a registered item, reply) pairs; the verdicts come in the same order."""
        chunks = [pairs[i : i + self.chunk] for i in range(0, len(pairs), self.chunk)]
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=10)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            done = await asyncio.gather(*(self._within_deadline(session, chunk) for chunk in chunks))
        verdicts = [verdict for some in done for verdict in some]
        if failed := [verdict for verdict in verdicts if verdict.rule == FAILED]:
            logger.warning("%d of %d replies are unscored. %s", len(failed), len(verdicts), failed[0].note)
        return verdicts

    async def _within_deadline(
        self, session: aiohttp.ClientSession, pairs: Sequence[tuple[Item | str, str]]
    ) -> list[Verdict]:
        try:
            async with asyncio.timeout(self.deadline):
                return await self._with_retries(session, pairs)
        except TimeoutError:
            return _failed(pairs, f"no answer within {self.deadline:g} s")

    async def _with_retries(
        self, session: aiohttp.ClientSession, pairs: Sequence[tuple[Item | str, str]]
    ) -> list[Verdict]:
        """Ask until the server gives a usable answer; one that it refuses (3xx, 4xx but 429) is not repeated."""
        body = {"items": [_entry(item, reply) for item, reply in pairs]}
        reason = "not tried"
        for attempt in range(self.tries):
            if attempt:
                await asyncio.sleep(random.uniform(0.5, 1.0) * 2 ** (attempt - 1))
            try:
                # A redirect is not followed: the items hold the keys.
                async with session.post(f"{self.url.rstrip('/')}/score", json=body, allow_redirects=False) as response:
                    if response.status == 200:
                        return _checked(await response.read(), len(pairs))
                    reason = f"HTTP status {response.status}"
                    if response.status < 500 and response.status != 429:
                        break
            except (aiohttp.ClientError, OSError, ValidationError, ValueError) as error:
                reason = type(error).__name__
        return _failed(pairs, reason)


def _entry(item: Item | str, reply: str) -> dict[str, Any]:
    """One entry of a request; a reply that is no valid Unicode has its stray halves replaced."""
    text = reply.encode("utf-8", "replace").decode()
    return (
        {"id": item, "reply": text} if isinstance(item, str) else {"item": item.model_dump(mode="json"), "reply": text}
    )


def _checked(body: bytes, expected: int) -> list[Verdict]:
    verdicts = _Answer.model_validate_json(body).verdicts
    if len(verdicts) != expected:
        raise ValueError(f"{len(verdicts)} verdicts for {expected} replies")
    return verdicts


def _failed(pairs: Sequence[tuple[Item | str, str]], reason: str) -> list[Verdict]:
    note = f"The reward server gave no verdict: {reason}."
    return [unscored(FAILED, note, Fault(code=FAILED, message=reason)) for _ in pairs]
