"""Options that are numbers: counts, measures, prices, percentages, each with the unit that the question has to name.

A count is exact. What is measured, or written with decimals, is right within one percent, and never as far away as
half of the way to the nearest wrong option.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from data_builder.convert.keys import MIXED, Typed, Untyped, alike, in_unit, proved
from data_builder.convert.mcq import Mcq
from reward.answers import Number
from reward.nouns import singular
from reward.numerals import normal, numerals
from reward.plain import wordset
from reward.units import Unit, convert, is_unit, unit_of

LONGEST = 80
RELATIVE = Fraction(1, 100)
OF_GAP = Fraction(45, 100)
"""How far a tolerance may reach towards the nearest wrong option; the gate allows less than half."""
HALF_CENT = Fraction(5, 1000)
DIGITS = re.compile(r"[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?|[-+−]?\.(\d+)")
POWER = re.compile(r"([-+−]?\d+(?:\.(\d+))?)(?: ?[x×·*⋅] ?10 ?(?:\^|\*\*)? ?[({]?|[eE])([-+−]?\d{1,3})[)}]?")
CURRENCY = re.compile(r"([-−]?)(US\$|[$€£¥₹]) ?")
SMALL = re.compile(r"-?\d{1,3}")
DIGIT = re.compile(r"\d")
REDUCIBLE = re.compile(r"-?\d{1,9}/\d{1,9}")
PERCENT = ("%", "percent", "per cent")
NOUN = re.compile(r" [a-z][a-z-]{1,30}(?: [a-z][a-z-]{1,30}){0,3}")
MEASURE_OF = re.compile(r" ?([a-zA-Z]{1,12}) of ([a-z][a-z -]{1,40})")
IN_ALL = re.compile(r" (?:in total|in all|altogether|overall)$")
TIMES = {"once": "times", "twice": "times", "thrice": "times"}
NO_NOUN = wordset(
    "or and to than more less fewer out by in on at with a an the about around over under per from for as is are"
    " not no least most only else other others any each both am pm"
)
"""Words that make another number of one, or say where it comes from."""
NO_UNIT = re.compile(r" ?[aApP]\.?[mM]\.?|[KMBTGDX]|st|nd|rd|th")
"""What looks like a unit behind a number and is none: "3 pm", "4K", "3rd"."""
PEOPLE = {"people": "person", "persons": "person", "oxen": "ox", "dice": "die"}
NO_FRACTION = re.compile(r"\b(?:signature|score|ratio|date|day|when|odds)\b", re.IGNORECASE)
"""Where "3/4" is no quotient."""
NO_TIMES = ("not at all", "never", "not once")
IN_DIGITS = (
    (re.compile(r"no(?= [a-z])", re.IGNORECASE), "0"),
    (re.compile(r"(?:only |just )?(?:an? |one )?single(?= [a-z])", re.IGNORECASE), "1"),
    (re.compile(r"(?:only |just )?a pair(?: of(?= [a-z])|$)", re.IGNORECASE), "2"),
    (re.compile(r"(?:only|just) (?=[a-z]+(?: times?)?$)", re.IGNORECASE), ""),
)
"""The numbers of "no hands", "a single time", "a pair of gloves", "only once"."""
PART = r"(?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|eighths?|pairs?)"
COUNTS_PARTS = re.compile(
    rf"\bhow many (?:[a-z-]{{1,20}} ){{0,3}}?(?:{PART}|dozens?|pairs?|hundreds?|thousands?)\b", re.IGNORECASE
)
HOW_MANY = re.compile(r"\bhow many ([a-z-]{1,30})", re.IGNORECASE)
PLACES = ("", "one decimal place", "two decimal places", "three decimal places", "four decimal places")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as an option writes it: its exact value, the text of a key, how many decimals it has, and what of.

    `unit` is a measure, a currency or "%", `noun` what is counted; one of them, or neither.
    """

    value: Fraction
    text: str
    decimals: int
    unit: str = ""
    noun: str = ""


