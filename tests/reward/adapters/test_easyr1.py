"""What EasyR1's users rely on: a batch in, as many objects of finite numbers out, all with the same keys."""

import asyncio
import importlib.util
import json
import logging
import math
import os
import pickle
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Start
from doc_pages import snippets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trainer_rollouts import CASES, GOOD, ITEMS, NAMES, PAN, TAP, Case

from reward import Item
from reward.adapters import easyr1
from reward.adapters.configured import configured
from reward.adapters.easyr1 import compute_one, compute_score
from reward.answers import Phrase
from reward.jsonl import write_jsonl
from reward.probe import easyr1 as probe
from reward.probe.made import Made

KEYS = ["overall", "accuracy", "format", "unscored", "undecided", "judged"]
LOST = "0a1b2c3d4e5f6a7b"
LABELLED = [case for case in CASES if case.rollout.label is not None]
"""EasyR1 hands on no prompt, so that it cannot say what is asked."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a process of its own, which the function in EasyR1's process is pointed at."""
    path = tmp_path_factory.mktemp("easyr1") / "items.jsonl"
    write_jsonl(path, list(ITEMS.values()))
    start = Start()
    yield start("--items", str(path))
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


@pytest.mark.parametrize("local", [True, False], ids=["rules", "server"])
def test_a_batch_is_scored_in_its_order(url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, local: bool) -> None:
    if local:
        write_jsonl(tmp_path / "items.jsonl", list(ITEMS.values()))
        monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items.jsonl"))
    else:
        monkeypatch.setenv("ANSWERKEY_URL", url)
    scores = compute_score(batch(LABELLED))
    assert len(scores) == len(LABELLED)
    for score, case in zip(scores, LABELLED, strict=True):
        check(score, case)


@pytest.mark.parametrize("case", LABELLED, ids=lambda case: case.name)
def test_one_reply_at_a_time_is_scored_alike(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, case: Case) -> None:
    write_jsonl(tmp_path / "items.jsonl", list(ITEMS.values()))
    monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items.jsonl"))
    check(compute_one(batch([case])[0]), case)


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
    assert "1 of 3 replies are unscored. samples[1]" in record.getMessage()


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


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
INPUTS = st.lists(
    st.dictionaries(st.sampled_from(["response", "response_length", "ground_truth"]), VALUES, max_size=3), max_size=4
)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(inputs=INPUTS)
def test_whatever_a_batch_holds_gives_finite_numbers(inputs: list[dict[str, Any]]) -> None:
    scores = compute_score(inputs)
    assert [list(score) for score in scores] == [KEYS] * len(inputs)
    assert all(isinstance(value, float) and math.isfinite(value) for score in scores for value in score.values())


def test_a_server_that_is_away_leaves_the_batch_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.3")
    scores = compute_score(rows(("pan", "pan"), ("cup", "pan")))
    assert [(score["overall"], score["unscored"]) for score in scores] == [(0.0, 1.0)] * 2


def test_a_server_that_hangs_leaves_the_batch_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> list[dict[str, float]]:
        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(-1)
            writer.close()

        async with await asyncio.start_server(hang, "127.0.0.1", 0) as server:
            monkeypatch.setenv("ANSWERKEY_URL", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.5")
            return await asyncio.to_thread(compute_score, rows(("pan", "pan")))

    assert [score["unscored"] for score in asyncio.run(go())] == [1.0]


def test_with_a_fall_back_rules_score_what_an_absent_server_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.3")
    monkeypatch.setenv("ANSWERKEY_FALLBACK", "rules")
    scores = compute_score(rows(("Answer: pan", PAN.model_dump_json()), ("Answer: pan", PAN.id)))
    assert [(score["overall"], score["unscored"]) for score in scores] == [(1.0, 0.0), (0.0, 1.0)]


def test_a_bad_configuration_is_said_at_the_first_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "127.0.0.1:8000")
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


@pytest.mark.filterwarnings("ignore")
def test_easyr1s_own_manager_takes_the_scores_and_logs_their_means(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reason = "needs EasyR1 from its repository, which is called verl, and tensordict and omegaconf"
    function = pytest.importorskip("verl.workers.reward.function", reason=reason, exc_type=ImportError)
    config = pytest.importorskip("verl.workers.reward.config").RewardConfig(
        reward_function=f"{easyr1.__file__}:compute_score", reward_function_kwargs={"format_weight": 0.0}
    )
    config.post_init()
    write_jsonl(tmp_path / "items.jsonl", list(ITEMS.values()))
    monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items.jsonl"))
    cases = [case for case in LABELLED if isinstance(case.rollout.reply, str)]
    tensor, metrics = function.AutoRewardManager(config, Bytes()).compute_reward(Batch(cases))
    assert tensor.sum(-1).tolist() == [case.score or 0.0 for case in cases]
    means = pytest.importorskip("verl.trainer.metrics").reduce_metrics(metrics)
    assert list(means) == KEYS
    assert means["unscored"] == sum(case.score is None for case in cases) / len(cases)


class Bytes:
    """A tokenizer of bytes."""

    def decode(self, ids: Any, skip_special_tokens: bool) -> str:
        return bytes(ids.tolist()).decode()


class Batch:
    """What a manager of EasyR1 reads of its batch: a token is a byte here."""

    def __init__(self, cases: Sequence[Case]) -> None:
        torch = pytest.importorskip("torch")
        texts = [case.rollout.reply.encode() for case in cases]
        responses = torch.zeros(len(cases), max(map(len, texts)), dtype=torch.long)
        mask = torch.zeros_like(responses)
        for i, text in enumerate(texts):
            responses[i, : len(text)] = torch.tensor(list(text), dtype=torch.long)
            mask[i, : len(text)] = 1
        labels = [probe.ground_truth(case.rollout) for case in cases]
        self.batch = {"responses": responses, "response_mask": mask}
        self.non_tensor_batch = {"ground_truth": np.array(labels, dtype=object)}

    def __len__(self) -> int:
        return len(self.batch["responses"])


def test_the_pages_conversion_gives_rows_that_are_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "items").mkdir()
    clip = {"video_id": "v", "start": 0, "end": 1, "images": ["frames/1.jpg", "frames/2.jpg"]}
    pictured = Item(question="Which is washed?", answer=Phrase(text="pan"), clips=[clip])
    write_jsonl(tmp_path / "items" / "items.jsonl", [PAN, pictured])
    for code in snippets("trainers/easyr1.md"):
        exec(code, {})
    lines = (tmp_path / "data" / "easyr1.jsonl").read_text(encoding="utf-8").splitlines()
    made = [json.loads(line) for line in lines]
    assert [row["images"] for row in made] == [[], [str(tmp_path / "items/frames" / f"{i}.jpg") for i in (1, 2)]]
    assert [row["prompt"].count("<image>") for row in made] == [0, 2]
    monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items" / "items.jsonl"))
    scores = compute_score(rows(*(("Answer: pan", row["answer"]) for row in made)))
    assert [score["overall"] for score in scores] == [1.0, 1.0]
