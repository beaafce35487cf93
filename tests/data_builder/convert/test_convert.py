"""The command from files to a folder: what ships passes the gate, nothing is lost, a killed run goes on."""

import base64
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from made_mcqs import mcq

from data_builder.convert.convert import Settings, convert
from data_builder.convert.llm.opinion import Opinion
from data_builder.convert.mcq import Mcq
from data_builder.convert.reading import read_mcqs
from data_builder.gate import faults
from data_builder.parts import make_parts
from evaluation.cli import main
from reward import Item, score
from reward.jsonl import read_items

THINGS = ("cup", "pan", "lid", "knife", "towel", "sponge", "kettle", "grater", "whisk", "tray")


def questions(count: int) -> list[dict[str, Any]]:
    """Questions of five sorts about some kitchens: counts, weights, names, purposes, and those that need their list."""
    rows = []
    for i in range(count):
        about = [THINGS[(i * 3 + j * 7) % 10] for j in range(4)]
        key, video = i % 4, f"P{i % 5 + 1:02}-{i % 20}"
        options: list[str]
        match i % 5:
            case 0:
                stem, options = (
                    f"How many times is the {about[0]} moved after {i} s?",
                    [str(i % 7 + j) for j in range(4)],
                )
            case 1:
                stem = f"How much does the {about[0]} number {i} weigh?"
                options = [f"{100 + 13 * i + 9 * j} g" for j in range(4)]
            case 2:
                stem, options = f"What does the person pick up after step {i}?", about
            case 3:
                stem = f"Why is the tap turned on after step {i}?"
                options = [f"to rinse the {name} before putting it away" for name in about]
            case _:
                stem, options = f"Which of the following is not used in dish {i}?", about
        rows.append({"id": i, "question": stem, "options": options, "answer": "ABCD"[key], "video_id": video})
    return rows


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def converted(tmp_path: Path, rows: list[dict[str, Any]], *flags: str) -> Path:
    file = written(tmp_path / "asked.jsonl", rows)
    assert main(["convert", str(file), "-o", str(tmp_path / "set"), "--no-llm", "--workers", "1", *flags]) == 0
    return tmp_path / "set"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return converted(tmp_path_factory.mktemp("converted"), questions(400), "--choice")


@pytest.fixture(scope="module")
def items(folder: Path) -> list[Item]:
    return list(read_items(folder / "items.jsonl"))


def test_each_sort_ships_in_its_own_way(items: list[Item]) -> None:
    kinds = {sort: Counter[str]() for sort in ("number", "name", "text", "negated")}
    for item in items:
        kinds[item.meta["sort"]][item.answer.kind if item.format == "short" else item.format] += 1
    assert set(kinds["number"]) <= {"number", "options", "statement", "choice"}
    assert kinds["number"]["number"] > 80
    assert set(kinds["name"]) <= {"phrase", "options", "statement", "choice"}
    assert kinds["name"]["phrase"] > 40
    assert set(kinds["text"]) == {"options", "statement", "choice"}
    assert set(kinds["negated"]) == {"options"}


def test_everything_that_ships_passes_the_gate(items: list[Item]) -> None:
    for item in items:
        assert not faults(item)
        assert score(item, item.gold()).score == 1


def test_no_row_is_lost(folder: Path, items: list[Item]) -> None:
    dropped = [json.loads(line) for line in (folder / "dropped.jsonl").read_text(encoding="utf-8").splitlines()]
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert len({item.base_id for item in items}) + len(dropped) == 400
    assert manifest["items"]["count"] == len(items)
    assert sum(row["items"] for row in manifest["shards"]) == len(items)


def test_a_published_wrong_option_is_never_right(items: list[Item]) -> None:
    for item in items:
        if item.format == "short":
            published = item.meta["published"]
            right = "ABCD".index(published["correct"])
            scores = [score(item, f"Answer: {option}").score for option in published["options"]]
            assert scores == [float(i == right) for i in range(4)]


def test_a_turned_question_keeps_what_its_file_says(items: list[Item]) -> None:
    seen = 0
    for item in items:
        if item.meta["sort"] == "negated":
            assert " not " not in item.stem
            key = item.meta["published"]["options"]["ABCD".index(item.meta["published"]["correct"])]
            for text, true in zip(item.answer.statements, item.answer.truth, strict=True):  # type: ignore[union-attr]
                affirmed = "does not fit" not in text
                assert true == (affirmed != (f"“{key}”" in text))
            seen += 1
    assert seen == 80


