"""A number: exact by default, with a tolerance and a unit where the key has them.

A reply is right only when it holds one number and nothing around it makes another number, a range or a guess of it.
A number in another unit of the key's dimension is converted, exactly; see `measures` for units and percent.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, right, says_nothing, undecided, wrong
from reward.assertion import asserted, negates
from reward.cleaning import METRE, cleaned, without_dates
from reward.counting import answering, asks_when, counted_noun, counts_others
from reward.measures import Asked, Measured, Said, asked_for, measured
from reward.numerals import MAX_DIGITS, Numeral, normal, numeral, numerals
from reward.quantities import COMPARING, asserts, lists, says_more, says_none, words_in
from reward.surroundings import doubted, or_so
from reward.text import Reading
from reward.totals import TOTAL, adds_up, enumerated
from reward.units import may_be_unit

KEY = re.compile(r"[-+−]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3})?|[-+−]?\d+/\d+", re.ASCII)
SPACED_SIGN = re.compile(r"[-−–] (?=[.\d])")
# "One" as a pronoun, and what is said to a grader.
PRONOUN = re.compile(
    r"\b(?:the|this|that|an?other|other|last|first|next|which|any|some|each|every|same|right|wrong|correct) one\b"
    r"|(?<!-)\bone of (?:them|these|those|us|you|the two)\b|\bone another\b",
    re.IGNORECASE,
)
GRADING = re.compile(
    r"\b(?:scores?|grades?|rewards?|ratings?|verdict|points?|marks?)[\"'*_\s]{0,4}(?:is\b|[:=])|^\W*(?:right|correct),",
    re.IGNORECASE,
)
GRADED = re.compile(r"\b(?:scor|grad|reward|rat(?:e|ing)|verdict|points?\b|marks?\b)", re.IGNORECASE)
POWER = re.compile(r"(\d{1,3}) ?(?:\^|\*\*) ?[({]?(\d{1,2})[)}]?(?:\^(\d))?\.?")
"""2^10, 2**10 and 2¹⁰, which is "2^1^0" in normal form."""
SHORT = 40
NEVER = re.compile(r"(?:no, )?not (?:even |a single )?once\W{0,9}", re.IGNORECASE)
# An explanation by a calculation behind a number.
WHY = re.compile(
    r"(?<=\d) ?\((?:since|because|as|since it is) [\d +*/×·÷=.^−-]{1,60}\)(?=\W{0,9}$)"
    r"|(?<=\d)\.?\s{1,9}This is because [^\n,;.!?]{1,80}\.?\s{0,9}$"
)
IN_MARKS = re.compile(
    r"((?:[^\"“”″'‘’′]|(?<=[a-z])['’](?=[a-z])){0,200}\d) ?(?:([\"”″]|['’′]{2})|['’′])([\s.*]{0,9})", re.IGNORECASE
)
"""Feet or inches whose mark, at the end, looks like a quotation mark."""
FOOT_MARKS = ("'", "’", "′")
DECIMALS = 6
"""Digits from which on a decimal says that it is a fraction, cut or rounded."""
SIDE_BY_SIDE = re.compile(r"\d{1,3}(?:([,/])\d{1,3}){2,}")
MAX_NUMBERS = 8
DISCOUNT = re.compile(r"\b(?:off|discount|less|cheaper)\b", re.IGNORECASE)
BEFORE_OUR_ERA = re.compile(r"\d ?B\.? ?C\b|\bB\.?C\.?E?\b|\bbefore Christ\b", re.IGNORECASE)
DIFFERS = ("unequal", "several_answers", "other_dimension")
LONGEST_SHOWN = 400
"""Bits of a number that is written out in a verdict."""
NEAR = Fraction(1, 100)
"""How far apart, as a part of the key, two ways to round or to compute a measure may be."""


class Number(BaseAnswer[Said]):
    """The key `value` as a decimal string, with an optional `unit`; right within `abs_tol` or `rel_tol` of it."""

    kind: Literal["number"] = "number"
    value: str
    unit: str | None = Field(default=None, max_length=40)
    abs_tol: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    rel_tol: float | None = Field(default=None, ge=0, le=0.5, allow_inf_nan=False)

    how: ClassVar[str] = "Answer with a number."

    @model_validator(mode="after")
    def _is_number(self) -> Self:
        found = numerals(self.value.strip())
        if not KEY.fullmatch(self.value.strip()) or len(found) != 1 or found[0].value is None:
            raise ValueError(f"value: {self.value[:40]!r} is no number; write a decimal string such as '3' or '-0.5'")
        if self.unit is not None and not may_be_unit(normal(self.unit)):
            raise ValueError(f"unit: {self.unit!r} is no unit; write a unit or a counted noun such as 'km/h' or 'cups'")
        return self

    @property
    def hint(self) -> str:
        return f"Answer: <number in {self.unit}>" if self.unit else "Answer: <number>"

    def read(self, text: str, stem: str = "") -> Said | Mark:
        bare = text.removesuffix(self.unit).rstrip(" ") if self.unit else text
        if not self._asked.in_percent and "%" not in stem and "cent" not in stem and (lone := _lone(bare)):
            return lone
        if spaced := SPACED_SIGN.match(text):  # a sign, or a bullet
            said = self.read(text[0] + text[spaced.end() :], stem)
            return said if isinstance(said, Mark) else replace(said, others=(*said.others, -said.value))
        text = WHY.sub("", text) if "(" in text or "\n" in text else text
        text = cleaned(text, self._asked)
        if self.unit is None and len(text) <= SHORT and (exact := self._exactly(text.strip())):
            return exact
        found = numerals(text)
        assertion = asserted(text)
        if nothing := says_nothing(assertion, text):
            return nothing
        if not found:
            if self.unit is None and assertion.mode != "hedged" and says_none(text):
                return Said(Fraction(0))
            return undecided("unread", text, "No number was read.")
        if len(found) > MAX_NUMBERS:
            return _several(text, found)
        if len(found) > 2 and (total := TOTAL.fullmatch(text)) and adds_up(total):
            text = total[1]
        numbers = measured(text, self._asked, stem)
        values = {one.said.value if one.said else None for one in numbers}
        if len(values) > 1 or None in values or any(_adjoin(text, *pair) for pair in pairwise(numbers)):
            summed = sum((one.said.value for one in numbers if one.said), Fraction(0)) == self.amount
            if summed and len(numbers) > 1 and None not in values:
                return undecided("several_numbers", text, "The numbers may be meant to be added.")
            return _several(text, found)
        if any(enumerated(text, *pair) for pair in pairwise(numbers)):
            return undecided("several_numbers", text, "The reply gives a number for each of several things.")
        if self.allowed and assertion.mode == "hedged" and or_so(text):
            return undecided("qualified", text, "The reply gives a number for a rough one.")
        if assertion.mode in ("hedged", "negated"):
            return wrong(assertion.mode, text, "The reply names a number without asserting it.")
        return self._plain(text, numbers)

    def _exactly(self, text: str) -> Said | None:
        """What is said by "not once", and by a power that is the key."""
        if NEVER.fullmatch(text):
            return Said(Fraction(0))
        power = POWER.fullmatch(text)
        if power is None or self.amount != Fraction(int(power[1])) ** int(power[2] + (power[3] or "")):
            return None
        return Said(self.amount)

    def _plain(self, text: str, numbers: list[Measured]) -> Said | Mark:
        """The number, if nothing around it changes it."""
        first, last = numbers[0], numbers[-1]
        between = words_in("".join(text[a.end : b.start] for a, b in pairwise(numbers)))
        before, after = words_in(text[: first.start]), [*between, *words_in(text[last.end :])]
        plainly = asserts(before, after, bool(self.allowed)) and COMPARING.isdisjoint(between)
        glued = any(one.trouble == "glued" for one in numbers)
        part = last.said and last.said.value.denominator > 1 and after[:1] == ["of"] and text[last.end - 1] != "%"
        pronoun = "one" in words_in(text[first.start : last.end]) and PRONOUN.search(text)
        if last.said is None or glued or part or pronoun or not plainly or negates(text):
            return undecided("qualified", text, "The reply may not assert this number as it stands.")
        troubles = [one.trouble for one in numbers if one.trouble]
        if troubles == ["other_dimension"]:
            return wrong("other_dimension", text, "The number stands with a unit of another kind.")
        if troubles:
            return undecided("other_unit", text, "The number stands with another unit.")
        return last.said

    def grade(self, said: Said) -> Mark:
        shown = _shown(said.value)
        if said.value == self.amount:
            return right("equal", shown)
        if self.allowed and abs(said.value - self.amount) <= self.allowed:
            return right("within_tolerance", shown, f"Within {float(self.allowed):g} of the key.")
        if self._cut(said):
            return right("rounded", shown, "The key as a decimal.")
        if said.loose or self.amount in said.others:
            return undecided("ambiguous_mark", shown, "The number can be read in two ways.")
        if self._asked.is_year and said.value == self.amount % 100:
            return undecided("short_year", shown, "The number may be the end of the year.")
        if said.value == self.amount * self._dozen:
            return undecided("other_unit", shown, "The number may be counted in another unit.")
        if said.foreign:
            return undecided("other_unit", shown, "The number stands with another unit.")
        if self._near(said):
            return undecided("near", shown, "The number and the key may be one result, rounded in two ways.")
        return wrong("unequal", shown, "The number is not the key's.")

    def _cut(self, said: Said) -> bool:
        """Whether a number is a key without a finite decimal, such as 1/3, cut or rounded behind several digits."""
        if said.converted or not said.step or self._finite or said.step > Fraction(1, 10**DECIMALS):
            return False
        apart = abs(said.value - self.amount)
        cut = abs(said.value) < abs(self.amount) and apart < said.step
        return abs(said.value) >= 10 ** (DECIMALS - 1) * said.step and (cut or 2 * apart <= said.step)

    @cached_property
    def _finite(self) -> bool:
        return bool(10**LONGEST_SHOWN % self.amount.denominator == 0)

    def _near(self, said: Said) -> bool:
        """Whether the key and the number may be one result, rounded or computed in another way: never a count."""
        counted = self._asked.whole and (self.unit is None or abs(self.amount) < 10)
        if not said.converted and (counted or self.allowed):
            return False
        apart = min(abs(value - self.amount) for value in (said.value, *said.others))
        if said.converted and 2 * apart <= max(said.step, self._key.step):
            return True
        if counted or self.allowed:
            return False
        finer, coarser = sorted((said.step, self._key.step))
        cut = abs(said.value) < abs(self.amount) and apart < coarser
        rounded = finer < coarser and (2 * apart <= coarser or cut) and abs(self.amount) >= 10 * coarser
        return rounded or (finer == said.step and 2 * apart <= self._key.step) or apart <= abs(self.amount) * NEAR

    @cached_property
    def _key(self) -> Numeral:
        return numerals(self.value.strip())[0]

    @cached_property
    def amount(self) -> Fraction:
        """The exact value of the key."""
        return self._key.value or Fraction(0)

    @cached_property
    def _asked(self) -> Asked:
        return asked_for(self.amount, self.amount.denominator == self._key.step == 1, self.unit)

    @cached_property
    def _dozen(self) -> Fraction:
        """What a unit such as "dozen" or "million" stands for; 1 for others."""
        return numeral(self.unit.removesuffix("s")) or Fraction(1) if self.unit else Fraction(1)

    @cached_property
    def allowed(self) -> Fraction:
        """How far from the key a right reply may be."""
        return max(Fraction(str(self.abs_tol or 0)), Fraction(str(self.rel_tol or 0)) * abs(self.amount))

    def mark(self, text: str, stem: str = "") -> Mark:
        """Read and grade; in a sentence that answers "how many …", the number of what is counted is read."""
        said = self.read(text, stem)
        mark = said if isinstance(said, Mark) else self.grade(said)
        if mark.score is None and mark is said:
            counted = self._counted(text, stem) if stem and said.rule in ("qualified", "several_numbers") else None
            mark = counted or undecided(said.rule, text, said.note)
        if mark.score == 1 and GRADING.search(text) and not GRADED.search(stem):
            return undecided("graded", text, "What stands there may be a grade of the reply.")
        if mark.score == 1 and (doubted(text) or self._of_another(text, stem)):
            return undecided("qualified", text, "The reply may not assert this number of what is asked for.")
        if mark.score == 0 and mark.rule in DIFFERS and says_more(text, stem):
            return undecided("in_prose", text, "The sentence may say the number of something else.")
        return mark

    def mark_reply(self, reply: str, stem: str = "") -> tuple[Mark, Reading]:
        """For a length, 60" is in inches and 5' in feet."""
        if self._asked.unit and self._asked.unit.dimension == METRE and (found := IN_MARKS.fullmatch(reply)):
            reply = f"{found[1]} {'in' if found[2] else 'ft'}{found[3]}"
        mark, reading = super().mark_reply(reply, stem)
        marked = self.unit is None and reply.rstrip(" .*\n")[-1:] in FOOT_MARKS and "\n" not in reply
        if mark.score == 1 and marked and IN_MARKS.fullmatch(reply):
            mark = undecided("other_unit", reading.text, "The number may be in feet.")
        return mark, reading

    def _of_another(self, text: str, stem: str) -> bool:
        """Whether the number is one of other things than those counted, of years before our era, or of a discount."""
        if self._asked.is_money and DISCOUNT.search(text) and not DISCOUNT.search(stem):
            return True
        if self.unit is None and self._asked.is_year and BEFORE_OUR_ERA.search(text):
            return not BEFORE_OUR_ERA.search(stem)
        return self.unit is None and counts_others(text, stem)

    def _counted(self, text: str, stem: str) -> Mark | None:
        year = self._asked.is_year
        if self.unit or not (counted_noun(stem) or (year and asks_when(stem))):
            return None
        text = without_dates(cleaned(text, self._asked))
        one = answering(text, numerals(text), stem, year)
        if one is None or one.value is None or negates(text):
            return None
        return self.grade(Said(one.value, one.step))

    def gold(self) -> str:
        return f"Answer: {self.value}{' ' + self.unit if self.unit else ''}"

    @property
    def chance(self) -> float:
        return 0.0


@lru_cache(maxsize=8192)
def _lone(text: str) -> Said | None:
    """The number of a text that is nothing else: most answers are, and need no more than this."""
    found = numerals(text) if len(text) <= MAX_DIGITS else ()
    if len(found) != 1 or found[0].value is None or found[0].other is not None or found[0].loose:
        return None
    return Said(found[0].value, found[0].step) if not found[0].start and text[found[0].end :] in ("", ".") else None


def _several(text: str, found: Sequence[Numeral]) -> Mark:
    if len(found) == 1 and not SIDE_BY_SIDE.fullmatch(text[found[0].start : found[0].end]):
        return undecided("unread", text, "What stands there may be no number, or more than one.")
    if len(found) == 1 or lists(text, found):
        return wrong("several_answers", text, "The reply gives several numbers.")
    return undecided("several_numbers", text, "The reply holds several numbers.")


def _adjoin(text: str, left: Measured, right: Measured) -> bool:
    """Whether nothing but space stands between two numbers."""
    return not text[left.end : right.start].strip()


def _shown(value: Fraction) -> str:
    if value.numerator.bit_length() > LONGEST_SHOWN:
        return "a very long number"
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
