"""Cleaning: the text of an answer before its measures are read: no markup, dates, or left side of an equation.

What stands left of the last "=" counts for nothing in a short equation alone: prose may end in "=" by the way.
"""

import re

from reward.dates import MONTHS
from reward.measures import Asked
from reward.numerals import DIGIT, normal, numerals
from reward.units import METRE_PER

EQUALS = re.compile(r"(?<![<>!=:])=(?![=<>])")
PROSE = re.compile(r"[.!?] {1,3}[A-Z]|\n")
WORD = re.compile(r"[^\W\d_]{3,}")
MOST_WORDS = 6
"""How many words may stand before the last "=" of an equation."""
SEVERAL = re.compile(r"[,;] |\band\b")
MARKUP = re.compile(r"(?<![\d)])(?<![\d)] )\*\*|\*\*(?! ?[\d(])|__|`")
"""Not the "**" of "2**10"."""
SPACES = re.compile(r" {2,}")
MATHS = re.compile(r"\$([^$\n]{1,200})\$(?!\d)")
CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])")
MONTH = rf"(?:{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|sept)\b\.?"
DATE = re.compile(
    rf"(?:\b{MONTH} (?:\d{{1,2}}(?:st|nd|rd|th)?,? )?|\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH},? )(\d{{4}})\b", re.I
)
FOUR_DIGITS = re.compile(r"\d{4}")
IN_HOURS = re.compile(
    r"(?<![\d:])(\d{1,3}):([0-5]\d)(?::([0-5]\d)(?![\d:])|(?=[^\S\n]?(?:(h)|m)(?:rs?|ours?|ins?|inutes?)?\b)[^\S\n]?[a-z]+)"
)
PART_OF_TIME = re.compile(r"(\d) ?(h|hrs?|hours?|m|mins?|minutes?) ?(?=\d)")
AND_MINUTES = re.compile(
    r"(\d (?:h|hrs?|hours?) \d{1,2})(?: ?m\b|(?![\w:]|[.,]\d| ?(?:mins?|minutes?|s|secs?|seconds?)\b))"
)
AND_SECONDS = re.compile(r"(\d min \d{1,2})(?=\W{0,9}$)")
FEET = re.compile(r"(\d) ?(?:ft|feet|foot|['’′](?!['’′])) ?(\d{1,2}(?:\.\d+)?)(?:['’′\"”]{1,2}|(?=\W{0,9}$))")
MINUTE_MARK = re.compile(r"(\d{1,3}) ?['’′] ?(\d\d)(?:['’′\"”]{1,2}|(?=\W{0,9}$))")
QUOTE = re.compile(r"['’′\"”]")
INCHES, FOOT = re.compile(r"(\d) ?(?:[\"”]|['’′]{2})"), re.compile(r"(\d) ?['’′](?!\w)")
AND_PART = re.compile(r"\b(?:an?|one) ([^\W\d_]{1,12}) and (?:a |one )?(half|quarter)\b", re.IGNORECASE)
A_PART = re.compile(r"(\bhalf|\bquarters?|\b\d/\d)(?: of)? an? (?=[^\W\d_]{1,12}(?: per |/|\W*$))", re.IGNORECASE)
ONE = re.compile(r"\ban? (?=[^\W\d_]{1,12}\W*$)", re.IGNORECASE)
SECOND, METRE = (("[time]", 1),), (("[length]", 1),)


def cleaned(text: str, asked: Asked) -> str:
    """The text without markup, without clock times beside a count, and with "an hour" as "1 hour"."""
    text = normal(text)
    text = SPACES.sub(" ", text) if "  " in text else text
    text = MARKUP.sub("", text) if "*" in text or "_" in text or "`" in text else text
    text = _right_side(MATHS.sub(r"\1", text) if "$" in text else text)
    if asked.unit is None:
        if ":" in text and numerals(without := CLOCK.sub(" ", text)):
            text = without
        return without_dates(text) if asked.is_year else text
    text = METRE_PER.sub("m s", text) if "ms" in text else text
    if asked.unit.dimension == SECOND:
        text = _times_apart(text)
    elif asked.unit.dimension == METRE and DIGIT.search(text):
        text = FEET.sub(r"\1 ft \2 in", text)
        text = FOOT.sub(r"\1 ft", INCHES.sub(r"\1 in", text)) if QUOTE.search(text) else text
    text = A_PART.sub(r"\1 ", text) if "half" in text.lower() or "quarter" in text or "/" in text else text
    if not numerals(text) or AND_PART.search(text):
        text = AND_PART.sub(r"1 and a \2 \1", text)
        text = ONE.sub("1 ", text, count=1)
    return text


def _times_apart(text: str) -> str:
    """The text with "1h30m", "1 h 30", "1:30 h" and "1:30:00" as hours, minutes and seconds apart."""
    text = IN_HOURS.sub(_in_hours, text) if ":" in text else text
    text = MINUTE_MARK.sub(r"\1 min \2 s", text) if QUOTE.search(text) else text
    text = PART_OF_TIME.sub(lambda part: f"{part[1]} {'min' if part[2][0] == 'm' else 'h'} ", text)
    return AND_SECONDS.sub(r"\1 s", AND_MINUTES.sub(r"\1 min", text))


def _in_hours(clock: re.Match[str]) -> str:
    if clock[3]:
        return f"{clock[1]} h {clock[2]} min {clock[3]} s"
    return f"{clock[1]} h {clock[2]} min" if clock[4] else f"{clock[1]} min {clock[2]} s"


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
