"""Probing a server as ms-swift uses it: by its reward functions, in this process, with a whole batch in a call."""

import asyncio
from collections.abc import Sequence
from typing import Any

from reward.adapters.ms_swift import AnswerkeyCorrect, AnswerkeyUnscored
from reward.chat import question_text
from reward.probe.made import RUN_ENDS, Made, finite
from reward.probe.threads import in_thread
from reward.rollout import Rollout


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What ms-swift makes of these samples. `url`: the same that ANSWERKEY_URL names."""
    return await in_thread(_trained, [_row(sample) for sample in samples])


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
    rows = {name: [_row(sample) for sample in samples] for name, samples in shapes.items()}
    rows["neither a label nor messages"] = [{**_row(pan), "solution": None, "messages": None}]
    made = await asyncio.gather(*(in_thread(_trained, some) for some in rows.values()))
    return list(zip(rows, made, strict=True))


def _row(sample: Rollout) -> dict[str, Any]:
    """A row as ms-swift keeps it: the reply is the last of the messages; every other column stays as it is."""
    asked = {"role": "user", "content": question_text(sample.prompt)}
    messages = [asked, {"role": "assistant", "content": sample.reply}]
    row = {"messages": messages, "prompt_id": "p", "request_id": "r", "finish_reason": "stop", "is_truncated": False}
    row |= {"rollout_infos": {}, "response_token_ids": [], "completion": sample.reply, "solution": sample.label}
    return row if sample.item_id is None else {**row, "item_id": sample.item_id}


def _trained(rows: list[dict[str, Any]]) -> list[Made]:
    """The columns as lists, with None where a row has none; ms-swift calls one function after the other.

    It catches nothing, and takes one number or None for each reply.
    """
    names = {name: None for row in rows for name in row}
    columns: dict[str, Any] = {name: [row.get(name) for row in rows] for name in names}
    completions = columns.pop("completion", [])
    try:
        functions = (AnswerkeyCorrect(None), AnswerkeyUnscored(None))
        rewards, unscored = (function(completions, **columns, trainer_state=None) for function in functions)
    except Exception:
        return [RUN_ENDS] * len(rows)
    if len(rewards) != len(rows) or len(unscored) != len(rows):
        return [RUN_ENDS] * len(rows)
    return [_made(*pair) for pair in zip(rewards, unscored, strict=True)]


def _made(reward: float | None, unscored: float | None) -> Made:
    """A None counts as 0 in the sum of rewards."""
    if reward is not None and not finite(reward):
        return RUN_ENDS
    return Made(float(reward or 0.0), flag="unscored=1" if unscored else "")
