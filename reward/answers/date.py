"""A date: a year, a month, a day, or parts of one."""

import re
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import model_validator

from reward.answers.base import BaseAnswer, Mark, Text, right, says_nothing, undecided, wrong
from reward.assertion import asserted, negates
from reward.dates import MONTHS, WEEKDAYS, Dates, PartialDate, find_dates
from reward.plain import wordset
from reward.quantities import says_more
from reward.surroundings import CLAUSE, JOINTS, OPENINGS, doubted, stands

ISO = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?|--\d\d(?:-\d\d)?", re.ASCII)
OWN = wordset("in year date month day")
GOES_ON = CLAUSE | {"in", "at"}
BETWEEN = JOINTS | WEEKDAYS.keys() | {"on", "in"}


class Date(BaseAnswer[PartialDate]):
    """The key `value` in ISO form, whole or in part: "2024-05-01", "2024-05", "2024", "--05-01", "--05" (any May)."""

    kind: Literal["date"] = "date"
    value: Text

    how: ClassVar[str] = "Answer with a date."

    @model_validator(mode="after")
    def _is_date(self) -> Self:
        dates = find_dates(self.value).dates if ISO.fullmatch(self.value) else []
        if len(dates) != 1 or dates[0] is None:
            form = "write a date as 2024-05-01, 2024-05, 2024, --05-01 or --05"
            raise ValueError(f"value: {self.value[:40]!r} is no date; {form}")
        return self

    @property
    def hint(self) -> str:
        if self._key.year is None:
            return "Answer: <month>" if self._key.day is None else "Answer: <day and month>"
        return f"Answer: <{'YYYY-MM-DD'[: len(self.value)]}>"

    def mark(self, text: str, stem: str = "") -> Mark:
        """Read and grade; a sentence that says more than the question asked may be about another event's date."""
        mark = super().mark(text, stem)
        if mark.score == 0 and mark.rule in ("unequal", "several_answers") and says_more(text, stem):
            return undecided("in_prose", text, "The sentence may say the date of something else.")
        return mark

    def read(self, text: str) -> PartialDate | Mark:
        assertion = asserted(text)
        if nothing := says_nothing(assertion, text):
            return nothing
        found = find_dates(text)
        if not found.dates or None in found.dates:
            return undecided("ambiguous" if found.dates else "unread", text, "No date was read for certain.")
        dates = {date for date in found.dates if date is not None}
        finest = max(dates, key=lambda date: 3 - date.parts.count(None))
        if not all(finest.gives(date) for date in dates):
            return self._several(text, found, dates)
        if assertion.mode in ("hedged", "negated"):
            return wrong(assertion.mode, text, "The reply names a date without asserting it.")
        if negates(text) or doubted(text) or not _asserts(found):
            return undecided("qualified", text, "The reply may not assert this date as it stands.")
        days = {WEEKDAYS[word] for gap in found.gaps for word in gap if word in WEEKDAYS}
        if days and finest.weekday is not None and days != {finest.weekday}:
            return undecided("other_weekday", text, "The weekday is not that of the date.")
        return finest

    def _several(self, text: str, found: Dates, dates: set[PartialDate]) -> Mark:
        """What a range or an enumeration is worth where one date is asked for."""
        plain = all(BETWEEN.issuperset(gap) for gap in found.gaps[1:-1])
        if plain and _asserts(found, OPENINGS) and not all(date.gives(self._key) for date in dates):
            return wrong("several_answers", text, "The reply gives several dates.")
        return undecided("several_dates", text, "The reply holds several dates.")

    def grade(self, said: PartialDate) -> Mark:
        gives = said.gives(self._key)
        if gives is None:
            return undecided("incomplete", str(said), "The reply says less than the key, and nothing against it.")
        if not gives:
            return wrong("unequal", str(said), "The date is not the key's.")
        return right("equal" if said == self._key else "more_precise", str(said))

    @cached_property
    def _key(self) -> PartialDate:
        return find_dates(self.value).dates[0] or PartialDate()

    def gold(self) -> str:
        if self._key.year is not None or self._key.month is None:
            return f"Answer: {self.value}"
        day = "" if self._key.day is None else f"{self._key.day} "
        return f"Answer: {day}{MONTHS[self._key.month - 1].title()}"

    @property
    def chance(self) -> float:
        """One month in twelve, one day in the days of a year; 0 where a year is asked for."""
        if self._key.year is not None:
            return 0.0
        return 1 / 12 if self._key.day is None else 1 / 366


def _asserts(found: Dates, openings: frozenset[str] = frozenset()) -> bool:
    """Whether the words around the dates leave them as they are; a number among the words does not."""
    ignored = openings | WEEKDAYS.keys()
    before, after = ([word for word in found.gaps[i] if word not in ignored] for i in (0, -1))
    numbers = any(word[0].isdigit() for gap in found.gaps for word in gap)
    return not numbers and stands(before, after, OWN, clause=GOES_ON)
