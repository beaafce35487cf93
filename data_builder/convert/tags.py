"""Tags of HD-EPIC's questions in plain words: times become seconds of the clip, boxes the corners that they have.

`<TIME 00:03:42.733 video 1>` counts from the start of the video, `<BBOX ymin xmin ymax xmax>` in pixels of a frame of
1408 x 1408. Only these two are tags; what else stands in angle brackets is left as it is.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from data_builder.convert.mcq import Mcq
from reward.times import decimal

SIDE = 1408
"""The width and height of HD-EPIC's frames, in pixels."""
SLACK = 0.5
"""Seconds by which a time may lie outside its clip, since cuts are rounded."""
ONE_TIME = r"<TIME (\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?) video (\d{1,2})>"
TIME = re.compile(ONE_TIME)
SPAN = re.compile(rf"{ONE_TIME} to {ONE_TIME}(?: ?\(video \d{{1,2}}\))?")
NUMBER = r"(-?\d{1,5}(?:\.\d{1,20})?)"
BOX = re.compile(rf"<BBOX {NUMBER} {NUMBER} {NUMBER} {NUMBER}>")
# What stands before a tag, in the words that fit what takes its place.
PREPOSITIONS = (
    ("looking at <TIME", "looking in at <TIME"),
    (" in <TIME", " at <TIME"),
    (" object <BBOX", " object in <BBOX"),
)
NAMED_BOX = re.compile(r"(?<!bounding box )<BBOX")
VIDEO_1 = re.compile(r"\bvideo 1\b")


ACTION = re.compile(r"<((?!(?:image|img|video|audio|frame)\b|/)[^<>]{1,200})>")
QUESTION = re.compile(r"(?:what|which|who|whose|where|when|why|how)\b", re.IGNORECASE)
OF_BOXES = f"A bounding box is [left, top, right, bottom] in pixels of a frame of {SIDE} x {SIDE}."


def quoted(stem: str) -> str:
    """A question with the action that stands in angle brackets in quotation marks."""
    return ACTION.sub(r"“\1”", stem) if "<" in stem else stem


class BrokenTag(ValueError):
    """A tag that says nothing: a time outside its clip, a video that is not there, a box without area.

    Where the question stands is for the caller to add.
    """


def spoken(mcq: Mcq) -> Mcq:
    """The same question with its tags in plain words; the very same where it has none.

    Times are in seconds from the start of the clip ("222.733 s", and "222.733 s of video 2" among several videos),
    boxes are [xmin, ymin, xmax, ymax] in whole pixels. Raises BrokenTag.
    """
    if mcq.stem[-1:].isalnum() and QUESTION.match(mcq.stem):
        mcq = replace(mcq, stem=f"{mcq.stem}?")
    if "<" not in mcq.stem and not any("<" in option for option in mcq.options):
        return mcq
    one = len(set(mcq.videos)) < 2
    lists = tuple(tuple(_spoken(text, mcq, one) for text in options) for options in mcq.lists)
    options = tuple(_spoken(text, mcq, one) for text in mcq.options)
    stem = _spoken(mcq.stem, mcq, one)
    if "bounding box [" in stem:
        stem = f"{stem} {OF_BOXES}"
    return replace(mcq, stem=stem, options=options, lists=lists)


def _spoken(text: str, mcq: Mcq, one: bool) -> str:
    if "<TIME" in text or "<BBOX" in text:
        for written, meant in PREPOSITIONS:
            text = text.replace(written, meant)
        text = SPAN.sub(_speaker(mcq, one), text)
        text = TIME.sub(_speaker(mcq, one), text)
        text = BOX.sub(_box, NAMED_BOX.sub("bounding box <BBOX", text))
        if "<TIME" in text or "<BBOX" in text:
            raise BrokenTag(f"a tag cannot be read: {text[text.index('<') :][:60]!r}")
        text = " ".join(text.split())
    return VIDEO_1.sub("the video", text) if one and "video 1" in text else text


def _speaker(mcq: Mcq, one: bool) -> Callable[[re.Match[str]], str]:
    """What puts one time, or two of one video with "to" between them, into words."""

    def say(found: re.Match[str]) -> str:
        parts = found.groups()
        times = [_seconds(mcq, *parts[i : i + 4]) for i in range(0, len(parts), 4)]
        videos = parts[3::4]
        said = [f"{decimal(seconds)} s" for seconds in times]
        if not one and len(set(videos)) > 1:
            return " to ".join(f"{time} of video {video}" for time, video in zip(said, videos, strict=True))
        return " to ".join(said) + ("" if one else f" of video {videos[0]}")

    return say


def _seconds(mcq: Mcq, hours: str, minutes: str, seconds: str, video: str) -> float:
    """Seconds from the start of the clip of a video, to the millisecond."""
    at, number = 3600 * int(hours) + 60 * int(minutes) + float(seconds), int(video)
    if not 1 <= number <= max(len(mcq.clips), 1):
        raise BrokenTag(f"a tag names video {number}, and there are {len(mcq.clips)}")
    clip = mcq.clips[number - 1] if mcq.clips else None
    start, end = (clip.start, clip.end) if clip else (0.0, None)
    if at < start - SLACK or (end is not None and at > end + SLACK):
        raise BrokenTag(f"the time {at:g} s lies outside the clip of video {number}")
    return round(max(at, start) - start, 3)


def _box(found: re.Match[str]) -> str:
    top, left, bottom, right = (min(max(round(float(edge)), 0), SIDE) for edge in found.groups())
    if left >= right or top >= bottom:
        raise BrokenTag(f"{found[0]} has no area; a box is written as ymin xmin ymax xmax")
    return f"[{left}, {top}, {right}, {bottom}]"
