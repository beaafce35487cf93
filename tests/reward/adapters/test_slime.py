"""What slime's users rely on: a finite reward for whatever is posted, and unscored samples out of the loss."""

import asyncio
import json
import math
import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import Start
from doc_pages import snippets
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trainer_rollouts import BAD, CASES, ITEMS, NAMES, PAN, Case

from reward import Item, Scorer
from reward.adapters import slime
from reward.adapters.configured import configured
from reward.adapters.slime import custom_rm
from reward.answers import Phrase
from reward.jsonl import read_items, write_jsonl
from reward.probe import slime as probe
from reward.rollout import Rollout
from reward.service import create_app

DETAIL = ["reward", "correct", "well_formed", "unscored", "undecided", "judged", "rule", "note"]
# Posted by slime's client (624b824, 21 Aug 2026), from rows that its data set read: with a chat template, without one,
# and without one for a row without pictures, whose text it takes apart into letters.
RECORDED = [
    r'{"prompt": "<|im_start|>user\n<|vision_start|><|image_pad|><|vision_end|><|vision_start|><|image_pad|>'
    r'<|vision_end|>Which object is moved?<|im_end|>\n<|im_start|>assistant\n", "response": "\ud83c\udf73 Answer: '
    r'pan<|im_end|>", "label": "pan"}',
    r'{"prompt": [{"role": "user", "content": [{"type": "image", "image": "/data/1.jpg"}, {"type": "image", "image": '
    r'"/data/2.jpg"}, {"type": "text", "text": "Which object is moved?"}]}], "response": "\ud83c\udf73 Answer: '
    r'pan<|im_end|>", "label": "pan"}',
    r'{"prompt": [{"role": "user", "content": [{"type": "text", "text": "W"}, {"type": "text", "text": "h"}, {"type": '
    r'"text", "text": "o"}, {"type": "text", "text": "?"}]}], "response": "Answer: pan<|im_end|>", "label": '
    r'{"kind": "phrase", "text": "pan"}}',
]
KNOWN = PAN.id
LOST = "0a1b2c3d4e5f6a7b"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a process of its own, which our function in slime's process is pointed at."""
    path = tmp_path_factory.mktemp("slime") / "items.jsonl"
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


def sample(reply: Any, label: Any = None, prompt: Any = PAN.question, metadata: Any = None) -> Any:
    """As slime's Sample, of what a reward function may touch."""
    metadata = {} if metadata is None else metadata
    return SimpleNamespace(response=reply, label=label, prompt=prompt, metadata=metadata, remove_sample=False)


def args(**given: Any) -> Any:
    return SimpleNamespace(**{"reward_key": None, "eval_reward_key": None, **given})


def reward(samples: Any, **given: Any) -> Any:
    return asyncio.run(custom_rm(args(**given), samples, evaluation=False))


def body(case: Case) -> dict[str, Any]:
    return {"prompt": case.rollout.prompt, "response": case.rollout.reply, "label": case.rollout.label}


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_answer_is_the_bare_reward_and_0_for_what_is_unscored(client: TestClient, case: Case) -> None:
    answer = client.post("/slime", json=body(case))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == (case.score or 0.0)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_detailed_answer_says_what_is_unscored_and_why(client: TestClient, case: Case) -> None:
    found = client.post("/slime/detail", json=body(case)).json()
    assert list(found) == DETAIL
    assert found["reward"] == (case.score or 0.0)
    assert found["unscored"] == float(case.score is None)
    assert case.code in (None, found["rule"])
    assert found["note"]


@pytest.mark.parametrize("text", RECORDED, ids=["template", "messages", "letters"])
def test_what_slimes_client_posts_is_read(client: TestClient, text: str) -> None:
    for route, reads in (("/slime", float), ("/slime/detail", lambda found: found["reward"])):
        answer = client.post(route, content=text.encode(), headers={"content-type": "application/json"})
        assert reads(answer.json()) == 1.0


def test_the_item_may_be_known_by_the_prompt_alone(client: TestClient) -> None:
    messages = [{"role": "user", "content": [{"type": "image", "image": "/1.jpg"}, *letters(PAN.question)]}]
    for prompt in (PAN.question, messages, f"<|im_start|>user\n<|image_pad|>{PAN.question}<|im_end|>\n"):
        assert client.post("/slime", json={"prompt": prompt, "response": "pan", "label": None}).json() == 1.0


