"""The words around a time or date that leave it as it is, and those that make something else of it."""

import pytest

from reward.plain import wordset
from reward.surroundings import stands

OWN = wordset("time seconds")


def as_it_stands(text: str, *, about: bool = False) -> bool:
    """`text` has "X" where the time is."""
    before, after = (part.split() for part in text.split("X"))
    return stands(before, after, OWN, about=about)


@pytest.mark.parametrize(
    "text",
    ["X", "X .", "at X", "at the X", "it is X", "the time : X", "X seconds", "X of the clip", "he falls at X",
     "X , he falls", "X when he falls", "he falls ( X )", "- X", "he falls X into the clip", "i think X",
     "it's X", "X is the answer .", "X is correct"],
)  # fmt: skip
def test_what_is_plainly_said_stands(text: str) -> None:
    assert as_it_stands(text)
    assert as_it_stands(text, about=True)


@pytest.mark.parametrize(
    "text",
    ["before X", "at least X", "X or later", "X , or later", "he falls X", "X cups", "X cups at", "until X", "X %",
     "X is wrong", "X is my guess", "within X", "X , maybe", "early X", "frame X", "mid - X"],
)  # fmt: skip
def test_a_bound_a_guess_and_another_thing_do_not_stand(text: str) -> None:
    assert not as_it_stands(text)
    assert not as_it_stands(text, about=True)


@pytest.mark.parametrize("text", ["about X", "at around X", "~ X", "X , roughly", "c . X"])
def test_about_stands_only_where_there_is_a_tolerance(text: str) -> None:
    assert (as_it_stands(text), as_it_stands(text, about=True)) == (False, True)
