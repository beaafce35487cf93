"""What verl's users rely on: a number and the same columns for every reply, by any of its managers or by a post."""

import asyncio
import inspect
import json
import math
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Start
from doc_pages import snippets
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trainer_rollouts import BAD, CASES, GOOD, ITEMS, NAMES, PAN, Case

from reward import Item, Scorer
from reward.adapters import verl
from reward.adapters.configured import configured
from reward.adapters.verl import MAX_TEXT, compute_score, compute_score_sync, compute_scores
from reward.answers import Phrase
from reward.jsonl import read_items, write_jsonl
from reward.probe import verl as probe
from reward.service import create_app

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


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a process of its own, which our functions in verl's processes are pointed at."""
    path = tmp_path_factory.mktemp("verl") / "items.jsonl"
    write_jsonl(path, list(ITEMS.values()))
    start = Start()
    yield start("--items", str(path))
    for process in start.running:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Scorer(undecided="zero"), ITEMS)) as client:
        yield client


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in [name for name in os.environ if name.startswith("ANSWERKEY_")]:
        monkeypatch.delenv(name)
    configured.cache_clear()
    yield
    configured.cache_clear()


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
    assert f"samples[{len(CASES) - 1}]" in answers[-1]["note"]
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


def test_an_empty_ground_truth_is_looked_up_by_the_id_in_the_extra_info(client: TestClient) -> None:
    row = {"solution_str": "Answer: pan", "extra_info": {"item_id": PAN.id}}
    for empty in ({}, {"ground_truth": None}, {"ground_truth": " "}):
        assert client.post("/verl", json={**row, **empty}).json()["score"] == 1.0
    assert client.post("/verl", json={**row, "ground_truth": "cup"}).json()["score"] == 0.0


@pytest.mark.parametrize("content", [b"", b"[]", b"3", b"null", b'"text"', b"{", b"\xff"])
def test_only_what_is_no_json_object_is_refused(client: TestClient, content: bytes) -> None:
    assert client.post("/verl", content=content).status_code == 422


def test_half_a_surrogate_pair_costs_no_answer(client: TestClient) -> None:
    for label in ("pan", "\ud83c", {"kind": "phrase", "text": "\ud800"}, {"\ud800": 1}):
        content = json.dumps({"solution_str": "Answer: a \ud83c pan", "ground_truth": label})
        assert client.post("/verl", content=content).status_code == 200


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["item", "item_id", "question", "answer", "kind", "text", "role", "content"])
            | st.text(max_size=3),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