def test_questions_of_one_video_are_in_one_split(items: list[Item]) -> None:
    splits: dict[str, set[str]] = {}
    for item in items:
        splits.setdefault(item.clips[0].video_id, set()).add(item.split)
    assert {len(found) for found in splits.values()} == {1}


def test_statements_are_dealt_evenly(items: list[Item]) -> None:
    truths = Counter(true for item in items if item.format == "options" for true in item.answer.truth)  # type: ignore[union-attr]
    assert 0.45 < truths[True] / truths.total() < 0.55


def test_choices_are_paired_with_what_they_were_made_of(items: list[Item]) -> None:
    others = {item.base_id for item in items if item.format in ("options", "statement")}
    choices = [item for item in items if item.format == "choice"]
    assert choices
    assert {item.base_id for item in choices} <= others
    letters = Counter(item.answer.correct for item in choices)  # type: ignore[union-attr]
    assert max(letters.values()) - min(letters.values()) <= 3


def test_a_frequent_key_is_declared_and_cut(tmp_path: Path) -> None:
    rows = [
        {
            "id": i,
            "question": f"How many cups are used in step {chr(65 + i // 26)}{chr(65 + i % 26)}?",
            "options": ["0", "1", "2", "3"],
            "answer": key,
        }
        for i, key in enumerate("A" * 70 + "B" * 20 + "C" * 10)
    ]
    folder = converted(tmp_path, rows)
    values = Counter(item.answer.value for item in read_items(folder / "items.jsonl") if item.answer.kind == "number")
    assert values == {"0": 34, "1": 20, "2": 10}


@pytest.mark.parametrize(
    ("change", "reason", "field"),
    [
        ({"options": ["cup"]}, "too_few_options", "options"),
        ({"options": ["cup", "Cup.", "pan"]}, "duplicate_options", "options"),
        ({"answer": "Z"}, "key_out_of_range", "key"),
        ({"image": "gone.png"}, "missing_image", "image"),
        ({"question": " "}, None, "question"),
    ],
)
def test_a_bad_row_is_refused_with_its_place_and_the_rest_goes_on(
    change: dict[str, Any], reason: str | None, field: str, tmp_path: Path
) -> None:
    rows = questions(10)
    rows[4] |= change
    folder = converted(tmp_path, rows)
    [line] = (folder / "dropped.jsonl").read_text(encoding="utf-8").splitlines()
    entry = json.loads(line)
    assert entry["where"] == "asked.jsonl:5"
    assert entry["field"] == field
    assert entry["message"].startswith(f"asked.jsonl:5: {field}: ")
    assert reason in (None, entry["refused"])
    assert len({item.base_id for item in read_items(folder / "items.jsonl")}) == 9


def test_a_question_in_two_files_is_taken_once(tmp_path: Path) -> None:
    rows = [{**row, "source": "x"} for row in questions(5)]
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    files = [written(tmp_path / name / "asked.jsonl", rows) for name in ("a", "b")]
    assert main(["convert", *map(str, files), "-o", str(tmp_path / "set"), "--no-llm", "--workers", "1"]) == 0
    assert len({item.base_id for item in read_items(tmp_path / "set" / "items.jsonl")}) == 5
    assert (tmp_path / "set" / "dropped.jsonl").read_text(encoding="utf-8").count("repeated_question") == 5


def test_build_mcq_is_the_same_command(folder: Path, tmp_path: Path) -> None:
    file = written(tmp_path / "asked.jsonl", questions(400))
    assert main(["build", "mcq", str(file), "-o", str(tmp_path / "set"), "--no-llm", "--workers", "1", "--choice"]) == 0
    assert (tmp_path / "set" / "items.jsonl").read_bytes() == (folder / "items.jsonl").read_bytes()


def test_without_a_language_model_it_must_be_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "asked.jsonl", questions(5))
    assert main(["convert", str(file), "-o", str(tmp_path / "set")]) == 2
    assert "--no-llm" in capsys.readouterr().err
    assert not (tmp_path / "set").exists()


