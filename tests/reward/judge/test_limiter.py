"""Calls at once: never more than allowed, fewer under overload, and no turn is ever lost."""

import asyncio
import random

import pytest

from reward.judge.limiter import LONGEST_CLOSED, Limiter


def test_never_more_than_allowed_are_under_way_and_they_come_in_order() -> None:
    async def go() -> tuple[int, list[int]]:
        limiter, peak, order = Limiter(3), 0, []

        async def call(name: int) -> None:
            nonlocal peak
            await limiter.enter()
            peak = max(peak, limiter.active)
            order.append(name)
            await asyncio.sleep(0.001)
            limiter.leave()

        await asyncio.gather(*(call(name) for name in range(20)))
        assert limiter.active == 0
        return peak, order

    assert asyncio.run(go()) == (3, list(range(20)))


def test_an_overload_halves_the_limit_once_for_calls_that_were_under_way_together() -> None:
    async def go() -> None:
        limiter, now = Limiter(64), asyncio.get_running_loop().time
        started = now()
        for _ in range(10):
            limiter.overloaded(started)
        assert limiter.limit == 32
        await asyncio.sleep(0.001)
        limiter.overloaded(now())
        assert limiter.limit == 16
        for _ in range(40):
            await asyncio.sleep(0)
            limiter.overloaded(now())
        assert limiter.limit >= 1

    asyncio.run(go())


def test_successes_bring_the_limit_back_and_no_further() -> None:
    async def go() -> None:
        limiter = Limiter(8)
        limiter.overloaded(asyncio.get_running_loop().time())
        assert limiter.limit == 4
        for _ in range(5):
            limiter.succeeded()
        assert 4 < limiter.limit < 6
        for _ in range(100):
            limiter.succeeded()
        assert limiter.limit == 8

    asyncio.run(go())


def test_nothing_starts_while_the_endpoint_asks_to_be_left_alone() -> None:
    async def go() -> float:
        limiter, loop = Limiter(4), asyncio.get_running_loop()
        started = loop.time()
        limiter.overloaded(started, retry_after=0.1)
        assert not limiter.try_enter()
        await asyncio.gather(limiter.enter(), limiter.enter())
        return loop.time() - started

    assert asyncio.run(go()) >= 0.1


def test_an_endpoint_cannot_close_itself_for_ever() -> None:
    async def go() -> None:
        limiter, loop = Limiter(4), asyncio.get_running_loop()
        limiter.overloaded(loop.time(), retry_after=1e12)
        assert limiter.closed_until <= loop.time() + LONGEST_CLOSED

    asyncio.run(go())


@pytest.mark.parametrize("seed", range(5))
def test_no_turn_is_lost_when_waiters_are_cancelled_at_any_moment(seed: int) -> None:
    async def go() -> None:
        draw, limiter = random.Random(seed), Limiter(3)

        async def call() -> None:
            await limiter.enter()
            try:
                await asyncio.sleep(draw.random() / 500)
            finally:
                limiter.leave()

        tasks = [asyncio.create_task(call()) for _ in range(200)]
        for task in draw.sample(tasks, 100):
            await asyncio.sleep(draw.choice([0, 0, 0.0005]))
            task.cancel()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 10)
        assert limiter.active == 0
        assert all(limiter.try_enter() for _ in range(3))

    asyncio.run(go())
