"""A box: read in every usual notation, compared by the area it shares with the key, never rescaled or turned round."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from reward import Item, score
from reward.answers import Box

PIXELS = Box(xyxy=(10, 20, 110, 220), min_iou=0.5, frame=(640, 480))
PARTS = Box(xyxy=(0.1, 0.2, 0.5, 0.8), min_iou=0.5)
THOUSANDTHS = Box(xyxy=(100, 200, 500, 800), min_iou=0.5, frame=(1000, 1000))
LOOSE = Box(xyxy=(10, 20, 110, 220))

RIGHT = r"""
[10, 20, 110, 220]
(10, 20, 110, 220)
10, 20, 110, 220
10 20 110 220
It's [10, 20, 110, 220]
[10, 20] - [110, 220]
[[10, 20, 110, 220]]
(10,20),(110,220)
[10, 20], [110, 220]
(10, 20) to (110, 220)
(10,20)-(110,220)
<|box_start|>(10,20),(110,220)<|box_end|>
<|object_ref_start|>the cup<|object_ref_end|><|box_start|>(10,20),(110,220)<|box_end|>
<box>10 20 110 220</box>
<box>(10,20),(110,220)</box>
<ref>cup</ref><box>[[10, 20, 110, 220]]</box>
{"bbox_2d": [10, 20, 110, 220]}
[{"bbox_2d": [10, 20, 110, 220], "label": "cup"}]
{"bbox": [10.0, 20.0, 110.0, 220.0]}
{"answer": [10, 20, 110, 220]}
{"x1": 10, "y1": 20, "x2": 110, "y2": 220}
```json\n[{"bbox_2d": [10, 20, 110, 220]}]\n```
bbox: [10, 20, 110, 220]
The bounding box is [10, 20, 110, 220].
Bounding box: (10, 20, 110, 220) px
x1=10, y1=20, x2=110, y2=220
x_min: 10, y_min: 20, x_max: 110, y_max: 220
xmax: 110, xmin: 10, ymax: 220, ymin: 20
left: 10, top: 20, right: 110, bottom: 220
left 10, top 20, right 110, bottom 220
Here is the box: [10, 20, 110, 220]
The coordinates are (10, 20, 110, 220).
I think it is [10, 20, 110, 220]
x: 10, y: 20, width: 100, height: 200
x=10, y=20, w=100, h=200
top-left (10, 20), bottom-right (110, 220)
10px, 20px, 110px, 220px
<answer>[10, 20, 110, 220]</answer>
\boxed{[10, 20, 110, 220]}
$[10, 20, 110, 220]$
[12.5, 18.25, 108, 230]
[10, 20, 110, 220]\n[10, 20, 110, 220]
"""
WRONG = r"""
[300, 20, 400, 220] ¦ too_little_overlap
[10, 20, 60, 60] ¦ too_little_overlap
[0, 0, 640, 480] ¦ too_little_overlap
[110, 220, 10, 20] ¦ no_area
[10, 20, 10, 220] ¦ no_area
[10, 20, 700, 400] ¦ outside
[-10, 20, 20, 220] ¦ outside
[10, 20, 110, 220], [300, 20, 400, 220] ¦ several_answers
[10, 20, 110, 220] or [300, 20, 400, 220] ¦ several_answers
maybe [10, 20, 110, 220] ¦ hedged
not [10, 20, 110, 220] ¦ negated
[10, 20, 110, 220]? ¦ hedged
I don't know ¦ refused
[] ¦ no_answer
N/A ¦ refused
"""
UNDECIDED = r"""
[0.0156, 0.0417, 0.1719, 0.4583] ¦ other_scale
[15, 41, 171, 458] ¦ other_scale
[10, 20, 110] ¦ unread
10-20-110-220 ¦ unread
10-110, 20-220 ¦ unread
[10, 20, 110, 220, 300] ¦ unread
x: 10, y: 20, x: 110, y: 220 ¦ unread
center: (60, 120), width: 100, height: 200 ¦ unread
xywh: [10, 20, 100, 200] ¦ unread
{"box_2d": [20, 10, 220, 110]} ¦ unread
bottom-right (110, 220), top-left (10, 20) ¦ unread
top-right (110, 20), bottom-left (10, 220) ¦ unread
10%, 20%, 50%, 80% ¦ unread
the cup on the left ¦ unread
[10, 20, 110, nan] ¦ unread
[10, 20, 1e9, inf] ¦ unread
[10, 20, 110, 2200000000000] ¦ unread
frame 10 to 20, 110 to 220 ¦ unread
[1O, 20, 110, 220] ¦ unread
The box is not [10, 20, 110, 220] ¦ qualified
or [10, 20, 110, 220] ¦ qualified
box: possibly [10, 20, 110, 220] ¦ qualified
A common mistake is [10, 20, 110, 220]. ¦ unread
left 10, top 20, right 110, height 220 ¦ unread
The dog is at [10, 20, 110, 220]. ¦ unread
"""


def lines(text: str) -> list[str]:
    return [line.replace("\\n", "\n") for line in text.strip().split("\n")]


def pairs(text: str) -> list[list[str]]:
    return [line.split(" ¦ ") for line in lines(text)]


@pytest.mark.parametrize("reply", lines(RIGHT))
def test_the_box_is_read_in_every_usual_notation(reply: str) -> None:
    mark, _ = PIXELS.mark_reply(reply)
    assert (mark.score, mark.rule) == (1, "overlaps")
    assert mark.details["iou"] == pytest.approx(1.0, abs=0.15)


@pytest.mark.parametrize(("reply", "rule"), pairs(WRONG))
def test_another_box_or_none_is_wrong(reply: str, rule: str) -> None:
    mark, _ = PIXELS.mark_reply(reply)
    assert (mark.score, mark.rule) == (0, rule)


@pytest.mark.parametrize(("reply", "rule"), pairs(UNDECIDED))
def test_what_may_be_the_box_in_another_order_or_scale_is_undecided(reply: str, rule: str) -> None:
    mark, _ = PIXELS.mark_reply(reply)
    assert (mark.score, mark.rule) == (None, rule)


@pytest.mark.parametrize(
    ("answer", "reply", "expected"),
    [
        (PARTS, "[0.1, 0.2, 0.5, 0.8]", (1, "overlaps")),
        (PARTS, "[.12, .2, .5, .75]", (1, "overlaps")),
        (PARTS, "[0.6, 0.2, 0.9, 0.8]", (0, "too_little_overlap")),
        (PARTS, "[0.1, 0.2, 1.2, 0.8]", (0, "outside")),
        (PARTS, "[100, 200, 500, 800]", (None, "other_scale")),
        (PARTS, "[10, 20, 50, 80]", (None, "other_scale")),
        (THOUSANDTHS, "[100, 200, 500, 800]", (1, "overlaps")),
        (THOUSANDTHS, "[0.1, 0.2, 0.5, 0.8]", (None, "other_scale")),
        (THOUSANDTHS, "[10, 20, 50, 80]", (None, "other_scale")),
        (THOUSANDTHS, "[500, 800, 900, 990]", (0, "too_little_overlap")),
        (LOOSE, "[10, 20, 110, 220]", (1, "overlaps")),
        (LOOSE, "[0.1, 0.2, 0.3, 0.4]", (None, "other_scale")),
        (LOOSE, "[1000, 20, 1100, 220]", (0, "too_little_overlap")),
    ],
)
def test_the_scale_is_the_keys(answer: Box, reply: str, expected: tuple[float | None, str]) -> None:
    mark, _ = answer.mark_reply(reply)
    assert (mark.score, mark.rule) == expected


def test_the_hint_says_the_order_and_the_scale() -> None:
    assert PIXELS.hint == "Answer: <[x1, y1, x2, y2], in pixels of an image of 640 x 480>"
    assert PARTS.hint == "Answer: <[x1, y1, x2, y2], from 0 to 1, as parts of the image's width and height>"
    assert "0 to 1000" in THOUSANDTHS.hint
    assert LOOSE.hint == "Answer: <[x1, y1, x2, y2], in pixels>"


def test_the_iou_is_in_the_verdict() -> None:
    verdict = score(Item(question="Where is the cup?", answer=PIXELS), "Answer: [10, 20, 110, 120]")
    assert (verdict.score, verdict.details) == (1, {"iou": 0.5})
    verdict = score(Item(question="Where is the cup?", answer=PIXELS), "Answer: [10, 20, 60, 120]")
    assert (verdict.score, verdict.details) == (0, {"iou": 0.25})


@pytest.mark.parametrize(
    "fields",
    [
        {"xyxy": (110, 20, 10, 220)},
        {"xyxy": (10, 20, 10, 220)},
        {"xyxy": (10, 20, 700, 220), "frame": (640, 480)},
        {"xyxy": (-1, 20, 70, 220)},
        {"xyxy": (10, 20, 70, float("nan"))},
        {"xyxy": (10, 20, float("inf"), 50)},
        {"xyxy": (10, 20, 70)},
        {"xyxy": (10, 20, 70, 80), "min_iou": 0.01},
        {"xyxy": (True, 20, 70, 80)},
        {"xyxy": (10, 20, 70, 80), "min_iou": 1.5},
        {"xyxy": (10, 20, 70, 80), "frame": (0, 480)},
        {"xyxy": (10, 20, 70, 80), "order": "yxyx"},
    ],
)
def test_a_bad_key_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Box(**fields)  # type: ignore[arg-type]


def test_a_box_with_negative_pixels_is_refused_for_that() -> None:
    with pytest.raises(ValidationError, match="is below 0; count from the left"):
        Box(xyxy=(-5, 20, 70, 80))


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("The cup is at [10, 20, 110, 220].", 1),
        ("The bounding box of the cup is [10, 20, 110, 220].", 1),
        ("The cup is not at [10, 20, 110, 220].", None),
        ("The cup is at [300, 20, 400, 220].", 0),
        ("The cup is at [10, 20, 110, 220], the lid at [300, 20, 400, 220].", None),
        ("A common mistake for the cup is [10, 20, 110, 220].", None),
        ("frame 10 to 20, 110 to 220", None),
        ("the cup, width and height: [10, 20, 110, 220]", None),
    ],
)
def test_a_sentence_may_name_what_the_question_asks_for(reply: str, score: float | None) -> None:
    assert (
        PIXELS.mark_reply(reply, "Where is the cup? A common mistake is to give width, height or frame.")[0].score
        == score
    )


EDGE = st.floats(0, 0.98, allow_nan=False)


@settings(max_examples=50)
@given(x=EDGE, y=EDGE, w=st.floats(0.01, 1), h=st.floats(0.01, 1), frame=st.sampled_from([None, (640, 480), (1, 1)]))
def test_gold_is_right_for_any_box(x: float, y: float, w: float, h: float, frame: tuple[int, int] | None) -> None:
    width, height = frame or (1, 1)
    corners = (x * width, y * height, min(x + w, 1) * width, min(y + h, 1) * height)
    answer = Box(xyxy=corners, min_iou=0.99, frame=frame)
    assert Item(question="Where?", answer=answer).answer == answer


@given(st.lists(st.floats(0, 480), min_size=8, max_size=8))
def test_overlap_is_symmetric_and_at_most_one(edges: list[float]) -> None:
    first, second = ((min(a, c), min(b, d), max(a, c) + 1, max(b, d) + 1) for a, b, c, d in (edges[:4], edges[4:]))
    one, other = (
        Box(xyxy=key, min_iou=0.05, frame=(481, 481)).mark(str(list(said))).details.get("iou")
        for key, said in ((first, second), (second, first))
    )
    assert one == other or None in (one, other)
    assert one is None or 0 <= one <= 1
