"""An answer that points at the right answer names none."""

import pytest

from reward.pointers import affirms, asks_which, points
from reward.unmasked import clauses, unmasked


@pytest.mark.parametrize(
    "text",
    [
        "the correct answer", "The correct answer.", "the right one", "same as the reference", "whichever is correct",
        "this", "the answer above", "see above", "See the answer above.", "the one in the key",
        "all of the correct ones", "as above", "It is the correct one", "the reference answer", "whatever is right",
        "the option that is correct", "the ground truth", "I choose the correct option", "as shown above",
        "the same as the key", "identical to the reference answer", "the candidate that matches the reference",
        "any of the options", "your answer", "<your answer>", "ditto", "The one that you think is correct",
        "the answer in the key", "The correct one. See above.", "Die richtige Antwort", "siehe oben",
        "la bonne réponse", "la respuesta correcta", "正确答案", "同上", "ｔｈｅ correct аnswer",
    ],
)  # fmt: skip
def test_what_only_points_names_no_answer(text: str) -> None:
    assert points(clauses(unmasked(text)))


@pytest.mark.parametrize(
    "text",
    [
        "", "the key", "the true north", "the right hand", "the same as before", "see", "the real one", "the best one",
        "the house above", "it", "correct", "the one in the video with the lid", "what is it", "the answer to life",
        "the list", "on the right", "the right choice of words", "the standard model", "any", "all of the cups",
        "the one above the sink", "the correct answer is a cup", "Take That", "the candidate from Ohio",
        "See the doctor", "same", "42",
    ],
)  # fmt: skip
def test_what_names_something_does_not_only_point(text: str) -> None:
    assert not points(clauses(unmasked(text)))


@pytest.mark.parametrize("text", ["Yes", "True.", "correct", "[Correct]", "accepted"])
def test_a_mere_yes_only_affirms(text: str) -> None:
    assert affirms(clauses(unmasked(text)))


@pytest.mark.parametrize("text", ["yes, the cup", "the true cup", "yes yes yes it is", "right", ""])
def test_a_yes_with_more_behind_it_may_be_an_answer(text: str) -> None:
    assert not affirms(clauses(unmasked(text)))


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        ("Which object is it?", True),
        ("In what order do the sounds come?", True),
        ("Why is the tap turned off?", True),
        ("When does the bell ring?", True),
        ("How many plates are there?", True),
        ("Is it a cup?", False),
        ("When the tap runs, does the pan clang?", False),
        ("How are the two related?", False),
        ("The tap runs. Is that true?", False),
        ("", False),
    ],
)
def test_yes_is_no_answer_to_a_question_that_asks_which(stem: str, expected: bool) -> None:
    assert asks_which(stem) == expected
