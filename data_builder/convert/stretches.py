"""Which stretches of a video a question asks about: by the seconds in its stem, else by its clips."""

import re
from collections.abc import Iterable

from data_builder.convert.mcq import Mcq
from reward.item import Clip

NEAR = 1.0
"""Seconds within which two stretches that are named in a stem may show the same: people mark an event roughly."""
AT = r"(\d{1,3}(?::\d\d){1,2}(?:\.\d{1,6})?|\d{1,6}(?:\.\d{1,6})?)"
UNIT = r"( ?(?:s|secs?|seconds?)\b)?"
TIMES = re.compile(
    rf"(?:\b([Bb]etween|[Ff]rom|[Aa]t|[Aa]round|[Aa]fter|[Bb]efore|[Uu]ntil|[Ss]ince|[Dd]uring) )?(?<![\w.:]){AT}{UNIT}"
    rf"(?:(?: and | to | ?[-–] ?){AT}{UNIT})?(?: of video (\d{{1,2}}))?"
)
"""One time with a word before it, such as "at 3 s", or two: "between 3 s and 0:05 of video 2"."""


def stretches(mcq: Mcq) -> tuple[Clip, ...]:
    """The stretches that the stem names in seconds of its clips, as seconds of the videos; none if it names none.

    A moment is a stretch that ends where it starts. Each of them is longer by NEAR at either end, halved.
    """
    if not mcq.clips or not any(char.isdigit() for char in mcq.stem):
        return ()
    found = []
    for led, first, unit, second, unit_too, video in TIMES.findall(mcq.stem):
        if not (unit or unit_too or ":" in first) or not (led or second):
            continue
        number = int(video or 1)
        clip = mcq.clips[number - 1 if 0 < number <= len(mcq.clips) else 0]
        start, end = sorted((_seconds(first), _seconds(second or first)))
        at = clip.start + start - NEAR / 2
        found.append(Clip.model_construct(video_id=clip.video_id, start=at, end=clip.start + end + NEAR / 2))
    return tuple(found)


def _seconds(written: str) -> float:
    """Seconds of a time such as "83.5" or "1:23.5"."""
    seconds = 0.0
    for part in written.split(":"):
        seconds = 60 * seconds + float(part)
    return seconds


def meet(some: Iterable[Clip], others: Iterable[Clip]) -> bool:
    """Whether any of these stretches share a moment of one video."""
    others = tuple(others)
    return any(_overlap(one, other) for one in some for other in others if one.video_id == other.video_id)


def _overlap(one: Clip, other: Clip) -> bool:
    return (other.end is None or one.start < other.end) and (one.end is None or other.start < one.end)
