"""A thread of a probe gives what its function gives, and holds up nothing."""

import asyncio
import subprocess
import sys
import time

import pytest

from reward.probe import threads
from reward.probe.threads import in_thread


def test_it_gives_and_raises_what_the_function_does() -> None:
    assert asyncio.run(in_thread(divmod, 7, 2)) == (3, 1)
    assert asyncio.run(in_thread(sorted, [1, 2], reverse=True)) == [2, 1]
    with pytest.raises(ZeroDivisionError):
        asyncio.run(in_thread(divmod, 7, 0))


def test_nobody_waits_for_it_in_the_end() -> None:
    async def go() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(in_thread(time.sleep, 0.3), 0.02)

    start = time.monotonic()
    asyncio.run(go())
    assert time.monotonic() - start < 0.25
    time.sleep(0.35)  # the thread ends meanwhile, and has nobody to tell


CODE = f"""
import asyncio, runpy, time
in_thread = runpy.run_path({threads.__file__!r})["in_thread"]

async def go():
    await asyncio.wait([asyncio.ensure_future(in_thread(time.sleep, 60))], timeout=0.1)

asyncio.run(go())
"""


def test_the_process_ends_before_it() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
