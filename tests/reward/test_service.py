"""What a caller of the server relies on: order, isolation of bad entries, 422 only for what is no request."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from reward import Item, Scorer
from reward.answers import Answer, Choice, List, Number, Phrase, YesNo
from reward.service import create_app

YES = Item(id="yes", question="Is a cup in the clip?", answer=YesNo(value=True))
CUP = Item(id="cup", question="Which object?", answer=Phrase(text="cup", wrong=("pan",)))


@pytest.fixture
def client() -> TestClient:
    return TestClient(create_app(Scorer(undecided="null"), {item.id: item for item in (YES, CUP)}))


def post(client: TestClient, entries: list[Any]) -> list[dict[str, Any]]:
    response = client.post("/score", json={"items": entries})
    assert response.status_code == 200, response.text
    return list(response.json()["verdicts"])


def test_verdicts_come_in_the_order_of_the_entries(client: TestClient) -> None:
    verdicts = post(
        client,
        [
            {"id": "cup", "reply": "Answer: cup"},
            {"id": "yes", "reply": "no"},
            {"item": {"question": "How many?", "answer": {"kind": "number", "value": "3"}}, "reply": "three"},
        ],
    )
    assert [verdict["score"] for verdict in verdicts] == [1.0, 0.0, 1.0]


def test_an_undecided_score_is_json_null(client: TestClient) -> None:
    response = client.post("/score", json={"items": [{"id": "cup", "reply": "a thing"}]})
    assert '"score":null' in response.text
    assert response.json()["verdicts"][0]["by"] == "none"


def inline(**fields: Any) -> dict[str, Any]:
    return {"item": {"question": "?", "answer": {"kind": "yes_no", "value": True}, **fields}, "reply": "yes"}


@pytest.mark.parametrize(
    ("entry", "code", "field"),
    [
        ({"id": "nobody", "reply": "x"}, "unknown_id", "id"),
        ({"id": "cup"}, "invalid_entry", "reply"),
        ({"id": "cup", "reply": 3}, "invalid_entry", "reply"),
        ({"id": "cup", "reply": None}, "invalid_entry", "reply"),
        ({"reply": "x"}, "invalid_entry", "id"),
        ({"id": "cup", "item": {}, "reply": "x"}, "invalid_entry", "id"),
        ({"id": "cup", "reply": "x", "weight": 1}, "invalid_entry", "weight"),
        ("text", "invalid_entry", None),
        (None, "invalid_entry", None),
        (inline(answer={"kind": "number", "value": "x"}), "invalid_item", "item.answer.number"),
        (inline(answer={"kind": "song"}), "invalid_item", "item.answer"),
        (inline(color=1), "invalid_item", "item.color"),
    ],
)
def test_a_bad_entry_is_one_unscored_verdict_and_the_others_are_scored(
    client: TestClient, entry: Any, code: str, field: str | None
) -> None:
    good = {"id": "cup", "reply": "cup"}
    verdicts = post(client, [good, entry, good])
    assert [verdict["score"] for verdict in verdicts] == [1.0, None, 1.0]
    error = verdicts[1]["error"]
    assert (error["code"], error["item"], error["field"]) == (code, 1, field)
    assert "items[1]" in verdicts[1]["note"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", None),
        (b"{", None),
        (b"\xff\xfe", None),
        (b"[1]", None),
        (b'{"items": 3}', "items"),
        (b'{"replies": []}', "items"),
        (b'{"items": [], "mode": "x"}', "mode"),
        (b"[" * 100_000, None),
        (b'{"items": ' + b"[" * 100_000, None),
    ],
    ids=["empty", "cut", "no-utf8", "list", "items-number", "no-items", "unknown-field", "deep", "deep-items"],
)
def test_only_a_body_that_is_no_request_is_refused(client: TestClient, body: bytes, field: str | None) -> None:
    response = client.post("/score", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 422
    error = response.json()["error"]
    assert error["code"] == "invalid_request"
    assert error.get("field") == field


def test_half_a_surrogate_pair_in_a_reply_does_not_cost_the_batch(client: TestClient) -> None:
    body = json.dumps({"items": [{"id": "cup", "reply": "cup"}, {"id": "cup", "reply": "\ud800 pan"}]})
    response = client.post("/score", content=body.encode())
    assert response.status_code == 200, response.text
    assert response.json()["verdicts"][0]["score"] == 1.0


def test_an_item_with_more_than_anybody_asks_is_refused_quickly(client: TestClient) -> None:
    many = ["x" * 20 + str(i) for i in range(60_000)]
    verdicts = post(
        client,
        [
            inline(answer={"kind": "phrase", "text": "cup", "aliases": many}),
            inline(answer={"kind": "list", "items": [many]}),
            inline(answer={"kind": "judgements", "statements": ["x" * 400_000, "y"], "truth": [True, False]}),
            inline(clips=[{"video_id": "v", "start": 0, "end": 1}] * 100_000),
            {"id": "cup", "reply": "cup"},
        ],
    )
    assert [verdict["score"] for verdict in verdicts] == [None, None, None, None, 1.0]


def test_a_group_of_replies_to_one_inline_item_is_scored_one_by_one(client: TestClient) -> None:
    replies = ["yes", "no", "Answer: yes"]
    verdicts = post(client, [{**inline(), "reply": reply} for reply in replies])
    assert [verdict["score"] for verdict in verdicts] == [1.0, 0.0, 1.0]


def test_an_empty_batch_is_a_good_request(client: TestClient) -> None:
    assert post(client, []) == []


def test_a_body_above_the_limit_is_refused_while_it_comes(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reward.service.MAX_BODY_BYTES", 1000)
    response = client.post("/score", content=b" " * 1001)
    assert response.status_code == 413
    assert response.json()["error"]["code"] == "too_large"


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        (Phrase(text="colander", aliases=("strainer",)), "colander"),
        (Phrase(text="colander", aliases=("strainer",)), "strainer"),
        (Number(value="4711"), "4711"),
        (List(items=(("colander",), ("whisk",)), ordered=True), "whisk"),
        (Choice(options=("colander", "whisk"), correct="A"), "colander"),
    ],
)
def test_keys_do_not_leave_the_server(answer: Answer, key: str) -> None:
    client = TestClient(create_app(Scorer(), {"secret": Item(id="secret", question="?", answer=answer)}))
    for reply in ("pan", "", "Answer: x", "B", "12", "I don't know", "not a pan"):
        response = client.post("/score", json={"items": [{"id": "secret", "reply": reply}]})
        assert key not in response.text


def test_health_and_description(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "items": 2}
    description = client.get("/openapi.json").json()
    body = description["paths"]["/score"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(body["properties"]["items"]["items"]["properties"]) == {"id", "item", "reply"}
    assert client.get("/docs").status_code == 200
