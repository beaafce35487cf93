"""A phrase: equal once case, articles and marks are set aside; never by a part of it."""

import pytest
from pydantic import ValidationError

from reward.answers import Phrase

KEY = Phrase(
    text="roll of cling film",
    aliases=("cling film", "plastic wrap"),
    wrong=("measuring jar", "paper towel", "kitchen knife"),
)


def outcome(reply: str, answer: Phrase = KEY) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


@pytest.mark.parametrize(
    "reply",
    [
        "roll of cling film",
        "Roll of cling film.",
        "a roll of cling film",
        "the roll of cling film",
        "A Roll Of Cling Film",
        "roll   of cling\tfilm",
        "roll-of-cling-film",
        "Answer: A roll of cling film.",
        "The answer is: a roll of cling film",
        "It is a roll of cling film.",
        "It was a roll of cling film.",
        "I think it is the roll of cling film.",
        "The object is a roll of cling film.",
    ],
)
def test_the_key_in_other_dress_is_equal(reply: str) -> None:
    assert outcome(reply) == (1, "equal")


@pytest.mark.parametrize(
    "reply",
    [
        "Cling film",
        "CLING FILM!",
        '"cling film"',
        "'Cling film.'",
        "“cling film”",
        "**cling film**",
        "`cling film`",
        "cling-film",
        "cling film 🙂",
        "cl\u200bing fi\u00adlm",
        "𝐜𝐥𝐢𝐧𝐠 𝐟𝐢𝐥𝐦",
        "plastic wrap",
        "I see plastic wrap.",
        "This is cling film.",
        "Answer: cling film",
        "Answer: cling film\nBecause: it is next to the paper towel.",
        "Because: it is next to the paper towel.\nAnswer: cling film",
        "### Final answer\n\ncling film",
        "<answer>cling film</answer>",
        "<answer>\ncling film",
        "\\boxed{\\text{cling film}}",
        "$\\text{cling film}$",
        "<think>paper towel?</think>cling film",
        '{"answer": "cling film"}',
        "```\ncling film\n```",
        "The answer is cling film.\n\nAnswer: a roll of cling film",
    ],
)
def test_an_alias_is_as_good_as_the_key(reply: str) -> None:
    assert outcome(reply)[0] == 1


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        ("-", "empty"),
        ("I don't know", "refused"),
        ("I have no idea", "refused"),
        ("It is not possible to tell from the clip", "refused"),
        ("<answer></answer>", "no_answer"),
        ("Answer: <your answer>", "no_answer"),
        ("measuring jar", "wrong_candidate"),
        ("It is a measuring jar.", "wrong_candidate"),
        ("Answer: Paper towel", "wrong_candidate"),
        ("not cling film", "negated"),
        ("It is not cling film", "negated"),
        ("It's not the cling film", "negated"),
        ("anything but cling film", "negated"),
        ("other than cling film", "negated"),
        ("maybe cling film", "hedged"),
        ("possibly the cling film", "hedged"),
        ("It could be cling film", "hedged"),
        ("cling film, I guess", "hedged"),
        ("cling film?", "hedged"),
        ("cling film or measuring jar", "several_answers"),
        ("either cling film or paper towel", "several_answers"),
        ("cling film and measuring jar", "several_answers"),
        ("measuring jar / cling film", "several_answers"),
        ("cling film, measuring jar, paper towel, kitchen knife", "several_answers"),
        ("1. cling film\n2. paper towel", "several_answers"),
        ("Answer: cling film\nAnswer: measuring jar", "several_answers"),
        ("<answer>measuring jar</answer> <answer>cling film</answer>", "several_answers"),
        ('{"answer": ["cling film", "paper towel"]}', "several_answers"),
    ],
)
def test_nothing_a_guess_a_negation_several_and_wrong_candidates_are_wrong(reply: str, rule: str) -> None:
    assert outcome(reply) == (0, rule)


@pytest.mark.parametrize(
    "reply",
    [
        "roll",
        "film",
        "the",
        "roll of",
        "roll of cling film holder",
        "box of cling film",
        "cling films and foils",
        "aluminium foil",
        "your answer",
        "cling film or plastic wrap",
        "Is it cling film?",
        "roll of cling film (plastic wrap)",
        "no cling film",
        "neither cling film nor paper towel",
        "There is no cling film",
        "cling film is wrong",
        "something like cling film",
        "The person is holding a roll of cling film next to the jar.",
        "I'm torn between cling film and paper towel",
        "cling film. Wait, it is a jar.",
        "Answer: cling film\nWait, that is the jar.",
    ],
)
def test_a_part_a_longer_text_and_an_unknown_name_are_left_undecided(reply: str) -> None:
    assert outcome(reply)[0] is None


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("spatula", "spatulla"),
        ("measuring jug", "mesauring jug"),
        ("cling film", "clingfilm"),
        ("buttering", "butering"),
    ],
)
def test_a_slip_of_the_pen_is_forgiven(key: str, said: str) -> None:
    assert outcome(said, Phrase(text=key)) == (1, "typo")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("butter", "batter"),
        ("frying", "flying"),
        ("cooling", "cooking"),
        ("boiling", "bowling"),
        ("metal pan", "metal can"),
        ("baking", "banking"),
        ("12", "1 2"),
        ("plate 2", "plate 3"),
        ("-5 °C", "5 °C"),
        ("1.5 litres", "15 litres"),
        ("≥5", "5"),
        ("3²", "32"),
        ("1½ cups", "11/2 cups"),
        ("left hand", "right hand"),
    ],
)
def test_another_word_is_not_a_slip(key: str, said: str) -> None:
    assert outcome(said, Phrase(text=key))[0] is None


