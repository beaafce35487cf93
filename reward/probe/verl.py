"""Probing a server as a reward function of verl uses it: one request for each reply, or one for a batch."""

import asyncio
import math
from collections.abc import Sequence
from typing import Any

import aiohttp

from reward.probe.made import Made
from reward.rollout import Rollout

RUN_ENDS = Made(None, "run ends")
"""The function raises, or a column cannot be made: nothing in verl catches that."""
ROW: dict[str, Any] = {"data_source": "probe", "solution_str": "Answer: pan", "ground_truth": "pan", "extra_info": {}}
TWO: dict[str, Any] = {name + "s": [value] * 2 for name, value in ROW.items()}


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What verl makes of the answers to these samples, each of which it posts by itself."""
    return _rows(await asyncio.gather(*(_post(url, _body(sample)) for sample in samples)))


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """Shapes that such a function may send, each with what comes of it."""
    single: dict[str, dict[str, Any]] = {
        "no ground truth": {**ROW, "ground_truth": None},
        "a ground truth that is no key": {**ROW, "ground_truth": {"colour": "red"}},
        "a ground truth that is a number": {**ROW, "ground_truth": 3, "solution_str": "Answer: three"},
        "a reply that is no text": {**ROW, "solution_str": 17},
        "no reply": {name: value for name, value in ROW.items() if name != "solution_str"},
        "no extra_info": {**ROW, "extra_info": None},
        "nothing at all": {},
    }
    batches: dict[str, dict[str, Any]] = {
        "two replies in one request": TWO,
        "an empty batch": {name: [] for name in TWO},
        "more replies than ground truths": {**TWO, "ground_truths": ["pan"]},
        "a batch without ground truths": {**TWO, "ground_truths": None},
    }
    found = [(name, _rows([await _post(url, body)])) for name, body in single.items()]
    for name, body in batches.items():
        answer = await _post(url, body)
        count = len(body["solution_strs"])
        found.append((name, _rows(answer[:count]) if isinstance(answer, list) else [RUN_ENDS] * count))
    return found


def _body(sample: Rollout) -> dict[str, Any]:
    extra = {"question": sample.prompt, "item_id": sample.item_id, "num_turns": 2, "rollout_reward_scores": {}}
    return {**ROW, "solution_str": sample.reply, "ground_truth": sample.label, "extra_info": extra}


async def _post(url: str, body: dict[str, Any]) -> Any:
    """The answer, as `requests.post(...).json()` gives it; None where that raises."""
    try:
        async with aiohttp.ClientSession() as session, session.post(f"{url.rstrip('/')}/verl", json=body) as answer:
            return await answer.json(content_type=None)
    except (aiohttp.ClientError, OSError, ValueError):
        return None


def _rows(answers: Sequence[Any]) -> list[Made]:
    """What becomes of a batch: the reward is the `score`; each key of the first answer is a column of all."""
    names = set(answers[0]) if answers and isinstance(answers[0], dict) else set()
    return [_made(answer, names) for answer in answers]


def _made(answer: Any, names: set[str]) -> Made:
    score = answer.get("score") if isinstance(answer, dict) else answer
    if not isinstance(score, int | float) or not math.isfinite(score):  # a tensor of None cannot be made
        return RUN_ENDS
    if not isinstance(answer, dict):
        return Made(float(score)) if not names else RUN_ENDS
    if not names <= set(answer):
        return RUN_ENDS
    return Made(float(score), flag="unscored=1" if answer.get("unscored") == 1 else "")
