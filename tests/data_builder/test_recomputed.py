"""Keys and wrong options of shipped items, computed again from the raw rows by code that the builder does not share."""

import ast
import csv
import gzip
import json
import random
import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from real_data import ABSENT, FOLDER

from evaluation.cli import main

REAL = (
    FOLDER / "epic-sounds" / "EPIC_Sounds_validation.csv.gz",
    FOLDER / "epic-kitchens-100" / "EPIC_100_validation.csv.gz",
)
VIDEOS = 30
SAMPLE = 200  # items of each subtype

Row = dict[str, str]


class Raw:
    """The raw rows of one video: sounds as (start, end, class), actions as (start, end, narration, nouns)."""

    def __init__(self) -> None:
        self.sounds: list[tuple[float, float, str]] = []
        self.actions: list[tuple[float, float, str, list[str]]] = []

    def heard(self, start: float, end: float) -> set[str]:
        return {name for a, b, name in self.sounds if a < end and b > start}

    def done(self, start: float, end: float) -> list[tuple[float, float, str, list[str]]]:
        return [row for row in self.actions if row[0] < end and row[1] > start]


def seconds(clock: str) -> float:
    hours, minutes, rest = clock.split(":")
    return round(int(hours) * 3600 + int(minutes) * 60 + float(rest), 3)


def rows(path: Path) -> list[Row]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        return list(csv.DictReader(file))


def raw_rows(sounds: Path, narrations: Path) -> dict[str, Raw]:
    videos: dict[str, Raw] = defaultdict(Raw)
    for row in rows(sounds):
        span = seconds(row["start_timestamp"]), seconds(row["stop_timestamp"])
        videos[row["video_id"]].sounds.append((*span, row["class"]))
    for row in rows(narrations):
        span = seconds(row["start_timestamp"]), seconds(row["stop_timestamp"])
        nouns = [" ".join([*noun.split(":")[1:], noun.split(":")[0]]) for noun in ast.literal_eval(row["all_nouns"])]
        videos[row["video_id"]].actions.append((*span, row["narration"].strip(" ."), nouns))
    return videos


def some_real_videos(folder: Path) -> tuple[Path, Path]:
    """The two real files, cut to some of their videos."""
    chosen = sorted({row["video_id"] for row in rows(REAL[0])})[::4][:VIDEOS]
    paths = folder / "sounds.csv", folder / "narrations.csv"
    for source, path in zip(REAL, paths, strict=True):
        kept = [row for row in rows(source) if row["video_id"] in chosen]
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(kept[0]))
            writer.writeheader()
            writer.writerows(kept)
    return paths


