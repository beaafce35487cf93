"""Plain answers: the typed key that an answer without a type stands for.

Other people's data sets give an answer as text, perhaps with other wordings of it. "28 %" is a number, "May 2010" a
date, "\\frac{1}{2}" an expression, "yes" a yes or no; what is none of these is a phrase.
"""

import re
from collections.abc import Callable, Sequence

from reward.answers import Answer, Date, Expression, Interval, List, Moment, Number, Phrase, Text, YesNo
from reward.containers import boxes
from reward.dates import MONTHS, find_dates
from reward.numerals import normal, numeral, numerals
from reward.plain import plain
from reward.text import final_answer, unwrap
from reward.times import find_times
from reward.units import unit_of

YES, NO = frozenset(["yes", "true"]), frozenset(["no", "false"])
DIGITS = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
POWER = re.compile(r"(-?\d+(?:\.\d+)?) ?[x×·*] ?10 ?\^? ?\{?(-?\d{1,2})\}?")
PERCENT = re.compile(r"%|percent|per cent", re.IGNORECASE)
CURRENCY = re.compile(r"[$€£¥₹]")
YEAR = re.compile(r"1\d{3}|20\d{2}")
ASKS_WHEN = re.compile(r"\b(?:when|(?:what|which) (?:year|date|day|month))\b", re.IGNORECASE)
DATED = re.compile(rf"\b(?:{'|'.join(month[:3] for month in MONTHS)})[a-z]*\b|\d{{4}}-\d\d-\d\d", re.IGNORECASE)
DIGITS_DATE = re.compile(r"\d{1,4}[/.]\d{1,2}[/.]\d{1,4}")
UNIT = r"(?:h|hours?|m|min|minutes?|s|sec|seconds?)"
SPOKEN_TIME = re.compile(
    rf"\b\d+:\d\d:\d\d|\d:\d\d ?(?:to|[-–]) ?\d+:\d\d|\d ?{UNIT}\b.*\d ?{UNIT}\b|\d ?(?:to|[-–]) ?\d[\d.]* ?{UNIT}$"
    r"|\b(?:minute|hour)s? (?:and )?(?:a (?:half|quarter)|\w+ (?:second|minute)s?)\b"
)
NAMES = re.compile(r"[^,]{1,40}(?:, [^,]{1,40}){1,9},? and [^,]{1,40}")
WHOLE_DATE = re.compile(r"[\w\s,.-]{4,30}")
MATHS = re.compile(r"[\\^=√π±∞]|\d ?[+*/·×] ?\w|[a-z] ?[+*/·] ?[\da-z]\b|[a-z\d)]\(|\d[a-z]\b|\)\(|^[(\[{].*,.*[)\]}]$")
WORDS = re.compile(r"(?<![\\A-Za-z{])(?!(?:sin|cos|tan|log|ln|exp|sqrt|max|min|mod|gcd|lcm|pi)\b)[A-Za-z]{3,}")
SEVERAL = re.compile(r",? and |, ?|; ?")
ONE = r"\$[^$]{1,200}\$|\\\((?:(?!\\\)).){1,200}\\\)"
SEVERAL_FORMULAS = re.compile(rf"(?:{ONE})(?:(?:,|;|,? and|,? or) ?(?:{ONE})){{1,9}}\.?")
"""Formulas side by side: "$1$ and $2$"."""
BESIDE_BOXES = re.compile(r"(?:[\s$,;.()\[\]\\]|\b(?:and|or)\b)*")
AND_OR = re.compile(r" (?:and|or) ")
LONG = 12
"""Words from which on a single answer is a text, not a phrase."""


def key_of(references: Sequence[str], wrong: Sequence[str] = (), question: str = "") -> Answer:
    """The key for an answer given as text: `references` are wordings of one answer, `wrong` the known wrong ones.

    Raises TypeError for a single string, ValueError where no reference says anything, and pydantic's ValidationError
    where a wrong answer is right.
    """
    if isinstance(references, str) or isinstance(wrong, str):
        raise TypeError("references and wrong are lists of texts; write key_of(['yes'])")
    texts = [text for reference in references if plain(text := _answer(reference))]
    if not texts:
        raise ValueError("references: none of them says anything; give the right answer as text")
    for kind in (_yes_no, _date, _time, _number, _list, _expression):
        keys = [_tried(kind, text, question) for text in texts]
        key = keys[0]
        if key is not None and all(key == other for other in keys) and not any(key.mark(w).score == 1 for w in wrong):
            return key
    if len(texts) == 1 and not wrong and len(texts[0].split()) > LONG:
        return Text(reference=texts[0])
    return Phrase(text=texts[0], aliases=tuple(texts[1:]), wrong=tuple(wrong))


