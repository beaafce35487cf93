"""What SkyRL's users rely on: a float for each reply, flags in its log, and no exception from a step."""

import asyncio
import json
import math
from base64 import b64decode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from any_json import VALUES
from doc_pages import snippets
from hypothesis import given, settings
from hypothesis import strategies as st
from trainer_packages import drive
from trainer_rollouts import CASES, PAN, Case

from reward.adapters.configured import configured
from reward.adapters.skyrl import AnswerkeyEnv
from reward.probe import skyrl as probe
from reward.probe.made import Made

LOST = "0a1b2c3d4e5f6a7b"
FLAGS = {"correct", "well_formed", "unscored", "undecided", "judged"}


def episode(reply: Any, extras: Any, prompt: Any = "?") -> tuple[dict[str, Any], dict[str, float]]:
    """As SkyRL's generator runs it: the row without its prompt as extras, one turn; the step, and the metrics."""
    env = AnswerkeyEnv(env_config={}, extras=extras)
    asked = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
    assert env.init(asked) == (asked, {})
    step, metrics = env.step(reply), env.get_metrics()
    env.close()
    return step, metrics


def labelled(label: Any) -> dict[str, Any]:
    return {"data_source": "kitchen", "reward_spec": {"method": "rule", "ground_truth": label}, "max_turns": 1}


def check(case: Case, step: dict[str, Any], metrics: dict[str, float]) -> None:
    assert (step["observations"], step["done"]) == ([], True)
    assert step["reward"] == (case.score or 0.0)
    assert metrics["unscored"] == float(case.score is None)
    assert set(metrics) == (FLAGS - {"correct"} if case.score is None else FLAGS)
    assert case.score is not None or step["metadata"]["rule"] == case.code


def test_a_reply_gets_its_reward_and_the_log_a_flag(scoring: None) -> None:
    for case in CASES:
        check(case, *episode(case.rollout.reply, labelled(case.rollout.label), case.rollout.prompt))


def test_many_steps_at_once_in_skyrls_threads(served: str) -> None:
    cases = CASES * 4

    async def generate() -> list[Any]:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(32) as threads:
            given = [(case.rollout.reply, labelled(case.rollout.label), case.rollout.prompt) for case in cases]
            return await asyncio.gather(*(loop.run_in_executor(threads, episode, *row) for row in given))

    for case, made in zip(cases, asyncio.run(generate()), strict=True):
        check(case, *made)


def test_a_step_may_run_in_the_loop_itself(served: str) -> None:
    async def generate() -> Any:  # max_env_workers=0
        return episode("Answer: pan", labelled("pan"))

    assert asyncio.run(generate())[0]["reward"] == 1.0


