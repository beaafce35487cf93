"""The client alone, against an endpoint on this machine: what it sends, how often, how long, and at what price."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from email.utils import formatdate
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from judge_endpoint import (
    FAULTS,
    Behaviour,
    Cut,
    Request,
    after,
    choosing,
    constantly,
    failing,
    flaky,
    in_turn,
    process,
    response,
    running,
)

from reward import Item
from reward.answers import Phrase
from reward.judge import breaker, client
from reward.judge.client import ChatClient
from reward.judge.endpoint import Endpoint
from reward.judge.failure import KINDS, TRIES, JudgeFailure, Kind
from reward.judge.judge import LanguageJudge
from reward.judge.ruling import read_verdict
from reward.judge.sqlite_cache import SqliteCache
from reward.judge.tally import Budget, Spent, Tally
from reward.judge.wire import Completion, request_body

LATE = 0.2
"""Seconds that a busy machine may add to a deadline."""
OPTIONS = ("same", "different")
GOOD = choosing(constantly("same"))
LIMITED = "429 Too Many Requests"
DROPPED: Behaviour = lambda request: Cut()  # noqa: E731
CUP = Item(question="Which object is washed?", answer=Phrase(text="cup", wrong=("pan", "knife")))


def reading(completion: Completion) -> str:
    return read_verdict(completion.text, "json_schema", OPTIONS, OPTIONS)


@asynccontextmanager
async def opened(url: str, **options: Any) -> AsyncIterator[ChatClient]:
    """A client of the endpoint at a URL; `options` are its own, or those of the endpoint."""
    limits = {"connections": 64, "try_seconds": 5.0, "budget": Budget(), "tally": Tally()}
    limits |= {name: options.pop(name) for name in list(options) if name in limits}
    chat = ChatClient(Endpoint(url, "a-model", **options), **limits)  # type: ignore[arg-type]
    try:
        yield chat
    finally:
        await chat.close()


async def ask(chat: ChatClient, seconds: float = 5.0) -> str:
    """What one asking comes to: the verdict, or the kind of its failure."""
    body = partial(request_body, chat.endpoint, "Compare.", "Are they alike?", OPTIONS)
    try:
        return await chat.complete(body, reading, asyncio.get_running_loop().time() + seconds, Spent())
    except JudgeFailure as failure:
        return failure.kind


async def timed(work: Awaitable[str]) -> tuple[str, float]:
    started = time.monotonic()
    return await work, time.monotonic() - started


def with_client(behaviour: Behaviour, use: Callable[[ChatClient, Any], Awaitable[Any]], **options: Any) -> Any:
    """What `use` makes of a client and its endpoint, which behaves like this."""

    async def go() -> Any:
        async with running(behaviour) as endpoint, opened(endpoint.url, **options) as chat:
            return await use(chat, endpoint)

    return asyncio.run(go())


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No long waits between tries."""
    monkeypatch.setattr(client, "FIRST_WAIT", 0.002)
    monkeypatch.setattr(client, "LONGEST_WAIT", 0.004)


# What is sent, and where to.


def test_the_key_goes_into_the_authorization_header_and_nowhere_else() -> None:
    async def use(chat: ChatClient, endpoint: Any) -> Any:
        assert await ask(chat) == "same"
        return endpoint

    endpoint = with_client(GOOD, use, key="sk-sesame")
    assert endpoint.headers[0].pop("authorization") == "Bearer sk-sesame"
    assert "sesame" not in json.dumps([endpoint.requests, endpoint.headers])
    assert "authorization" not in with_client(GOOD, use).headers[0]


@pytest.mark.parametrize("fault", ["unauthorized", "forbidden", "quota", "redirect", "html"])
def test_the_key_is_in_no_failure_and_no_log(fault: str, hasty: None, caplog: pytest.LogCaptureFixture) -> None:
    async def use(chat: ChatClient, _: Any) -> str:
        with pytest.raises(JudgeFailure) as caught:
            await chat.complete(lambda: b"{}", reading, asyncio.get_running_loop().time() + 5, Spent())
        return repr(caught.value) + caught.value.message + repr(chat.endpoint) + repr(caught.value.__cause__)

    with caplog.at_level("DEBUG"):
        assert "sesame" not in with_client(FAULTS[fault], use, key="sk-sesame")
    assert "sesame" not in caplog.text


