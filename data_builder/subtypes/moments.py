"""Moments: a fact's time as a viewer of the clip can be told it, "about 12 seconds into the clip"."""

from data_builder.facts import Fact
from data_builder.question import require
from data_builder.windows import Window

ABOUT = 1.0
"""Seconds: "about 12 seconds" may be any time from 11 to 13, so nothing else may be true in between."""


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
