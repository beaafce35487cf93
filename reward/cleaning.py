"""Cleaning: the text of an answer before its measures are read: no markup, dates, or left side of an equation.

What stands left of the last "=" counts for nothing in a short equation alone: prose may end in "=" by the way.
"""

import re

from reward.dates import MONTHS
from reward.measures import Asked
from reward.numerals import normal, numerals

EQUALS = re.compile(r"(?<![<>!=:])=(?![=<>])")
PROSE = re.compile(r"[.!?] {1,3}[A-Z]|\n")
WORD = re.compile(r"[^\W\d_]{3,}")
MOST_WORDS = 6
"""How many words may stand before the last "=" of an equation."""
SEVERAL = re.compile(r"[,;] |\band\b")
MARKUP = re.compile(r"\*\*|__|`")
MATHS = re.compile(r"\$([^$\n]{1,200})\$(?!\d)")
CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])")
MONTH = rf"(?:{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|sept)\b\.?"
DATE = re.compile(
    rf"(?:\b{MONTH} (?:\d{{1,2}}(?:st|nd|rd|th)?,? )?|\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH},? )(\d{{4}})\b", re.I
)
FOUR_DIGITS = re.compile(r"\d{4}")
HOURS = re.compile(r"(\d{1,3}) ?h ?(\d{1,2})(?!\w)")
MINUTES = re.compile(r"(\d{1,3}) ?m(?= ?\d)")
AND_PART = re.compile(r"\b(?:an?|one) ([^\W\d_]{1,12}) and (?:a |one )?(half|quarter)\b", re.IGNORECASE)
A_PART = re.compile(r"\b(half|quarter)(?: of)? an? (?=[^\W\d_]{1,12}\W*$)", re.IGNORECASE)
ONE = re.compile(r"\ban? (?=[^\W\d_]{1,12}\W*$)", re.IGNORECASE)
SECOND = (("[time]", 1),)


def cleaned(text: str, asked: Asked) -> str:
    """The text without markup, without clock times beside a count, and with "an hour" as "1 hour"."""
    text = normal(text)
    text = MARKUP.sub("", text) if "*" in text or "_" in text or "`" in text else text
    text = _right_side(MATHS.sub(r"\1", text) if "$" in text else text)
    if asked.unit is None:
        if ":" in text and numerals(without := CLOCK.sub(" ", text)):
            text = without
        return without_dates(text) if asked.is_year else text
    if asked.unit.dimension == SECOND:
        text = MINUTES.sub(r"\1 min ", HOURS.sub(r"\1 h \2 min", text))
    if not numerals(text) or AND_PART.search(text):
        text = AND_PART.sub(r"1 and a \2 \1", text)
        text = A_PART.sub(r"\1 ", text) if A_PART.search(text) else ONE.sub("1 ", text, count=1)
    return text


def without_dates(text: str) -> str:
    """The text with "May 3, 1995" as "1995"."""
    return DATE.sub(r" \1", text) if FOUR_DIGITS.search(text) else text


def _right_side(text: str) -> str:
    """What follows the last "=" of a short equation, if that holds a number."""
    if "=" not in text:
        return text
    *before, side = EQUALS.split(text)
    left = "=".join(before)
    prose = PROSE.search(left) or len(WORD.findall(left)) > MOST_WORDS or (len(before) > 1 and SEVERAL.search(left))
    return side if before and not prose and numerals(side) else text
