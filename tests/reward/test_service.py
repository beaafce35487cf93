"""What a caller of the server relies on: order, isolation of bad entries, 422 only for what is no request."""

import asyncio
import json
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from judge_endpoint import FAULTS, after, choosing, first, flaky, running
from prometheus_client.parser import text_string_to_metric_families

from reward import Item, Scorer, Verdict
from reward.answers import Answer, Choice, List, Number, Phrase, YesNo
from reward.judge.cache import MemoryCache
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge
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
            {"prompt": "<image>Which object?", "reply": "Answer: cup"},
            {"prompt": "How many?", "label": 3, "reply": "Answer: 3"},
            {"item": {"question": "How many?", "answer": {"kind": "number", "value": "3"}}, "reply": "three"},
        ],
    )
    assert [verdict["score"] for verdict in verdicts] == [1.0, 0.0, 1.0, 1.0, 1.0]


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
        ({"prompt": "Who?", "reply": "x"}, "unknown_prompt", "prompt"),
        ({"label": "cup", "id": "cup", "reply": "x"}, "invalid_entry", "id"),
        ({"label": {"colour": 1}, "reply": "x"}, "invalid_label", "label"),
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
    assert verdicts[1]["note"] == f"The reply could not be scored: {error['message']}."


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
    monkeypatch.setattr("reward.intake.MAX_BODY_BYTES", 1000)
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


def test_keys_are_said_where_the_server_was_told_to() -> None:
    item = Item(id="secret", question="?", answer=Number(value="4711"))
    client = TestClient(create_app(Scorer(), {"secret": item}, reveal_keys=True))
    [verdict] = post(client, [{"id": "secret", "reply": "Answer: 12"}])
    assert verdict["details"]["key"] == item.answer.model_dump(mode="json")