def test_a_slip_that_is_as_near_to_a_wrong_candidate_is_not_forgiven() -> None:
    assert outcome("spatulas", Phrase(text="spatula", wrong=("spatulae",)))[0] is None


@pytest.mark.parametrize(
    "key", ["no sound", "What's up, Doc?", "not sure", "the choice cut", "salt and pepper", "½ cup"]
)
def test_a_key_that_looks_like_something_else_is_still_the_key(key: str) -> None:
    assert outcome(f"Answer: {key}", Phrase(text=key, wrong=("sound", "cut", "salt"))) == (1, "equal")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"text": "***"}, "the key is empty"),
        ({"text": "cup", "wrong": ("pan", "The cup")}, "'cup' is also the key"),
        ({"text": "mug", "aliases": ("cup",), "wrong": ("cup",)}, "'cup' is also the key or one of its aliases"),
    ],
)
def test_a_key_that_is_empty_or_also_wrong_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Phrase.model_validate(fields)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("top", "tops"),
        ("wash plate", "wash plates"),
        ("kitchen knives", "kitchen knife"),
        ("2 cups", "two cups"),
        ("salt and pepper", "salt & pepper"),
        ("lord of the rings", "lord of rings"),
    ],
)
def test_singular_and_plural_are_one_name(key: str, said: str) -> None:
    assert outcome(said, Phrase(text=key)) == (1, "inflected")
    assert outcome(said, Phrase(text="lid", wrong=(key,))) == (0, "inflected")


def test_singular_and_plural_are_told_apart_where_both_are_candidates() -> None:
    answer = Phrase(text="glass", wrong=("glasses",))
    assert outcome("glass", answer) == (1, "equal")
    assert outcome("glasses", answer) == (0, "wrong_candidate")


def test_only_the_head_of_a_name_has_a_plural() -> None:
    assert outcome("the dry cup", Phrase(text="dries the cup"))[0] is None
    assert outcome("lids of the pan", Phrase(text="lid of the pan"))[0] == 1


def test_names_of_the_noun_tables_have_their_head_first() -> None:
    answer = Phrase(text="cup", aliases=("mug", "bottle:water", "lid:coffee:jar"), wrong=("spoon:wooden",))
    for reply in ("water bottle", "bottle of water", "coffee jar lid", "a mug"):
        assert outcome(reply, answer)[0] == 1, reply
    assert outcome("wooden spoon", answer) == (0, "wrong_candidate")
    assert outcome("bottle", answer)[0] is None


WASHED = "Which object is washed with the sponge?"


@pytest.mark.parametrize(
    ("reply", "score", "rule"),
    [
        ("The object that is washed with the sponge is the cling film.", 1, "restated"),
        ("The object that is washed is a paper towel.", 0, "wrong_candidate"),
        ("The object that is washed is the cling film, near the paper towel.", None, "unread"),  # two names
        ("Is it the cling film?", None, "hedged"),
        ("- cling film\n- a lid", None, "unread"),
        ("The object that is washed is not the cling film.", None, "negated"),
        ("The object that is washed is the lid.", None, "unread"),
    ],
)
def test_a_sentence_that_repeats_the_question(reply: str, score: float | None, rule: str) -> None:
    mark, _ = KEY.mark_reply(reply, WASHED)
    assert (mark.score, mark.rule) == (score, rule)


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("cling film, not the paper towel", 1),
        ("The answer is cling film (not paper towel).", 1),
        ("cling film rather than a lid", 1),
        ("not a cup but cling film", 1),
        ("It is not the paper towel, it is the cling film.", 1),
        ("paper towel, not cling film", 0),
        ("not the cling film but the paper towel", 0),
        ("cling film, not cling film", None),
        ("not the cling film, not the paper towel", None),
        ("not cling film", 0),
    ],
)
def test_what_is_asserted_against_another_thing(reply: str, score: float | None) -> None:
    assert outcome(reply)[0] == score


def test_what_is_said_does_not_depend_on_the_process() -> None:
    answer = Phrase(text="mug", aliases=("cup of tea", "tea cup", "teacup"))
    mark, _ = answer.mark_reply("The object that is washed is the teacup.", "Which object is washed?")
    assert (mark.score, mark.said) == (1, "teacup")


@pytest.mark.parametrize("other", ["Two cups", "2 cups", "the two cups"])
def test_a_wrong_answer_that_is_the_key_is_refused(other: str) -> None:
    with pytest.raises(ValidationError, match=r"wrong: .* is also the key"):
        Phrase(text="two cups", wrong=(other,))
