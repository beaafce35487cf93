"""What a sentence says of maths, and that it keeps its words where it does not assert it."""

import time

import pytest

from reward.predicate import predicate


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The smallest value of $n$ is 5.", "5."),
        ("Thus, x^2", "x^2"),
        ("#### x^2", "x^2"),
        ("→ x^2", "x^2"),
        ("= x^2", "x^2"),
        ("## Solution\n\nThe result is **x^2**.", "**x^2**."),
        ("I think that the side is $x$", "$x$"),
        ("We conclude that it is x", "x"),
        ("x^2 is correct!", "x^2"),
        ("$x^2$ is the final answer.", "$x^2"),
        ("x^2, obviously.", "x^2"),
        ("5 square units", "5"),
        ("f(x) = 2x for all real x", "f(x) = 2x "),
    ],
)
def test_what_is_asserted_loses_its_words(text: str, said: str) -> None:
    assert predicate(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "The maximum is not 5",
        "The maximum is at most 5",
        "If it is even, the value is 5",
        "x^2 is not correct",
        "x^2 is wrong",
        "## Wrong answer\n\nx",
        "5 cups",
        "so-called x",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert any(word in predicate(text) for word in ("not", "at most", "If", "wrong", "Wrong", "cups", "so-called"))


@pytest.mark.parametrize("piece", ["so ", "# ", "= ", "the ", " is ", " for all", "!", ", obviously", "the x is "])
def test_the_time_is_linear(piece: str) -> None:
    started = time.process_time()
    predicate(piece * 20_000)
    assert time.process_time() - started < 0.2
