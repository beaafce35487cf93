"""A server as TRL sees it: through both reward functions, a batch per call."""

import asyncio
from collections.abc import Sequence
from typing import Any

from reward.adapters.trl import rewards
from reward.probe.made import Made
from reward.rollout import Rollout

DEADLINE = 30.0
MESSAGES = [{"role": "assistant", "content": [{"type": "text", "text": "Answer: pan"}]}]
ODD: dict[str, dict[str, list[Any]]] = {
    "no rows": {"completions": [], "solution": []},
    "completions as messages of blocks": {"completions": [MESSAGES], "solution": ["pan"]},
    "a tool's message last": {"completions": [[*MESSAGES, {"role": "tool", "content": "ok"}]], "solution": ["pan"]},
    "a column of another length": {"completions": ["Answer: pan", "Answer: pan"], "solution": ["pan"]},
    "an item that is none": {"completions": ["Answer: pan"], "item": ["pan"]},
    "an item id that names nothing": {"completions": ["Answer: pan"], "item_id": ["0a1b2c3d4e5f6a7b"]},
}


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What TRL makes of the rewards of one batch; a row that is None for each function is left out."""
    columns = {
        "completions": [sample.reply for sample in samples],
        "prompts": [sample.prompt for sample in samples],
        "label": [sample.item_id if sample.label is None else sample.label for sample in samples],
    }
    return await _made(url, columns)


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """TRL's good and bad shapes."""
    made = await asyncio.gather(*(_made(url, columns) for columns in ODD.values()))
    return list(zip(ODD, made, strict=True))


async def _made(url: str, columns: dict[str, Any]) -> list[Made]:
    correct, well_formed = rewards(url, deadline=DEADLINE)
    right, formed = await correct(**columns), await well_formed(**columns)
    return [
        Made(None, "left out", "None") if reward is form is None else Made(reward)
        for reward, form in zip(right, formed, strict=True)
    ]
