"""Probing a server as a reward function of verl uses it: one request for each reply, or one for a batch."""

import asyncio
from collections.abc import Sequence
from typing import Any

from reward.probe.made import RUN_ENDS, Made, finite, short
from reward.probe.post import post, session
from reward.rollout import Rollout

ROW: dict[str, Any] = {"data_source": "probe", "solution_str": "Answer: pan", "ground_truth": "pan", "extra_info": {}}
TWO: dict[str, Any] = {name + "s": [value] * 2 for name, value in ROW.items()}


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What verl makes of the answers to these samples, each of which it posts by itself."""
    return read(await _answers(url, [_body(sample) for sample in samples]))


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
    answers = await _answers(url, [*single.values(), *batches.values()])
    found = [(name, read([answer])) for name, answer in zip(single, answers, strict=False)]
    for (name, body), answer in zip(batches.items(), answers[len(single) :], strict=True):
        found.append((name, read_batch(answer, len(body["solution_strs"]))))
    return found


def _body(sample: Rollout) -> dict[str, Any]:
    extra = {"question": sample.prompt, "item_id": sample.item_id, "num_turns": 2, "rollout_reward_scores": {}}
    return {**ROW, "solution_str": sample.reply, "ground_truth": sample.label, "extra_info": extra}


async def _answers(url: str, bodies: Sequence[dict[str, Any]]) -> list[Any]:
    """The answers, as `requests.post(...).json()` gives them, whatever their status; a Made where that raises."""
    async with session() as opened:
        route = f"{url.rstrip('/')}/verl"
        return await asyncio.gather(*(post(opened, route, body, again=(), checked=False) for body in bodies))


def read_batch(answer: Any, count: int) -> list[Made]:
    """What becomes of so many replies by one answer, a list; what it has beyond them is not looked at."""
    if isinstance(answer, Made):
        return [answer] * count
    if not isinstance(answer, list) or len(answer) < count:
        return [Made(None, "run ends", f"{short(answer)} is no list of {count}")] * count
    return read(answer[:count])


def read(answers: Sequence[Any]) -> list[Made]:
    """What becomes of a batch: the reward is the `score`; each key of the first answer is a column of all."""
    names = set(answers[0]) if answers and isinstance(answers[0], dict) else set()
    return [_made(answer, names) for answer in answers]


def _made(answer: Any, names: set[str]) -> Made:
    if isinstance(answer, Made):
        return answer
    score = answer.get("score") if isinstance(answer, dict) else answer
    if not finite(score):  # a tensor of None cannot be made
        return Made(None, "run ends", f"score: {short(score)}")
    if not isinstance(answer, dict):
        return RUN_ENDS if names else Made(float(score))
    if not names <= set(answer):
        return RUN_ENDS
    return Made(float(score), flag="unscored=1" if answer.get("unscored") == 1 else "")
