"""The fake judge endpoint does on the wire what its behaviours are called, for other tests rely on it."""

import asyncio
import gzip
import json
import time
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import aiohttp
import judge_faults
import pytest
from judge_endpoint import (
    FAULTS,
    Behaviour,
    Endpoint,
    Request,
    after,
    choosing,
    constantly,
    counts_of,
    failing,
    first,
    flaky,
    in_turn,
    listing,
    process,
    response,
    running,
)

CANDIDATES = ("cup", "pan", "none of these")


def asking(answer: str = "the mug", form: str = "json_schema") -> dict[str, Any]:
    schema = {"type": "object", "properties": {"verdict": {"type": "string", "enum": list(CANDIDATES)}}}
    formats: dict[str, dict[str, Any]] = {
        "json_schema": {"response_format": {"type": form, "json_schema": {"name": "verdict", "schema": schema}}},
        "json_object": {"response_format": {"type": form}},
        "text": {},
    }
    listed = "\n".join(f"{'ABC'[i]}. {name}" if form == "text" else f"- {name}" for i, name in enumerate(CANDIDATES))
    messages = [{"role": "user", "content": f"Candidates, in no particular order:\n{listed}\n\nThe answer:\n{answer}"}]
    return {"model": "judge", "messages": messages, **formats[form]}


def through(behaviour: Behaviour, use: Callable[[Endpoint, aiohttp.ClientSession], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with running(behaviour) as endpoint, aiohttp.ClientSession(auto_decompress=False) as session:
            return await asyncio.wait_for(use(endpoint, session), 20)

    return asyncio.run(run())


async def post(endpoint: Endpoint, session: aiohttp.ClientSession, body: dict[str, Any]) -> tuple[int, Any, bytes]:
    headers = {"Authorization": "Bearer sesame"}
    url = f"{endpoint.url}/chat/completions"
    async with session.post(url, json=body, headers=headers, allow_redirects=False) as answer:
        return answer.status, answer.headers, await answer.read()


def ask(behaviour: Behaviour, body: dict[str, Any] | None = None) -> tuple[int, Any, bytes]:
    """Status, headers and body of one call."""
    return through(behaviour, lambda endpoint, session: post(endpoint, session, body or asking()))


def choice(behaviour: Behaviour, body: dict[str, Any] | None = None) -> dict[str, Any]:
    status, _, data = ask(behaviour, body)
    assert status == 200
    return json.loads(data)["choices"][0]


def content(behaviour: Behaviour, body: dict[str, Any] | None = None) -> Any:
    return choice(behaviour, body)["message"]["content"]


def test_a_completion_is_as_the_api_gives_it() -> None:
    status, headers, data = ask(choosing(constantly("pan")))
    completion = json.loads(data)
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert set(completion) == {"id", "object", "created", "model", "choices", "usage"}
    assert (completion["object"], completion["model"]) == ("chat.completion", "judge")
    [chosen] = completion["choices"]
    assert (chosen["finish_reason"], chosen["message"]["role"]) == ("stop", "assistant")
    assert completion["usage"] == {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


@pytest.mark.parametrize(
    ("form", "verdict"),
    [("json_schema", '{"verdict": "pan"}'), ("json_object", '{"verdict": "pan"}'), ("text", "Verdict: B")],
)
def test_a_verdict_has_the_form_that_is_asked_for(form: str, verdict: str) -> None:
    assert content(choosing(constantly("pan")), asking(form=form)) == verdict
    assert "teapot" in content(choosing(constantly("teapot")), asking(form=form))


def test_calls_bodies_and_headers_are_kept_in_order_over_one_connection() -> None:
    async def use(endpoint: Endpoint, session: aiohttp.ClientSession) -> None:
        for answer in ("a", "b", "c"):
            await post(endpoint, session, asking(answer))
        assert endpoint.requests == [asking("a"), asking("b"), asking("c")]
        assert [headers["authorization"] for headers in endpoint.headers] == ["Bearer sesame"] * 3
        assert (endpoint.calls, len(endpoint.connections), endpoint.peak, endpoint.open) == (3, 1, 1, 0)
        async with session.get(f"{endpoint.url}/models") as models:
            assert [model["id"] for model in (await models.json())["data"]] == ["judge"]
        endpoint.models = listing("one", "two")
        async with session.get(f"{endpoint.url}/models") as models:
            assert [model["id"] for model in (await models.json())["data"]] == ["one", "two"]
        async with session.get(f"{endpoint.url}/nowhere") as nowhere:
            assert nowhere.status == 404
        assert endpoint.calls == 3

    through(choosing(first), use)


def test_waiting_calls_wait_together_and_are_counted_as_open() -> None:
    async def use(endpoint: Endpoint, session: aiohttp.ClientSession) -> None:
        started = time.monotonic()
        await asyncio.gather(*(post(endpoint, session, asking()) for _ in range(50)))
        assert 0.1 <= time.monotonic() - started < 2.5
        assert (endpoint.calls, endpoint.peak, endpoint.open) == (50, 50, 0)

    through(after(0.1, choosing(first)), use)


def test_a_call_that_the_client_gives_up_ends() -> None:
    async def use(endpoint: Endpoint, session: aiohttp.ClientSession) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(post(endpoint, session, asking()), 0.05)
        while endpoint.open:
            await asyncio.sleep(0.01)

    through(FAULTS["slow_headers"], use)


def test_a_test_may_bring_its_own_behaviour_and_hears_of_its_errors() -> None:
    async def mine(request: Request) -> bytes:
        await asyncio.sleep(0)
        return response({"model": request.body["model"]}, "418 I'm a teapot")

    def broken(request: Request) -> bytes:
        raise LookupError("my own fault")

    async def call(behaviour: Behaviour) -> None:
        async with running(behaviour) as endpoint, aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.ServerDisconnectedError):
                await post(endpoint, session, asking())

    assert ask(mine)[0] == 418
    for behaviour in (broken, after(0.01, broken)):
        with pytest.raises(LookupError, match="my own fault"):
            asyncio.run(call(behaviour))


def test_requests_that_come_at_once_or_in_pieces_are_answered_in_order() -> None:
    async def use(endpoint: Endpoint, session: aiohttp.ClientSession) -> None:
        host, port = endpoint.url.removeprefix("http://").removesuffix("/v1").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        data = b'{"model": "m"}'
        request = b"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(data), data)
        for piece in (request * 2 + request[:30], request[30:]):
            writer.write(piece)
            await asyncio.sleep(0.01)
        for _ in range(3):
            head = await reader.readuntil(b"\r\n\r\n")
            size = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
            assert json.loads(await reader.readexactly(size))["model"] == "m"
        assert endpoint.calls == 3
        writer.close()
        await writer.wait_closed()

    through(after(0.005, choosing(first)), use)


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        ("rate_limited", 429, "rate_limit_exceeded"),
        ("rate_limited_seconds", 429, "rate_limit_exceeded"),
        ("rate_limited_date", 429, "rate_limit_exceeded"),
        ("quota", 429, "insufficient_quota"),
        ("server_error", 500, None),
        ("unavailable", 503, None),
        ("unavailable_seconds", 503, None),
        ("unauthorized", 401, "invalid_api_key"),
        ("forbidden", 403, "invalid_api_key"),
        ("unknown_model", 404, "model_not_found"),
        ("no_response_format", 400, None),
    ],
)
def test_a_refusal_has_its_status_and_the_error_of_the_api(fault: str, status: int, code: str | None) -> None:
    got, headers, data = ask(FAULTS[fault])
    assert (got, json.loads(data)["error"]["code"]) == (status, code)
    assert ("Retry-After" in headers) == fault.endswith(("_seconds", "_date"))
    if fault.endswith("_seconds"):
        assert headers["Retry-After"] == "1"
    if fault.endswith("_date"):
        waits = [parsedate_to_datetime(headers[name]).timestamp() for name in ("Retry-After", "Date")]
        assert waits[0] - waits[1] == 2