def test_a_dry_run_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "asked.jsonl", questions(20))
    assert main(["convert", str(file), "-o", str(tmp_path / "set"), "--no-llm", "--dry-run"]) == 0
    assert "20 questions read, 0 rows refused" in capsys.readouterr().out
    assert not (tmp_path / "set").exists()


def test_pictures_are_named_from_the_folder_of_the_items(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    picture = tmp_path / "pictures" / "one.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    folder = converted(tmp_path, [row | {"image": "pictures/one.png"} for row in questions(3)])
    for item in read_items(folder / "items.jsonl"):
        [image] = [image for clip in item.clips for image in clip.images]
        assert not os.path.isabs(image)
        assert (folder / image).resolve() == picture.resolve()


def test_rows_in_another_order_give_the_same_items(folder: Path, tmp_path: Path) -> None:
    other = converted(tmp_path, questions(400)[::-1], "--choice")
    assert sorted((other / "items.jsonl").read_bytes().splitlines()) == sorted(
        (folder / "items.jsonl").read_bytes().splitlines()
    )


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A file of three parts, and what it becomes on one process."""
    folder = tmp_path_factory.mktemp("many")
    file = written(folder / "asked.jsonl", questions(3_200))
    assert main(["convert", str(file), "-o", str(folder / "set"), "--no-llm", "--workers", "1"]) == 0
    return file, folder / "set"


def same_files(one: Path, other: Path) -> bool:
    names = ("items.jsonl", "dropped.jsonl", "manifest.json", "report.json")
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(many: tuple[Path, Path], tmp_path: Path) -> None:
    file, whole = many
    killed = tmp_path / "killed"
    command = [
        sys.executable,
        "-m",
        "evaluation",
        "convert",
        str(file),
        "-o",
        str(killed),
        "--no-llm",
        "--workers",
        "1",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while not list((killed / ".build").glob("open-0000[12].jsonl")) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (killed / "items.jsonl").exists()
    assert list((killed / ".build").glob("open-*.jsonl"))
    again = subprocess.run(command, check=False, env={**os.environ, "PYTHONHASHSEED": "7"}, stdout=subprocess.DEVNULL)
    assert again.returncode == 0
    assert same_files(killed, whole)


@pytest.mark.parametrize("flags", [["--workers", "2"], ["--ray"]])
def test_processes_and_ray_make_the_same_bytes(flags: list[str], many: tuple[Path, Path], tmp_path: Path) -> None:
    if "--ray" in flags:
        pytest.importorskip("ray", reason="ray is not installed")
    file, whole = many
    command = [sys.executable, "-m", "evaluation", "convert", str(file), "-o", str(tmp_path / "set"), "--no-llm"]
    done = subprocess.run([*command, *flags], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert same_files(tmp_path / "set", whole)


def test_a_question_is_named_by_what_was_published(items: list[Item], tmp_path: Path) -> None:
    file = written(tmp_path / "asked.jsonl", questions(400))
    names = {row.base_id for row in read_mcqs(file) if isinstance(row, Mcq)}
    assert {item.base_id for item in items} == names


def test_a_folder_that_holds_other_things_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "set"
    (out / "images").mkdir(parents=True)
    (out / "images" / "mine.png").write_bytes(b"mine")
    file = written(tmp_path / "asked.jsonl", questions(5))
    assert main(["convert", str(file), "-o", str(out), "--no-llm", "--workers", "1"]) == 2
    assert "holds other things" in capsys.readouterr().err
    assert (out / "images" / "mine.png").read_bytes() == b"mine"


@pytest.mark.parametrize("place", [".", "out", "asked.jsonl/.."])
def test_an_input_is_never_in_the_output_or_around_it(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    written(folder / "asked.jsonl", questions(5))
    given = folder if place == "out" else folder / "asked.jsonl"
    assert main(["convert", str(given), "-o", str(folder / place), "--no-llm", "--workers", "1"]) == 2
    assert "give another folder" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["asked.jsonl"]


def test_nothing_shipped_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "asked.jsonl", [questions(1)[0] | {"options": ["one"]}])
    assert main(["convert", str(file), "-o", str(tmp_path / "set"), "--no-llm", "--workers", "1"]) == 1
    assert "no question shipped" in capsys.readouterr().err


def test_one_video_is_one_however_it_is_written(tmp_path: Path) -> None:
    names = ["a", "./a", "a.mp4", "x/../a.MP4"]
    rows = [row | {"video_id": f"{names[i % 4]}"} for i, row in enumerate(questions(40))]
    splits = {item.split for item in read_items(converted(tmp_path, rows) / "items.jsonl")}
    assert len(splits) == 1


def test_pictures_of_a_table_are_found_from_the_items_whatever_the_folder_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    png = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(2_000)).decode()
    rows = [{k: v for k, v in row.items() if k != "video_id"} | {"image": png} for row in questions(3)]
    written(tmp_path / "asked.jsonl", rows)
    monkeypatch.chdir(tmp_path)
    assert main(["convert", "asked.jsonl", "-o", "set", "--no-llm", "--workers", "1"]) == 0
    for item in read_items(tmp_path / "set" / "items.jsonl"):
        [image] = [image for clip in item.clips for image in clip.images]
        assert (tmp_path / "set" / image).is_file()
    written(tmp_path / "asked.jsonl", questions(3))
    assert main(["convert", "asked.jsonl", "-o", "set", "--no-llm", "--workers", "1"]) == 0
    assert not (tmp_path / "set" / "images").exists()  # they were of the set before


def test_a_repetition_under_another_id_is_refused(tmp_path: Path) -> None:
    rows = [*questions(5), *(row | {"id": f"again {row['id']}"} for row in questions(5))]
    folder = converted(tmp_path, rows)
    assert (folder / "dropped.jsonl").read_text(encoding="utf-8").count("repeated_question") == 5


def test_questions_about_many_videos_do_not_tie_the_set_into_one_split(tmp_path: Path) -> None:
    rows = questions(400)
    rows += [
        {
            "id": f"m{i}",
            "question": f"Which hand is used in all of part {i}?",
            "options": ["left", "right"],
            "answer": "A",
        }
        | {"inputs": {f"video {j}": {"id": f"P0{j % 5 + 1}-{(i + j) % 20}"} for j in range(6)}}
        for i in range(30)
    ]
    folder = converted(tmp_path, rows)
    items = list(read_items(folder / "items.jsonl"))
    assert len({item.split for item in items}) > 1
    splits: dict[str, set[str]] = {}
    for item in items:
        for clip in item.clips:
            splits.setdefault(clip.video_id, set()).add(item.split)
    assert {len(found) for found in splits.values()} == {1}
    assert "videos_in_two_splits" in (folder / "dropped.jsonl").read_text(encoding="utf-8")


def test_a_column_that_no_row_has_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"q": f"How many cups in {i}?", "a": "1", "b": "2", "gold": "A"} for i in range(3)]
    mapping = tmp_path / "mapping.json"
    mapping.write_text(json.dumps({"question": "q", "options": ["a", "b", "zz"], "key": "gold"}), encoding="utf-8")
    file = written(tmp_path / "asked.jsonl", rows)
    command = ["convert", str(file), "-o", str(tmp_path / "set"), "--no-llm", "--mapping", str(mapping)]
    assert main(command) == 2
    assert "'zz'" in capsys.readouterr().err


def test_parts_that_were_made_of_other_opinions_are_not_taken(tmp_path: Path) -> None:
    asked = [mcq(f"Why is step {i} done?", ("to wash", "to cook", "to eat"), i % 3, id=str(i)) for i in range(6)]
    before = convert(asked, {}, Settings(), tmp_path, make_parts)
    said = {one.base_id: Opinion("drop", "subjective", one.stem) for one in asked[:2]}
    after = convert(asked, said, Settings(), tmp_path, make_parts)
    assert (before.account.dropped.total(), after.account.dropped.total()) == (0, 2)
    assert convert(asked, {}, Settings(), tmp_path, make_parts).account == before.account


def test_the_place_of_the_key_among_the_candidates_tells_nothing(tmp_path: Path) -> None:
    rows = [
        {"id": i, "question": f"How many cups are in picture {chr(65 + i // 26)}{chr(65 + i % 26)}?", "answer": "A"}
        | {"options": [str(i % 40 + j) for j in (1, 3, 5, 7)]}
        for i in range(400)
    ]
    places = Counter(
        item.candidates.index(item.answer.value)
        for item in read_items(converted(tmp_path, rows) / "items.jsonl")
        if item.answer.kind == "number"
    )
    assert places.total() > 300
    assert max(places.values()) < 0.35 * places.total()
