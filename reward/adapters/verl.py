"""verl's reward functions: in the trainer's process, and what such a function posts to the server (verl 0.10.0.dev).

verl calls the function of a file or a package, once for each reply, as soon as the reply is finished:

    reward.custom_reward_function.path=pkg://reward.adapters.verl
    reward.custom_reward_function.name=compute_score

with `data_source`, `solution_str` (the reply without special tokens), `ground_truth` (of the row's `reward_model`)
and `extra_info` (of the row, with `num_turns` and `rollout_reward_scores`). It takes back an object with a number
`score`. All other keys become columns beside it, whose names it takes from the first reply of a batch: here they are
always the same. verl cannot leave a reply out. One that is unscored gets 0, and `unscored` is 1; `note` says why.
`acc` is the name under which verl looks for the main metric of its validation and for what DAPO filters by; `pred` is
what maj@N votes on.

The right answer is the `ground_truth`, in any form of a label, unless the extra_info names an `item_id`. Where both are
empty, it is looked up by the `question` there, which else is the question of a ground truth that is a bare key.

`compute_score` is for every manager but `remote`, which takes no asynchronous function: `compute_score_sync`.
`compute_scores` is for `reward_manager=batch` of verl up to 0.7.0. A function of one's own may post the same fields to
`/verl`, one reply or lists of them, and hand the answer on as it is.
"""

from typing import Any

from reward.adapters import configured
from reward.adapters.columns import columns, number
from reward.jsonl import printable
from reward.rollout import Rollout, Score, rollouts_of
from reward.verdict import Verdict

LISTS = ("solution_strs", "ground_truths", "extra_infos", "data_sources")
MAX_TEXT = 200
"""Characters of a column of text: numpy takes the room of the longest one for each row of a batch."""


async def compute_score(
    data_source: Any = None, solution_str: Any = None, ground_truth: Any = None, extra_info: Any = None, **_: Any
) -> dict[str, Any]:
    """What one reply is worth, as the environment says (reward.adapters.configured): `score` and columns."""
    [verdict] = await configured.score([_rollout(solution_str, ground_truth, extra_info)])
    return _answer(verdict)


def compute_score_sync(
    data_source: Any = None, solution_str: Any = None, ground_truth: Any = None, extra_info: Any = None, **_: Any
) -> dict[str, Any]:
    """The same for a manager that is not asynchronous."""
    [verdict] = configured.score_now([_rollout(solution_str, ground_truth, extra_info)])
    return _answer(verdict)


def compute_scores(
    data_sources: Any = None, solution_strs: Any = None, ground_truths: Any = None, extra_infos: Any = None, **_: Any
) -> list[dict[str, Any]]:
    """The same for a batch; lists that differ in length leave all of it unscored."""
    found = _batch(solution_strs, ground_truths, extra_infos, data_sources)
    return [_answer(verdict) for verdict in configured.score_now(found)]


async def reward(body: dict[str, Any], score: Score) -> Any:
    """Score what a reward function of verl posts: the fields of one reply → an object; lists of them → a list."""
    if "solution_str" in body or not any(name in body for name in LISTS):
        [verdict] = await score([_rollout(*map(body.get, ("solution_str", "ground_truth", "extra_info")))])
        return _answer(verdict)
    return [_answer(verdict) for verdict in await score(_batch(*map(body.get, LISTS)))]


def _rollout(reply: Any, label: Any = None, extra: Any = None, source: Any = None) -> Rollout:
    extra = extra if isinstance(extra, dict) else {}
    return Rollout(reply, label, extra.get("question"), extra.get("item_id"))


def _batch(*lists: Any) -> list[Rollout | Verdict]:
    return rollouts_of(dict(zip(LISTS, lists, strict=True)), _rollout)


def _answer(verdict: Verdict) -> dict[str, Any]:
    return {
        "score": number(verdict),
        "acc": number(verdict),
        **columns(verdict),
        "pred": printable(verdict.said or "", MAX_TEXT),
        "note": printable(verdict.note, MAX_TEXT),
    }
