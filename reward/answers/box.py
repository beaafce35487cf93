"""A box in an image, as two corners; right when it overlaps the key's box enough.

Boxes are written in many orders and scales. The key declares its own, the question repeats it, and nothing is guessed:
a box in another order or scale is not rescaled.
"""

import re
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, FiniteFloat, field_validator, model_validator

from reward.answers.base import BaseAnswer, Mark, says_nothing, undecided, wrong
from reward.assertion import asserted, negates
from reward.plain import wordset
from reward.surroundings import doubted
from reward.text import Reading

Corners = tuple[float, float, float, float]

MARKUP = re.compile(r"<\|?/?(?:box|bbox|ref|object_ref|box_start|box_end|quad)(?:_start|_end)?\|?>", re.IGNORECASE)
LABELLED = re.compile(
    r"<\|object_ref_start\|>[^<]{0,80}<\|object_ref_end\|>|<ref>[^<]{0,80}</ref>"
    r"|\"(?:label|name|class|object)\"\s{0,3}:\s{0,3}\"[^\"]{0,80}\"",
    re.IGNORECASE,
)
DIGIT = re.compile(r"\d")
NUMBER = re.compile(r"(?<![\w.])[-+−]?(?:\d{1,9}(?:\.\d{1,30})?|\.\d{1,30})(?:px\b)?(?![\w.]*\d|%)")
NAMES = {
    **dict.fromkeys(("x1", "xmin", "x_min", "xtl", "left", "x_1"), 0),
    **dict.fromkeys(("y1", "ymin", "y_min", "ytl", "top", "y_1"), 1),
    **dict.fromkeys(("x2", "xmax", "x_max", "xbr", "right", "x_2"), 2),
    **dict.fromkeys(("y2", "ymax", "y_max", "ybr", "bottom", "y_2"), 3),
}
SIZES = {"w": 2, "width": 2, "h": 3, "height": 3, "x": 0, "y": 1}
NAMED = re.compile(
    r"\b([xy]_?[12]|[xy]_?m(?:in|ax)|[xy](?:tl|br)|left|top|right|bottom|width|height|[xywh])\b[\"'*`]{0,3}\s{0,3}[:=]"
    r"\s{0,3}[\"']?([-+−]?\d{1,9}(?:\.\d{1,30})?)(?![\w.]*\d|%)[\"']?(?:\s?(?:px|pixels)\b)?",
    re.IGNORECASE,
)
# What may stand around the four numbers of one box: brackets, a name for it, a unit.
AROUND = re.compile(
    r"(?:[\s,;()\[\]{}*`\"':=.&]|\b(?:the|a|is|it['’]s|it|at|to|and|from|of|in|bounding|bbox(?:_?2d)?|box(?:_?2d)?|boxes"
    r"|coordinates?|coords?|answer|final|object|region|location|position|xyxy|top|bottom|left|right|upper|lower"
    r"|corners?|px|pixels?|are|here|i|think|believe|would|be|located|found|image|or|not|maybe|perhaps|probably|possibly)\b|[-–—→?!])*",
    re.IGNORECASE,
)
UNSURE = re.compile(r"\b(?:or|not|maybe|perhaps|probably|possibly)\b", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]+")
# Words that say which edge or size a number is, or take a box back, even where the question has them.
TELLING = wordset(
    "left right top bottom upper lower width height center centre box_2d or not no maybe perhaps probably possibly"
    " never except without frame frames percent w h x y yxyx xywh cxcywh xmin xmax ymin ymax"
)
EDGES = re.compile(r"\b(left|top|right|bottom) ([-+−]?\d{1,9}(?:\.\d{1,30})?)(?![\w.]*\d|%)", re.IGNORECASE)
DASHED = re.compile(r"\d ?[-–—] ?\d")
CORNER_WORD = re.compile(r"\b(top|upper|left|bottom|lower|right)\b", re.IGNORECASE)
IN_ORDER = (("top", "upper"), ("left",), ("bottom", "lower"), ("right",))
# Gemini's "box_2d" begins with y, unlike Qwen's "bbox_2d".
OTHER_ORDER = re.compile(
    r"\b(?:box_2d|xywh|cxcywh|width|height|cent(?:er|re)|yxyx|y1,? ?x1|ymin,? ?xmin)\b", re.IGNORECASE
)

TOKENS = ("<|box_", "<|object_ref_", "<|quad_", "<|point_", "<|det|>", "<|ref|>")
"""What the special tokens around a box begin with."""


