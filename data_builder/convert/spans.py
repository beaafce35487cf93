"""Options that are places in time: moments and stretches of the clip.

How near a reply has to be follows from the options: it must never be as near to a wrong one.
"""

import re
from itertools import islice
from math import floor

from data_builder.convert.keys import MIXED, NARROW, Typed, Untyped, alike, proved
from data_builder.convert.mcq import Mcq
from reward.answers import Interval, Moment
from reward.times import decimal

Stretch = tuple[float, float]
"""Start and end in seconds."""
MOST_SECONDS, LEAST_SECONDS = 2.0, 0.5
"""The widest tolerance of a moment, and the narrowest that a reply can be asked to keep."""
OF_GAP = 0.45
LEAST_IOU, MOST_IOU = 0.5, 0.9
SHORTEST = 2.0
"""Seconds of a stretch below which half a second more or less decides."""
LONGEST, LONGEST_LIST = 60, 2_000
UNIT = r"(?: ?(?:s|secs?|seconds?|mins?|minutes?))"
TIME = rf"(?:(?:\d{{1,2}}:)?\d{{1,2}}:\d\d(?:\.\d{{1,6}})?|\d{{1,7}}(?:\.\d{{1,6}})?{UNIT}?)"
MOMENT = re.compile(rf"(?:at )?({TIME})(?: mark)?(?: of video \d{{1,2}})?\.?", re.IGNORECASE)
STRETCH = re.compile(
    rf"(?:from |between |at |during )?({TIME}) ?(?:to|until|and|[-–—]) ?({TIME})(?: of video \d{{1,2}})?",
    re.IGNORECASE,
)
BEGINS = re.compile(r"(?:from |between |at |during )?\d", re.IGNORECASE)
APART = re.compile(r"(?:,|;|, and) (?=(?:from |between |at |during )?\d)")
ASKS_TIME = re.compile(
    r"\bwhen\b|\b(?:what|which|starting|start|end|following|these) (?:times?|moments?|seconds?|points?)\b"
    r"|\b(?:timestamps?|segments?|intervals?|spans?)\b|\b(?:during|at) which\b|\b(?:time|video) range\b",
    re.IGNORECASE,
)
ASKS_LENGTH = re.compile(r"\bhow (?:long|much|many|often|far)\b|\bduration\b", re.IGNORECASE)
OF_A_VIDEO = re.compile(r"\b(?:videos?|clips?|footage|recording|timestamps?|film)\b", re.IGNORECASE)
OF_THE_DAY = re.compile(
    r"\b(?:clock|watch|phone|screen|display\w*|shows?|shown|dial|schedule|score|ratio|day|morning|noon|evening|night"
    r"|trains?|bus|flight|plane|news|alarm|oven|bak(?:e|es|ing)|timer|stores?|shops?|museum|departs?|arriv(?:e|es|al)"
    r"|recipe|meeting|appointment|open(?:s|ing)? hours?)\b",
    re.IGNORECASE,
)


def moment(mcq: Mcq) -> Typed | Untyped | None:
    """The key as a moment of the clip; None where it is none, or where the question asks for something else."""
    key = _moment(mcq.key)
    if key is None or not _asks_for(mcq):
        return None
    times = [_moment(option) for option in mcq.options]
    if any(" of video " in option for option in mcq.options):
        return Untyped("several_videos")
    found = [time for time in times if time is not None]
    if len(found) < len(times):
        return MIXED
    if (same := alike(found, mcq.correct)) is not None:
        return same
    gap = min(abs(time - key) for i, time in enumerate(found) if i != mcq.correct)
    tolerance = min(MOST_SECONDS, floor(1000 * OF_GAP * gap) / 1000)
    if tolerance < LEAST_SECONDS:
        return NARROW
    return Typed("moment", Moment(seconds=key, tol=tolerance), tuple(decimal(time) for time in found))


def _moment(option: str) -> float | None:
    """The time, with a unit or as a clock shows it, that an option is."""
    found = MOMENT.fullmatch(option.strip()) if len(option) <= LONGEST else None
    seconds, unit = _seconds(found[1]) if found else (None, None)
    return seconds if unit is not None else None


