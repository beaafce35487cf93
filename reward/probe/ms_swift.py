"""Probing a server as ms-swift uses it: by its reward functions, in this process, with a whole batch in a call."""

import asyncio
import math
from collections.abc import Sequence
from typing import Any

from reward.adapters.ms_swift import AnswerkeyCorrect, AnswerkeyUnscored
from reward.chat import question_text
from reward.probe.made import Made
from reward.rollout import Rollout

RUN_ENDS = Made(None, "run ends")
"""A function raises, or gives something else than one number or None for each reply: ms-swift catches nothing."""


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What ms-swift makes of these samples. `url`: the same that ANSWERKEY_URL names."""
    return await asyncio.to_thread(_trained, [_row(sample) for sample in samples])


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """Labels and replies that such a batch may hold, each with what comes of it."""
    pan = Rollout("Answer: pan", "pan", "Which object is moved?")
    shapes: dict[str, list[Any]] = {
        "an empty batch": [],
        "several replies in one batch": [pan, Rollout("Answer: cup", "pan", pan.prompt)],
        "a reply as token ids": [Rollout([101, 102], "pan", pan.prompt)],
        "an empty reply": [Rollout("", "pan", pan.prompt)],
        "a label that is null": [Rollout("Answer: pan", None, pan.prompt)],
        "a label that is no key": [Rollout("Answer: pan", {"colour": "red"}, pan.prompt)],
        "one bad row among good ones": [pan, Rollout("Answer: pan", {}, pan.prompt), pan],
    }
    made = [(name, await ask(url, samples)) for name, samples in shapes.items()]
    without = await asyncio.to_thread(_trained, [{**_row(pan), "solution": None, "messages": None}])
    return [*made, ("neither a label nor messages", without)]


def _row(sample: Rollout) -> dict[str, Any]:
    """A row as ms-swift keeps it: the reply is the last of the messages; every other column stays as it is."""
    asked = {"role": "user", "content": question_text(sample.prompt)}
    messages = [asked, {"role": "assistant", "content": sample.reply}]
    row = {"messages": messages, "prompt_id": "p", "request_id": "r", "finish_reason": "stop", "is_truncated": False}
    row |= {"rollout_infos": {}, "response_token_ids": [], "completion": sample.reply, "solution": sample.label}
    return row if sample.item_id is None else {**row, "item_id": sample.item_id}


def _trained(rows: list[dict[str, Any]]) -> list[Made]:
    """The columns as lists, with None where a row has none; both functions are awaited in a new loop."""
    names = {name: None for row in rows for name in row}
    columns: dict[str, Any] = {name: [row.get(name) for row in rows] for name in names}
    completions = columns.pop("completion", [])

    async def both() -> list[list[float | None]]:
        functions = (AnswerkeyCorrect(None), AnswerkeyUnscored(None))
        return await asyncio.gather(*(function(completions, **columns, trainer_state=None) for function in functions))

    try:
        rewards, unscored = asyncio.run(both())
    except Exception:
        return [RUN_ENDS] * len(rows)
    if len(rewards) != len(rows) or len(unscored) != len(rows):
        return [RUN_ENDS] * len(rows)
    return [_made(*pair) for pair in zip(rewards, unscored, strict=True)]


def _made(reward: float | None, unscored: float | None) -> Made:
    """A None counts as 0 in the sum of rewards."""
    if not isinstance(reward, int | float | None) or (reward is not None and not math.isfinite(reward)):
        return RUN_ENDS
    return Made(float(reward or 0.0), flag="unscored=1" if unscored else "")