@pytest.mark.parametrize("form", ["{}/v1", "{}/v1/", "{}", "{}/", "{}/v1/chat/completions", "{}/v1/chat/completions/"])
def test_a_base_url_may_be_written_in_every_usual_form(form: str) -> None:
    async def go() -> int:
        async with running(GOOD) as endpoint:
            async with opened(form.format(endpoint.url.removesuffix("/v1"))) as chat:
                assert await ask(chat) == "same"
            return endpoint.calls

    assert asyncio.run(go()) == 1


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
def test_no_redirect_is_followed_so_that_the_key_stays_where_it_is(status: str) -> None:
    async def go() -> tuple[str, int, int]:
        async with running(GOOD) as other, running(GOOD) as endpoint, opened(endpoint.url, key="sk-sesame") as chat:
            endpoint.behaviour = lambda _: response(b"", status, Location=f"{other.url}/chat/completions")
            return await ask(chat), endpoint.calls, other.calls + other.sent_bytes

    assert asyncio.run(go()) == ("refused", 1, 0)


def test_no_proxy_and_no_netrc_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password secret\ndefault login me password secret\n")

    async def go() -> tuple[str, dict[str, str], int]:
        async with running(GOOD) as proxy, running(GOOD) as endpoint:
            for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
                monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
                monkeypatch.setenv(name.lower(), proxy.url.removesuffix("/v1"))
            for name in ("NO_PROXY", "no_proxy"):
                monkeypatch.delenv(name, raising=False)
            monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
            async with opened(endpoint.url) as chat:
                return await ask(chat), endpoint.headers[0], proxy.sent_bytes

    said, headers, through_proxy = asyncio.run(go())
    assert (said, through_proxy) == ("same", 0)
    assert "authorization" not in headers


def test_calls_one_after_the_other_share_a_connection_and_one_that_went_away_is_replaced(hasty: None) -> None:
    async def use(chat: ChatClient, endpoint: Any) -> None:
        assert [await ask(chat) for _ in range(50)] == ["same"] * 50
        [connection] = endpoint.connections
        connection.transport.abort()
        assert [await ask(chat) for _ in range(5)] == ["same"] * 5
        assert len(endpoint.connections) == 1

    with_client(GOOD, use)


# How often.

MEETING: dict[Kind, Behaviour] = {
    "rate_limited": FAULTS["rate_limited"],
    "quota": FAULTS["quota"],
    "unavailable": FAULTS["unavailable"],
    "server_error": FAULTS["server_error"],
    "refused": failing("400 Bad Request"),
    "unauthorized": FAULTS["unauthorized"],
    "unknown_model": FAULTS["unknown_model"],
    "timeout": FAULTS["slow_headers"],
    "dropped": FAULTS["dropped"],
    "too_large": FAULTS["huge"],
    "not_json": FAULTS["html"],
    "bad_completion": FAULTS["no_choices"],
    "empty": FAULTS["empty"],
    "cut_off": FAULTS["cut_off"],
    "filtered": FAULTS["filtered"],
    "no_verdict": FAULTS["two_lines"],
    "two_verdicts": FAULTS["two_keys"],
    "bad_verdict": FAULTS["no_option"],
}
NOT_OF_ONE_CALL = {"circuit_open", "budget_spent", "disagreement", "swayed", "internal"}


def test_every_kind_of_failure_that_a_call_may_meet_is_tried_here() -> None:
    assert {*MEETING, "unreachable", "unresolved"} == set(KINDS) - NOT_OF_ONE_CALL


