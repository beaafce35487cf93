"""Measures: the numbers of an answer with their units, in the unit that a key asks for.

Percent has one policy: a key in "%" is compared as it stands (28 and 28 %), a key without a unit as a plain number
(28 % is 0.28) unless its question asks for a percentage.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from reward.counting import counted_noun
from reward.numerals import SUFFIXES, Numeral, normal, numerals
from reward.quantities import LEADING, words_in
from reward.units import COUNTED, METRE_PER, Unit, convert, is_unit, leading, unit_of

GLUED_BEFORE = "([{\"'“‘*_$€£¥₹#=:,;"
MARKS_AFTER = r"[\])}\"'”’*_$.,;:?…]*"
GLUED_AFTER = re.compile(
    rf"{MARKS_AFTER}(?:!(?!!){MARKS_AFTER})?(?=\s|$)|(?=[=≈≅(])"
    r"|-(?!(?:free|like|fold|packs?|plus|some|less|something|proof|based|minus)\b)(?=[^\W\d_]{4})"
)
IN_WORDS = re.compile(r"[^\W\d_]{2}")
GLUED = re.compile(r" ?([^\W\d_]+|[°$€£¥₹¢])")
PERCENT = re.compile(r" ?%| ?(?:percent|per cent|percentage points?|pct)\b", re.IGNORECASE)
CURRENCY = re.compile(r"(US\$|[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|INR)) ?$")
SEPARATED = re.compile(r",? ?(?:and )?")
ASKS_AGE = re.compile(r"\b(?:age|aged|old)\b", re.IGNORECASE)
ASKS_PERCENT = re.compile(r"%|\bper ?cent", re.IGNORECASE)
MONEY = ("[dollar]", "[euro]", "[sterling]", "[yen]", "[rupee]")
UNSURE = frozenset(["pounds", "pound", "ton", "tons", "mm", "min", "sec", "cal", "bar", "knots", "deg"])
"""Units that have namesakes."""
LETTERS = frozenset("mMkKBTt")
"""Units that may be millions or the like."""
STERLING = (("[sterling]", 1),)
POUNDS = frozenset(["pound", "pounds", "quid"])
PEOPLE = frozenset(["person", "persons", "people"])
ASKS_TIMES = re.compile(r"\bhow (?:many times|often)\b", re.IGNORECASE)
SHORT_WORDS = frozenset(["a", "A", "in", "In"])
MARKS = " \t\n.,;:!*_`\"'“”‘’()[]{}$#"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a key asks for: its amount, and its unit as it is spelled and, if it is in the table, as a unit."""

    amount: Fraction
    whole: bool
    spelling: str | None = None
    unit: Unit | None = None
    in_percent: bool = False
    is_money: bool = False
    is_year: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A number that a reply gives: its value in the key's unit, and what one more in its last digit is worth.

    `others`: what it may mean instead; `loose`: it may also be two numbers; `converted`: it stood in another unit;
    `foreign`: its unit is not the key's, which has none.
    """

    value: Fraction
    step: Fraction = Fraction(0)
    others: tuple[Fraction, ...] = ()
    loose: bool = False
    converted: bool = False
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """A number with the unit around it, from `start` to `end`. `trouble`: what keeps it from being compared."""

    start: int
    end: int
    said: Said | None
    trouble: str = ""
    unit: Unit | None = None


def asked_for(amount: Fraction, whole: bool, spelling: str | None) -> Asked:
    """What a key asks for; `whole`: it is written without decimals."""
    if spelling is None:
        return Asked(amount, whole, is_year=whole and 1000 <= amount <= 2100)
    spelling = METRE_PER.sub("m s", normal(spelling).strip())
    in_percent = PERCENT.fullmatch(spelling) is not None
    unit = None if in_percent else unit_of(spelling)
    is_money = unit is not None and len(unit.dimension) == 1 and unit.dimension[0][0] in MONEY
    return Asked(amount, whole, spelling, unit, in_percent, is_money)


def measured(text: str, asked: Asked, stem: str) -> list[Measured]:
    """The numbers of a text of `cleaned` form with their units; what says one number in two ways is one."""
    found: list[Measured] = []
    for one in numerals(text):
        if not found or one.start >= found[-1].end:  # the 2 of "m^2" is no number of its own
            found.append(_measured(text, one, asked, stem))
    if len(found) > 1:
        found = _added(text, found) or found
    return _without_shares(found) if asked.in_percent else found


def _measured(text: str, one: Numeral, asked: Asked, stem: str) -> Measured:
    """A number of a text with what stands around it read as its unit."""
    if one.value is None:
        return Measured(one.start, one.end, None)
    others = () if one.other is None else (one.other,)
    said, rest = Said(one.value, one.step, others, one.loose), text[one.end : one.end + 60]
    if percent := PERCENT.match(rest):
        found = _in_percent(one, said, one.end + percent.end(), asked, stem)
    elif asked.spelling is None:
        found = _bare(one, said, text, stem)
    else:
        found = _in_unit(one, said, rest, asked, CURRENCY.search(text[max(0, one.start - 4) : one.start]))
    before = text[found.start - 1 : found.start]
    free = not before or before.isspace() or before in GLUED_BEFORE
    factorial = text[found.end : found.end + 1] == "!" and one.value > 2 and not IN_WORDS.search(text)
    if free and not factorial and GLUED_AFTER.match(text, found.end):
        return found
    return replace(found, trouble="glued")


def _in_percent(one: Numeral, said: Said, end: int, asked: Asked, stem: str) -> Measured:
    hundredth = replace(said, value=said.value / 100, step=said.step / 100, others=(said.value,))
    if asked.in_percent:
        return Measured(one.start, end, replace(said, others=()))
    if asked.spelling is not None:
        return Measured(one.start, end, said, "other_unit")
    wanted = _asks_percent(stem) and abs(asked.amount) > 1
    return Measured(one.start, end, replace(said, others=(hundredth.value,)) if wanted else hundredth)


@lru_cache(maxsize=4096)
def _asks_percent(stem: str) -> bool:
    return ASKS_PERCENT.search(stem) is not None


def _bare(one: Numeral, said: Said, text: str, stem: str) -> Measured:
    """A number for a key without a unit: a unit behind it is another one, unless the question may ask for it."""
    rest = text[one.end : one.end + 60]
    if _asks_percent(stem):
        said = replace(said, others=(*said.others, said.value * 100, said.value / 100))
    glued = GLUED.match(rest)
    word, apart, end = (glued[1], glued[0] != glued[1], one.end + glued.end()) if glued else ("", False, one.end)
    if word in SUFFIXES and not apart:
        return Measured(one.start, end, _scaled(said, SUFFIXES[word]))
    if word.lower() == "x" and not apart and ASKS_TIMES.search(stem):
        return Measured(one.start, end, said)
    if not word or (apart and not _measures(word, rest[glued.end() :] if glued else "")):
        return Measured(one.start, one.end, said)
    if not is_unit(word):
        return Measured(one.start, one.end, said, "glued")
    aged = word.lower() in ("year", "years") and ASKS_AGE.search(stem)
    named = aged or {word.lower(), word.lower().removesuffix("s"), f"{word.lower()}s"} & set(words_in(stem))
    alone = word not in LETTERS and not words_in(text[end:]) and LEADING.issuperset(words_in(text[: one.start]))
    if named or (alone and _may_ask_for(word, stem)):
        return Measured(one.start, end, replace(said, foreign=True))
    return Measured(one.start, end, said, "other_unit")


@lru_cache(maxsize=4096)
def _may_ask_for(word: str, stem: str) -> bool:
    """Whether a question may ask for a number in a unit: it names none of that kind, and nothing that is counted."""
    if counted_noun(stem) or ASKS_TIMES.search(stem):
        return False
    others = [
        other for other in re.findall(r"[^\W\d_]+|[°$€£¥₹¢]", stem) if other not in SHORT_WORDS and is_unit(other)
    ]
    if not others:
        return True  # known without the table, which is slow to load
    unit = unit_of(word)
    return unit is not None and all(named.dimension != unit.dimension for named in map(unit_of, others) if named)


def _in_unit(one: Numeral, said: Said, rest: str, asked: Asked, currency: re.Match[str] | None) -> Measured:
    """A number for a key with a unit, converted to it."""
    start, end, to = one.start, one.end, asked.unit
    if asked.in_percent:
        said = replace(said, others=(*said.others, said.value * 100))
    word = found[1] if (found := GLUED.match(rest)) else ""
    if word in SUFFIXES and not rest.startswith(" ") and (currency or asked.is_money or not leading(rest)):
        said, end, rest = _scaled(said, SUFFIXES[word]), end + len(word), rest[len(word) :]
    elif word == "m" and currency and asked.is_money and not rest.startswith(" "):
        said, end, rest = _scaled(said, 10**6), end + 1, rest[1:]
    if to is None:
        return _as_spelled(start, end, said, rest, asked.spelling or "")
    scale = to.offset and word in ("C", "F")
    preposition = word == "in" and re.match(r" in [^\W\d_]", rest)
    spelled = leading(rest) if word and not scale and not preposition else None
    if to.dimension == STERLING and word.lower() in POUNDS:
        unit, end = to, end + rest.index(word) + len(word)
    elif spelled:
        unit, end = spelled[0], end + spelled[1]
    elif scale and (named := unit_of(f"°{word}")):
        unit, end = named, end + rest.index(word) + 1
    elif currency and (named := unit_of(currency[1])):
        unit, start = named, start - len(currency[0])
    else:
        after = words_in(rest)
        return Measured(start, end, said, "other_unit" if word and not set(after) <= LEADING else "")
    named_by = rest[: end - one.end].strip() or (currency[1] if currency else "")
    value = convert(said.value, unit, to)
    if value is None:
        return Measured(start, end, said, _mismatch(unit, to, named_by), unit)
    if unit == to:
        return Measured(start, end, said, unit=unit)
    step = said.step * unit.factor / to.factor
    return Measured(start, end, Said(value, step, loose=said.loose, converted=True), unit=unit)


def _mismatch(unit: Unit, to: Unit, word: str) -> str:
    """What a unit of another dimension than the key's means: letters that stand for several units say little."""
    kinds = {name for name, _ in (*unit.dimension, *to.dimension)}
    if to.offset and unit.dimension == (("[angle]", 1),):
        return ""  # "25 degrees" leaves out the scale
    unsure = len(word) < 2 or word.lower() in UNSURE or kinds & {"[calendar]", "[angle]"}
    return "other_unit" if unsure else "other_dimension"


