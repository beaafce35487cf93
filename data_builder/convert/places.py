"""Places as keys name them: a piece of furniture, where it stands by another one, and the way from place to place.

Names of one sort of furniture do not tell one piece from another: the counter to the left of the hob may be the one to
the right of the microwave.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from reward.plain import wordset

LONGEST = 2_000
"""Characters of a text that is read."""
MOST_HEAD, MOST_REFERENCE = 3, 8
"""Words that name the furniture, and that name what it stands by."""
FILLING = wordset(
    "at in on into onto inside from to the a an of and directly just another other same side hand is was it located"
)
SIDES = {
    **dict.fromkeys(wordset("top above over upper"), "above"),
    **dict.fromkeys(wordset("bottom below under beneath underneath lower"), "below"),
    **dict.fromkeys(wordset("behind back"), "behind"),
    **{word: word for word in wordset("left right front beside next near by close between adjacent opposite around")},
}
AGAINST = {
    **{"left": "right", "above": "below", "front": "behind"},
    **{"right": "left", "below": "above", "behind": "front"},
}
"""Sides of one thing of which a place is on one only."""
TOPPED, COUNTER = wordset("drawer drawers cupboard cupboards storage"), "counter"
"""Furniture whose top may be taken for a counter."""
LEG = re.compile(r"from (.{1,200}?) to (?!the (?:left|right)\b)(.{1,200})")
THEN = re.compile(r",? then ")
NUMBERED = re.compile(r"(?:p\d{2}[_ ])?([a-z_ ]{1,40})\.(\d{3})")


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of furniture, such as "counter", that is on some `sides` of the `reference`, such as "hob".

    The name is without spaces. `number` is that of a name such as "drawer.003". What is not said is empty.
    """

    head: str
    sides: frozenset[str] = frozenset()
    reference: str = ""
    number: str = ""


@lru_cache(maxsize=65536)
def places(text: str) -> tuple[Place, ...]:
    """The place that a text in small letters names, or the places in order of "from X to Y, then from Y to Z".

    Empty where the text is nothing of the sort. Any short name without digits may be one of a piece of furniture.
    """
    if len(text) > LONGEST:
        return ()
    if not text.startswith("from "):
        place = _place(text)
        return (place,) if place else ()
    found: list[Place] = []
    for leg in THEN.split(text):
        ends = LEG.fullmatch(leg)
        start, end = map(_place, ends.groups()) if ends else (None, None)
        if not start or not end:
            return ()
        found += [end] if found and found[-1] == start else [start, end]
    return tuple(found)


def _place(text: str) -> Place | None:
    if numbered := NUMBERED.fullmatch(text):
        return Place("".join(numbered[1].replace("_", " ").split()), number=numbered[2])
    words = [word for word in text.replace("_", " ").split() if word not in FILLING]
    before = _sides(words)
    head = words[len(before) :]
    at = next((i for i, word in enumerate(head) if word in SIDES), len(head))
    head, after = head[:at], head[at:]
    sides = _sides(after)
    reference = after[len(sides) :]
    if not 0 < len(head) <= MOST_HEAD or len(reference) > MOST_REFERENCE:
        return None
    if not all(word.isalpha() for word in head):
        return None
    name = "".join(head)
    if before == ["above"] and name in TOPPED and "above" not in sides:
        name += COUNTER
    # "The top of the cupboard to the left of the hob" is as far to the left as the cupboard.
    return Place(name, frozenset(sides if reference else before + sides), "".join(reference))


def _sides(words: Sequence[str]) -> list[str]:
    """The sides that a text begins with."""
    end = next((i for i, word in enumerate(words) if word not in SIDES), len(words))
    return [SIDES[word] for word in words[:end]]


def stands_by(found: Sequence[Place]) -> bool:
    """Whether a text says more than a name, so that it is surely about places."""
    return len(found) > 1 or any(place.sides or place.number for place in found)


def may_be_one(one: Place, other: Place) -> bool:
    """Whether two names may be of one place in the same room.

    Names of other furniture are of other places, unless one holds the other, such as "fridge" and "fridge freezer". Of
    the same furniture they are where it stands on opposite sides of the same thing, or has another number.
    """
    if one.head not in other.head and other.head not in one.head:
        return False
    if one.number and other.number:
        return one.number == other.number
    return one.reference != other.reference or all(AGAINST.get(side) not in other.sides for side in one.sides)


def may_both_be(some: Sequence[Place], others: Sequence[Place]) -> bool:
    """Whether two ways may be one: the shorter leaves out places of the longer at most."""
    if len(some) == len(others) == 1:
        return may_be_one(some[0], others[0])
    few, many = sorted((some, others), key=len)
    rest = iter(many)
    return all(any(may_be_one(place, another) for another in rest) for place in few)