def number(mcq: Mcq) -> Typed | Untyped | None:
    """The key as a number, None where the key is none."""
    if counts_parts(mcq.stem):
        return Untyped("counts_parts")
    options = mcq.options
    key = amount(options[mcq.correct])
    if key is None or ("/" in key.text and NO_FRACTION.search(mcq.stem)):
        return None
    amounts = [amount(option) or _none(option, key, mcq.stem) for option in options]
    found = [one for one in amounts if one is not None]
    if len(found) < len(amounts):
        return MIXED
    in_words = any(
        one.value.denominator > 1 for one, text in zip(found, options, strict=True) if not DIGIT.search(text)
    )
    if in_words and _counts_things(mcq.stem):
        return Untyped("part_of_a_thing")
    if len({kin(one.noun) for one in found}) > 1:
        return Untyped("different_nouns")
    if any(one.unit != key.unit for one in found):
        converted = _in_one_unit(found, key)
        if converted is None:
            return Untyped("different_units")
        found = converted
    values = [one.value for one in found]
    if (same := alike(values, mcq.correct)) is not None:
        return same
    tolerance = _tolerance(key, min(abs(value - key.value) for i, value in enumerate(values) if i != mcq.correct))
    answer = _number(key.text, key.unit, tolerance)
    if answer is None:
        return Untyped("no_number")
    how = "Answer with a whole number." if options is not mcq.options else _how(found, key, mcq.stem)
    typed = Typed("number", answer, tuple(one.text for one in found), how)
    # Small counts are told apart exactly, whatever they are; "1998" may be a year.
    return typed if SMALL.fullmatch(key.text) and not key.unit else proved(typed, mcq.correct)


def counts_parts(stem: str) -> bool:
    """Whether halves, dozens or the like are what is counted: of "2 halves" nobody knows whether it is 2 or 1."""
    return COUNTS_PARTS.search(stem) is not None


def _counts_things(stem: str) -> bool:
    """Whether a question counts things, of which "half" may be one of two pieces, and no measure."""
    counted = HOW_MANY.search(stem)
    return counted is not None and not is_unit(counted[1])


def _none(option: str, key: Amount, stem: str) -> Amount | None:
    """A wrong option "None" where things are counted: none of them, whatever else it may mean."""
    counts = option.strip(" .").lower() in ("none", "none at all") and not key.unit and "how many" in stem.lower()
    return Amount(Fraction(0), "0", 0, noun=key.noun) if counts else None


@lru_cache(maxsize=4096)  # options repeat one another: "0", "1", "2"
def amount(option: str) -> Amount | None:
    """The one number that an option is, with its unit or what it counts; None for all else, ranges among it."""
    text = option.strip().rstrip(".").rstrip()
    if len(text) > LONGEST:
        return None
    if text[:1] == text[-1:] == "$" and len(text) > 2:
        text = text[1:-1].strip()
    text = normal(text).strip()
    sign, currency = "", ""
    if (money := CURRENCY.match(text)) and money.end() < len(text):
        sign, currency, text = money[1], money[2], text[money.end() :]
    if text.lower() in NO_TIMES:
        return Amount(Fraction(0), "0", 0, noun="times")
    for words, digits in IN_DIGITS:
        if found_words := words.match(text):
            text = digits + text[found_words.end() :]
    found = numerals(text)
    if not found or found[0].start or found[0].value is None or found[0].loose:
        return None
    written, after = text[: found[0].end], IN_ALL.sub("", text[found[0].end :])
    if REDUCIBLE.fullmatch(written) and found[0].value.denominator != int(written.partition("/")[2]):
        return None  # 4/4 and 6/8 are no quotients
    value, decimals = _key_text(written, found[0].value)
    if sign:
        value = value.removeprefix("-") if value.startswith("-") else f"-{value}"
    exact = -found[0].value if sign else found[0].value
    if currency or not after:
        noun = TIMES.get(written.lower(), "")
        return None if currency and after else Amount(exact, value, decimals, currency, noun)
    bare = after.strip()
    if bare.lower() in PERCENT:
        return Amount(exact, value, decimals, "%")
    if (part := MEASURE_OF.fullmatch(after)) and is_unit(part[1]) and unit_of(part[1]):
        return Amount(exact, value, decimals, part[1], part[2])
    if len(found) == 1 and _counted(after):
        return Amount(exact, value, decimals, noun=bare)
    if not NO_UNIT.fullmatch(after) and unit_of(bare):
        return Amount(exact, value, decimals, bare)
    return None


