"""Ingredients that are added only after the clip."""

import pytest

from data_builder.facts import Recipe
from data_builder.levels import proven
from data_builder.subtypes.missing import missing_ingredient, next_ingredient

ADDED = [(100, 104, "milk"), (130, 135, "sugar"), (200, 210, "cocoa")]


@pytest.fixture
def add(make):
    """A video of the recipe Cake that has these ingredients, of which some are added."""

    def run(portions, *more, name="Cake"):
        names = [*dict.fromkeys([entry[2] for entry in portions]), *more]
        recipe = Recipe("R01", name, (), tuple((one, one) for one in names))
        made = [make.portion(*entry) for entry in portions]
        return make.video(portions=made, recipes=(recipe,), duration=1500.0)

    return run


def test_the_next_ingredient(add, ask_whole):
    (sugar, cocoa), drops = ask_whole(next_ingredient, add(ADDED))
    assert (sugar.window.start, sugar.window.end) == (5, 125)
    assert (sugar.key.text, cocoa.key.text, drops) == ("sugar", "cocoa", ["nothing_before"])
    assert [(option.text, option.origin) for option in sugar.wrong] == [("milk", "clip"), ("cocoa", "video")]
    assert sugar.stem == cocoa.stem
    assert sugar.groups == cocoa.groups
    assert proven(sugar) == proven(cocoa) == 4


@pytest.mark.parametrize(
    ("portions", "reason"),
    [
        ([(100, 104, "milk"), (130, 135, "milk")], "same_one_again"),
        ([(100, 104, "milk"), (130, 135, "sugar"), (132, 136, "cocoa")], "several_at_once"),
        ([(100, 104, "milk"), (130, 135, "sugar, salt")], "no_plain_name"),
    ],
)
def test_next_drops(add, ask_whole, portions, reason):
    questions, drops = ask_whole(next_ingredient, add(portions))
    assert reason in drops
    assert not [question for question in questions if question.key.text in ("milk", "sugar")]


def test_the_missing_ingredient(add, ask_whole):
    (question,), _ = ask_whole(missing_ingredient, add(ADDED))
    assert (question.window.start, question.window.end) == (98, 137)
    assert question.key.text == "cocoa"
    assert proven(question) == 4
    assert [(option.text, option.origin) for option in question.wrong] == [("milk", "clip"), ("sugar", "clip")]
    assert question.stem.startswith("One ingredient of the recipe “Cake” has not been added yet when the clip ends.")
    assert not question.groups


@pytest.mark.parametrize(
    ("portions", "more", "name", "reason"),
    [
        (ADDED, ["salt"], "Cake", "not_all_added"),
        (ADDED[1:], [], "Cake", "too_few_ingredients"),
        (ADDED, [], "Cocoa Cake", "named_by_recipe"),
        ([(100, 104, "milk"), (1100, 1104, "sugar"), (1200, 1204, "cocoa")], [], "Cake", "too_long"),
        ([(100, 104, "milk"), (130, 1210, "sugar"), (200, 210, "cocoa")], [], "Cake", "several_missing"),
    ],
)
def test_missing_drops(add, ask_whole, portions, more, name, reason):
    assert ask_whole(missing_ingredient, add(portions, *more, name=name)) == ([], [reason])
