"""A server as the Tinker cookbook sees it: through our environment, one reply at a time."""

import asyncio
from collections.abc import Sequence
from typing import Any

from reward.adapters.tinker import ItemEnv
from reward.probe.made import Made, finite
from reward.rollout import Rollout

QUESTION = "Which object is moved?"
ASKED = [{"role": "user", "content": QUESTION}]
SHOWN = [{"type": "image", "image": "data:image/png;base64,iVBORw0KGgo="}, {"type": "text", "text": QUESTION}]
THOUGHT = [{"type": "thinking", "thinking": "A pan or a cup?"}, {"type": "text", "text": "Answer: pan"}]
ODD: dict[str, tuple[Any, Any, Any]] = {
    "a prompt with a picture": ("Answer: pan", "pan", [{"role": "user", "content": SHOWN}]),
    "a reply with its thinking apart": (THOUGHT, "pan", ASKED),
    "thinking alone": (THOUGHT[:1], "pan", ASKED),
    "an empty reply": ("", "pan", ASKED),
    "no label and an unknown prompt": ("Answer: pan", None, ASKED),
    "a label that is empty": ("Answer: pan", "", ASKED),
    "an item id that names nothing": ("Answer: pan", "0a1b2c3d4e5f6a7b", ASKED),
    "a label that is no key": ("Answer: pan", {"colour": "red"}, ASKED),
}


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What the cookbook makes of these replies; ANSWERKEY_URL has to be `url`."""
    return await asyncio.gather(*(_one(one.reply, one.label, one.prompt, one.item_id) for one in samples))


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """The cookbook's good and bad shapes."""
    made = await asyncio.gather(*(_one(*shape) for shape in ODD.values()))
    return [(name, [one]) for name, one in zip(ODD, made, strict=True)]


async def _one(reply: Any, label: Any, prompt: Any, item_id: Any = None) -> Made:
    """Any exception ends the rollout, and without `rollout_error_tolerance` the run."""
    messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt or []
    message = {"role": "assistant", "content": reply}
    try:
        step = await ItemEnv(messages, label, item_id, form=0.0).step(message)  # the form has its own metric
    except Exception as error:
        flag = f"rollout_errors/{type(error).__name__}: {error} (the run ends unless rollout_error_tolerance is set)"
        return Made(None, "left out", flag)
    numbers = [step.reward, *step.metrics.values()]
    return Made(step.reward, flag="" if all(map(finite, numbers)) else "no finite number")
