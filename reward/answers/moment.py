"""A moment: a position in a clip, in seconds, right within a tolerance."""

import re
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Literal

from pydantic import Field

from reward.amounts import Exact
from reward.answers.base import BaseAnswer, Mark, right, says_nothing, undecided, wrong
from reward.assertion import asserted, negates
from reward.plain import wordset
from reward.surroundings import JOINTS, OPENINGS, QUALIFYING, doubted, or_so, stands
from reward.times import HOUR, Time, decimal, find_times, one_of, shown

LONGEST = 1e9
FROM_START = re.compile(r"\b(?:after|from|since) (?:the )?(?:very )?(?:start|beginning)\b", re.IGNORECASE)
OWN = wordset("time times timestamp moment position mark marks point minute seconds second s t pt")
CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):([0-5]\d)(?![\d:])")
"""Minutes and seconds, or hours and minutes."""
ELSEWHERE = QUALIFYING - {"or"}  # "1:15 or 75 s" says one time twice


class Moment(BaseAnswer[Exact]):
    """The key is `seconds` from the start of the clip; right within `tol` seconds of it."""

    kind: Literal["moment"] = "moment"
    seconds: float = Field(ge=0, le=LONGEST, allow_inf_nan=False)
    tol: float = Field(ge=0, le=LONGEST, allow_inf_nan=False)

    how: ClassVar[str] = "Answer with the time in seconds from the start of the clip."

    @property
    def hint(self) -> str:
        return "Answer: <seconds>"

    def read(self, text: str) -> Exact | Mark:
        assertion = asserted(text)
        if nothing := says_nothing(assertion, text):
            return nothing
        found = find_times(FROM_START.sub("in", text) if "start" in text or "beginning" in text else text)
        times, before, after = found.times, found.gaps[0], found.gaps[-1]
        if not times or any(time.seconds is None for time in times):
            return undecided("unread", text, "No time was read.")
        between = [word for gap in found.gaps[1:-1] for word in gap]
        time = one_of(times)
        if time is None or time.seconds is None:
            return self._several(text, times, before, between, after)
        if self.tol and assertion.mode == "hedged" and or_so(text):
            return undecided("qualified", text, "The reply gives a time for a rough one.")
        if assertion.mode in ("hedged", "negated"):
            return wrong(assertion.mode, text, "The reply names a time without asserting it.")
        if not self._asserts(text, before, after) or not ELSEWHERE.isdisjoint(between):
            return undecided("qualified", text, "The reply may not assert this time as it stands.")
        return time.seconds

    def _asserts(self, text: str, before: list[str], after: list[str]) -> bool:
        return stands(before, after, OWN, about=self.tol > 0) and not negates(text) and not doubted(text)

    def _several(self, text: str, times: list[Time], before: list[str], between: list[str], after: list[str]) -> Mark:
        """What a range or an enumeration is worth where one moment is asked for."""
        if all(time.seconds is not None and self._near(time.seconds) for time in times):
            return undecided("several_times", text, "The reply gives several times, all within the tolerance.")
        before = [word for word in before if word not in OPENINGS]
        if between and JOINTS.issuperset(between) and stands(before, after, OWN, about=True):
            return wrong("several_answers", text, "The reply gives several times.")
        return undecided("several_times", text, "The reply holds several times.")

    def grade(self, said: Exact) -> Mark:
        given = f"{shown(said)} s"
        if said == self._seconds:
            return right("equal", given)
        if self._near(said):
            return right("within_tolerance", given, f"Within {self.tol:g} s of the key.")
        return wrong("unequal", given, f"The time is more than {self.tol:g} s away from the key.")

    def mark(self, text: str, stem: str = "") -> Mark:
        """Read and grade; "14:20" may be the time of the day where the key is a late one."""
        mark = super().mark(text, stem)
        if mark.rule == "unequal" and (clock := CLOCK.search(text)):
            of_day = 60 * (60 * int(clock[1]) + int(clock[2]))
            if self.seconds >= HOUR or self._near(of_day):
                return undecided("clock", text, "The time may be in hours and minutes.")
        return mark

    def _near(self, seconds: Exact) -> bool:
        return abs(seconds - self._seconds) <= self._tol

    @cached_property
    def _seconds(self) -> Fraction:
        return Fraction(str(self.seconds))

    @cached_property
    def _tol(self) -> Fraction:
        return Fraction(str(self.tol))

    def gold(self) -> str:
        return f"Answer: {decimal(self.seconds)}"

    @property
    def chance(self) -> float:
        return 0.0