ONE, MANY = list(fields(GOOD[0])), list(lists(GOOD[:1]))
BODIES = st.dictionaries(st.sampled_from(ONE + MANY) | st.text(max_size=3), VALUES, max_size=6)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=BODIES)
def test_any_json_object_gets_finite_numbers_and_all_columns(client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/verl", content=json.dumps(body))
    assert answer.status_code == 200
    found = answer.json()
    for one in found if isinstance(found, list) else [found]:
        assert list(one) == NUMBERS + TEXTS
        assert all(math.isfinite(one[name]) for name in NUMBERS)


@pytest.mark.parametrize("local", [True, False], ids=["rules", "server"])
@pytest.mark.parametrize("kind", list(FUNCTIONS))
def test_each_function_gives_each_reply_its_score(
    url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, local: bool
) -> None:
    if local:
        write_jsonl(tmp_path / "items.jsonl", list(ITEMS.values()))
        monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items.jsonl"))
    else:
        monkeypatch.setenv("ANSWERKEY_URL", url)
    for case in CASES:
        if local or case.rollout.label is not None:  # a server is not asked by what a question says
            check(FUNCTIONS[kind](**fields(case)), case)


def test_a_batch_is_scored_in_its_order(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    cases = tuple(case for case in CASES if case.rollout.label is not None)
    for answer, case in zip(compute_scores(**lists(cases)), cases, strict=True):
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
def test_a_server_that_is_away_leaves_the_reply_unscored(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.3")
    answer = FUNCTIONS[kind](**fields(GOOD[0]))
    assert list(answer) == NUMBERS + TEXTS
    assert (answer["score"], answer["unscored"]) == (0.0, 1.0)
    assert "server" in answer["note"]


def test_a_server_that_hangs_leaves_the_reply_unscored_before_any_manager_gives_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go() -> dict[str, Any]:
        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(-1)
            writer.close()

        async with await asyncio.start_server(hang, "127.0.0.1", 0) as server:
            monkeypatch.setenv("ANSWERKEY_URL", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.5")
            return await compute_score(**fields(GOOD[0]))

    assert asyncio.run(go())["unscored"] == 1.0
    assert verl.DEADLINE < 300


def test_a_bad_configuration_is_said_at_the_first_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "127.0.0.1:8000")
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


def proto(rows: list[dict[str, Any]]) -> Any:
    """A batch as verl's managers get it: a token is a byte here."""
    torch, tensordict = pytest.importorskip("torch"), pytest.importorskip("tensordict")
    texts = [row["solution_str"].encode() for row in rows]
    responses = torch.zeros(len(rows), max(map(len, texts)), dtype=torch.long)
    mask = torch.nn.functional.pad(torch.zeros_like(responses), (2, 0), value=1)
    for i, text in enumerate(texts):
        responses[i, : len(text)] = torch.tensor(list(text), dtype=torch.long)
        mask[i, 2 : 2 + len(text)] = 1
    batch = {"prompts": torch.ones(len(rows), 2, dtype=torch.long), "responses": responses, "attention_mask": mask}
    columns = {
        "data_source": [row["data_source"] for row in rows],
        "reward_model": [{"style": "rule", "ground_truth": row["ground_truth"]} for row in rows],
        "extra_info": [dict(row["extra_info"]) for row in rows],
        "__num_turns__": [np.int64(2) for _ in rows],
    }
    return pytest.importorskip("verl").DataProto(
        batch=tensordict.TensorDict(batch, batch_size=len(rows)),
        non_tensor_batch={k: np.fromiter(v, dtype=object, count=len(rows)) for k, v in columns.items()},
    )


class Bytes:
    """A tokenizer of bytes."""

    def decode(self, ids: Any, skip_special_tokens: bool) -> str:
        return bytes(ids.tolist()).decode()


def loaded(manager: str, name: str, path: str) -> Any:
    """One of verl's managers with our function, as its workers make them."""
    reward = pytest.importorskip(
        "verl.trainer.ppo.reward", reason="needs verl, tensordict, omegaconf and hydra-core", exc_type=ImportError
    )
    function = {"path": path, "name": name, "reward_kwargs": {}}
    config = {
        "trainer": {"experiment_name": "x"},
        "reward": {"custom_reward_function": function, "reward_manager": {"source": "register", "name": manager}},
    }
    omegaconf = pytest.importorskip("omegaconf")
    return reward.load_reward_manager(omegaconf.OmegaConf.create(config), Bytes())


WITH_TEXT = tuple(case for case in CASES if isinstance(case.rollout.reply, str) and case.name != "100kB")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", [str(verl.__file__), "pkg://reward.adapters.verl"], ids=["file", "package"])
@pytest.mark.parametrize(
    ("manager", "name"),
    [
        *((manager, "compute_score") for manager in ("naive", "dapo", "rate_limited", "gdpo")),
        *((manager, "compute_score_sync") for manager in ("naive", "rate_limited")),
    ],
)
def test_verls_own_managers_take_the_scores_and_make_columns_of_the_rest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, manager: str, name: str, path: str
) -> None:
    made = loaded(manager, name, path)
    write_jsonl(tmp_path / "items.jsonl", list(ITEMS.values()))
    monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items.jsonl"))
    rows = proto([fields(case) for case in WITH_TEXT])

    async def go() -> list[Any]:
        return await asyncio.gather(*(made.run_single(rows[i : i + 1]) for i in range(len(rows))))

    outputs = made.loop.run_until_complete(go())
    scores = [output["reward_score"] for output in outputs]
    tensor = made.assemble_rm_scores(rows, scores)
    assert tensor.sum(-1).tolist() == scores == [case.score or 0.0 for case in WITH_TEXT]
    columns = {k: np.array([output["reward_extra_info"][k] for output in outputs]) for k in NUMBERS + TEXTS}
    assert columns["unscored"].tolist() == [float(case.score is None) for case in WITH_TEXT]
    metrics = pytest.importorskip("verl.trainer.ppo.metric_utils").process_validation_metrics(
        ["x"] * len(scores), ["u"] * len(scores), {name: column.tolist() for name, column in columns.items()}
    )
    assert set(metrics["x"]) == set(NUMBERS)
    assert metrics["x"]["unscored"][f"mean@{len(scores)}"] == pytest.approx(columns["unscored"].mean())


@pytest.mark.filterwarnings("ignore")
def test_verls_old_batch_manager_takes_the_list() -> None:
    reason = "needs verl and tensordict"
    batch = pytest.importorskip("verl.workers.reward_manager.batch", reason=reason, exc_type=ImportError)
    cases = tuple(case for case in WITH_TEXT if case.name in ("text", "text-wrong", "list", "no-key"))
    made = batch.BatchRewardManager(Bytes(), 0, compute_scores)(proto([fields(c) for c in cases]), return_dict=True)
    assert made["reward_tensor"].sum(-1).tolist() == [case.score or 0.0 for case in cases]
    assert made["reward_extra_info"]["unscored"] == [float(case.score is None) for case in cases]


def test_the_pages_conversion_gives_rows_that_are_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "items").mkdir()
    clip = {"video_id": "v", "start": 0, "end": 1, "images": ["frames/1.jpg", "frames/2.jpg"]}
    pictured = Item(question="Which is washed?", answer=Phrase(text="pan"), clips=[clip])  # type: ignore[list-item]
    write_jsonl(tmp_path / "items" / "items.jsonl", [PAN, pictured])
    for code in snippets("trainers/verl.md"):
        exec(code, {})
    rows = [json.loads(line) for line in (tmp_path / "data" / "verl.jsonl").read_text(encoding="utf-8").splitlines()]
    images = [[image["image"] for image in row["images"]] for row in rows]
    assert images == [[], [str(tmp_path / "items/frames" / f"{i}.jpg") for i in (1, 2)]]
    assert [row["prompt"][0]["content"].count("<image>") for row in rows] == [0, 2]
    known = {item.id: item for item in read_items(tmp_path / "items" / "items.jsonl")}
    with TestClient(create_app(Scorer(), known)) as client:
        for row in rows:
            posted = {"solution_str": "Answer: pan", "extra_info": row["extra_info"], **row["reward_model"]}
            assert client.post("/verl", json=posted).json()["score"] == 1.0
            assert client.post("/verl", json={**posted, "ground_truth": None}).json()["score"] == 1.0
    monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items" / "items.jsonl"))
    arguments = {"data_source": rows[1]["data_source"], "ground_truth": rows[1]["reward_model"]["ground_truth"]}
    assert compute_score_sync(**arguments, solution_str="pan", extra_info=rows[1]["extra_info"])["score"] == 1.0
