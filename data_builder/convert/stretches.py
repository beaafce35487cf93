"""Which stretches of a video a question asks about: by the seconds in its stem, else by its clips."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from data_builder.convert.mcq import Mcq

NEAR = 1
"""Seconds between stretches that may still show the same: events are marked roughly."""
DIGIT = re.compile(r"\d")
AT = r"(\d{1,3}(?::\d\d){1,2}(?:\.\d{1,6})?|\d{1,6}(?:\.\d{1,6})?)"
UNIT = r"( ?(?:s|secs?|seconds?)\b)?"
TIMES = re.compile(
    rf"(?:\b([Bb]etween|[Ff]rom|[Aa]t|[Aa]round|[Aa]fter|[Bb]efore|[Uu]ntil|[Ss]ince|[Dd]uring) )?(?<![\w.:]){AT}{UNIT}"
    rf"(?:(?: and | to | ?[-–] ?){AT}{UNIT})?(?: of video (\d{{1,2}}))?"
)
"""One time with a word before it, such as "at 3 s", or two: "between 3 s and 0:05 of video 2"."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Seconds of a video; a moment ends where it starts, and what goes to the end of a video never ends."""

    video_id: str
    start: float
    end: float


def named(mcq: Mcq) -> tuple[Stretch, ...]:
    """The stretches that the stem names in seconds of the clips; none if it names none."""
    if not mcq.clips or not DIGIT.search(mcq.stem):
        return ()
    found = []
    for led, first, unit, second, unit_too, video in TIMES.findall(mcq.stem):
        if (unit or unit_too or ":" in first) and (led or second):
            clip = mcq.clips[int(video) - 1 if video and 0 < int(video) <= len(mcq.clips) else 0]
            start, end = sorted((_seconds(first), _seconds(second or first)))
            found.append(Stretch(clip.video_id, clip.start + start, clip.start + end))
    return tuple(found)


def whole(mcq: Mcq) -> tuple[Stretch, ...]:
    """All that the clips show."""
    return tuple(Stretch(clip.video_id, clip.start, math.inf if clip.end is None else clip.end) for clip in mcq.clips)


def meet(some: Sequence[Stretch], others: Sequence[Stretch]) -> bool:
    """Whether any two stretches of one video overlap or come near."""
    return any(
        max(one.start - other.end, other.start - one.end) <= NEAR
        for one in some
        for other in others
        if one.video_id == other.video_id
    )


def _seconds(written: str) -> float:
    """Seconds of a time such as "83.5" or "1:23.5"."""
    seconds = 0.0
    for part in written.split(":"):
        seconds = 60 * seconds + float(part)
    return seconds
