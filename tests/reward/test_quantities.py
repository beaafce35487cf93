"""Quantities: which words leave a number as it is, what lists numbers, and what says that there is nothing."""

import pytest

from reward.numerals import numerals
from reward.quantities import asserts, lists, says_more, says_none, words_in


@pytest.mark.parametrize(
    "text", ["# cups", "there are #", "x = #", "the tap is heard # times", "the total is exactly #"]
)
def test_words_that_leave_a_number_as_it_is(text: str) -> None:
    before, after = text.split("#")
    assert asserts(words_in(before), words_in(after), about=False)


@pytest.mark.parametrize(
    "text",
    [
        "at least #",
        "# or more",
        "step #",
        "about #",
        "up to # times",
        "# times as many",
        "the lid falls on #",
        "±#",
        "# a day",
    ],
)
def test_words_that_may_change_a_number(text: str) -> None:
    before, after = text.split("#")
    assert not asserts(words_in(before), words_in(after), about=False)


def test_about_leaves_a_number_as_it_is_where_a_tolerance_allows_it() -> None:
    assert asserts(["about"], [], about=True)
    assert not asserts(["at", "about"], [], about=True)


@pytest.mark.parametrize(
    "text", ["2 or 3", "2-3", "1, 2, 3", "between 2 and 4", "2 to 3 cups", "there are 2 or 3", "1/2 or 3"]
)
def test_numbers_side_by_side_are_a_list(text: str) -> None:
    assert lists(text, numerals(text))


@pytest.mark.parametrize("text", ["2 cups and 3 pans", "3 of 5", "at 2 he takes 3", "2 + 3", "10-5x", "2:3"])
def test_numbers_of_different_things_are_no_list(text: str) -> None:
    assert not lists(text, numerals(text))


@pytest.mark.parametrize(
    "text", ["none", "No cups.", "There are no cups", "never", "It never happens.", "There aren't any."]
)
def test_nothing_to_count_is_said(text: str) -> None:
    assert says_none(text)


@pytest.mark.parametrize(
    "text", ["no", "No.", "No, it does not", "no idea", "no doubt", "nobody knows", "cups", "no more than that"]
)
def test_a_no_that_counts_nothing_is_not(text: str) -> None:
    assert not says_none(text)


@pytest.mark.parametrize("text", ["5", "5 red cups", "There are 5 cups.", "It was opened on 3 May 1995", "1 2 3 4 5"])
def test_a_number_in_the_words_of_its_question_says_no_more(text: str) -> None:
    assert not says_more(text, "How many cups are there, and when was it opened?")


@pytest.mark.parametrize("text", ["He saw 5 pans on it.", "The bridge was painted in 1995"])
def test_another_noun_or_verb_says_more(text: str) -> None:
    assert says_more(text, "When was the bridge opened?")
