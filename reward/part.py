"""A part of an answer in maths, and how a single value is read: "5 km", "2x + 1". `reward.formula` reads the rest."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from reward.latex import Unreadable, words

MAX_NUMBER_CHARS = 1_000
ORDINAL = re.compile(r"(?<=\d) (?:\^ \{ )?(?:th|st|nd|rd)(?: \})?$")
WHOLE = r"\d+(?:\.\d+)?|\.\d+"
FRACTION = r"(\d+) / (\d+)|\\frac \{ (\d+) \} \{ (\d+) \}"
POWER = r"(?: \\cdot)? 10 \^ \{ (- )?(\d{1,3}) \}"
NUMBER = re.compile(rf"((?:- )?)(?:({WHOLE})(?:{POWER})?|(?:(\d+) )?(?:{FRACTION}))")
POWER_OF_TEN = re.compile(r"((?:- )?)10 \^ \{ (- )?(\d{1,3}) \}")
UNREADABLE = frozenset(
    [r"\cap", r"\setminus", r"\backslash", r"\ne", "…", "?", "'", "\\\\", "&", r"\Rightarrow", r"\to"]
)
NOT_PRODUCTS = frozenset(
    words(
        "if is for all odd any the no not yes to of in at so we it get are be by an as on do nor but iff mod am pm"
        " st nd rd th cm km kg mm ft mph sec min hr hrs day mi oz lb mol ml dm cc"
    )
)
"""Short words, and units, that are no product of letters."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that an answer names.

    `kind`: "value", "name" (letters), "pair" (an open interval or a point), "interval", "tuple", "set", "union",
    "matrix", "ratio", "equation" or "relation". `text`: its canonical form. `items`: what it is made of; `ends`: the
    two brackets of an interval. `label`: the "x" of "x = 5"; `unit`: "%", "°" or the words after it. `number`: the
    exact value of a plain number.
    """

    kind: str
    text: str
    items: tuple["Part", ...] = ()
    label: str = ""
    unit: str = ""
    ends: str = ""
    number: Fraction | None = None

    def shown(self) -> str:
        """The part as a person may read it, with its label and its unit."""
        named = (
            f"{self.label} = {self.text}"
            if self.label and self.kind in ("value", "name", "pair", "tuple")
            else self.text
        )
        return f"{named} {self.unit}".rstrip()


def valued(text: str) -> Part:
    """A single value with its unit."""
    text, unit = ORDINAL.sub("", text), ""
    words = text.split(" ")
    if words[-1] in ("%", r"\degree") and len(words) > 1:
        unit, words = words[-1], words[:-1]
    else:
        end = len(words)
        while end > 1 and is_word(words[end - 1]):
            end -= 1
        unit, words = " ".join(words[end:]), words[:end]
    value = plain_value(" ".join(words))
    if unit and value.kind == "name":
        raise Unreadable("words", "it holds words")
    return replace(value, unit=unit)


def is_word(token: str) -> bool:
    """Whether letters side by side are a word, not a product of variables."""
    return token.isalpha() and (len(token) > 3 or token.lower() in NOT_PRODUCTS)


def plain_value(text: str) -> Part:
    """A value without a unit: a plain number, a name, or an expression, in which letters side by side multiply."""
    text = text.removeprefix("+ ")
    if (number := number_of(text)) is not None:
        return Part("value", text, number=number)
    tokens = text.split(" ")
    if (len(tokens) == 1 and tokens[0].isalpha()) or all(token.isalpha() and len(token) == 1 for token in tokens):
        return Part("name", "".join(tokens))
    if any(is_word(token) for token in tokens) or all(token.isalpha() for token in tokens):
        raise Unreadable("words", "it holds words")
    if UNREADABLE & set(tokens) or any(not token.isascii() for token in tokens):
        raise Unreadable("unread", "it holds signs that are not read")
    return Part("value", " ".join(" ".join(token) if token.isalpha() else token for token in tokens))


def number_of(text: str) -> Fraction | None:
    """The exact value of a plain number, a fraction, a mixed fraction or a number in scientific notation."""
    if not text or text[-1] not in "0123456789}" or len(text) > MAX_NUMBER_CHARS:
        return None
    if found := POWER_OF_TEN.fullmatch(text):
        value = Fraction(10) ** (int(found[3]) * (-1 if found[2] else 1))
        return -value if found[1] else value
    if not (found := NUMBER.fullmatch(text)):
        return None
    sign, whole, minus, power, mixed, top, below, top_too, below_too = found.groups()
    if whole:
        value = Fraction(whole) * Fraction(10) ** (int(power or 0) * (-1 if minus else 1))
    else:
        above, under = int(top or top_too), int(below or below_too)
        if not under or (mixed and above >= under):
            return None
        value = int(mixed or 0) + Fraction(above, under)
    return -value if sign else value
