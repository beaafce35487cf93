"""A typed key that rules have proved: gold is right by its own rule, every wrong option is wrong by it."""

from collections.abc import Sequence
from dataclasses import dataclass

from reward.answers import Answer
from reward.plain import plain, wordset

NAMES = {
    "g": "grams", "kg": "kilograms", "mg": "milligrams", "ml": "millilitres", "mL": "millilitres", "l": "litres",
    "L": "litres", "m": "metres", "cm": "centimetres", "mm": "millimetres", "km": "kilometres", "s": "seconds",
    "min": "minutes", "h": "hours", "tbsp": "tablespoons", "tsp": "teaspoons", "oz": "ounces", "lb": "pounds",
    "°": "degrees", "kW": "kilowatts", "W": "watts", "V": "volts", "kJ": "kilojoules", "J": "joules", "N": "newtons",
    "Hz": "hertz", "Pa": "pascals", "kPa": "kilopascals", "$": "dollars", "US$": "dollars", "€": "euros",
    "£": "pounds", "¥": "yen", "₹": "rupees",
}  # fmt: skip
SYMBOLS = {name: symbol for symbol, name in reversed(NAMES.items())}
"""The first symbol of each name."""
PLURALS = {"foot": "feet", "inch": "inches", "century": "centuries"}
NAMELESS = wordset(
    "cup pint quart gallon day week month year decade mile yard acre ton tonne calorie kilocalorie pixel frame knot"
)
"""Units that sentences call by no symbol, in the singular."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A key of a sort, with the candidates in the form in which a reply gives them.

    `sort` is number, moment, interval, box, yes_no, date, list, clock or ordinal. `candidates` stand in the order of
    the options. `how` tells a model how to answer, None where the kind's own sentence will do; `addition` is a sentence
    that the question needs to stand alone.
    """

    sort: str
    answer: Answer
    candidates: tuple[str, ...]
    how: str | None = None
    addition: str = ""


@dataclass(frozen=True, slots=True)
class Untyped:
    """Why no typed key can be proved: a reason that can be counted."""

    reason: str


TEXT = Untyped("text")
"""Nothing but words."""
MIXED = Untyped("different_kinds")
"""The key is of a sort that not all options are of."""
SAME = Untyped("same_values")
"""A wrong option has the key's value, so that it is right as well."""
ALIKE = Untyped("wrong_options_alike")
NARROW = Untyped("tolerance_too_narrow")
NOT_PROVED = Untyped("wrong_option_not_wrong")


def written(answer: Answer) -> str:
    """The key as a perfect reply gives it."""
    return answer.gold().removeprefix("Answer: ")


def alike(values: Sequence[object], correct: int) -> Untyped | None:
    """Whether a wrong option has the value of the key or of another one; None where all differ."""
    if values.count(values[correct]) > 1:
        return SAME
    return ALIKE if len(set(values)) < len(values) else None


def proved(typed: Typed, correct: int) -> Typed | Untyped:
    """The key, if its own rules tell the candidate number `correct` from all others."""
    if (same := alike([plain(text) for text in typed.candidates], correct)) is not None:
        return same
    for i, text in enumerate(typed.candidates):
        if typed.answer.mark(text).score != (1 if i == correct else 0):
            return NOT_PROVED
    return typed


def in_unit(unit: str) -> str:
    """A unit as a sentence names it, in the plural: "grams (g)", "cups", "m/s^2"."""
    if unit in NAMES:
        return f"{NAMES[unit]} ({unit})"
    word = unit.lower().replace("meter", "metre").replace("liter", "litre").replace("gramme", "gram")
    for name in (word, f"{word}s"):
        if name in SYMBOLS:
            return f"{name} ({SYMBOLS[name]})"
    if unit.startswith("degree "):
        return f"degrees {unit[7:]}"
    return PLURALS.get(unit, f"{unit}s" if unit in NAMELESS else unit)


def number_names(number: str) -> tuple[str, ...]:
    """A number as it is written, and without decimals that say nothing."""
    short = number.rstrip("0").rstrip(".") if "." in number else number
    return (number,) if short == number else (number, short)
