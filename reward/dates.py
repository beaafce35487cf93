"""Dates in text: years, months and days in the usual spellings, read exactly and never guessed.

`find_dates` gives the dates in a text and the words and marks around them. What may be two different dates
("03/04/2024") or none ("31 February") cannot be read; what is vague ("'24", "the 1990s") is no date.
"""

import re
from calendar import monthrange, weekday
from collections.abc import Sequence
from dataclasses import dataclass

MONTHS = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
]  # fmt: skip
DAYS = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth",
    "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first",
]  # fmt: skip
NAMED_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS = {name[:size]: number for number, name in enumerate(NAMED_DAYS) for size in (3, 4, 5, 9)}
WORD = re.compile(r"\w+(?:['’]\w+)*|\n|[^\w\s*_`\"“”$#'‘’\\{}]")
SEPARATOR = "[-/.‐‑–−]"
CLOCK = r"(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?"
OTHER_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
JOINT = r"(?: ?[-‐‑–—/&] ?|, | to | and | or )"
PARTS = {
    "<year>": r"\d{4}(?!\d)",
    "<month>": r"\d{1,2}(?!\d)",
    "<day>": r"\d{1,2}(?!\d)",
    "<first>": r"\d{1,2}(?!\d)",
    "<second>": r"\d{1,2}(?!\d)",
    "<May>": "(?:" + "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS) + r"|sept)(?![a-z])\.?",
    "<1st>": rf"(?:{OTHER_DAY}(?!\w)|(?:{'|'.join(sorted(DAYS, key=len, reverse=True))})\b)",
    "<earlier>": rf"{OTHER_DAY}{JOINT}",
    "<later>": rf"{JOINT}{OTHER_DAY}(?![\w:])",
    "<compact>": r"\d{8}(?!\d)",
    "<separator>": SEPARATOR,
}
NAMES = {"May": "month", "1st": "day"}
IN_WORDS = (
    r"<earlier>?(?:the )?<1st>(?: of |\. ?| |-)?<May>(?:(?:,? of | ?, ?| in | |-)<year>)?",
    r"<May>[ -](?:the )?<1st>(?!:)<later>?(?:(?:,? of | ?, ?| in | |-)<year>)?",
    r"(?:the month of )?<May>(?:(?:,? of | ?, ?| in | |-)<year>)?",
)
IN_DIGITS = (
    rf"<year><separator><month>(?P=separator)<day>{CLOCK}",
    r"<year>[-/‐‑–−]<month>(?!\w)",
    r"<year> ?年(?: ?<month> ?月(?: ?<day> ?[日号])?)?",
    r"<month> ?月(?: ?<day> ?[日号])?",
    r"<compact>",
    r"<day>\. ?<month>\. ?<year>",
    r"<first><separator><second>(?P=separator)<year>",
    r"<month>[-/.‐‑–−]<year>",
    r"<first>/<second>(?![-/.]\d|\w)",
    r"--<month>(?:-<day>)?",
    IN_WORDS[0],
    r"<year>(?:, ?| |-)<May>(?:[ -](?:the )?<1st>)?",
    r"<year>(?!\w|['’]s|[-/.:,]\d\d?(?!\d))",
)
LABELLED = re.compile(r"[\s,;{}\"']*(year|month|day)[\"']?\s?[:=]\s?[\"']?([a-z]{3,9}|\d{1,4})(?!\w)", re.IGNORECASE)


def _shape(shape: str, number: int) -> str:
    """A shape as a pattern whose groups carry its number, since a name may stand for one group only."""
    for part, pattern in PARTS.items():
        name = NAMES.get(part[1:-1], part[1:-1])
        shape = shape.replace(part, f"(?P<{name}_{number}>{pattern})")
    return shape.replace("(?P=separator)", f"(?P=separator_{number})")


def _any(shapes: Sequence[str], first: int) -> str:
    return "|".join(_shape(shape, number) for number, shape in enumerate(shapes, first))


