"""What the judge relies on: work in the air is shared, and neither its end nor anybody's leaving harms the others."""

import asyncio
import gc
import random
from typing import Any

import pytest

from reward.judge.flights import Flights


class Work:
    """Counts how often it was started; ends when the test says so."""

    def __init__(self, result: str = "done", error: Exception | None = None) -> None:
        self.result, self.error = result, error
        self.starts = 0
        self.ended = 0
        self.cancelled = False
        self.may_end = asyncio.Event()

    async def __call__(self) -> str:
        self.starts += 1
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        self.ended += 1
        if self.error is not None:
            raise self.error
        return self.result


async def _ticks(many: int = 5) -> None:
    for _ in range(many):
        await asyncio.sleep(0)


def test_the_first_starts_the_work_and_the_others_join_it() -> None:
    async def run() -> list[tuple[str, bool]]:
        flights, work = Flights(), Work()
        waiting = [asyncio.create_task(flights.join("a", work)) for _ in range(5)]
        await _ticks()
        assert (work.starts, len(flights)) == (1, 1)
        work.may_end.set()
        return await asyncio.gather(*waiting)

    assert asyncio.run(run()) == [("done", False), *[("done", True)] * 4]


def test_a_flight_that_ended_is_forgotten() -> None:
    async def run() -> None:
        flights, work = Flights(), Work()
        work.may_end.set()
        assert await flights.join("a", work) == ("done", False)
        assert await flights.join("a", work) == ("done", False)
        await _ticks()
        assert (work.starts, len(flights)) == (2, 0)

    asyncio.run(run())


def test_a_failure_reaches_all_who_wait_and_is_not_remembered() -> None:
    async def run() -> None:
        flights, work = Flights(), Work(error=ValueError("upstream"))
        waiting = [asyncio.create_task(flights.join("a", work)) for _ in range(4)]
        await _ticks()
        work.may_end.set()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [str(result) for result in results] == ["upstream"] * 4
        work.error = None
        assert await flights.join("a", work) == ("done", False)

    asyncio.run(run())


@pytest.mark.parametrize("leaver", [0, 1])
def test_who_is_cancelled_leaves_the_work_to_the_others(leaver: int) -> None:
    async def run() -> None:
        flights, work = Flights(), Work()
        waiting = [asyncio.create_task(flights.join("a", work)) for _ in range(3)]
        await _ticks()
        waiting[leaver].cancel()
        await _ticks()
        assert waiting[leaver].cancelled()
        work.may_end.set()
        results = await asyncio.gather(*(task for i, task in enumerate(waiting) if i != leaver))
        assert [result for result, _ in results] == ["done", "done"]
        assert (work.starts, work.cancelled) == (1, False)

    asyncio.run(run())


def test_a_deadline_around_a_wait_ends_the_wait_alone() -> None:
    async def run() -> None:
        flights, work = Flights(), Work()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await flights.join("a", work)
        patient = asyncio.create_task(flights.join("a", work))
        await _ticks()
        work.may_end.set()
        assert await patient == ("done", True)

    asyncio.run(run())


@pytest.mark.parametrize("error", [None, ValueError("seen by nobody")])
def test_work_that_nobody_waits_for_any_more_runs_to_its_end_and_says_nothing(error: Exception | None) -> None:
    complaints: list[dict[str, Any]] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        flights, work = Flights(), Work(error=error)
        waiting = [asyncio.create_task(flights.join("a", work)) for _ in range(3)]
        await _ticks()
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        work.may_end.set()
        await _ticks()
        assert (work.ended, len(flights)) == (1, 0)
        del waiting, work
        gc.collect()

    asyncio.run(run())
    assert complaints == []


def test_work_that_is_cancelled_from_within_fails_and_cancels_nobody() -> None:
    async def run() -> None:
        flights = Flights()

        async def cancelled() -> str:
            raise asyncio.CancelledError

        waiting = [flights.join("a", cancelled) for _ in range(2)]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(result) for result in results] == [RuntimeError, RuntimeError]

    asyncio.run(run())


def test_an_error_before_the_first_await_is_a_failure_like_any_other() -> None:
    async def run() -> None:
        flights = Flights()

        def broken() -> asyncio.Future[str]:
            raise ValueError("at once")

        with pytest.raises(ValueError, match="at once"):
            await flights.join("a", broken)
        assert len(flights) == 0

    asyncio.run(run())


def test_flights_serve_one_event_loop_after_another_even_if_one_ended_in_the_middle() -> None:
    flights = Flights()

    async def leave_it() -> None:
        task = asyncio.create_task(flights.join("a", asyncio.Event().wait))
        await _ticks()
        assert (len(flights), task.done()) == (1, False)

    async def again() -> tuple[str, bool]:
        work = Work()
        work.may_end.set()
        return await flights.join("a", work)

    asyncio.run(leave_it())
    assert asyncio.run(again()) == ("done", False)
    loop = asyncio.new_event_loop()  # this one is not even told to end its tasks
    pending = loop.create_task(flights.join("a", asyncio.Event().wait))
    loop.run_until_complete(asyncio.sleep(0))
    loop.run_until_complete(asyncio.sleep(0))
    assert asyncio.run(again()) == ("done", False)
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.gather(pending, return_exceptions=True))
    loop.close()
    assert asyncio.run(again()) == ("done", False)


@pytest.mark.parametrize("seed", range(5))
def test_k_keys_among_n_replies_are_k_starts_whoever_leaves(seed: int) -> None:
    chance = random.Random(seed)
    many, keys = 2000, 97
    starts: dict[str, int] = {}
    complaints: list[dict[str, Any]] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        flights = Flights()
        all_joined = asyncio.Event()

        async def work(key: str) -> str:
            starts[key] = starts.get(key, 0) + 1
            await all_joined.wait()
            await asyncio.sleep(chance.random() / 100)
            if key.endswith("3"):
                raise ValueError(key)
            return key

        async def ask(key: str) -> tuple[str, bool]:
            await asyncio.sleep(chance.random() / 100)
            return await flights.join(key, lambda: work(key))

        asked = [str(chance.randrange(keys)) for _ in range(many)]
        tasks = [asyncio.create_task(ask(key)) for key in asked]
        await asyncio.sleep(0.05)
        all_joined.set()
        leavers = set(chance.sample(range(many), many // 3))
        for i in leavers:
            tasks[i].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for i, (key, result) in enumerate(zip(asked, results, strict=True)):
            if i in leavers:
                assert isinstance(result, asyncio.CancelledError)
            elif key.endswith("3"):
                assert isinstance(result, ValueError)
                assert str(result) == key
            else:
                assert isinstance(result, tuple)
                assert result[0] == key
        assert starts == dict.fromkeys(asked, 1)
        await asyncio.sleep(0.05)
        assert len(flights) == 0

    asyncio.run(run())
    gc.collect()
    assert complaints == []
