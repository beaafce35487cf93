"""The work folder: what is in it is whole, belongs to one build, and goes away at the end."""

import subprocess
import sys
from pathlib import Path

import pytest

from data_builder.work import fingerprint_of, work_folder, write_whole
from reward.jsonl import InputError


def broken_build(folder: Path, fingerprint: str, name: str) -> None:
    def build() -> None:
        with work_folder(folder, fingerprint) as work:
            write_whole(work / name, ["done"])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build()


def test_what_a_broken_build_left_is_there_for_the_same_build_and_for_no_other(tmp_path: Path) -> None:
    broken_build(tmp_path, "one", "part-0")
    with work_folder(tmp_path, "one") as work:
        assert (work / "part-0").read_text() == "done"
    broken_build(tmp_path, "one", "part-0")
    with work_folder(tmp_path, "two") as work:
        assert sorted(path.name for path in work.iterdir()) == ["fingerprint", "lock"]


def test_nothing_is_left_of_it_after_a_build_that_went_well(tmp_path: Path) -> None:
    with work_folder(tmp_path / "new", "one") as work:
        write_whole(work / "part-0", ["done"])
        (work / "made").mkdir()
    assert list((tmp_path / "new").iterdir()) == []


def test_two_builds_do_not_write_to_one_folder(tmp_path: Path) -> None:
    other = (
        "import sys; from pathlib import Path; from data_builder.work import work_folder\n"
        "with work_folder(Path(sys.argv[1]), 'one'): pass"
    )
    with work_folder(tmp_path, "one"):
        done = subprocess.run([sys.executable, "-c", other, str(tmp_path)], capture_output=True, text=True, check=False)
    assert "another build is writing to it; wait for it or give another folder" in done.stderr
    assert subprocess.run([sys.executable, "-c", other, str(tmp_path)], check=False).returncode == 0


def test_a_part_that_is_not_finished_is_not_there(tmp_path: Path) -> None:
    def parts() -> "list[str]":
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        write_whole(tmp_path / "part-0", (text for text in ["half", *parts()]))
    assert not (tmp_path / "part-0").exists()


def test_a_disk_that_is_full_is_said_in_one_line(tmp_path: Path) -> None:
    def fail() -> None:
        with work_folder(tmp_path, "one"):
            raise OSError(28, "No space left on device")

    with pytest.raises(InputError, match=f"^{tmp_path}: cannot be written: No space left on device$"):
        fail()


def test_a_fingerprint_changes_with_the_source_the_parameters_and_the_inputs() -> None:
    prints = {
        fingerprint_of("a", {"seed": 0}, ["x"]),
        fingerprint_of("b", {"seed": 0}, ["x"]),
        fingerprint_of("a", {"seed": 1}, ["x"]),
        fingerprint_of("a", {"seed": 0}, ["y"]),
    }
    assert len(prints) == 4
    assert fingerprint_of("a", {"seed": 0}, ["x"]) in prints


@pytest.mark.parametrize("link", [True, False])
def test_a_folder_that_is_not_ours_is_not_emptied(tmp_path: Path, link: bool) -> None:
    precious = tmp_path / "elsewhere" if link else tmp_path / "out" / ".build"
    precious.mkdir(parents=True)
    (precious / "precious.txt").write_text("mine")
    (tmp_path / "out").mkdir(exist_ok=True)
    if link:
        (tmp_path / "out" / ".build").symlink_to(precious)

    def build() -> None:
        with work_folder(tmp_path / "out", "one"):
            pass

    with pytest.raises(InputError, match="is not a work folder of a build"):
        build()
    assert (precious / "precious.txt").read_text() == "mine"


def test_a_lock_that_is_a_link_is_refused_and_what_it_points_to_stays(tmp_path: Path) -> None:
    (tmp_path / ".build").mkdir()
    (tmp_path / "precious.txt").write_text("mine")
    (tmp_path / ".build" / "lock").symlink_to(tmp_path / "precious.txt")

    def build() -> None:
        with work_folder(tmp_path, "one"):
            pass

    with pytest.raises(InputError, match="cannot be written"):
        build()
    assert (tmp_path / "precious.txt").read_text() == "mine"