SIZES = frozenset(
    ["wide", "long", "thick", "tall", "deep", "high", "inch", "inches", "cm", "centimeter", "centimetre", "mm"]
)
"""Words by which a number measures a thing that it does not count: "3 centimeter wide strips"."""


def _counted(after: str) -> bool:
    """Whether what follows a number is what it counts: plain words that are no unit."""
    words = after.split()
    if not SIZES.isdisjoint(words):
        return False
    if not NOUN.fullmatch(after) or not NO_NOUN.isdisjoint(words) or words[0] == "of":
        return False
    return not (is_unit(words[0]) and unit_of(after.strip()))


def _key_text(written: str, value: Fraction) -> tuple[str, int]:
    """A number in the form of a key ("1200", "1/3", "3.5e4"), and how many decimals it is written with."""
    if plain := DIGITS.fullmatch(written):
        return written.replace(",", "").replace("−", "-").removeprefix("+"), len(plain[1] or plain[2] or "")
    if power := POWER.fullmatch(written):
        base, decimals, exponent = power.groups()
        return f"{base}e{exponent}".replace("−", "-").replace("+", ""), len(decimals or "")
    return str(value), 0


def _in_one_unit(amounts: list[Amount], key: Amount) -> list[Amount] | None:
    """The amounts in the key's unit, exactly; None where there is no way."""
    unit = _unit(key)
    converted = []
    for one in amounts:
        other = _unit(one)
        value = convert(one.value, other, unit) if other and unit else None
        if value is None:
            return None
        text = one.text if one.unit == key.unit else _decimal(value)
        converted.append(Amount(value, text, len(text.partition(".")[2]), key.unit))
    return converted


def _unit(one: Amount) -> Unit | None:
    return unit_of(normal(one.unit)) if one.unit and one.unit != "%" else None


def _decimal(value: Fraction) -> str:
    """A fraction as a decimal where it has a short one, else as it is: "0.25", "1/3"."""
    short = f"{float(value):.6f}".rstrip("0").rstrip(".")
    return short if Fraction(short) == value else str(value)


def _tolerance(key: Amount, gap: Fraction) -> Fraction:
    """How far a right reply may be from the key: 0 for a count, less than half a cent for a price."""
    if not key.unit and not key.decimals:
        return Fraction(0)
    if CURRENCY.fullmatch(key.unit):
        return min(HALF_CENT, OF_GAP * gap)
    return min(RELATIVE * (abs(key.value) or gap), OF_GAP * gap)


def _number(text: str, unit: str, tolerance: Fraction) -> Number | None:
    try:
        return Number(value=text, unit=unit or None, abs_tol=float(f"{float(tolerance):.4g}") if tolerance else None)
    except ValueError:
        return None


def kin(noun: str) -> str:
    """What is counted, in the singular."""
    return " ".join(PEOPLE.get(word) or singular(word) for word in noun.split())


def _how(amounts: list[Amount], key: Amount, stem: str) -> str:
    """How to answer: the unit, the number of decimals, and what is counted where the question does not say it."""
    most = max(one.decimals for one in amounts)
    places = f", to {PLACES[min(most, 4)]}" if most else ""
    if key.unit == "%":
        return f"Answer with a percentage{places}."
    if key.unit:
        return f"Answer with a number in {in_unit(key.unit)}{places}."
    if key.noun and "how many" not in stem.lower() and kin(key.noun) != "time":
        plural = next((one.noun for one in amounts if one.value > 1 and one.noun), key.noun)
        return f"Answer with the number of {plural}{places}."
    return f"Answer with a number{places}."
