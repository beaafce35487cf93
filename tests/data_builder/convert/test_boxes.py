"""Boxes as options."""

import pytest

from data_builder.convert.mcq import Mcq
from data_builder.convert.tags import spoken
from data_builder.convert.values import Typed, Untyped, typed
from data_builder.gate import faults
from reward.answers import Box
from reward.item import Clip, Item


def asked(*options: str, key: int = 0, stem: str = "Which bounding box holds the cup?") -> Mcq:
    return Mcq("1", "set", "file", "file:1", stem, options, key, (Clip(video_id="a", start=0),))


def test_a_tag_is_a_key_whose_corners_are_in_the_usual_order() -> None:
    found = typed(spoken(asked("<BBOX 10 20 110 220>", "<BBOX 500 600 700 800>", stem="Where is the cup?")))
    assert isinstance(found, Typed)
    assert found.answer == Box(xyxy=(20, 10, 220, 110), min_iou=0.5)
    assert found.candidates == ("[20, 10, 220, 110]", "[600, 500, 800, 700]")
    assert faults(Item(question="Where?", answer=found.answer, candidates=found.candidates)) == []


def test_the_overlap_goes_above_that_of_wrong_options() -> None:
    found = typed(asked("[0, 0, 100, 100]", "[0, 0, 100, 60]"))
    assert isinstance(found, Typed)
    assert isinstance(found.answer, Box)
    assert found.answer.min_iou == pytest.approx(0.61)


@pytest.mark.parametrize(
    ("options", "stem", "reason"),
    [
        (("[0, 0, 100, 100]", "[0, 0, 100, 98]"), "Which box?", "tolerance_too_narrow"),
        (("[0, 0, 100, 100]", "the cup"), "Which box?", "different_kinds"),
        (("[0, 0, 100, 100]", "[100, 100, 0, 0]"), "Which box?", "different_kinds"),
        (("[1, 2, 3, 4]", "[4, 5, 6, 7]"), "Which vector?", "text"),
        (("[100, 100, 0, 0]", "[0, 0, 1, 1]"), "Which box?", "text"),
    ],
)
def test_no_box(options: tuple[str, ...], stem: str, reason: str) -> None:
    assert typed(asked(*options, stem=stem)) == Untyped(reason)
