"""The judge client's speed and its added latency, against an endpoint on this machine in a process of its own.

python benchmarks/judge.py

Every figure stands beside that of a bare aiohttp loop without any checks, in the same run: absolute times depend on the
machine. Exits 1 if K distinct answers cost other than K calls.
"""

import asyncio
import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from judge_endpoint import counts_of, process

from reward import Item, Scorer
from reward.answers import Phrase
from reward.judge.cache import Cache, MemoryCache
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge
from reward.judge.sqlite_cache import SqliteCache

CALLS, CONNECTIONS, SECONDS = 4_096, 512, 0.2
NAMES = ("cup", "pan", "knife", "plate")
ITEMS = [
    Item(question=f"Which object is washed after {i} s?", answer=Phrase(text="cup"), candidates=NAMES)
    for i in range(64)
]
RATE, RATE_SECONDS, OWN = 200, 15, 0.05


def pairs(count: int, name: str) -> list[tuple[Item, str]]:
    """Undecided replies, all of them different."""
    return [(ITEMS[i % len(ITEMS)], f"Answer: some {name} {i // len(ITEMS)}") for i in range(count)]


async def bare(url: str, count: int, connections: int) -> float:
    """Seconds that aiohttp alone takes for as many requests of the same size."""
    turns = asyncio.Semaphore(connections)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, headers={"Content-Type": "application/json"}) as session:

        async def one() -> None:
            async with turns:
                await plain_call(session, url)

        started = time.perf_counter()
        await asyncio.gather(*(one() for _ in range(count)))
        return time.perf_counter() - started


BODY = json.dumps(
    {
        "messages": [{"role": "user", "content": "x" * 1_200 + "\n- a\n- b\n"}],
        "response_format": {"type": "json_object"},
    }
).encode()


async def plain_call(session: aiohttp.ClientSession, url: str) -> None:
    async with session.post(f"{url}/chat/completions", data=BODY) as response:
        await response.read()


async def judged(url: str, batch: list[tuple[Item, str]], connections: int, cache: Cache) -> float:
    """Seconds that a batch takes through the scorer and the judge."""
    async with LanguageJudge([Endpoint(url, "judge")], cache, connections=connections) as judge:
        started = time.perf_counter()
        verdicts = await Scorer(judge).score_all(batch)
        seconds = time.perf_counter() - started
    assert all(verdict.by == "judge" for verdict in verdicts), {verdict.note for verdict in verdicts}
    return seconds


async def latencies(call: Callable[[int], Awaitable[object]]) -> list[float]:
    """Seconds beyond the endpoint's own of calls that start RATE times a second, whatever became of those before."""
    found: list[float] = []

    async def one(number: int) -> None:
        started = time.perf_counter()
        await call(number)
        found.append(time.perf_counter() - started - OWN)

    started, tasks = time.perf_counter(), []
    for number in range(RATE * RATE_SECONDS):
        await asyncio.sleep(max(0, started + number / RATE - time.perf_counter()))
        tasks.append(asyncio.create_task(one(number)))
    await asyncio.gather(*tasks)
    return found[RATE:]  # the first second opens the connections


async def added(url: str) -> tuple[list[float], list[float]]:
    async with aiohttp.ClientSession(headers={"Content-Type": "application/json"}) as session:
        alone = await latencies(lambda _: plain_call(session, url))
    with TemporaryDirectory() as folder:
        async with LanguageJudge([Endpoint(url, "judge")], SqliteCache(Path(folder) / "rulings.db")) as judge:
            ours = await latencies(lambda number: judge(ITEMS[number % 64], f"crockery {number}"))
            assert judge.tally.judged == RATE * RATE_SECONDS
    return alone, ours


def shown(name: str, seconds: list[float]) -> str:
    quantiles = statistics.quantiles(seconds, n=100)
    p50, p95, p99 = (1e3 * quantiles[percent - 1] for percent in (50, 95, 99))
    return f"{name:<28} p50 {p50:5.2f} ms   p95 {p95:5.2f} ms   p99 {p99:5.2f} ms"


def main() -> int:
    gc.freeze()
    print(
        f"Python {sys.version.split()[0]}, aiohttp {version('aiohttp')}, "
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    print(f"{CALLS} calls of {SECONDS} s at {CONNECTIONS} connections; ideal {CALLS / CONNECTIONS * SECONDS:.2f} s")
    with process(seconds=SECONDS) as url:
        for turn in range(3):
            with TemporaryDirectory() as folder:
                alone = asyncio.run(bare(url, CALLS, CONNECTIONS))
                ours = asyncio.run(judged(url, pairs(CALLS, f"crockery {turn}"), CONNECTIONS, MemoryCache()))
                cache = SqliteCache(Path(folder) / "rulings.db")
                kept = asyncio.run(judged(url, pairs(CALLS, f"dishes {turn}"), CONNECTIONS, cache))
            print(
                f"  bare aiohttp {alone:5.2f} s   scorer and judge {ours:5.2f} s   with the SQLite cache {kept:5.2f} s"
            )
        alone, ours = (
            asyncio.run(bare(url, CALLS, 64)),
            asyncio.run(judged(url, pairs(CALLS, "things"), 64, MemoryCache())),
        )
        print(f"  at 64 connections, ideal {CALLS / 64 * SECONDS:.1f} s: bare {alone:.2f} s, ours {ours:.2f} s")
        faults = 0
        for distinct in (1, 37, 512):
            before = counts_of(url)["calls"]
            batch = [pairs(distinct, f"cutlery {distinct}")[i % distinct] for i in range(CALLS)]
            seconds = asyncio.run(judged(url, batch, CONNECTIONS, MemoryCache()))
            calls = int(counts_of(url)["calls"] - before)
            faults += calls != distinct
            print(f"  {distinct:4} distinct among {CALLS} replies: {calls} calls, {seconds:.2f} s")
    print(f"added latency at {RATE} calls/s, the endpoint's own {OWN * 1e3:.0f} ms taken off")
    with process(seconds=OWN) as url:
        for _ in range(2):
            alone_seconds, our_seconds = asyncio.run(added(url))
            print(f"  {shown('bare aiohttp', alone_seconds)}\n  {shown('judge with the SQLite cache', our_seconds)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
