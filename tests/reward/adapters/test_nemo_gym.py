"""What NeMo Gym's users rely on: rows come back whole with a finite reward, and failures where it looks for them."""

import asyncio
import json
import math
import time
from base64 import b64decode
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, median, stdev
from typing import Any

import pytest
from any_json import objects
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from trainer_rollouts import CASES, ITEMS, NAMES, PAN, Case

from reward import Item, Scorer, Verdict
from reward.adapters import nemo_gym
from reward.probe import nemo_gym as probe
from reward.probe.nemo_gym import CALL, REFUSAL, THOUGHT, row, said
from reward.rollout import LABELS, Rollout
from reward.service import create_app
from reward.verdict import Fault, unscored

NUMBERS = ["reward", "correct", "well_formed", "unscored", "undecided", "judged"]
WHY = ["said", "rule", "note"]
ADDED = [*NUMBERS, *WHY]
CLASS, ERROR, TERMINAL = (f"_ng_failure_{name}" for name in ("class", "judge_error", "terminal"))
CLASSES = {"invalid_label": "invalid_row", "no_label": "invalid_row", "invalid_reply": "invalid_response"}
# Posted by NeMo Gym's simple_agent (07d6b0d, 22 Aug 2026) in `gym eval run`; some fields that are null are left out.
RECORDED = json.loads(
    r'{"responses_create_params": {"background": null, "input": [{"content": [{"text": "Which object is moved?\n\n'
    r'Answer with its name.", "type": "input_text"}, {"detail": "auto", "type": "input_image", "image_url": '
    r'"data:image/png;base64,AAAA"}], "role": "user", "type": "message"}], "instructions": null, "metadata": null, '
    r'"parallel_tool_calls": true, "tool_choice": "auto", "tools": [], "stream": null}, "response": {"id": "r", '
    r'"created_at": 0.0, "error": null, "incomplete_details": null, "model": "m", "object": "response", "output": '
    r'[{"id": "x", "summary": [{"text": "cup? pan", "type": "summary_text"}], "type": "reasoning", '
    r'"encrypted_content": null, "content": null}, {"id": "m", "content": [{"annotations": [], "text": '
    r'"Answer: pan", "type": "output_text", "logprobs": null}], "role": "assistant", "status": "completed", '
    r'"type": "message"}], "parallel_tool_calls": true, "tool_choice": "auto", "tools": [], "status": null, '
    r'"usage": {"input_tokens": 3, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 2, '
    r'"output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 5}, "user": null}, '
    r'"agent_ref": {"name": "answerkey_agent"}, "_ng_task_index": 0, "_ng_rollout_index": 1}'
)


