"""What ms-swift's users rely on: a number or None for each reply, a count of the Nones, and a run that goes on."""

import asyncio
import json
import logging
import math
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from any_json import VALUES, objects
from doc_pages import snippets
from hypothesis import given, settings
from hypothesis import strategies as st
from trainer_packages import drive
from trainer_rollouts import CASES, PAN, Case

from reward.adapters import ms_swift
from reward.adapters.configured import configured
from reward.adapters.ms_swift import ORMS
from reward.probe import ms_swift as probe
from reward.probe.made import Made

LOST = "0a1b2c3d4e5f6a7b"
# What ms-swift 4.6.0 hands to a function in GRPO, recorded in a run with a model of one layer; the texts are ours.
RECORDED = {
    "trainer_state": None,
    "messages": [
        [
            {"role": "system", "content": "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."},
            {"role": "user", "content": PAN.question},
            {"role": "assistant", "content": "Answer: pan"},
        ],
    ],
    "prompt_id": ["prompt_0"],
    "request_id": ["chatcmpl-fb0b7435be4a4b3c8bb0771e13c33531"],
    "finish_reason": ["length"],
    "is_truncated": [True],
    "rollout_infos": [{}],
    "response_token_ids": [[59, 236, 235, 165, 230, 19, 74, 135]],
    "solution": [PAN.id],
}


def call(names: Sequence[str], completions: Any, **columns: Any) -> list[list[float | None]]:
    """As ms-swift does it: one object for each name, the same lists for all, in a new loop where they are awaited."""
    functions = [ORMS[name](args=object()) for name in names]
    if not any(asyncio.iscoroutinefunction(function.__call__) for function in functions):
        return [function(completions, **columns) for function in functions]

    async def gathered() -> list[list[float | None]]:
        return await asyncio.gather(*(function(completions, **columns) for function in functions))

    return asyncio.run(gathered())


ALL = ["answerkey_correct", "answerkey_format", "answerkey_unscored"]
AWAITED = [f"{name}_async" for name in ALL]


def columns_of(case: Case) -> dict[str, Any]:
    messages = [{"role": "user", "content": case.rollout.prompt}, {"role": "assistant", "content": case.rollout.reply}]
    return {"messages": [messages], "solution": [case.rollout.label], "prompt_id": ["p"], "trainer_state": None}


@pytest.mark.parametrize("names", [ALL, AWAITED], ids=["plain", "awaited"])
def test_a_reply_gets_its_reward_or_none_with_a_flag(scoring: None, names: list[str]) -> None:
    for case in CASES:
        [correct], [form], [unscored] = call(names, [case.rollout.reply], **columns_of(case))
        assert correct == case.score, case.name
        assert (form is None) == (case.score is None)
        assert unscored == float(case.score is None)


def test_a_batch_keeps_its_order_and_says_once_why_replies_are_unscored(
    served: str, caplog: pytest.LogCaptureFixture
) -> None:
    rows = [columns_of(case) for case in CASES]
    columns = {name: [row[name][0] for row in rows] for name in ("messages", "solution")}
    correct, form, unscored = call(ALL, [case.rollout.reply for case in CASES], **columns)
    assert correct == [case.score for case in CASES]
    assert [value is None for value in form] == [value == 1.0 for value in unscored]
    [record] = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert "5 of 22 replies are unscored (unknown_id 1, invalid_label 1, unknown_prompt 1," in record.getMessage()


