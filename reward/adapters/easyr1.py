"""The reward function of EasyR1, which loads this file by its path (EasyR1 0.3.3.dev):

    worker.reward.reward_function=<path of this file>:compute_score

EasyR1 calls it once for a whole batch, in a process of Ray, with a list of {"response", "response_length",
"ground_truth"}: the row's question, id and pictures do not come along. So the ground truth, the column that
`data.answer_key` names, holds all that is needed: an item's id, where the server or ANSWERKEY_ITEMS knows the items; an
item as JSON text; or {"question": …, "answer": …}.

It takes back a list of objects. `overall` is the reward; the mean of each key is logged as `reward/<key>`, so all are
numbers, finite, and the same for every reply. A reply cannot be left out. One that is unscored gets 0, and `unscored`
is 1; why is said in the process's log, since nothing else is logged but numbers. Nothing limits the time of a call.
"""

from collections.abc import Sequence
from typing import Any

from reward.adapters import configured
from reward.adapters.columns import NO_VERDICT, columns
from reward.rollout import Rollout
from reward.verdict import Verdict

REWARD_NAME = "answerkey"
REWARD_TYPE = "batch"


def compute_score(reward_inputs: Sequence[Any], format_weight: float = 0.0) -> list[dict[str, float]]:
    """The rewards of a batch, in its order.

    `format_weight`: the share, 0 to 1, of keeping the asked-for form in `overall`; the rest is for the right answer.
    """
    verdicts = configured.score_now([_rollout(given) for given in reward_inputs])
    return [_answer(verdict, format_weight) for verdict in verdicts]


def compute_one(reward_input: Any, format_weight: float = 0.0) -> dict[str, float]:
    """The reward of one reply, for a file of one's own with REWARD_TYPE = "sequential"."""
    return compute_score([reward_input], format_weight)[0]


def _rollout(given: Any) -> Rollout:
    given = given if isinstance(given, dict) else {}
    return Rollout(given.get("response"), given.get("ground_truth"))


def _answer(verdict: Verdict, format_weight: float) -> dict[str, float]:
    flags = columns(verdict)
    accuracy, form = flags.pop("correct"), flags.pop("well_formed")
    overall = NO_VERDICT if verdict.score is None else (1 - format_weight) * accuracy + format_weight * form
    return {"overall": overall, "accuracy": accuracy, "format": form, **flags}
