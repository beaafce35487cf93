"""Subtypes: functions from a window of facts to base questions with a computed key. To add one: write it, list it."""

from collections.abc import Callable, Iterator

from data_builder.question import BaseQuestion, Drop
from data_builder.subtypes.activities import activity_order, easy_goal, medium_goal, next_activity
from data_builder.subtypes.fixtures import put_where, taken_where
from data_builder.subtypes.ingredients import ingredient_added, ingredient_amount
from data_builder.subtypes.missing import missing_ingredient, next_ingredient
from data_builder.subtypes.movement_totals import longest_moved, moved_count, moved_order
from data_builder.subtypes.movements import easy_moved_object, moved_after, moved_before, moved_together
from data_builder.subtypes.narrated import easy_action, easy_object
from data_builder.subtypes.narrated_totals import object_count, object_order
from data_builder.subtypes.nearness import easy_nearest_object, nearest_object
from data_builder.subtypes.orders import ingredient_order, step_order
from data_builder.subtypes.purposes import purpose
from data_builder.subtypes.scenes import held_object, low_contact
from data_builder.subtypes.sound_relations import (
    easy_sound_object,
    low_object_sound,
    low_sound_movement,
    sound_after,
    sound_before,
)
from data_builder.subtypes.sounds import easy_sound_event, longest_sound, sound_count, sound_order
from data_builder.subtypes.steps import easy_step, next_step, step_interval
from data_builder.windows import Window

Subtype = Callable[[Window], Iterator[BaseQuestion | Drop]]

CLIP: dict[str, Subtype] = {
    "easy_sound_event": easy_sound_event,
    "easy_action": easy_action,
    "sound_order": sound_order,
}
"""Asked about clips of one length."""
VIDEO: dict[str, Subtype] = {
    "easy_object": easy_object,
    "held_object": held_object,
    "easy_nearest_object": easy_nearest_object,
    "easy_sound_object": easy_sound_object,
    "low_sound_movement": low_sound_movement,
    "low_object_sound": low_object_sound,
    "sound_before": sound_before,
    "sound_after": sound_after,
    "low_contact": low_contact,
    "nearest_object": nearest_object,
    "sound_count": sound_count,
    "longest_sound": longest_sound,
    "object_order": object_order,
    "object_count": object_count,
    "easy_moved_object": easy_moved_object,
    "put_where": put_where,
    "taken_where": taken_where,
    "moved_after": moved_after,
    "moved_before": moved_before,
    "moved_together": moved_together,
    "moved_count": moved_count,
    "moved_order": moved_order,
    "longest_moved": longest_moved,
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
