"""One request of a trainer's client, bounded in time and size: the JSON of its answer, or what comes of having none."""

import asyncio
import json
import re
from collections.abc import Collection
from typing import Any, Literal

import aiohttp

from reward.probe.made import Made

SECONDS = 50.0
"""Of one request; the server's judge takes up to 45 for a reply."""
CONNECTIONS = 64
MOST_BYTES = 2**20
"""Of an answer; beyond them it is not read."""
JSON_TYPE = re.compile(r"application/(?:[\w.+-]+\+)?json")
Trouble = Literal["refused", "failed", "no JSON", "away"]
"""A status of 4xx; any other from 400; another answer; none."""
AGAIN: tuple[Trouble, ...] = ("failed", "no JSON", "away")


def session(seconds: float = SECONDS) -> aiohttp.ClientSession:
    """A session whose requests take so many seconds at most."""
    connector = aiohttp.TCPConnector(limit=CONNECTIONS)
    return aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=seconds))


async def post(
    opened: aiohttp.ClientSession,
    url: str,
    body: Any,
    again: Collection[Trouble] = AGAIN,
    checked: bool = True,
    method: str = "POST",
) -> Any:
    """The JSON of an answer, or a Made.

    `again`: the troubles after which the client asks again; any other ends the run. `checked`: whether it looks at the
    status and the content type.
    """

    def lost(trouble: Trouble, why: str) -> Made:
        return Made(None, "asked again" if trouble in again else "run ends", why)

    try:
        sent = None if body is None else json.dumps(body).encode()
    except (TypeError, ValueError) as error:
        return Made(None, "run ends", f"cannot be sent: {error}")
    try:
        async with opened.request(method, url, data=sent, headers={"content-type": "application/json"}) as answer:
            if checked:
                answer.raise_for_status()
                if not JSON_TYPE.fullmatch(answer.content_type):
                    return lost("no JSON", f"content type {answer.content_type}")
            return json.loads(await _read(answer))
    except aiohttp.ClientResponseError as error:
        return lost("refused" if 400 <= error.status < 500 else "failed", f"HTTP status {error.status}")
    except (aiohttp.ClientError, OSError) as error:
        return lost("away", str(error) or type(error).__name__)
    except (ValueError, RecursionError) as error:
        return lost("no JSON", f"no JSON: {error}")


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    """The body. Raises ValueError for one that is too long."""
    try:
        await answer.content.readexactly(MOST_BYTES + 1)
    except asyncio.IncompleteReadError as end:
        return end.partial
    raise ValueError(f"more than {MOST_BYTES} bytes")
