"""Ingredients: which one is added at a moment, and how much of one is weighed."""

import pytest

from data_builder.levels import proven
from data_builder.subtypes.ingredients import ingredient, ingredient_added, ingredient_amount, plain


@pytest.fixture
def add(make):
    """A video of 120 seconds in which ingredients are added, or weighed where an amount is given."""

    def run(*portions):
        made = [make.portion(a, b, name, **(more[0] if more else {})) for a, b, name, *more in portions]
        return make.video(portions=made, duration=120.0)

    return run


def grams(amount):
    return {"amount": amount, "unit": "g", "weighing": True}


def test_the_ingredient_of_a_moment(add, ask_whole):
    questions, drops = ask_whole(ingredient_added, add((10, 14, "salt"), (50, 55, "Whole Milk (cold)")))
    salt, milk = (question for question in questions if question.window.start == 0)
    assert salt.stem == "About 12 seconds into the clip, which ingredient does the camera wearer add?"
    assert (salt.key.text, milk.key.text, salt.asked) == ("salt", "whole milk", {"seconds": 12})
    assert milk.state(milk.key) == "About 53 seconds into the clip, the camera wearer adds this ingredient: whole milk."
    assert proven(salt) == proven(milk) == 1
    assert not drops


def test_wrong_ingredients_come_from_the_clip_and_then_from_the_video(make, ask_whole):
    portions = [make.portion(10, 14, "salt"), make.portion(50, 55, "milk"), make.portion(200, 204, "flour")]
    question = ask_whole(ingredient_added, make.video(portions=portions, duration=300.0))[0][0]
    assert [(option.text, option.origin) for option in question.wrong] == [("milk", "clip"), ("flour", "video")]
    assert question.groups == ("V1 0.0", "V1")


def test_what_may_be_the_same_is_no_wrong_option(add, ask_whole):
    questions, _ = ask_whole(ingredient_added, add((10, 14, "olive oil"), (50, 55, "oil"), (80, 84, "salt")))
    assert [option.text for option in questions[0].wrong] == ["salt"]


@pytest.mark.parametrize(
    ("portions", "reason"),
    [
        ([(10, 14, "salt"), (12, 13, "milk")], "several_ingredients"),
        ([(10, 14, "salt"), (9, 13, "milk", grams("20"))], "several_ingredients"),
        ([(10, 90, "salt")], "takes_long"),
        ([(10.3, 10.6, "salt")], "none_added"),
        ([(10, 14, "garlic and ginger paste")], "no_plain_name"),
        ([(0, 0.8, "salt")], "edge_of_clip"),
    ],
)
def test_added_drops(add, ask_whole, portions, reason):
    questions, drops = ask_whole(ingredient_added, add(*portions))
    assert reason in drops
    assert all(question.key.text != portions[0][2] for question in questions)


def test_weighing_its_own_ingredient_does_not_disturb(add, ask_whole):
    questions, _ = ask_whole(ingredient_added, add((10, 14, "salt"), (9, 13, "salt", grams("20"))))
    assert {question.key.text for question in questions} == {"salt"}


def test_the_amount_is_told_in_whole_grams(add, ask_whole):
    video = add((10, 14, "salt", grams("30")), (60, 64, "milk", grams("119.6")), (100, 104, "flour", grams("33")))
    salt, milk, flour = ask_whole(ingredient_amount, video)[0]
    assert salt.stem == "How many grams of an ingredient does the camera wearer weigh in the clip?"
    assert (milk.key.text, milk.key.label, milk.answer.value, milk.answer.unit) == ("120", "120 g", "120", "g")
    assert milk.answer.mark_reply("Answer: 118 g")[0].score == 1
    assert proven(milk) == 1
    assert [option.text for option in salt.wrong] == ["120"]  # 33 is too near
    assert salt.groups == milk.groups == flour.groups == ("V1",)


def test_the_clip_shows_one_weighing(add, ask_whole):
    salt = ask_whole(ingredient_amount, add((10, 14, "salt", grams("30")), (20, 24, "milk", grams("120"))))[0][0]
    assert (salt.window.start, salt.window.end) == (0, 20)


@pytest.mark.parametrize(
    ("portions", "reason"),
    [
        ([(10, 14, "salt", grams("2.5"))], "no_whole_amount"),
        ([(10, 14, "salt", grams(""))], "no_whole_amount"),
        ([(10, 14, "salt", grams("30")), (60, 64, "salt", grams("30"))], "weighed_in_parts"),
        ([(10, 14, "salt", grams("30")), (12, 18, "milk", grams("120"))], "several_weighed"),
        ([(10, 80, "salt", grams("30"))], "takes_long"),
    ],
)
def test_amount_drops(add, ask_whole, portions, reason):
    questions, drops = ask_whole(ingredient_amount, add(*portions))
    assert reason in drops
    assert not questions


def test_names(make):
    assert ingredient(make.portion(0, 1, "Almond  Milk (unsweetened)")) == "almond milk"
    assert plain("almond milk")
    assert not plain("chickpea, spinach & quinoa mix")
    assert not plain("")
