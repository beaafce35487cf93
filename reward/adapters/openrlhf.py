"""OpenRLHF's rewards: the server that `--reward.remote_url` names, and a function in a file.

OpenRLHF posts {"query": [prompt and reply in one text], "prompts": […], "labels": […]} and takes back lists: `rewards`
for the loss, `scores` for dynamic filtering, and `extra_logs`, numbers that it logs. It sends one reply per request;
before 2026 a batch, of which only `rewards` was read up to version 0.8. With several URLs those beyond the batch get
empty lists. It waits for 180 s, asks five times, and then the reply has no reward, which ends the run. It cannot leave
a reply out, and null ends the run: an unscored reply gets 0, `extra_logs` flags it, and `notes`, which nobody but a
person reads, say why. lmm-r1 and others that came from OpenRLHF find their `acc_rewards` and `format_rewards`.

    --reward.remote_url http://HOST:8000/get_reward --data.label_key label
    --reward.remote_url /path/to/answerkey_reward.py --data.label_key label

The second is a file of one line, "from reward.adapters.openrlhf import reward_func"; or this file itself. It needs
ANSWERKEY_URL (see `configured`) or scores by rules where the replies are made.
"""

import sys
from collections.abc import Sequence
from typing import Any

from reward.adapters.columns import NAMES, columns
from reward.adapters.configured import score_now
from reward.chat import reply_behind
from reward.rollout import Rollout, Score, rollouts_of
from reward.verdict import Verdict


async def get_reward(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """OpenRLHF: a list of replies, answered by lists of numbers"""
    return _answer(await score(_read(body.get("query"), body.get("prompts"), body.get("labels"))))


def reward_func(queries: Sequence[str], prompts: Sequence[Any], labels: Sequence[Any], **_: Any) -> dict[str, Any]:
    """The same answer for a function in a file; in OpenRLHF's process its numbers are tensors, one for each reply.

    Raises ValueError for an environment that cannot be used.
    """
    answer = _answer(score_now(_read(queries, prompts, labels)))
    torch = sys.modules.get("torch")  # OpenRLHF has imported it; nobody else needs it
    if torch is None:
        return answer
    numbers = {name: torch.tensor(values) for name, values in answer.items() if name not in ("extra_logs", "notes")}
    logs = {name: torch.tensor(values) for name, values in answer["extra_logs"].items()}
    return {**answer, **numbers, "extra_logs": logs}


def _read(query: Any, prompts: Any, labels: Any) -> list[Rollout | Verdict]:
    return rollouts_of({"query": query, "prompts": prompts, "labels": labels}, _rollout)


def _rollout(query: Any, prompt: Any, label: Any) -> Rollout:
    reply = reply_behind(query, prompt if isinstance(prompt, str) else "") if isinstance(query, str) else query
    return Rollout(reply=reply, label=label, prompt=prompt)


def _answer(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    rows = [columns(verdict) for verdict in verdicts]
    logs = {name: [row[name] for row in rows] for name in NAMES}  # in an empty answer as well
    return {
        "rewards": logs["correct"],
        "scores": logs["correct"],
        "extra_logs": logs,
        "acc_rewards": logs["correct"],
        "format_rewards": logs["well_formed"],
        "notes": [verdict.note if verdict.score is None else None for verdict in verdicts],
    }