def _answer(reference: str) -> str:
    """The answer itself where the reference is a solution that ends in a box."""
    reading = final_answer(reference) if "boxed" in reference else None
    if reading and reading.others and (several := _boxes_alone(reference)):
        return several
    text = reading.text if reading and reading.container == "boxed" and reading.text else reference
    return unwrap(" ".join(text.split()))


def _boxes_alone(reference: str) -> str:
    """The contents of several boxes with nothing but "and" between them: all of them are the answer; else ""."""
    found = boxes(reference)
    ends = [0, *(box.end for box in found)]
    starts = [*(box.start for box in found), len(reference)]
    around = " ".join(reference[end:start] for end, start in zip(ends, starts, strict=True))
    return ", ".join(box.text for box in found) if BESIDE_BOXES.fullmatch(around) else ""


def _tried(kind: Callable[[str, str], Answer | None], text: str, question: str) -> Answer | None:
    """The key if it is one that its own kind reads back."""
    try:
        key = kind(text, question)
        return key if key is not None and key.mark_reply(key.gold(), question)[0].score == 1 else None
    except ValueError:
        return None


def _yes_no(text: str, _: str) -> Answer | None:
    word = plain(text)
    return YesNo(value=word in YES) if word in YES | NO else None


def _date(text: str, question: str) -> Answer | None:
    """A written date, or a year where the question asks for one; "May" alone may be a name."""
    asked = ASKS_WHEN.search(question) is not None
    dated = WHOLE_DATE.fullmatch(text) and DATED.search(text)
    if not (YEAR.fullmatch(text) and asked) and not dated and not DIGITS_DATE.fullmatch(text):
        return None
    found = find_dates(text)
    whole = len(found.dates) == 1 and not any(found.gaps) and (asked or any(map(str.isdigit, text)))
    return Date(value=str(found.dates[0])) if whole else None


def _time(text: str, _: str) -> Answer | None:
    """A time in several units or with hours, or two of them; "1:20" alone may be a ratio, and "80 s" is a number."""
    if not SPOKEN_TIME.search(text):
        return None
    found = find_times(text)
    seconds = [float(time.seconds) for time in found.times if time.seconds is not None]
    around = [word for gap in found.gaps for word in gap]
    if len(seconds) == len(found.times) == 1 and not around:
        return Moment(seconds=seconds[0], tol=0)
    if len(seconds) == len(found.times) == 2 and len(around) == 1 and around[0] in ("to", "-", "–"):
        return Interval(start=seconds[0], end=seconds[1], min_iou=1)
    return None


def _number(text: str, _: str) -> Answer | None:
    text = normal(text).strip(" .")
    found = numerals(text)
    if not found or found[0].value is None or found[0].loose:
        return None
    before, number, after = text[: found[0].start], text[found[0].start : found[0].end], text[found[0].end :].strip()
    value = number.replace(",", "") if DIGITS.fullmatch(number) else str(found[0].value)  # "3" or "1/3", exact
    if power := POWER.fullmatch(number):
        value = f"{power[1]}e{power[2]}"
    if CURRENCY.fullmatch(before) and not after:
        return Number(value=value, unit=before)
    if before:
        return None
    if PERCENT.fullmatch(after):
        return Number(value=value, unit="%")
    if after:
        return Number(value=value, unit=after) if unit_of(after) else None
    return Number(value=value)


def _list(text: str, _: str) -> Answer | None:
    """Several numbers, or three and more names of which the last follows an "and" ("Paris, France" is one name)."""
    parts = [part.strip() for part in SEVERAL.split(text)]
    numbers = len(parts) > 1 and all(numeral(part) is not None for part in parts) and numeral(text) is None
    names = NAMES.fullmatch(text) is not None
    return List(items=tuple((part,) for part in parts)) if numbers or names else None


def _expression(text: str, _: str) -> Answer | None:
    if DIGITS_DATE.fullmatch(text):
        return None  # 03/04/2024 is no fraction
    several = SEVERAL_FORMULAS.fullmatch(text) is not None
    looks = all(MATHS.search(part) and not WORDS.search(part) for part in AND_OR.split(text))
    return Expression(latex=text) if looks or several else None