class Box(BaseAnswer[Corners]):
    """The key `xyxy` = (x1, y1, x2, y2): left, top, right and bottom edge.

    `frame`: the [width, height] of the image in the unit of the coordinates: its size in pixels, or [1000, 1000] for
    models that count in thousandths. Without it, coordinates that are all at most 1 are parts of the image's width and
    height, and others are pixels. A reply is right when the intersection over union (IoU) of its box and the key is at
    least `min_iou`; the IoU is in the verdict's details.
    """

    kind: Literal["box"] = "box"
    xyxy: tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat]
    min_iou: float = Field(default=0.5, ge=0.05, le=1, allow_inf_nan=False)
    frame: tuple[int, int] | None = None

    how: ClassVar[str] = "Answer with one bounding box: its left, top, right and bottom edge, in this order."

    @field_validator("xyxy", mode="before")
    @classmethod
    def _of_numbers(cls, xyxy: Any) -> Any:
        if isinstance(xyxy, (list, tuple)) and any(isinstance(x, bool) for x in xyxy):
            raise ValueError(f"xyxy: {list(xyxy)} holds true or false; write four numbers")
        return xyxy

    @model_validator(mode="after")
    def _is_box(self) -> Self:
        x1, y1, x2, y2 = self.xyxy
        if self.frame and not (0 < self.frame[0] <= 100_000 and 0 < self.frame[1] <= 100_000):
            raise ValueError(f"frame: {list(self.frame)} is no image size; write [width, height]")
        if not (x1 < x2 and y1 < y2):
            raise ValueError(f"xyxy: {list(self.xyxy)} has no area; write left, top, right, bottom, with left < right")
        if min(self.xyxy) < 0:
            raise ValueError(f"xyxy: {list(self.xyxy)} is below 0; count from the left and the top edge of the image")
        if self._outside(self.xyxy):
            raise ValueError(f"xyxy: {list(self.xyxy)} reaches beyond the image; its frame is {list(self.size or ())}")
        return self

    @property
    def size(self) -> tuple[int, int] | None:
        """The width and height of the image in the unit of the coordinates; None for pixels of an unknown image."""
        return self.frame or ((1, 1) if max(self.xyxy) <= 1 else None)

    @property
    def hint(self) -> str:
        if self.frame == (1000, 1000):
            return "Answer: <[x1, y1, x2, y2], from 0 to 1000, in thousandths of the image's width and height>"
        if self.frame:
            return f"Answer: <[x1, y1, x2, y2], in pixels of an image of {self.frame[0]} x {self.frame[1]}>"
        if self.size:
            return "Answer: <[x1, y1, x2, y2], from 0 to 1, as parts of the image's width and height>"
        return "Answer: <[x1, y1, x2, y2], in pixels>"

    def mark(self, text: str, stem: str = "") -> Mark:
        """Read and grade; a sentence may name the thing that the question asks for."""
        said = self.read(text, stem)
        return said if isinstance(said, Mark) else self.grade(said)

    def read(self, text: str, stem: str = "") -> Corners | Mark:
        assertion = asserted(text)
        if nothing := says_nothing(assertion, text):
            return nothing
        boxes = _boxes(text) or (_boxes(_without_words_of(stem, text)) if stem and WORD.search(text) else [])
        if not boxes:
            return undecided("unread", text, "No box was read.")
        if assertion.mode in ("hedged", "negated"):
            return wrong(assertion.mode, text, "The reply names a box without asserting it.")
        if negates(text):
            return undecided("qualified", text, "The reply may not assert this box as it stands.")
        if len(set(boxes)) > 1:
            return wrong("several_answers", text, "The reply gives several boxes.")
        if UNSURE.search(text) or doubted(text):
            return undecided("qualified", text, "The reply may not assert this box as it stands.")
        return boxes[0]

    def grade(self, said: Corners) -> Mark:
        shown = f"[{', '.join(f'{x:g}' for x in said)}]"
        x1, y1, x2, y2 = said
        ordered = x1 < x2 and y1 < y2
        overlap = iou(self.xyxy, said) if ordered else 0.0
        if overlap >= self.min_iou and not self._outside(said):
            return Mark(1.0, "overlaps", shown, f"IoU {overlap:.2f} with the key.", {"iou": overlap})
        if ordered and self._other_scale(said):
            return undecided("other_scale", shown, "The box may be in another scale than the question's.")
        if self._outside(said):
            return wrong("outside", shown, "The box reaches beyond the image.")
        if not ordered:
            return wrong("no_area", shown, "The second corner is not right of and below the first.")
        return Mark(0.0, "too_little_overlap", shown, f"IoU {overlap:.2f}, below {self.min_iou:g}.", {"iou": overlap})

    def mark_reply(self, reply: str, stem: str = "") -> tuple[Mark, Reading]:
        """The special tokens around a box are not the end of the reply."""
        return super().mark_reply(
            MARKUP.sub(" ", LABELLED.sub(" ", reply)) if any(token in reply for token in TOKENS) else reply, stem
        )

    def _outside(self, box: Corners) -> bool:
        width, height = self.size or (float("inf"), float("inf"))
        return not (box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height)

    def _other_scale(self, said: Corners) -> bool:
        """Whether the box would be the key's if it were in parts of 1, 100 or 1000, or in pixels of unknown images."""
        largest = max(said)
        if self.size is None:
            return largest <= 1
        if self.size == (1, 1) and largest > 1.5 and min(said) >= 0:
            return True
        rescaled = [
            [x / whole * side for x, side in zip(said, self.size * 2, strict=True)]
            for whole in (1, 100, 1000)
            if largest <= whole
        ]
        return any(iou(self.xyxy, _corners(box)) >= self.min_iou for box in rescaled)

    def gold(self) -> str:
        return f"Answer: [{', '.join(_written(x) for x in self.xyxy)}]"

    @property
    def chance(self) -> float:
        return 0.0


