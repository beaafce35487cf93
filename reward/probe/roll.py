"""A server as ROLL sees it: its worker submits one reply at a time, and then asks for the reward until it is there."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import aiohttp

from reward.probe.made import Made, finite, short
from reward.probe.post import post, session
from reward.rollout import Rollout

SUBMITS = 5
SECONDS = 20
"""ROLL gives up on one request after this time."""
PAUSE, LIMIT = 0.1, 50.0
"""Seconds between two questions, where ROLL waits for 2, and for all of a reply, where it takes five times 305."""
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
    infos = [{"ground_truth": one.label} if one.item_id is None else {"item_id": one.item_id} for one in samples]
    return await _all(url, [(one.prompt, one.reply, info) for one, info in zip(samples, infos, strict=True)])


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """ROLL's good and bad shapes, and an id that the server never gave."""
    made, stray = await asyncio.gather(_all(url, list(ODD.values())), _stray(url))
    return [*((name, [one]) for name, one in zip(ODD, made, strict=True)), ("an id of another server", [stray])]


async def _all(url: str, shapes: Sequence[tuple[Any, ...]]) -> list[Made]:
    async with session(SECONDS) as opened:
        return await asyncio.gather(*(_limited(_made, opened, url.rstrip("/"), *shape) for shape in shapes))


async def _stray(url: str) -> Made:
    async with session(SECONDS) as opened:
        return await _limited(_once, opened, url.rstrip("/"), "0a1b2c3d")


async def _limited(call: Callable[..., Awaitable[Made]], *arguments: Any) -> Made:
    """What a call makes of its arguments, and of a list for what ROLL logs, within LIMIT."""
    said: list[str] = []
    try:
        return await asyncio.wait_for(call(*arguments, said), LIMIT)
    except TimeoutError:
        return Made(None, "asked again", "; ".join([f"no reward within {LIMIT:g} s", *said[-1:]]))


async def _once(opened: aiohttp.ClientSession, url: str, id_: Any, said: list[str]) -> Made:
    """What an id gives that is not submitted again."""
    reward = await _asked(opened, url, id_, said)
    if reward is None:
        return Made(None, "left out", "submitted again")
    return _taken(reward, ["an unknown id"])


async def _made(opened: aiohttp.ClientSession, url: str, prompt: Any, reply: Any, info: Any, said: list[str]) -> Made:
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
    for _ in range(SUBMITS):
        answer = await post(opened, f"{url}/roll/submit", body)
        if not isinstance(answer, dict) or "reward_request_id" not in answer:
            said.append(f"no id: {_why(answer)}")
            continue
        reward = await _asked(opened, url, answer["reward_request_id"], said)
        if reward is not None:
            return _taken(reward, said)
    return Made(0.0, flag="; ".join(dict.fromkeys([*said, "Failed to get reward"])))


def _taken(reward: Any, said: Sequence[str]) -> Made:
    if not finite(reward):
        return Made(None, "run ends", f"{short(reward)} is no reward")
    return Made(float(reward), flag="; ".join(said))


async def _asked(opened: aiohttp.ClientSession, url: str, id_: Any, said: list[str]) -> Any:
    """The reward for an id, once there is one; None where there will be none. What ROLL logs is added to `said`."""
    while True:
        answer = await post(opened, f"{url}/roll/result", {"reward_request_id": id_}, method="GET")
        if not isinstance(answer, dict) or "errcode" not in answer:
            said.append(f"no errcode: {_why(answer)}")
        elif answer["errcode"] == 0:
            return answer.get("reward_score")
        elif answer["errcode"] != 1:
            said.append(f"errcode={short(answer['errcode'])}, errmsg={short(answer.get('errmsg'))}")
        await asyncio.sleep(PAUSE)


def _why(answer: Any) -> str:
    return answer.flag if isinstance(answer, Made) else short(answer)
