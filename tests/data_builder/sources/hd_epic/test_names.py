"""Names of objects: what points at one instance goes, what names the sort of thing stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_builder.sources.hd_epic.names import name_of


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("plate", "plate"),
        ("plate2", "plate"),
        ("Plate 12", "plate"),
        ("onion half2-2", "onion half"),
        ("orange1 half", "orange half"),
        ("date10-part", "date part"),
        ("lid of jar 2", "lid of jar"),
        ("potato ball  8", "potato ball"),
        ("v60 coffee filter", "v60 coffee filter"),
        ("second plate", "plate"),
        ("third spoon", "spoon"),
        ("plate second", "plate"),
        ("squash twenty-second piece", "squash piece"),
        ("left half of first orange", "left half of orange"),
        ("another bag of tea2", "bag of tea"),
        ("few more peeled chunks 2", "peeled chunks"),
        ("one fourth left of baguette", "one fourth left of baguette"),
        ("single cream pot", "single cream pot"),
        ("oven gloves (pair)", "oven gloves"),
        ("fork in dishwasher cutlery tray", "fork"),
        ("bowl from the sink", "bowl"),
        ("pot unknown", "pot"),
        ("spoon-unknown", "spoon"),
        ("coffee_jar", "coffee jar"),
        ("galss2", "glass"),
        ("whitw saucepan", "white saucepan"),
        ("jar’s lid", "jar's lid"),
        ("plant-based burger", "plant-based burger"),
        ("jar with green lid", "jar with green lid"),
    ],
)
def test_a_name_is_that_of_the_sort_of_thing(written: str, name: str) -> None:
    assert name_of(written) == name


@pytest.mark.parametrize(
    "written",
    [
        *("Track 19 (skipped)", "Track 3", "new track 1", "unknown", "no clue2", "obj3", "item", "red thing", "things"),
        *("something", "to be deleted", "problematic track both moved", "piece2", "other end", "", "  ", "pie2pie2"),
        *("x" * 1000, "plate\u202e", "(skipped)"),
    ],
)
def test_what_names_nothing_is_no_name(written: str) -> None:
    assert name_of(written) == ""


@given(st.text(max_size=300))
def test_any_text_gives_a_short_plain_name_or_none(written: str) -> None:
    name = name_of(written)
    assert name.isprintable()
    assert name == " ".join(name.split())
    assert len(name) <= 400