def _written(x: float) -> str:
    return str(int(x)) if x == int(x) else format(x, "f") if "e" in repr(x) else repr(x)


def iou(a: Corners, b: Corners) -> float:
    """The area that two boxes share, as a part of the area that they cover."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    shared = max(0.0, width) * max(0.0, height)
    return shared / (_area(a) + _area(b) - shared)


def _area(box: Corners) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _without_words_of(stem: str, text: str) -> str:
    """The text of a short sentence without the words of its question that say nothing of the coordinates."""
    asked = {word for word in WORD.findall(stem.lower()) if word not in TELLING}
    return WORD.sub(lambda found: " " if found[0].lower() in asked else found[0], text) if len(text) < 400 else text


def _boxes(text: str) -> list[Corners]:
    """The boxes of a text that holds nothing else; none when it holds something that is not read."""
    text = MARKUP.sub(" ", LABELLED.sub(" ", text)) if "<" in text or '"' in text else text
    if not DIGIT.search(text):
        return []
    if named := NAMED.findall(text):
        return _named_boxes(named) if AROUND.fullmatch(NAMED.sub(" ", text)) else []
    if len(edges := EDGES.findall(text)) == 4 and AROUND.fullmatch(EDGES.sub(" ", text)):
        return _named_boxes(edges)
    numbers = [float(found.replace("−", "-").removesuffix("px")) for found in NUMBER.findall(text)]
    rest = NUMBER.sub(" ", text)
    if not numbers or len(numbers) % 4 or OTHER_ORDER.search(text) or not AROUND.fullmatch(rest):
        return []
    if len(DASHED.findall(text)) > 1:
        return []  # as in "10-110, 20-220", from one edge to the other
    edges_named = [word.lower() for word in CORNER_WORD.findall(rest)]
    if edges_named and not (
        len(edges_named) == 4 and all(word in right for word, right in zip(edges_named, IN_ORDER, strict=True))
    ):
        return []
    return [_corners(numbers[i : i + 4]) for i in range(0, len(numbers), 4)]


def _named_boxes(named: list[tuple[str, str]]) -> list[Corners]:
    """Boxes whose coordinates are named, in any order: two corners, or one corner with a width and a height."""
    boxes = []
    if len(named) % 4:
        return []
    for i in range(0, len(named), 4):
        names = [name.lower() for name, _ in named[i : i + 4]]
        values = [float(value.replace("−", "-")) for _, value in named[i : i + 4]]
        of_corners = {NAMES[name]: value for name, value in zip(names, values, strict=True) if name in NAMES}
        sized = {SIZES[name]: value for name, value in zip(names, values, strict=True) if name in SIZES}
        if len(of_corners) == 4:
            boxes.append(_corners([of_corners[place] for place in range(4)]))
        elif len(sized) == 4 or len(of_corners) == len(sized) == 2:
            x, y, w, h = (({**of_corners, **sized})[place] for place in range(4))
            boxes.append(_corners([x, y, x + w, y + h]))
        else:
            return []
    return boxes


def _corners(values: list[float]) -> Corners:
    x1, y1, x2, y2 = values
    return x1, y1, x2, y2
