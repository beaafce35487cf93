"""What a trainer makes of an answer."""

import reprlib
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, TypeGuard

Fate = Literal["trained", "left out", "asked again", "run ends"]


@dataclass(frozen=True, slots=True)
class Made:
    """What becomes of one reply: the `reward` that the trainer takes, None where it takes none, and the `fate`.

    `flag`: what the trainer logs of a reply without a verdict, such as "unscored=1"; "" where it sees nothing of it.
    It may hold what the server said: show it as `printable`.
    """

    reward: float | None
    fate: Fate = "trained"
    flag: str = ""


RUN_ENDS = Made(None, "run ends")
"""What is called raises, or gives what is no reward, and nothing in the trainer catches that."""


def finite(value: Any) -> TypeGuard[float]:
    """Whether a value is a number to train on: finite as a float, and not true or false."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return isfinite(value)
    except OverflowError:  # an int beyond all floats
        return False


def short(value: Any) -> str:
    """What an answer holds, for a flag: text as it is, all else in few characters, however deep it is."""
    return value if isinstance(value, str) else reprlib.repr(value)[:60]
