"""What a trainer relies on when the server misbehaves: no exception, no invented reward, a verdict for each reply."""

import asyncio
import json
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from reward import Item, Scorer
from reward.answers import YesNo
from reward.client import Client

ITEM = Item(question="Is a cup in the clip?", answer=YesNo(value=True))
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def running(handler: Handler) -> AsyncIterator[str]:
    """A real HTTP server on this machine with one misbehaving handler."""
    app = web.Application(client_max_size=2**26)
    app.router.add_post("/score", handler)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield "http://{}:{}".format(*runner.addresses[0])
    await runner.cleanup()


async def ok(request: web.Request) -> web.Response:
    pairs = [(Item.model_validate(entry["item"]), entry["reply"]) for entry in (await request.json())["items"]]
    verdicts = await Scorer().score_all(pairs)
    return web.json_response({"verdicts": [verdict.model_dump() for verdict in verdicts]})


async def error_500(_: web.Request) -> web.Response:
    return web.Response(status=500, text="boom")


async def html(_: web.Request) -> web.Response:
    return web.Response(text="<html>not JSON</html>")


async def too_few(_: web.Request) -> web.Response:
    return web.json_response({"verdicts": []})


async def refuses(_: web.Request) -> web.Response:
    return web.Response(status=422)


async def hangs(_: web.Request) -> web.Response:
    await asyncio.sleep(60)
    raise AssertionError("the client waited for a minute")


def test_replies_are_scored_in_order_over_several_requests() -> None:
    async def go() -> list[float | None]:
        async with running(ok) as url:
            pairs = [(ITEM, "yes" if i % 3 else "no") for i in range(100)]
            return [verdict.score for verdict in await Client(url, chunk=7).score_all(pairs)]

    assert asyncio.run(go()) == [float(i % 3 > 0) for i in range(100)]


@pytest.mark.parametrize("handler", [error_500, html, too_few, refuses, hangs])
def test_a_misbehaving_server_leaves_every_reply_unscored(handler: Handler) -> None:
    async def go() -> None:
        async with running(handler) as url:
            verdicts = await Client(url, deadline=2.0, tries=2).score_all([(ITEM, "yes")] * 3)
            assert [verdict.score for verdict in verdicts] == [None] * 3
            assert all(verdict.error and verdict.error.code == "server_failed" for verdict in verdicts)

    asyncio.run(go())


@pytest.mark.parametrize("score", [5.0, -0.1, float("nan"), float("inf"), "1.0x"])
def test_a_score_that_is_none_is_not_passed_on(score: object) -> None:
    async def lies(_: web.Request) -> web.Response:
        verdict = {"score": score, "by": "rule", "said": None, "rule": "equal", "format_ok": True, "note": ""}
        return web.json_response({"verdicts": [verdict]})

    async def go() -> list[float | None]:
        async with running(lies) as url:
            return [v.score for v in await Client(url, deadline=2, tries=1).score_all([(ITEM, "yes")])]

    assert asyncio.run(go()) == [None]


def test_a_redirect_is_not_followed_because_items_hold_keys() -> None:
    calls = 0

    async def other(_: web.Request) -> web.Response:
        nonlocal calls
        calls += 1
        return web.Response(status=500)

    async def go() -> list[float | None]:
        async with running(other) as elsewhere:

            async def redirects(_: web.Request) -> web.Response:
                return web.Response(status=307, headers={"location": f"{elsewhere}/score"})

            async with running(redirects) as url:
                return [v.score for v in await Client(url, deadline=2).score_all([(ITEM, "yes")])]

    assert asyncio.run(go()) == [None]
    assert calls == 0


def test_what_a_newer_server_says_besides_is_left_out() -> None:
    async def newer(request: web.Request) -> web.Response:
        [verdict] = json.loads((await ok(request)).body)["verdicts"]  # type: ignore[arg-type]
        return web.json_response({"verdicts": [{**verdict, "confidence": 0.9}], "took": 3})

    async def go() -> list[float | None]:
        async with running(newer) as url:
            return [v.score for v in await Client(url).score_all([(ITEM, "yes")])]

    assert asyncio.run(go()) == [1.0]


def test_a_failure_is_logged_once_a_call_without_a_reply(caplog: pytest.LogCaptureFixture) -> None:
    asyncio.run(Client("http://127.0.0.1:9", deadline=1, tries=1).score_all([(ITEM, "a secret reply")] * 3))
    assert len(caplog.records) == 1
    assert "3 of 3 replies are unscored" in caplog.text
    assert "secret" not in caplog.text


def test_no_server_leaves_every_reply_unscored() -> None:
    verdicts = asyncio.run(Client("http://127.0.0.1:9", deadline=2.0, tries=2).score_all([(ITEM, "yes")]))
    assert [verdict.score for verdict in verdicts] == [None]
    assert "server" in verdicts[0].note


def test_a_server_that_comes_back_is_asked_again() -> None:
    calls = 0

    async def fails_once(request: web.Request) -> web.Response:
        nonlocal calls
        calls += 1
        return await (error_500(request) if calls == 1 else ok(request))

    async def go() -> list[float | None]:
        async with running(fails_once) as url:
            return [verdict.score for verdict in await Client(url).score_all([(ITEM, "yes")])]

    assert asyncio.run(go()) == [1.0]


def test_a_refused_request_is_not_repeated() -> None:
    calls = 0

    async def count(_: web.Request) -> web.Response:
        nonlocal calls
        calls += 1
        return web.Response(status=422)

    async def go() -> None:
        async with running(count) as url:
            await Client(url).score_all([(ITEM, "yes")])

    asyncio.run(go())
    assert calls == 1


def test_a_lone_surrogate_in_a_reply_does_not_cost_the_batch() -> None:
    async def go() -> list[float | None]:
        async with running(ok) as url:
            return [v.score for v in await Client(url).score_all([(ITEM, "yes"), (ITEM, "\ud800"), (ITEM, "no")])]

    found = asyncio.run(go())
    assert (found[0], found[2]) == (1.0, 0.0)


def test_nothing_to_score_asks_nobody() -> None:
    assert asyncio.run(Client("http://127.0.0.1:9").score_all([])) == []


def test_a_client_can_be_pickled() -> None:
    client = Client("http://127.0.0.1:9", deadline=3)
    assert pickle.loads(pickle.dumps(client)) == client
