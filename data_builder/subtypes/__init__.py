"""Subtypes: functions from a window of facts to base questions with a computed key. To add one: write it, list it."""

import random
from collections.abc import Callable

from data_builder.facts import Video
from data_builder.question import BaseQuestion, Drop
from data_builder.subtypes.inference import longest_sound, sound_count, sound_order
from data_builder.subtypes.recognition import easy_object, easy_sound_event
from data_builder.subtypes.relation import easy_sound_object, low_sound_movement
from data_builder.windows import Window

Subtype = Callable[[Window, Video, random.Random], list[BaseQuestion | Drop]]

SUBTYPES: dict[str, Subtype] = {
    "easy_sound_event": easy_sound_event,
    "easy_object": easy_object,
    "easy_sound_object": easy_sound_object,
    "low_sound_movement": low_sound_movement,
    "sound_count": sound_count,
    "sound_order": sound_order,
    "longest_sound": longest_sound,
}
