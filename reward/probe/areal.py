"""A server as AReaL sees it: through our function, which AReaL runs in processes of its own, once a reply."""

import asyncio
from collections.abc import Sequence
from typing import Any

from reward.adapters.areal import async_reward_fn, reward_fn
from reward.adapters.columns import NoVerdict
from reward.probe.made import Made, finite
from reward.probe.threads import in_thread
from reward.rollout import Rollout

PROMPT = "<|im_start|>user\nWhich object is moved?<|im_end|>\n<|im_start|>assistant\n"
ROW = {"messages": [{"role": "user", "content": "Which object is moved?"}], "answer": "pan"}
ODD: dict[str, tuple[Any, dict[str, Any]]] = {
    "the end of a turn in the reply": ("Answer: pan<|im_end|>", ROW),
    "pictures in the row": ("Answer: pan<|im_end|>", {**ROW, "images": [b"\xff\xd8\xff\xe0"]}),
    "an empty reply": ("<|im_end|>", ROW),
    "answer null": ("Answer: pan", {**ROW, "answer": None}),
    "no column with a label": ("Answer: pan", {}),
    "an item id that names nothing": ("Answer: pan", {"item_id": "0a1b2c3d4e5f6a7b"}),
    "an item id that is no text": ("Answer: pan", {"item_id": 7}),
    "a reply that is no text": (7, ROW),
}


async def ask(url: str, samples: Sequence[Rollout], pooled: bool = True) -> list[Made]:
    """What AReaL makes of the rewards; ANSWERKEY_URL has to be `url`. `pooled`: in its processes, else awaited."""
    calls = (
        _one(sample.prompt, sample.reply, {"item_id": sample.item_id, "label": sample.label}, pooled)
        for sample in samples
    )
    return await asyncio.gather(*calls)


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """AReaL's good and bad shapes, for the function in its processes and for the one that is awaited."""
    shapes = [(name, pooled) for name in ODD for pooled in (True, False)]
    made = await asyncio.gather(*(_one(PROMPT, *ODD[name], pooled) for name, pooled in shapes))
    return [
        (f"{name}, {'in a process' if pooled else 'awaited'}", [one])
        for (name, pooled), one in zip(shapes, made, strict=True)
    ]


async def _one(prompt: Any, reply: Any, row: dict[str, Any], pooled: bool) -> Made:
    """Any exception is tried four times in its processes, and leaves the reply out; only a float is trained on."""
    try:
        if pooled:
            reward = await in_thread(reward_fn, prompt, reply, [1, 2], [3, 4], **row)
        else:
            reward = await async_reward_fn(prompt, reply, [1, 2], [3, 4], **row)
    except NoVerdict as error:
        return Made(None, "left out", str(error))
    except Exception as error:
        return Made(None, "left out", f"{type(error).__name__}: {error}")
    return Made(reward) if finite(reward) else Made(reward, flag="no finite number")
