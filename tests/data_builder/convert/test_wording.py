"""Options that speak of other options, and questions that are negated."""

import pytest

from data_builder.convert.mcq import Mcq
from data_builder.convert.shown import Shown
from data_builder.convert.wording import Own, Unusable, worded


def asked(*options: str, key: int = 0, stem: str = "What is on the table?") -> Mcq:
    return Mcq("1", "set", "file", "file:1", stem, options, key)


@pytest.mark.parametrize(
    "beyond",
    [
        "All of the above",
        "all of the above.",
        "All of these options",
        "None of the above",
        "Neither of these",
        "Both A and B",
        "A and B",
        "A, B and C",
        "Options A & B only",
        "Cannot be determined",
        "There is not enough information in the video",
        "The image doesn't feature the content",
        "same as A",
        "option B, but later",
        "All of the above are wrong",
        "The caption does not specify which one it is",
        "I am not sure",
        "Neither A nor B",
        "All are correct",
        "All three",
        "Everything above",
        "A only",
        "Only A",
        "AB",
        "The first two options",
        "Both",
        "Other",
        "Something else",
        "both a and c",
        "Both 1 and 2",
        "Options 1 and 3",
        "A or B",
        "All but C",
        "All of the above except B",
        "A, B",
        "Same as A",
        "Other than A",
        "Not A",
        "opposite of B",
        "the former",
        "The first option",
        "1 & 2",
        "(a) & (b)",
        "I, II and III",
        "More than one of these",
    ],
)
def test_an_option_beyond_the_others_goes_away_where_it_is_wrong(beyond: str) -> None:
    found = worded(asked("cup", "pan", "lid", beyond, key=1))
    assert isinstance(found, Mcq)
    assert found.options == ("cup", "pan", "lid")
    assert found.key == "pan"


@pytest.mark.parametrize(
    "ordinary",
    [
        "None",
        "nothing",
        "Both hands",
        "neither hand",
        "Both are quartz.",
        "all the cups",
        "A red cup and a pan",
        "the shelf above",
        "A",
        "no change",
        "vitamin A and water",
        "R&B",
        "2, 1, 3",
        "Only 2",
        "all three cups",
        "other cups",
    ],
)
def test_what_only_looks_like_one_stays(ordinary: str) -> None:
    found = worded(asked("cup", "pan", ordinary))
    assert isinstance(found, Mcq)
    assert found.options == ("cup", "pan", ordinary)


@pytest.mark.parametrize(
    ("key", "truth", "path"),
    [
        ("All of the above", (True, True, True), "all_of_the_above"),
        ("None of these", (False, False, False), "none_of_the_above"),
        ("All the above options are incorrect", (False, False, False), "none_of_the_above"),
        ("Both A and C", (True, False, True), "several_letters"),
        ("A, B and C", (True, True, True), "several_letters"),
    ],
)
def test_as_the_key_it_says_what_is_true_of_each_option(key: str, truth: tuple[bool, ...], path: str) -> None:
    found = worded(asked("cup", "pan", "lid", key, key=3))
    assert found == Own(Shown("What is on the table?", ("cup", "pan", "lid"), truth), path)  # type: ignore[arg-type]


def test_a_key_that_abstains_stays_among_its_options() -> None:
    found = worded(asked("cup", "pan", "It cannot be determined from the clip", key=2))
    assert isinstance(found, Own)
    assert found.path == "key_abstains"
    assert found.shown.truth == (False, False, True)


@pytest.mark.parametrize(
    ("options", "key", "reason"),
    [
        (("cup", "pan", "same as A"), 2, "options_refer_to_each_other"),
        (("cup", "pan", "B and D"), 2, "options_refer_to_each_other"),  # there is no D
        (("cup", "both A and C", "A and B"), 2, "options_refer_to_each_other"),  # B is no ordinary option
        (("cup", "None of the above"), 0, "too_few_ordinary_options"),
        (("cup", "pan", "Both of the above", "lid"), 2, "options_refer_to_each_other"),  # the lid is below
        (("cup", "All of the above", "lid"), 1, "options_refer_to_each_other"),
        (("cup", "pan", "lid", "Neither of the above"), 3, "options_refer_to_each_other"),  # of three
        (("cup", "pan", "lid", "The first two"), 3, "options_refer_to_each_other"),
    ],
)
def test_what_cannot_be_taken_apart_is_not_used(options: tuple[str, ...], key: int, reason: str) -> None:
    assert worded(asked(*options, key=key)) == Unusable(reason)


def test_letters_that_may_name_things_of_the_question_are_not_taken_for_options() -> None:
    found = worded(asked("A", "B", "A and B", key=2, stem="Which of the points A and B moves?"))
    assert found == Unusable("letters_may_name_things")


@pytest.mark.parametrize(
    ("stem", "turned"),
    [
        ("Which of these ingredients is not used in Soup", "Which of these ingredients is used in Soup"),
        ("Which of the following did NOT appear?", "Which of the following did appear?"),
        ("Which of these foods aren't fried?", "Which of these foods are fried?"),
    ],
)
def test_a_negated_question_is_turned_round_with_its_truth(stem: str, turned: str) -> None:
    found = worded(asked("cup", "pan", "lid", key=1, stem=stem))
    assert found == Own(Shown(turned, ("cup", "pan", "lid"), (True, False, True)), "negated")


@pytest.mark.parametrize(
    "stem",
    [
        "What number didn't I see?",
        "All of these are on the table EXCEPT",
        "Which statement is incorrect?",
        "Which of these is not on the shelf that is never used?",  # two negations: no pattern proves how to turn it
        "Which of these is not only hot but also wet?",
        "Which of these foods is not eaten because it was burnt?",
        "Which of these is not red, although it is round?",
        "Which of these is not yet washed?",
        "Which of these is not added until the water boils?",
    ],
)
def test_what_no_pattern_turns_stays_as_it_is(stem: str) -> None:
    found = worded(asked("cup", "pan", "lid", key=1, stem=stem))
    assert found == Own(Shown(stem, ("cup", "pan", "lid"), (False, True, False)), "negated")


@pytest.mark.parametrize(
    "stem",
    [
        "Why is the pan not used?",
        "When was the tap not running?",
        "What is notable?",
        "What is said after 'I do not want it'?",
        "Which tool is used if the lid does not close?",
        "What does the man who never smiles hold up?",
        "When the door did not open, what did she take?",
        "What does she do when he says something wrong?",
    ],
)
def test_a_question_about_what_is_not_so_is_no_negated_choice(stem: str) -> None:
    assert isinstance(worded(asked("cup", "pan", stem=stem)), Mcq)


@pytest.mark.parametrize(
    ("stem", "kept"),
    [
        ("What is cut first according to the video caption?", "What is cut first?"),
        ("Based on the captions, which hand holds it?", "Which hand holds it?"),
        ("According to the caption what is cut?", "What is cut?"),
        (
            "Which hand movement is not described in the caption?",
            "Which hand movement is not described in the caption?",
        ),
    ],
)
def test_captions_that_nobody_has_are_not_spoken_of(stem: str, kept: str) -> None:
    found = worded(asked("cup", "pan", stem=stem))
    assert (found.stem if isinstance(found, Mcq) else found.shown.stem) == kept  # type: ignore[union-attr]
