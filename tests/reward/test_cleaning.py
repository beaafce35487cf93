"""Cleaning: what is taken off an answer before its numbers are read."""

from fractions import Fraction

import pytest

from reward.cleaning import cleaned, without_dates
from reward.measures import asked_for

COUNT, YEAR = asked_for(Fraction(3), True, None), asked_for(Fraction(1995), True, None)
SECONDS = asked_for(Fraction(90), True, "seconds")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**3** `cups`", "3 cups"),
        ("$x = 3$", " 3"),
        ("2 + 1 = 3", " 3"),
        ("x = 3 = y", "x = 3 = y"),
        ("3 cups: at 0:05 and 0:12", "3 cups: at   and  "),
        ("x = 4 and y = 3", "x = 4 and y = 3"),
        ("It is 4. So x = 3", "It is 4. So x = 3"),
        ("a <= 3", "a <= 3"),
    ],
)
def test_markup_clock_times_and_the_left_of_an_equation_go(text: str, expected: str) -> None:
    assert cleaned(text, COUNT) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1m30s", "1 min 30s"),
        ("1h05", "1 h 05 min"),
        ("a minute and a half", "1 and a half minute"),
        ("an hour", "1 hour"),
    ],
)
def test_a_time_in_words_is_put_as_numbers_with_units(text: str, expected: str) -> None:
    assert cleaned(text, SECONDS) == expected


@pytest.mark.parametrize("text", ["May 3, 1995", "3 May 1995", "the 3rd of May, 1995", "Sept. 1995"])
def test_a_date_is_its_year(text: str) -> None:
    assert without_dates(text).split()[-1] == "1995"
    assert "May" not in cleaned(text, YEAR)


def test_a_word_that_begins_as_a_month_stays() -> None:
    assert without_dates("maybe 1995") == "maybe 1995"
