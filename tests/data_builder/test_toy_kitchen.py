"""The toy kitchen: same seed, same bytes; the real files' columns; and frames that show what the rows say."""

import csv
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from data_builder.sources import epic_sounds
from data_builder.sources.findings import Findings
from data_builder.sources.toy_kitchen import (
    BAR,
    CLOTH,
    COLOURS,
    SIDE,
    SKIN,
    SLOT,
    SLOTS,
    SOUNDS,
    WATER,
    WINDOW,
    Colour,
    events,
    render,
    video_ids,
)

VIDEOS = 5
SIGNS = {"push": SKIN, "shake": SKIN, "wash": WATER, "dry": CLOTH}


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kitchen")
    render(folder, seed=0, videos=VIDEOS)
    return folder


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(kitchen: Path, tmp_path: Path) -> None:
    render(tmp_path / "again", seed=0, videos=VIDEOS)
    render(tmp_path / "other", seed=1, videos=VIDEOS)
    assert content(tmp_path / "again") == content(kitchen)
    assert content(tmp_path / "other") != content(kitchen)


def test_more_videos_leave_the_first_ones_as_they_are(kitchen: Path, tmp_path: Path) -> None:
    render(tmp_path, seed=0, videos=1)
    frames = {name: data for name, data in content(tmp_path).items() if name.endswith(".png")}
    assert len(frames) == SLOTS
    assert frames.items() <= content(kitchen).items()


def test_the_columns_are_those_of_the_published_files(kitchen: Path) -> None:
    assert (kitchen / "annotations" / "sounds.csv").read_text().splitlines()[0] == (
        "annotation_id,participant_id,video_id,start_timestamp,stop_timestamp,start_sample,stop_sample,description,"
        "class,class_id"
    )
    assert (kitchen / "annotations" / "narrations.csv").read_text().splitlines()[0] == (
        "narration_id,participant_id,video_id,narration_timestamp,start_timestamp,stop_timestamp,start_frame,"
        "stop_frame,narration,verb,verb_class,noun,noun_class,all_nouns,all_noun_classes"
    )


def test_the_reader_of_the_real_files_reads_them(kitchen: Path) -> None:
    sounds, narrations = kitchen / "annotations" / "sounds.csv", kitchen / "annotations" / "narrations.csv"
    videos = epic_sounds.read([sounds], narrations=[narrations], findings=Findings())
    assert [video.id for video in videos] == video_ids(VIDEOS)
    assert {video.participant for video in videos} == {"K01", "K02"}
    for video in videos:
        happened = events(f"0 {video.id}")
        assert [sound.name for sound in video.sounds] == [event.sound for event in happened]
        assert [action.narration for action in video.actions] == [f"{e.verb} {e.noun}" for e in happened]
        assert [sound.start for sound in video.sounds] == [event.start / 1000 for event in happened]


def test_every_frame_shows_the_sound_and_the_utensil_that_the_rows_name(kitchen: Path) -> None:
    for sound, narration in zip(
        rows(kitchen / "annotations" / "sounds.csv"), rows(kitchen / "annotations" / "narrations.csv"), strict=True
    ):
        frame = frame_at(kitchen, sound)
        assert frame.getpixel((0, 0)) == SOUNDS[sound["class"]]
        below = frame.crop((0, BAR, SIDE, SIDE))
        seen = {name for name, colour in COLOURS.items() if pixels(below, colour) > 15}
        assert seen == {narration["noun"].split()[0]}
        assert pixels(below, SIGNS[narration["verb"]]) > 15


def frame_at(kitchen: Path, row: dict[str, str]) -> Image.Image:
    """The one frame whose time lies in the row's span."""
    start, stop = (milliseconds(row[name]) for name in ("start_timestamp", "stop_timestamp"))
    files = (kitchen / "frames" / row["video_id"]).glob("*.png")
    (found,) = [file for file in files if start <= int(file.stem) < stop]
    return Image.open(found).convert("RGB")


def milliseconds(clock: str) -> int:
    hours, minutes, seconds = clock.split(":")
    return (int(hours) * 60 + int(minutes)) * 60_000 + round(float(seconds) * 1000)


def pixels(image: Image.Image, colour: Colour) -> int:
    return sum(count for count, seen in image.getcolors(SIDE * SIDE) if seen == colour)


def test_the_bar_is_as_long_as_the_sound(kitchen: Path) -> None:
    for sound in rows(kitchen / "annotations" / "sounds.csv"):
        length = milliseconds(sound["stop_timestamp"]) - milliseconds(sound["start_timestamp"])
        bar = frame_at(kitchen, sound).crop((0, 0, SIDE, 1))
        assert pixels(bar, SOUNDS[sound["class"]]) == SIDE * length // SLOT + 1


@pytest.mark.parametrize("seed", range(10))
def test_every_window_has_different_utensils_and_no_event_across_its_edge(seed: int) -> None:
    happened = events(str(seed))
    assert len(happened) == SLOTS
    assert all(first.stop < later.start for first, later in pairwise(happened))
    for number, event in enumerate(happened):
        assert number * SLOT <= event.start < event.middle < event.stop <= (number + 1) * SLOT
    slots = int(WINDOW * 1000) // SLOT
    for start in range(SLOTS - slots + 1):
        assert len({event.noun for event in happened[start : start + slots]}) == slots
