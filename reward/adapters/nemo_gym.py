"""NeMo Gym's resources server: /verify, /seed_session, /aggregate_metrics (and GET /reverify_mode).

The agent posts a row of the data set with the model's answer, {"responses_create_params", "response", …}, and takes
back all of it with `reward`. Which item it is says `item`, else `item_id`, else `expected_answer` or another label
(rollout.LABELS), else what the user asks. The reply is the text of the last message in
`response.output`: refusals, calls of tools and reasoning are no reply, and who gives none gets 0.

An unscored reply gets 0, `_ng_failure_class`, and `mask_sample` in `instance_config`. By the first NeMo Gym writes the
row to its file of failures and leaves it out of its metrics; by the second NeMo RL leaves it out of the loss.

docs/trainers/nemo_gym.md has its configuration.
"""

import asyncio
import math
from collections import defaultdict
from operator import itemgetter
from typing import Any

from reward.adapters.columns import columns, number, told
from reward.rollout import Rollout, Score, of_row, refused
from reward.verdict import Verdict

REVERIFY_MODE = "stateless"
"""What GET /reverify_mode answers, as a JSON string: rows that were written to a file may be verified again."""
TASK, ROLLOUT = "_ng_task_index", "_ng_rollout_index"
FAILURE = "_ng_failure_"
INDICES = (TASK, ROLLOUT)
STATISTICS = ("mean", "max", "min", "median", "std")
MAX_NAMES, MAX_TASKS, MAX_CELLS = 1_000, 100_000, 1_000_000
"""Limits of what is aggregated: names of numbers, tasks, and names times tasks. The first names and tasks are taken."""
MAX_VALUE = 1e300
NUMBER = (int, float)

Titles = dict[str, tuple[str, ...]]
"""What STATISTICS of each number are called, by its name; all tasks share them."""
Numbered = tuple[int, dict[str, float]]
"""The index of a rollout, and its numbers."""


