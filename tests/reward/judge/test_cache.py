"""What the judge relies on: a kept ruling is well-formed and one of the options, and a failure is never kept."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reward.judge.cache import MAX_VALUE_CHARS, Cache, MemoryCache, decode, encode, through
from reward.judge.ruling import Ruling

KEY = "0123456789abcdef" * 4
RULING = Ruling("the red cup", "a-model", 312, 9)
OPTIONS = ["the red cup", "a plate"]


class Claims(MemoryCache):
    """A cache whose claims are answered from a list, and then granted."""

    def __init__(self, *answers: bool) -> None:
        super().__init__()
        self.answers = list(answers)
        self.leases: list[float] = []
        self.released: list[str] = []

    async def claim(self, key: str, seconds: float) -> Ruling | bool:
        self.leases.append(seconds)
        return await self.get(key) or (self.answers.pop(0) if self.answers else True)

    def release(self, key: str) -> None:
        self.released.append(key)


class Ask:
    """Counts the calls, and returns or raises what it was given."""

    def __init__(self, result: Ruling | BaseException = RULING) -> None:
        self.result = result
        self.calls = 0

    async def __call__(self) -> Ruling:
        self.calls += 1
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result


async def _through(cache: Cache, ask: Callable[[], Awaitable[Ruling]], seconds: float = 10.0) -> tuple[Ruling, bool]:
    return await through(cache, KEY, ask, OPTIONS, asyncio.get_running_loop().time() + seconds)


def test_what_was_asked_once_is_kept() -> None:
    async def run() -> None:
        cache, ask = MemoryCache(), Ask()
        assert await _through(cache, ask) == (RULING, False)
        assert await _through(cache, ask) == (RULING, True)
        assert ask.calls == 1

    asyncio.run(run())


@pytest.mark.parametrize("error", [ValueError("upstream"), asyncio.CancelledError()])
def test_a_failure_is_not_kept_and_gives_the_claim_back(error: BaseException) -> None:
    async def run() -> None:
        cache = Claims()
        with pytest.raises(type(error)):
            await _through(cache, Ask(error))
        assert cache.released == [KEY]
        assert await cache.get(KEY) is None
        assert await _through(cache, Ask()) == (RULING, False)
        assert cache.released == [KEY]

    asyncio.run(run())


def test_a_kept_ruling_that_is_none_of_the_options_is_asked_again_and_replaced() -> None:
    async def run() -> None:
        cache, ask = MemoryCache(), Ask()
        await cache.put(KEY, Ruling("something else", "a-model", 1, 1))
        assert await _through(cache, ask) == (RULING, False)
        assert await cache.get(KEY) == RULING

    asyncio.run(run())


def test_the_ruling_that_another_replica_gets_is_waited_for() -> None:
    async def run() -> None:
        cache, ask = Claims(*[False] * 100), Ask()
        waiting = asyncio.create_task(_through(cache, ask))
        await asyncio.sleep(0.05)
        await cache.put(KEY, RULING)
        assert await waiting == (RULING, True)
        assert ask.calls == 0

    asyncio.run(run())


def test_who_waits_asks_when_the_other_replica_gives_its_claim_back() -> None:
    async def run() -> None:
        cache, ask = Claims(False, False), Ask()
        assert await _through(cache, ask) == (RULING, False)
        assert len(cache.leases) == 3

    asyncio.run(run())


def test_half_of_the_time_is_left_to_ask_when_the_other_replica_says_nothing() -> None:
    async def run() -> float:
        cache, ask = Claims(*[False] * 100), Ask()
        started = asyncio.get_running_loop().time()
        assert await _through(cache, ask, seconds=1.0) == (RULING, False)
        assert cache.leases[0] == pytest.approx(0.5, abs=0.05)
        return asyncio.get_running_loop().time() - started

    assert 0.5 <= asyncio.run(run()) < 1.0


def test_a_deadline_in_the_past_waits_for_nobody() -> None:
    async def run() -> None:
        cache = Claims(*[False] * 100)
        assert await _through(cache, Ask(), seconds=-5.0) == (RULING, False)
        assert cache.leases == [0.0]

    asyncio.run(run())


def test_memory_keeps_the_rulings_used_last() -> None:
    async def run() -> list[bool]:
        cache = MemoryCache(most=3)
        for i in range(3):
            await cache.put(str(i), RULING)
        await cache.get("0")
        await cache.put("3", RULING)
        await cache.put("3", RULING)
        return [await cache.get(str(i)) is not None for i in range(4)]

    assert asyncio.run(run()) == [True, False, True, True]


def test_memory_never_fails_and_can_be_closed_twice() -> None:
    async def run() -> int:
        cache = MemoryCache()
        await cache.close()
        await cache.close()
        return cache.faults

    assert asyncio.run(run()) == 0


NUMBERS = st.integers(min_value=0, max_value=2**62)


@given(st.builds(Ruling, st.text(max_size=50), st.text(max_size=50), NUMBERS, NUMBERS))
def test_a_ruling_survives_writing_and_reading(ruling: Ruling) -> None:
    assert encode(ruling).isascii()
    assert decode(encode(ruling)) == ruling


@given(st.text() | st.lists(st.none() | st.booleans() | st.integers() | st.text()).map(json.dumps))
def test_other_text_is_no_ruling(text: str) -> None:
    assert decode(text) is None


WHOLE: dict[str, Any] = json.loads(encode(RULING))


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"format": True},
        {"format": 1.0},
        {"chosen": None},
        {"chosen": ["the red cup"]},
        {"model": 7},
        {"prompt_tokens": -1},
        {"prompt_tokens": True},
        {"completion_tokens": 9.0},
        {"completion_tokens": "9"},
    ],
)
def test_a_ruling_with_a_wrong_field_is_none(change: dict[str, Any]) -> None:
    assert decode(json.dumps(WHOLE)) == RULING
    assert decode(json.dumps(WHOLE | change)) is None
    assert decode(json.dumps({name: value for name, value in WHOLE.items() if name not in change})) is None


@pytest.mark.parametrize(
    "text",
    [
        "[" * 60_000,
        '{"a":' * 12_000,
        '{"prompt_tokens": ' + "9" * 60_000 + "}",
        encode(Ruling("x" * MAX_VALUE_CHARS, "m", 1, 1)),
        b"bytes",
        None,
        7,
    ],
    ids=["deep list", "deep object", "long number", "too long", "bytes", "none", "number"],
)
def test_hostile_values_are_no_rulings(text: object) -> None:
    assert decode(text) is None
