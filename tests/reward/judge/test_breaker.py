"""An endpoint that keeps failing is left alone, and asked again by one call at a time."""

import asyncio

import pytest

from reward.judge import breaker as module
from reward.judge.breaker import FAILURES, Breaker
from reward.judge.failure import JudgeFailure


def opened() -> Breaker:
    breaker = Breaker()
    for _ in range(FAILURES):
        breaker.enter()
        breaker.failed()
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
        for turn in range(10 * FAILURES):
            breaker.enter()
            if turn % (FAILURES - 1):
                breaker.failed()
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
        breaker.enter()
        breaker.failed()
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
        breaker.enter()
        breaker.abandoned()
        breaker.enter()

    asyncio.run(go())