@pytest.mark.parametrize("kind", MEETING)
def test_a_call_is_tried_as_often_as_its_failure_is_worth(kind: Kind, hasty: None) -> None:
    async def use(chat: ChatClient, endpoint: Any) -> None:
        tries = TRIES.get(kind, 1)
        assert await ask(chat) == kind
        tally = chat.tally
        assert (endpoint.calls, tally.calls, tally.retries) == (tries, tries, tries - 1)
        assert tally.failed_calls == {kind: tries}
        endpoint.behaviour = GOOD
        assert await ask(chat) == "same"

    with_client(MEETING[kind], use, try_seconds=0.05 if kind == "timeout" else 5.0)


@pytest.mark.parametrize(("host", "kind"), [("127.0.0.1:9", "unreachable"), ("judge.invalid", "unresolved")])
def test_an_endpoint_that_is_not_there_is_tried_again_as_well(host: str, kind: Kind, hasty: None) -> None:
    async def go() -> Tally:
        async with opened(f"http://{host}/v1") as chat:
            assert await ask(chat) == kind
            return chat.tally

    tally = asyncio.run(go())
    assert (tally.calls, tally.failed_calls) == (TRIES[kind], {kind: TRIES[kind]})


def test_a_call_that_succeeds_in_the_end_is_a_success(hasty: None) -> None:
    async def use(chat: ChatClient, endpoint: Any) -> None:
        assert await ask(chat) == "same"
        assert (endpoint.calls, chat.tally.retries) == (5, 4)

    faults = (FAULTS[name] for name in ("server_error", "unavailable", "dropped_mid_body", "rate_limited"))
    with_client(in_turn(*faults, GOOD), use)


def test_waits_between_tries_are_drawn_so_that_calls_do_not_come_back_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "FIRST_WAIT", 0.4)
    came: list[float] = []

    def noting(request: Request) -> bytes:
        came.append(time.monotonic())
        return FAULTS["empty"](request)  # type: ignore[return-value]

    async def use(chat: ChatClient, _: Any) -> None:
        await asyncio.gather(*(ask(chat) for _ in range(30)))

    with_client(noting, use)
    waits = sorted(moment - came[0] for moment in came[30:])
    assert len(waits) == 30
    assert 0.2 - 0.01 <= waits[0] < waits[-1] < 0.4 + LATE
    assert waits[-1] - waits[0] > 0.1  # spread over half of the wait


# How long.


async def seconds_of(behaviour: Behaviour, others: int = 0, **options: Any) -> tuple[str, float]:
    """What an asking comes to, and when; `others` are asked just behind it."""
    async with running(behaviour) as endpoint, opened(endpoint.url) as chat:
        found = asyncio.create_task(timed(ask(chat, **options)))
        await asyncio.sleep(0.05)
        await asyncio.gather(*(ask(chat, **options) for _ in range(others)))
        return await found


def limited(seconds: int, clock: float = 0.0) -> Behaviour:
    """429 once, with a Retry-After that is a date by a clock that is wrong."""

    def limit(_: Request) -> bytes:
        now = int(time.time() + clock)
        dates = {"Date": formatdate(now, usegmt=True), "Retry_After": formatdate(now + seconds, usegmt=True)}
        return response({}, LIMITED, **dates)

    return in_turn(limit, GOOD)


def test_retry_after_is_honoured_as_seconds_and_as_a_date_of_any_clock() -> None:
    async def go() -> list[tuple[str, float]]:
        once = in_turn(failing(LIMITED, Retry_After="0.7"), GOOD)
        dates = [limited(1, clock) for clock in (0, 5 * 3600, -5 * 3600)]
        return await asyncio.gather(*map(seconds_of, [once, *dates]))

    found = asyncio.run(go())
    assert [said for said, _ in found] == ["same"] * 4
    assert all(least <= seconds < least + LATE for (_, seconds), least in zip(found, (0.7, 1, 1, 1), strict=True)), (
        found
    )


