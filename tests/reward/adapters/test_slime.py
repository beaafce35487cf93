"""What slime's users rely on: a finite reward for whatever is posted, and unscored samples out of the loss."""

import asyncio
import json
import math
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from any_json import objects
from fastapi.testclient import TestClient
from hypothesis import given, settings
from trainer_rollouts import BAD, CASES, NAMES, PAN, Case

from reward.adapters import slime
from reward.adapters.slime import custom_rm
from reward.probe import slime as probe
from reward.rollout import Rollout

DETAIL = ["reward", "correct", "well_formed", "unscored", "undecided", "judged", "said", "rule", "note"]
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


@settings(max_examples=50, deadline=None)
@given(body=objects("prompt", "response", "label"))
def test_any_json_object_gets_a_finite_reward(client: TestClient, body: dict[str, Any]) -> None:
    bare, detail = (client.post(route, content=json.dumps(body)) for route in ("/slime", "/slime/detail"))
    assert (bare.status_code, detail.status_code) == (200, 200)
    assert isinstance(bare.json(), float)
    assert list(detail.json()) == DETAIL
    assert all(math.isfinite(detail.json()[name]) for name in DETAIL[:-3])


def test_our_function_gives_each_reply_its_reward(scoring: None) -> None:
    for case in CASES:
        one = sample(case.rollout.reply, case.rollout.label, case.rollout.prompt)
        assert reward(one) == (case.score or 0.0), case.name
        assert one.remove_sample is ("unscored" in one.metadata) is (case.score is None)


@pytest.mark.parametrize(
    "metadata",
    [{"item_id": KNOWN}, {"item": PAN.model_dump()}, {"ground_truth": "pan"}, {"label": ["pan"]}, {"answer": "pan"}],
    ids=lambda metadata: next(iter(metadata)),
)
def test_a_sample_without_a_label_is_scored_by_its_metadata(served: str, metadata: dict[str, Any]) -> None:
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


def test_a_server_without_verdicts_takes_the_samples_out_of_the_loss(broken: str) -> None:
    group = [sample("pan", "pan"), sample("cup", "pan")]
    assert reward(group) == [0.0, 0.0]
    assert all(one.remove_sample and "server" in one.metadata["unscored"] for one in group)


def test_a_bad_configuration_is_said_at_the_first_reply(no_address: None) -> None:
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


def test_the_pages_conversion_gives_rows_that_are_scored(
    client: TestClient, converted: Callable[..., list[dict[str, Any]]], pictures: list[list[str]]
) -> None:
    rows = converted("slime")
    assert [row["images"] for row in rows] == pictures
    assert [row["prompt"].count("<image>") for row in rows] == [0, 2]
    for row in rows:
        posted = {"prompt": row["prompt"], "response": "Answer: pan", "label": row["label"]}
        assert client.post("/slime", json=posted).json() == 1.0
        assert client.post("/slime", json={**posted, "label": None}).json() == 1.0
