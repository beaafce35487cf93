"""A server as ROLL sees it: its worker submits one reply at a time, and then asks for the reward until it is there."""

import asyncio
import time
from collections.abc import Sequence
from math import isfinite
from typing import Any

import aiohttp

from reward.probe.made import Made
from reward.rollout import Rollout

CONNECTIONS = 32
SUBMITS = 5
SECONDS = 20
"""ROLL gives up on one request after this time."""
PAUSE, PATIENCE = 0.1, 60.0
"""Seconds between two questions, where ROLL waits for 2, and for all questions about a reply, where it takes 305."""
PROMPT = "system\nYou are a helpful assistant.\nuser\nWhich object is moved?\nassistant\n"
PAN = {"ground_truth": "pan"}
ODD: dict[str, tuple[Any, ...]] = {
    "a prompt that opened the thinking": ("user\nWhich object is moved?\n\n", "It moves.</think>Answer: pan", PAN),
    "an empty reply": (PROMPT, "", PAN),
    "ground_truth null": ("Does anybody know this question?", "Answer: pan", {"ground_truth": None}),
    "code to test": (PROMPT, "Answer: pan", {"case_type": "pytest", "test_cases": "[]"}),
    "a label that names nothing": (PROMPT, "Answer: pan", {"ground_truth": "0a1b2c3d4e5f6a7b"}),
    "a reply that is null": (PROMPT, None, PAN),
}


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What ROLL makes of the answers of the server at `url`."""
    limit = asyncio.Semaphore(CONNECTIONS)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SECONDS)) as session:

        async def one(sample: Rollout) -> Made:
            info = {"ground_truth": sample.label} if sample.item_id is None else {"item_id": sample.item_id}
            async with limit:
                return await _made(session, url.rstrip("/"), sample.prompt, sample.reply, info)

        return await asyncio.gather(*(one(sample) for sample in samples))


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """ROLL's good and bad shapes, and an id that the server never gave."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SECONDS)) as session:
        made = await asyncio.gather(*(_made(session, url.rstrip("/"), *shape) for shape in ODD.values()))
        stray = await _asked(session, url.rstrip("/"), "0a1b2c3d", [])
    again = Made(None, "left out", "submitted again") if stray is None else Made(stray, flag="an unknown id")
    return [*((name, [one]) for name, one in zip(ODD, made, strict=True)), ("an id of another server", [again])]


async def _made(session: aiohttp.ClientSession, url: str, prompt: Any, reply: Any, info: Any) -> Made:
    """ROLL trains on 0 where five submissions give no number; its log says what went wrong."""
    body = {
        "project_id": "p",
        "experiment_id": "e",
        "global_step": 0,
        "data_id": "0",
        "rollout_id": "0",
        "timeout": 300,
    }
    body |= {"priority": 1, "reward_manager": [], "prompt": prompt, "response": reply, "reward_info": info}
    said: list[str] = []
    for _ in range(SUBMITS):
        try:
            async with session.post(f"{url}/roll/submit", json=body) as answer:
                answer.raise_for_status()
                id_ = (await answer.json())["reward_request_id"]
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError, KeyError, TypeError) as error:
            said.append(f"no id: {type(error).__name__}")
            continue
        reward = await _asked(session, url, id_, said)
        if isinstance(reward, int | float) and isfinite(reward):
            return Made(float(reward), flag="; ".join(said))
        if reward is not None:
            return Made(None, "run ends", f"{reward!r:.40} is no reward")
    return Made(0.0, flag="; ".join([*said, "Failed to get reward"]))


async def _asked(session: aiohttp.ClientSession, url: str, id_: str, said: list[str]) -> Any:
    """The reward for an id; None where there is none. What ROLL logs is added to `said`."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        try:
            async with session.get(f"{url}/roll/result", json={"reward_request_id": id_}) as answer:
                answer.raise_for_status()
                found = await answer.json()
            if found["errcode"] == 0:
                return found.get("reward_score")
            if found["errcode"] != 1:
                said.append(f"errcode={found['errcode']}, errmsg={found.get('errmsg')!r}")
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError, KeyError, TypeError) as error:
            said.append(type(error).__name__)
        await asyncio.sleep(PAUSE)
    return None