def test_while_an_endpoint_asks_to_be_left_alone_nobody_asks_it() -> None:
    came: list[float] = []

    def noting(request: Request) -> bytes:
        came.append(time.monotonic())
        return (failing(LIMITED, Retry_After="0.4") if len(came) == 1 else GOOD)(request)  # type: ignore[return-value]

    said, _ = asyncio.run(seconds_of(noting, others=10))
    assert said == "same"
    assert len(came) == 12
    assert min(came[1:]) - came[0] >= 0.4


@pytest.mark.parametrize(
    "after",
    ["3600", "999999999", "60.5", formatdate(time.time() + 86_400, usegmt=True)],
    ids=["hour", "years", "minute", "tomorrow"],
)
def test_who_cannot_wait_so_long_is_told_at_once_and_so_is_the_next(after: str) -> None:
    async def use(chat: ChatClient, endpoint: Any) -> list[tuple[str, float]]:
        found = [await timed(ask(chat)) for _ in range(3)]
        assert endpoint.calls == 1
        return found

    found = with_client(failing(LIMITED, Retry_After=after), use)
    assert [said for said, _ in found] == ["rate_limited"] * 3
    assert sum(seconds for _, seconds in found) < LATE


@pytest.mark.parametrize("after", ["soon", "", "-5", "nan", "inf", "1e3", "0", formatdate(0, usegmt=True), "٣"])
def test_a_retry_after_that_says_nothing_is_none(after: str, hasty: None) -> None:
    async def use(chat: ChatClient, _: Any) -> tuple[str, float]:
        return await timed(ask(chat))

    headers = {} if after == "٣" else {"Retry_After": after}
    said, seconds = with_client(in_turn(failing(LIMITED, **headers), GOOD), use)
    assert (said, seconds < LATE) == ("same", True)
    assert client.retry_after("٣") in (None, 3.0)


