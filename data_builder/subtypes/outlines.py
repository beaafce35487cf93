"""Outlines: what annotators outlined in a frame, with its name and its place.

They outline what is in use. One of a name can be told apart only where it is the only one in its frame.
"""

from math import hypot

from data_builder.facts import Fact, Seen, Sound, View
from data_builder.question import Option
from data_builder.subtypes.moments import Stretch, between
from data_builder.subtypes.wording import sound_words, words_of
from data_builder.windows import Window
from reward.plain import wordset

WORN = wordset("finger glove hand")
# Names for any of several things in view, or for what is no thing.
UNNAMED = frozenset(
    [
        *("chicken food", "clip", "coffee machine drawer", "container", "cooker bowl", "cooker temperature", "drink"),
        *("filter", "food", "garbage", "heat", "ingredient", "mixture", "mocha", "package", "packet", "packet beef"),
        *("plastic cover", "roots", "rubbish", "spilled milk", "supplement", "switch", "trash", "vegetable", "waste"),
    ]
)
# In view nearly always, and near to everything.
GROUNDS = frozenset(
    ["counter", "countertop", "floor", "kitchen", "sink", "surface", "table", "wall", "water", "worktop"]
)
NEAR = 0.7
"""Seconds between the start of a sound and the frame that shows that moment."""


def is_thing(seen: Seen) -> bool:
    return not words_of(seen.name) & WORN and seen.name not in GROUNDS | UNNAMED and bool(thing_words(seen.name))


def thing_option(seen: Seen) -> Option:
    return Option(thing_words(seen.name), seen.name, "clip", (seen.id,))


def thing_words(name: str) -> str:
    """What an outlined thing is called; some names are several, `hob/cooktop/stovetop`, and "v60" says little."""
    return next((one.lower() for one in name.split("/") if not any(map(str.isdigit, one))), "")


def as_it_begins(window: Window, name: str, stretch: Stretch) -> str:
    return f"At the moment a sound like {sound_words(name)[0]} begins{between(window, stretch)}"


def views_at(window: Window, sound: Sound) -> list[View]:
    return [view for view in window.views if abs(view.start - sound.start) <= NEAR]


def together(sound: Sound, view: View) -> tuple[Fact, ...]:
    return (sound, view) if sound.start <= view.start else (view, sound)


def area(seen: Seen) -> float:
    x1, y1, x2, y2 = seen.box
    return (x2 - x1) * (y2 - y1)


def distance(one: Seen, other: Seen) -> float:
    """Pixels between the middles of two boxes."""
    (a1, b1, a2, b2), (c1, d1, c2, d2) = one.box, other.box
    return hypot(a1 + a2 - c1 - c2, b1 + b2 - d1 - d2) / 2


def gap(one: Seen, other: Seen) -> float:
    """Pixels between the edges of two boxes; 0 where they overlap."""
    (a1, b1, a2, b2), (c1, d1, c2, d2) = one.box, other.box
    return hypot(max(0.0, a1 - c2, c1 - a2), max(0.0, b1 - d2, d1 - b2))
