"""Options that are ranges of a number, "1.30~40.45" or "from 10 to 20 %": the key is both ends, in order."""

import re

from data_builder.convert.keys import MIXED, Typed, Untyped, in_unit, number_names, proved
from data_builder.convert.mcq import Mcq
from reward.answers import List
from reward.units import is_unit

LONGEST = 60
NUMBER = r"-?(?:\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.\d{1,9})?"
UNIT = r"([^\W\d]{0,12}|%)"
RANGE = re.compile(
    rf"(?:from |between |about |approximately )?({NUMBER}) ?{UNIT} ?(?:~|-|–|—|to|and) ?({NUMBER}) ?{UNIT}\.?"
)
ASKS_RANGE = re.compile(
    r"\b(?:ranges?|between|percentage|interval)\b|\bhow (?:many|much|old|tall|far|big|large|heavy)\b", re.IGNORECASE
)


def number_range(mcq: Mcq) -> Typed | Untyped | None:
    """The key as the lower and the upper end of a range; None where it is none, and for a stretch of time."""
    key = _ends(mcq.key)
    if key is None or not ASKS_RANGE.search(mcq.stem):
        return None
    options = [_ends(option) for option in mcq.options]
    found = [ends for ends in options if ends is not None]
    if len(found) < len(options) or len({unit for _, _, unit in found}) > 1:
        return MIXED
    low, high, unit = key
    if float(low) >= float(high):
        return None
    try:
        answer = List(items=(number_names(low), number_names(high)), ordered=True)
    except ValueError:
        return None
    ends = f" in {in_unit(unit)}" if unit and is_unit(unit) else " in percent" if unit == "%" else ""
    how = f"Answer with the lower and the upper end{ends}, separated by a comma."
    return proved(Typed("range", answer, tuple(f"{one}, {other}" for one, other, _ in found), how), mcq.correct)


def _ends(option: str) -> tuple[str, str, str] | None:
    """The two ends, as they are written but for thousands, and their unit, "" for none."""
    found = RANGE.fullmatch(option.strip()) if len(option) <= LONGEST else None
    if found is None:
        return None
    low, first, high, second = found.groups()
    unit = second or first
    return None if first and first != unit else (low.replace(",", ""), high.replace(",", ""), unit)