def test_health_and_description(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "items": 2}
    description = client.get("/openapi.json").json()
    body = description["paths"]["/score"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(body["properties"]["items"]["items"]["properties"]) == {"id", "item", "label", "prompt", "reply"}
    assert client.get("/docs").status_code == 200


def test_metrics_count_what_was_scored_and_what_could_not_be(client: TestClient) -> None:
    post(client, [{"id": "cup", "reply": "cup"}, {"id": "cup", "reply": "a thing"}, {"id": "nobody", "reply": "x"}])
    post(client, [{"id": "yes", "reply": "no"}])
    response = client.get("/metrics")
    assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    text = response.text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert sum(sample.value for sample in families["answerkey_verdicts"].samples) == 4
    assert 'answerkey_verdicts_total{by="rule",rule="equal"} 1.0' in text
    assert 'answerkey_unscored_total{reason="undecided"} 1.0' in text
    assert 'answerkey_unscored_total{reason="unknown_id"} 1.0' in text
    assert client.get("/openapi.json").json()["paths"]["/metrics"]["get"]["summary"]


def test_a_judges_part_of_a_verdict_is_described_and_may_say_more(client: TestClient) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    judge, null = schemas["Verdict"]["properties"]["judge"]["anyOf"]
    assert null == {"type": "null"}
    assert set(judge["properties"]) == {"model", "prompt_version", "chosen", "cached", "seconds", "usage"}
    assert set(judge["properties"]["usage"]["properties"]) == {"prompt_tokens", "completion_tokens"}
    said = {"score": 1, "by": "judge", "said": "x", "rule": "matched", "format_ok": True, "note": ""}
    for more in ({"model": "m", "temperature": 0}, {"seconds": None}, {}):
        assert Verdict.model_validate({**said, "judge": more}).judge == more


async def ask(app: FastAPI, *replies: str) -> list[dict[str, Any]]:
    """The verdicts on replies about the cup, in one request."""
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://server") as client:
        response = await client.post("/score", json={"items": [{"id": "cup", "reply": reply} for reply in replies]})
        assert response.status_code == 200, response.text
        return list(response.json()["verdicts"])


def test_what_a_judge_decides_says_so_and_a_key_or_an_address_is_in_no_response() -> None:
    async def main() -> tuple[list[dict[str, Any]], str, str]:
        async with running(choosing(first)) as endpoint:
            judge = LanguageJudge([Endpoint(endpoint.url, "a-model", key="sk-secret")])
            app = create_app(Scorer(judge), {"cup": CUP})
            async with app.router.lifespan_context(app):
                verdicts = await ask(app, "a thing", "pan")
            return verdicts, json.dumps(verdicts), endpoint.url

    verdicts, text, url = asyncio.run(main())
    assert [verdict["by"] for verdict in verdicts] == ["judge", "rule"]
    assert verdicts[0]["judge"]["model"] == "a-model"
    assert verdicts[0]["judge"]["usage"] == {"prompt_tokens": 100, "completion_tokens": 10}
    assert "sk-secret" not in text
    assert url not in text


def test_a_judge_that_fails_leaves_its_replies_unscored_and_counted_and_no_other() -> None:
    replies = [f"a thing of sort {i}" if i % 2 else "cup" for i in range(40)]

    async def main() -> tuple[list[dict[str, Any]], str]:
        behaviour = flaky(0.5, 1, choosing(first), FAULTS["filtered"])
        async with running(behaviour) as endpoint:
            app = create_app(Scorer(LanguageJudge([Endpoint(endpoint.url, "m")])), {"cup": CUP})
            async with app.router.lifespan_context(app):
                verdicts = await ask(app, *replies)
                async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://x") as client:
                    return verdicts, (await client.get("/metrics")).text

    verdicts, text = asyncio.run(main())
    assert all(verdict["score"] == 1.0 for verdict in verdicts[::2])
    failed = [verdict for verdict in verdicts if verdict["score"] is None]
    assert {verdict["error"]["code"] for verdict in failed} == {"filtered"}
    assert 0 < len(failed) < 20
    assert f'answerkey_unscored_total{{reason="filtered"}} {len(failed)}.0' in text
    assert f'answerkey_judge_failures_total{{reason="filtered"}} {len(failed)}.0' in text


def test_a_caller_that_gives_up_costs_no_other_caller_its_verdict() -> None:
    async def main() -> tuple[list[list[dict[str, Any]]], int]:
        async with running(after(0.2, choosing(first))) as endpoint:
            judge = LanguageJudge([Endpoint(endpoint.url, "m")], cache=MemoryCache())
            app = create_app(Scorer(judge), {"cup": CUP})
            async with app.router.lifespan_context(app):
                leaving = asyncio.create_task(ask(app, "a thing"))
                await asyncio.sleep(0.05)  # its call is under way
                staying = asyncio.create_task(ask(app, "a thing", "pan"))
                await asyncio.sleep(0.05)
                leaving.cancel()
                with suppress(asyncio.CancelledError):
                    await leaving
                return [await staying, await ask(app, "a thing")], endpoint.calls

    (stayed, later), calls = asyncio.run(main())
    assert [verdict["by"] for verdict in stayed] == ["judge", "rule"]
    assert later[0]["judge"]["cached"]
    assert calls == 1


def test_a_caller_that_hangs_up_while_its_replies_are_judged_leaves_them_for_who_asks_again() -> None:
    async def main() -> tuple[list[dict[str, Any]], int]:
        async with running(after(0.2, choosing(first))) as endpoint:
            judge = LanguageJudge([Endpoint(endpoint.url, "m")], cache=MemoryCache())
            server = uvicorn.Server(uvicorn.Config(create_app(Scorer(judge), {"cup": CUP}), log_level="error"))
            with socket.create_server(("127.0.0.1", 0)) as listening:
                port = listening.getsockname()[1]
                serving = asyncio.create_task(server.serve(sockets=[listening]))
                body = json.dumps({"items": [{"id": "cup", "reply": "a thing"}]}).encode()
                _, hanging_up = await asyncio.open_connection("127.0.0.1", port)
                hanging_up.write(b"POST /score HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body))
                while not endpoint.calls:
                    await asyncio.sleep(0.01)
                hanging_up.close()
                await hanging_up.wait_closed()
                async with httpx2.AsyncClient() as client:
                    response = await client.post(f"http://127.0.0.1:{port}/score", content=body)
                server.should_exit = True
                await serving
            return list(response.json()["verdicts"]), endpoint.calls

    [verdict], calls = asyncio.run(main())
    assert verdict["by"] == "judge"
    assert calls == 1


@dataclass
class Closing:
    """A judge that says how often it was closed."""

    closed: int = 0

    async def __call__(self, item: Item, said: str) -> Verdict:
        raise AssertionError("nothing is asked here")

    async def close(self) -> None:
        self.closed += 1


def test_the_judge_is_closed_when_the_server_is_shut_down() -> None:
    judge = Closing()
    with TestClient(create_app(Scorer(judge))) as client:
        assert client.get("/healthz").status_code == 200
        assert judge.closed == 0
    assert judge.closed == 1
