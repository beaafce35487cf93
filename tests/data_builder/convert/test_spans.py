"""Moments and stretches: how they are read, and how near a reply has to be."""

import pytest

from data_builder.convert.mcq import Mcq
from data_builder.convert.values import Typed, Untyped, typed
from data_builder.gate import faults
from reward.answers import Answer, Interval, Moment
from reward.item import Clip, Item, ask

WHEN = "When in the video does it happen?"


def asked(*options: str, key: int = 0, stem: str = WHEN) -> Mcq:
    return Mcq("1", "set", "file", "file:1", stem, options, key, (Clip(video_id="v", start=0),))


def key_of(*options: str, key: int = 0, stem: str = WHEN) -> Answer:
    """The key, which passes the gate."""
    found = typed(asked(*options, key=key, stem=stem))
    assert isinstance(found, Typed), found
    item = Item(question=ask(stem, found.answer, "short", found.how), answer=found.answer, candidates=found.candidates)
    assert set(faults(item)) <= {"time_outside_clip"}  # there is no clip
    return found.answer


@pytest.mark.parametrize(
    ("options", "seconds", "tol"),
    [
        (("80 s", "90.5 s"), 80, 2),
        (("at 80 s", "at 83 s"), 80, 1.35),
        (("603.693 s", "771.326 s"), 603.693, 2),
        (("1:20", "1:24"), 80, 1.8),
        (("00:01:20", "00:02:00"), 80, 2),
        (("00:01:20.500", "80 s", "2:00"), 80.5, None),
        (("2 minutes", "3 min"), 120, 2),
    ],
)
def test_a_moment_is_read(options: tuple[str, ...], seconds: float, tol: float | None) -> None:
    if tol is None:
        assert typed(asked(*options)) == Untyped("tolerance_too_narrow")
    else:
        assert key_of(*options) == Moment(seconds=seconds, tol=tol)


@pytest.mark.parametrize(
    ("options", "stem", "reason"),
    [
        (("80 s", "81 s"), WHEN, "tolerance_too_narrow"),
        (("80 s", "1:20"), WHEN, "same_values"),
        (("90 s", "80 s", "1:20"), WHEN, "wrong_options_alike"),
        (("80 s", "later"), WHEN, "different_kinds"),
        (("80 s of video 1", "80 s of video 2"), WHEN, "several_videos"),
        (("1:20", "2:20"), "What time is it on the clock in the video?", "text"),
        (("1:20", "2:20"), "When does the train leave?", "text"),
        (("2:1", "3:1"), WHEN, "text"),
        (("1:75", "3:10"), WHEN, "text"),
    ],
)
def test_no_moment(options: tuple[str, ...], stem: str, reason: str) -> None:
    assert typed(asked(*options, stem=stem)) == Untyped(reason)


def test_how_long_is_a_number() -> None:
    found = typed(asked("80 s", "90 s", stem="How long does it take?"))
    assert isinstance(found, Typed)
    assert (found.sort, found.how) == ("number", "Answer with a number in seconds (s).")


@pytest.mark.parametrize(
    ("option", "start", "end"),
    [
        ("From 10 s to 20 s", 10, 20),
        ("10.5 s to 20.25 s", 10.5, 20.25),
        ("0:10-0:20", 10, 20),
        ("00:00:10 - 00:01:20.5", 10, 80.5),
        ("from 10 to 20 seconds", 10, 20),
        ("Between 10 and 20 seconds.", 10, 20),
        ("34.7s-75.8s", 34.7, 75.8),
        ("At 1 to 2 minutes", 60, 120),
    ],
)
def test_a_stretch_is_read(option: str, start: float, end: float) -> None:
    assert key_of(option, "200 s to 300 s" if ":" not in option else "3:00 to 4:00") == Interval(
        start=start, end=end, min_iou=0.5
    )


@pytest.mark.parametrize(
    "option",
    ["10-20", "10 to 20", "20 s to 10 s", "10 s to 10 s", "1:10 to 90 s", "10 s", "from 10 s", "10 s to the end"],
)
def test_no_stretch(option: str) -> None:
    assert not isinstance(found := typed(asked(option, "30 s to 40 s")), Typed) or found.sort != "interval"


def test_wrong_options_may_be_several_stretches() -> None:
    found = typed(asked("10 s to 20 s", "30 s to 40 s, 50 s to 60 s", "10 s to 20 s, 30 s to 40 s", key=0))
    assert isinstance(found, Typed)
    assert found.candidates == ("10 - 20", "30 - 40, 50 - 60", "10 - 20, 30 - 40")
    assert [found.answer.mark_reply(f"Answer: {text}")[0].score for text in found.candidates] == [1, 0, 0]


def test_the_overlap_goes_above_that_of_wrong_options() -> None:
    answer = key_of("0 s to 10 s", "0 s to 6 s", "20 s to 30 s")
    assert isinstance(answer, Interval)
    assert answer.min_iou == pytest.approx(0.61)
    half = key_of("0 s to 10 s", "0 s to 5 s")
    assert isinstance(half, Interval)
    assert half.min_iou == pytest.approx(0.51)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("0 s to 10 s", "0 s to 9.5 s"), "tolerance_too_narrow"),
        (("0 s to 10 s", "From 0 s to 10 s"), "same_values"),
        (("0 s to 10 s", "20 s to 30 s", "20 to 30 s"), "wrong_options_alike"),
        (("0 s to 10 s, 20 s to 30 s", "40 s to 50 s"), "several_segments"),
        (("0 s to 10 s of video 1", "0 s to 10 s of video 2"), "several_videos"),
        (("0 s to 10 s", "never"), "different_kinds"),
    ],
)
def test_what_cannot_be_proved_says_why(options: tuple[str, ...], reason: str) -> None:
    assert typed(asked(*options)) == Untyped(reason)


def test_a_range_of_lengths_is_no_stretch() -> None:
    assert typed(asked("10 to 20 seconds", "20 to 30 seconds", stem="How long does it take?")) == Untyped("text")
    assert typed(asked("10:00-12:00", "12:00-14:00", stem="When is the shop open?")) == Untyped("text")


def test_a_stretch_of_less_than_two_seconds_is_too_short() -> None:
    assert typed(asked("10 s to 11.9 s", "30 s to 40 s")) == Untyped("interval_too_short")
    assert key_of("10.1 s to 12.1 s", "30 s to 31 s") == Interval(start=10.1, end=12.1, min_iou=0.5)
