"""Counting: what a question counts, and the one number that answers it."""

from time import process_time

import pytest

from reward.counting import answering, counted_noun
from reward.numerals import numerals


@pytest.mark.parametrize(
    ("stem", "noun"),
    [
        ("How many cups are on the table?", "cup"),
        ("how many different red cups does he wash", "cup"),
        ("What is the total number of episodes in season 7?", "episode"),
        ("How many people are there?", "people"),
        ("hart of dixie season 4 how many episodes", "episode"),
        ("How many times is the tap opened?", "time"),
        ("What colour is the cup?", None),
        ("How many?", None),
        ("", None),
    ],
)
def test_the_counted_noun_is_read_out_of_the_question(stem: str, noun: str | None) -> None:
    assert counted_noun(stem) == noun


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("He washes 3 cups in step 2 of the video.", 3),
        ("He washes three big red cups.", 3),
        ("He washes 3 plates.", None),
        ("He washes 3 cups and 4 plates.", None),
        ("He washes 3 cups, then 4 more cups.", None),
        ("He washes nearly 3 cups.", None),
        ("He washes 3 cups or fewer.", None),
        ("He washes the 3rd cup.", None),
        ("He washes cups.", None),
    ],
)
def test_only_a_number_of_the_counted_things_answers(text: str, value: int | None) -> None:
    found = answering(text, numerals(text), "How many cups does he wash in step 2?", year=False)
    assert (found.value if found else None) == value


def test_long_questions_and_answers_take_little_time() -> None:
    started = process_time()
    for pattern in ("how many ", "a", "a ", "how many a-", "(1", "1 cups ", "cups "):
        text = pattern * (20_000 // len(pattern))
        answering(text, numerals(text[:1_000]), text, year=False)
    assert process_time() - started < 1
