"""What ms-swift's users rely on: a number or None for each reply, a count of the Nones, and a run that goes on."""

import asyncio
import json
import logging
import math
import os
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import Start
from doc_pages import snippets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trainer_packages import drive
from trainer_rollouts import CASES, ITEMS, NAMES, PAN, Case

from reward import Item
from reward.adapters import ms_swift
from reward.adapters.configured import configured
from reward.adapters.ms_swift import ORMS
from reward.answers import Phrase
from reward.jsonl import write_jsonl
from reward.probe import ms_swift as probe
from reward.probe.made import Made

LOST = "0a1b2c3d4e5f6a7b"
NEEDS_ITEMS = {"prompt", "unknown-prompt", "two-items"}
"""What a prompt asks is looked up in the trainer's own process."""
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


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("ms_swift") / "items.jsonl"
    write_jsonl(path, list(ITEMS.values()))
    return str(path)


@pytest.fixture(scope="module")
def url(items: str) -> Iterator[str]:
    start = Start()
    yield start("--items", items)
    for process in start.running:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in [name for name in os.environ if name.startswith("ANSWERKEY_")]:
        monkeypatch.delenv(name)
    configured.cache_clear()
    yield
    configured.cache_clear()


def call(names: Sequence[str], completions: Any, **columns: Any) -> list[list[float | None]]:
    """As ms-swift does it: one object for each name, the same lists for all, in a new loop where they are awaited."""
    functions = [ORMS[name](args=object()) for name in names]
    awaited = [function for function in functions if asyncio.iscoroutinefunction(function.__call__)]
    if not awaited:
        return [function(completions, **columns) for function in functions]

    async def gathered() -> list[list[float | None]]:
        return await asyncio.gather(*(function(completions, **columns) for function in awaited))

    return asyncio.run(gathered())


BOTH = [
    pytest.param(["answerkey_correct", "answerkey_format", "answerkey_unscored"], id="awaited"),
    pytest.param(["answerkey_correct_now", "answerkey_format_now", "answerkey_unscored_now"], id="now"),
]


def columns_of(case: Case) -> dict[str, Any]:
    messages = [{"role": "user", "content": case.rollout.prompt}, {"role": "assistant", "content": case.rollout.reply}]
    return {"messages": [messages], "solution": [case.rollout.label], "prompt_id": ["p"], "trainer_state": None}


@pytest.mark.parametrize("names", BOTH)
@pytest.mark.parametrize("local", [True, False], ids=["rules", "server"])
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_reply_gets_its_reward_or_none_with_a_flag(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    items: str,
    case: Case,
    local: bool,
    names: list[str],
) -> None:
    if local or case.name in NEEDS_ITEMS:
        monkeypatch.setenv("ANSWERKEY_ITEMS", items)
    if not local:
        monkeypatch.setenv("ANSWERKEY_URL", request.getfixturevalue("url"))
    [correct], [form], [unscored] = call(names, [case.rollout.reply], **columns_of(case))
    assert correct == case.score
    assert (form is None) == (case.score is None)
    assert unscored == float(case.score is None)


@pytest.mark.parametrize("names", BOTH)
def test_a_batch_keeps_its_order_and_says_once_why_replies_are_unscored(
    url: str, items: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, names: list[str]
) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    monkeypatch.setenv("ANSWERKEY_ITEMS", items)
    rows = [columns_of(case) for case in CASES]
    columns = {name: [row[name][0] for row in rows] for name in ("messages", "solution")}
    correct, form, unscored = call(names, [case.rollout.reply for case in CASES], **columns)
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

    async def counted(rollouts: Any, deadline: float) -> Any:
        scored.append(len(rollouts))
        return await real(rollouts, deadline)

    monkeypatch.setattr(ms_swift, "score", counted)
    completions, columns = ["Answer: pan", "Answer: cup"], {"solution": ["pan", "pan"]}
    for _ in range(2):
        assert call(["answerkey_correct", "answerkey_format"], completions, **columns) == [[1.0, 0.0], [1.0, 1.0]]
    assert scored == [2, 2]  # one function that asks for the same again wants it anew
    assert call(["answerkey_correct"], completions, solution=["cup", "cup"]) == [[0.0, 1.0]]


@pytest.mark.parametrize("names", BOTH)
def test_an_empty_batch_is_an_empty_list(names: list[str]) -> None:
    assert call(names, []) == [[], [], []]


@pytest.mark.parametrize("reply", [[101, 102], {"token_ids": [101, 102]}, None, 17], ids=str)
def test_a_reply_that_is_no_text_is_unscored(reply: Any) -> None:
    assert call(["answerkey_correct", "answerkey_unscored"], [reply], solution=["pan"]) == [[None], [1.0]]


