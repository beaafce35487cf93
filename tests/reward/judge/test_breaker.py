"""An endpoint that keeps failing is left alone, and asked again by one call at a time."""

import asyncio

import pytest

from reward.judge import breaker as module
from reward.judge.breaker import FAILURES, PATIENCE, Breaker
from reward.judge.failure import JudgeFailure


def now() -> float:
    return asyncio.get_running_loop().time()


def opened() -> Breaker:
    breaker = Breaker()
    for _ in range(FAILURES):
        assert not breaker.enter()
        breaker.failed(False, now() - PATIENCE)
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
                breaker.failed(False, now())
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
        breaker.failed(breaker.enter(), now())
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


def test_a_short_outage_does_not_open_it_however_many_calls_meet_it() -> None:
    async def go() -> None:
        breaker = Breaker()
        for _ in range(1_000):
            breaker.failed(False, now() - PATIENCE / 2)
        assert breaker.state == "closed"
        breaker.failed(False, now() - PATIENCE)
        assert breaker.state == "open"

    asyncio.run(go())


def test_a_call_that_was_slow_to_fail_says_nothing_of_what_came_before_the_last_success() -> None:
    async def go() -> None:
        breaker = Breaker()
        breaker.succeeded()
        for _ in range(1_000):
            breaker.failed(False, now() - 60)
        assert breaker.state == "closed"

    asyncio.run(go())


def test_the_failure_of_an_older_call_is_not_that_of_the_one_that_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.02)

    async def go() -> None:
        breaker = opened()
        await asyncio.sleep(0.03)
        assert breaker.enter()
        breaker.failed(False, now() - 30)
        assert breaker.state == "half_open"
        breaker.succeeded()
        assert breaker.state == "closed"

    asyncio.run(go())


def test_opening_and_closing_are_each_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.02)

    async def go() -> None:
        breaker = opened()
        breaker.failed(False, now())
        await asyncio.sleep(0.03)
        breaker.failed(breaker.enter(), now())
        await asyncio.sleep(0.05)
        breaker.enter()
        breaker.succeeded()
        breaker.succeeded()

    asyncio.run(go())
    assert [record.getMessage().split(";")[0] for record in caplog.records] == [
        "The judge's endpoint keeps failing",
        "The judge's endpoint answers again.",
    ]