def test_what_ms_swift_really_sends_is_scored(items: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_ITEMS", items)
    assert call(["answerkey_correct", "answerkey_format"], ["Answer: pan"], **RECORDED) == [[1.0], [1.0]]
    named = {**RECORDED, "item_id": [PAN.id], "solution": ["cup"]}
    assert call(["answerkey_correct"], ["Answer: pan"], **named) == [[1.0]]


def test_the_functions_of_a_run_share_one_scoring_of_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    scored: list[int] = []
    real = ms_swift.score

    async def counted(rollouts: Any) -> Any:
        scored.append(len(rollouts))
        return await real(rollouts)

    monkeypatch.setattr(ms_swift, "score", counted)
    completions, columns = ["Answer: pan", "Answer: cup"], {"solution": ["pan", "pan"]}
    for _ in range(2):
        assert call(["answerkey_correct", "answerkey_format"], completions, **columns) == [[1.0, 0.0], [1.0, 1.0]]
    assert scored == [2, 2]  # one function that asks for the same again wants it anew
    assert call(["answerkey_correct"], completions, solution=["cup", "cup"]) == [[0.0, 1.0]]


@pytest.mark.parametrize("names", [ALL, AWAITED], ids=["plain", "awaited"])
def test_an_empty_batch_is_an_empty_list(names: list[str]) -> None:
    assert call(names, []) == [[], [], []]


@pytest.mark.parametrize("reply", [[101, 102], {"token_ids": [101, 102]}, None, 17], ids=str)
def test_a_reply_that_is_no_text_is_unscored(reply: Any) -> None:
    assert call(["answerkey_correct", "answerkey_unscored"], [reply], solution=["pan"]) == [[None], [1.0]]


@pytest.mark.parametrize("solution", [["pan"], [], "pan", 3, {"a": "pan", "b": "pan"}])
def test_lists_of_different_lengths_leave_all_unscored(solution: Any, caplog: pytest.LogCaptureFixture) -> None:
    assert call(["answerkey_correct"], ["Answer: pan", "Answer: pan"], solution=solution) == [[None, None]]
    assert "mixed_lengths 2" in caplog.text


@settings(max_examples=50, deadline=None)
@given(completions=st.lists(VALUES, max_size=3), columns=objects("solution", "messages", "item_id", "images"))
def test_whatever_a_batch_holds_gives_a_finite_number_or_none_for_each_reply(
    completions: list[Any], columns: dict[str, Any]
) -> None:
    for rewards in call(["answerkey_correct", "answerkey_format"], completions, **columns):
        assert len(rewards) == len(completions)
        assert all(reward is None or (isinstance(reward, float) and math.isfinite(reward)) for reward in rewards)
    [unscored] = call(["answerkey_unscored"], completions, **columns)
    assert all(value in (0.0, 1.0) for value in unscored)


@pytest.mark.parametrize("names", [ALL, AWAITED], ids=["plain", "awaited"])
def test_a_server_without_verdicts_costs_rewards_not_the_run(broken: str, names: list[str]) -> None:
    assert call(names, ["pan", "cup"], solution=["pan", "pan"]) == [[None, None], [None, None], [1.0, 1.0]]


def test_a_bad_configuration_is_said_before_anything_is_generated(no_address: None) -> None:
    with pytest.raises(ValueError, match="http://"):
        ORMS["answerkey_correct"](args=None)


def test_each_function_has_a_name_of_its_own_in_the_log_and_survives_pickling() -> None:
    functions = [make() for make in ORMS.values()]
    assert len({type(function).__name__ for function in functions}) == len(ORMS)
    for function in functions:
        assert type(pickle.loads(pickle.dumps(function))) is type(function)


def test_the_probe_says_what_ms_swift_makes_of_the_answers(served: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = asyncio.run(probe.ask(served, [case.rollout for case in CASES]))
    assert made == [Made(case.score or 0.0, flag="unscored=1" if case.score is None else "") for case in CASES]
    odd = dict(asyncio.run(probe.odd(served)))
    assert odd["an empty batch"] == []
    assert [one.flag for one in odd["one bad row among good ones"]] == ["", "unscored=1", ""]
    assert {one.fate for several in odd.values() for one in several} == {"trained"}
    monkeypatch.setenv("ANSWERKEY_URL", "no address")
    configured.cache_clear()
    assert asyncio.run(probe.ask(served, [CASES[0].rollout])) == [probe.RUN_ENDS]


REAL = """
import json, sys
from typing import Any
from trainer_absent import absent

absent("modelscope", "json_repair", "transformers", "datasets", "swift.template", Messages=Any, Tool=Any)
import torch
from swift.rewards import orms
from swift.rl_core.advantage import compute_advantages, compute_reward_metrics
from swift.rl_core.data import GRPOSample
from swift.rl_core.grpo_algorithm import compute_rewards_per_func
from swift.utils import import_external_file

import_external_file(sys.argv[1])


def samples(cases):
    for reply, label, prompt in cases:
        messages = [{"role": "user", "content": prompt}, {"role": "assistant", "content": reply}]
        yield GRPOSample.from_row({"messages": messages, "solution": label, "prompt_id": "p", "request_id": "r"})


def rewards(names, cases, **extra):
    functions = [orms[name](args=object()) for name in names]
    return compute_rewards_per_func(list(samples(cases)), functions, None, torch.device("cpu"), **extra)


THREE = ["answerkey_correct", "answerkey_format", "answerkey_unscored"]
cases, group = json.loads(sys.argv[2]), json.loads(sys.argv[3])
table, now = rewards(THREE, cases), rewards([name + "_async" for name in THREE], cases)
grouped, weights = rewards(THREE, group), torch.tensor([1.0, 0.2, 0.0])
advantages = {s: compute_advantages(grouped, weights, 4, scale_rewards=s)[0].tolist() for s in ("group", "gdpo")}
means = compute_reward_metrics(grouped.nansum(1), grouped, THREE, 4, "group").per_func_mean
faults = []
for names in (THREE, THREE[:2]):
    try:
        rewards(names, group, extra_reward_kwargs={"trajectory_inputs": {"r": []}})
    except KeyError:
        faults.append(names)
sizes = [list(rewards(THREE, []).shape), table.shape[0]]
print(json.dumps([table.nan_to_num(-1).tolist(), now.nan_to_num(-1).tolist(), sizes, advantages, means, faults]))
"""


def test_ms_swifts_own_code_loads_the_plugin_and_takes_its_rewards(tmp_path: Path, items: str) -> None:
    [plugin] = [code for code in snippets("trainers/ms_swift.md") if "orms.update" in code]
    (tmp_path / "plugin.py").write_text(plugin)
    cases = [(case.rollout.reply, case.rollout.label, case.rollout.prompt) for case in CASES]
    group = [(reply, label, "?") for reply, label in (("Answer: pan", "pan"), ("Answer: cup", "pan"), ("pan", "pan"))]
    group.append(("Answer: pan", LOST, "?"))
    arguments = (str(tmp_path / "plugin.py"), json.dumps(cases), json.dumps(group))
    table, now, sizes, advantages, means, faults = drive(REAL, *arguments, ANSWERKEY_ITEMS=items)
    assert table == now
    assert [row[0] for row in table] == [-1.0 if case.score is None else case.score for case in CASES]
    assert [row[2] for row in table] == [float(case.score is None) for case in CASES]
    assert sizes == [[0, 3], len(CASES)]
    # Without a verdict: the worst of its group, unless the scaling leaves out what has no number.
    assert advantages["group"][3] < -1
    assert advantages["gdpo"][3] == pytest.approx(0, abs=1e-6)
    assert means == pytest.approx({"answerkey_correct": 2 / 3, "answerkey_format": 2 / 3, "answerkey_unscored": 0.25})
    # In ms-swift's multi-turn mode a row that is None for all functions ends the run; the third function prevents it.
    assert faults == [["answerkey_correct", "answerkey_format"]]


def test_the_pages_conversion_gives_rows_that_are_scored(
    served: str, converted: Callable[..., list[dict[str, Any]]], pictures: list[list[str]]
) -> None:
    rows = converted("ms_swift")
    assert [row["images"] for row in rows] == pictures
    assert [row["messages"][0]["content"].count("<image>") for row in rows] == [0, 2]
    columns = {name: [row[name] for row in rows] for name in ("messages", "solution", "images")}
    assert call(["answerkey_correct"], ["Answer: pan", "Answer: pan"], **columns) == [[1.0, 1.0]]
    columns.pop("solution")
    assert call(["answerkey_correct"], ["Answer: pan", "Answer: pan"], **columns) == [[1.0, 1.0]]
