"""What EasyR1's users rely on: a batch in, as many objects of finite numbers out, all with the same keys."""

import asyncio
import importlib.util
import json
import logging
import math
import pickle
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from any_json import objects
from hypothesis import given, settings
from hypothesis import strategies as st
from trainer_rollouts import CASES, GOOD, NAMES, PAN, TAP, Case

from reward.adapters import easyr1
from reward.adapters.configured import configured
from reward.adapters.easyr1 import compute_one, compute_score
from reward.probe import easyr1 as probe
from reward.probe.made import Made

KEYS = ["overall", "accuracy", "format", "unscored", "undecided", "judged"]
LOST = "0a1b2c3d4e5f6a7b"
LABELLED = [case for case in CASES if case.rollout.label is not None]
"""EasyR1 hands on no prompt, so that it cannot say what is asked."""


def batch(cases: Sequence[Case]) -> list[dict[str, Any]]:
    """As EasyR1's manager makes it: the ground truth as the data set's column holds it."""
    return [
        {"response": case.rollout.reply, "response_length": 7, "ground_truth": probe.ground_truth(case.rollout)}
        for case in cases
    ]


def rows(*pairs: tuple[Any, Any]) -> list[dict[str, Any]]:
    return [{"response": reply, "response_length": 7, "ground_truth": label} for reply, label in pairs]


def check(score: dict[str, float], case: Case) -> None:
    assert list(score) == KEYS
    assert score["overall"] == score["accuracy"] == (case.score or 0.0)
    assert score["unscored"] == float(case.score is None)


def test_a_batch_is_scored_in_its_order_and_one_reply_at_a_time_alike(scoring: None) -> None:
    inputs = batch(LABELLED)
    for scores in (compute_score(inputs), [compute_one(one) for one in inputs]):
        for score, case in zip(scores, LABELLED, strict=True):
            check(score, case)


def test_a_ground_truth_may_be_text_a_list_or_an_object_of_a_column() -> None:
    labels = ["pan", ["pan", "skillet"], np.array(["pan", "skillet"], dtype=object), {"kind": "phrase", "text": "pan"}]
    scores = compute_score(rows(*(("Answer: pan", label) for label in labels)))
    assert [score["overall"] for score in scores] == [1.0] * 4
    packed = json.dumps({"question": TAP.question, "answer": "3"})
    assert compute_one(rows(("Answer: three", packed))[0])["overall"] == 1.0


@pytest.mark.parametrize("label", ["", None, "{}", '{"question": ', '{"colour": "red"}', LOST, {"a": object()}])
def test_a_ground_truth_that_says_nothing_costs_no_other_row_and_the_log_says_why(
    caplog: pytest.LogCaptureFixture, label: Any
) -> None:
    scores = compute_score(rows(("Answer: pan", "pan"), ("Answer: pan", label), ("Answer: pan", "pan")))
    assert [score["overall"] for score in scores] == [1.0, 0.0, 1.0]
    assert [score["unscored"] for score in scores] == [0.0, 1.0, 0.0]
    [record] = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage().startswith("1 of 3 replies are unscored (")


def test_rows_that_are_no_rows_are_unscored() -> None:
    odd: list[Any] = [None, 3, "pan", {}, {"response": "pan"}, {"ground_truth": "pan"}, {"response": 1}]
    scores = compute_score(odd)
    assert [score["unscored"] for score in scores] == [1.0] * len(odd)
    assert [list(score) for score in scores] == [KEYS] * len(odd)


def test_an_empty_batch_is_an_empty_list() -> None:
    assert compute_score([]) == []


def test_the_form_counts_as_much_as_the_configuration_says() -> None:
    inputs = rows(("Answer: pan", "pan"), ("It is the pan.", "pan"), ("Answer: no pan", "pan"), ("pan", LOST))
    scores = compute_score(inputs, format_weight=0.1)
    assert [score["format"] for score in scores] == [1.0, 0.0, 1.0, 0.0]
    assert [score["overall"] for score in scores] == pytest.approx([1.0, 0.9, 0.1, 0.0])


def test_an_option_of_another_name_is_said_at_once() -> None:
    with pytest.raises(TypeError, match="weight_of_format"):
        compute_score([], weight_of_format=0.1)  # type: ignore[call-arg]


@settings(max_examples=50, deadline=None)
@given(inputs=st.lists(objects("response", "response_length", "ground_truth"), max_size=4))
def test_whatever_a_batch_holds_gives_finite_numbers(inputs: list[dict[str, Any]]) -> None:
    scores = compute_score(inputs)
    assert [list(score) for score in scores] == [KEYS] * len(inputs)
    assert all(isinstance(value, float) and math.isfinite(value) for score in scores for value in score.values())


def test_a_server_without_verdicts_leaves_the_batch_unscored(broken: str) -> None:
    scores = compute_score(rows(("pan", "pan"), ("cup", "pan")))
    assert [(score["overall"], score["unscored"]) for score in scores] == [(0.0, 1.0)] * 2


def test_with_a_fall_back_rules_score_what_a_broken_server_does_not(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANSWERKEY_FALLBACK", "rules")
    scores = compute_score(rows(("Answer: pan", PAN.model_dump_json()), ("Answer: pan", PAN.id)))
    assert [(score["overall"], score["unscored"]) for score in scores] == [(1.0, 0.0), (0.0, 1.0)]


def test_a_bad_configuration_is_said_at_the_first_batch(no_address: None) -> None:
    with pytest.raises(ValueError, match="http://"):
        compute_score(rows(("pan", "pan")))


def test_the_file_is_loaded_as_easyr1_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("custom_reward_fn", str(easyr1.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "custom_reward_fn", module)
    spec.loader.exec_module(module)
    assert (module.REWARD_NAME, module.REWARD_TYPE) == ("answerkey", "batch")
    assert module.compute_score(rows(("Answer: pan", "pan")))[0]["overall"] == 1.0
    assert pickle.loads(pickle.dumps(module.compute_score)) is module.compute_score
    assert pickle.loads(pickle.dumps(compute_one)) is compute_one


def test_the_probe_says_what_easyr1_makes_of_the_answers(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    made = asyncio.run(probe.ask(url, [case.rollout for case in CASES]))
    for name, case, one in zip(NAMES, CASES, made, strict=True):
        score = case.score if case in LABELLED else None
        assert one == Made(score or 0.0, flag="unscored=1" if score is None else ""), name
    odd = dict(asyncio.run(probe.odd(url)))
    assert odd["an empty batch"] == []
    assert [one.flag for one in odd["one bad row among good ones"]] == ["", "unscored=1"]
    assert {one.fate for several in odd.values() for one in several} == {"trained"}
    monkeypatch.setenv("ANSWERKEY_URL", "no address")
    configured.cache_clear()
    assert asyncio.run(probe.ask(url, [GOOD[0].rollout])) == [probe.RUN_ENDS]


def test_the_pages_conversion_gives_rows_that_are_scored(
    served: str, converted: Callable[..., list[dict[str, Any]]], pictures: list[list[str]]
) -> None:
    made = converted("easyr1")
    assert [row["images"] for row in made] == pictures
    assert [row["prompt"].count("<image>") for row in made] == [0, 2]
    scores = compute_score(rows(*(("Answer: pan", row["answer"]) for row in made)))
    assert [score["overall"] for score in scores] == [1.0, 1.0]
