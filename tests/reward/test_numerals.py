"""Numerals: every usual way to write a number is read exactly, and what may be two numbers is not."""

from fractions import Fraction
from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reward.numerals import MAX_DIGITS, normal, numeral, numerals

WRITTEN = r"""
0: 0 ¦ zero ¦ nil ¦ nought ¦ 0.0 ¦ -0
3: 3 ¦ +3 ¦ 03 ¦ 3.0 ¦ three ¦ Three ¦ THREE ¦ 6/2 ¦ 6 / 2 ¦ ３ ¦ thrice
-5: -5 ¦ −5 ¦ –5 ¦ minus five ¦ negative 5 ¦ Minus 5
1/2: 1/2 ¦ ½ ¦ 1⁄2 ¦ 0.5 ¦ .5 ¦ half ¦ a half ¦ one half ¦ \frac{1}{2} ¦ \dfrac12 ¦ \tfrac{1}{2} ¦ 5e-1
3/2: 1.5 ¦ 1 1/2 ¦ 1½ ¦ 1 ½ ¦ one and a half ¦ 1 and a half
3/2: 1 and 1/2 ¦ one point five ¦ 1\frac{1}{2} ¦ three halves
-3/4: -3/4 ¦ -\frac{3}{4} ¦ minus three quarters ¦ -0.75
2/3: 2/3 ¦ two thirds ¦ 2 thirds ¦ two-thirds
21: 21 ¦ twenty-one ¦ twenty one
105: 105 ¦ one hundred and five ¦ one hundred five ¦ a hundred and five
12: a dozen ¦ 12 ¦ twelve ¦ one dozen
6: half a dozen ¦ six
1234: 1234 ¦ 1,234 ¦ 1 234 ¦ 1'234 ¦ 1{,}234 ¦ 1.234e3 ¦ one thousand, two hundred and thirty-four ¦ 1\,234
1234.56: 1,234.56 ¦ 1.234,56 ¦ 1 234,56 ¦ 1 234.56
1234567: 1,234,567 ¦ 12,34,567 ¦ 1.234.567 ¦ 1 234 567 ¦ 1 234 567
300000: 3e5 ¦ 3E5 ¦ 3 × 10^5 ¦ 3×10⁵ ¦ 3\times 10^{5} ¦ 3*10**5 ¦ 3 x 10^5 ¦ 300 thousand ¦ 3 hundred thousand
300000: 300k ¦ 3 lakh
1500000: 1.5 million ¦ 1.5M ¦ one and a half million ¦ 1½ million ¦ one million five hundred thousand
2000000000: 2bn ¦ 2 billion ¦ 2B ¦ two billion
0.0012: 1.2·10⁻³ ¦ 1.2e-3 ¦ 1.2 \cdot 10^{-3} ¦ 1.2×10^(-3)
1000000000000: 10¹² ¦ 10^12 ¦ a trillion ¦ 1 trillion
1995: 1995 ¦ nineteen ninety-five ¦ 1,995
1900: nineteen hundred ¦ 1900
0.25: a quarter ¦ one quarter ¦ zero point two five ¦ 25/100
"""
NOT_ONE = r"""
3 3 ¦ ½½ ¦ 3, 3 ¦ five six ¦ 1 2 3 ¦ 1,2,3 ¦ 1/2/3 ¦ 1.2.3 ¦ 3..5 ¦ 10-20 ¦ 1,5 ¦ 12,34
1,2345 ¦ 1/0 ¦ 12:30 ¦ x ¦ 3x
third ¦ the third ¦ hundreds ¦ 3 million billion ¦ thousand five million ¦ nan ¦ inf
infinity ¦ 1e99999 ¦ 10^999999999
3 and 4 ¦ two or three ¦ one thousand million thousand ¦ three half ¦ ten minus three
3 - 2 ¦ 3^2 ¦ 2½½ ¦ about 3 ¦ 3 cups
"""


def rows(table: str) -> list[tuple[Fraction, str]]:
    lines = [line.split(": ", 1) for line in table.strip().split("\n")]
    return [(Fraction(value), text) for value, texts in lines for text in texts.split(" ¦ ")]


