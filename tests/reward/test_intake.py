"""What no request may do to the server: every body gets an answer, and never one of 5xx."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from trainer_rollouts import ITEMS, PAN

from reward import Item, Scorer
from reward.answers import Phrase
from reward.intake import MAX_DEPTH
from reward.service import TRAINERS, create_app

ROUTES = (*TRAINERS, "/roll/result")
FIELDS = (
    "query", "prompts", "labels", "prompt", "response", "label", "solution_str", "ground_truth", "messages", "text",
    "extra_info", "solution_strs", "ground_truths", "item_id", "item", "expected_answer", "responses_create_params",
    "reward_request_id", "reward_info", "verify_responses", "model", "output", "input", "content", "role", "type",
)  # fmt: skip


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Scorer(), ITEMS), raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"3", b"null", b'"x"', b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000],
    ids=["empty", "cut", "list", "number", "null", "text", "no-utf8", "deep-list", "deep"],
)
def test_what_is_no_object_is_refused_in_one_shape(client: TestClient, route: str, body: bytes) -> None:
    answer = client.post(route, content=body)
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}
    assert answer.json()["error"]["code"] == "invalid_request"


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("depth", [MAX_DEPTH - 2, 900, 950, 990])
def test_deep_nesting_is_answered_or_refused(client: TestClient, route: str, depth: int) -> None:
    for inner in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        body = ",".join(f'"{field}":{inner}' for field in FIELDS)
        answer = client.post(route, content=f"{{{body}}}")
        assert answer.status_code == (422 if depth >= MAX_DEPTH else 200)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "odd", ["NaN", "Infinity", "-Infinity", "1e999", '"\\ud800"', '"\\udc00 \\ud83c\\udf73"', "1" * 5000]
)
def test_what_json_cannot_carry_back_is_answered(client: TestClient, route: str, odd: str) -> None:
    body = ",".join(f'"{field}":{odd}' for field in FIELDS)
    answer = client.post(route, content=f"{{{body}}}")
    assert answer.status_code in (200, 422)
    assert isinstance(answer.json(), dict | list | float)


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(PAN.id),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(route=st.sampled_from(ROUTES), body=st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=8))
def test_any_object_is_answered(client: TestClient, route: str, body: dict[str, Any]) -> None:
    answer = client.post(route, content=json.dumps(body))
    assert answer.status_code == 200, (route, body, answer.text)
    json.loads(answer.text, parse_constant=lambda name: pytest.fail(f"{name} in an answer"))


SAID = {"prompt": "?", "response": "a thing", "solution_str": "a thing", "query": ["a thing"], "prompts": ["?"]}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("reveal", [False, True])
def test_no_route_of_a_trainer_tells_a_key_to_who_names_only_an_id(route: str, reveal: bool) -> None:
    secret = Item(question="Who?", answer=Phrase(text="colander", aliases=("strainer",)), id="the-secret-one")
    app = create_app(Scorer(undecided="null"), {secret.id: secret}, reveal_keys=reveal)
    messages = ["<|im_start|>user\nWho?<|im_end|>\n<|im_start|>assistant\na thing<|im_end|>"]
    output = {"output": [{"role": "assistant", "type": "message", "content": "a thing"}]}
    named = {"label": secret.id, "labels": [secret.id], "ground_truth": secret.id, "item_id": secret.id}
    job = json.dumps({"reply": "a thing", "label": secret.id, "prompt": "?"})
    body = {**SAID, **named, "messages": messages, "response": output if route == "/verify" else "a thing"}
    with TestClient(app) as client:
        answer = client.post(route, json={**body, "reward_request_id": job, "reward_info": named})
    assert answer.status_code == 200
    assert "colander" not in answer.text
    assert "strainer" not in answer.text