@pytest.fixture(scope="module", params=["made-up", "real"])
def built(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[list[dict[str, Any]], dict[str, Raw]]:
    """Items as the command writes them, and the rows that they were made from."""
    folder = tmp_path_factory.mktemp("built")
    if request.param == "made-up":
        paths = request.getfixturevalue("tables")
    elif all(path.exists() for path in REAL):
        paths = some_real_videos(folder)
    else:
        pytest.skip(ABSENT)
    arguments = [str(paths[0]), "--narrations", str(paths[1]), "-o", str(folder / "out")]
    assert main(["build", "epic-sounds", *arguments]) == 0
    with (folder / "out" / "items.jsonl").open() as file:
        return [json.loads(line) for line in file], raw_rows(*paths)


CLAIMS = {
    "easy_sound_event": r"About (\d+) seconds? into the clip, a sound like (.+) is heard\.",
    "easy_object": r"About (\d+) seconds? into the clip, the camera wearer is handling the (.+)\.",
    "easy_sound_object": r"At the moment a sound like (.+) is heard, the camera wearer is handling the (.+)\.",
    "low_sound_movement": r"At the moment a sound like (.+) is heard, the camera wearer does this: (.+)\.",
    "sound_count": r"The number of separate times that a sound like (.+) is heard in the clip is (\d+)\.",
    "sound_order": r"(In) the clip, these sounds are first heard in this order: (.+)\.",
    "longest_sound": r"(In) the clip, the sound that goes on longest without a break is one like (.+)\.",
}
STEMS = {
    "easy_sound_event": r"About (\d+) seconds? into the clip, which sound is heard\?",
    "easy_object": r"About (\d+) seconds? into the clip, which object is the camera wearer handling\?",
    "easy_sound_object": r"At the moment a sound like (.+) is heard, which object is the camera wearer handling\?",
    "low_sound_movement": r"At the moment a sound like (.+) is heard, what is the camera wearer doing\?",
    "sound_count": r"How many separate times is a sound like (.+) heard in the clip\?",
    "sound_order": r"(In) which order are these sounds first heard in the clip: .+\?",
    "longest_sound": r"(Which) sound goes on longest without a break in the clip\?",
}


def judge(
    subtype: str, asked: str, said: str, clip: dict[str, Any], video: Raw, classes: dict[str, str]
) -> bool | None:
    """Whether `said` is a right answer: True, False, or None where the rows do not settle it."""
    start, end = clip["start"], clip["end"]
    inside = [(max(a, start), min(b, end), name) for a, b, name in video.sounds if a < end and b > start]
    if subtype in ("easy_sound_event", "easy_object"):
        at = start + int(asked)
        if subtype == "easy_sound_event":
            near, wide = video.heard(at - 0.5, at + 0.5), video.heard(at - 1, at + 1)
            return settled(classes[said] in near and wide == {classes[said]}, classes[said] not in wide)
        covering = [row for row in video.actions if row[0] <= at <= row[1]]
        around = video.done(at - 1, at + 1)
        return settled(bool(covering) and all(row[3] == [said] for row in around), not mentions(around, said))
    if subtype in ("easy_sound_object", "low_sound_movement"):
        times = [(a, b) for a, b, name in video.sounds if a < end and b > start and name == classes[asked]]
        if len(times) != 1 or times[0][0] < start or times[0][1] > end:
            return None
        during = video.done(*times[0])
        covered = any(row[0] <= times[0][0] and row[1] >= times[0][1] for row in during)
        if subtype == "easy_sound_object":
            return settled(covered and all(row[3] == [said] for row in during), not mentions(during, said))
        told = [row[2] for row in during]
        return settled(covered and told == [said], said not in told)
    if subtype == "sound_count":
        spans = sorted((a, b) for a, b, name in video.sounds if a < end and b > start and name == classes[asked])
        if any(a < start or b > end for a, b in spans) or any(c - b < 0.5 for (_, b), (c, _) in pairwise(spans)):
            return None
        return len(spans) == int(said)
    if subtype == "sound_order":
        names = [classes[text] for text in said.split(", then ")]
        onsets = [min(a for a, b, n in video.sounds if n == name and a < end and b > start) for name in names]
        if min(onsets) < start or min(abs(a - b) for a in onsets for b in onsets if a is not b) < 1:
            return None
        return onsets == sorted(onsets)
    longest = {name: max(b - a for a, b, n in inside if n == name) for _, _, name in inside}
    first, second = sorted(longest.values(), reverse=True)[:2]
    return None if first < 1.25 * second else longest.get(classes[said]) == first


def settled(right: bool, wrong: bool) -> bool | None:
    return True if right else False if wrong else None


def mentions(actions: list[tuple[float, float, str, list[str]]], noun: str) -> bool:
    return any(noun in row[3] for row in actions)


def truths(item: dict[str, Any], video: Raw, classes: dict[str, str]) -> list[tuple[bool, bool | None]]:
    """(what the item says, what the rows say) for everything that the item claims."""
    clip, kind = item["clips"][0], item["answer"]["kind"]
    if item["format"] == "statement":
        return [(item["answer"]["value"], claimed(item["stem"], clip, video, classes))]
    if item["format"] == "statements":
        said = zip(item["answer"]["statements"], item["answer"]["truth"], strict=True)
        return [(truth, claimed(text, clip, video, classes)) for text, truth in said]
    asked = re.fullmatch(STEMS[item["subtype"]], item["stem"])[1]
    if kind == "choice":
        key = item["answer"]["options"]["ABCD".index(item["answer"]["correct"])]
    elif kind == "judgements":
        key = item["answer"]["statements"][item["answer"]["truth"].index(True)]
    elif kind == "list":
        key = ", then ".join(names[0] for names in item["answer"]["items"])
    else:
        key = item["answer"].get("text") or item["answer"]["value"]
    options = item["candidates"] or item["answer"]["statements"]
    assert key in options
    return [(text == key, judge(item["subtype"], asked, text, clip, video, classes)) for text in options]


def claimed(text: str, clip: dict[str, Any], video: Raw, classes: dict[str, str]) -> bool | None:
    found = [(subtype, m) for subtype, claim in CLAIMS.items() if (m := re.fullmatch(claim, text))]
    [(subtype, match)] = found
    return judge(subtype, match[1], match[2], clip, video, classes)


def names_of_sounds(items: list[dict[str, Any]]) -> dict[str, str]:
    """The class behind each name of a sound, as the items' own option tables have it."""
    return {
        option["text"]: option["label"]
        for item in items
        for option in item["meta"]["options"]
        if item["subtype"] in ("easy_sound_event", "longest_sound")
    }


def test_every_key_and_every_wrong_option_is_what_the_raw_rows_say(
    built: tuple[list[dict[str, Any]], dict[str, Raw]],
) -> None:
    items, raw = built
    classes = names_of_sounds(items)
    for subtype in STEMS:
        mine = [item for item in items if item["subtype"] == subtype]
        assert mine or subtype == "sound_count"  # so few videos may leave no balanced counts
        for item in random.Random(subtype).sample(mine, min(SAMPLE, len(mine))):
            for said, true in truths(item, raw[item["clips"][0]["video_id"]], classes):
                assert said is true, (item["question"], item["answer"], item["clips"])


def test_every_wrong_option_that_is_said_to_come_from_the_clip_occurs_in_it_whole(
    built: tuple[list[dict[str, Any]], dict[str, Raw]],
) -> None:
    items, raw = built
    for item in items:
        clip, video = item["clips"][0], raw[item["clips"][0]["video_id"]]
        heard = {name for a, b, name in video.sounds if clip["start"] <= a and b <= clip["end"]}
        inside = [row for row in video.actions if clip["start"] <= row[0] and row[1] <= clip["end"]]
        done = {row[2] for row in inside} | {noun for row in inside for noun in row[3]}
        for option in [option for option in item["meta"]["options"] if option["label"] != item["meta"]["key"]]:
            if option["from"] == "clip":
                assert set(option["label"].split(" < ")) <= heard or option["text"] in done
            elif item["subtype"] == "sound_count":
                assert option["from"] == "fixed"
            else:
                assert option["label"] not in heard


def test_the_evidence_is_rows_that_overlap_the_clip(built: tuple[list[dict[str, Any]], dict[str, Raw]]) -> None:
    items, _ = built
    for item in items:
        assert item["evidence"]
        assert sorted(item["evidence"]) == sorted([*item["meta"]["sounds"], *item["meta"]["actions"]])
