"""Totals: numbers that belong together are told from one number said twice."""

import pytest

from reward.measures import asked_for, measured
from reward.numerals import numerals
from reward.totals import TOTAL, adds_up, enumerated


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 cups (3 red, 2 blue)", True),
        ("There are 5 cups: 3 red ones and 2 blue ones.", True),
        ("5 cups (3 red, 1 blue)", False),
        ("5 cups (3 or 2)", False),
        ("5 cups: not 3 and 2", False),
        ("5 or 6 cups (3 red, 2 blue)", False),
        ("5 cups (five)", False),
    ],
)
def test_a_total_is_the_sum_of_its_parts(text: str, expected: bool) -> None:
    total = TOTAL.fullmatch(text)
    assert total is not None
    assert adds_up(total) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 apples and 3 pears", True),
        ("3, 3", True),
        ("3 on the left and 3 on the right", True),
        ("3 (three)", False),
        ("3 cups, three", False),
        ("3 cups, so 3", False),
    ],
)
def test_one_number_for_each_of_two_things(text: str, expected: bool) -> None:
    amount = numerals(text)[0].value
    assert amount is not None
    first, second = measured(text, asked_for(amount, True, None), "")
    assert enumerated(text, first, second) is expected
