"""The plain form of a text: what is left for comparing answers once case, accents, articles and marks are set aside."""

import re
import unicodedata
from functools import lru_cache
from itertools import filterfalse

PART_CHARS = 128
"""How much is put into a Unicode form at a time: a run of combining marks takes the square of its length."""

# NFKC alone would make 32 of 3² and 11⁄2 of 1½.
DIGITS_APART = {
    **{ord(power): f"^{digit}" for digit, power in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{ord(part): f" {unicodedata.normalize('NFKC', part)}" for part in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"},
}
# All marks but those that make a number another one: "./:" between digits, "<>~" before one, "-" as its sign.
MARKS = re.compile(r"[^\w\s%‰°$€£¥+≤≥≈±√](?:(?<![./:<>~-])|(?!\d)|(?<!\d.)(?<=[./:])|(?<=\w-))", re.DOTALL)
ARTICLE = re.compile(r"[^\w-]*(?:the|an?|some)[*_\"'”]{0,3}[ \t]+(?![|/&,;:.()\[\s-])")


def plain(text: str) -> str:
    """A short text in the form in which answers are compared: no case, accents, articles or marks; single spaces."""
    return _plain_short(text) if len(text) <= 100 else _plain_long(text) if len(text) <= 2_000 else _plain(text)


def wordset(text: str) -> frozenset[str]:
    """The words of a table that is written as one text."""
    return frozenset(text.split())


def small(text: str) -> str:
    """A text in small letters that is as long as it was: what is found in one stands at the same place in the other."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("İ", "i").lower()


def _plain(text: str) -> str:
    text = text.casefold()
    if not text.isascii():
        text = "".join(filterfalse(unicodedata.combining, _decomposed(text.translate(DIGITS_APART))))
    text = text[found.end() :] if (found := ARTICLE.match(text)) else text
    return " ".join(MARKS.sub(" ", text.replace("_", " ")).split())


def _decomposed(text: str) -> str:
    parts = (text[at : at + PART_CHARS] for at in range(0, len(text), PART_CHARS))
    return "".join(unicodedata.normalize("NFKD", part) for part in parts)


_plain_short = lru_cache(maxsize=8192)(_plain)  # keys and candidates come again with every reply
_plain_long = lru_cache(maxsize=64)(_plain)  # one reply asks for the form of its text several times
