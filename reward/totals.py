"""Totals: several numbers of one answer that belong together: "3 apples and 3 pears", "5 cups (3 red, 2 blue)"."""

import re
from fractions import Fraction

from reward.assertion import negates
from reward.measures import Measured
from reward.numerals import numerals
from reward.quantities import COMPARING, words_in

TOTAL = re.compile(r"([^():\n]{1,90})(?:\(([^():\n]{1,100})\)|: ([^():\n]{1,100}))[\s.*]{0,9}")
"""A number of things and, in brackets or behind a colon, how many there are of each sort."""
ENUMERATED = re.compile(
    r"(?:[^,;:.()=\n]{0,40}[,;]?\s)?(?:and|&|plus)\s{1,3}|[^,;:.()=\n]{0,40}[,;]\s{1,3}", re.IGNORECASE
)
"""What stands between "3 apples and 3 pears"."""


def enumerated(text: str, left: Measured, right: Measured) -> bool:
    """Whether two equal numbers stand side by side as those of two things: "3 apples and 3 pears", "3, 3"."""
    same_form = text[left.end - 1].isdecimal() == text[right.end - 1].isdecimal()
    return same_form and ENUMERATED.fullmatch(text, left.end, right.start) is not None


def adds_up(total: re.Match[str]) -> bool:
    """Whether the numbers behind a total are those of its parts."""
    whole, said = numerals(total[1]), total[2] or total[3]
    each = [one.value for one in numerals(said)]
    if len(whole) != 1 or len(each) < 2 or None in each or negates(said) or not COMPARING.isdisjoint(words_in(said)):
        return False
    return sum((value for value in each if value is not None), Fraction(0)) == whole[0].value
