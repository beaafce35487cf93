"""Amounts: the number that begins at a token, and where it ends."""

from fractions import Fraction

import pytest

from reward.amounts import amount, digits, step


def read(text: str) -> tuple[Fraction | int | None, str]:
    """The amount at the start of a row of tokens, and the tokens after it."""
    tokens = text.split()
    value, after = amount([*tokens, "", "", "", ""], 0)
    return value, " ".join(tokens[after:])


@pytest.mark.parametrize(
    ("text", "value", "rest"),
    [
        ("75 s", 75, "s"),
        ("1,250.5 s", Fraction("1250.5"), "s"),
        ("1 1/2 min", Fraction(3, 2), "min"),
        ("2 and a half minutes", Fraction(5, 2), "minutes"),
        ("two and a half minutes", Fraction(5, 2), "minutes"),
        ("half a minute", Fraction(1, 2), "a minute"),
        ("a hundred and five seconds", 105, "seconds"),
        ("ten and twenty", 10, "and twenty"),
        ("seventy five point five s", Fraction("75.5"), "s"),
        ("one and a half hours", Fraction(3, 2), "hours"),
        ("one twenty s", None, "s"),
        ("1,25 s", None, "s"),
        ("a minute", None, "a minute"),
        ("minute", None, "minute"),
        ("", None, ""),
    ],
)
def test_a_number_ends_where_it_can_go_on_no_longer(text: str, value: Fraction | int | None, rest: str) -> None:
    assert read(text) == (value, rest)


def test_digits_are_exact_and_bounded() -> None:
    assert [digits(token) for token in ("0.1", "-5", "1/3", "1,000", "1/0", "10,20", "9" * 41)] == [
        Fraction("0.1"), 5, Fraction(1, 3), 1000, None, None, None,
    ]  # fmt: skip


def test_the_step_is_the_worth_of_the_last_digit() -> None:
    assert [step(token) for token in ("75", "75.5", "75.50", "seventy")] == [1, 0.1, 0.01, 1]
