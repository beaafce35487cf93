"""A list: each thing once, in order where the order is asked for."""

import pytest
from pydantic import ValidationError

from reward.answers import List

BAG = List(items=(("water", "tap water"), ("rustle",), ("metal pan collision", "pan clang")))
ROW = List(items=(("water",), ("rustle",), ("cut",)), ordered=True)


def outcome(answer: List, reply: str) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


@pytest.mark.parametrize(
    "reply",
    [
        "water, rustle, metal pan collision",
        "Water, rustle and metal pan collision",
        "water, rustle, and metal pan collision.",
        "rustle, tap water, pan clang",
        "the water, a rustle, and the metal pan collision",
        "water; rustle; pan clang",
        "water | rustle | metal pan collision",
        "water + rustle + metal pan collision",
        "water & rustle & metal pan collision",
        "water\nrustle\nmetal pan collision",
        "- water\n- rustle\n- metal pan collision",
        "* Water\n* Rustle\n* Metal pan collision",
        "1. water\n2. rustle\n3. metal pan collision",
        "1) water, 2) rustle, 3) metal pan collision",
        "(1) water (2) rustle (3) metal pan collision",
        "a) water\nb) rustle\nc) metal pan collision",
        "**water**, **rustle**, **metal pan collision**",
        '"water", "rustle", "metal pan collision"',
        "[water, rustle, metal pan collision]",
        '["water", "rustle", "metal pan collision"]',
        '{"answer": ["water", "rustle", "metal pan collision"]}',
        "The sounds are water, rustle and metal pan collision.",
        "I hear water, rustle, and metal pan collision.",
        "Answer: water, rustle, metal pan collision",
        "Answer: 1. water 2. rustle 3. metal pan collision",
        "Answer:\n- water\n- rustle\n- metal pan collision",
        "Answer: water, rustle, pan clang\nBecause: I heard them.",
        "<answer>water, rustle, metal pan collision</answer>",
        "\\boxed{water, rustle, metal pan collision}",
        "The answer is water, rustle, pan clang.",
    ],
)
def test_all_things_once_in_any_order_and_layout_are_right(reply: str) -> None:
    assert outcome(BAG, reply) == (1, "equal")


@pytest.mark.parametrize(
    "reply",
    [
        "water, rustle, cut",
        "water, then rustle, then cut",
        "First water, then rustle, finally cut.",
        "First, water; second, rustle; third, cut",
        "First: water\nSecond: rustle\nThird: cut",
        "1st: water, 2nd: rustle, 3rd: cut",
        "1. water\n2. rustle\n3. cut",
        "1) water 2) rustle 3) cut",
        "1. Water → 2. Rustle → 3. Cut",
        "water -> rustle -> cut",
        "water → rustle → cut",
        "water > rustle > cut",
        "water followed by rustle followed by cut",
        "water, rustle, and then cut",
        "The order is water, rustle, cut.",
        "Answer: **water**, then **rustle**, then **cut**",
    ],
)
def test_the_asked_for_order_is_right_in_any_layout(reply: str) -> None:
    assert outcome(ROW, reply) == (1, "equal")


@pytest.mark.parametrize(
    ("answer", "reply", "rule"),
    [
        (BAG, "", "empty"),
        (BAG, "I don't know", "refused"),
        (BAG, "Answer: <name, …>", "no_answer"),
        (ROW, "Answer: <first, second, …>", "no_answer"),
        (BAG, "water", "missing"),
        (BAG, "water, rustle", "missing"),
        (BAG, "water, water, water", "duplicate"),
        (BAG, "water, rustle, metal pan collision, water", "duplicate"),
        (BAG, "water, tap water, rustle, metal pan collision", "duplicate"),
        (ROW, "water, rustle, cut, water", "duplicate"),
        (ROW, "cut, rustle, water", "wrong_order"),
        (ROW, "rustle, then water, then cut", "wrong_order"),
        (ROW, "1. cut\n2. rustle\n3. water", "wrong_order"),
        (ROW, "first cut, then rustle, then water", "wrong_order"),
        (ROW, "Answer: water, rustle, cut\nAnswer: cut, rustle, water", "several_answers"),
    ],
)
def test_missing_double_and_disordered_things_are_wrong(answer: List, reply: str, rule: str) -> None:
    assert outcome(answer, reply) == (0, rule)


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        (BAG, "water, rustle, metal pan collision, door"),
        (BAG, "water or rustle or metal pan collision"),
        (BAG, "not water, rustle, metal pan collision"),
        (BAG, "water, rustle, not metal pan collision"),
        (BAG, "water, rustle, no metal pan collision"),
        (BAG, "maybe water, rustle, metal pan collision"),
        (BAG, "neither water, rustle nor metal pan collision"),
        (BAG, "all but water, rustle, metal pan collision"),
        (BAG, "water, rustle, metal pan collision?"),
        (BAG, "tap, rustling, pan"),
        (ROW, "2. water\n1. rustle\n3. cut"),
        (ROW, "3. water, 2. rustle, 1. cut"),
        (ROW, "third water, second rustle, first cut"),
        (ROW, "finally water, then rustle, first cut"),
        (ROW, "water <- rustle <- cut"),
        (ROW, "water, rustle, cut in reverse"),
    ],
)
def test_other_names_and_an_order_that_contradicts_itself_are_left_undecided(answer: List, reply: str) -> None:
    assert outcome(answer, reply)[0] is None


@pytest.mark.parametrize(
    "names", [("first aid kit", "water"), ("salt and pepper", "last drop"), ("2 eggs", "next door"), ("a",)]
)
def test_names_that_look_like_words_of_order_are_still_names(names: tuple[str, ...]) -> None:
    answer = List(items=tuple((name,) for name in names), ordered=True)
    assert outcome(answer, answer.gold()) == (1, "equal")


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ([], "at least 1"),
        ([[]], "number 1 has no name"),
        ([["water"], ["***"]], "number 2 has no name"),
        ([["water"], ["tap", "Water!"]], "'water' stands for number 1 and for number 2"),
    ],
)
def test_a_key_with_a_nameless_or_double_thing_is_refused(items: list[list[str]], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        List.model_validate({"items": items})


def test_chance_is_one_order_in_all_of_them_and_nothing_for_an_open_list() -> None:
    assert (ROW.chance, BAG.chance, List(items=(("water",),), ordered=True).chance) == (1 / 6, 0, 0)
