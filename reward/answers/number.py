"""A number: exact by default, with a tolerance and a unit where the key has them.

A reply is right only when it holds one number and nothing around it makes another number, a range or a guess of it.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, right, undecided, wrong
from reward.assertion import asserted, negates
from reward.text import spoken

MAX_DIGITS = 40
DIGITS = re.compile(
    r"([-+−–]?)(\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(\.\d+)?(?:[eE]([-+]?\d{1,2}))?(?:[/⁄](\d+))?([A-Za-z°µ%]*)"
)
PLAIN_DIGITS = re.compile(r"\d+(?:\.\d+)?")
DECIMAL_COMMA = re.compile(r"[-+−–]?\d+,(?:\d{1,2}|\d{4,})")
FRACTION = re.compile(r"\\[dt]?frac(?:\{(\d+)\}\{(\d+)\}|(\d)(\d))")
BARE_SLASH = re.compile(r"(?<!\d)/|/(?!\d)")
EQUALS = re.compile(r"(?<![<>!=:])=(?![=<>])")
TEENS = "ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen"
SMALL = f"zero,one,two,three,four,five,six,seven,eight,nine,{TEENS}".split(",")
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS = {
    **{word: n for n, word in enumerate(SMALL)},
    **{ten: 10 * n for n, ten in enumerate(TENS, 2)},
    **{f"{ten}-{word}": 10 * n + unit for n, ten in enumerate(TENS, 2) for unit, word in enumerate(SMALL[1:10], 1)},
    **{"once": 1, "twice": 2, "thrice": 3},
}
WORD = re.compile(r"\b(?:" + "|".join(sorted(WORDS, key=len, reverse=True)) + r")\b", re.IGNORECASE)
COMPOUND = re.compile(rf"\b({'|'.join(TENS)}) (?=(?:{'|'.join(SMALL[1:10])})\b)", re.IGNORECASE)
LISTED = re.compile(
    r"(?:(?:between|from|either|maybe)\s)?\s*#(?:(?:\s*(?:[,;/&|–—-]|\bor\b|\band\b|\bto\b))+\s*#)+\W*", re.IGNORECASE
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# A number is asserted when only these words stand before it, or when "times" follows it.
LEADING = _words(
    "there are is were was it they s re that this a an the i we see saw hear heard hears count counted counts found"
    " get have has total of in all exactly only just precisely answer final correct right number sum value result so"
    " thus therefore hence equals would be must think believe say times minus negative"
)
ABOUT = _words("about around approximately approx roughly circa nearly almost ~ ≈")
# What follows a number and makes another number, or none, of it.
CHANGING = _words(
    "or but if plus minus point half halves quarter quarters third thirds tenth tenths dozen dozens hundred hundreds"
    " thousand thousands million millions billion billions trillion k bn tens pair pairs couple couples percent"
    " percentage squared cubed more less fewer least most too unless except × * + ^ ÷ ± / < > ≤ ≥"
)
COMPARING = CHANGING | ABOUT | _words("at than over under above below up every another other")
MEASURES = _words(
    "s sec secs second seconds min mins minute minutes h hour hours ms day days cm mm m km meter meters metre metres"
    " inch inches foot feet kg g gram grams litre litres liter liters ml degree degrees % °c °f"
)


@dataclass(frozen=True, slots=True)
class Written:
    """A number as it is written: its exact value, None where that cannot be said, and the unit glued to it."""

    value: Fraction | None
    unit: str = ""


class Number(BaseAnswer[Fraction]):
    """The key `value` as a decimal string, with an optional `unit`; right within `abs_tol` or `rel_tol` of it."""

    kind: Literal["number"] = "number"
    value: str
    unit: str | None = Field(default=None, max_length=40)
    abs_tol: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    rel_tol: float | None = Field(default=None, ge=0, lt=1, allow_inf_nan=False)

    how: ClassVar[str] = "Answer with a number."

    @model_validator(mode="after")
    def _is_number(self) -> Self:
        written = _digits(self.value.strip())
        if written.value is None or written.unit:
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
        if assertion.core == "none":
            return Fraction(0)
        tokens = _tokens(self._without_unit(text))
        written = {i: found for i, token in enumerate(tokens) if (found := _written(token))}
        values = {found.value for found in written.values()}
        value = next(iter(values)) if len(values) == 1 else None
        if value is None:
            return self._unclear(text, tokens, len(values))
        if assertion.mode in ("hedged", "negated"):
            return wrong(assertion.mode, text, "The reply names a number without asserting it.")
        before, after = _around(tokens, list(written))
        if negates(text) or not self._asserts(before, after):
            return undecided("qualified", text, "The reply may not assert this number as it stands.")
        if self._foreign({found.unit for found in written.values()}, after):
            return undecided("other_unit", text, "The number stands with another unit.")
        return -value if before and before[-1] in ("minus", "negative") else value

    def _unclear(self, text: str, tokens: list[str], values: int) -> Mark:
        if any(DECIMAL_COMMA.fullmatch(token) for token in tokens):
            return undecided("ambiguous_mark", text, "The comma may be a decimal mark or a thousands mark.")
        if values and LISTED.fullmatch(WORD.sub("#", PLAIN_DIGITS.sub("#", text))):
            return wrong("several_answers", text, "The reply gives several numbers.")
        if values > 1:
            return undecided("several_numbers", text, "The reply holds several numbers.")
        return undecided("unread", text, "No number was read.")

    def _asserts(self, before: list[str], after: list[str]) -> bool:
        """Whether the words around a number leave it as it is."""
        words = {word.split("'")[0] for word in before} - (ABOUT if self.abs_tol or self.rel_tol else set())
        counts = after[:1] == ["times"] and not words & COMPARING
        return (words <= LEADING or counts) and not set(after) & CHANGING

    def _without_unit(self, text: str) -> str:
        """The text without this key's unit at its end, in the singular or the plural."""
        unit, end = spoken(self.unit or "").casefold(), text.rstrip(" .!*)")
        names = {unit, f"{unit}s", unit.removesuffix("s")} if len(unit) > 2 else {unit}
        used = max((name for name in names if end.casefold().endswith(name)), key=len, default="")
        return end[: len(end) - len(used)] if used else text

    def _foreign(self, glued: set[str], after: list[str]) -> bool:
        """Whether what follows the number is a unit that is not the key's."""
        if self.unit is None:
            return not glued <= {"", "x"} or bool(set(after[:1]) & MEASURES)
        return glued != {""} or not set(after) <= LEADING

    def grade(self, said: Fraction) -> Mark:
        shown = str(said) if said.denominator == 1 else f"{float(said):g}"
        if said == self.amount:
            return right("equal", shown)
        if self.allowed and abs(said - self.amount) <= self.allowed:
            return right("within_tolerance", shown, f"Within {float(self.allowed):g} of the key.")
        return wrong("unequal", shown, "The number is not the key's.")

    @cached_property
    def amount(self) -> Fraction:
        """The exact value of the key."""
        return _digits(self.value.strip()).value or Fraction(0)

    @cached_property
    def allowed(self) -> Fraction:
        """How far from the key a right reply may be."""
        return max(Fraction(str(self.abs_tol or 0)), Fraction(str(self.rel_tol or 0)) * abs(self.amount))

    def gold(self) -> str:
        return f"Answer: {self.value}{' ' + self.unit if self.unit else ''}"

    @property
    def chance(self) -> float:
        return 0.0


