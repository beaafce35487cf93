"""Subtypes: functions from a window of facts to base questions with a computed key. To add one: write it, list it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from data_builder.cards import Card
from data_builder.question import BaseQuestion, Drop
from data_builder.subtypes.narrated import easy_action, easy_object
from data_builder.windows import Window
from reward.item import Split

Subtype = Callable[[Window], Iterator[BaseQuestion | Drop]]

CLIP: dict[str, Subtype] = {
    "easy_object": easy_object,
    "easy_action": easy_action,
}
"""Asked about clips of one length."""
VIDEO: dict[str, Subtype] = {}
"""Asked about a whole video, of which they cut their own clips."""


def with_strangers(cards: Sequence[Card], split: Mapping[str, Split]) -> list[Card]:
    return list(cards)
