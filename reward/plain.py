"""The plain form of a text: what is left for comparing answers once case, accents, articles and marks are set aside."""

import re
import unicodedata
from functools import lru_cache

# NFKC alone would make 32 of 3² and 11⁄2 of 1½.
DIGITS_APART = {
    **{ord(power): f"^{digit}" for digit, power in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{ord(part): f" {unicodedata.normalize('NFKC', part)}" for part in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"},
}
# All marks but those that make a number another one: "./:" between digits, "<>~" before one, "-" as its sign.
MARKS = re.compile(r"[^\w\s%‰°$€£¥+≤≥≈±√](?:(?<![./:<>~-])|(?!\d)|(?<!\d.)(?<=[./:])|(?<=\w-))", re.DOTALL)
ARTICLE = re.compile(r"[^\w-]*(?:the|an?|some)[*_\"'”]{0,3}[ \t]+(?![|/&,;:.)\s-])")


def plain(text: str) -> str:
    """A short text in the form in which answers are compared: no case, accents, articles or marks; single spaces."""
    return _plain_cached(text) if len(text) <= 100 else _plain(text)


def _plain(text: str) -> str:
    text = text.casefold()
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text.translate(DIGITS_APART))
        text = "".join(c for c in decomposed if not unicodedata.combining(c))
    text = text[found.end() :] if (found := ARTICLE.match(text)) else text
    return " ".join(MARKS.sub(" ", text.replace("_", " ")).split())


_plain_cached = lru_cache(maxsize=8192)(_plain)  # keys and candidates come again with every reply
