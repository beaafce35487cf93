"""What a user of several replicas relies on: they share rulings and calls, and a Redis that is ill costs no verdict."""

import asyncio
import gc
import logging
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis_server import RedisServer, redis_server

pytest.importorskip("redis", reason="the extra [redis] is not installed")

from redis import Redis

from reward.jsonl import InputError
from reward.judge import redis_cache
from reward.judge.cache import MemoryCache, encode, through
from reward.judge.flights import Flights
from reward.judge.redis_cache import KEPT_SECONDS, PREFIX, RedisCache
from reward.judge.ruling import Ruling

KEY = "0123456789abcdef" * 4
RULING = Ruling("the red cup", "a-model", 312, 9)
OPTIONS = ["the red cup", "a plate"]
PASSWORD = "open sesame/?#@%"
QUOTED = "open%20sesame%2F%3F%23%40%25"
NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
def server(shared_server: RedisServer) -> RedisServer:
    """A server that answers and holds nothing."""
    with direct(shared_server) as redis:
        redis.flushall()
    return shared_server


@pytest.fixture
def ill_server(tmp_path: Path) -> Iterator[RedisServer]:
    with redis_server(tmp_path) as running:
        yield running


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_cache, "PAUSES", (0.2, 0.4))


def direct(server: RedisServer) -> Redis:
    return Redis(port=server.port)


