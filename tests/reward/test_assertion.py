"""What a short answer asserts: the lead-in, the mode and the core."""

import pytest

from reward.assertion import asks, asserted, negates, parts


@pytest.mark.parametrize(
    ("text", "mode", "core"),
    [
        ("", "empty", ""),
        ("…!", "empty", ""),
        ("cup", "asserted", "cup"),
        ("The cup.", "asserted", "cup"),
        ("It is a cup", "asserted", "cup"),
        ("It's the cup", "asserted", "cup"),
        ("That was a cup.", "asserted", "cup"),
        ("They are cups", "asserted", "cups"),
        ("I think it is the cup", "asserted", "cup"),
        ("I hear water", "asserted", "water"),
        ("So, the answer is cup", "asserted", "cup"),
        ("The correct answer is the cup.", "asserted", "cup"),
        ("The object is a cup", "asserted", "cup"),
        ("The person holds a cup", "asserted", "person holds a cup"),
        ("it is", "asserted", "it is"),
        ("not a cup", "negated", "cup"),
        ("It is not the cup", "negated", "cup"),
        ("It isn't a cup", "negated", "cup"),
        ("The answer is never cup", "negated", "cup"),
        ("It cannot be the cup", "negated", "cup"),
        ("anything but the cup", "negated", "cup"),
        ("not", "asserted", "not"),
        ("maybe a cup", "hedged", "cup"),
        ("It could be the cup", "hedged", "cup"),
        ("It is probably the cup", "hedged", "cup"),
        ("I guess it is the cup", "hedged", "cup"),
        ("a cup, perhaps", "hedged", "cup"),
        ("a cup?", "hedged", "cup"),
        ("**cup?**", "hedged", "cup"),
        ("I don't know", "refused", "i don t know"),
        ("I do not know.", "refused", "i do not know"),
        ("We cannot tell from the video", "refused", "we cannot tell from the video"),
        ("Sorry, I can't see it", "refused", "sorry i can t see it"),
        ("It is not visible", "refused", "it is not visible"),
        ("It is unclear.", "refused", "it is unclear"),
        ("Not enough information", "refused", "not enough information"),
        ("N/A", "refused", "n a"),
        ("I know", "asserted", "i know"),
        ("I see it", "asserted", "it"),
        ("Sure.", "asserted", "sure"),
        ("visible", "asserted", "visible"),
    ],
)
def test_a_short_answer_is_taken_apart(text: str, mode: str, core: str) -> None:
    found = asserted(text)
    assert (found.mode, found.core) == (mode, core)


@pytest.mark.parametrize("text", ["not a cup", "I don't know", "maybe", "The maybe.", "It is not a cup"])
def test_what_is_known_is_asserted_as_it_stands(text: str) -> None:
    known = {"not a cup", "i don t know", "maybe"}
    assert asserted(text, known).mode == "asserted"
    assert asserted(text, known).core in known


def test_a_question_asserts_not_even_what_is_known() -> None:
    assert asserted("cup?", {"cup"}).mode == "hedged"


@pytest.mark.parametrize(
    "text",
    [
        "It is not red",
        "no lid",
        "isn't",
        "ISN’T",
        "don't",
        "cannot",
        "never",
        "the cup, but not the pan",
        "rather than",
        "ruled out",
        "false",
    ],
)
def test_a_negation_is_seen_wherever_it_stands(text: str) -> None:
    assert negates(text)


@pytest.mark.parametrize("text", ["", "nothing", "knot", "another", "butter", "note", "The cup is red", "canter"])
def test_a_word_that_only_looks_like_a_negation_is_none(text: str) -> None:
    assert not negates(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cup", ["cup"]),
        ("cup, pan and lid", ["cup", "pan", "lid"]),
        ("cup, pan, and lid.", ["cup", "pan", "lid."]),
        ("cup or pan", ["cup", "pan"]),
        ("cup & pan / lid", ["cup", "pan", "lid"]),
        ("cup/pan", ["cup/pan"]),
        ("- cup\n2. pan\n(3) lid", ["cup", "pan", "lid"]),
        ("cup, …, pan", ["cup", "pan"]),
        ("sandy orchard", ["sandy orchard"]),
        ("", []),
    ],
)
def test_an_enumeration_falls_into_its_parts(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


def test_a_question_mark_counts_only_at_the_end() -> None:
    assert asks("cup?")
    assert asks("**cup?** ")
    assert not asks("Which? The cup")
