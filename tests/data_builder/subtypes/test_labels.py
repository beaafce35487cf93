"""Labels of activities."""

import pytest

from data_builder.subtypes.labels import begun, gist, same_work, things, told, vague


def test_a_label_is_told_without_brackets_and_full_stop():
    assert told("(with interruptions) heat soup in microwave.") == "Heat soup in microwave"


def test_the_gist_leaves_out_endings_and_fillers():
    assert gist("Continue stirring the potatoes") == gist("Stir potato") == {"stir", "potato"}


def test_the_things_are_what_is_left_without_verbs():
    assert things("Add squash to the frying pan, stir") == {"squash", "pan"}
    assert not things("Clean and clear")


@pytest.mark.parametrize(
    "label",
    [
        "",
        "Walking",
        "Prepare ingredients",
        "Wait and Dry Up",
        "Moving items around the room",
        "Lay on baking sheet",
        "Transfer to container",
        "Continue orange juice",
        "Clean - wash pot",
        "Put stuff away",
        "Prepare pasta dish part 1",
        "Retrieve milk ingredients",
    ],
)
def test_vague_labels(label):
    assert vague(label)


def test_a_label_that_tells_a_whole_story_is_not_asked_about():
    assert vague("Get mozzarella from the fridge, open package and drain it, split mozzarella in half")


@pytest.mark.parametrize("label", ["Prepare mango", "Clean up", "Bake puff pastry"])
def test_other_labels_say_what_is_done(label):
    assert not vague(label)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Prepare puff pastry", "Continue prepare puff pastry"),
        ("Tidy up", "Clean and clear"),
        ("Load dishwasher", "Washing the utensils"),
        ("Chop onion and transfer it to the pan, stir", "Prepare onion"),
        ("Stir food in the pan", "Add ingredients and stir"),
        ("Brew coffee", "Prepare coffee"),
    ],
)
def test_labels_that_may_say_the_same(one, other):
    assert same_work(one, other)
    assert same_work(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Prepare puff pastry", "Bake puff pastry"),
        ("Prepare mango", "Wash frying pan lid"),
        ("Cut bread", "Serve curry"),
        ("Drain dumplings", "Prepare dumplings"),
    ],
)
def test_labels_that_exclude_each_other(one, other):
    assert not same_work(one, other)
    assert not same_work(other, one)


def test_some_labels_say_that_the_work_goes_on():
    assert begun("Stir onion")
    assert not begun("Continue stirring onion")
    assert not begun("Finish peeling potatoes")
