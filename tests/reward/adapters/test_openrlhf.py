"""What OpenRLHF's users rely on: lists of finite numbers for whatever is posted, and a flag for what is unscored."""

import asyncio
import importlib.util
import json
import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from any_json import objects
from doc_pages import snippets
from fastapi.testclient import TestClient
from hypothesis import given, settings
from trainer_packages import drive
from trainer_rollouts import BAD, CASES, GOOD, NAMES, PAN, Case

from reward.adapters import columns as columns_module
from reward.adapters import openrlhf
from reward.adapters.columns import columns
from reward.adapters.openrlhf import reward_func
from reward.probe import openrlhf as probe
from reward.probe.made import Made
from reward.verdict import unscored

ROUTE = "/get_reward"
KEYS = ["rewards", "scores", "extra_logs", "acc_rewards", "format_rewards", "notes"]
BEGIN, END = "<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"
# Posted by OpenRLHF's client: 0.11.2 with one URL, and 0.11.0 to the second of two.
RECORDED = (
    r'{"query": ["<|im_start|>user\nHow often does the tap run?<|im_end|>\n<|im_start|>assistant\n\ud83c\udf73 Answer: '
    r'three<|im_end|>"], "prompts": ["<|im_start|>user\nHow often does the tap run?<|im_end|>\n<|im_start|>assistant\n"'
    r'], "labels": [3]}'
)
RECORDED_EMPTY = '{"query": [], "prompts": [], "labels": []}'


def row(case: Case) -> tuple[Any, Any, Any]:
    """query, prompt and label, as OpenRLHF makes them; its label is "" without --data.label_key."""
    prompt = f"{BEGIN}{case.rollout.prompt}{END}"
    reply, label = case.rollout.reply, case.rollout.label
    return f"{prompt}{reply}<|im_end|>" if isinstance(reply, str) else reply, prompt, "" if label is None else label


def body(*cases: Case) -> dict[str, Any]:
    rows = [row(case) for case in cases]
    return {name: [values[place] for values in rows] for place, name in enumerate(("query", "prompts", "labels"))}


