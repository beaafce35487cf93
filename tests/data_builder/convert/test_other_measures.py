"""Values that look like one sort and are asked as another: no key is made of them."""

from dataclasses import replace

import pytest
from made_mcqs import mcq

from data_builder.convert.keys import Typed
from data_builder.convert.values import typed
from reward.item import Clip


def sort(stem: str, *options: str, pictured: bool = False) -> str | None:
    asked = mcq(stem, options)
    if pictured:
        asked = replace(asked, clips=(Clip(video_id="a.png", start=0, images=("a.png",)),))
    found = typed(asked)
    return found.sort if isinstance(found, Typed) else None


@pytest.mark.parametrize(
    "stem",
    [
        "In the video, at what time does the train to Paris leave?",
        "At what time in the clip does the alarm ring?",
        "In the video, when does the news begin?",
    ],
)
def test_a_time_of_the_day_is_no_moment_of_the_clip(stem: str) -> None:
    assert sort(stem, "10:30", "11:45", "9:15") != "moment"


def test_a_picture_has_no_moments() -> None:
    options = ("2 s", "5 s", "10 s")
    assert sort("At what time does the ball land?", *options) == "moment"
    assert sort("At what time does the ball land?", *options, pictured=True) != "moment"
    assert sort("What is the period of the pendulum?", *options) != "moment"


@pytest.mark.parametrize("form", ["[x, y, width, height]", "[ymin, xmin, ymax, xmax]", "[center x, center y, w, h]"])
def test_a_box_in_another_order_is_no_box(form: str) -> None:
    assert sort(f"Which bounding box {form} holds the cup?", "[1, 2, 30, 40]", "[100, 200, 300, 400]") is None
    assert sort("Which bounding box holds the cup?", "[1, 2, 30, 40]", "[100, 200, 300, 400]") == "box"


@pytest.mark.parametrize("asked", ["is impossible", "gives the reverse order", "is not the one shown", "is wrong"])
def test_an_order_that_things_do_not_have_is_no_list(asked: str) -> None:
    assert sort(f"Which sequence {asked}?", "cut → fry → eat", "fry → cut → eat") is None


def test_a_measure_of_what_is_counted_is_no_count() -> None:
    stem = "How many strips does she cut?"
    assert sort(stem, "3 centimeter wide strips", "2 centimeter wide strips") is None
    assert sort(stem, "3 strips", "2 strips") == "number"


@pytest.mark.parametrize("part", ["halves", "quarters of the cake", "dozens of eggs", "pairs"])
def test_parts_that_are_counted_are_no_number(part: str) -> None:
    assert sort(f"How many {part} are left?", "2", "3") is None


def test_a_decade_is_no_number_of_seconds() -> None:
    assert sort("When in the video was it built?", "1960s", "1970s") is None
    assert sort("In which decade was it built?", "the 1960s", "the 1970s") is None


@pytest.mark.parametrize("stem", ["Is it so?", "Which is it?", "Consider the statement."])
def test_yes_and_no_need_something_to_confirm(stem: str) -> None:
    assert sort(stem, "Yes", "No") is None
    assert sort("Is the tap running at the end?", "Yes", "No") == "yes_no"
