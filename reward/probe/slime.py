"""A server as slime sees it: its client posts one reply at a time and takes the JSON of the answer as the reward."""

import asyncio
from collections.abc import Sequence
from math import isfinite
from typing import Any

import aiohttp

from reward.probe.made import Made
from reward.rollout import Rollout

SECONDS = 120
CONNECTIONS = 64
KEY = "reward"
"""The --reward-key of the detailed route."""
QUESTION = {"type": "text", "text": "Which object is moved?"}
MESSAGES = [{"role": "user", "content": [{"type": "image", "image": "data:image/png;base64,AAAA"}, QUESTION]}]
ODD: dict[str, Any] = {
    "the prompt as messages with a picture": {"prompt": MESSAGES, "response": "Answer: pan", "label": "pan"},
    "a templated prompt, the end of a turn in the reply": {
        "prompt": "<|im_start|>user\nWhich object is moved?<|im_end|>\n<|im_start|>assistant\n",
        "response": "Answer: pan<|im_end|>",
        "label": "pan",
    },
    "an empty reply": {"prompt": "Which object is moved?", "response": "", "label": "pan"},
    "label null": {"prompt": "Does anybody know this question?", "response": "Answer: pan", "label": None},
    "a label that names nothing": {"prompt": "?", "response": "Answer: pan", "label": "0a1b2c3d4e5f6a7b"},
    "a reply that is null": {"prompt": "?", "response": None, "label": "pan"},
    "no fields at all": {},
}


async def ask(url: str, samples: Sequence[Rollout], key: str | None = None) -> list[Made]:
    """What slime makes of the answers at `url`/slime; with `key`, of those at `url`/slime/detail."""
    bodies = [
        {
            "prompt": sample.prompt,
            "response": sample.reply,
            "label": sample.item_id if sample.label is None else sample.label,
        }
        for sample in samples
    ]
    return await _made(url, bodies, key)


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """slime's good and bad shapes at both routes."""
    plain = await _made(url, list(ODD.values()), None)
    detailed = await _made(url, list(ODD.values()), KEY)
    return [
        (f"{route}: {name}", [made])
        for route, found in (("/slime", plain), ("/slime/detail", detailed))
        for name, made in zip(ODD, found, strict=True)
    ]


async def _made(url: str, bodies: Sequence[Any], key: str | None) -> list[Made]:
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=CONNECTIONS), timeout=aiohttp.ClientTimeout(total=SECONDS)
    ) as session:
        route = f"{url.rstrip('/')}/slime{'/detail' if key else ''}"
        return await asyncio.gather(*(_one(session, route, body, key) for body in bodies))


async def _one(session: aiohttp.ClientSession, route: str, body: Any, key: str | None) -> Made:
    """slime asks again, ten times in all, for whatever goes wrong; what stays wrong ends the run."""
    try:
        async with session.post(route, json=body) as answer:
            answer.raise_for_status()
            reward = await answer.json()
    except aiohttp.ClientResponseError as error:
        return Made(None, "run ends" if 400 <= error.status < 500 else "asked again", f"HTTP status {error.status}")
    except TypeError:  # the body is no JSON: slime cannot send it, ever
        return Made(None, "run ends")
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return Made(None, "asked again", type(error).__name__)
    value = reward[key] if key and isinstance(reward, dict) and key in reward else None if key else reward
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return Made(None, "run ends", f"{value!r:.40} is no reward")
    unscored = isinstance(reward, dict) and reward.get("unscored") == 1
    return Made(float(value), flag=f"unscored=1 rule={reward['rule']}" if unscored else "")
