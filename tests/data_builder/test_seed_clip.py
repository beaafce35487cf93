"""The clip P09_08 45-75 s of the real annotations: its keys, written out by hand from its sounds and actions.

Sounds, in seconds from the start of the clip: 1.2-1.5 metal-only | 2.7-4.0 water | 3.8-8.3 stir / mix / whisk | 8.9-9.9
water | 9.4-9.9 metal-only | 10.4-11.6 pour | 12.1-12.6 metal / ceramic | 12.6-16.6 water | 17.4-19.2 pour | 22.3-22.6
scrub / … / wipe | 26.1-26.5 cut / chop | 28.2-28.4 cut / chop.
Actions: 0-0.2 take plate (cut) | 1.8-4.3 pour water on plate | 4.8-8.5 wash blueberries | 8.9-11.4 rinse blueberries |
12.5-17.3 wash blueberries | 17.4-19.6 rinse blueberries | 26.1-27.1 open cabinet | 27.7-30.1 take honey (cut).
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from data_builder.facts import Video
from data_builder.question import BaseQuestion
from data_builder.sources.epic_sounds import read

START = 45.0
Ask = Callable[..., tuple[list[BaseQuestion], list[str]]]


@pytest.fixture
def video(data_folder: Path) -> Video:
    sounds = data_folder / "epic-sounds" / "EPIC_Sounds_validation.csv.gz"
    narrations = data_folder / "epic-kitchens-100" / "EPIC_100_validation.csv.gz"
    return next(video for video in read(sounds, narrations) if video.id == "P09_08")


def test_sound_events(video: Video, ask: Ask) -> None:
    questions, drops = ask("easy_sound_event", video, START)
    assert {q.asked["seconds"] - START: (q.key.label, q.evidence) for q in questions} == {
        1: ("metal-only collision", ("P09_08_12",)),
        6: ("stir / mix / whisk", ("P09_08_14",)),
        11: ("pour", ("P09_08_17",)),
        15: ("water", ("P09_08_19",)),
        18: ("pour", ("P09_08_20",)),
        22: ("scrub / scrape / scour / wipe", ("P09_08_21",)),
        26: ("cut / chop", ("P09_08_22",)),
        28: ("cut / chop", ("P09_08_23",)),
    }
    # the first two waters and the second and third collision sound together with something else
    assert drops == ["several_sounds"] * 4


def test_objects(video: Video, ask: Ask) -> None:
    questions, drops = ask("easy_object", video, START)
    assert [(q.asked["seconds"] - START, q.key.text) for q in questions] == [
        (7, "blueberry"),
        (10, "blueberry"),
        (15, "blueberry"),
        (18, "blueberry"),
    ]
    # water is poured on the plate, and the honey is taken less than a second after the cabinet was opened
    assert drops == ["several_objects_narrated", "several_objects"]
    # the plate was taken at 44 s; the berries of 26 s are the blueberries
    wrong = {option.text for question in questions[:3] for option in question.wrong}
    assert wrong == {"cabinet", "refrigerator"}


def test_no_sound_singles_out_one_action(video: Video, ask: Ask) -> None:
    # heard once: stirring (from pouring water into washing), metal / ceramic (ends as washing begins), scrubbing (at
    # nothing)
    reasons = {"sound_heard_again": 9}
    for subtype, more in {
        "easy_sound_object": ["several_objects_narrated", "sound_outlasts_action", "no_action"],
        "low_sound_movement": ["several_actions", "sound_outlasts_action", "no_action"],
    }.items():
        questions, drops = ask(subtype, video, START)
        assert not questions
        assert sorted(drops) == sorted([*more, *(reason for reason, n in reasons.items() for _ in range(n))])


def test_counts(video: Video, ask: Ask) -> None:
    questions, drops = ask("sound_count", video, START)
    assert {q.asked["sound"]: q.key.text for q in questions} == {
        "metal-only collision": "2",
        "cut / chop": "2",
        "stir / mix / whisk": "1",
        "metal / ceramic collision": "1",
        "scrub / scrape / scour / wipe": "1",
    }
    assert drops == ["confusable_sound"] * 2  # water and pouring


def test_order(video: Video, ask: Ask) -> None:
    onsets = {
        "metal-only collision": 46.163,
        "stir / mix / whisk": 48.842,
        "metal / ceramic collision": 57.109,
        "scrub / scrape / scour / wipe": 67.279,
        "cut / chop": 71.127,
    }
    [question], _ = ask("sound_order", video, START)
    named = question.key.label.split(" < ")
    assert named == sorted(named, key=onsets.__getitem__)
    assert onsets[named[2]] - onsets[named[0]] > 15


def test_the_longest_sound_is_undecided_as_stirring_is_hardly_longer_than_water(video: Video, ask: Ask) -> None:
    assert ask("longest_sound", video, START) == ([], ["no_clear_margin"])
