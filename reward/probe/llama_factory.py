"""A server as LLaMA-Factory sees it: its client posts a list of texts, asks once, and makes a tensor of `scores`."""

import asyncio
from collections.abc import Sequence
from typing import Any

from reward.catalog import tag
from reward.probe.made import Made, finite, short
from reward.probe.post import SECONDS, post, session
from reward.rollout import Rollout

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

    It sends no labels: a sample is scored only by its prompt, in which its item may be tagged.
    """
    texts: list[Any] = []
    for sample in samples:
        prompt = sample.prompt if isinstance(sample.prompt, str) else ""
        prompt += f"\n{tag(sample.item_id)}" if isinstance(sample.item_id, str) else ""
        prompt = prompt if BEGIN in prompt else f"{SYSTEM}{BEGIN}{prompt}{END}"
        texts.append(f"{prompt}{sample.reply}<|im_end|>" if isinstance(sample.reply, str) else sample.reply)
    return await _made(url, texts)


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """LLaMA-Factory's good and bad shapes."""
    made = await asyncio.gather(*(_made(url, messages) for messages in ODD.values()))
    return list(zip(ODD, made, strict=True))


async def _made(url: str, messages: Any) -> list[Made]:
    """No status is looked at, and nothing is asked again: whatever goes wrong ends the run."""
    route, body = f"{url.rstrip('/')}/v1/score/evaluation", {"model": "model", "messages": messages}
    async with session(SECONDS) as opened:
        return read(await post(opened, route, body, again=(), checked=False), len(messages or ()))


def read(answer: Any, size: int) -> list[Made]:
    """What becomes of so many replies by one answer: PPO takes one finite number each."""
    if isinstance(answer, Made):
        return [answer] * size
    scores = answer.get("scores") if isinstance(answer, dict) else None
    if not isinstance(scores, list) or len(scores) != size or not all(map(finite, scores)):
        return [Made(None, "run ends", f"scores: {short(scores)}")] * size
    return [Made(float(value)) for value in scores]  # it logs their mean, so that an unscored reply is not seen