def test_refusals_speak_of_the_request() -> None:
    assert b"sesame" in ask(FAULTS["unauthorized"])[2]
    assert b"`judge`" in ask(FAULTS["unknown_model"])[2]
    assert b"json_schema" in ask(FAULTS["no_response_format"])[2]
    assert content(FAULTS["no_response_format"], asking(form="text")) == "Verdict: A"


def test_a_redirect_names_another_url() -> None:
    status, headers, _ = ask(FAULTS["redirect"])
    assert (status, headers["Location"]) == (307, "http://127.0.0.1:9/v1/chat/completions")


def test_a_slow_body_comes_after_its_headers_a_byte_at_a_time() -> None:
    async def use(endpoint: Endpoint, session: aiohttp.ClientSession) -> None:
        async with session.post(f"{endpoint.url}/chat/completions", json=asking()) as answer:
            assert answer.status == 200
            assert [await answer.content.readany() for _ in range(3)] == [b"{", b'"', b"i"]

    through(FAULTS["slow_body"], use)


def test_a_connection_is_dropped_before_the_headers_or_in_the_body() -> None:
    with pytest.raises(aiohttp.ServerDisconnectedError):
        ask(FAULTS["dropped"])
    with pytest.raises(aiohttp.ClientPayloadError):
        ask(FAULTS["dropped_mid_body"])