def _as_spelled(start: int, end: int, said: Said, rest: str, spelling: str) -> Measured:
    """A number for a key whose unit is in no table: only the same letters are the same unit."""
    unit = spelling.casefold()
    names = {unit, f"{unit}s", unit.removesuffix("s")} if len(unit) > 2 else {unit}
    names |= PEOPLE if unit in PEOPLE else set()
    left = rest.lstrip(" ").casefold()
    used = max((name for name in names if left.startswith(name)), key=len, default="")
    end += len(rest) - len(left) + len(used) if used else 0
    foreign = not used and not set(words_in(rest)) <= LEADING
    return Measured(start, end, said, "other_unit" if foreign else "")


def _added(text: str, measured: list[Measured]) -> list[Measured] | None:
    """The sum of "5 ft 11 in" or "1 h 30 min": units of the key's dimension, each smaller than the one before."""
    parts = [one for one in measured if one.unit and one.said and not one.trouble]
    if len(parts) < 2 or len(parts) < len(measured):
        return None
    falling = all(a.unit and b.unit and a.unit.factor > b.unit.factor for a, b in pairwise(parts))
    if not falling or not all(SEPARATED.fullmatch(text, a.end, b.start) for a, b in pairwise(parts)):
        return None
    value = sum((one.said.value for one in parts if one.said), Fraction(0))
    step = parts[-1].said.step if parts[-1].said else Fraction(0)
    return [Measured(parts[0].start, parts[-1].end, Said(value, step, converted=True))]


def _without_shares(measured: list[Measured]) -> list[Measured]:
    """One number for two that say the same, once in percent and once as a share: "5 %, or 0.05"."""
    if len(measured) != 2 or not all(one.said for one in measured):
        return measured
    first, second = sorted(measured, key=lambda one: bool(one.said and one.said.others))
    same = first.said and second.said and first.said.value in second.said.others
    return [replace(first, start=measured[0].start, end=measured[1].end)] if same else measured


def _scaled(said: Said, scale: int) -> Said:
    return replace(said, value=said.value * scale, step=said.step * scale)


def _measures(word: str, rest: str) -> bool:
    """Whether a word behind a number is its unit rather than what is counted; "in" is one at the end alone."""
    return is_unit(word) and word.lower() not in COUNTED and not (word == "in" and rest.strip(MARKS))
