"""Tags of HD-EPIC in plain words."""

import pytest

from data_builder.convert.mcq import Mcq
from data_builder.convert.tags import OF_BOXES, BrokenTag, quoted, spoken
from reward.item import Clip

WHOLE = Clip(video_id="P01-a", start=0)
OTHER = Clip(video_id="P01-b", start=0)
CUT = Clip(video_id="P01-a", start=600, end=660)


def asked(stem: str, *options: str, clips: tuple[Clip, ...] = (WHOLE,)) -> Mcq:
    return Mcq("1", "hd-epic-vqa", "file", "file:1", stem, options or ("cup", "pan"), 0, clips)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Where is it at <TIME 00:03:42.733 video 1>?", "Where is it at 222.733 s?"),
        ("How often in <TIME 00:03:1.8 video 1>?", "How often at 181.8 s?"),
        ("Between <TIME 00:08:4.667 video 1> and <TIME 01:00:00.000 video 1>?", "Between 484.667 s and 3600 s?"),
        ("The direction I am looking at <TIME 00:00:27.2 video 1>", "The direction I am looking in at 27.2 s"),
        ("In <BBOX 419.3 759.8 946.8 1122.7>?", "In bounding box [760, 419, 1123, 947]?"),
        ("Opened the bounding box <BBOX 0 1 20 30>?", "Opened the bounding box [1, 0, 30, 20]?"),
        ("The object <BBOX 1 2 30 40> seen", "The object in bounding box [2, 1, 40, 30] seen"),
        ("Identified by <BBOX 1 2 30 1408.0>", "Identified by bounding box [2, 1, 1408, 30]"),
        ("Why was <pick up cup> performed in video 1?", "Why was <pick up cup> performed in the video?"),
        ("Why was <pick up cup> performed?", "Why was <pick up cup> performed?"),
    ],
)
def test_tags_become_words(written: str, meant: str) -> None:
    assert spoken(asked(written)).stem.removesuffix(f" {OF_BOXES}") == meant


def test_a_question_without_tags_is_the_same() -> None:
    plain = asked("What is in video 1?", "a  cup", "a pan")
    assert spoken(plain) is plain


def test_times_count_from_the_start_of_the_clip() -> None:
    question = asked("From <TIME 00:10:00.000 video 1> to <TIME 00:10:02.500 video 1>?", clips=(CUT,))
    assert spoken(question).stem == "From 0 s to 2.5 s?"


def test_options_are_put_into_words_too() -> None:
    span = "<TIME 00:00:10.000 video 1> to <TIME 00:00:14.500 video 1> (video 1)"
    assert spoken(asked("When?", span, f"{span}, {span}")).options == (
        "10 s to 14.5 s",
        "10 s to 14.5 s, 10 s to 14.5 s",
    )


def test_a_video_is_named_only_among_several() -> None:
    options = (
        "<TIME 00:00:10.000 video 2> to <TIME 00:00:14.500 video 2> (video 2)",
        "<TIME 00:00:10.000 video 1>",
        "<TIME 00:00:10.000 video 1> to <TIME 00:00:14.500 video 2>",
    )
    assert spoken(asked("When?", *options, clips=(WHOLE, OTHER))).options == (
        "10 s to 14.5 s of video 2",
        "10 s of video 1",
        "10 s of video 1 to 14.5 s of video 2",
    )
    assert spoken(asked("When?", "<TIME 00:00:10.000 video 1>", "x", clips=(WHOLE, WHOLE))).options[0] == "10 s"


@pytest.mark.parametrize(
    ("stem", "clips"),
    [
        ("At <TIME 00:09:00.000 video 1>?", (CUT,)),
        ("At <TIME 00:12:00.000 video 1>?", (CUT,)),
        ("At <TIME 00:10:00.000 video 2>?", (CUT,)),
        ("At <TIME 00:10:00.000 video 0>?", (CUT,)),
        ("At <TIME 10:00 video 1>?", (WHOLE,)),
        ("At <TIME 00:00:01e9 video 1>?", (WHOLE,)),
        ("In <BBOX 10 10 10 20>?", (WHOLE,)),
        ("In <BBOX 10 10 10.3 20>?", (WHOLE,)),
        ("In <BBOX 30 10 20 20>?", (WHOLE,)),
        ("In <BBOX 1500 10 1600 20>?", (WHOLE,)),
        ("In <BBOX 1 2 3>?", (WHOLE,)),
    ],
)
def test_a_broken_tag_is_told(stem: str, clips: tuple[Clip, ...]) -> None:
    with pytest.raises(BrokenTag):
        spoken(asked(stem, clips=clips))


def test_a_time_at_the_rounded_end_of_its_clip_is_no_broken_one() -> None:
    assert spoken(asked("At <TIME 00:11:00.100 video 1>?", clips=(CUT,))).stem == "At 60.1 s?"
    assert spoken(asked("At <TIME 00:09:59.900 video 1>?", clips=(CUT,))).stem == "At 0 s?"


def test_a_box_says_what_it_counts_in() -> None:
    assert spoken(asked("What is in <BBOX 1 2 30 40>?")).stem.endswith("in pixels of a frame of 1408 x 1408.")


def test_a_question_ends_as_one() -> None:
    assert spoken(asked("What is cut")).stem == "What is cut?"
    assert spoken(asked("Cut:")).stem == "Cut:"


def test_an_action_stands_in_quotation_marks() -> None:
    assert quoted("Why is <pick up cup> done?") == "Why is “pick up cup” done?"