def post(client: TestClient, sent: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(ROUTE, json=sent)
    assert answer.status_code == 200
    return checked(answer.json())


def checked(found: dict[str, Any]) -> dict[str, Any]:
    assert list(found) == KEYS
    assert list(found["extra_logs"]) == list(columns_module.NAMES)
    numbers = [found[name] for name in KEYS if name not in ("extra_logs", "notes")] + list(found["extra_logs"].values())
    assert {len(values) for values in [*numbers, found["notes"]]} == {len(found["rewards"])}
    assert all(isinstance(value, float) and math.isfinite(value) for values in numbers for value in values)
    assert [note is not None for note in found["notes"]] == [flag == 1.0 for flag in found["extra_logs"]["unscored"]]
    return found


def test_what_is_logged_is_all_that_a_verdict_has_as_numbers() -> None:
    assert tuple(columns(unscored("x", "y"))) == columns_module.NAMES


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_one_reply_per_request(client: TestClient, case: Case) -> None:
    found = post(client, body(case))
    assert found["rewards"] == found["scores"] == found["acc_rewards"] == [case.score or 0.0]
    assert found["extra_logs"]["unscored"] == [float(case.score is None)]
    assert found["format_rewards"] == found["extra_logs"]["well_formed"]


def test_a_batch_keeps_its_order_and_a_bad_reply_costs_no_other(client: TestClient) -> None:
    found = post(client, body(*CASES))
    assert found["rewards"] == [case.score or 0.0 for case in CASES]
    assert found["extra_logs"]["unscored"] == [float(case.score is None) for case in CASES]
    assert all("could not be scored" in found["notes"][CASES.index(case)] for case in BAD)


def test_what_openrlhfs_client_posts_is_read(client: TestClient) -> None:
    headers = {"content-type": "application/json"}
    assert client.post(ROUTE, content=RECORDED.encode(), headers=headers).json()["rewards"] == [1.0]
    empty = checked(client.post(ROUTE, content=RECORDED_EMPTY.encode(), headers=headers).json())
    assert empty["rewards"] == empty["notes"] == empty["extra_logs"]["unscored"] == []


def test_the_client_trains_on_all_and_sees_which_are_unscored(url: str) -> None:
    """Read as OpenRLHF reads it: numbers in lists as long as the query; anything else ends the run."""
    made = asyncio.run(probe.ask(url, [case.rollout for case in CASES]))
    assert made == [Made(case.score or 0.0, flag="" if case.score is not None else "unscored=1") for case in CASES]


def test_good_and_bad_shapes(url: str) -> None:
    found = dict(asyncio.run(probe.odd(url)))
    assert {one.fate for made in found.values() for one in made} == {"trained"}
    assert [len(made) for made in found.values()] == [len(sent.get("query", ())) for sent in probe.ODD.values()]
    rewards = {name: [one.reward for one in made] for name, made in found.items()}
    assert rewards["a batch, as before 2026"] == [1.0] * 3
    assert rewards["pictures that take several tokens in the query"] == [1.0]
    flags = {name: {one.flag for one in made} for name, made in found.items()}
    assert flags["lists of different lengths"] == flags["a reply that is null"] == {"unscored=1"}


def test_old_versions_read_only_rewards_and_send_no_labels(client: TestClient) -> None:
    """The item is then found by the prompt; without prompts there is nothing that names it."""
    sent = body(GOOD[0])
    assert post(client, {"query": sent["query"], "prompts": sent["prompts"]})["rewards"] == [1.0]
    assert post(client, {"query": sent["query"], "prompts": sent["prompts"], "labels": None})["rewards"] == [1.0]
    alone = post(client, {"query": sent["query"]})
    assert alone["extra_logs"]["unscored"] == [1.0]
    assert post(client, {"query": sent["query"], "labels": ["pan"]})["rewards"] == [1.0]


def test_lists_of_different_lengths_are_all_unscored_and_never_guessed(client: TestClient) -> None:
    sent = body(*GOOD[:3])
    for name in sent:
        found = post(client, {**sent, name: sent[name][:2]})
        assert set(found["rewards"]) == {0.0}
        assert all("differ in length" in note for note in found["notes"])
    assert len(post(client, {**sent, "query": None})["rewards"]) == 3


def test_one_reply_without_lists_is_a_list_of_one(client: TestClient) -> None:
    assert post(client, {name: values[0] for name, values in body(GOOD[2]).items()})["rewards"] == [1.0]


def test_the_reply_is_read_behind_its_prompt_or_behind_the_mark_of_the_assistant(client: TestClient) -> None:
    """Pictures take more tokens in the query than in the prompt, and a long prompt loses its beginning there."""
    prompt = f"{BEGIN}<|vision_start|><|image_pad|><|vision_end|>{PAN.question} Is it a cup?{END}"
    longer = prompt.replace("<|image_pad|>", "<|image_pad|>" * 50)
    for query in (prompt, longer, longer[40:]):
        found = post(client, {"query": [f"{query}Answer: pan<|im_end|>"], "prompts": [prompt], "labels": [PAN.id]})
        assert found["rewards"] == [1.0]


def test_a_prompt_that_opens_the_thinking(client: TestClient) -> None:
    prompt = f"{BEGIN}{PAN.question}{END}<think>\n"
    query = [f"{prompt}a cup? no.</think>\nAnswer: pan<|im_end|>", f"{prompt}Answer: pan"]
    assert post(client, {"query": query, "prompts": [prompt] * 2, "labels": ["pan"] * 2})["rewards"] == [1.0, 0.0]


@settings(max_examples=50, deadline=None)
@given(objects("query", "prompts", "labels"))
def test_any_object_is_answered_with_finite_numbers(client: TestClient, sent: dict[str, Any]) -> None:
    answer = client.post(ROUTE, content=json.dumps(sent).encode())
    assert answer.status_code == 200
    found = checked(answer.json())
    if isinstance(sent.get("query"), list) and sent["query"]:
        assert len(found["rewards"]) == len(sent["query"])


@pytest.mark.parametrize(
    "answer",
    [None, [0.5], {}, {"rewards": 0.5}, {"rewards": [None]}, {"rewards": [0.5, 0.5]}, {"rewards": [float("nan")]}],
)
def test_the_probe_sees_what_openrlhf_cannot_train_on(answer: Any) -> None:
    assert [one.fate for one in probe.read(answer, 1)] == ["run ends"]


def test_with_a_broken_server_openrlhf_asks_again_and_our_function_gives_0_and_the_flag(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "SECONDS", 0.2)
    assert [one.fate for one in asyncio.run(probe.ask(broken, [GOOD[0].rollout]))] == ["asked again"]
    found = called(*GOOD[:2])
    assert (found["rewards"], found["extra_logs"]["unscored"]) == ([0.0, 0.0], [1.0, 1.0])
    assert "gave no verdict" in found["notes"][0]


def called(*cases: Case, function: Any = reward_func) -> dict[str, Any]:
    """The answer of the function with its tensors as lists, each of one number per reply."""
    found = function(*body(*cases).values())
    lists = {name: aslist(found[name]) for name in ("rewards", "scores", "acc_rewards", "format_rewards", "notes")}
    logs = {name: aslist(values) for name, values in found["extra_logs"].items()}
    return checked({name: logs if name == "extra_logs" else lists[name] for name in KEYS})


def aslist(values: Any) -> Any:
    return values if isinstance(values, list) else values.tolist()


def test_the_function_gives_what_the_server_gives(scoring: None) -> None:
    assert called(*CASES)["rewards"] == [case.score or 0.0 for case in CASES]
    assert [called(case)["rewards"] for case in CASES] == [[case.score or 0.0] for case in CASES]
    assert called()["rewards"] == []


def test_the_function_gives_tensors_of_one_number_per_reply() -> None:
    """As OpenRLHF's documentation has it; it makes tensors of them again, and means for the log."""
    torch = pytest.importorskip("torch", reason="needs torch: pip install 'answerkey[train]'")
    found = reward_func(*body(GOOD[2]).values())
    assert torch.tensor([found["rewards"]]).shape == (1,)
    assert found["rewards"].dtype == found["extra_logs"]["unscored"].dtype == torch.float32
    assert found["extra_logs"]["correct"].flatten()[0].item() == 1.0


def loaded(path: Path) -> Any:
    """The function of a file, loaded as OpenRLHF loads it."""
    spec = importlib.util.spec_from_file_location("reward_func", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.reward_func


def test_a_file_of_one_line_and_the_module_itself_can_be_loaded_and_sent_to_workers(tmp_path: Path) -> None:
    """Old versions send the function to Ray's workers, which pickles the one of a file by value."""
    cloudpickle = pytest.importorskip("cloudpickle", reason="needs: pip install cloudpickle")
    [line] = snippets("trainers/openrlhf.md")[1:]
    (tmp_path / "answerkey_reward.py").write_text(line, encoding="utf-8")
    for path in (tmp_path / "answerkey_reward.py", Path(openrlhf.__file__)):
        function = loaded(path)
        assert called(GOOD[2], function=function)["rewards"] == [1.0]
        assert called(GOOD[2], function=cloudpickle.loads(cloudpickle.dumps(function)))["rewards"] == [1.0]
    assert pickle.loads(pickle.dumps(reward_func)) is reward_func


CLIENT = """
import asyncio, json, sys
from trainer_packages import shell
shell("openrlhf", "openrlhf.utils")
from openrlhf.utils.agent import SingleTurnAgentExecutor

url, file, sent = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])

async def rewards(where):
    executor = SingleTurnAgentExecutor(where)
    fetch = executor._fetch_rewards_via_func if executor.reward_func else executor._fetch_rewards_via_http
    [found] = await fetch(sent["query"], sent["prompts"], sent["labels"])
    return [float(value) for name in ("rewards", "scores") for value in found[name]]

print(json.dumps([asyncio.run(rewards(where)) for where in (url, [url, url], file)]))
"""


def test_openrlhfs_own_client_reads_the_answer_of_the_server_and_of_the_function(served: str, items: str) -> None:
    sent = json.dumps(body(GOOD[2]))
    found = drive(CLIENT, f"{served}{ROUTE}", str(openrlhf.__file__), sent)
    assert found == [[1.0, 1.0]] * 3


def test_the_pages_conversion_gives_rows_that_are_scored(
    client: TestClient, converted: Callable[..., list[dict[str, Any]]], pictures: list[list[str]]
) -> None:
    rows = converted("openrlhf")
    assert [row["images"] for row in rows] == pictures
    prompts = [f"{BEGIN}{row['prompt'].replace('<image>', '<|image_pad|>')}{END}" for row in rows]
    query = [f"{prompt}Answer: pan" for prompt in prompts]
    for labels in ([row["label"] for row in rows], [""] * 2):
        assert post(client, {"query": query, "prompts": prompts, "labels": labels})["rewards"] == [1.0, 1.0]
