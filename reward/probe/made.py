"""What a trainer makes of an answer."""

from dataclasses import dataclass
from typing import Literal

Fate = Literal["trained", "left out", "asked again", "run ends"]


@dataclass(frozen=True, slots=True)
class Made:
    """What becomes of one reply: the `reward` that the trainer takes, None where it takes none, and the `fate`.

    `flag`: what the trainer sees or logs of a reply that has no verdict, such as "unscored=1"; "" where it sees nothing.
    """

    reward: float | None
    fate: Fate = "trained"
    flag: str = ""