def test_a_huge_body_comes_in_chunks_and_stops_when_the_client_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(endpoint: Endpoint, session: aiohttp.ClientSession) -> int:
        async with session.post(f"{endpoint.url}/chat/completions", json=asking()) as answer:
            assert answer.headers["Transfer-Encoding"] == "chunked"
            assert len(await answer.content.readexactly(1 << 20)) == 1 << 20
            answer.close()
        while endpoint.open:
            await asyncio.sleep(0.01)
        return endpoint.sent_bytes

    assert judge_faults.HUGE_BYTES == 64 << 20
    assert 1 << 20 < through(FAULTS["huge"], use) < 32 << 20
    monkeypatch.setattr(judge_faults, "HUGE_BYTES", 2 << 20)
    status, _, data = ask(FAULTS["huge"])
    assert (status, len(data) > 2 << 20) == (200, True)
    assert json.loads(data)["object"] == "chat.completion"


def test_bodies_that_are_no_plain_json() -> None:
    status, headers, data = ask(FAULTS["gzip"])
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert json.loads(gzip.decompress(data))["object"] == "chat.completion"
    status, headers, data = ask(FAULTS["html"])
    assert (status, headers["Content-Type"], data[:14]) == (200, "text/html", b"<!DOCTYPE html")
    status, _, data = ask(FAULTS["truncated_json"])
    assert status == 200
    assert b'\\"cup\\"' in data
    with pytest.raises(json.JSONDecodeError):
        json.loads(data)


CUP, NONE = '{"verdict": "cup"}', '{"verdict": "none of these"}'


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("empty", ""),
        ("thinking_only", None),
        ("refusal", None),
        ("number_content", 5),
        ("think_tag_only", f"<think>I choose it.\n{CUP}</think>"),
        ("think_unclosed", f"<think>I choose it.\n{CUP}"),
        ("two_objects", f"{CUP}\n{NONE}"),
        ("two_keys", '{"verdict": "cup", "verdict": "none of these"}'),
        ("two_lines", "Verdict: cup\nVerdict: none of these"),
        ("no_option", '{"verdict": "a teapot that nobody offered"}'),
        ("cut_off", CUP),
        ("filtered", CUP),
    ],
)
def test_a_completion_holds_what_its_fault_says(fault: str, said: Any) -> None:
    chosen = choice(FAULTS[fault])
    assert chosen["message"]["content"] == said
    assert chosen["finish_reason"] == {"cut_off": "length", "filtered": "content_filter"}.get(fault, "stop")
    assert ("refusal" in chosen["message"]) == (fault == "refusal")
    assert chosen["message"].get("reasoning_content") == (CUP if fault == "thinking_only" else None)


def test_a_completion_may_lack_its_choices() -> None:
    assert "choices" not in json.loads(ask(FAULTS["no_choices"])[2])
    assert json.loads(ask(FAULTS["empty_choices"])[2])["choices"] == []


def test_every_fault_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in FAULTS if f'"{name}"' not in text] == []


def test_faults_come_as_often_as_asked_or_in_turn() -> None:
    async def statuses(endpoint: Endpoint, session: aiohttp.ClientSession) -> list[int]:
        return [(await post(endpoint, session, asking()))[0] for _ in range(100)]

    draws = [through(flaky(0.2, 7, choosing(first), failing("500 Oh")), statuses) for _ in range(2)]
    assert draws[0] == draws[1]
    assert 10 <= draws[0].count(500) <= 30
    assert through(in_turn(failing("500 Oh"), failing("503 No"), choosing(first)), statuses)[:4] == [500, 503, 200, 200]


def test_a_process_of_its_own_counts_across_processes() -> None:
    async def calls(url: str, count: int) -> tuple[set[int], float]:
        """The statuses of so many calls at once, and the CPU seconds that they took here."""
        endpoint = Endpoint(choosing(first), listing(), url=url)
        async with aiohttp.ClientSession() as session:
            started = time.process_time()
            done = await asyncio.gather(*(post(endpoint, session, asking()) for _ in range(count)))
            return {status for status, _, _ in done}, time.process_time() - started

    with process(fault="server_error", rate=1) as url:
        assert asyncio.run(calls(url, 2))[0] == {500}
        assert counts_of(url)["calls"] == 2
    with process(right="pan") as url:
        before = counts_of(url)["cpu_seconds"]
        statuses, seconds = asyncio.run(calls(url, 500))
        counts = counts_of(url)
        assert (statuses, counts["calls"]) == ({200}, 500)
        # A call costs the endpoint less than its client, which is to be the bottleneck.
        assert counts["cpu_seconds"] - before < seconds
    with pytest.raises(OSError, match="refused"):
        counts_of(url)


def test_a_process_that_cannot_start_says_so() -> None:
    with pytest.raises(RuntimeError, match="did not start"), process(behaviour="unheard_of"):
        pass
