"""What a trainer makes of an answer."""

from dataclasses import dataclass
from typing import Literal

Fate = Literal["trained", "left out", "asked again", "run ends"]


@dataclass(frozen=True, slots=True)
class Made:
    """What becomes of one reply: the `reward` that the trainer takes, None where it takes none, and the `fate`.

    `flag`: what the trainer logs of a reply without a verdict, such as "unscored=1"; "" where it sees nothing of it.
    """

    reward: float | None
    fate: Fate = "trained"
    flag: str = ""