@pytest.mark.parametrize(("value", "text"), rows(WRITTEN))
def test_a_number_is_read_exactly_however_it_is_written(value: Fraction, text: str) -> None:
    assert numeral(text) == value


@pytest.mark.parametrize(
    "text", [*NOT_ONE.strip().replace("\n", " ¦ ").split(" ¦ "), "", " ", "-", "9" * (MAX_DIGITS + 1)]
)
def test_what_is_no_number_or_may_be_two_is_none(text: str) -> None:
    assert numeral(text) is None


@given(st.integers(-(10**30), 10**30))
def test_an_integer_is_read_back_plain_and_grouped(n: int) -> None:
    assert numeral(str(n)) == numeral(f"{n:,}") == numeral(f"{n:_}".replace("_", " ")) == n


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**12), max_value=10**12))
def test_a_decimal_is_read_back_plain_and_in_scientific_notation(n: object) -> None:
    value = Fraction(str(n))
    assert numeral(str(n)) == value
    assert numeral(f"{n:.20e}") == value


@given(st.integers(0, 10**15 - 1))
def test_number_words_are_read_back(n: int) -> None:
    assert numeral(spelled(n)) == n


TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
SMALL = f"zero one two three four five six seven eight nine {TEENS}".split()
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spelled(n: int) -> str:
    """A whole number below 10^15 in English words."""
    for scale, name in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if n >= scale:
            rest = n % scale
            return f"{spelled(n // scale)} {name}" + (f"{' and' if rest < 100 else ''} {spelled(rest)}" if rest else "")
    if n >= 100:
        return f"{spelled(n // 100)} hundred" + (f" and {spelled(n % 100)}" if n % 100 else "")
    if n < 20:
        return SMALL[n]
    return TENS[n // 10 - 2] + (f"-{SMALL[n % 10]}" if n % 10 else "")


def test_numbers_are_found_in_a_sentence_with_their_places() -> None:
    text = "Of 1,200 cups, twenty-one are red and three and a half are not; 2 1/2 m."
    assert [(text[one.start : one.end], one.value) for one in numerals(text)] == [
        ("1,200", 1200),
        ("twenty-one", 21),
        ("three and a half", Fraction(7, 2)),
        ("2 1/2", Fraction(5, 2)),
    ]


def test_a_mark_that_may_be_meant_otherwise_is_said() -> None:
    assert [one.other for one in numerals("1,234 1.234 1234 0.234 1,234,567")] == [
        Fraction(617, 500),
        1234,
        None,
        None,
        None,
    ]
    assert [one.loose for one in numerals("1,5 or 1.5")] == [True, False]


def test_the_step_is_the_worth_of_the_last_digit() -> None:
    steps = [one.step for one in numerals("2.41 and 3e5 and 1.5 million and 12 and 1/3 and three")]
    assert steps == [Fraction(1, 100), 10**5, 10**5, 1, 0, 0]


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_error_and_places_do_not_overlap(text: str) -> None:
    found = numerals(normal(text))
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(one.start < one.end for one in found)


PIECES = [
    "3",
    "1,234",
    "1.5",
    "1/2",
    "½",
    "e5",
    " × 10^5",
    " million",
    " ",
    ",",
    ".",
    "-",
    "and",
    " and ",
    "half",
    "a ",
    "one",
    "-",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_values_are_finite_fractions_whatever_is_put_together(text: str) -> None:
    assert all(one.value is None or abs(one.value) < 10**300 for one in numerals(normal(text)))


@pytest.mark.parametrize(
    "pattern", ["1", "1 ", "1,", "1.", "1/", "1e", "10^", "one ", "one and ", "a ", "1 1/1 ", "minus ", "half a "]
)
def test_a_long_text_takes_little_time(pattern: str) -> None:
    started = process_time()
    numerals(pattern * (10**6 // len(pattern)))
    assert process_time() - started < 1


def test_circled_digits_are_numbers_of_their_own() -> None:
    assert [found.value for found in numerals(normal("②③"))] == [2, 3]