async def verify(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """NeMo Gym: one row with the model's answer, given back with its reward"""
    response = body.get("response")
    failed = _failure_of(response) if isinstance(response, dict) else "there is no object `response`"
    one = refused("invalid_reply", failed, None, "response") if failed else _row(body, response)
    [verdict] = await score([one])
    row = {name: value for name, value in body.items() if not name.startswith(FAILURE)}
    config = row.get("instance_config")
    if f"{FAILURE}class" in body and isinstance(config, dict):  # verified again: what it was before is over
        row["instance_config"] = {name: value for name, value in config.items() if name != "mask_sample"}
    return {
        **row,
        "reward": number(verdict),
        **columns(verdict),
        **told(verdict),
        **_failure(verdict, row.get("instance_config")),
    }


async def seed_session(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """NeMo Gym: the start of a rollout; there is nothing to prepare"""
    return {}


async def aggregate_metrics(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """NeMo Gym: means and spreads of all numbers in rows that were verified, by task and over all"""
    rows = body.get("verify_responses")
    return await asyncio.to_thread(_aggregated, rows if isinstance(rows, list) else [])


def _row(body: dict[str, Any], response: Any) -> Rollout:
    """What a row asks, what the model said, and what the key is or which item has it."""
    params = body.get("responses_create_params")
    return of_row(response["output"], params.get("input") if isinstance(params, dict) else None, body)


def _failure_of(response: dict[str, Any]) -> str:
    """Why a response is none: the model's server failed, not the model. "" where it is one."""
    if response.get("error") is not None or response.get("status") in ("failed", "cancelled"):
        return f"the model's server gave no answer (status {response.get('status')!r:.40})"
    return "" if isinstance(response.get("output"), list) else "`response.output` is no list"


def _failure(verdict: Verdict, config: Any) -> dict[str, Any]:
    """What marks a row as failed, in NeMo Gym's words; empty for one with a score. `config`: its `instance_config`.

    Rows of the class "judge_failed" can be verified again, with no new answer of the model: a judge that failed, or an
    item that the server did not know. A row whose label is no key is never asked again; one whose answer is none is
    asked anew.
    """
    if verdict.score is not None:
        return {}
    code = verdict.error.code if verdict.error else verdict.rule
    bad_row = code in ("invalid_label", "no_label")
    kind = "invalid_row" if bad_row else "invalid_response" if code == "invalid_reply" else "judge_failed"
    return {
        f"{FAILURE}class": kind,
        f"{FAILURE}judge_error": f"{code}: {verdict.note}",
        **({f"{FAILURE}terminal": True} if bad_row else {}),
        "instance_config": {**(config if isinstance(config, dict) else {}), "mask_sample": True},
    }


def _aggregated(given: list[Any]) -> dict[str, Any]:
    """The metrics as NeMo Gym's own server gives them, with the same names, without histograms.

    `note`, which NeMo Gym drops, says what was left out.
    """
    rows = [row for row in given if isinstance(row, dict)]
    tasks: dict[int, list[Numbered]] = {_index(row, TASK): [] for row in rows}
    shown = sorted(tasks)[:MAX_TASKS]
    most = max(1, min(MAX_NAMES, MAX_CELLS // max(1, len(shown))))
    titles, whole = _number(rows, tasks, most)
    columns: dict[str, list[float]] = defaultdict(list)
    groups = [_task(task, tasks.pop(task), titles, columns) for task in shown]
    for others in tasks.values():
        _gather(others, columns)
    overall = _described(columns, titles)
    if len(rows) == 1:
        overall |= {titles[name][-1]: 0.0 for name in columns}
    notes = [] if whole else [f"There are too many numbers: the first {most} names of them are aggregated."]
    notes += [f"There are too many tasks: the first {MAX_TASKS} are listed."] if tasks else []
    return {
        "group_level_metrics": groups,
        "agent_metrics": overall,
        "key_metrics": {name: value for name, value in overall.items() if name.startswith("mean/")},
        "note": " ".join(notes),
    }


def _number(rows: list[dict[str, Any]], tasks: dict[int, list[Numbered]], most: int) -> tuple[Titles, bool]:
    """Deal the numbers of all rows to their tasks, and name their statistics; whether all fit within so many names."""
    titles: Titles = {}
    whole = True
    for row in rows:
        numbers = _numbers(row)
        if not numbers.keys() <= titles.keys():
            for name in numbers:
                if name not in titles and len(titles) < most:
                    titles[name] = tuple(f"{statistic}/{name}" for statistic in STATISTICS)
            if not numbers.keys() <= titles.keys():
                whole = False
                numbers = {name: value for name, value in numbers.items() if name in titles}
        tasks[_index(row, TASK)].append((_index(row, ROLLOUT), numbers))
    return titles, whole


def _task(task: int, rows: list[Numbered], titles: Titles, overall: dict[str, list[float]]) -> dict[str, Any]:
    """The metrics of one task, and the numbers of each of its rollouts, which are put to those of all tasks."""
    if len(rows) == 1:
        _gather(rows, overall)
        described = _alone(rows[0][1], titles)
    else:
        columns: dict[str, list[float]] = defaultdict(list)
        _gather(rows, columns)
        for name, values in columns.items():
            overall[name].extend(values)
        described = _described(columns, titles)
    return {
        TASK: task,
        **described,
        "sample": {"agent_ref": {"name": "agent"}},
        "num_rollouts": len(rows),
        "expected_num_rollouts": len(rows),
        "missing_num_rollouts": 0,
        "reward_profile_completion_pct": 100.0,
        "rollout_infos": [
            {"rollout_id": f"{task}:{rollout}", TASK: task, ROLLOUT: rollout, **numbers}
            for rollout, numbers in sorted(rows, key=itemgetter(0))
        ],
    }


def _gather(rows: list[Numbered], columns: dict[str, list[float]]) -> None:
    for _, numbers in rows:
        for name, value in numbers.items():
            columns[name].append(value)


def _index(row: dict[str, Any], name: str) -> int:
    return value if isinstance(value := row.get(name), int) else 0


def _numbers(row: dict[str, Any]) -> dict[str, float]:
    """The numbers of a row and of its usage of tokens; true and false are 1 and 0."""
    response = row.get("response")
    usage = response.get("usage") if isinstance(response, dict) else None
    fields = {**row, **usage} if isinstance(usage, dict) else row
    return {
        name: +value
        for name, value in fields.items()
        if isinstance(value, NUMBER) and -MAX_VALUE < value < MAX_VALUE and name not in INDICES
    }


def _described(columns: dict[str, list[float]], titles: Titles) -> dict[str, float]:
    """STATISTICS of each number, over the rows that have it; a single one has no deviation, as pandas gives none."""
    found: dict[str, float] = {}
    for name, values in columns.items():
        mean, high, low, median, spread = titles[name]
        count = len(values)
        if count > 1:
            values.sort()
            found[mean] = middle = math.fsum(values) / count
            found[median] = (values[(count - 1) // 2] + values[count // 2]) / 2
            found[spread] = math.dist(values, [middle] * count) / math.sqrt(count - 1)
        else:
            found[mean] = found[median] = values[0]
        found[high], found[low] = values[-1], values[0]
    return found


def _alone(numbers: dict[str, float], titles: Titles) -> dict[str, float]:
    """The same of a single row, whose deviations are 0."""
    found: dict[str, float] = {}
    for name, value in numbers.items():
        mean, high, low, median, spread = titles[name]
        found[mean] = found[high] = found[low] = found[median] = value
        found[spread] = 0.0
    return found
