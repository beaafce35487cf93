"""Probing a server as EasyR1 uses it: by its reward function, in this process, with a whole batch in a call."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from reward.adapters.easyr1 import compute_score
from reward.chat import question_text
from reward.probe.made import RUN_ENDS, Made, finite
from reward.probe.threads import in_thread
from reward.rollout import Rollout


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What EasyR1 makes of these samples. `url`: the same that ANSWERKEY_URL names."""
    return await in_thread(_trained, [_given(sample.reply, ground_truth(sample)) for sample in samples])


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """Ground truths and replies that such a batch may hold, each with what comes of it."""
    shapes: dict[str, list[Any]] = {
        "an empty batch": [],
        "several replies in one batch": [_given("Answer: pan", "pan"), _given("Answer: cup", "pan")],
        "an empty ground truth": [_given("Answer: pan", "")],
        "a ground truth that is null": [_given("Answer: pan", None)],
        "a ground truth that is no key": [_given("Answer: pan", '{"colour": "red"}')],
        "a ground truth that is broken JSON": [_given("Answer: pan", '{"question": ')],
        "one bad row among good ones": [_given("Answer: pan", "pan"), _given("Answer: pan", "{}")],
        "an empty reply": [_given("", "pan")],
    }
    made = await asyncio.gather(*(in_thread(_trained, inputs) for inputs in shapes.values()))
    return list(zip(shapes, made, strict=True))


def ground_truth(sample: Rollout) -> Any:
    """All of a sample in one column: an id as it is, any other label with its question, as JSON text."""
    label = sample.item_id if sample.item_id is not None else sample.label
    question = question_text(sample.prompt)
    if label is None or sample.item_id is not None or not question:
        return label if isinstance(label, str) or label is None else json.dumps(label)
    return json.dumps({"question": question, "ground_truth": label})


def _given(response: Any, label: Any) -> dict[str, Any]:
    return {"response": response, "response_length": len(str(response).split()), "ground_truth": label}


def _trained(inputs: list[dict[str, Any]]) -> list[Made]:
    """EasyR1 catches nothing. The reward is `overall`; the mean of each key is logged, so each is a number."""
    try:
        scores = compute_score(inputs)
    except Exception:
        return [RUN_ENDS] * len(inputs)
    return [_made(score) for score in scores]


def _made(score: dict[str, Any]) -> Made:
    if "overall" not in score or not all(map(finite, score.values())):
        return RUN_ENDS
    return Made(float(score["overall"]), flag="unscored=1" if score.get("unscored") else "")
