"""An interval: a stretch of a clip, in seconds, right when it overlaps the key's enough."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.amounts import Exact
from reward.answers.base import BaseAnswer, Mark, says_nothing, undecided, wrong
from reward.answers.moment import LONGEST, OWN
from reward.assertion import asserted, negates
from reward.plain import wordset
from reward.surroundings import ABOUT, ARTICLES, MARKS, QUALIFYING, doubted, or_so, stands
from reward.text import Reading
from reward.times import DECIMAL_COMMA, UNITS, Time, Times, decimal, find_times, shown

FROM_START = re.compile(
    r"\bfrom the (?:very )?(?:start|beginning)(?: of the (?:clip|video|recording))?(?= (?:to|until|till|through|up)\b)",
    re.IGNORECASE,
)
FIRST = re.compile(
    r"^\W{0,9}(?:(?:during|for|over) )?(?:the )?(?:very )?first (?=[\w.]{1,12} (?:s|secs?|seconds?|mins?|minutes?)\b)",
    re.IGNORECASE,
)
LEAST_IOU = 0.05
"""An overlap below this says nothing."""
TOKEN = re.compile(r"<\|(\d{1,9}(?:\.\d{1,9})?)\|>")
"""A time as some models write it."""
TAG = re.compile(r"</?(?:time|interval|span|segment)>", re.IGNORECASE)
DECIMAL_BOUNDS = re.compile(r"\d,\d{1,3} ?(?:to|until|[-–—]) ?\d{1,9},\d")
PAIR = re.compile(r"(\d{1,12}(?:\.\d{1,12})?),(\d{1,12}(?:\.\d{1,12})?)")
START = wordset("start starts started starting begin begins began beginning from onset commencing commences")
END = wordset("end ends ended ending finish finishes finished finishing stop stops stopped stopping until till offset")
LENGTH = wordset("for lasting lasts lasted duration length")
TO = wordset("to through thru until till - – — -- − ‐ ‑ ‒ -> --> → —> –> ⇒ ➡ ~ 〜 , ; .. ... |") | {"\n"}
AND = wordset("and & /")
ROLES = {
    "between": "between",
    **dict.fromkeys(TO, "to"),
    **dict.fromkeys(LENGTH, "length"),
    **dict.fromkeys(END, "end"),
    **dict.fromkeys(START, "start"),
}
# What may stand between a word such as "starts" and its time.
LINKS = wordset("at time timestamp is was are = : of up ( ) [ ] t s second seconds mark point th st nd rd exactly")
LINKS |= ABOUT | ARTICLES
LEADS = wordset("between during in interval segment span range window period are times timestamps [ to")
LEADS |= START | LENGTH
AROUND = OWN | LEADS
QUALIFIERS = QUALIFYING - LEADS - END - TO - AND - {"long", "total", "both"}
AND_TO, BETWEEN = AND | TO, TO | LINKS | START | END
JOINED = TO | AND | LINKS | START | END | wordset("or then also between")


@dataclass(frozen=True, slots=True)
class Stretch:
    """From `start` to `end`, in seconds."""

    start: Exact
    end: Exact

    def __str__(self) -> str:
        return f"{shown(self.start)} - {shown(self.end)} s"


class Interval(BaseAnswer[Stretch]):
    """The key runs from `start` to `end`; right when intersection over union with it is at least `min_iou`."""

    kind: Literal["interval"] = "interval"
    start: float = Field(ge=0, le=LONGEST, allow_inf_nan=False)
    end: float = Field(ge=0, le=LONGEST, allow_inf_nan=False)
    min_iou: float = Field(ge=LEAST_IOU, le=1, allow_inf_nan=False)

    how: ClassVar[str] = "Answer with the start and the end in seconds from the start of the clip."

    @model_validator(mode="after")
    def _ends_after_start(self) -> Self:
        if self.end <= self.start:
            raise ValueError(f"end: {self.end} is not after the start {self.start}; give the later time as the end")
        return self

    @property
    def hint(self) -> str:
        return "Answer: <start - end, in seconds>"

    def read(self, text: str) -> Stretch | Mark:
        assertion = asserted(text)
        if nothing := says_nothing(assertion, text):
            return nothing
        text = TAG.sub(" ", text) if "<" in text else text
        text = FIRST.sub("from 0 s to ", text)
        found = find_times(FROM_START.sub("from 0 s", text) if "from the" in text.lower() else text)
        found = _unpaired(found) if "," in text else found
        times, gaps = _with_decimals(found.times), found.gaps
        if len(times) > 3 and not DECIMAL_BOUNDS.search(text) and (several := _several(times, gaps)):
            return wrong("several_answers", text, f"The reply gives {several} intervals.")
        said = _stretch(times, gaps)
        if said is None:
            return undecided("unread", text, "No interval was read.")
        if assertion.mode == "hedged" and or_so(text):
            return undecided("qualified", text, "The reply gives an interval for a rough one.")
        if assertion.mode in ("hedged", "negated"):
            return wrong(assertion.mode, text, "The reply names an interval without asserting it.")
        if negates(text) or doubted(text) or not _asserts(gaps):
            return undecided("qualified", text, "The reply may not assert this interval as it stands.")
        if said.end < said.start:
            return self._reversed(text, said)
        return said

    def mark_reply(self, reply: str, stem: str = "") -> tuple[Mark, Reading]:
        """Times in special tokens are not the end of the reply."""
        return super().mark_reply(TOKEN.sub(r"<\1>", reply) if "<|" in reply else reply, stem)

    def _reversed(self, text: str, said: Stretch) -> Mark:
        """Bounds are never swapped: such a reply is wrong if it would be wrong in either order."""
        if self.iou(Stretch(said.end, said.start)) >= self._enough:
            return undecided("reversed", text, "The interval ends before it starts.")
        return wrong("reversed", str(said), "The interval ends before it starts.")

    def grade(self, said: Stretch) -> Mark:
        iou = self.iou(said)
        note = f"The intersection over union is {float(iou):.3f}; {self.min_iou:g} is asked for."
        overlaps = iou >= self._enough
        rule = "equal" if iou == 1 else "overlaps" if overlaps else "apart"
        return Mark(float(overlaps), rule, str(said), note, {"iou": round(float(iou), 4)})

    def iou(self, said: Stretch) -> Fraction:
        """The intersection of a stretch with the key over their union."""
        shared = min(said.end, self._key.end) - max(said.start, self._key.start)
        covered = max(said.end, self._key.end) - min(said.start, self._key.start)
        return Fraction(max(shared, 0), covered)

    @cached_property
    def _key(self) -> Stretch:
        return Stretch(_exact(self.start), _exact(self.end))

    @cached_property
    def _enough(self) -> Fraction:
        return Fraction(str(self.min_iou))

    def gold(self) -> str:
        return f"Answer: {decimal(self.start)} - {decimal(self.end)}"

    @property
    def chance(self) -> float:
        return 0.0


def _exact(seconds: float) -> Exact:
    return int(seconds) if seconds.is_integer() else Fraction(str(seconds))


def _unpaired(found: Times) -> Times:
    """With "10,20" and "[100,200]" as two numbers, where all times in the text are such."""
    apart = Times([], [found.gaps[0]])
    for time, before, after in zip(found.times, found.gaps, found.gaps[1:], strict=False):
        pair = PAIR.fullmatch(time.text)
        one_number = time.seconds is not None or (after and after[0] in UNITS)  # "1,250" and "5,75 s"
        if not pair or (one_number and before[-1:] not in (["["], ["("])):
            return found
        apart.times.extend(Time(Fraction(bound), None) for bound in pair.groups())
        apart.gaps.extend([[","], after])
    return apart


def _with_decimals(times: list[Time]) -> list[Time]:
    """With the "1,5" of "1,5 to 4,25 s" as a decimal."""
    if len(times) != 2 or times[0].seconds is not None or times[1].unit != 1:
        return times
    if not DECIMAL_COMMA.fullmatch(times[0].text):
        return times
    return [replace(times[0], seconds=Fraction(times[0].text.replace(",", "."))), times[1]]


def _asserts(gaps: list[list[str]]) -> bool:
    inner = [word for gap in gaps[1:-1] for word in gap]
    after = [word for word in gaps[-1] if word not in ("respectively", "inclusive", "long")]
    return QUALIFIERS.isdisjoint(inner) and stands(gaps[0], after, AROUND, qualifying=QUALIFIERS, about=True)


def _stretch(times: Sequence[Time], gaps: list[list[str]]) -> Stretch | None:
    """The one stretch that two times give, or three of which one is its length, or four that give it twice."""
    if len(times) < 2 or any(time.seconds is None for time in times):
        return None
    said = _pair(times[0], times[1], gaps)
    if said is None or len(times) == 2:
        return said
    if len(times) == 3:
        length = _role(gaps[2]) == "length" or set(gaps[2]) <= MARKS | LENGTH | LINKS
        return said if length and times[2].seconds == said.end - said.start else None
    again = _pair(times[2], times[3], gaps[2:]) if len(times) == 4 else None
    return said if again == said else None


def _several(times: list[Time], gaps: list[list[str]]) -> int:
    """How many intervals the times give, two by two, if they are different ones and nothing else is said of them."""
    if len(times) % 2 or not all(JOINED.issuperset(set(gap) - MARKS) for gap in gaps[1:-1]):
        return 0
    roles = START | END | {"between"}
    pairs = [([word for word in gaps[i] if word in roles], gaps[i + 1]) for i in range(0, len(times), 2)]
    stretches = [_pair(times[2 * i], times[2 * i + 1], pair) for i, pair in enumerate(pairs)]
    return len(stretches) if None not in stretches and len(set(stretches)) > 1 else 0


def _pair(first: Time, second: Time, gaps: Sequence[list[str]]) -> Stretch | None:
    """The stretch that two times give by the words before each of them."""
    before, between = gaps[:2]
    roles = _role(before), _role(between)
    if between[:1] == ["long"]:
        roles = "length", _role(between[1:])
    if not (START.isdisjoint(before) or END.isdisjoint(before)) and AND_TO.issuperset(between):
        return _bounds(first, second)  # "the start and the end are 10 s and 20 s"
    strict = BETWEEN.issuperset(between)
    match roles:
        case ("" | "start" | "between", "to") if strict:
            return _bounds(first, second)
        case ("between", "and") if {*between} <= AND | LINKS:
            return _bounds(first, second)
        case ("" | "start" | "between", "end"):
            return _bounds(first, second)
        case ("end", "start"):
            return _bounds(second, first)
        case ("" | "start", "length"):
            return _lasting(first, second)
        case ("length", "start"):
            return _lasting(second, first)
    return None


def _role(context: Sequence[str]) -> str:
    """What the words before a time make of it."""
    for word in reversed(context):
        if role := ROLES.get(word):
            return role
        if word not in LINKS:
            break
    return "" if AND.isdisjoint(context) else "and"


def _bounds(start: Time, end: Time) -> Stretch | None:
    """From one time to the other; a bare number takes the unit of the other bound, unless that leaves two readings."""
    if start.seconds is None or end.seconds is None:
        return None
    first, last = start.seconds, end.seconds
    if start.unit is None and end.unit is not None:
        if first and not end.unit:
            return None  # "from 50 to 1:20"
        first *= end.unit or 1
        if last < first and end.unit != 1:
            return None
    elif end.unit is None and start.unit is not None and start.unit != 1:
        if not start.unit or last > first:
            return None  # "from 1 minute to 90"
        last *= start.unit
    return Stretch(first, last) if first >= 0 and last >= 0 else None


def _lasting(start: Time, length: Time) -> Stretch | None:
    """From a time on for a while; bare numbers are seconds, and only beside seconds."""
    if start.seconds is None or length.seconds is None or start.seconds < 0 or length.seconds < 0:
        return None
    if None in (start.unit, length.unit) and not {start.unit, length.unit} <= {None, 1} and start.seconds:
        return None
    return Stretch(start.seconds, start.seconds + length.seconds)