def letters(text: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": letter} for letter in text]


@pytest.mark.parametrize("content", [b"", b"[]", b"3", b"null", b'"text"', b"{", b"\xff"])
def test_only_what_is_no_json_object_is_refused(client: TestClient, content: bytes) -> None:
    for route in ("/slime", "/slime/detail"):
        assert client.post(route, content=content).status_code == 422


@pytest.mark.parametrize("reply", ["\ud83c", "a \ud800 b", ["\udc00"]])
@pytest.mark.parametrize("label", ["\ud83c", {"kind": "phrase", "text": "\ud800"}, {"\ud800": 1}])
def test_half_a_surrogate_pair_costs_no_answer(client: TestClient, reply: Any, label: Any) -> None:
    content = json.dumps({"prompt": "\ud800", "response": reply, "label": label})
    assert client.post("/slime/detail", content=content).status_code == 200


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["item", "item_id", "answer", "kind", "text", "role", "content"]) | st.text(max_size=3),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
BODIES = st.dictionaries(st.sampled_from(["prompt", "response", "label"]) | st.text(max_size=3), VALUES, max_size=5)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=BODIES)
def test_any_json_object_gets_a_finite_reward(client: TestClient, body: dict[str, Any]) -> None:
    bare, detail = (client.post(route, content=json.dumps(body)) for route in ("/slime", "/slime/detail"))
    assert (bare.status_code, detail.status_code) == (200, 200)
    assert isinstance(bare.json(), float)
    assert list(detail.json()) == DETAIL
    assert all(math.isfinite(detail.json()[name]) for name in DETAIL[:-2])


@pytest.mark.parametrize("local", [True, False], ids=["rules", "server"])
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_our_function_gives_each_reply_its_reward(
    url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, case: Case, local: bool
) -> None:
    if local:
        write_jsonl(tmp_path / "items.jsonl", list(ITEMS.values()))
        monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items.jsonl"))
    else:
        if case.code in ("unknown_prompt", "ambiguous_prompt") or case.name == "prompt":
            pytest.skip("the process of the trainer knows no items")
        monkeypatch.setenv("ANSWERKEY_URL", url)
    one = sample(case.rollout.reply, case.rollout.label, case.rollout.prompt)
    assert reward(one) == (case.score or 0.0)
    assert one.remove_sample is (case.score is None)
    assert ("unscored" in one.metadata) is (case.score is None)


@pytest.mark.parametrize(
    "metadata",
    [{"item_id": KNOWN}, {"item": PAN.model_dump()}, {"ground_truth": "pan"}, {"label": ["pan"]}, {"answer": "pan"}],
    ids=lambda metadata: next(iter(metadata)),
)
def test_a_sample_without_a_label_is_scored_by_its_metadata(
    url: str, monkeypatch: pytest.MonkeyPatch, metadata: dict[str, Any]
) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    one = sample("Answer: pan", metadata={"rm_type": "x", **metadata})
    assert reward(one) == 1.0
    assert reward(sample("Answer: pan", label="cup", metadata={"item_id": KNOWN})) == 0.0


def test_a_group_is_scored_in_order_and_its_unscored_sample_moves_no_advantage() -> None:
    group = [sample(reply, "pan") for reply in ("pan", "a cup", "pan")] + [sample("pan", LOST)]
    rewards = reward(group)
    assert rewards == [1.0, 0.0, 1.0, 2 / 3]
    assert [one.remove_sample for one in group] == [False, False, False, True]
    scored = rewards[:3]
    assert sum(rewards) / 4 == pytest.approx(sum(scored) / 3)


def test_a_group_whose_scored_replies_are_alike_has_no_spread_for_slimes_filter() -> None:
    for reply in ("pan", "a cup"):
        assert len(set(reward([sample(reply, "pan"), sample(reply, "pan"), sample(reply, LOST)]))) == 1


def test_a_group_that_is_all_unscored_or_empty_is_answered() -> None:
    group = [sample("pan", LOST), sample(None, "pan")]
    assert reward(group) == [0.0, 0.0]
    assert all(one.remove_sample for one in group)
    assert reward([]) == []


def test_with_a_reward_key_the_function_gives_objects() -> None:
    one, lost = sample("pan", "pan"), sample("pan", LOST)
    assert list(reward(one, reward_key="reward")) == DETAIL
    found = reward([one, lost], reward_key="reward")
    assert [(each["reward"], each["unscored"], each["rule"]) for each in found] == [
        (1.0, 0.0, "equal"),
        (1.0, 1.0, "unknown_id"),
    ]


def test_a_server_that_is_away_takes_the_samples_out_of_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.3")
    group = [sample("pan", "pan"), sample("cup", "pan")]
    assert reward(group) == [0.0, 0.0]
    assert all("server" in one.metadata["unscored"] for one in group)