SIGNS = "|".join(sorted({name[:3] for name in (*MONTHS, *DAYS)}))
DATE = re.compile(
    rf"(?<![A-Za-z0-9_])(?:(?=[\d-])(?<!\b\d[/.])(?<!\b\d\d[/.])(?:{_any(IN_DIGITS, 0)})"
    rf"|(?=the |{SIGNS})(?:{_any(IN_WORDS, len(IN_DIGITS))}))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A year, a month, a day, or what is known of them."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def __str__(self) -> str:
        """ISO 8601: "2024-05-01", "2024-05", "2024", "--05-01", "--05"."""
        shown = "-" if self.year is None else f"{self.year:04}"
        shown += "" if self.month is None else f"-{self.month:02}"
        return shown + ("" if self.day is None else f"-{self.day:02}")

    @property
    def parts(self) -> tuple[int | None, int | None, int | None]:
        return self.year, self.month, self.day

    def gives(self, other: "PartialDate") -> bool | None:
        """Whether this date says all that the other one does; None where it says less, False where it contradicts."""
        if self == other:
            return True
        pairs = [(mine, theirs) for mine, theirs in zip(self.parts, other.parts, strict=True) if theirs is not None]
        if any(mine not in (None, theirs) for mine, theirs in pairs):
            return False
        return None if any(mine is None for mine, _ in pairs) else True

    @property
    def weekday(self) -> int | None:
        """0 for Monday to 6 for Sunday; None unless all parts are known."""
        if self.year is None or self.month is None or self.day is None:
            return None
        return weekday(self.year, self.month, self.day)


@dataclass(frozen=True, slots=True)
class Dates:
    """The dates in a text, None for one that cannot be read, and the words before, between and after them."""

    dates: list[PartialDate | None]
    gaps: list[list[str]]


def find_dates(text: str) -> Dates:
    """The dates in a text, in order, and the lower-case words and marks around them."""
    if labelled := _labelled(text):
        return Dates(labelled, [[], []])
    dates: list[PartialDate | None] = []
    gaps: list[list[str]] = []
    end = 0
    for found in DATE.finditer(text):
        read = _read(found)
        gaps += [_words(text[end : found.start()]), *[["-"]] * (len(read) - 1)]
        dates += read
        end = found.end()
    return Dates(dates, [*gaps, _words(text[end:]) if dates else []])


def _words(text: str) -> list[str]:
    return WORD.findall(text.lower())


def _labelled(text: str) -> list[PartialDate | None]:
    """The date in "year: 2024, month: 5, day: 1", as JSON has it."""
    parts: dict[str, int | None] = {}
    at = 0
    while (found := LABELLED.match(text, at)) and found[1].lower() not in parts:
        parts[found[1].lower()] = _month(found[2]) if found[1].lower() == "month" else _number(found[2])
        at = found.end()
    complete = len(parts) > 1 and not text[at:].strip(" \n,;{}\"'.") and None not in parts.values()
    return [_date(parts.get("year"), parts.get("month"), parts.get("day"))] if complete else []


def _read(found: re.Match[str]) -> list[PartialDate | None]:
    """The date that a match gives, or the two of a range of days."""
    parts = {name.rpartition("_")[0]: text.lower() for name, text in found.groupdict().items() if text}
    if "compact" in parts:
        whole = parts["compact"]
        return [_date(int(whole[:4]), int(whole[4:6]), int(whole[6:]))]
    year = _number(parts.get("year"))
    if "first" in parts:
        first, second = int(parts["first"]), int(parts["second"])
        if first <= 12 and second <= 12 and first != second:
            return [None]
        day, month = (first, second) if first > 12 else (second, first)
        return [_date(year, month, day)]
    days = [_number(parts[name]) for name in ("earlier", "day", "later") if name in parts] or [None]
    return [_date(year, _month(parts.get("month")), day) for day in days]


def _number(text: str | None) -> int | None:
    """A year, or a day: "1", "1st", "first"."""
    if text is None:
        return None
    digits = re.search(r"\d+", text)
    return int(digits[0]) if digits else DAYS.index(text) + 1 if text in DAYS else None


def _month(text: str | None) -> int | None:
    if text is None or text.isdecimal():
        return None if text is None else int(text)
    return next((i for i, name in enumerate(MONTHS, 1) if name[:3] == text[:3].lower()), None)


def _date(year: int | None, month: int | None, day: int | None) -> PartialDate | None:
    """A date of the calendar, None where there is none such."""
    if (
        year == 0
        or (month is None and (day is not None or year is None))
        or (month is not None and not 1 <= month <= 12)
    ):
        return None
    if month is not None and day is not None and not 1 <= day <= monthrange(year or 2000, month)[1]:
        return None
    return PartialDate(year, month, day)
