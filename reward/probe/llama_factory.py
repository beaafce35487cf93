"""A server as LLaMA-Factory sees it: its client posts a list of texts, asks once, and makes a tensor of `scores`."""

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any

import aiohttp

from reward.probe.made import Made
from reward.rollout import Rollout

SECONDS = 60
"""LLaMA-Factory waits for ever; this does not."""
BEGIN, END = "<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"
SYSTEM = "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n"
UNKNOWN = f"{SYSTEM}{BEGIN}Does anybody know this question?{END}Answer: pan<|im_end|>"
PLAYED = f"{UNKNOWN}\n{BEGIN}Is 1 + 1 = 2?{END}Answer: yes<|im_end|>"
ODD: dict[str, Any] = {
    "no messages": [],
    "a question that no item asks": [UNKNOWN],
    "a reply that plays another turn": [PLAYED],
    "a tag that names no item": [UNKNOWN.replace("?", "? [item 0a1b2c3d4e5f6a7b]")],
    "a text without a template": ["Answer: pan"],
    "a message that is null": [None, UNKNOWN],
    "messages null": None,
}


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What LLaMA-Factory makes of the answer at `url`/v1/score/evaluation: all samples in one request.

    It sends no labels: a sample is scored only by its prompt.
    """
    texts: list[Any] = []
    for sample in samples:
        prompt = sample.prompt if isinstance(sample.prompt, str) else ""
        prompt = prompt if BEGIN in prompt else f"{SYSTEM}{BEGIN}{prompt}{END}"
        texts.append(f"{prompt}{sample.reply}<|im_end|>" if isinstance(sample.reply, str) else sample.reply)
    return await _made(url, texts)


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """LLaMA-Factory's good and bad shapes."""
    return [(name, await _made(url, messages)) for name, messages in ODD.items()]


async def _made(url: str, messages: Any) -> list[Made]:
    """No status is looked at, nothing is asked again: whatever goes wrong ends the run."""
    size = len(messages or ())
    payload, timeout = {"model": "model", "messages": messages}, aiohttp.ClientTimeout(total=SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(f"{url.rstrip('/')}/v1/score/evaluation", json=payload) as answer,
        ):
            return read(json.loads(await answer.text()), size)
    except (aiohttp.ClientError, OSError, TypeError, ValueError) as error:
        return [Made(None, "run ends", type(error).__name__)] * size


def read(answer: Any, size: int) -> list[Made]:
    """What becomes of so many replies by one answer: PPO takes one finite number each."""
    scores = answer.get("scores") if isinstance(answer, dict) else None
    if not isinstance(scores, list) or len(scores) != size or not all(_finite(value) for value in scores):
        return [Made(None, "run ends", f"scores: {scores!r:.40}")] * size
    return [Made(float(value)) for value in scores]  # it logs their mean, so that an unscored reply is not seen


def _finite(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