def test_a_server_that_hangs_takes_the_sample_out_of_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> Any:
        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(-1)
            writer.close()

        async with await asyncio.start_server(hang, "127.0.0.1", 0) as server:
            monkeypatch.setenv("ANSWERKEY_URL", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.5")
            one = sample("pan", "pan")
            return await custom_rm(args(), one), one.remove_sample

    assert asyncio.run(go()) == (0.0, True)


def test_a_bad_configuration_is_said_at_the_first_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "127.0.0.1:8000")
    with pytest.raises(ValueError, match="http://"):
        reward(sample("pan", "pan"))


def test_slime_finds_the_function_by_its_path() -> None:
    assert pickle.loads(pickle.dumps(custom_rm)) is slime.custom_rm


def test_the_probe_says_what_slime_makes_of_the_answers(url: str) -> None:
    async def go() -> tuple[Any, ...]:
        samples = [case.rollout for case in CASES]
        hopeless = [Rollout("pan", label=object())]
        return (
            await probe.ask(url, samples),
            await probe.ask(url, samples, "reward"),
            await probe.ask(url, hopeless),
            await probe.ask(f"{url}/nowhere", samples[:1]),
            await probe.ask("http://127.0.0.1:9", samples[:1]),
            await probe.odd(url),
        )

    plain, detailed, hopeless, nowhere, away, odd = asyncio.run(go())
    assert (
        [made.reward for made in plain] == [made.reward for made in detailed] == [case.score or 0.0 for case in CASES]
    )
    assert {made.flag for made in plain} == {""}
    assert [made.flag for made in detailed[-len(BAD) :]] == [f"unscored=1 rule={case.code}" for case in BAD]
    assert [made.fate for made in (*hopeless, *nowhere, *away)] == ["run ends", "run ends", "asked again"]
    assert len(odd) == 2 * len(probe.ODD)
    assert {made.fate for _, mades in odd for made in mades} == {"trained"}


def test_slimes_own_client_takes_the_answers(url: str) -> None:
    hub = pytest.importorskip("slime.rollout.rm_hub", reason="needs slime, which is installed from its repository")
    types = pytest.importorskip("slime.utils.types")

    async def go(route: str) -> list[Any]:
        given = args(rm_url=f"{url}/{route}", custom_rm_path=None, rm_type="remote_rm")
        samples = [
            types.Sample(prompt=case.rollout.prompt, response=case.rollout.reply, label=case.rollout.label)
            for case in CASES
        ]
        found = await asyncio.gather(*(hub.async_rm(given, one) for one in samples))
        await hub._shared_session.close()
        return list(found)

    assert asyncio.run(go("slime")) == [case.score or 0.0 for case in CASES]
    detailed = asyncio.run(go("slime/detail"))
    assert [found["reward"] for found in detailed] == [case.score or 0.0 for case in CASES]


def test_slimes_own_hub_calls_our_function_for_one_sample_and_for_a_group() -> None:
    hub = pytest.importorskip("slime.rollout.rm_hub", reason="needs slime, which is installed from its repository")
    types = pytest.importorskip("slime.utils.types")
    given = args(custom_rm_path="reward.adapters.slime.custom_rm", rm_type=None)

    async def go() -> Any:
        group = [types.Sample(prompt="?", response="pan", label=label) for label in ("pan", "cup", LOST)]
        alone = [await hub.async_rm(given, one) for one in group]
        return alone, await hub.batched_async_rm(given, group), [one.remove_sample for one in group]

    assert asyncio.run(go()) == ([1.0, 0.0, 0.0], [1.0, 0.0, 0.5], [False, False, True])


def test_the_pages_conversion_gives_rows_that_are_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "items").mkdir()
    clip = {"video_id": "v", "start": 0, "end": 1, "images": ["frames/1.jpg", "frames/2.jpg"]}
    pictured = Item(question="Which is washed?", answer=Phrase(text="pan"), clips=[clip])  # type: ignore[list-item]
    write_jsonl(tmp_path / "items" / "items.jsonl", [PAN, pictured])
    for code in snippets("trainers/slime.md"):
        exec(code, {})
    rows = [json.loads(line) for line in (tmp_path / "data" / "train.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["images"] for row in rows] == [[], [str(tmp_path / "items/frames" / f"{i}.jpg") for i in (1, 2)]]
    assert [row["prompt"].count("<image>") for row in rows] == [0, 2]
    known = {item.id: item for item in read_items(tmp_path / "items" / "items.jsonl")}
    with TestClient(create_app(Scorer(), known)) as client:
        for row in rows:
            posted = {"prompt": row["prompt"], "response": "Answer: pan", "label": row["label"]}
            assert client.post("/slime", json=posted).json() == 1.0
            assert client.post("/slime", json={**posted, "label": None}).json() == 1.0
