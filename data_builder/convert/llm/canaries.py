"""Canaries: test questions whose answers are plain. A model that fails more than a few of them is of no use here.

Six questions that do or do not stand without their options, four new wordings, three of which ask for something else,
and three round trips with strangers. The questions are of our own making.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from data_builder.convert.llm.answer import Opening
from data_builder.convert.llm.calls import Call, marks_call, opening_call, trip_call
from data_builder.convert.llm.opinion import Asked
from data_builder.convert.llm.trip import Trip, trip

MOST_FAILED = 2
LEAST_MARK = 8
"""A wording is used from this mark on, of 10, in all three respects."""


@dataclass(frozen=True, slots=True)
class Canary:
    """A call, what it is about in a few words, and whether an answer to it passes."""

    name: str
    call: Call[Any]
    passes: Callable[[Any], bool]


def opens(opening: Opening) -> bool:
    """Whether a model says that a question stands and is fair."""
    fair = opening.stands and opening.unique and not opening.subjective and not opening.underspecified
    return fair and opening.kind in ("phrase", "text")


def rated(marks: dict[str, int]) -> bool:
    """Whether all marks reach the threshold."""
    return min(marks.values()) >= LEAST_MARK


def _stands(number: int, stem: str, *options: str) -> Canary:
    return Canary("a question that stands", opening_call(Asked(f"canary {number}", stem, options, 0)), opens)


def _needs_list(number: int, stem: str, *options: str) -> Canary:
    call = opening_call(Asked(f"canary {number}", stem, options, 0))
    return Canary("a question that needs its options", call, lambda said: not opens(said))


def _same(number: int, stem: str, wording: str, *options: str) -> Canary:
    return Canary(
        "a wording that asks for the same", marks_call(Asked(f"canary {number}", stem, options, 0), wording), rated
    )


def _other(number: int, stem: str, wording: str, *options: str) -> Canary:
    call = marks_call(Asked(f"canary {number}", stem, options, 0), wording)
    return Canary("a wording that asks for something else", call, lambda marks: marks["same"] < LEAST_MARK)


def _trip(number: int, stem: str, options: tuple[str, ...], aliases: tuple[str, ...]) -> Canary:
    made: Trip = trip(Asked(f"canary {number}", stem, options, 0), stem, aliases)
    return Canary("a round trip", trip_call(made), lambda labels: labels == made.expected)


CANARIES = (
    _stands(1, "What does the woman pour into the tall glass?", "orange juice", "milk", "cold tea", "water"),
    _stands(2, "Who opens the garage door?", "the neighbour", "the postman", "the plumber", "the boy"),
    _stands(3, "How many eggs does the cook crack into the bowl?", "four", "two", "seven", "nine"),
    _needs_list(4, "Which of the following statements is true?", "The dog sleeps.", "The cat barks.", "The cow flies."),
    _needs_list(5, "Which of these was never on the shelf?", "a violin", "a jar of honey", "a radio", "a candle"),
    _needs_list(6, "Which dish would you most like to eat?", "the soup", "the salad", "the stew", "the pie"),
    _same(7, "Which of the following tools did he borrow?", "Which tool did he borrow?", "saw", "drill", "axe"),
    _other(
        8, "What did the girl carry after she closed the gate?", "What did the girl carry before she closed the gate?",
        "a basket", "a ladder", "a bucket",
    ),
    _other(
        9, "Which ingredient did the baker not weigh?", "Which ingredient did the baker weigh?", "salt", "flour", "eggs"
    ),
    _other(
        10, "What did the nurse hand to the doctor?", "What did the doctor hand to the nurse?",
        "a thermometer", "a bandage", "a pen",
    ),
    _trip(11, "What is taken out of the cupboard?", ("saucepan lid", "bread knife", "mug"), ("lid of the saucepan",)),
    _trip(12, "Which animal crosses the road?", ("a hedgehog", "a fox", "a hare", "a deer"), ()),
    _trip(13, "Where does the man put the letter?", ("in the drawer", "under the mat", "on the piano"), ()),
)  # fmt: skip