def _tokens(text: str) -> list[str]:
    """The words of a text (of what follows its last "="), in lower case and without the marks around them."""
    text = FRACTION.sub(r" \1\3/\2\4", EQUALS.split(text)[-1].replace("{,}", ",").replace("’", "'"))
    words = BARE_SLASH.sub(" / ", COMPOUND.sub(r"\1-", text)).lower().split()
    tokens = [w.lstrip("([{\"'“*_`$£€#\\").rstrip(")]}\"'”.,;:?*_`$\\").removesuffix("!") for w in words]
    return [token for token in tokens if token]


def _around(tokens: list[str], places: list[int]) -> tuple[list[str], list[str]]:
    """The words before the last of the places, without the places, and those after it."""
    return [t for i, t in enumerate(tokens[: places[-1]]) if i not in places], tokens[places[-1] + 1 :]


def _written(token: str) -> Written | None:
    """The number that a word or a run of digits stands for; None for a word that is no number."""
    if PLAIN_DIGITS.search(token):
        return _digits(token)
    return Written(Fraction(WORDS[token])) if token in WORDS else None


def _digits(token: str) -> Written:
    found = DIGITS.fullmatch(token) if len(token) <= MAX_DIGITS else None
    if not found:
        return Written(None)
    sign, whole, decimals, exponent, below, unit = (part or "" for part in found.groups())
    if below and not int(below):
        return Written(None)
    value = Fraction(whole.replace(",", "") + decimals)
    if exponent or below:
        value = value * Fraction(10) ** int(exponent or 0) / int(below or 1)
    return Written(-value if sign in ("-", "−", "–") else value, unit)
