"""NeMo Gym's resources server: /verify, /seed_session, /aggregate_metrics (and GET /reverify_mode).

The agent posts a row of the data set with the model's answer, {"responses_create_params", "response", …}, and takes
back all of it with `reward`. Which item it is says `item_id`, else `item`, else `expected_answer` (or `answer`,
`label`, `ground_truth`; with `question`), else what the user asks. The reply is the text of the last message in
`response.output`: refusals, calls of tools and reasoning are no reply, and who gives none gets 0.

An unscored reply gets 0, `_ng_failure_class`, and `mask_sample` in `instance_config`. By the first NeMo Gym writes the
row to its file of failures and leaves it out of its metrics; by the second NeMo RL leaves it out of the loss.

    answerkey: {resources_servers: {answerkey: {host: HOST, port: 8000}}}     # no entrypoint: it is not started there
    my_agent: {responses_api_agents: {simple_agent: {entrypoint: app.py, resources_server: {name: answerkey}, …}}}
"""

import asyncio
import math
from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean, median, stdev
from typing import Any

from reward.adapters.columns import columns, number
from reward.rollout import Rollout, Score, refused
from reward.verdict import Verdict

ANSWERS = ("expected_answer", "answer", "label", "ground_truth")
REVERIFY_MODE = "stateless"
"""What GET /reverify_mode answers, as a JSON string: rows that were written to a file may be verified again."""
TASK, ROLLOUT = "_ng_task_index", "_ng_rollout_index"
FAILURE = "_ng_failure_"
INDICES = (TASK, ROLLOUT)


async def verify(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """NeMo Gym: one row with the model's answer, given back with its reward"""
    response = body.get("response")
    failed = _failure_of(response) if isinstance(response, dict) else "there is no object `response`"
    if failed:
        verdict = refused("invalid_reply", failed, 0, "response")
    else:
        output = response.get("output") if isinstance(response, dict) else None
        [verdict] = await score([_row(body, output)])
    row = {name: value for name, value in body.items() if not name.startswith(FAILURE)}
    why = {"rule": verdict.rule, "said": verdict.said or "", "note": verdict.note}
    return {
        **row,
        "reward": number(verdict),
        **columns(verdict),
        **why,
        **_failure(verdict, row.get("instance_config")),
    }


async def seed_session(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """NeMo Gym: the start of a rollout; there is nothing to prepare"""
    return {}


async def aggregate_metrics(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """NeMo Gym: means and spreads of all numbers in rows that were verified, by task and over all"""
    rows = body.get("verify_responses")
    given = rows if isinstance(rows, list) else []
    return await asyncio.to_thread(_aggregated, [row for row in given if isinstance(row, dict)])


def _row(body: dict[str, Any], output: Any) -> Rollout:
    """What a row asks, what the model said, and what the key is or which item has it."""
    params = body.get("responses_create_params")
    prompt = params.get("input") if isinstance(params, dict) else None
    label: Any = None
    if body.get("item") is not None:
        label = {"item": body["item"]}
    elif (name := next((name for name in ANSWERS if body.get(name) is not None), None)) is not None:
        label = {"ground_truth": body[name], "question": body.get("question")}
    return Rollout(reply=output, label=label, prompt=prompt, item_id=body.get("item_id"))


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


def _aggregated(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The metrics as NeMo Gym's own server gives them, with the same names, without histograms."""
    tasks: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        tasks[_index(row, TASK)].append(row)
    overall = _described([_numbers(row) for row in rows])
    return {
        "group_level_metrics": [_task(task, tasks[task]) for task in sorted(tasks)],
        "agent_metrics": overall,
        "key_metrics": {name: value for name, value in overall.items() if name.startswith("mean/")},
    }


def _task(task: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The metrics of one task, and the numbers of each of its rollouts."""
    infos = sorted((_info(row) for row in rows), key=lambda info: info[ROLLOUT])
    return {
        TASK: task,
        **_described([_numbers(row) for row in rows]),
        "sample": {"agent_ref": {"name": "agent"}},
        "num_rollouts": len(rows),
        "expected_num_rollouts": len(rows),
        "missing_num_rollouts": 0,
        "reward_profile_completion_pct": 100.0,
        "rollout_infos": infos,
    }


def _info(row: dict[str, Any]) -> dict[str, Any]:
    task, rollout = _index(row, TASK), _index(row, ROLLOUT)
    return {"rollout_id": f"{task}:{rollout}", TASK: task, ROLLOUT: rollout, **_numbers(row)}


def _index(row: dict[str, Any], name: str) -> int:
    return value if isinstance(value := row.get(name), int) else 0


def _numbers(row: dict[str, Any]) -> dict[str, float]:
    """The numbers of a row and of its usage of tokens; true and false are 1 and 0."""
    response = row.get("response")
    usage = response.get("usage") if isinstance(response, dict) else None
    fields = {**row, **usage} if isinstance(usage, dict) else row
    return {name: value for name, value in _finite(fields.items()) if name not in INDICES}


def _finite(fields: Iterable[tuple[str, Any]]) -> Iterable[tuple[str, float]]:
    for name, value in fields:
        if isinstance(value, bool):
            yield name, int(value)
        elif isinstance(value, int | float) and abs(value) < 1e300 and math.isfinite(value):
            yield name, value


def _described(rows: list[dict[str, float]]) -> dict[str, float]:
    """mean/, max/, min/, median/ and std/ of each number, over the rows that have it.

    The deviation of a single number is left out, as pandas has none; of a single row it is 0.
    """
    values: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        for name, value in row.items():
            values[name].append(value)
    found = {
        f"{stat}/{name}": of(numbers)
        for stat, of in (("mean", fmean), ("max", max), ("min", min), ("median", median))
        for name, numbers in values.items()
    }
    spread = {f"std/{name}": stdev(numbers) for name, numbers in values.items() if len(numbers) > 1}
    if not spread:  # no number comes twice
        spread = {f"std/{name}": 0.0 for name, numbers in values.items() if len(numbers) == len(rows)}
    return found | spread
