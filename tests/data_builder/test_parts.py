"""Parts: what is whole is kept, what is not is made again, and no worker outlives its build."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from data_builder.parts import counted, make_parts

Made = tuple[list[str], Callable[[], dict[str, Any]]]


def shout(made: Path, part: str) -> Made:
    """A part with one line, which notes in a folder that it was made."""
    (made / part).touch()
    return [part.upper() + "\n"], lambda: {"letters": len(part)}


@pytest.fixture
def again(tmp_path: Path) -> Callable[[], tuple[list[Path], list[str]]]:
    """Makes three parts; returns their files and which of them were made this time."""
    work, made = tmp_path / "work", tmp_path / "made"
    work.mkdir()
    made.mkdir()

    def run() -> tuple[list[Path], list[str]]:
        for path in made.iterdir():
            path.unlink()
        paths = make_parts(partial(shout, made), ["a", "bb", "ccc"], work, "part")
        return paths, sorted(path.name for path in made.iterdir())

    return run


def test_parts_are_made_once_and_kept_with_what_was_counted(again: Any) -> None:
    paths, made = again()
    assert made == ["a", "bb", "ccc"]
    assert [path.read_text() for path in paths] == ["A\n", "BB\n", "CCC\n"]
    assert [counted(path) for path in paths] == [{"letters": n} for n in (1, 2, 3)]
    assert again()[1] == []


@pytest.mark.parametrize("spoil", ["", "AA\n", "B", None])
@pytest.mark.parametrize("suffix", [".jsonl", ".json"])
def test_a_part_that_is_not_as_it_was_written_is_made_again(again: Any, spoil: str | None, suffix: str) -> None:
    paths, _ = again()
    spoilt = paths[1].with_suffix(suffix)
    if spoil is None:
        spoilt.unlink()
    else:
        spoilt.write_text(spoil)
    assert again()[1] == ["bb"]
    assert paths[1].read_text() == "BB\n"


SLOW = """
import time
from pathlib import Path
from data_builder.parts import make_parts, pool_of
from data_builder.tally import Tally

if __name__ == "__main__":
    with pool_of(2) as pool:
        make_parts(time.sleep, [60, 60, 60], Path({work!r}), "part", pool)
"""


def test_workers_end_when_the_build_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "slow.py"
    script.write_text(SLOW.format(work=str(tmp_path)))
    build = subprocess.Popen([sys.executable, str(script)], start_new_session=True)
    deadline = time.monotonic() + 60
    while len(members(build.pid)) < 4:  # itself, two workers and the tracker of their resources
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(1)
    os.kill(build.pid, signal.SIGKILL)
    build.wait()
    while members(build.pid):
        assert time.monotonic() < deadline, "workers are left"
        time.sleep(0.1)


def members(session: int) -> list[int]:
    """The living processes of a session."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found
