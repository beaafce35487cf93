"""Names of objects and fixtures."""

import pytest

from data_builder.subtypes.naming import fixed, fixture_names, fixtures_alike, may_be_one, object_names, vague


@pytest.mark.parametrize(
    "name", ["", "lid", "plastic box", "empty plastic bag", "orange half", "vegetables", "utensil"]
)
def test_names_that_say_too_little_are_vague(name):
    assert vague(name)


@pytest.mark.parametrize(
    "name",
    [
        "wide end of carrot",
        "back of lettuce",
        "rolling pen",
        "inner part of plastic colander",
        "left glove",
        "plate blue",
        "top bowl",
        "piece carrot",
        "tin coconut milk",
        "upper lid",
        "fridge drawer",
        "knife and fork",
        "bag of flour top of bag",
        "box of roll of cling film",
        "small gold color container",
        "small package of black mustard seeds",
    ],
)
def test_parts_and_names_that_only_their_annotator_knows_are_vague(name):
    assert vague(name)


@pytest.mark.parametrize("name", ["plate", "glass", "orange", "glass bowl", "bottle of oil", "pan lid", "wooden spoon"])
def test_other_names_are_not(name):
    assert not vague(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("plate", "small plate"),
        ("large bowl", "white bowl"),
        ("frying pan grey", "saucepan"),
        ("cutting board", "chopping board"),
        ("pan lid", "pan"),
        ("mug", "coffee cup"),
        ("bottle of oil", "oil bottle"),
        ("bottle of olive oil", "bottle of oil"),
        ("tea towel", "orange cloth"),
        ("carrots", "carrot"),
        ("cucumber slices", "slice of cucumber"),
        ("mat", "silicone mat"),
        ("blue cheese", "stilton"),
    ],
)
def test_names_that_one_thing_may_bear(one, other):
    assert may_be_one(one, other)
    assert may_be_one(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("plate", "knife"),
        ("bottle of oil", "bottle of salt"),
        ("coffee grinder", "coffee cup"),
        ("frying pan", "chopping board"),
        ("bowl of rice", "jar of olives"),
    ],
)
def test_names_of_different_things(one, other):
    assert not may_be_one(one, other)
    assert not may_be_one(other, one)


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("knife", ()),
        ("phone", ("cell phone", "mobile phone", "smartphone")),
        ("white chopping board", ("chopping board", "cutting board")),
        ("frying pan grey", ("frying pan",)),
        ("bottle of oil", ("oil bottle",)),
        ("half of cut lemon", ("cut lemon half",)),
        ("orange", ()),
    ],
)
def test_other_names_of_an_object(name, others):
    assert object_names(name) == (name, *others)


def test_some_things_cannot_be_picked_up():
    assert [
        name for name in ("fridge drawer", "drawer of fridge", "oven door", "pizza cutter", "pan lid") if fixed(name)
    ] == [
        "fridge drawer",
        "drawer of fridge",
        "oven door",
    ]


def test_fixtures_are_called_as_people_call_them():
    assert fixture_names("counter")[0] == "counter"
    assert "worktop" in fixture_names("counter")
    assert fixture_names("top of microwave")[0] == "top of the microwave"


@pytest.mark.parametrize("kind", ["", "storage", "top of drawer"])
def test_some_kinds_of_fixtures_are_not_asked_about(kind):
    assert fixture_names(kind) == ()


def test_a_shelf_may_be_in_a_fridge_but_a_sink_is_no_hob():
    assert fixtures_alike("shelf", "fridge")
    assert fixtures_alike("sink", "sink")
    assert not fixtures_alike("sink", "hob")
