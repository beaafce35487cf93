"""An endpoint that keeps failing is left alone, and asked again by one call at a time."""

import asyncio

import pytest

from reward.judge import breaker as module
from reward.judge.breaker import SURE, Breaker
from reward.judge.failure import ILLNESS, JudgeFailure


def now() -> float:
    return asyncio.get_running_loop().time()


def opened() -> Breaker:
    breaker = Breaker()
    for _ in range(SURE):
        assert not breaker.enter()
        breaker.failed(False, "server_error", now())
    return breaker


def test_it_opens_after_failures_in_a_row_and_fails_at_once() -> None:
    async def go() -> None:
        breaker = opened()
        assert breaker.state == "open"
        with pytest.raises(JudgeFailure) as caught:
            breaker.enter()
        assert caught.value.kind == "circuit_open"

    asyncio.run(go())


def test_failures_with_a_success_between_do_not_open_it() -> None:
    async def go() -> None:
        breaker = Breaker()
        for turn in range(10 * SURE):
            breaker.enter()
            if turn % (SURE - 1):
                breaker.failed(False, "server_error", now())
            else:
                breaker.succeeded()
        assert breaker.state == "closed"

    asyncio.run(go())


def test_one_call_tries_after_the_pause_and_closes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.02)

    async def go() -> None:
        breaker = opened()
        await asyncio.sleep(0.03)
        breaker.enter()
        assert breaker.state == "half_open"
        with pytest.raises(JudgeFailure):
            breaker.enter()  # the others wait for what becomes of it
        breaker.succeeded()
        assert breaker.state == "closed"
        breaker.enter()

    asyncio.run(go())


def test_a_failed_try_doubles_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.02)

    async def go() -> None:
        breaker = opened()
        await asyncio.sleep(0.03)
        breaker.failed(breaker.enter(), "server_error", now())
        await asyncio.sleep(0.03)
        with pytest.raises(JudgeFailure):
            breaker.enter()
        await asyncio.sleep(0.02)
        breaker.enter()

    asyncio.run(go())


def test_a_try_that_nobody_waits_for_leaves_room_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.02)

    async def go() -> None:
        breaker = opened()
        await asyncio.sleep(0.03)
        breaker.abandoned(breaker.enter())
        assert breaker.enter()
        breaker.abandoned(False)  # an older call
        with pytest.raises(JudgeFailure):
            breaker.enter()

    asyncio.run(go())


def test_calls_that_meet_an_overload_together_count_once() -> None:
    async def go() -> None:
        breaker = Breaker()
        for turn in range(SURE // ILLNESS["timeout"]):
            assert breaker.state == "closed", turn
            started = now()
            await asyncio.sleep(0.002)
            for _ in range(100):
                breaker.failed(False, "timeout", started)
        assert breaker.state == "open"

    asyncio.run(go())


def test_the_failure_of_an_older_call_is_not_that_of_the_one_that_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.02)

    async def go() -> None:
        breaker = opened()
        await asyncio.sleep(0.03)
        assert breaker.enter()
        breaker.failed(False, "server_error", now() - 30)
        assert breaker.state == "half_open"
        breaker.succeeded()
        assert breaker.state == "closed"

    asyncio.run(go())
