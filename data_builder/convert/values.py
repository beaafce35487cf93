"""The typed key of a question, where rules can prove it: every option is read as a value of one sort.

The key is what the file says is correct; a rule computes the form in which it is asked for, how near a reply has to be,
and what the wrong options are in that form.
"""

import re
from functools import lru_cache

from data_builder.convert.amounts import number
from data_builder.convert.boxes import box
from data_builder.convert.keys import MIXED, TEXT, Typed, Untyped, alike, proved, written
from data_builder.convert.mcq import Mcq
from data_builder.convert.sequences import labelled, sequence
from data_builder.convert.spans import interval, moment
from reward.answers import Date, Phrase, YesNo
from reward.key import DATED, DIGITS_DATE, YEAR, key_of
from reward.numerals import SMALL, TENS
from reward.plain import plain, wordset

__all__ = ["Typed", "Untyped", "typed"]

PAIRS = (("yes", "no"), ("true", "false"), ("correct", "incorrect"))
TRUTH = {word: word == pair[0] for pair in PAIRS for word in pair}
MARKS = re.compile(r"[\d→\[]|->|=>|\bthen\b")
FIRST_WORDS = wordset("yes no true false correct incorrect not never once twice thrice half hundred minus")
FIRST_WORDS |= {*SMALL, *TENS}
"""What a key begins with that is a value in words."""
CLOCK = re.compile(r"(?:at )?(1[0-2]|[1-9]) ?o['’]?clock\.?", re.IGNORECASE)
ON_THE_CLOCK = "Answer with a direction on the face of a clock, from 1 to 12 o'clock."
ASKS_DIRECTION = re.compile(r"\b(?:where|direction|facing|looking|located|position)\b", re.IGNORECASE)


def typed(mcq: Mcq) -> Typed | Untyped:
    """The typed key of a question in plain words (see `tags.spoken`), or why there is none.

    By a typed key's own rules the candidate that is the key is right, and every other candidate is wrong.
    """
    if not mcq.lists and not _may_be_value(mcq.key):
        return TEXT
    for sort in (yes_no, clock, box, interval, moment, date, number, labelled, sequence):
        if (found := sort(mcq)) is not None:
            return found
    return TEXT


def _may_be_value(key: str) -> bool:
    """Whether a key holds what every value does, so that most texts need no closer look."""
    if MARKS.search(key):
        return True
    first = key.split(None, 1)[0] if key.strip() else ""
    return first.rstrip(".,").partition("-")[0].lower() in FIRST_WORDS


def yes_no(mcq: Mcq) -> Typed | Untyped | None:
    """The key of two options that are yes and no, or other words for it; None for others."""
    if len(mcq.options) != 2:
        return None
    words = tuple(plain(option) for option in mcq.options)
    if words not in PAIRS and words[::-1] not in PAIRS:
        return None
    candidates = tuple("yes" if TRUTH[word] else "no" for word in words)
    return Typed("yes_no", YesNo(value=TRUTH[words[mcq.correct]]), candidates)


def clock(mcq: Mcq) -> Typed | Untyped | None:
    """The key as a direction on the face of a clock; None where it is none."""
    found = CLOCK.fullmatch(mcq.key.strip())
    if not found or not ASKS_DIRECTION.search(mcq.stem):
        return None
    hours = [CLOCK.fullmatch(option.strip()) for option in mcq.options]
    if not all(hours):
        return MIXED
    told = [int(hour[1]) for hour in hours if hour]
    if (same := alike(told, mcq.correct)) is not None:
        return same
    candidates = tuple(f"{hour} o'clock" for hour in told)
    return Typed("clock", _direction(int(found[1])), candidates, ON_THE_CLOCK)


@lru_cache(maxsize=12)
def _direction(hour: int) -> Phrase:
    """The key for an hour: all ways to write it, against those of the eleven others."""
    wrong = tuple(form for other in range(1, 13) if other != hour for form in _hours(other))
    return Phrase(text=f"{hour} o'clock", aliases=_hours(hour)[1:], wrong=wrong)


def _hours(hour: int) -> tuple[str, ...]:
    return f"{hour} o'clock", f"{SMALL[hour]} o'clock", str(hour), SMALL[hour], f"{hour}:00"


def date(mcq: Mcq) -> Typed | Untyped | None:
    """The key as a date, or as a year where the question asks for one; None where it is none."""
    key = _date(mcq.key, mcq.stem)
    if key is None:
        return None
    dates = [_date(option, mcq.stem) for option in mcq.options]
    found = [one for one in dates if one is not None]
    if len(found) < len(dates):
        return MIXED
    if len({len(one.value) for one in found}) > 1:
        return Untyped("dates_of_different_precision")
    return proved(Typed("date", key, tuple(written(one) for one in found)), mcq.correct)


def _date(option: str, stem: str) -> Date | None:
    text = option.strip().rstrip(".")
    if len(text) > 40 or not (YEAR.fullmatch(text) or DATED.search(text) or DIGITS_DATE.fullmatch(text)):
        return None
    key = key_of([text], question=stem)
    return key if isinstance(key, Date) else None