def replicas(url: str, use: Callable[[RedisCache, RedisCache], Awaitable[None]]) -> None:
    async def run() -> None:
        one, other = RedisCache(url, MemoryCache()), RedisCache(url, MemoryCache())
        try:
            await use(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(run())


async def soon(cache: RedisCache, ruling: Ruling = RULING) -> None:
    """Wait until another replica has found the ruling: what is put arrives soon."""
    for _ in range(200):
        if await cache.get(KEY) == ruling:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the ruling did not arrive within 2 s")


async def _through(cache: RedisCache, ask: Callable[[], Awaitable[Ruling]], seconds: float = 10.0) -> Any:
    return await through(cache, KEY, ask, OPTIONS, asyncio.get_running_loop().time() + seconds)


class Ask:
    def __init__(self, seconds: float = 0.0, error: Exception | None = None) -> None:
        self.seconds, self.error = seconds, error
        self.calls = 0

    async def __call__(self) -> Ruling:
        self.calls += 1
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error
        return RULING


def test_replicas_share_rulings_for_thirty_days_and_keep_them_locally_too(server: RedisServer) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        assert await other.get(KEY) is None
        await one.put(KEY, RULING)
        await soon(other)
        with direct(server) as redis:
            assert 0 < KEPT_SECONDS - redis.ttl(PREFIX + KEY) + 1 < 60
            assert redis.keys() == [f"answerkey:judge:1:{KEY}".encode()]
            redis.flushall()
        assert await one.get(KEY) == await other.get(KEY) == RULING
        assert one.faults == other.faults == 0

    replicas(server.url, use)


def test_replicas_that_ask_at_once_make_one_call(server: RedisServer) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        ask = Ask(seconds=0.2)
        results = await asyncio.gather(_through(one, ask), _through(other, ask))
        assert sorted(kept for _, kept in results) == [False, True]
        assert ask.calls == 1
        assert await _through(one, ask) == await _through(other, ask) == (RULING, True)

    replicas(server.url, use)


def test_k_keys_among_n_replies_are_k_calls_over_two_replicas(server: RedisServer) -> None:
    calls: list[str] = []

    async def use(one: RedisCache, other: RedisCache) -> None:
        deadline = asyncio.get_running_loop().time() + 20
        flights = {one: Flights(), other: Flights()}

        async def reply(cache: RedisCache, key: str) -> None:
            async def ask() -> Ruling:
                calls.append(key)
                await asyncio.sleep(0.05)
                return Ruling(key, "a-model", 1, 1)

            (ruling, _), _ = await flights[cache].join(key, lambda: through(cache, key, ask, [key], deadline))
            assert ruling.chosen == key

        keys = [f"{number % 100:064x}" for number in range(1000)]
        await asyncio.gather(*(reply(cache, key) for key in keys for cache in (one, other)))

    replicas(server.url, use)
    assert len(calls) == len(set(calls)) == 100


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_claim_is_given_back_when_the_call_fails_or_is_cancelled(cancelled: bool, server: RedisServer) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        failing = asyncio.create_task(_through(one, Ask(seconds=0.1, error=ValueError("upstream"))))
        await asyncio.sleep(0.05)
        asking = asyncio.create_task(_through(other, Ask()))
        if cancelled:
            failing.cancel()
        with pytest.raises((ValueError, asyncio.CancelledError)):
            await failing
        started = time.monotonic()
        assert await asking == (RULING, False)
        assert time.monotonic() - started < 1.0

    replicas(server.url, use)


def test_the_claim_of_a_killed_process_runs_out_by_itself(server: RedisServer) -> None:
    code = (
        "import asyncio, sys\n"
        "from reward.judge.cache import MemoryCache\n"
        "from reward.judge.redis_cache import RedisCache\n"
        "async def run():\n"
        "    print(await RedisCache(sys.argv[1], MemoryCache()).claim(sys.argv[2], 1.0), flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(run())\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", code, server.url, KEY], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    assert owner.stdout.readline() == "True\n"
    owner.send_signal(signal.SIGKILL)
    owner.communicate(timeout=10)

    async def use(one: RedisCache, _: RedisCache) -> None:
        started = time.monotonic()
        assert await _through(one, Ask()) == (RULING, False)
        assert 0.3 < time.monotonic() - started < 2.0

    replicas(server.url, use)


def test_who_waits_in_vain_asks_with_half_of_its_time_left(server: RedisServer) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        assert await one.claim(KEY, 60.0) is True
        assert await other.claim(KEY, 60.0) is False
        assert await other.get(KEY) is None
        started = time.monotonic()
        assert await _through(other, Ask(), seconds=1.0) == (RULING, False)
        assert 0.5 <= time.monotonic() - started < 1.0
        await soon(one)  # the ruling has taken the place of the claim
        one.release(KEY)
        assert await one.claim(KEY, 1.0) == RULING

    replicas(server.url, use)


def test_only_the_owner_of_a_claim_can_give_it_back(server: RedisServer) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        assert await one.claim(KEY, 60.0) is True
        other.release(KEY)
        assert await other.claim(KEY, 60.0) is False
        one.release(KEY)
        assert await one.claim(KEY, 60.0) is True

    replicas(server.url, use)


@pytest.mark.parametrize(
    "value",
    [
        "rubbish",
        "",
        b"\xff\x00",
        "f" * 64 + encode(RULING),
        KEY + encode(RULING)[:-9],
        KEY + encode(RULING).replace("312", "-312"),
        encode(RULING),
        KEY + " " * 10**6 + encode(RULING),
    ],
    ids=["text", "empty", "bytes", "of another key", "cut", "negative", "no key", "huge"],
)
def test_rubbish_under_a_key_is_a_miss_that_the_next_ruling_replaces(value: str | bytes, server: RedisServer) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        with direct(server) as redis:
            redis.set(PREFIX + KEY, value)
        assert await one.get(KEY) is None
        started = time.monotonic()
        assert await _through(one, Ask()) == (RULING, False)
        assert time.monotonic() - started < 1.0
        await soon(other)
        assert one.faults == 0

    replicas(server.url, use)


def test_a_value_of_another_type_is_a_miss_that_the_next_ruling_replaces(server: RedisServer) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        with direct(server) as redis:
            redis.rpush(PREFIX + KEY, "a list")
        assert await one.get(KEY) is None
        assert await _through(one, Ask()) == (RULING, False)
        await soon(other)
        assert one.faults == 0

    replicas(server.url, use)


def test_a_redis_that_dies_costs_no_verdict_and_is_found_again(
    ill_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        async def reply(number: int) -> None:
            key = f"{number:064x}"
            deadline = asyncio.get_running_loop().time() + 10
            assert (await through(one, key, Ask(seconds=0.002), OPTIONS, deadline))[0] == RULING
            await asyncio.sleep(0.001)

        async def traffic(first: int) -> None:
            for number in range(first, first + 100):
                await reply(number)

        load = [asyncio.create_task(traffic(1000 * i)) for i in range(20)]
        await asyncio.sleep(0.1)
        ill_server.kill()
        await asyncio.gather(*load)
        assert one.faults > 0
        assert await one.get(f"{5:064x}") == RULING  # kept locally
        await one.put(KEY, RULING)
        await asyncio.to_thread(ill_server.start)
        await asyncio.sleep(0.5)
        await one.put(KEY, RULING)
        await soon(other)

    with caplog.at_level(logging.WARNING, logger="answerkey"):
        replicas(ill_server.url, use)
    gone, back = [message for message in caplog.messages if "Redis" in message]
    assert gone.startswith(f"Redis at 127.0.0.1:{ill_server.port} is gone (")
    assert back == f"Redis at 127.0.0.1:{ill_server.port} is back."


def test_a_redis_that_hangs_costs_one_time_out(ill_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_cache, "PAUSES", (5.0, 60.0))

    async def use(one: RedisCache, other: RedisCache) -> None:
        assert await one.get(KEY) is None  # now it is connected, and the other one is not
        ill_server.hang()
        for cache in (one, other):
            started = time.monotonic()
            await asyncio.gather(*(cache.get(f"{number:064x}") for number in range(1000)))
            first = time.monotonic() - started
            started = time.monotonic()
            for _ in range(100):
                assert await _through(cache, Ask())
            assert 0.2 < first < 1.2  # it would be minutes if each paid
            assert time.monotonic() - started < 1.0
            assert cache.faults == 1
        ill_server.go_on()

    replicas(ill_server.url, use)


def test_a_redis_that_stays_away_is_tried_less_and_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_cache, "PAUSES", (5.0, 60.0))

    async def run() -> list[float]:
        cache, pauses = RedisCache(NOWHERE, MemoryCache()), []
        for tries in range(1, 7):
            for _ in range(2):  # of these six reads one tries
                await asyncio.gather(*(cache.get(KEY) for _ in range(3)))
            assert cache.faults == tries
            pauses.append(cache._again - time.monotonic())
            cache._again = 0.0
        await cache.close()
        return pauses

    assert asyncio.run(run()) == pytest.approx([5, 10, 20, 40, 60, 60], abs=0.5)


def test_without_redis_every_claim_is_granted_and_everything_works(caplog: pytest.LogCaptureFixture) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        ask = Ask()
        assert await _through(one, ask) == (RULING, False)
        assert await _through(one, ask) == (RULING, True)
        assert await one.claim("f" * 64, 5.0) is True
        assert await other.claim("f" * 64, 5.0) is True
        one.release(KEY)
        assert ask.calls == 1

    replicas(NOWHERE, use)
    assert len(caplog.messages) == 2  # one line for each cache


@pytest.mark.parametrize("url", ["redis://127.0.0.1:{port}/0", "redis://:wrong-secret@127.0.0.1:{port}/0"])
def test_a_wrong_password_is_said_without_saying_it(url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        assert await _through(one, Ask()) == (RULING, False)
        assert await other.get(KEY) is None
        assert one.faults == 1
        assert "secret" not in repr(one)

    with redis_server(tmp_path, PASSWORD) as guarded, caplog.at_level(logging.DEBUG):
        replicas(url.format(port=guarded.port), use)
    assert "(AuthenticationError)" in caplog.messages[-1]
    assert "secret" not in caplog.text


def test_the_right_password_opens_and_is_in_no_text(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        await one.put(KEY, RULING)
        await soon(other)
        assert "sesame" not in repr(one)

    with redis_server(tmp_path, PASSWORD) as guarded, caplog.at_level(logging.DEBUG):
        replicas(f"redis://:{QUOTED}@127.0.0.1:{guarded.port}/0", use)
        guarded.kill()
        replicas(f"redis://:{QUOTED}@127.0.0.1:{guarded.port}/0", lambda one, _: one.put(KEY, RULING))
    assert "is gone" in caplog.text
    assert "sesame" not in caplog.text


@pytest.mark.parametrize("command", ["maxmemory 1", "replicaof 127.0.0.1 1"])
def test_a_redis_that_takes_no_writes_is_as_good_as_gone(command: str, ill_server: RedisServer) -> None:
    async def use(one: RedisCache, other: RedisCache) -> None:
        with direct(ill_server) as redis:
            redis.config_set(*command.split(maxsplit=1)) if "maxmemory" in command else redis.execute_command(command)
        assert await _through(one, Ask()) == (RULING, False)
        assert await _through(one, Ask()) == (RULING, True)
        assert one.faults == 1

    replicas(ill_server.url, use)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "127.0.0.1:6379",
        "http://:secret@127.0.0.1:6379",
        "redis://:sec/ret@127.0.0.1:6379",
        "redis://:secret@127.0.0.1:port",
        "redis://:secret@127.0.0.1:6379?no_such_option=secret",
        "redis://:secret@127.0.0.1:6379?socket_timeout=secret",
        "redis://:secret@[::1",
    ],
)
def test_a_url_that_is_none_is_refused_in_one_line_that_does_not_repeat_it(url: str) -> None:
    with pytest.raises(InputError) as refused:
        RedisCache(url, MemoryCache())
    assert "redis://:password@host:6379/0" in str(refused.value)
    assert "sec" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_cancelled_calls_never_mix_up_the_answers(server: RedisServer) -> None:
    many = 300

    async def use(one: RedisCache, other: RedisCache) -> None:
        for number in range(many):
            await one.put(f"{number:064x}", Ruling(f"option {number}", "a-model", number, 1))
        await soon_all(one)
        tasks = [asyncio.create_task(other.get(f"{number:064x}")) for number in range(many)]
        for step, task in enumerate(tasks):
            if step % 3 == 0:
                await asyncio.sleep(0)
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for number in range(many):
            assert await other.get(f"{number:064x}") == Ruling(f"option {number}", "a-model", number, 1)

    async def soon_all(cache: RedisCache) -> None:
        await cache.claim("e" * 64, 0.01)  # what comes later on a connection is answered later

    replicas(server.url, use)


def test_one_cache_serves_one_event_loop_after_another(server: RedisServer) -> None:
    cache = RedisCache(server.url, MemoryCache())

    async def put(number: int) -> None:
        await cache.put(f"{number:064x}", RULING)
        await cache.close()

    for number in range(3):
        asyncio.run(put(number))
    with direct(server) as redis:
        assert len(redis.keys()) == 3
    assert cache.faults == 0


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_an_event_loop_that_ended_without_closing_does_not_harm_the_next(server: RedisServer) -> None:
    async def claim(cache: RedisCache, number: int) -> Ruling | bool:
        return await cache.claim(f"{number:064x}", 10.0)

    cache = RedisCache(server.url, MemoryCache())
    assert [asyncio.run(claim(cache, number)) for number in range(3)] == [True, True, True]
    assert cache.faults == 0
    with direct(server) as redis:
        assert len(redis.keys()) == 3
    del cache
    gc.collect()  # here, where what it leaves open may be said
