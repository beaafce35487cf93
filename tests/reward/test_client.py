"""What a trainer relies on when the server misbehaves: no exception, no invented reward, a verdict for each reply."""

import asyncio
import itertools
import json
import multiprocessing
import pickle
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from threading import Thread

import pytest
from aiohttp import web

from reward import Item, Scorer, Verdict, background
from reward.answers import Phrase, YesNo
from reward.client import Client
from reward.rollout import Asked
from reward.verdict import SERVER_FAILED, unscored

CUP = Item(question="Which object?", answer=Phrase(text="cup", wrong=("pan",)))
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


@contextmanager
def threaded(handler: Handler) -> Iterator[str]:
    """The same server in a thread of its own, for callers that block."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()

    def wait(work: Awaitable[str | bool | None]) -> str | bool | None:
        async def awaited() -> str | bool | None:
            return await work

        return asyncio.run_coroutine_threadsafe(awaited(), loop).result(20)

    server = running(handler)
    try:
        yield str(wait(server.__aenter__()))
    finally:
        wait(server.__aexit__(None, None, None))
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


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
            verdicts = await Client(url, deadline=1.0).score_all([(ITEM, "yes")] * 3)
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
            return [v.score for v in await Client(url, deadline=0.5).score_all([(ITEM, "yes")])]

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


def test_no_server_leaves_every_reply_unscored() -> None:
    verdicts = asyncio.run(Client("http://127.0.0.1:9", deadline=1.0).score_all([(ITEM, "yes")]))
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


def test_long_replies_are_sent_in_requests_that_the_server_takes() -> None:
    sizes = []

    async def count(request: web.Request) -> web.Response:
        sizes.append(len(await request.read()))
        return await ok(request)

    async def go() -> list[float | None]:
        async with running(count) as url:
            pairs = [(ITEM, f"{i} 思考" + "思" * 60_000 + "\nAnswer: yes") for i in range(64)] + [
                (ITEM, "x" * 10_000_000)
            ]
            return [v.score for v in await Client(url).score_all(pairs)]

    assert asyncio.run(go()) == [1.0] * 64 + [0.0]
    assert len(sizes) == 2
    assert max(sizes) < 20 * 2**20


def test_pauses_between_tries_grow_and_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    times = []

    async def fails(_: web.Request) -> web.Response:
        times.append(time.monotonic())
        return web.Response(status=500)

    async def go() -> None:
        async with running(fails) as url:
            await Client(url, deadline=4.0).score_all([(ITEM, "yes")])

    asyncio.run(go())
    first, second, *_ = [later - sooner for sooner, later in itertools.pairwise(times)]
    assert 0.5 <= first <= 1.2
    assert 1.0 <= second <= 2.4


def test_an_answer_without_end_is_given_up() -> None:
    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        with suppress(ConnectionError):
            while True:
                await response.write(b" " * 2**20)
        return response

    async def go() -> list[float | None]:
        async with running(endless) as url:
            return [v.score for v in await Client(url, deadline=2.0).score_all([(ITEM, "yes")])]

    assert asyncio.run(go()) == [None]


def test_an_item_may_be_named_by_what_it_asks() -> None:
    sent = []

    async def asked(request: web.Request) -> web.Response:
        [entry] = (await request.json())["items"]
        sent.append(entry)
        return web.json_response({"verdicts": [unscored("unknown_prompt", "?").model_dump()]})

    async def go() -> None:
        async with running(asked) as url:
            await Client(url).score_all([(Asked("Which object?"), "pan")])

    asyncio.run(go())
    assert sent == [{"prompt": "Which object?", "reply": "pan"}]


@pytest.mark.parametrize(
    "url",
    ["127.0.0.1:8000", "http://", "http://h:1/?x", "http://h:1#f", "http://me:secret@h:1", " http://h:1", "file:///x"],
)
def test_an_address_that_is_none_or_holds_a_secret_is_refused_and_a_secret_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="no address") as caught:
        Client(url)
    assert "secret" not in str(caught.value)


def test_a_call_from_within_the_background_loop_does_not_wait_for_ever() -> None:
    async def within() -> list[Verdict]:
        return Client("http://127.0.0.1:9", deadline=0.3).score_all_now([(ITEM, "yes")])

    [verdict] = background.submit(within()).result(5)
    assert verdict.score is None
    assert "background loop" in verdict.note


def test_a_refused_request_is_not_repeated() -> None:
    calls = 0

    async def count(_: web.Request) -> web.Response:
        nonlocal calls
        calls += 1
        return web.Response(status=422)

    async def go() -> None:
        async with running(count) as url:
            await Client(url, fallback=True).score_all([(ITEM, "yes")])
            await Client(url, fallback=True).score_all([(ITEM, "no")])  # it is there, and is asked again

    asyncio.run(go())
    assert calls == 2


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


def test_the_same_reply_to_the_same_item_is_sent_once() -> None:
    sizes = []

    async def count(request: web.Request) -> web.Response:
        sizes.append(len((await request.json())["items"]))
        return await ok(request)

    async def go() -> list[float | None]:
        async with running(count) as url:
            pairs = [(ITEM, "yes"), (ITEM, "no"), (ITEM, "yes"), ("yes", "yes"), (ITEM, "yes")]
            return [v.score for v in await Client(url).score_all(pairs[:3] + pairs[4:])]

    assert asyncio.run(go()) == [1.0, 0.0, 1.0, 1.0]
    assert sizes == [2]


def test_a_server_that_is_too_busy_says_how_long_to_wait() -> None:
    times = []

    async def busy(request: web.Request) -> web.Response:
        times.append(time.monotonic())
        return web.Response(status=429, headers={"retry-after": "2"}) if len(times) == 1 else await ok(request)

    async def go() -> list[float | None]:
        async with running(busy) as url:
            return [v.score for v in await Client(url).score_all([(ITEM, "yes")])]

    assert asyncio.run(go()) == [1.0]
    assert times[1] - times[0] >= 2


@pytest.mark.parametrize("handler", [error_500, refuses, hangs])
def test_with_a_fallback_rules_score_here_what_the_server_does_not(handler: Handler) -> None:
    async def go() -> list[Verdict]:
        async with running(handler) as url:
            pairs = [(ITEM, "yes"), (CUP, "some crockery"), ("known-there", "yes"), (CUP, "pan")]
            return await Client(url, deadline=1.0, fallback=True).score_all(pairs)

    found = asyncio.run(go())
    assert [verdict.score for verdict in found] == [1.0, None, None, 0.0]
    assert [verdict.details.get("fallback", False) for verdict in found] == [True, False, False, True]
    assert [verdict.error.code if verdict.error else None for verdict in found] == [
        None,
        SERVER_FAILED,
        SERVER_FAILED,
        None,
    ]


def test_with_a_fallback_a_server_that_failed_is_left_alone_for_a_while() -> None:
    calls = 0

    async def fails(_: web.Request) -> web.Response:
        nonlocal calls
        calls += 1
        return web.Response(status=500)

    async def go() -> None:
        async with running(fails) as url:
            patient, falling_back = Client(url, 0.3), Client(url, 0.3, fallback=True)
            for client in (falling_back, falling_back, falling_back, patient, patient):
                await client.score_all([(ITEM, "yes")])

    asyncio.run(go())
    assert calls == 3  # of five


def test_callers_that_are_not_asynchronous_even_within_a_running_loop() -> None:
    async def go(client: Client) -> list[float | None]:
        return [v.score for v in client.score_all_now([(ITEM, "yes")])]  # as a trainer's synchronous function would

    with threaded(ok) as url:
        client = Client(url)
        assert [v.score for v in client.score_all_now([(ITEM, "no")])] == [0.0]
        assert asyncio.run(go(client)) == [1.0]


def test_one_client_serves_many_loops_and_threads_at_once_over_few_connections() -> None:
    ports = set()

    async def count(request: web.Request) -> web.Response:
        assert request.transport is not None
        ports.add(request.transport.get_extra_info("peername")[1])
        return await ok(request)

    with threaded(count) as url:
        client = Client(url)

        def thread(number: int) -> list[float | None]:
            if number % 2:
                return [v.score for v in client.score_all_now([(ITEM, "yes")])]
            return [v.score for v in asyncio.run(client.score_all([(ITEM, "yes")]))]  # a new loop each time

        with ThreadPoolExecutor(16) as pool:
            assert list(pool.map(thread, range(200))) == [[1.0]] * 200
    assert len(ports) <= 64


def in_worker(client: Client) -> list[float | None]:
    """What a worker process of a trainer does."""
    return [v.score for v in client.score_all_now([(ITEM, "yes"), (ITEM, "no")])]


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_workers_that_were_forked_or_spawned_after_the_client_was_used(method: str) -> None:
    with threaded(ok) as url:
        client = Client(url, deadline=20)
        assert in_worker(client) == [1.0, 0.0]
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
            assert list(pool.map(in_worker, [client] * 6)) == [[1.0, 0.0]] * 6
        assert in_worker(client) == [1.0, 0.0]


def test_a_cancelled_call_ends_at_once() -> None:
    async def go() -> float:
        async with running(hangs) as url:
            call = asyncio.create_task(Client(url).score_all([(ITEM, "yes")]))
            await asyncio.sleep(0.3)
            start = time.monotonic()
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            return time.monotonic() - start

    assert asyncio.run(go()) < 1


def test_a_process_that_ends_leaves_no_warning_behind() -> None:
    code = """
import asyncio, sys
from reward.client import Client
from reward import Item
from reward.answers import YesNo
item = Item(question="?", answer=YesNo(value=True))
print([v.score for v in Client(sys.argv[1]).score_all_now([(item, "yes")])])
print([v.score for v in asyncio.run(Client(sys.argv[1]).score_all([(item, "yes")]))])
"""
    with threaded(ok) as url:
        command = [sys.executable, "-W", "error", "-c", code, url]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split("\n")[:2] == ["[1.0]", "[1.0]"], done.stderr
    assert done.stderr == ""


@pytest.mark.parametrize("wrong", [{"deadline": 0}, {"chunk": -1}])
def test_numbers_that_make_no_sense_are_said_when_the_client_is_made(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="above 0"):
        Client("http://127.0.0.1:9", **wrong)