@pytest.mark.parametrize("solution", [["pan"], [], "pan", 3, {"a": "pan", "b": "pan"}])
def test_lists_of_different_lengths_leave_all_unscored(solution: Any, caplog: pytest.LogCaptureFixture) -> None:
    assert call(["answerkey_correct"], ["Answer: pan", "Answer: pan"], solution=solution) == [[None, None]]
    assert "mixed_lengths 2" in caplog.text


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
COLUMNS = st.dictionaries(st.sampled_from(["solution", "messages", "item_id", "images"]), VALUES, max_size=4)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(completions=st.lists(VALUES, max_size=3), columns=COLUMNS)
def test_whatever_a_batch_holds_gives_a_finite_number_or_none_for_each_reply(
    completions: list[Any], columns: dict[str, Any]
) -> None:
    for rewards in call(["answerkey_correct", "answerkey_format"], completions, **columns):
        assert len(rewards) == len(completions)
        assert all(reward is None or (isinstance(reward, float) and math.isfinite(reward)) for reward in rewards)
    [unscored] = call(["answerkey_unscored_now"], completions, **columns)
    assert all(value in (0.0, 1.0) for value in unscored)


@pytest.mark.parametrize("names", BOTH)
def test_a_server_that_is_away_costs_rewards_not_the_run(monkeypatch: pytest.MonkeyPatch, names: list[str]) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.3")
    assert call(names, ["pan", "cup"], solution=["pan", "pan"]) == [[None, None], [None, None], [1.0, 1.0]]


def test_a_server_that_hangs_is_given_up_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> list[list[float | None]]:
        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(-1)
            writer.close()

        async with await asyncio.start_server(hang, "127.0.0.1", 0) as server:
            monkeypatch.setenv("ANSWERKEY_URL", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.5")
            return await asyncio.to_thread(call, ["answerkey_correct"], ["pan"], solution=["pan"])

    assert asyncio.run(go()) == [[None]]


def test_a_bad_configuration_is_said_before_anything_is_generated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "127.0.0.1:8000")
    with pytest.raises(ValueError, match="http://"):
        ORMS["answerkey_correct"](args=None)


def test_each_function_has_a_name_of_its_own_in_the_log_and_survives_pickling() -> None:
    functions = [make() for make in ORMS.values()]
    assert len({type(function).__name__ for function in functions}) == len(ORMS)
    for function in functions:
        assert type(pickle.loads(pickle.dumps(function))) is type(function)


def test_the_probe_says_what_ms_swift_makes_of_the_answers(
    url: str, items: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    monkeypatch.setenv("ANSWERKEY_ITEMS", items)
    made = asyncio.run(probe.ask(url, [case.rollout for case in CASES]))
    assert made == [Made(case.score or 0.0, flag="unscored=1" if case.score is None else "") for case in CASES]
    odd = dict(asyncio.run(probe.odd(url)))
    assert odd["an empty batch"] == []
    assert [one.flag for one in odd["one bad row among good ones"]] == ["", "unscored=1", ""]
    assert {one.fate for several in odd.values() for one in several} == {"trained"}
    monkeypatch.setenv("ANSWERKEY_URL", "no address")
    configured.cache_clear()
    assert asyncio.run(probe.ask(url, [CASES[0].rollout])) == [probe.RUN_ENDS]


REAL = """
import importlib.abc, importlib.machinery, json, sys
from typing import Any
from unittest.mock import MagicMock


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    '''Stands in for models, templates and the hub, of which rewards use nothing.'''

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("modelscope", "json_repair", "transformers", "datasets") or "swift.template" in name:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return MagicMock(__path__=[], __version__="5.0", Messages=Any, Tool=Any)

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Absent())
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
table, now = rewards(THREE, cases), rewards([name + "_now" for name in THREE], cases)
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


def test_the_pages_conversion_gives_rows_that_are_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "items").mkdir()
    clip = {"video_id": "v", "start": 0, "end": 1, "images": ["frames/1.jpg", "frames/2.jpg"]}
    pictured = Item(question="Which is washed?", answer=Phrase(text="pan"), clips=[clip])
    write_jsonl(tmp_path / "items" / "items.jsonl", [PAN, pictured])
    [code] = [code for code in snippets("trainers/ms_swift.md") if "items.jsonl" in code]
    exec(code, {})
    lines = (tmp_path / "data" / "ms_swift.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert [row["images"] for row in rows] == [[], [str(tmp_path / "items/frames" / f"{i}.jpg") for i in (1, 2)]]
    assert [row["messages"][0]["content"].count("<image>") for row in rows] == [0, 2]
    monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items" / "items.jsonl"))
    columns = {name: [row[name] for row in rows] for name in ("messages", "solution", "images")}
    assert call(["answerkey_correct"], ["Answer: pan", "Answer: pan"], **columns) == [[1.0, 1.0]]
    columns.pop("solution")
    assert call(["answerkey_correct"], ["Answer: pan", "Answer: pan"], **columns) == [[1.0, 1.0]]
