"""What verl's users rely on: a number and the same columns for every reply, by any of its managers or by a post."""

import asyncio
import inspect
import json
import math
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from any_json import objects
from fastapi.testclient import TestClient
from hypothesis import given, settings
from trainer_packages import drive
from trainer_rollouts import BAD, CASES, GOOD, NAMES, PAN, Case

from reward.adapters import verl
from reward.adapters.verl import MAX_TEXT, compute_score, compute_score_sync, compute_scores
from reward.probe import verl as probe

TEXTS = ["pred", "note"]
NUMBERS = ["score", "acc", "correct", "well_formed", "unscored", "undecided", "judged"]
# Posted by a function that hands on all that verl 0.10.0.dev (1dda039, 22 Aug 2026) gives it, called by its own
# managers: naive, and dapo, which adds nothing to the extra_info.
RECORDED = [
    r'{"data_source": "hd-epic", "solution_str": "\u601d\u8003 \ud83c\udf73\nAnswer: pan", "ground_truth": "pan", '
    r'"extra_info": {"question": "Which object is moved?", "index": 0, "split": "train", "num_turns": null, '
    r'"rollout_reward_scores": {}}}',
    r'{"data_source": "hd-epic", "solution_str": "\u601d\u8003 \ud83c\udf73\nAnswer: pan", "ground_truth": "pan", '
    r'"extra_info": {"question": "Which object is moved?", "index": 0, "split": "train"}}',
]
FUNCTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    "async": lambda **fields: asyncio.run(compute_score(**fields)),
    "sync": compute_score_sync,
    "batch": lambda **fields: compute_scores(**{f"{name}s": [value] for name, value in fields.items()})[0],
}


def fields(case: Case) -> dict[str, Any]:
    """The arguments of a reward function; the same are posted."""
    extra = {"question": case.rollout.prompt, "num_turns": 2, "rollout_reward_scores": {}}
    reply, label = case.rollout.reply, case.rollout.label
    return {"data_source": "hd-epic", "solution_str": reply, "ground_truth": label, "extra_info": extra}


def lists(cases: tuple[Case, ...]) -> dict[str, list[Any]]:
    rows = [fields(case) for case in cases]
    return {f"{name}s": [row[name] for row in rows] for name in rows[0]}


def check(answer: dict[str, Any], case: Case) -> None:
    assert list(answer) == NUMBERS + TEXTS
    assert answer["score"] == answer["acc"] == answer["correct"] == (case.score or 0.0)
    assert answer["unscored"] == float(case.score is None)
    assert 0 < len(answer["note"]) <= MAX_TEXT
    assert ("could not be scored" in answer["note"]) == (case.score is None)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_posted_reply_gets_its_score_and_says_when_and_why_it_is_unscored(client: TestClient, case: Case) -> None:
    answer = client.post("/verl", json=fields(case))
    assert answer.status_code == 200
    check(answer.json(), case)


def test_posted_lists_get_a_list_in_their_order(client: TestClient) -> None:
    answers = client.post("/verl", json=lists(CASES)).json()
    assert len(answers) == len(CASES)
    for answer, case in zip(answers, CASES, strict=True):
        check(answer, case)
    assert "could not be scored" in answers[-1]["note"]
    assert client.post("/verl", json={name: [] for name in lists(CASES)}).json() == []


@pytest.mark.parametrize("text", RECORDED, ids=["naive", "dapo"])
def test_what_a_function_posts_that_hands_on_all_it_gets_is_read(client: TestClient, text: str) -> None:
    assert client.post("/verl", content=text.encode()).json()["score"] == 1.0


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ({"solution_strs": ["Answer: pan"] * 3, "ground_truths": ["pan"] * 2}, 3),
        ({"solution_strs": ["Answer: pan"] * 2, "ground_truths": ["pan"] * 3}, 2),
        ({"solution_strs": ["Answer: pan"] * 2, "ground_truths": ["pan"] * 2, "extra_infos": [{}]}, 2),
        ({"solution_strs": ["Answer: pan"] * 2, "ground_truths": "pan"}, 2),
        ({"ground_truths": ["pan"] * 2}, 2),
    ],
)
def test_lists_of_different_lengths_leave_all_unscored_for_nobody_knows_what_belongs_together(
    client: TestClient, body: dict[str, Any], count: int
) -> None:
    for answers in (client.post("/verl", json=body).json(), compute_scores(**body)):
        assert [answer["unscored"] for answer in answers] == [1.0] * count
        assert all("differ in length" in answer["note"] for answer in answers)


