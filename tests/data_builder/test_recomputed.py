"""Shipped items are held against the raw rows, by code that shares nothing with the builder."""

import csv
import gzip
import json
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import recomputed_epic
import recomputed_hd
import recomputed_raw_epic
import recomputed_raw_hd
from real_data import ABSENT, FOLDER
from recomputed_claims import Item
from recomputed_items import Judges, Report, check, drawn, unbalanced

from benchmarks.hd_epic_inputs import make_inputs
from evaluation.cli import main

SOUNDS = FOLDER / "epic-sounds" / "EPIC_Sounds_validation.csv.gz"
UNCLASSED = FOLDER / "epic-sounds" / "sound_events_not_categorised.csv.gz"
NARRATIONS = FOLDER / "epic-kitchens-100" / "EPIC_100_validation.csv.gz"
INFO = FOLDER / "epic-kitchens-100" / "EPIC_100_video_info.csv"
VISOR = FOLDER / "visor-slim" / "visor_objects_per_frame.jsonl.gz"
PART = 10
"""Every so many of the videos are built, …"""
SAMPLE = 200
"""… and so many items of each subtype are drawn."""

Built = tuple[list[Item], Judges, Callable[[str, float, float], Any]]


def build(*arguments: str | Path) -> list[Item]:
    out = arguments[-1]
    assert main(["build", *map(str, arguments[:-1]), "--workers", "1", "-o", str(out)]) == 0
    return [json.loads(line) for line in (Path(out) / "items.jsonl").read_text().splitlines()]


def of_epic(sounds: Path, narrations: Path, out: Path, **more: Path) -> Built:
    options = {"unclassed": "--not-categorised", "info": "--video-info", "visor": "--visor"}
    extra = [part for name, path in more.items() for part in (options[name], path)]
    items = build("epic-sounds", sounds, "--narrations", narrations, *extra, out)
    videos = recomputed_raw_epic.read(sounds, narrations, **more)
    return items, recomputed_epic.JUDGES, lambda video, *span: recomputed_raw_epic.Clip(videos[video], *span)


def of_hd(folder: Path, events: list[Path], out: Path) -> Built:
    items = build("hd-epic", folder, "--events", *events, out) if events else build("hd-epic", folder, out)
    videos = recomputed_raw_hd.read(folder, events)
    return items, recomputed_hd.JUDGES, lambda video, *span: recomputed_raw_hd.Clip(videos[video], *span)


def cut(path: Path, target: Path, kept: Iterable[str]) -> Path:
    """The rows of some videos."""
    rows = [row for row in recomputed_raw_epic.table(path) if row["video_id"] in set(kept)]
    with target.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return target


def some_of_epic(folder: Path) -> Built:
    lines = gzip.decompress(VISOR.read_bytes()).splitlines()
    outlined = {json.loads(line)["video_id"] for line in lines if line.strip()}
    videos = sorted({row["video_id"] for row in recomputed_raw_epic.table(SOUNDS)})
    kept = {*videos[::PART], *sorted(outlined)[::PART]}
    tables = [cut(path, folder / f"{i}.csv", kept) for i, path in enumerate((SOUNDS, NARRATIONS, UNCLASSED))]
    return of_epic(tables[0], tables[1], folder / "out", unclassed=tables[2], info=INFO, visor=VISOR)


def some_of_hd(folder: Path) -> Built:
    """Only the videos that are listed exist for the builder, so the list is cut."""
    events = make_inputs(FOLDER, whole := folder / "whole")
    links = whole / "youtube-links" / "HD_EPIC_YouTube_URLs.csv"
    videos = sorted({row["video_id"] for row in recomputed_raw_epic.table(links)})
    with_events = [path.name.removeprefix("scene_graphs_").removesuffix(".jsonl.gz") for path in events]
    kept = {*videos[::PART], *sorted(with_events)[::PART]}
    shutil.move(cut(links, folder / "links.csv", kept), links)
    return of_hd(whole, [path for path in events if any(video in path.name for video in kept)], folder / "out")


@pytest.fixture(scope="module", params=["made-up", "epic-sounds", "hd-epic"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Items as the command writes them, and what judges them by the rows that they were made from."""
    folder = tmp_path_factory.mktemp("built")
    if request.param == "made-up":
        sounds, narrations = request.getfixturevalue("tables")
        return of_epic(sounds, narrations, folder / "out")
    if request.param == "epic-sounds" and all(path.exists() for path in (SOUNDS, UNCLASSED, NARRATIONS, INFO, VISOR)):
        return some_of_epic(folder)
    if request.param == "hd-epic" and (FOLDER / "hd-epic").exists() and (FOLDER / "hd-epic-thirdparty").exists():
        return some_of_hd(folder)
    pytest.skip(ABSENT)


@pytest.fixture(scope="module")
def report(built: Built) -> Report:
    items, judges, clip_of = built
    return check(drawn(items, SAMPLE), judges, clip_of)


def test_every_claim_level_evidence_option_and_wording_is_what_the_raw_rows_say(report: Report) -> None:
    assert sum(counts["claims"] for counts in report.counts.values()) > 1000
    assert report.faults == []


def test_no_set_gives_keys_away_by_its_splits_letters_or_truths(built: Built) -> None:
    assert unbalanced(built[0]) == []


def test_the_judges_find_fault_with_items_whose_keys_are_moved(built: Built) -> None:
    """A script that finds nothing might look at nothing: of choices with another letter every one is found out."""
    items, judges, clip_of = built
    moved = [
        item | {"answer": item["answer"] | {"correct": "BCDA"["ABCD".index(item["answer"]["correct"])]}}
        for item in drawn((item for item in items if item["format"] == "choice"), 20)
    ]
    found = check(moved, judges, clip_of).faults
    caught = {name for what, name, _ in found if what in ("wrong key", "key not settled")}
    assert caught == {item["id"] for item in moved}
