"""The typed key of a question, where rules can prove it: every option is read as a value of one sort.

The key is what the file says is correct; a rule computes the form in which it is asked for, how near a reply has to be,
and what the wrong options are in that form.
"""

import re
from dataclasses import replace
from functools import lru_cache

from data_builder.convert.amounts import NO_NOUN, SIZES, amount, kin, number
from data_builder.convert.boxes import box
from data_builder.convert.keys import MIXED, TEXT, Typed, Untyped, alike, proved, written
from data_builder.convert.mcq import Mcq
from data_builder.convert.ranges import number_range
from data_builder.convert.sequences import labelled, ordinal, sequence
from data_builder.convert.spans import interval, moment
from data_builder.convert.words import words_of
from reward.answers import Date, Phrase, YesNo
from reward.key import DATED, DIGITS_DATE, YEAR, key_of
from reward.numerals import ORDINALS, SMALL, TENS, normal, numerals
from reward.plain import plain, wordset
from reward.units import is_unit, unit_of

__all__ = ["Typed", "Untyped", "typed"]

PROPOSITION = 4
"""Words of a question that says what is to be confirmed."""
PAIRS = (("yes", "no"), ("true", "false"), ("correct", "incorrect"))
TRUTH = {word: word == pair[0] for pair in PAIRS for word in pair}
MARKS = re.compile(r"[\d→➡⇒\[]|->|=>|\bthen\b|, ")
VALUES = wordset("yes no true false correct incorrect not never once twice thrice half hundred minus single pair dozen")
VALUES |= {*SMALL, *TENS, *ORDINALS}
"""One of them is in every value in words."""
CLOCK = re.compile(r"(?:at )?(1[0-2]|[1-9]) ?o['’]?clock\.?", re.IGNORECASE)
ON_THE_CLOCK = "Answer with a direction on the face of a clock, from 1 to 12 o'clock."
ASKS_DIRECTION = re.compile(r"\b(?:where|direction|facing|looking|located|position)\b", re.IGNORECASE)

HOW_MUCH = re.compile(
    r"\bhow (?:many|much|often|frequently|long|old|far|high|tall|wide|deep|thick|big|large|heavy|fast|quickly|hot|cold|"
    r"late|early|loud|expensive|strong)\b|\bwhat(?:'s| is) [-(\d]"
    r"|^(?:calculate|compute|count|estimate|evaluate|solve)\b",
    re.IGNORECASE,
)
WHAT = re.compile(
    r"(?:\b(?:what|which|whose)(?:[’']s)?|^(?=the\b[^?]{1,200}$)|\b(?:find|determine)\b)((?: ?[\w’'-]{1,30}){1,8})",
    re.IGNORECASE,
)
"""What is asked for: the words behind "what" and "find", or those that a sentence to be filled in begins with."""
ENDS = wordset(
    "of in on at for to from with by that which who whom when while where after before during as and or if does did do"
    " has have had can could will would should shown displayed mentioned"
)
"""Where the noun phrase that names what is asked for ends."""
QUANTITIES = wordset(
    "number price cost speed score time percentage percent percentile weight amount year temperature count total"
    " quantity age height length width depth distance duration size volume value thickness rate sum average mean"
    " median difference ratio probability angle area mass salary wage fee fare population frequency voltage"
    " current power energy resistance pressure density velocity acceleration force magnitude capacity profit"
    " discount radius diameter perimeter circumference concentration interest minimum maximum"
)
NO_QUANTITIES = wordset(
    "ranking rank order sequence signature zone name color colour player person people thing object"
)
LONGEST = 300
NO = re.compile(r"\b(?:no(?= [a-z])|never)\b", re.IGNORECASE)
TIMES = re.compile(r"^ times?\b")
DIGIT = re.compile(r"\d")
ROUGH = re.compile(
    r"\b(?:more|less|fewer|than|least|most|about|around|over|under|nearly|almost|approximately|roughly|every|per|to|between"
    r"|another) #|#,? (?:or|to|and|more|less|fewer|plus|of (?:the|them|these|those))\b"
)
"""What makes a number a rough one, a range, or one of other things."""
TOTALS = re.compile(r"[,;:.]| (?:a total of|in total|in all|altogether)(?= |$)")
DECADE = re.compile(r"(?:the |in the )?(?:1\d|20)\d0['’]?s\.?", re.IGNORECASE)
"""Years, and no seconds: "1960s"."""
PROPOSES = wordset(
    "is are was were do does did has have had can could will would should may might must true false correct statement"
)
"""What a question that can be answered by yes or no holds."""
ARTICLES = wordset("the a an")
BE = {"are": "is", "were": "was", "have": "has", "do": "does"}


