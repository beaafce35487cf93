"""Parts of a build: each is a file of lines with a note of what was counted, made on one of several processes.

A part that is there and has the hash that its note says is not made again, so a killed build goes on where it was.
"""

import gc
import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from tqdm import tqdm

from data_builder.work import sha256, write_whole

P = TypeVar("P")
Make = Callable[[P], tuple[Iterable[str], Callable[[], dict[str, Any]]]]
"""From a part of the input the lines of its file, and what was counted once they are all written."""
COLLECT = 100_000
"""New objects after which the garbage collector looks for circles: items are many, and none is in one."""
WATCH = 1.0
"""Seconds after which a worker notices that the build is gone."""


@contextmanager
def pool_of(workers: int, ready: Callable[[], None] | None = None) -> Iterator[Executor | None]:
    """So many processes that make parts; None for one, which is this process.

    They begin with `ready`, at once, so that what they import is there when the parts are.
    """
    if workers == 1:
        yield None
        return
    # Spawned, not forked: tqdm has a thread, and what was read is not needed twice.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _end_with, (os.getpid(),))
    try:
        if ready:
            for _ in range(workers):
                pool.submit(ready)
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def make_parts(make: Make[P], inputs: Sequence[P], work: Path, name: str, pool: Executor | None = None) -> list[Path]:
    """The files of all parts, in order, in the folder `work`. `make` is a function that other processes can import."""
    paths = part_paths(len(inputs), work, name)
    missing = [(part, path) for part, path in zip(inputs, paths, strict=True) if counted(path) is None]
    progress = partial(tqdm, total=len(missing), desc=name, unit="part", disable=None)
    if pool is None or len(missing) < 2:
        for part, path in progress(missing):
            _write(make, part, path)
    else:
        for done in progress([pool.submit(_write, make, part, path) for part, path in missing]):
            done.result()
    return paths


def part_paths(count: int, work: Path, name: str) -> list[Path]:
    """The files of so many parts, in order."""
    return [work / f"{name}-{i:05d}.jsonl" for i in range(count)]


def counted(path: Path) -> dict[str, Any] | None:
    """What was counted while a part was made; None for one that is not there or not as it was written."""
    try:
        note = json.loads(_beside(path).read_bytes())
        return note["counted"] if note["sha256"] == sha256(path) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(make: Make[P], part: P, path: Path) -> None:
    write_part(path, *make(part))


def write_part(path: Path, lines: Iterable[str], count: Callable[[], dict[str, Any]]) -> None:
    """Write the file of one part, and beside it what was counted; `count` is called once the lines are written."""
    digest = hashlib.sha256()
    write_whole(path, _hashed(lines, digest))
    write_whole(_beside(path), [json.dumps({"sha256": digest.hexdigest(), "counted": count()})])


def _hashed(lines: Iterable[str], digest: "hashlib._Hash") -> Iterator[str]:
    for line in lines:
        digest.update(line.encode())
        yield line


def _beside(path: Path) -> Path:
    return path.with_suffix(".json")


def _end_with(parent: int) -> None:
    """Begin as a worker, which ends soon after its parent: that may have been killed without a word."""
    gc.set_threshold(COLLECT)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
