"""Amounts: numbers in a row of tokens, in digits ("1,250.5", "1 1/2") or in words ("a hundred and five"), read exactly.

Every row ends in empty tokens, so that looking a few tokens ahead needs no check.
"""

import re
from fractions import Fraction

from reward.numerals import MAX_DIGITS, SMALL, TENS, numeral

Exact = int | Fraction
MAX_SPELLED = 12
SIGNS = "+-−–"
PARTS = frozenset(["half", "quarter", "quarters"])
SPELLED = frozenset([*SMALL, *TENS, *PARTS, "hundred", "thousand"])
AFTER_ARTICLE = frozenset(["half", "quarter", "hundred", "thousand"])
THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def amount(tokens: list[str], at: int) -> tuple[Exact | None, int]:
    """The number that begins at a token, None where it cannot be said, and where what follows it begins.

    The latter is `at` where no number begins.
    """
    if not tokens[at][-1:].isdecimal():
        return _spelled(tokens, at)
    value, after = digits(tokens[at]), at + 1
    if is_part(tokens[after]):
        part = digits(tokens[after])
        return (None if value is None or part is None else value + part), after + 1
    if tokens[after] == "and" and tokens[after + 1] == "a" and tokens[after + 2] in PARTS and value is not None:
        return value + (numeral(f"a {tokens[after + 2]}") or 0), after + 3
    return value, after


def is_part(token: str) -> bool:
    """Whether a token is a fraction in digits: "1/2"."""
    return token[:1].isdecimal() and ("/" in token or "⁄" in token)


def digits(token: str) -> Exact | None:
    """The value of digits without their sign; None for a comma that is no thousands mark, and for too many digits."""
    if len(token) > MAX_DIGITS:
        return None
    token = token.lstrip(SIGNS)
    if token.isdecimal():
        return int(token)
    if "," in token and not THOUSANDS.fullmatch(token):
        return None
    try:
        return Fraction(token.replace(",", "").replace("⁄", "/"))
    except (ValueError, ZeroDivisionError):
        return None


def step(token: str) -> float:
    """The worth of the last digit of a number; 1 for words."""
    return 10.0 ** -len(token.partition(".")[2])


def _spelled(tokens: list[str], at: int) -> tuple[Exact | None, int]:
    """A number in words; "and" goes on in "a hundred and five" and "two and a half" but not in "ten and twenty"."""
    end = at + (tokens[at] in ("a", "an") and tokens[at + 1] in AFTER_ARTICLE)
    while tokens[end] in SPELLED or (end > at and (tokens[end] == "point" or _goes_on(tokens, end))):
        end += 1 + (tokens[end] == "and" and tokens[end + 1] == "a")
    if end == at or end - at > MAX_SPELLED:
        return None, end
    return numeral(" ".join(tokens[at:end])), end


def _goes_on(tokens: list[str], end: int) -> bool:
    if tokens[end] != "and":
        return False
    part = tokens[end + 2] if tokens[end + 1] in ("a", "one", "three") else ""
    return part in PARTS or (tokens[end - 1] in ("hundred", "thousand") and tokens[end + 1] in SPELLED)