def test_lists_that_are_not_there_say_nothing_and_one_value_is_a_list_of_one(client: TestClient) -> None:
    questions = [{"question": PAN.question}] * 2
    found = client.post("/verl", json={"solution_strs": ["pan", "cup"], "extra_infos": questions}).json()
    assert [answer["score"] for answer in found] == [1.0, 0.0]
    assert [answer["unscored"] for answer in found] == [0.0, 0.0]
    [one] = client.post("/verl", json={"solution_strs": "pan", "ground_truths": "pan"}).json()
    assert one["score"] == 1.0


def test_an_id_in_the_extra_info_names_the_item(client: TestClient) -> None:
    row = {"solution_str": "Answer: pan", "extra_info": {"item_id": PAN.id}}
    for empty in ({}, {"ground_truth": None}, {"ground_truth": " "}):
        assert client.post("/verl", json={**row, **empty}).json()["score"] == 1.0
    assert client.post("/verl", json={**row, "ground_truth": "cup"}).json()["score"] == 1.0  # the id says more


@settings(max_examples=50, deadline=None)
@given(body=objects(*fields(GOOD[0]), *lists(GOOD[:1])))
def test_any_json_object_gets_finite_numbers_and_all_columns(client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/verl", content=json.dumps(body))
    assert answer.status_code == 200
    found = answer.json()
    for one in found if isinstance(found, list) else [found]:
        assert list(one) == NUMBERS + TEXTS
        assert all(math.isfinite(one[name]) for name in NUMBERS)


@pytest.mark.parametrize("kind", list(FUNCTIONS))
def test_each_function_gives_each_reply_its_score(scoring: None, kind: str) -> None:
    for case in CASES:
        check(FUNCTIONS[kind](**fields(case)), case)


def test_a_batch_is_scored_in_its_order(served: str) -> None:
    for answer, case in zip(compute_scores(**lists(CASES)), CASES, strict=True):
        check(answer, case)
    assert compute_scores([], [], [], []) == []
    assert compute_scores(data_sources=np.array([]), solution_strs=[], ground_truths=[], extra_infos=np.array([])) == []


def test_values_of_numpy_are_read_as_those_of_python() -> None:
    for label in (np.array(["pan", "skillet"]), np.str_("pan"), np.array(["pan"], dtype=object)):
        assert compute_score_sync(np.str_("hd-epic"), "Answer: pan", label)["score"] == 1.0
    assert compute_score_sync("x", "Answer: three", np.int64(3))["score"] == 1.0
    extras = np.array([{"question": "Is it on?", "num_turns": np.int32(2)}], dtype=object)
    assert compute_scores(np.array(["x"], dtype=object), ["no"], [np.bool_(False)], extras)[0]["score"] == 1.0


def test_all_replies_of_a_batch_make_columns_whose_width_a_long_reply_does_not_blow_up() -> None:
    long = "an answer " * 10_000
    answers = [compute_score_sync("x", reply, "pan") for reply in ("Answer: pan", long, f"Answer: {long}")]
    answers.append(compute_score_sync("x", "Answer: pan", {"colour": "red" * 10_000}))
    columns = {name: np.array([answer[name] for answer in answers]) for name in answers[0]}
    assert all(columns[name].dtype == np.float64 for name in NUMBERS)
    assert all(columns[name].dtype.itemsize <= 4 * MAX_TEXT for name in TEXTS)


def test_what_verl_passes_besides_is_no_error() -> None:
    for function in FUNCTIONS.values():
        assert function(data_source="x", solution_str="pan", ground_truth="pan", extra_info=None)["score"] == 1.0
    router = {"reward_router_address": "127.0.0.1:1", "reward_model_tokenizer": None}
    assert compute_score_sync(data_source="x", solution_str="pan", ground_truth="pan", **router)["score"] == 1.0


def test_verl_tells_by_its_wrapping_which_function_is_asynchronous() -> None:
    async def call(function: Any, *args: Any, **kwargs: Any) -> Any:
        return await function(*args, **kwargs)

    assert inspect.iscoroutinefunction(compute_score)
    assert inspect.iscoroutinefunction(partial(call, compute_score))
    assert not inspect.iscoroutinefunction(partial(compute_score_sync))


@pytest.mark.parametrize("kind", list(FUNCTIONS))
def test_a_server_without_verdicts_leaves_the_reply_unscored(broken: str, kind: str) -> None:
    answer = FUNCTIONS[kind](**fields(GOOD[0]))
    assert list(answer) == NUMBERS + TEXTS
    assert (answer["score"], answer["unscored"]) == (0.0, 1.0)
    assert "server" in answer["note"]


def test_a_bad_configuration_is_said_at_the_first_reply(no_address: None) -> None:
    with pytest.raises(ValueError, match="http://"):
        compute_score_sync(**fields(GOOD[0]))


ELSEWHERE = """
import importlib.util, pickle, sys
import cloudpickle

spec = importlib.util.spec_from_file_location("custom_module_1", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(module.compute_score_sync("x", "Answer: pan", "pan")["score"])
sys.stdout.flush()
sys.stdout.buffer.write(cloudpickle.dumps(module.compute_score_sync).hex().encode())
"""


def test_the_file_can_be_loaded_under_another_name_and_its_function_sent_to_other_processes() -> None:
    done = subprocess.run([sys.executable, "-c", ELSEWHERE, str(verl.__file__)], capture_output=True, check=True)
    score, sent = done.stdout.decode().split()
    assert float(score) == 1.0
    assert pickle.loads(bytes.fromhex(sent))("x", "Answer: pan", "pan")["score"] == 1.0  # as a process of Ray does it
    for function in (compute_score, compute_score_sync, compute_scores):
        assert pickle.loads(pickle.dumps(function)) is function


def test_the_probe_says_what_verl_makes_of_the_answers(url: str) -> None:
    async def go() -> tuple[Any, ...]:
        samples = [case.rollout for case in CASES]
        return (
            await probe.ask(url, samples),
            await probe.ask(url, []),
            await probe.ask(f"{url}/nowhere", samples[:1]),
            await probe.ask("http://127.0.0.1:9", samples[:1]),
            await probe.odd(url),
        )

    made, none, nowhere, away, odd = asyncio.run(go())
    assert [one.reward for one in made] == [case.score or 0.0 for case in CASES]
    assert [one.flag for one in made] == [""] * len(GOOD) + ["unscored=1"] * len(BAD)
    assert {one.fate for one in made} == {"trained"}
    assert none == []
    assert [one.fate for one in (*nowhere, *away)] == ["run ends", "run ends"]
    assert {one.fate for _, several in odd for one in several} == {"trained"}
    assert {name: len(several) for name, several in odd}["an empty batch"] == 0


MANAGERS = """
import asyncio, json, sys

import numpy as np
import omegaconf
import tensordict
import torch
from trainer_absent import absent
from trainer_packages import shell

absent("transformers", "verl.utils.model")
shell("verl.experimental.reward_loop")
import verl
from verl.trainer.ppo.metric_utils import process_validation_metrics
from verl.trainer.ppo.reward import load_reward_manager
from verl.workers.reward_manager.batch import BatchRewardManager

from reward.adapters.verl import compute_scores


class Bytes:
    def decode(self, ids, skip_special_tokens):
        return bytes(ids.tolist()).decode()


def proto(rows):
    texts = [row["solution_str"].encode() for row in rows]
    responses = torch.zeros(len(rows), max(map(len, texts)), dtype=torch.long)
    mask = torch.nn.functional.pad(torch.zeros_like(responses), (2, 0), value=1)
    for i, text in enumerate(texts):
        responses[i, : len(text)] = torch.tensor(list(text), dtype=torch.long)
        mask[i, 2 : 2 + len(text)] = 1
    prompts = torch.ones(len(rows), 2, dtype=torch.long)
    batch = {"prompts": prompts, "responses": responses, "attention_mask": mask}
    columns = {
        "data_source": [row["data_source"] for row in rows],
        "reward_model": [{"style": "rule", "ground_truth": row["ground_truth"]} for row in rows],
        "extra_info": [dict(row["extra_info"]) for row in rows],
        "__num_turns__": [np.int64(2) for _ in rows],
    }
    return verl.DataProto(
        batch=tensordict.TensorDict(batch, batch_size=len(rows)),
        non_tensor_batch={k: np.fromiter(v, dtype=object, count=len(rows)) for k, v in columns.items()},
    )


def managed(manager, name, path):
    function = {"path": path, "name": name, "reward_kwargs": {}}
    reward = {"custom_reward_function": function, "reward_manager": {"source": "register", "name": manager}}
    made = load_reward_manager(
        omegaconf.OmegaConf.create({"trainer": {"experiment_name": "x"}, "reward": reward}), Bytes()
    )

    async def go():
        return await asyncio.gather(*(made.run_single(rows[i : i + 1]) for i in range(len(rows))))

    outputs = made.loop.run_until_complete(go())
    scores = [output["reward_score"] for output in outputs]
    columns = {key: [output["reward_extra_info"][key] for output in outputs] for key in names}
    metrics = process_validation_metrics(["x"] * len(scores), ["u"] * len(scores), columns)["x"]
    sums = made.assemble_rm_scores(rows, scores).sum(-1).tolist()
    return [scores, sums, columns["unscored"], sorted(metrics), metrics["unscored"][f"mean@{len(scores)}"]]


given, names, path = json.loads(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3]
rows, found = proto(given), {}
for manager in ("naive", "dapo", "rate_limited", "gdpo"):
    found[manager] = managed(manager, "compute_score", "pkg://reward.adapters.verl")
found["file"] = managed("naive", "compute_score", path)
found["sync"] = managed("naive", "compute_score_sync", path)
found["sync limited"] = managed("rate_limited", "compute_score_sync", "pkg://reward.adapters.verl")
old = BatchRewardManager(Bytes(), 0, compute_scores)(rows, return_dict=True)
batch = [old["reward_tensor"].sum(-1).tolist(), old["reward_extra_info"]["unscored"]]
print(json.dumps([found, batch]))
"""


def test_verls_own_managers_take_the_scores_and_make_columns_of_the_rest(items: str) -> None:
    cases = [case for case in CASES if isinstance(case.rollout.reply, str) and case.name != "100kB"]
    sent = json.dumps([fields(case) for case in cases]), json.dumps(NUMBERS + TEXTS), str(verl.__file__)
    found, batch = drive(MANAGERS, *sent, timeout=180, ANSWERKEY_ITEMS=items)
    scores = [case.score or 0.0 for case in cases]
    flags = [float(case.score is None) for case in cases]
    assert len(found) == 7
    for name, (single, summed, unscored, metrics, mean) in found.items():
        assert single == summed == scores, name
        assert unscored == flags
        assert metrics == sorted(NUMBERS)
        assert mean == pytest.approx(sum(flags) / len(flags))
    assert batch == [scores, flags]


def test_the_pages_conversion_gives_rows_that_are_scored(
    client: TestClient, converted: Callable[..., list[dict[str, Any]]], pictures: list[list[str]]
) -> None:
    rows = converted("verl")
    assert [[image["image"] for image in row["images"]] for row in rows] == pictures
    assert [row["prompt"][0]["content"].count("<image>") for row in rows] == [0, 2]
    for row in rows:
        posted = {"solution_str": "Answer: pan", "extra_info": row["extra_info"], **row["reward_model"]}
        assert client.post("/verl", json=posted).json()["score"] == 1.0
        assert client.post("/verl", json={**posted, "ground_truth": None}).json()["score"] == 1.0