def test_an_item_is_also_named_by_a_column_or_by_extra_info(items: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_ITEMS", items)
    for extras in ({"item_id": PAN.id}, {"extra_info": {"item_id": PAN.id}}, {**labelled("cup"), "item_id": PAN.id}):
        assert episode("Answer: pan", extras)[0]["reward"] == 1.0
    pictures = [{"type": "image_url", "image_url": {"url": "data:,"}, "text": None}]
    blocks = [*pictures, {"type": "text", "text": PAN.question, "image_url": None}]
    assert episode("Answer: pan", {}, [{"role": "user", "content": blocks}])[0]["reward"] == 1.0


def test_the_row_says_why_it_is_unscored_where_skyrl_writes_an_evaluation(caplog: pytest.LogCaptureFixture) -> None:
    rows = [labelled("1a2b3c4d5e6f7a8c") for _ in range(3)]
    for row in rows:
        episode("Answer: pan", row)
    assert {json.loads(json.dumps(row))["answerkey"]["rule"] for row in rows} == {"unknown_id"}
    assert all("no item has the id" in row["answerkey"]["note"] for row in rows)
    [record] = caplog.records  # once for all
    assert "unscored" in record.getMessage()


def test_an_episode_without_a_step_has_no_metrics() -> None:
    assert AnswerkeyEnv(extras=labelled("pan")).get_metrics() == {}


SPECS = st.fixed_dictionaries({}, optional={"ground_truth": VALUES, "item_id": VALUES}) | VALUES
ROWS = st.dictionaries(st.sampled_from(["reward_spec", "extra_info", "item_id"]), SPECS, max_size=3) | VALUES


@settings(max_examples=50, deadline=None)
@given(reply=VALUES, extras=ROWS, prompt=VALUES)
def test_whatever_a_row_holds_a_step_gives_a_finite_reward(reply: Any, extras: Any, prompt: Any) -> None:
    step, metrics = episode(reply, extras, prompt)
    assert isinstance(step["reward"], float)
    assert 0 <= step["reward"] <= 1
    assert (step["observations"], step["done"]) == ([], True)
    assert set(metrics) | {"correct"} == FLAGS
    assert all(isinstance(value, float) and math.isfinite(value) for value in metrics.values())


def test_a_server_without_verdicts_leaves_replies_unscored(broken: str) -> None:
    step, metrics = episode("pan", labelled("pan"))
    assert (step["reward"], metrics["unscored"]) == (0.0, 1.0)


def test_a_bad_configuration_is_said_before_the_first_step(no_address: None) -> None:
    with pytest.raises(ValueError, match="http://"):
        AnswerkeyEnv(env_config={}, extras=labelled("pan"))


def test_the_probe_says_what_skyrl_makes_of_the_answers(served: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = asyncio.run(probe.ask(served, [case.rollout for case in CASES]))
    assert made == [Made(case.score or 0.0, flag="unscored=1" if case.score is None else "") for case in CASES]
    odd = dict(asyncio.run(probe.odd(served)))
    assert odd["a label as SkyRL's examples have it"] == [Made(1.0)]
    assert odd["no row at all"] == [Made(0.0, flag="unscored=1")]
    assert {one.fate for several in odd.values() for one in several} == {"trained"}
    monkeypatch.setenv("ANSWERKEY_URL", "no address")
    configured.cache_clear()
    assert asyncio.run(probe.ask(served, [CASES[0].rollout])) == [probe.RUN_ENDS]


REAL = """
import json, sys, types
from unittest.mock import MagicMock

import skyrl_gym
from skyrl_gym.envs.base_text_env import BaseTextEnv
from skyrl_gym.metrics import aggregate_for_environment

for name in ("skyrl", "skyrl.train", "skyrl.train.config", "skyrl.train.entrypoints", "skyrl.train.utils"):
    sys.modules[name] = MagicMock(__path__=[])
sys.modules["ray"] = types.SimpleNamespace(remote=lambda **_: lambda function: function)
cases, rewards, metrics = json.loads(sys.argv[2]), [], []


class BasePPOExp:
    def __init__(self, cfg):
        pass

    def run(self):
        for reply, label, question in cases:
            extras = {"reward_spec": {"method": "rule", "ground_truth": label}, "max_turns": 1}
            env = skyrl_gym.make("answerkey", env_config={}, extras=extras)
            assert isinstance(env, BaseTextEnv)
            prompt, _ = env.init([{"role": "user", "content": question}])
            step = env.step(reply)
            assert (step["observations"], step["done"], step.get("postprocessed_action")) == ([], True, None)
            rewards.append(step["reward"])
            metrics.append(env.get_metrics())
            env.close()


sys.modules["skyrl.train.entrypoints.main_base"] = types.SimpleNamespace(BasePPOExp=BasePPOExp, validate_cfg=None)
entry = {"__name__": "main_answerkey"}
exec(sys.argv[1], entry)
entry["run"](None)
print(json.dumps([rewards, aggregate_for_environment("answerkey", metrics)]))
"""


def test_skyrl_gyms_own_code_makes_the_environment_of_the_page_and_averages_its_flags(items: str) -> None:
    [entry] = [code for code in snippets("trainers/skyrl.md") if "register(" in code]
    cases = [(case.rollout.reply, case.rollout.label, case.rollout.prompt) for case in CASES]
    rewards, means = drive(REAL, entry, json.dumps(cases), ANSWERKEY_ITEMS=items)
    scores = [case.score for case in CASES if case.score is not None]
    assert rewards == [case.score or 0.0 for case in CASES]
    assert means["unscored"] == pytest.approx(1 - len(scores) / len(CASES))
    assert means["correct"] == pytest.approx(sum(scores) / len(scores))  # over the replies that have a verdict
    assert set(means) == FLAGS


@pytest.mark.parametrize("pictures", [True, False])
def test_the_pages_conversion_gives_rows_that_are_scored(
    served: str, converted: Callable[..., list[dict[str, Any]]], pictures: bool
) -> None:
    rows = converted("skyrl", change=lambda code: code.replace("PICTURES = True", f"PICTURES = {pictures}"))
    for row in rows:
        prompt, name = row.pop("prompt"), row.pop("env_class")
        assert name == "answerkey"
        assert episode("Answer: pan", row, prompt)[0]["reward"] == 1.0
        assert episode("Answer: pan", {}, prompt)[0]["reward"] == 1.0
    if pictures:
        *shown, _ = prompt[0]["content"]
        assert [b64decode(one["image_url"]["url"].partition(",")[2]) for one in shown] == [b".jpg", b".png"]
    else:
        assert isinstance(prompt[0]["content"], str)