def verified(client: TestClient, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/verify", content=json.dumps(body))
    assert answer.status_code == 200
    return dict(answer.json())


def test_what_the_agent_posts_comes_back_whole_with_the_reward_behind_it(client: TestClient) -> None:
    for fields in ({"item_id": PAN.id}, {"expected_answer": "pan", "question": PAN.question}, {}):
        body = {**RECORDED, **fields}
        assert client.post("/seed_session", json=body).json() == {}
        found = verified(client, body)
        assert {name: found[name] for name in body} == body
        assert list(found) == [*body, *ADDED]
        assert (found["reward"], found["said"], found["rule"]) == (1.0, "pan", "equal")


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_each_form_of_a_label_and_each_fault(client: TestClient, case: Case) -> None:
    rollout = case.rollout
    found = verified(client, row([said(rollout.reply)], rollout.prompt, expected_answer=rollout.label))
    assert [type(found[name]) for name in NUMBERS] == [float] * len(NUMBERS)
    assert found["reward"] == found["correct"] == (case.score or 0.0)
    assert found["unscored"] == float(case.score is None)
    if case.score is not None:
        assert not [name for name in found if name.startswith("_ng_failure")]
    else:
        assert found[CLASS] == CLASSES.get(case.code or "", "judge_failed")
        assert found[ERROR] == f"{case.code}: {found['note']}"
        assert found["note"].startswith("The reply could not be scored: ")
        assert (TERMINAL in found) is (found[CLASS] == "invalid_row")
        assert found["instance_config"] == {"mask_sample": True}


@pytest.mark.parametrize("name", LABELS)
def test_the_answer_may_stand_in_any_usual_field(client: TestClient, name: str) -> None:
    assert verified(client, row([said("Answer: pan")], "?", **{name: "pan"}))["reward"] == 1.0
    assert verified(client, row([said("Answer: pan")], "?", **{name: "cup", "item_id": PAN.id}))["reward"] == 1.0
    item = PAN.model_dump(mode="json")
    for whole in (item, json.dumps(item)):
        assert verified(client, row([said("Answer: pan")], "?", **{name: "cup", "item": whole}))["reward"] == 1.0


def test_the_question_of_a_bare_answer_is_the_rows_or_else_the_prompt(client: TestClient) -> None:
    when = {"question": "When was it, in which year?", "expected_answer": "2010"}
    assert verified(client, row([said("Answer: in 2010")], "?", **when))["reward"] == 1.0
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": probe.ASKED}]
    assert verified(client, row([said("Answer: pan")], messages, answer="pan"))["reward"] == 1.0


RIGHT, WRONG = said("Answer: pan"), said("Answer: cup")
SPLIT = {**RIGHT, "content": [{"type": "output_text", "text": text, "annotations": []} for text in ("Answer: ", "pan")]}
PLAIN = {"type": "message", "role": "assistant", "content": "Answer: pan"}
CALLED = {"type": "function_call_output", "call_id": "call_1", "output": "Answer: cup"}
HALF = {**RIGHT, "content": [*RIGHT["content"], *REFUSAL["content"]]}
CUT = {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}


OUTPUTS_OF_A_MODEL: dict[str, tuple[list[Any], float]] = {
    "thinking": ([THOUGHT, RIGHT], 1.0),
    "tools": ([WRONG, CALL, CALLED, RIGHT], 1.0),
    "later wrong": ([RIGHT, CALL, CALLED, WRONG], 0.0),
    "blocks": ([SPLIT], 1.0),
    "text": ([PLAIN], 1.0),
    "half refused": ([HALF], 1.0),
    "refused": ([REFUSAL], 0.0),
    "taken back": ([RIGHT, REFUSAL], 0.0),
    "only thinking": ([THOUGHT], 0.0),
    "only a call": ([CALL], 0.0),
    "no content": ([{**RIGHT, "content": []}], 0.0),
    "nothing": ([], 0.0),
}


@pytest.mark.parametrize(("output", "reward"), OUTPUTS_OF_A_MODEL.values(), ids=OUTPUTS_OF_A_MODEL)
def test_the_reply_is_the_text_of_the_last_message_and_who_gives_none_gets_0(
    client: TestClient, output: list[Any], reward: float
) -> None:
    for response in ({}, CUT, {"status": "completed"}):
        found = verified(client, row(output, item_id=PAN.id, response=response))
        assert (found["reward"], found["unscored"]) == (reward, 0.0)
        assert CLASS not in found


SPOILT: dict[str, dict[str, Any]] = {
    "failed": row([], item_id=PAN.id, response={"status": "failed"}),
    "error": row([RIGHT], item_id=PAN.id, response={"error": {"code": "server_error", "message": "?"}}),
    "text": row("Answer: pan", item_id=PAN.id),
    "mixed": row([RIGHT, 7], item_id=PAN.id),
    "number": row([{**RIGHT, "content": 7}], item_id=PAN.id),
    "of the user": row([{**RIGHT, "role": "user"}], item_id=PAN.id),
    "missing": {"item_id": PAN.id},
    "null": {"item_id": PAN.id, "response": None},
    "empty": {"item_id": PAN.id, "response": {}},
}


@pytest.mark.parametrize("body", SPOILT.values(), ids=SPOILT)
def test_an_answer_that_the_models_server_spoilt_is_unscored_and_may_be_asked_for_again(
    client: TestClient, body: dict[str, Any]
) -> None:
    found = verified(client, body)
    assert (found["reward"], found["unscored"], found[CLASS]) == (0.0, 1.0, "invalid_response")
    assert TERMINAL not in found


@pytest.mark.parametrize("undecided", ["a failure", "null"])
def test_what_a_judge_could_not_say_can_be_verified_again(undecided: str) -> None:
    async def judge(item: Item, answer: str) -> Verdict:
        return unscored("judge_failed", "It timed out.", Fault(code="timeout", message="It timed out."))

    scorer = Scorer(judge) if undecided == "a failure" else Scorer(undecided="null")
    with TestClient(create_app(scorer, ITEMS)) as client:
        found = verified(client, row([said("Answer: some utensil")], item_id=PAN.id))
    assert (found["reward"], found["unscored"], found[CLASS]) == (0.0, 1.0, "judge_failed")
    assert found[ERROR].startswith("timeout: It timed out." if undecided == "a failure" else "unread: ")


def test_nemo_rl_is_told_to_leave_an_unscored_row_out_of_the_loss(client: TestClient) -> None:
    config = {"id": 7, "mask_sample": False}
    lost = verified(client, row([RIGHT], item_id="0a1b2c3d4e5f6a7b", instance_config=config))
    assert lost["instance_config"] == {"id": 7, "mask_sample": True}
    assert verified(client, row([RIGHT], item_id=PAN.id, instance_config=config))["instance_config"] == config


def test_a_row_that_failed_before_does_not_come_back_as_a_failure(client: TestClient) -> None:
    before = {CLASS: "judge_failed", ERROR: "?", TERMINAL: True, "reward": 0.0, "unscored": 1.0, "note": "?"}
    found = verified(client, {**RECORDED, "item_id": PAN.id, **before})
    assert (found["reward"], found["unscored"]) == (1.0, 0.0)
    assert not [name for name in found if name.startswith("_ng_failure")]


def test_no_key_is_added_to_a_row(client: TestClient) -> None:
    for reply in ("Answer: cup", "I do not know.", "Answer: a thing"):
        found = verified(client, row([said(reply)], "?", item_id=PAN.id))
        assert "pan" not in json.dumps({name: value for name, value in found.items() if name in ADDED})


def test_rows_may_be_verified_again_and_say_the_same(client: TestClient) -> None:
    assert client.get("/reverify_mode").json() == "stateless"
    body = {**RECORDED, "item_id": PAN.id}
    assert verified(client, body) == verified(client, verified(client, body))


def test_what_json_cannot_carry_back_costs_no_answer(client: TestClient) -> None:
    odd = {"nan": math.nan, "inf": [math.inf], "half": "\ud800", "\udc00": {"deep": -math.inf}}
    found = verified(client, {**row([said("\ud83c\nAnswer: pan")], "\ud800", item_id=PAN.id), **odd})
    assert (found["reward"], found["nan"], found["inf"], found["half"]) == (1.0, None, [None], "?")


FIELDS = ("responses_create_params", "response", "item_id", "item", "answer", "verify_responses", "reward")
OUTPUTS = st.lists(st.sampled_from([THOUGHT, CALL, REFUSAL, RIGHT, WRONG, SPLIT, PLAIN, 7, None, {}]), max_size=4)


@settings(max_examples=50, deadline=None)
@given(body=objects(*FIELDS), output=st.none() | OUTPUTS)
def test_any_json_object_gets_a_finite_reward(client: TestClient, body: dict[str, Any], output: Any) -> None:
    posted = body if output is None else {**body, "response": {"output": output}}
    found = verified(client, posted)
    assert set(ADDED) <= set(found)
    assert set(posted) <= {*found, *(name for name in posted if not name.isascii())}
    assert all(math.isfinite(found[name]) for name in NUMBERS)
    assert (CLASS in found) is (found["unscored"] == 1.0)
    assert client.post("/seed_session", content=json.dumps(body)).json() == {}
    assert list(client.post("/aggregate_metrics", content=json.dumps(body)).json()) == AGGREGATE


AGGREGATE = ["group_level_metrics", "agent_metrics", "key_metrics", "note"]


def aggregated(client: TestClient, rows: Sequence[Any]) -> dict[str, Any]:
    answer = client.post("/aggregate_metrics", content=json.dumps({"verify_responses": rows}))
    assert answer.status_code == 200
    return dict(answer.json())


def test_metrics_are_means_and_spreads_by_task_and_over_all(client: TestClient) -> None:
    usage = {"usage": {"output_tokens": 7, "output_tokens_details": {"reasoning_tokens": 2}}}
    rows: list[dict[str, Any]] = [
        {"_ng_task_index": 3, "_ng_rollout_index": 1, "reward": 0.0, "said": "cup", "right": False},
        {"_ng_task_index": 3, "_ng_rollout_index": 0, "reward": 1.0, "said": "pan", "right": True, "response": usage},
        {"_ng_task_index": 1, "_ng_rollout_index": 0, "reward": 1.0, "said": "pan", "right": True},
    ]
    found = aggregated(client, rows)
    assert found["key_metrics"] == {"mean/reward": 2 / 3, "mean/right": 2 / 3, "mean/output_tokens": 7.0}
    overall = found["agent_metrics"]
    assert (overall["median/reward"], overall["max/reward"], overall["min/reward"]) == (1.0, 1.0, 0.0)
    assert overall["std/reward"] == pytest.approx(math.sqrt(1 / 3))
    assert "std/output_tokens" not in overall
    one, three = found["group_level_metrics"]
    assert (one["_ng_task_index"], one["mean/reward"], one["std/reward"], one["num_rollouts"]) == (1, 1.0, 0.0, 1)
    assert (three["_ng_task_index"], three["mean/reward"], three["num_rollouts"]) == (3, 0.5, 2)
    assert [info["rollout_id"] for info in three["rollout_infos"]] == ["3:0", "3:1"]
    assert three["rollout_infos"][0]["output_tokens"] == 7


def test_metrics_of_nothing_and_of_odd_rows_are_answered(client: TestClient) -> None:
    empty: dict[str, Any] = {"group_level_metrics": [], "agent_metrics": {}, "key_metrics": {}, "note": ""}
    for rows in ([], [7, None], None):
        assert aggregated(client, rows) == empty  # type: ignore[arg-type]
    odd = {"_ng_task_index": "x", "reward": math.nan, "big": 10**400, "far": -1e308, "text": "1", "response": []}
    found = aggregated(client, [odd, odd, {"_ng_task_index": 0, "_ng_rollout_index": 0, "reward": 1}])
    assert found["key_metrics"] == {"mean/reward": 1.0}
    assert found["group_level_metrics"][0]["num_rollouts"] == 3


def test_metrics_are_those_of_the_standard_library() -> None:
    random = Random(3)
    for size in (1, 2, 7, 8):
        rows = [{"x": random.choice([random.random(), random.randint(-9, 9), 1e200])} for _ in range(size)]
        values = [float(row["x"]) for row in rows]
        found = nemo_gym._aggregated(rows)["agent_metrics"]
        assert found["mean/x"] == pytest.approx(fmean(values))
        assert found["std/x"] == pytest.approx(stdev(values) if size > 1 else 0.0)
        assert (found["median/x"], found["max/x"], found["min/x"]) == (median(values), max(values), min(values))


def test_of_a_million_names_the_first_thousand_are_aggregated() -> None:
    found = nemo_gym._aggregated([{f"n{i}": i for i in range(1_000_000)}, {"reward": 1.0, "n7": 9}])
    assert list(found["key_metrics"]) == [f"mean/n{i}" for i in range(1000)]
    assert found["key_metrics"]["mean/n7"] == 8.0
    [task] = found["group_level_metrics"]
    assert [len(info) for info in task["rollout_infos"]] == [1003, 4]
    assert "the first 1000 names" in found["note"]


def test_so_many_tasks_have_fewer_names_and_are_not_all_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nemo_gym, "MAX_TASKS", 4)
    monkeypatch.setattr(nemo_gym, "MAX_CELLS", 8)
    rows = [{"_ng_task_index": i, "a": i, "b": i, "c": i} for i in range(6)]
    found = nemo_gym._aggregated(rows)
    assert [task["_ng_task_index"] for task in found["group_level_metrics"]] == [0, 1, 2, 3]
    assert found["key_metrics"] == {"mean/a": 2.5, "mean/b": 2.5}
    assert "the first 2 names" in found["note"]
    assert "the first 4 are listed" in found["note"]


