"""A server as OpenRLHF sees it: its client posts each reply alone, five times at most, and reads lists of numbers."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from reward.probe.made import Made, finite, short
from reward.probe.post import SECONDS, post, session
from reward.rollout import Rollout

BEGIN, END = "<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"
ASKED = f"{BEGIN}Which object is moved?{END}"
GOOD = {"query": [f"{ASKED}Answer: pan<|im_end|>"], "prompts": [ASKED], "labels": ["pan"]}
PADS = ASKED.replace("Which", "<|vision_start|><|image_pad|><|image_pad|><|vision_end|>Which")
ODD: dict[str, dict[str, Any]] = {
    "one reply": GOOD,
    "a batch, as before 2026": {name: values * 3 for name, values in GOOD.items()},
    "empty lists, as a second URL gets them": {"query": [], "prompts": [], "labels": []},
    "pictures that take several tokens in the query": {**GOOD, "query": [f"{PADS}Answer: pan<|im_end|>"]},
    "no --data.label_key: empty labels": {**GOOD, "labels": [""]},
    "label null": {**GOOD, "labels": [None]},
    "a label that names nothing": {**GOOD, "labels": ["0a1b2c3d4e5f6a7b"]},
    "no labels at all, as old versions": {"query": GOOD["query"], "prompts": GOOD["prompts"]},
    "lists of different lengths": {**GOOD, "query": GOOD["query"] * 2},
    "a reply that is null": {**GOOD, "query": [None]},
    "no fields at all": {},
}


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What OpenRLHF makes of the answers at `url`/get_reward: one request for each sample."""
    bodies = []
    for sample in samples:
        prompt = sample.prompt if isinstance(sample.prompt, str) else ""
        prompt = prompt if BEGIN in prompt else f"{BEGIN}{prompt}{END}"
        query = f"{prompt}{sample.reply}<|im_end|>" if isinstance(sample.reply, str) else sample.reply
        label = sample.item_id if sample.label is None else sample.label
        bodies.append({"query": [query], "prompts": [prompt], "labels": ["" if label is None else label]})
    return [made for found in await _made(url, bodies) for made in found]


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """OpenRLHF's good and bad shapes."""
    return list(zip(ODD, await _made(url, list(ODD.values())), strict=True))


async def _made(url: str, bodies: Sequence[Mapping[str, Any]]) -> list[list[Made]]:
    """OpenRLHF asks again, five times in all, for whatever goes wrong; what stays wrong ends the run."""
    async with session(SECONDS) as opened:
        answers = await asyncio.gather(*(post(opened, f"{url.rstrip('/')}/get_reward", body) for body in bodies))
    return [read(answer, len(body.get("query") or ())) for answer, body in zip(answers, bodies, strict=True)]


def read(answer: Any, size: int) -> list[Made]:
    """What becomes of so many replies by one answer: a list of numbers in `rewards`, in `scores`, in each extra log."""
    if isinstance(answer, Made):
        return [answer] * size
    if not isinstance(answer, dict):
        return [Made(None, "run ends", f"{short(answer)} is no object")] * size
    rewards, logs = answer.get("rewards"), answer.get("extra_logs") or {}
    if not isinstance(logs, dict):
        return [Made(None, "run ends", f"extra_logs: {short(logs)}")] * size
    for name, values in [("rewards", rewards), ("scores", answer.get("scores", rewards)), *logs.items()]:
        if not isinstance(values, list) or len(values) != size or not all(map(finite, values)):
            return [Made(None, "run ends", f"{name}: {short(values)}")] * size
    flags = ["unscored=1" if value else "" for value in logs.get("unscored", [0.0] * size)]
    return [Made(float(reward), flag=flag) for reward, flag in zip(rewards or (), flags, strict=True)]
