"""Two hundred (item, reply) pairs over all kinds of answer: right, wrong, undecided, malformed and hostile replies."""

import random

from reward import Item
from reward.answers import (
    Box,
    Choice,
    Date,
    Expression,
    Interval,
    Judgements,
    List,
    Moment,
    Number,
    Phrase,
    Text,
    YesNo,
)

ANSWERS = (
    YesNo(value=True),
    YesNo(value=False),
    Choice(options=("red cup", "blue spoon", "pan", "knife"), correct="B"),
    Judgements(statements=("The tap runs.", "A cup is moved.", "A lid falls."), truth=(True, False, True)),
    Judgements(statements=("cup", "spoon", "pan", "jar"), truth=(False, True, False, False), exactly_one=True),
    Phrase(text="roll of cling film", aliases=("cling film",), wrong=("measuring jar", "meat box")),
    Number(value="3"),
    Number(value="2.5", unit="kg", abs_tol=0.1),
    List(items=(("cut / chop", "chop"), ("water",), ("rustle",)), ordered=True),
    List(items=(("cup",), ("spoon",))),
    Moment(seconds=75, tol=2),
    Interval(start=10, end=20, min_iou=0.5),
    Date(value="2024-05-01"),
    Box(xyxy=(10, 20, 110, 220), min_iou=0.5, frame=(640, 480)),
    Expression(latex=r"\frac{1}{2}"),
    Text(reference="The tap is turned off."),
)
SHARED_REPLIES = (
    "",
    " \n\t ",
    "I don't know",
    "Answer: <your answer>",
    "Answer: maybe a cup",
    "Answer: yes\nAnswer: no",
    "<think>Answer: B</think>",
    "no answer here, only a long sentence about a kitchen in which somebody chops something",
    "Ünïcödé … 杯 ☕ \u200b",
    "<script>alert(1)</script>",
    "Answer: 3\nBecause: it is heard three times",
)


def make_pairs() -> list[tuple[Item, str]]:
    """The pairs, in a fixed shuffled order; every item comes with its own gold reply, which scores 1."""
    items = [Item(id=f"pair-{i}", question=f"Question {i}?", answer=answer) for i, answer in enumerate(ANSWERS)]
    others = [item.gold() for item in items]
    pairs = [(item, reply) for item in items for reply in (*others, *SHARED_REPLIES)]
    random.Random("pairs").shuffle(pairs)
    return pairs[:200]