def endlessly(start: bytes, piece: bytes, seconds: float = 0.02) -> Behaviour:
    """A response that never ends."""

    async def drip(_: Request) -> AsyncGenerator[bytes, None]:
        yield start
        while True:
            await asyncio.sleep(seconds)
            yield piece

    return drip


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
SLOW: dict[str, Behaviour] = {
    "no answer": FAULTS["slow_headers"],
    "no answer, twice": in_turn(FAULTS["unavailable"], FAULTS["slow_headers"]),
    "a header at a time": endlessly(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"),
    "a letter at a time": endlessly(b"HTTP/1.1 200 OK\r\nX: ", b"y"),
    "interim responses": endlessly(b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "a byte at a time": FAULTS["slow_body"],
    "a chunk at a time": endlessly(CHUNKED, b"1\r\n \r\n"),
    "chunks of nothing": endlessly(CHUNKED + b"1;", b"x"),
    "trailers": endlessly(CHUNKED + b"1\r\n \r\n0\r\n", b"X: y\r\n"),
    "the body of a refusal": endlessly(b"HTTP/1.1 500 Oh\r\nContent-Length: 9999\r\n\r\n", b" "),
    "limited for ever": failing(LIMITED, Retry_After="0.05"),
    "unavailable for ever": FAULTS["unavailable"],
    "dropped for ever": endlessly(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", b"", 60),
}


@pytest.mark.parametrize("try_seconds", [0.15, 30.0])
def test_a_deadline_is_kept_however_slow_an_endpoint_is(try_seconds: float) -> None:
    async def one(behaviour: Behaviour) -> tuple[str, float]:
        async with running(behaviour) as endpoint, opened(endpoint.url, try_seconds=try_seconds) as chat:
            return await timed(ask(chat, 0.6))

    async def go() -> dict[str, tuple[str, float]]:
        return dict(zip(SLOW, await asyncio.gather(*map(one, SLOW.values())), strict=True))

    found = asyncio.run(go())
    assert {name: said for name, (said, seconds) in found.items() if seconds > 0.6 + LATE} == {}
    assert {said for said, _ in found.values()} <= {"timeout", "rate_limited", "unavailable", "dropped"}


def test_a_deadline_is_kept_while_a_host_is_looked_up_or_a_turn_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def never(*_: Any, **__: Any) -> Any:
        await asyncio.sleep(60)

    async def lookup() -> tuple[str, float]:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", never)
        async with opened("http://judge.invalid/v1") as chat:
            return await timed(ask(chat, 0.3))

    async def turn(chat: ChatClient, _: Any) -> tuple[str, float]:
        first = asyncio.create_task(ask(chat, 5))
        await asyncio.sleep(0.02)
        found = await timed(ask(chat, 0.3))
        first.cancel()
        return found

    for said, seconds in (asyncio.run(lookup()), with_client(FAULTS["slow_headers"], turn, connections=1)):
        assert (said, seconds < 0.3 + LATE) == ("timeout", True), seconds


def test_a_port_that_nobody_answers_on_keeps_the_deadline() -> None:
    async def go() -> tuple[str, float]:
        with socket.socket() as silent:  # accepted by the system, read by nobody
            silent.bind(("127.0.0.1", 0))
            silent.listen(1)
            async with opened(f"http://127.0.0.1:{silent.getsockname()[1]}/v1") as chat:
                return await timed(ask(chat, 0.3))

    said, seconds = asyncio.run(go())
    assert (said, seconds < 0.3 + LATE) == ("timeout", True)


YEARS = 10 * 365 * 86_400.0


@pytest.mark.parametrize("jump", [YEARS, -YEARS])
def test_a_jump_of_the_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, jump: float) -> None:
    now = time.time

    async def jumps() -> None:
        await asyncio.sleep(0.1)
        monkeypatch.setattr(time, "time", lambda: now() + jump)

    async def judged(behaviour: Behaviour, name: str, **options: Any) -> tuple[float | None, str | None, float]:
        async with running(behaviour) as endpoint:
            cache = SqliteCache(tmp_path / name)
            async with LanguageJudge([Endpoint(endpoint.url, "a-model")], cache=cache, **options) as judge:
                started = time.monotonic()
                found = [await judge(CUP, "crockery") for _ in range(2)]
                seconds = time.monotonic() - started
                return found[1].score, found[1].error and found[1].error.code, seconds

    async def go() -> list[Any]:
        cup = choosing(constantly("cup"))
        waiting = in_turn(failing(LIMITED, Retry_After="0.5"), cup)
        dated = in_turn(limited(1), cup)
        return await asyncio.gather(
            judged(after(0.3, cup), "slow"),
            judged(waiting, "waiting"),
            judged(dated, "dated"),
            judged(FAULTS["slow_headers"], "late", deadline=0.4),
            jumps(),
        )

    slow, waiting, dated, late, _ = asyncio.run(go())
    assert (slow[:2], waiting[:2], dated[:2], late[:2]) == ((1, None), (1, None), (1, None), (None, "timeout"))
    assert [0.3 <= slow[2] < 0.3 + LATE, 0.5 <= waiting[2] < 0.5 + LATE, 1 <= dated[2] < 1 + LATE] == [True] * 3
    assert late[2] < 2 * (0.4 + LATE)


# How many at once.


def crowded(most: int, fault: Behaviour) -> Behaviour:
    """Takes a little while; the fault for each call above so many at once."""
    under_way = 0

    async def serve(request: Request) -> bytes:
        nonlocal under_way
        under_way += 1
        try:
            if under_way > most:
                sent = fault(request)
                return sent if isinstance(sent, bytes) else await asyncio.sleep(60, b"")
            await asyncio.sleep(0.02)
            return GOOD(request)  # type: ignore[return-value]
        finally:
            under_way -= 1

    return serve


@pytest.mark.parametrize("fault", ["rate_limited", "unavailable", "slow_headers"])
def test_calls_at_once_give_way_to_an_endpoint_that_has_too_many_and_come_back(fault: str, hasty: None) -> None:
    async def use(chat: ChatClient, endpoint: Any) -> None:
        said = await asyncio.gather(*(ask(chat, 10) for _ in range(150)))
        assert said.count("same") >= (75 if fault == "slow_headers" else 140)
        assert set(said) <= {"same", "timeout", "unavailable", "rate_limited"}
        assert endpoint.peak > 16
        low = chat.limiter.limit
        assert 1 <= low < 32
        endpoint.behaviour = GOOD
        for _ in range(20):
            await asyncio.gather(*(ask(chat) for _ in range(64)))
        assert chat.limiter.limit > 1.5 * low
        assert chat.limiter.active == 0

    with_client(crowded(8, FAULTS[fault]), use, try_seconds=0.2)


def test_who_gets_no_turn_before_the_deadline_fails_and_tells_nothing_of_the_endpoint() -> None:
    async def use(chat: ChatClient, endpoint: Any) -> None:
        said = await asyncio.gather(*(ask(chat, 1.0) for _ in range(4_000)))
        assert set(said) == {"same", "timeout"}
        assert said.count("same") >= 32
        assert chat.breaker.state == "closed"
        assert await ask(chat) == "same"
        assert chat.limiter.limit == 32  # an endpoint that answers every call in time has no overload

    with_client(after(0.15, GOOD), use, connections=32)


def test_a_short_outage_loses_no_reply() -> None:
    async def outage(fault: str) -> list[str]:
        async with running(FAULTS[fault]) as endpoint, opened(endpoint.url) as chat:
            asyncio.get_running_loop().call_later(0.5, setattr, endpoint, "behaviour", GOOD)
            return await asyncio.gather(*(ask(chat, 20) for _ in range(100)))

    async def go() -> list[list[str]]:
        return await asyncio.gather(*map(outage, ["unavailable", "server_error", "dropped", "rate_limited"]))

    assert asyncio.run(go()) == [["same"] * 100] * 4


def test_a_dead_endpoint_is_left_alone_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaker, "PAUSE", 0.2)
    monkeypatch.setattr(breaker, "PATIENCE", 0.3)

    async def go() -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        async with opened(f"http://127.0.0.1:{port}/v1") as chat:
            said = await asyncio.gather(*(ask(chat, 30) for _ in range(100)))
            assert set(said) <= {"unreachable", "circuit_open"}
            assert chat.breaker.state != "closed"
            calls, started = chat.tally.calls, time.monotonic()
            said = await asyncio.gather(*(ask(chat, 30) for _ in range(1_000)))
            assert time.monotonic() - started < 2
            assert set(said) <= {"unreachable", "circuit_open"}
            assert chat.tally.calls <= calls + 10
            async with running(GOOD, port=port):
                async with asyncio.timeout(10):
                    while await ask(chat) != "same":
                        await asyncio.sleep(0.1)
                assert chat.breaker.state == "closed"
                assert await asyncio.gather(*(ask(chat) for _ in range(50))) == ["same"] * 50

    asyncio.run(go())


def test_an_endpoint_that_never_answers_is_left_alone_after_one_round_of_tries(
    monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    monkeypatch.setattr(breaker, "PATIENCE", 0.2)

    async def use(chat: ChatClient, endpoint: Any) -> None:
        said = await asyncio.gather(*(ask(chat, 30) for _ in range(500)))
        assert set(said) <= {"timeout", "circuit_open"}
        assert (chat.breaker.state, endpoint.calls <= 64) == ("open", True)

    with_client(FAULTS["slow_headers"], use, try_seconds=0.3)


def test_a_caller_that_gives_up_frees_its_turn_and_its_connection() -> None:
    async def use(chat: ChatClient, endpoint: Any) -> None:
        tasks = [asyncio.create_task(ask(chat, 60)) for _ in range(20)]  # 2 under way, 18 that wait
        await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        async with asyncio.timeout(1):
            while endpoint.open or endpoint.connections:
                await asyncio.sleep(0.01)
        assert (endpoint.calls, chat.limiter.active, chat.breaker.state) == (2, 0, "closed")
        endpoint.behaviour = GOOD
        assert await asyncio.gather(*(ask(chat) for _ in range(10))) == ["same"] * 10

    with_client(FAULTS["slow_headers"], use, connections=2, try_seconds=60)


# At what price.


def test_a_budget_of_requests_is_kept_to_the_last_one_tries_included(hasty: None) -> None:
    async def use(chat: ChatClient, endpoint: Any) -> None:
        said = await asyncio.gather(*(ask(chat) for _ in range(300)))
        assert (endpoint.calls, chat.tally.calls) == (50, 50)
        assert set(said) == {"same", "budget_spent"}
        assert chat.breaker.state == "closed"

    with_client(flaky(0.3, 0, GOOD, DROPPED), use, budget=Budget(requests=50))
    with_client(GOOD, use, budget=Budget(requests=50))


@pytest.mark.parametrize(("connections", "most"), [(1, 10), (8, 17)])
def test_a_budget_of_tokens_is_kept_but_for_the_calls_under_way(connections: int, most: int) -> None:
    async def use(chat: ChatClient, endpoint: Any) -> None:
        said = await asyncio.gather(*(ask(chat) for _ in range(100)))
        assert 10 <= endpoint.calls <= most
        assert said.count("same") == endpoint.calls
        assert set(said) == {"same", "budget_spent"}

    with_client(after(0.01, GOOD), use, budget=Budget(tokens=1_100), connections=connections)


@pytest.mark.parametrize(
    ("fault", "calls"), [("empty", 2), ("cut_off", 1), ("filtered", 1), ("no_option", 2), ("two_keys", 2)]
)
def test_what_an_endpoint_says_is_paid_for_a_verdict_or_not(fault: str, calls: int, hasty: None) -> None:
    async def use(chat: ChatClient, _: Any) -> Tally:
        await ask(chat)
        return chat.tally

    prices = {"prompt_price": 2.5, "completion_price": 10.0}
    for behaviour, count in ((GOOD, 1), (FAULTS[fault], calls)):
        tally = with_client(behaviour, use, **prices)
        assert (tally.prompt_tokens, tally.completion_tokens, tally.tokens) == (100 * count, 10 * count, 110 * count)
        assert tally.cost == pytest.approx(count * (100 * 2.5 + 10 * 10) / 1e6)


@pytest.mark.parametrize(
    "usage", [None, [], "many", {"prompt_tokens": -5, "completion_tokens": True}, {"prompt_tokens": 1e300}]
)
def test_a_usage_that_makes_no_sense_is_nothing(usage: Any) -> None:
    def odd(request: Request) -> bytes:
        body = json.loads(bytes(GOOD(request)).partition(b"\r\n\r\n")[2])  # type: ignore[arg-type]
        return response({**body, "usage": usage})

    async def use(chat: ChatClient, _: Any) -> None:
        assert await ask(chat) == "same"
        assert (chat.tally.tokens, chat.tally.cost) == (0, 0)

    with_client(odd, use, prompt_price=1.0)


# Event loops.


BATCHES = """
import asyncio, gc, sys
from reward import Item
from reward.answers import Phrase
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge

async def batch(judge, number):
    found = await asyncio.gather(*(judge(item, f"crockery {number} {i}") for i in range(5)))
    if sys.argv[2] == "closed":
        await judge.close()
    return [verdict.score for verdict in found]

item = Item(question="Which object is washed?", answer=Phrase(text="cup", wrong=("pan", "knife")))
judge = LanguageJudge([Endpoint(sys.argv[1], "a-model")])
for number in range(8):
    assert asyncio.run(batch(judge, number)) == [1] * 5
    gc.collect()
assert judge.tally.calls == 40
"""


@pytest.mark.parametrize("closed", ["closed", "left"])
def test_one_judge_works_in_many_event_loops_and_leaves_nothing_open(closed: str) -> None:
    """A trainer may run every batch in an event loop of its own, and need not close the judge each time."""
    with process(right="cup") as url:
        command = [sys.executable, "-W", "always::ResourceWarning", "-c", BATCHES, url, closed]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
