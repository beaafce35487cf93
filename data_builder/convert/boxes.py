"""Options that are boxes in a picture, written as [left, top, right, bottom]."""

import re

from data_builder.convert.keys import MIXED, NARROW, Typed, Untyped, proved, written
from data_builder.convert.mcq import Mcq
from data_builder.convert.spans import least_iou
from reward.answers import Box
from reward.answers.box import Corners, iou

LONGEST = 120
EDGE = r"(\d{1,5}(?:\.\d{1,6})?)"
BOX = re.compile(rf"(?:bounding box )?\[ ?{EDGE}, ?{EDGE}, ?{EDGE}, ?{EDGE} ?\]\.?", re.IGNORECASE)
OTHER_ORDER = re.compile(r"\b(?:width|height|xywh|cxcywh|cent(?:er|re)|ymin,? ?xmin|y1,? ?x1|yxyx)\b", re.IGNORECASE)
ASKS_BOX = re.compile(r"\b(?:bounding )?box(?:es)?\b|\bbbox", re.IGNORECASE)


def box(mcq: Mcq) -> Typed | Untyped | None:
    """The key as a box, where the question or the key speaks of one; None where it is none."""
    if "[" not in mcq.key:
        return None
    key = _corners(mcq.key)
    if OTHER_ORDER.search(mcq.stem):
        return Untyped("box_in_another_order")
    if key is None or not (ASKS_BOX.search(mcq.stem) or ASKS_BOX.search(mcq.key)):
        return None
    boxes = [_corners(option) for option in mcq.options]
    found = [one for one in boxes if one is not None]
    if len(found) < len(boxes):
        return MIXED
    enough = least_iou(max(iou(key, other) for i, other in enumerate(found) if i != mcq.correct))
    if enough is None:
        return NARROW
    keys = [_key(one, enough) for one in found]
    if None in keys:
        return Untyped("no_box")
    answers = [one for one in keys if one is not None]
    return proved(Typed("box", answers[mcq.correct], tuple(written(one) for one in answers)), mcq.correct)


def _corners(option: str) -> Corners | None:
    """Left, top, right and bottom edge, of a box that has an area."""
    if len(option) > LONGEST or not (found := BOX.fullmatch(option.strip())):
        return None
    left, top, right, bottom = map(float, found.groups())
    return (left, top, right, bottom) if left < right and top < bottom else None


def _key(corners: Corners, min_iou: float) -> Box | None:
    try:
        return Box(xyxy=corners, min_iou=min_iou)
    except ValueError:
        return None
