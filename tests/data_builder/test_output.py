"""The folder of a build: nothing of anyone else's is replaced, and a build is there as a whole or not at all."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evaluation.cli import main

KILLS = 4
RUN = [sys.executable, "-m", "evaluation"]


def toy(folder: Path, seed: int = 0, videos: int = 1) -> list[str]:
    pytest.importorskip("PIL", reason="the toy kitchen is drawn with Pillow")
    return ["build", "toy-kitchen", "--videos", str(videos), "--seed", str(seed), "-o", str(folder)]


def epic(tables: tuple[Path, Path], folder: Path) -> list[str]:
    return ["build", "epic-sounds", str(tables[0]), "--narrations", str(tables[1]), "-o", str(folder)]


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def shown(folder: Path) -> dict[str, bytes]:
    """What is there but for the hidden parts of a build that did not end, from which the next one goes on."""
    return {name: data for name, data in content(folder).items() if not name.startswith(".build/")}


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


@pytest.mark.parametrize("manifest", [None, "", "[]", "[" * 10_000, "{}", '{"source": "epic-sounds"}'])
def test_a_toy_kitchen_replaces_nothing_but_a_toy_kitchen(
    tmp_path: Path, manifest: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "mine.png").write_text("irreplaceable")
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest)
    before = content(tmp_path)
    assert str(tmp_path) in refusal(toy(tmp_path), capsys)
    assert content(tmp_path) == before


def test_a_toy_kitchen_is_replaced_by_another_and_what_else_was_put_there_stays(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / ".gitkeep").touch()
    assert main(toy(tmp_path / "old", videos=2)) == 0
    (tmp_path / "old" / "asked.jsonl").write_text("mine")
    assert main(toy(tmp_path / "old", seed=1)) == 0
    assert main(toy(tmp_path / "new", seed=1)) == 0
    assert content(tmp_path / "old") == content(tmp_path / "new") | {".gitkeep": b"", "asked.jsonl": b"mine"}


def test_a_build_of_another_source_is_not_replaced(
    tables: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(toy(tmp_path)) == 0
    before = content(tmp_path)
    assert "another source than epic-sounds" in refusal(epic(tables, tmp_path), capsys)
    assert content(tmp_path) == before


@pytest.mark.parametrize("name", ["frames", "annotations", "items.jsonl", "manifest.json"])
def test_a_part_that_is_a_symbolic_link_is_refused_and_what_it_points_to_stays(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, elsewhere = tmp_path / "old", tmp_path / "elsewhere"
    assert main(toy(folder)) == 0
    (folder / name).rename(elsewhere)
    (folder / name).symlink_to(elsewhere)
    before = content(tmp_path)
    assert f"{folder / name}: is no " in refusal(toy(folder, seed=1), capsys)
    assert content(tmp_path) == before


@pytest.mark.parametrize("name", ["items.jsonl", "manifest.json"])
def test_a_fifo_in_the_place_of_a_file_is_refused(
    tables: tuple[Path, Path], tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / name)
    assert f"{name}: is no regular file" in refusal(epic(tables, tmp_path), capsys)
    assert [path.is_fifo() for path in tmp_path.iterdir()] == [True]


LIMITED = """
import resource, sys
from evaluation.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
sys.exit(main(sys.argv[1:]))
"""


def test_items_that_do_not_fit_on_the_disk_leave_the_old_build(tables: tuple[Path, Path], tmp_path: Path) -> None:
    assert main(epic(tables, tmp_path)) == 0
    before = content(tmp_path)
    command = [sys.executable, "-c", LIMITED, *epic(tables, tmp_path), "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"answerkey: {tmp_path}: cannot be written: File too large\n")
    assert shown(tmp_path) == before


def test_a_folder_that_cannot_be_made_is_named(
    tables: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert f"{tmp_path}/file/out: cannot be written" in refusal(epic(tables, tmp_path / "file" / "out"), capsys)


def killed(command: list[str], after: float) -> bool:
    """Run a build and kill it as hard as can be; whether it was still at work."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    return False


def test_a_build_killed_again_and_again_goes_on_and_ends_with_the_same_bytes(
    tables: tuple[Path, Path], tmp_path: Path
) -> None:
    whole, often = tmp_path / "whole", tmp_path / "often"
    began = time.monotonic()
    subprocess.run([*RUN, *epic(tables, whole)], check=True, stdout=subprocess.DEVNULL)
    took, rng = time.monotonic() - began, random.Random("moments")
    kills = sum(killed([*RUN, *epic(tables, often)], rng.uniform(0.2, 1.0) * took) for _ in range(KILLS))
    assert kills
    subprocess.run([*RUN, *epic(tables, often)], check=True, stdout=subprocess.DEVNULL)
    assert content(often) == content(whole)


def test_a_build_that_is_killed_leaves_the_old_one_until_it_is_run_again(tmp_path: Path) -> None:
    assert main(toy(tmp_path)) == 0
    before = content(tmp_path)
    command = [*RUN, *toy(tmp_path, seed=1, videos=400)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while not list(tmp_path.glob(".build/cards-*")):
        assert process.poll() is None, "the build ended before it began to write"
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert shown(tmp_path) == before
    assert main(toy(tmp_path, seed=2)) == 0
    assert not list(tmp_path.glob(".*"))


def test_a_build_that_is_asked_to_stop_says_nothing_and_can_go_on(tmp_path: Path) -> None:
    process = subprocess.Popen([*RUN, *toy(tmp_path, videos=400)], stderr=subprocess.PIPE, text=True)
    while not list(tmp_path.glob(".build/cards-*")):
        assert process.poll() is None, "the build ended before it began to write"
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    _, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (143, "")
    assert list(tmp_path.glob(".build/cards-*"))
