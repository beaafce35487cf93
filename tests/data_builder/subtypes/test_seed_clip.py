"""The clip P09_08 45-75 s of the real annotations: its keys, written out by hand from its sounds and actions.

Sounds, in seconds from the start of the clip: 1.2-1.5 metal-only | 2.7-4.0 water | 3.8-8.3 stir / mix / whisk | 8.9-9.9
water | 9.4-9.9 metal-only | 10.4-11.6 pour | 12.1-12.6 metal / ceramic | 12.6-16.6 water | 17.4-19.2 pour | 22.3-22.6
scrub / … / wipe | 26.1-26.5 cut / chop | 28.2-28.4 cut / chop. In no class: 2.0-2.7 and 24.6-25.2 clang / clatter.
Actions: 0-0.2 take plate (cut) | 1.8-4.3 pour water on plate | 4.8-8.5 wash blueberries | 8.9-11.4 rinse blueberries |
12.5-17.3 wash blueberries | 17.4-19.6 rinse blueberries | 26.1-27.1 open cabinet | 27.7-30.1 take honey (cut).
"""

import pytest

from data_builder.sources.epic_sounds import read
from data_builder.sources.findings import Findings
from data_builder.subtypes.narrated import easy_action
from data_builder.subtypes.sounds import easy_sound_event, sound_order

CLIP = 45.0, 75.0


@pytest.fixture
def video(data_folder):
    videos = read(
        [data_folder / "epic-sounds" / "EPIC_Sounds_validation.csv.gz"],
        narrations=[data_folder / "epic-kitchens-100" / "EPIC_100_validation.csv.gz"],
        not_categorised=data_folder / "epic-sounds" / "sound_events_not_categorised.csv.gz",
        findings=Findings(),
    )
    return next(video for video in videos if video.id == "P09_08")


def test_sound_events(video, ask):
    questions, drops = ask(easy_sound_event, video, *CLIP)
    assert {q.asked["seconds"] - CLIP[0]: (q.key.label, q.evidence) for q in questions} == {
        1: ("metal-only collision", ("P09_08_12",)),
        6: ("stir / mix / whisk", ("P09_08_14",)),
        11: ("pour", ("P09_08_17",)),
        15: ("water", ("P09_08_19",)),
        18: ("pour", ("P09_08_20",)),
        22: ("scrub / scrape / scour / wipe", ("P09_08_21",)),
        28: ("cut / chop", ("P09_08_23",)),
    }
    # a clatter sounds next to the first water and the first chopping; the second water and the second and third
    # collision sound together with something else
    assert sorted(drops) == ["several_sounds"] * 3 + ["sound_of_no_class"] * 2


def test_actions(video, ask):
    questions, _ = ask(easy_action, video, *CLIP)
    assert {q.asked["seconds"] - CLIP[0]: q.key.text for q in questions} == {
        3: "pour water on plate",
        7: "wash blueberries",
        10: "rinse blueberries",
        15: "wash blueberries",
    }


def test_order(video, ask):
    onsets = {
        "metal-only collision": 46.163,
        "stir / mix / whisk": 48.842,
        "scrub / scrape / scour / wipe": 67.279,
        "cut / chop": 71.127,
        "water": 47.662,
    }
    questions, _ = ask(sound_order, video, *CLIP)
    assert questions
    for question in questions:
        names = question.asked["sounds"].split("; ")
        order = sorted(range(3), key=lambda i: onsets[names[i]])
        assert question.key.text == ", ".join(str(i + 1) for i in order)
