"""What the client adds to a call: its time for a batch beyond that of the same bytes sent by a bare HTTP connection.

    python benchmarks/client.py                 # starts a server, 256 replies a batch, by id and with whole items

Both ways alternate, so that what else the machine does hits both. The bare connection stays open, as the client's does,
sends a body that was made before, and reads the answer without looking into it.
"""

import argparse
import asyncio
import http.client
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from reward import Item
from reward.answers import Number, Phrase, YesNo
from reward.client import Client, body_of
from reward.jsonl import write_jsonl

BATCH, GROUP, REPLY_CHARS = 256, 8, 200


@contextmanager
def served(items: Path) -> Iterator[str]:
    """A reward server in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "evaluation", "serve", "--port", str(port), "--items", str(items)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            while True:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).read()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def made_items() -> list[Item]:
    answers = (Phrase(text="pan", wrong=("cup", "knife", "jug")), Number(value="3"), YesNo(value=True))
    return [
        Item(question=f"Question {number}?", answer=answers[number % 3], subtype="bench")
        for number in range(BATCH // GROUP)
    ]


def bare(url: str, body: bytes) -> Callable[[], None]:
    """A call over one open connection."""
    host = urlsplit(url).netloc
    connection = http.client.HTTPConnection(host)

    def call() -> None:
        connection.request("POST", "/score", body, {"content-type": "application/json"})
        connection.getresponse().read()

    return call


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure(name: str, url: str, pairs: list[tuple[Item | str, str]], repeats: int) -> None:
    client, plain = Client(url), bare(url, body_of(pairs))

    async def awaited() -> list[float]:
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            await client.score_all(pairs)
            times.append(time.perf_counter() - start)
        return times

    for call in (plain, lambda: client.score_all_now(pairs)):  # warm up
        seconds(call)
    ours, theirs = [], []
    for _ in range(repeats):
        theirs.append(seconds(plain))
        ours.append(seconds(lambda: client.score_all_now(pairs)))
    again = asyncio.run(awaited())
    added = [a - b for a, b in zip(ours, theirs, strict=True)]
    print(
        f"{name}: bare {statistics.median(theirs) * 1e3:.1f} ms, client {statistics.median(ours) * 1e3:.1f} ms "
        f"(awaited {statistics.median(again) * 1e3:.1f} ms), added {statistics.median(added) * 1e3:.2f} ms, "
        f"p90 {sorted(added)[int(0.9 * len(added))] * 1e3:.2f} ms; {len(json.dumps(pairs[0][1]))} characters a reply"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=100)
    args = parser.parse_args()
    items = made_items()
    replies = [
        f"{'I look. ' * (REPLY_CHARS // 8)}{number}\nAnswer: {('pan', 'cup', '3', 'yes')[number % 4]}"
        for number in range(BATCH)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "items.jsonl"
        write_jsonl(path, items)
        with served(path) as url:
            by_id: list[tuple[Item | str, str]] = [(items[n // GROUP].id, reply) for n, reply in enumerate(replies)]
            whole: list[tuple[Item | str, str]] = [(items[n // GROUP], reply) for n, reply in enumerate(replies)]
            measure(f"{BATCH} replies by id", url, by_id, args.repeats)
            measure(f"{BATCH} replies with whole items, {GROUP} each", url, whole, args.repeats)


if __name__ == "__main__":
    main()
