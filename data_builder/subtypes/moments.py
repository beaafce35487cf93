"""Moments: how a fact is singled out in a clip, by a time, "about 12 seconds into the clip", or as the only one of a
stretch of it, "between 10 and 20 seconds into the clip".
"""

import random
from collections.abc import Iterable, Iterator
from math import ceil, floor

from data_builder.facts import Fact, overlaps
from data_builder.levels import proven
from data_builder.question import BaseQuestion, require
from data_builder.windows import Window

ABOUT = 1.0
"""Seconds: "about 12 seconds" may be any time from 11 to 13, so nothing else may be true in between."""
CLEAR = 0.2
"""Seconds between a fact, or one that is like it, and the edge of a stretch: annotated edges are not exact."""
SHORTEST, LONGEST = 4, 60
"""Seconds of a stretch: long ones hold more of the other options, so that the times alone do not tell."""

Stretch = tuple[float, float]
"""Two times of the video, whole seconds after the start of the clip, or the whole clip."""


def clips(window: Window, length: float, step: float) -> Iterator[Window]:
    """Clips of a whole video, each a step later; the last one ends with the video.

    Where the user wants clips of another length, it is that one, and the step half of it.
    """
    length, step = (window.usual, window.usual / 2) if window.usual else (length, step)
    start = window.start
    while True:
        yield (clip := window.cut(start, start + length))
        if clip.end >= window.end:
            break
        start += step


def clip_around(window: Window, fact: Fact, length: float) -> Window:
    """A clip of a whole video that holds a fact; where in it the fact lies is by chance."""
    start = random.Random(fact.id).uniform(fact.end + ABOUT - length, fact.start - ABOUT)
    start = min(max(start, window.start), max(window.end - length, window.start))
    return window.cut(start, start + length)


def whole_second(window: Window, fact: Fact) -> int:
    """The whole second of the clip that is nearest to the middle of the fact.

    Raises Undecidable where that is less than `ABOUT` from an edge of the clip: what lies beyond it is not known.
    """
    second = int((fact.start + fact.end) / 2 - window.start + 0.5)
    require(ABOUT <= second <= window.length - ABOUT, "edge_of_clip")
    return second


def seconds(number: int) -> str:
    return f"{number} second{'' if number == 1 else 's'}"


def into_clip(window: Window, at: float) -> str:
    """How a time of the video, a whole number of seconds after the clip's start, is told: "About 12 seconds into …"."""
    return f"About {seconds(round(at - window.start))} into the clip"


def stretch_of(window: Window, fact: Fact, like: Iterable[Fact]) -> Stretch:
    """A stretch of the clip that holds a fact and nothing of the others that are like it: the whole clip if it can be.

    Otherwise it is as long as there is room, and where in it the fact lies is by chance. Raises Undecidable
    where the others leave no room for a stretch.
    """
    others = [other for other in like if other is not fact and overlaps(other, window.start, window.end)]
    if not others:
        return window.start, window.end
    before = (other.end + CLEAR for other in others if other.start <= fact.start)
    after = (other.start - CLEAR for other in others if other.start > fact.start)
    first = ceil(max(before, default=window.start) - window.start)
    last = floor(min(after, default=window.end) - window.start)
    earliest, latest = max(0, floor(fact.start - CLEAR - window.start)), ceil(fact.end + CLEAR - window.start)
    length = min(max(LONGEST, latest - earliest), last - first)
    require(first <= earliest and latest <= last and length >= SHORTEST, "heard_or_done_again_soon")
    start = random.Random(fact.id).randint(max(first, latest - length), min(earliest, last - length))
    return window.start + start, window.start + start + length


def between(window: Window, stretch: Stretch) -> str:
    """How a stretch is told, after a blank: " between 10 and 20 seconds into the clip"; "" for the whole clip."""
    if stretch == (window.start, window.end):
        return ""
    first, last = (round(time - window.start) for time in stretch)
    return f" between {first} and {seconds(last)} into the clip"


def at_its_level(question: BaseQuestion) -> BaseQuestion:
    """The question, if its evidence has the structure of its level; raises Undecidable otherwise.

    For questions that would make little sense at another level: a count that one half of the clip gives.
    """
    require(proven(question) == question.level, "other_level")
    return question