def test_the_metrics_of_100_000_rows_take_seconds_and_leave_the_loop_free() -> None:
    rows = [{"_ng_task_index": i // 8, "_ng_rollout_index": i % 8, **{f"m{j}": i / 7 for j in range(10)}}
            for i in range(100_000)]  # fmt: skip

    async def go() -> tuple[dict[str, Any], float]:
        task, longest = asyncio.create_task(nemo_gym.aggregate_metrics({"verify_responses": rows}, nobody)), 0.0
        while not task.done():
            began = time.perf_counter()
            await asyncio.sleep(0.01)
            longest = max(longest, time.perf_counter() - began)
        return task.result(), longest

    async def nobody(_: Sequence[Any]) -> list[Verdict]:
        raise AssertionError

    began = time.process_time()
    found, longest = asyncio.run(go())
    assert (len(found["group_level_metrics"]), found["note"]) == (12_500, "")
    assert time.process_time() - began < 10  # 2.5 on a slow machine
    assert longest < 3


def test_the_probe_says_what_nemo_gym_makes_of_the_answers(url: str) -> None:
    async def go() -> tuple[Any, ...]:
        samples = [case.rollout for case in CASES]
        known = [Rollout("Answer: pan", item_id=PAN.id, prompt="?"), Rollout([RIGHT], label="pan", prompt="?")]
        return (
            await probe.ask(url, samples),
            await probe.ask(url, known),
            await probe.ask(f"{url}/nowhere", samples[:1]),
            await probe.ask("http://127.0.0.1:9", samples[:1]),
            await probe.odd(url),
        )

    made, known, nowhere, away, odd = asyncio.run(go())
    assert [each.reward for each in made] == [case.score for case in CASES]
    assert [each.fate for each in made] == ["left out" if case.score is None else "trained" for case in CASES]
    assert all((case.code or "") in each.flag for case, each in zip(CASES, made, strict=True))
    assert [each.reward for each in known] == [1.0, 1.0]
    assert [each.fate for each in (*nowhere, *away)] == ["run ends", "asked again"]
    assert len(odd) == len(probe.ODD)
    assert {each.fate for _, mades in odd for each in mades} == {"trained", "left out"}


def test_the_pages_conversion_gives_rows_that_are_scored(
    client: TestClient, converted: Callable[..., list[dict[str, Any]]]
) -> None:
    rows = converted("nemo_gym")
    contents = [made["responses_create_params"]["input"][0]["content"] for made in rows]
    assert [[block["type"] for block in content] for content in contents] == [
        ["input_text"], ["input_image", "input_image", "input_text"],
    ]  # fmt: skip
    assert [b64decode(block["image_url"].partition(",")[2]) for block in contents[1][:2]] == [b".jpg", b".png"]
    for made in rows:
        answered = {**made, "response": {"output": [RIGHT]}}
        assert verified(client, answered)["reward"] == 1.0
        assert verified(client, {**answered, "item_id": None})["reward"] == 1.0


def test_a_row_that_is_verified_again_and_has_a_score_is_no_longer_left_out_of_the_loss(client: TestClient) -> None:
    failed = verified(client, row([RIGHT], item_id="0a1b2c3d4e5f6a7b"))
    assert failed["instance_config"] == {"mask_sample": True}
    again = verified(client, {**failed, "item_id": PAN.id})
    assert (again["reward"], again["instance_config"]) == (1.0, {})
    assert CLASS not in again
