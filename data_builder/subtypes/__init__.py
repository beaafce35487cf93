"""Subtypes: functions from a window of facts to base questions with a computed key. To add one: write it, list it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from data_builder.cards import Card
from data_builder.question import BaseQuestion, Drop
from data_builder.subtypes.activities import activity_order, easy_goal, medium_goal, next_activity, strangers
from data_builder.subtypes.fixtures import put_where, taken_where
from data_builder.subtypes.ingredients import ingredient_added, ingredient_amount
from data_builder.subtypes.missing import missing_ingredient, next_ingredient
from data_builder.subtypes.movement_totals import longest_moved, moved_count, moved_order
from data_builder.subtypes.movements import easy_moved_object, moved_after, moved_before, moved_together
from data_builder.subtypes.narrated import easy_action, easy_object
from data_builder.subtypes.orders import ingredient_order, step_order
from data_builder.subtypes.purposes import purpose
from data_builder.subtypes.sound_relations import (
    easy_sound_object,
    low_object_sound,
    low_sound_movement,
    sound_after,
    sound_before,
)
from data_builder.subtypes.sounds import easy_sound_event
from data_builder.subtypes.steps import easy_step, next_step, step_interval
from data_builder.windows import Window
from reward.item import Split

Subtype = Callable[[Window], Iterator[BaseQuestion | Drop]]

CLIP: dict[str, Subtype] = {
    "easy_sound_event": easy_sound_event,
    "easy_object": easy_object,
    "easy_action": easy_action,
}
"""Asked about clips of one length."""
VIDEO: dict[str, Subtype] = {
    "easy_sound_object": easy_sound_object,
    "low_sound_movement": low_sound_movement,
    "low_object_sound": low_object_sound,
    "sound_before": sound_before,
    "sound_after": sound_after,
    "easy_moved_object": easy_moved_object,
    "moved_after": moved_after,
    "moved_before": moved_before,
    "moved_together": moved_together,
    "moved_count": moved_count,
    "moved_order": moved_order,
    "longest_moved": longest_moved,
    "put_where": put_where,
    "taken_where": taken_where,
    "easy_goal": easy_goal,
    "medium_goal": medium_goal,
    "activity_order": activity_order,
    "next_activity": next_activity,
    "easy_step": easy_step,
    "step_interval": step_interval,
    "next_step": next_step,
    "step_order": step_order,
    "ingredient_added": ingredient_added,
    "ingredient_amount": ingredient_amount,
    "ingredient_order": ingredient_order,
    "next_ingredient": next_ingredient,
    "missing_ingredient": missing_ingredient,
    "purpose": purpose,
}
"""Asked about a whole video, of which they cut their own clips."""


def with_strangers(cards: Sequence[Card], split: Mapping[str, Split]) -> list[Card]:
    """The cards, those of `easy_goal` with the answers of other videos of their split that are wrong for them."""
    goals: dict[Split, list[Card]] = defaultdict(list)
    for card in cards:
        if card.subtype == "easy_goal":
            goals[split[card.video_id]].append(card)
    known = {card.id: strangers(card, same) for same in goals.values() for card in same}
    return [replace(card, wrong=known[card.id]) if card.id in known else card for card in cards]
