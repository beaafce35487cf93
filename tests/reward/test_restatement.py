"""Answers in sentences that repeat the question: what is read out of them, and what must not be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reward.plain import wordset
from reward.restatement import filled
from reward.sentence import question_of, sentences_of

NAMES = ("cup", "spoon", "red pan", "lid of the pan", "table", "Ann Lee", "guns and roses")
WASHED = "Which object is washed with the sponge?"
WHO = "Who directed the first film about the sea?"


def said(text: str, question: str = WASHED) -> str | None:
    names = [name.lower() for name in NAMES]
    return filled(names, sentences_of(text), question_of(question))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The object that is washed with the sponge is the cup.", "cup"),
        ("The object washed with the sponge is a cup, in the sink.", "cup"),
        ("The washed object is called the red pan.", "red pan"),
        ("The cup is washed with the sponge.", "cup"),
        ("A spoon is the object that was washed with a sponge.", "spoon"),
        ("The object is the lid of the pan.", "lid of the pan"),
        ("The object is the cup (with a blue handle).", "cup"),
        ("The objects washed with the sponge are cups.", "cup"),
        ("The object is the cup. It is then dried.", "cup"),
        ("Washed object: cup", "cup"),
    ],
)
def test_a_sentence_that_repeats_the_question_gives_the_first_thing_it_adds(text: str, name: str) -> None:
    assert said(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "The object that is washed with the sponge is the blue cup.",  # another object, perhaps
        "The object that is washed with the sponge is the cup holder.",
        "The object that is washed with the sponge is the cup of tea.",
        "The object that is washed with the sponge is the full cup.",
        "The object that is washed with the sponge is the cup and the spoon.",
        "The object that is washed with the sponge is the cup or the spoon.",
        "The object that is washed with the sponge is the cup, spoon, and pan.",
        "The object that is washed with the sponge is the cup, the spoon and the pan.",
        "The object that is washed with the sponge is in the cup.",
        "The object that is washed with the sponge is under the cup.",
        "The object that is washed with the sponge is next to the cup.",
        "The object that is washed with the sponge is not the cup.",
        "The object that is washed with the sponge is perhaps the cup.",
        "The object that is washed with the sponge may be the cup.",
        "The object that is washed with the sponge is the cup. However, it is the spoon.",
        "The object that is washed with the sponge is the cup. It is not the cup.",
        "The cup is near the object that is washed with the sponge.",
        "The cup holds the object that is washed with the sponge.",
        "The plate that is washed with the sponge is the cup.",
        "The plate is the cup.",
        "The cup is what the others say.",
        "The object is the cup. It is a knife.",
        "The object is the cup. Then again, the object is a knife.",
        "The object is the cup. I made that up.",
        "The object washed with the sponge is the cup, a knife.",
        "The object washed is the cup, in the sink, the pan.",
        "The object washed is the cup; the object washed is the knife.",
        "The object should have been the cup.",
        "In another clip, the object washed is the cup.",
        "The object washed with the sponge is hardly the cup.",
        "The washed object cup",
        "The sponge washes the cup.",
        "cup",  # repeats nothing: for other rules
        "The cup spoon table",
        "",
    ],
)
def test_a_sentence_that_says_anything_else_gives_nothing(text: str) -> None:
    assert said(text) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The first film about the sea was directed by Ann Lee.", "ann lee"),
        ("The first film about the sea was directed by the American author Ann Lee in 1959.", "ann lee"),
        ("Ann Lee directed the first film about the sea.", "ann lee"),
        ("Ann Lee was the director of the first film about the sea.", "ann lee"),
        ("Ann Lee, a painter, directed it.", "ann lee"),
        ("Ms. Ann Lee", "ann lee"),
        ("It was the band Guns and Roses that directed the film.", "guns and roses"),
        ("The film about the sea was directed by Bob Lee.", None),
        ("Ann Lee and Bob Lee directed the film.", None),
        ("The film about the sea directed Ann Lee's career.", None),
    ],
)
def test_persons(text: str, name: str | None) -> None:
    assert said(text, WHO) == name


def test_a_question_that_asks_two_things_has_no_one_answer() -> None:
    assert said("The film was directed by Ann Lee.", "Who directed the film and when was it shown?") is None


def test_a_denial_in_the_question_has_to_stand_in_the_answer() -> None:
    question = "Which object is not washed?"
    assert said("The object that is not washed is the cup.", question) == "cup"
    assert said("The object that is washed is the cup.", question) is None


WORDS = wordset(
    "the object that is washed with sponge a of in and cup spoon red pan lid table plate , . ( ) by not or near"
)


@given(st.lists(st.sampled_from(sorted(WORDS)), max_size=14))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_no_sentence_gives_two_names(words: list[str]) -> None:
    """Each name is looked for alone, as keys of different items are."""
    text = " ".join(words)
    sentences, question = sentences_of(text), question_of(WASHED)
    given_names = [name for name in ("cup", "spoon", "pan", "lid", "table") if filled([name], sentences, question)]
    assert len(given_names) <= 1, text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which object does she pick up first?", "She picks up an object first and then the cup."),
        ("Which object does she pick up first?", "She picks up the first object before the cup."),
        ("Which object does she pick up first?", "The cup is picked up third."),
        ("Which object does she pick up first?", "The cup first picks up her."),
        ("Which object is washed after the pan?", "The pan is washed after the cup."),
        ("Who washes the cup?", "The pan washes Ann Lee."),
        ("What is she holding?", "She is holding a cup holder."),
    ],
)
def test_who_does_what_to_what_and_in_which_order(question: str, text: str) -> None:
    assert said(text, question) is None
    assert said("Ann Lee washes the cup.", "Who washes the cup?") == "ann lee"
    assert said("She picks up the cup first.", "Which object does she pick up first?") == "cup"
    assert said("After the pan, the cup is washed.", "Which object is washed after the pan?") == "cup"