def _asks_for(mcq: Mcq) -> bool:
    """Whether a question asks for a time of its video; "10:30" may also be one of the day, or a score."""
    if not ASKS_TIME.search(mcq.stem) or ASKS_LENGTH.search(mcq.stem):
        return False
    if not mcq.clips or any(clip.images for clip in mcq.clips):
        return False  # a picture has no moments
    return ":" not in mcq.key or (OF_A_VIDEO.search(mcq.stem) is not None and not OF_THE_DAY.search(mcq.stem))


def _seconds(text: str) -> tuple[float | None, float | None]:
    """A time in seconds, and the unit that it is written in: 0 for a clock, None for none."""
    if ":" in text:
        seconds = 0.0
        parts = text.split(":")
        for part in parts:
            seconds = 60 * seconds + float(part)
        paired = all(len(part) == 2 and int(part) < 60 for part in (*parts[1:-1], parts[-1].partition(".")[0]))
        return (round(seconds, 6), 0) if paired else (None, 0)
    number = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
    name = text[len(number) :].strip().lower()
    unit = (60.0 if name.startswith("m") else 1.0) if name else None
    return round(float(number) * (unit or 1), 6), unit


def interval(mcq: Mcq) -> Typed | Untyped | None:
    """The key as a stretch of the clip; None where it is none. Wrong options may be several stretches."""
    key = _stretches(mcq.key, 2)
    if not key or not _asks_for(mcq):
        return None
    if any(" of video " in option for option in mcq.options):
        return Untyped("several_videos")
    if len(key) > 1:
        return Untyped("several_segments")
    if round(key[0][1] - key[0][0], 6) < SHORTEST:
        return Untyped("interval_too_short")
    options = [_stretches(option) for option in mcq.options]
    if not all(options):
        return MIXED
    overlaps = [_iou(key[0], one[0]) for i, one in enumerate(options) if i != mcq.correct and len(one) == 1]
    if (same := alike([tuple(option) for option in options], mcq.correct)) is not None:
        return same
    enough = least_iou(max(overlaps, default=0.0))
    if enough is None:
        return NARROW
    answer = Interval(start=key[0][0], end=key[0][1], min_iou=enough)
    candidates = tuple(", ".join(f"{decimal(start)} - {decimal(end)}" for start, end in option) for option in options)
    typed = Typed("interval", answer, candidates)
    return proved(typed, mcq.correct) if len(overlaps) < len(options) - 1 else typed


def _stretches(option: str, most: int | None = None) -> list[Stretch]:
    """The stretches that an option consists of, or the first of them; none where it holds anything else."""
    if not BEGINS.match(option) or len(option) > LONGEST_LIST:
        return []
    stretches: list[Stretch] = []
    for part in islice(APART.split(option.strip().rstrip(".")), most):
        found = STRETCH.fullmatch(part)
        stretch = _stretch(found[1], found[2]) if found else None
        if stretch is None:
            return []
        stretches.append(stretch)
    return stretches


def _stretch(start: str, end: str) -> Stretch | None:
    """From one time to the other, of which the first may leave its unit to the second."""
    (first, first_unit), (last, last_unit) = _seconds(start), _seconds(end)
    if first is None or last is None or last_unit is None or (first_unit == 0) != (last_unit == 0):
        return None
    if first_unit is None:
        first *= last_unit
    return (first, last) if first < last else None


def _iou(one: Stretch, other: Stretch) -> float:
    """The time that two stretches share, as a part of the time from the first start to the last end."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return max(shared, 0) / (max(one[1], other[1]) - min(one[0], other[0]))


def least_iou(nearest: float) -> float | None:
    """The overlap to ask for: half, or just more than the nearest wrong option has; None where that is too much."""
    enough = LEAST_IOU if nearest < LEAST_IOU - 1e-6 else (floor(100 * nearest + 1e-6) + 1) / 100
    return enough if enough <= MOST_IOU else None
