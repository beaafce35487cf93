"""A server as slime sees it: its client posts one reply at a time and takes the JSON of the answer as the reward."""

import asyncio
from collections.abc import Sequence
from typing import Any

from reward.probe.made import Made, finite, short
from reward.probe.post import post, session
from reward.rollout import Rollout

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
    bodies = list(ODD.values())
    plain, detailed = await asyncio.gather(_made(url, bodies, None), _made(url, bodies, KEY))
    return [
        (f"{route}: {name}", [made])
        for route, found in (("/slime", plain), ("/slime/detail", detailed))
        for name, made in zip(ODD, found, strict=True)
    ]


async def _made(url: str, bodies: Sequence[Any], key: str | None) -> list[Made]:
    """slime asks again, ten times in all, for whatever goes wrong; what stays wrong ends the run."""
    route = f"{url.rstrip('/')}/slime{'/detail' if key else ''}"
    async with session() as opened:
        answers = await asyncio.gather(*(post(opened, route, body) for body in bodies))
    return [answer if isinstance(answer, Made) else read(answer, key) for answer in answers]


def read(answer: Any, key: str | None) -> Made:
    """What becomes of a reply by an answer: it is the reward, or has it as `key`."""
    found = answer if isinstance(answer, dict) else {}
    value = found.get(key) if key else answer
    if not finite(value):
        return Made(None, "run ends", f"{short(value)} is no reward")
    return Made(float(value), flag=f"unscored=1 rule={short(found.get('rule'))}" if found.get("unscored") == 1 else "")