def typed(mcq: Mcq) -> Typed | Untyped:
    """The typed key of a question in plain words (see `tags.spoken`), or why there is none.

    By a typed key's own rules the candidate that is the key is right, and every other candidate is wrong.
    """
    if not mcq.lists and not _may_be_value(mcq.key):
        return TEXT
    if any(map(DECADE.fullmatch, mcq.options)):
        return TEXT
    for sort in (yes_no, clock, ordinal, box, interval, moment, date, number_range, count, labelled, sequence):
        if (found := sort(mcq)) is not None:
            return found
    return TEXT


def _may_be_value(key: str) -> bool:
    """Whether a key holds what every value does, so that most texts need no closer look."""
    return MARKS.search(key) is not None or not VALUES.isdisjoint(words_of(key.replace("-", " ")))


def yes_no(mcq: Mcq) -> Typed | Untyped | None:
    """The key of two options that are yes and no, or other words for it; None for others."""
    if len(mcq.options) != 2:
        return None
    words = tuple(plain(option) for option in mcq.options)
    asked = words_of(mcq.stem)
    if len(asked) < PROPOSITION or asked.isdisjoint(PROPOSES) or not asked.isdisjoint(("which", "what")):
        return None
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


def count(mcq: Mcq) -> Typed | Untyped | None:
    """The key as a number, where the question asks for one, or where it is a measure; None for others."""
    asked = asks_number(mcq.stem)
    if not asked and not ((key := amount(mcq.key)) and key.unit):
        return None
    found = number(mcq)
    if asked and not isinstance(found, Typed) and (bare := _numbers_alone(mcq.options)):
        return number(replace(mcq, options=bare))
    return found


@lru_cache(maxsize=4096)
def asks_number(stem: str) -> bool:
    """Whether a question asks for a number: how many, how much, which price, what is the speed."""
    if HOW_MUCH.search(stem):
        return True
    for asked in WHAT.finditer(stem):
        words = asked[1].lower().split()
        end = next((i for i, word in enumerate(words) if word in ENDS), len(words))
        phrase = {word.removesuffix("s") for word in words[:end]}
        if not phrase.isdisjoint(QUANTITIES) and phrase.isdisjoint(NO_QUANTITIES):
            return True
    return False


def _numbers_alone(options: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers of options that are alike but for one, "the hand holds it three times"; none for others."""
    found = [_around(option) for option in options]
    alone = tuple(number for number, _ in found)
    return alone if all(alone) and len({words for _, words in found}) == 1 else ()


def _around(option: str) -> tuple[str, tuple[str, ...]]:
    """The one number of an option, with its unit, and the words around it in the singular; nothing for others."""
    text = normal(option.strip().rstrip("."))
    found = numerals(text) if len(text) <= LONGEST else ()
    if not found and (no := NO.search(text)):
        start, end, written = no.start(), no.end(), "0"
    elif len(found) == 1 and found[0].value is not None and not found[0].loose:
        start, end = found[0].start, found[0].end
        written = text[start:end] if DIGIT.search(text[start:end]) else str(found[0].value)
    else:
        return "", ()
    before, after = text[:start].lower(), text[end:].lower()
    if not SIZES.isdisjoint(after.split()[1:]):
        return "", ()  # it measures what is counted
    if "/" in written or before[-1:].strip() or after[:1].strip(" ,") or ROUGH.search(f"{before}#{after}"):
        return "", ()
    after = TIMES.sub("", after)
    unit = after.split(None, 1)[0].strip(",") if after.strip() else ""
    if unit in NO_NOUN or not (is_unit(unit) and unit_of(unit)):
        unit = ""
    words = [word for word in TOTALS.sub(" ", before + after).split() if word not in ARTICLES]
    return f"{written} {unit}".strip(), tuple(sorted(BE.get(word) or kin(word) for word in words))


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
