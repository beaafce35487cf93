"""The published annotations themselves, where they are at hand: totals, and that nothing is lost uncounted."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest
from real_data import ABSENT, FOLDER

from benchmarks.hd_epic_inputs import make_inputs
from data_builder.facts import Video
from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic import read

OFFICIAL = FOLDER / "hd-epic"
pytestmark = pytest.mark.skipif(not (OFFICIAL / "high-level").is_dir(), reason=f"{ABSENT}, and hd-epic/")


@pytest.fixture(scope="module")
def readings() -> tuple[list[Video], Findings]:
    findings = Findings()
    return read(OFFICIAL, findings=findings), findings


def test_totals_are_those_of_the_files(readings: tuple[list[Video], Findings]) -> None:
    videos, findings = readings
    print(json.dumps(findings.table(), indent=1))
    recipes = {recipe.id: recipe for video in videos for recipe in video.recipes}
    assert (len(recipes), sum(len(recipe.steps) for recipe in recipes.values())) == (69, 457)
    lost = ("empty_span", "reversed_times", "unreadable_high_level_activity_label")
    assert sum(len(video.activities) for video in videos) + sum(findings.dropped[reason] for reason in lost) == 1490
    assert findings.dropped.keys() == set(lost)
    movements = [movement for video in videos for movement in video.movements]
    assert (len(movements), len({(one.video_id, one.object_id) for one in movements})) == (19_812, 8_382)
    assert len({video.id for video in videos if video.movements}) == 156


def test_stretches_of_time_are_kept_or_joined(readings: tuple[list[Video], Findings]) -> None:
    videos, findings = readings
    with gzip.open(OFFICIAL / "high-level" / "complete_recipes.json.gz") as file:
        captures = [capture for recipe in json.load(file).values() for capture in recipe["captures"]]
    written = sum(
        len(spans) for one in captures for kind in ("step_times", "prep_times") for spans in one[kind].values()
    )
    written += sum(
        len(each[kind]) for one in captures for each in one["ingredients"].values() for kind in ("add", "weigh")
    )
    kept = sum(len(video.steps) + len(video.portions) for video in videos)
    assert kept + findings.repaired["overlapping_spans"] + findings.repaired["repeated_row"] == written


def test_ids_differ_and_facts_lie_in_their_videos(readings: tuple[list[Video], Findings]) -> None:
    videos, _ = readings
    facts = [fact for video in videos for fact in video.facts()]
    assert max(Counter(fact.id for fact in facts).values()) == 1
    assert all(0 <= fact.start < fact.end <= video.end for video in videos for fact in video.facts())
    assert [video.id for video in videos] == sorted(video.id for video in videos)


def test_masks_events_and_narrations_fill_in_what_the_copies_lack(tmp_path: Path) -> None:
    findings = Findings()
    events = make_inputs(FOLDER, tmp_path)
    videos = read(tmp_path, events=events, findings=findings)
    movements = [movement for video in videos for movement in video.movements]
    assert sum(bool(one.taken_from and one.put_on) for one in movements) > 4_000
    assert len({one.video_id for one in movements if one.put_on}) == 41  # all of P01, 5 of P02, 9 of P03
    assert not {one.taken_from for one in movements} & {"mid-air", "Null", "Free Space"}
    assert sum(len(video.narrations) for video in videos) > 7_000
    again = [path.read_bytes() for path in sorted(tmp_path.rglob("*.json*"))]
    make_inputs(FOLDER, tmp_path)
    assert again == [path.read_bytes() for path in sorted(tmp_path.rglob("*.json*"))]
