"""The command `answerkey build`: whole files or none, the same bytes every time, and everything dropped is counted."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from data_builder.split import split_of
from evaluation.cli import main
from reward import score
from reward.jsonl import read_items

FILES = ("items.jsonl", "manifest.json")


def build(tables: tuple[Path, Path], folder: Path, *more: str) -> int:
    return main(["build", "epic-sounds", str(tables[0]), "--narrations", str(tables[1]), "-o", str(folder), *more])


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in FILES]


@pytest.fixture(scope="module")
def built(tables: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    assert build(tables, folder) == 0
    return folder


@pytest.fixture
def manifest(built: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((built / "manifest.json").read_text())
    return found


def test_the_same_input_and_seed_give_the_same_bytes_whatever_the_hash_seed(
    tables: tuple[Path, Path], built: Path, tmp_path: Path
) -> None:
    for hash_seed in ("1", "2"):
        folder = tmp_path / hash_seed
        command = [sys.executable, "-m", "evaluation", "build", "epic-sounds", str(tables[0])]
        command += ["--narrations", str(tables[1]), "-o", str(folder)]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True)
        assert contents(folder) == contents(built)


def test_another_seed_and_another_window_give_other_items(
    tables: tuple[Path, Path], built: Path, tmp_path: Path
) -> None:
    for more in (("--seed", "1"), ("--window", "20")):
        assert build(tables, tmp_path, *more) == 0
        assert contents(tmp_path)[0] != contents(built)[0]


def test_the_order_of_the_rows_does_not_matter(tables: tuple[Path, Path], built: Path, tmp_path: Path) -> None:
    shuffled = []
    for path in tables:
        header, *rows = path.read_text().splitlines()
        shuffled.append(tmp_path / path.name)
        shuffled[-1].write_text("\n".join([header, *reversed(rows)]) + "\n")
    assert build((shuffled[0], shuffled[1]), tmp_path / "out") == 0
    assert contents(tmp_path / "out")[0] == contents(built)[0]


def test_every_item_is_read_back_and_a_perfect_reply_scores_1(built: Path) -> None:
    items = list(read_items(built / "items.jsonl"))
    assert len(items) > 300
    assert {item.format for item in items} == {"statement", "choice", "statements", "short", "options", "reasoned"}
    assert {item.level for item in items} == {1, 2, 3}
    assert all(score(item, item.gold()).score == 1 for item in items)


def test_all_items_of_a_video_and_of_a_base_question_are_in_one_split(built: Path) -> None:
    splits = {(item.clips[0].video_id, item.split) for item in read_items(built / "items.jsonl")}
    assert splits == {(video, split_of(video, 0)) for video, _ in splits}


def test_the_manifest_counts_what_shipped_and_what_was_dropped(built: Path, manifest: dict[str, Any]) -> None:
    items = list(read_items(built / "items.jsonl"))
    counted = Counter((i.subtype, i.level, i.format, i.split) for i in items)
    rows = manifest["counts"]
    assert {(r["subtype"], r["level"], r["format"], r["split"]): r["items"] for r in rows} == counted
    assert manifest["items"]["count"] == len(items)
    assert manifest["dropped"]["easy_object"]["edge_of_clip"] > 0
    assert manifest["dropped"]["easy_sound_event"]["several_sounds"] > 0
    assert all(count > 0 for reasons in manifest["dropped"].values() for count in reasons.values())
    groups = {item.format for item in items} | {f"{item.subtype} {item.format}" for item in items}
    assert set(manifest["constants"]) == groups


def test_the_manifest_names_its_input_and_output_by_hash_and_holds_no_path(
    tables: tuple[Path, Path], built: Path, manifest: dict[str, Any]
) -> None:
    hashes = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (*tables, built / "items.jsonl")]
    assert [entry["sha256"] for entry in (*manifest["inputs"], manifest["items"])] == hashes
    assert [entry["name"] for entry in manifest["inputs"]] == ["sounds.csv", "narrations.csv"]
    assert manifest["parameters"] == {"window": None, "seed": 0, "split_by": "video"}
    assert str(built.parent) not in (built / "manifest.json").read_text()


def test_the_manifest_tells_how_levels_were_proved_and_where_wrong_options_are_from(
    built: Path, manifest: dict[str, Any]
) -> None:
    proved = {(row["subtype"], row["declared"], row["proved"]): row["questions"] for row in manifest["levels"]}
    assert proved["easy_object", 1, 1] > 10
    levels = {(item.subtype, item.level) for item in read_items(built / "items.jsonl")}
    assert levels <= {(subtype, level) for subtype, _, level in proved}
    assert set(manifest["wrong_options_from"]["easy_object"]) == {"clip"}
    assert manifest["bundles"]["easy_object"] > 0


def test_shards_of_the_file_are_listed_with_their_places_and_hashes(built: Path, manifest: dict[str, Any]) -> None:
    data = (built / "items.jsonl").read_bytes()
    ends = [shard["offset"] for shard in manifest["shards"][1:]] + [len(data)]
    for shard, end in zip(manifest["shards"], ends, strict=True):
        part = data[shard["offset"] : end]
        assert shard["sha256"] == hashlib.sha256(part).hexdigest()
        assert shard["items"] == part.count(b"\n")


def test_in_every_subtype_and_split_each_option_is_right_once_in_four_times(built: Path) -> None:
    choices = [item for item in read_items(built / "items.jsonl") if item.format == "choice"]
    right: Counter[tuple[str, str, str]] = Counter()
    offered: Counter[tuple[str, str, str]] = Counter()
    for item in choices:
        if item.subtype.endswith("_order"):
            continue  # whose orders are drawn
        for option in item.meta["options"]:
            offered[item.subtype, item.split, option["label"]] += 1
        right[item.subtype, item.split, item.meta["key"]] += 1
    assert right
    assert offered == Counter({name: 4 * count for name, count in right.items()})
    letters = Counter(item.answer.gold() for item in choices)
    assert max(letters.values()) - min(letters.values()) <= 4


def test_splits_can_be_drawn_for_participants(tables: tuple[Path, Path], tmp_path: Path) -> None:
    assert build(tables, tmp_path, "--split-by", "participant") == 0
    splits = {(item.clips[0].video_id[:3], item.split) for item in read_items(tmp_path / "items.jsonl")}
    assert splits == {(participant, split_of(participant, 0)) for participant, _ in splits}


def test_workers_do_not_change_a_byte(tables: tuple[Path, Path], built: Path, tmp_path: Path) -> None:
    for workers in ("1", "3"):
        assert build(tables, tmp_path / workers, "--workers", workers) == 0
        assert contents(tmp_path / workers) == contents(built)


def test_a_broken_file_is_one_line_exit_2_and_leaves_what_was_there(
    tables: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for old, new, said in [
        ("beep,beep,0\n", "beep,beep\n", "class_id: the row has 9 cells"),
        ("class_id", "klass", ":1: klass: unknown column"),
    ]:
        broken = tmp_path / f"{old[:5].strip()}.csv"
        broken.write_text(tables[0].read_text().replace(old, new, 1))
        assert build((broken, tables[1]), tmp_path / "new") == 2
        assert not (tmp_path / "new").exists()
        error = capsys.readouterr().err
        assert error.count("\n") == 1, error
        assert str(broken) in error
        assert said in error
        (tmp_path / "old").mkdir(exist_ok=True)
        (tmp_path / "old" / "items.jsonl").write_text("kept")
        assert build((broken, tables[1]), tmp_path / "old") == 2
        assert [path.name for path in (tmp_path / "old").iterdir()] == ["items.jsonl"]
        capsys.readouterr()


def test_a_bad_row_is_left_out_counted_and_named(
    tables: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tables[0].read_text().splitlines()
    cells = lines[7].split(",")
    cells[3], cells[4] = cells[4], cells[3]
    bad = tmp_path / "bad.csv"
    bad.write_text("\n".join([*lines[:7], ",".join(cells), *lines[8:]]) + "\n")
    assert build((bad, tables[1]), tmp_path / "out") == 0
    read = json.loads((tmp_path / "out" / "manifest.json").read_text())["read"]
    assert read["dropped"] == {"reversed_times": 1}
    assert read["places"] == {"reversed_times": ["bad.csv:8"]}
    assert "1 entries of the annotations were repaired or dropped" in capsys.readouterr().out


def test_a_missing_file_and_an_output_that_is_a_file_are_named(
    tables: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build((tmp_path / "none.csv", tables[1]), tmp_path / "out") == 2
    assert "none.csv: no such file" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert build(tables, tmp_path / "file") == 2
    assert "is a file; give a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    "more",
    [
        *(["--window", "0"], ["--window", "soon"], ["--window", "nan"], ["--window", "1e9"], ["--seed", "x"]),
        *(["--more"], ["-o", ""], ["-o", " "]),
    ],
)
def test_bad_use_is_refused_before_anything_is_read(
    tables: tuple[Path, Path], tmp_path: Path, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        build(tables, tmp_path / "out", *more)
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_window_out_of_range_is_told_the_range(
    tables: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        build(tables, tmp_path / "out", "--window", "1e9")
    assert "give 2 to 86400 seconds" in capsys.readouterr().err


def test_a_file_too_small_for_any_question_gives_no_items_and_a_manifest_that_says_why(
    tables: tuple[Path, Path], tmp_path: Path
) -> None:
    small, none = tmp_path / "small.csv", tmp_path / "none.csv"
    small.write_text("\n".join(tables[0].read_text().splitlines()[:2]) + "\n")
    none.write_text("\n".join(tables[1].read_text().splitlines()[:2]) + "\n")
    assert build((small, none), tmp_path / "out") == 0
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["items"]["count"] < 10
    assert manifest["dropped"]["sound_count"] == {"too_few_or_too_many": 1}


def test_findings_are_written_said_and_exit_1(
    tables: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data_builder.tally.TOLERANCE", -0.3)
    monkeypatch.setattr("data_builder.tally.ENOUGH", 10)
    assert build(tables, tmp_path) == 1
    assert "finding: choice: the constant 'Answer: A' scores 0.2" in capsys.readouterr().err
    assert json.loads((tmp_path / "manifest.json").read_text())["findings"]


def test_the_toy_kitchen_goes_the_same_way_with_frames_and_twice_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="the toy kitchen is drawn with Pillow")
    first, second = tmp_path / "first", tmp_path / "second"
    assert main(["build", "toy-kitchen", "--videos", "12", "--seed", "3", "-o", str(first)]) == 0
    assert main(["build", "toy-kitchen", "--videos", "3", "--seed", "4", "-o", str(second)]) == 0
    assert main(["build", "toy-kitchen", "--videos", "12", "--seed", "3", "-o", str(second)]) == 0
    files = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(second) for path in second.rglob("*") if path.is_file())
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in files)
    manifest = json.loads((first / "manifest.json").read_text())
    assert manifest["parameters"] == {"window": 12.0, "seed": 3, "split_by": "video", "videos": 12}
    items = list(read_items(first / "items.jsonl"))
    assert {item.source for item in items} == {"toy-kitchen"}
    for item in items:
        [clip] = item.clips
        times = [int(Path(image).stem) / 1000 for image in clip.images]
        assert times
        assert times == sorted(times)
        assert all(clip.start <= time < clip.end for time in times)
        assert all((first / image).is_file() for image in clip.images)


@pytest.mark.parametrize("source", ["epic-sounds", "epic-kitchens", "visor", "hd-epic"])
def test_a_pipe_in_the_place_of_a_file_is_refused_at_once(
    tmp_path: Path, source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    (folder / "high-level").mkdir(parents=True)
    pipe = folder / "high-level" / "complete_recipes.json"
    os.mkfifo(pipe)
    given = folder if source == "hd-epic" else pipe
    assert main(["build", source, str(given), "-o", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_names_that_are_equal_once_case_and_articles_are_set_aside_stop_nothing(
    tables: tuple[Path, Path], tmp_path: Path
) -> None:
    text = tables[0].read_text()
    same = tmp_path / "same.csv"
    same.write_text(text.replace("beep,beep", "beep,the water").replace("rustle,rustle", "rustle,WATER"))
    assert build((same, tables[1]), tmp_path / "out") == 0


def test_two_files_of_one_name_are_both_inputs(tables: tuple[Path, Path], tmp_path: Path) -> None:
    header, *rows = tables[0].read_text().splitlines()
    paths = []
    for name, part in (("a", rows[:100]), ("b", rows[100:])):
        (tmp_path / name).mkdir()
        paths.append(tmp_path / name / "sounds.csv")
        paths[-1].write_text("\n".join([header, *part]) + "\n")
    command = ["build", "epic-sounds", *map(str, paths), "--narrations", str(tables[1]), "-o", str(tmp_path / "out")]
    assert main(command) == 0
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert [entry["name"] for entry in manifest["inputs"]] == ["sounds.csv", "sounds.csv", "narrations.csv"]
    assert len({entry["sha256"] for entry in manifest["inputs"]}) == 3
