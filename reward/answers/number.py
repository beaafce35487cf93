"""A number: exact by default, with a tolerance and a unit where the key has them."""

import re
from fractions import Fraction
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, right, undecided, wrong
from reward.assertion import asserted, negates
from reward.text import plain

DIGITS = re.compile(
    r"(?<![\w.:^/])([-+−]?)(\d{1,3}(?:,\d{3})+(?!\d)|\d+)(\.\d+)?(?:[eE]([-+]?\d{1,2})(?!\w))?"
    r"(?:[ ]?[/⁄][ ]?(\d+))?(?![\d:^⁄])[ ]?([A-Za-z°µ%]*)"
)
DECIMAL_COMMA = re.compile(r"\d,\d{1,2}(?!\d)|\d,\d{4}")
MAGNITUDES = frozenset(
    ["dozen", "hundred", "thousand", "million", "billion", "trillion", "k", "m", "bn", "st", "nd", "rd", "th"]
)
# fmt: off
SMALL = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]
# fmt: on
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS = {
    **{word: n for n, word in enumerate(SMALL)},
    **{ten: 10 * n for n, ten in enumerate(TENS, 2)},
    **{f"{ten} {word}": 10 * n + unit for n, ten in enumerate(TENS, 2) for unit, word in enumerate(SMALL[1:10], 1)},
    **{"none": 0, "once": 1, "twice": 2, "thrice": 3},
}
WORD = re.compile(r"\b(" + "|".join(sorted(WORDS, key=len, reverse=True)) + r")\b")
LISTED = re.compile(r"\d\s*(?:-|–|—|,|;|/|\n|to|or|and|&)\s*\d|\b(?:or|to|and)\b")


class Number(BaseAnswer[Fraction]):
    """The key `value` as a decimal string, with an optional `unit`; right within `abs_tol` or `rel_tol` of it."""

    kind: Literal["number"] = "number"
    value: str
    unit: str | None = None
    abs_tol: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    rel_tol: float | None = Field(default=None, ge=0, lt=1, allow_inf_nan=False)

    how: ClassVar[str] = "Answer with a number."

    @model_validator(mode="after")
    def _is_number(self) -> Self:
        found = DIGITS.fullmatch(self.value.strip()) if len(self.value) <= 40 else None
        if not found or found[6] or found[5] == "0" * len(found[5] or ""):
            raise ValueError(f"value: {self.value[:40]!r} is no number; write a decimal string such as '3' or '-0.5'")
        return self

    @property
    def hint(self) -> str:
        return f"Answer: <number in {self.unit}>" if self.unit else "Answer: <number>"

    def read(self, text: str) -> Fraction | Mark:
        assertion = asserted(text)
        if assertion.mode == "empty":
            return wrong("empty", None, "The reply states no answer.")
        if assertion.mode == "refused":
            return wrong("refused", text, "The reply declines to answer.")
        if DECIMAL_COMMA.search(text):
            return undecided("ambiguous_mark", text, "The comma may be a decimal mark or a thousands mark.")
        found = DIGITS.findall(text)
        values = {_value(*groups[:5]) for groups in found} or {Fraction(WORDS[w]) for w in WORD.findall(plain(text))}
        if None in values or not values:
            return undecided("unread", text, "No number was read.")
        if len(values) > 1:
            return self._several(text)
        if assertion.mode in ("hedged", "negated"):
            return wrong(assertion.mode, text, "The reply names a number without asserting it.")
        if negates(text):
            return undecided("negated", text, "The reply says what it is not.")
        return self._in_unit(values.pop(), {groups[5].lower() for groups in found} - {""}, text)

    def _several(self, text: str) -> Mark:
        if LISTED.search(text):
            return wrong("several_answers", text, "The reply gives several numbers.")
        return undecided("several_numbers", text, "The reply holds several numbers.")

    def _in_unit(self, value: Fraction | None, units: set[str], text: str) -> Fraction | Mark:
        """The value when what follows it is this key's unit, or no unit at all."""
        foreign = units & MAGNITUDES if self.unit is None else {u for u in units if _unit(u) != _unit(self.unit)}
        if value is None or foreign or (self.unit is None and "%" in units):
            return undecided("other_unit", text, "The number stands with another unit or a magnitude.")
        return value

    def grade(self, said: Fraction) -> Mark:
        key = _exact(self.value)
        allowed = max(_exact(self.abs_tol or 0), _exact(self.rel_tol or 0) * abs(key))
        shown = str(said) if said.denominator == 1 else f"{float(said):g}"
        if said == key:
            return right("equal", shown)
        if abs(said - key) <= allowed:
            return right("within_tolerance", shown, f"Within {float(allowed):g} of the key.")
        return wrong("unequal", shown, "The number is not the key's.")

    def gold(self) -> str:
        return f"Answer: {self.value}{' ' + self.unit if self.unit else ''}"

    @property
    def chance(self) -> float:
        return 0.0


def _value(sign: str, whole: str, decimals: str, exponent: str, below: str) -> Fraction | None:
    """The exact value of the parts of a written number; None for a division by zero."""
    value = Fraction(whole.replace(",", "") + decimals) * Fraction(10) ** int(exponent or 0)
    if below:
        if not int(below):
            return None
        value /= int(below)
    return -value if sign in ("-", "−") and sign else value


def _exact(number: str | float) -> Fraction:
    found = DIGITS.fullmatch(str(number).strip()) if isinstance(number, str) else None
    value = _value(*(group or "" for group in found.groups()[:5])) if found else Fraction(str(number))
    return value if value is not None else Fraction(0)


def _unit(unit: str) -> str:
    return plain(unit).rstrip("s")
