"""Level 2, relation: two facts at one moment: a sound and what is done while it is heard, or a sound and the next one."""

from collections.abc import Iterator
from functools import partial

from data_builder.facts import Action, Sound, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Solution, attempt, require
from data_builder.subtypes.handling import handled_once, in_hand, object_option, object_question, one_object
from data_builder.subtypes.narrated import movement_option, movement_question, one_movement
from data_builder.subtypes.options import sound_option, sounds_elsewhere
from data_builder.subtypes.sounds import heard, heard_once, sound_question
from data_builder.subtypes.wording import UNASKED, alike, named_by, object_words, sound_words
from data_builder.windows import Window

BESIDE = 0.5
"""Seconds before and after a sound in which an action may be meant as well: annotated edges are not exact."""
ONSET = 0.5
"""Seconds between two onsets that make plain which sound comes first."""
NEXT = 2.0
"""Seconds of silence after which a sound no longer follows another."""


def easy_sound_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is handled while a sound is heard?

    Level 2: the sound gives the moment, the action the object. Evidence: a sound that is heard once in the clip, and
    the action that spans it; all actions at its time handle one object. Wrong options: objects handled at other times.
    """

    def ask(sound: Sound) -> BaseQuestion:
        return object_question(
            "easy_sound_object",
            2,
            window,
            when=while_heard(sound.name),
            solve=partial(_object_during, name=sound.name),
            span=(sound.start - BESIDE, sound.end + BESIDE),
            groups=groups_of(window, sound.name),
            asked={"sound": sound.name},
            sound=sound.name,
        )

    return attempt("easy_sound_object", window.whole(window.sounds), ask)


def while_heard(name: str) -> str:
    return f"At the moment a sound like {sound_words(name)[0]} is heard"


def groups_of(window: Window, name: str) -> tuple[str, ...]:
    """Questions about one sound are told apart by the clip alone, those about different ones of a clip only mostly."""
    return f"{window.video.id} {name}", name, f"{window.video.id} {window.start}"


def _object_during(window: Window, name: str) -> Solution:
    sound = heard_once(window, name)
    during = _during(window, sound)
    key = object_option(one_object(during))
    action = _spanning(during, sound)
    require(not named_by(name, action.narration), "named_by_sound")
    return Solution(key, (action, sound))


def _during(window: Window, sound: Sound) -> list[Action]:
    return [action for action in window.actions if overlaps(action, sound.start, sound.end)]


def _spanning(actions: list[Action], sound: Sound) -> Action:
    spanning = [action for action in actions if action.start <= sound.start and sound.end <= action.end]
    require(spanning, "sound_outlasts_action")
    require(len(spanning) == 1, "several_actions")
    return spanning[0]


def low_sound_movement(window: Window) -> Iterator[BaseQuestion | Drop]:
    """What is done at the moment a sound is heard?

    Level 2: the sound gives the moment, the narration the movement. Evidence: a sound that is heard once in the clip,
    and the one action at its time. Wrong options: narrations of other times, none of the same object unless it is the
    opposite (open, close). Needs its options: the same movement can be told in many ways.
    """

    def ask(sound: Sound) -> BaseQuestion:
        return movement_question(
            "low_sound_movement",
            2,
            window,
            when=while_heard(sound.name),
            solve=partial(_movement_during, name=sound.name),
            span=(sound.start - BESIDE, sound.end + BESIDE),
            groups=groups_of(window, sound.name),
            asked={"sound": sound.name},
            sound=sound.name,
        )

    return attempt("low_sound_movement", window.whole(window.sounds), ask)


def _movement_during(window: Window, name: str) -> Solution:
    sound = heard_once(window, name)
    action = one_movement(_during(window, sound))
    _spanning([action], sound)
    require(not named_by(name, action.narration), "named_by_sound")
    return Solution(movement_option(action), (action, sound))


def low_object_sound(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which sound is heard while an object is handled?

    Level 2: the action gives the moment, the sound is what is heard at it. Evidence: the only action of the clip with
    that object, and the only sound at its time, which lies within it. Wrong options: sounds of other times at which the
    object is not in hand.
    """

    def ask(action: Action) -> BaseQuestion:
        noun = action.noun
        words = object_words(noun)
        return sound_question(
            "low_object_sound",
            2,
            window,
            stem=f"Which sound is heard while the camera wearer is handling the {words}?",
            claim=f"While the camera wearer is handling the {words}, a sound like {{}} is heard.",
            solve=partial(_sound_during, noun=noun),
            groups=groups_of(window, noun),
            asked={"object": words},
            pool=_not_while(window, action),
        )

    return attempt("low_object_sound", window.whole(window.actions), ask)


def _sound_during(window: Window, noun: str) -> Solution:
    action = handled_once(window, noun)
    found = heard(window, action.start - BESIDE, action.end + BESIDE)
    require(found, "no_sound")
    require(len(found) == 1, "several_sounds")
    [sound] = found
    require(sound.name not in UNASKED, "unasked_sound")
    require(action.start <= sound.start and sound.end <= action.end, "sound_outlasts_action")
    require(not named_by(sound.name, action.narration), "named_by_sound")
    return Solution(sound_option(sound), (action, sound))


def _not_while(window: Window, action: Action) -> list[Option]:
    """The sounds while which the object is not in hand, and never names of it."""
    same = [other for other in window.video.actions if other.noun_class == action.noun_class]
    held = [
        sound.name
        for sound in window.sounds
        if in_hand(same, (sound.start + sound.end) / 2) or overlaps(sound, action.start - BESIDE, action.end + BESIDE)
    ]
    return [
        option
        for option in sounds_elsewhere(window)
        if not any(alike(option.label, name) for name in held) and not named_by(option.label, action.narration)
    ]


def sound_before(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which sound is heard right before another one?

    Level 2: two sounds that follow each other. Evidence: these two; the second is heard once in the clip, and nothing
    else from the start of the first to just after the start of the second. Wrong options: other sounds of the clip.
    """
    return _beside(window, "sound_before", "before")


def sound_after(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which sound is heard right after another one?

    Level 2: two sounds that follow each other. Evidence: these two; the first is heard once in the clip, and nothing
    else from its start to just after the start of the second. Wrong options: other sounds of the clip.
    """
    return _beside(window, "sound_after", "after")


def _beside(window: Window, subtype: str, side: str) -> Iterator[BaseQuestion | Drop]:
    def ask(sound: Sound) -> BaseQuestion:
        words = sound_words(sound.name)[0]
        return sound_question(
            subtype,
            2,
            window,
            stem=f"Which sound is heard right {side} a sound like {words}?",
            claim=f"The sound that is heard right {side} a sound like {words} is one like {{}}.",
            solve=partial(_neighbour, name=sound.name, after=side == "after"),
            groups=groups_of(window, sound.name),
            asked={"sound": sound.name},
            pool=[option for option in sounds_elsewhere(window) if not alike(option.label, sound.name)],
        )

    return attempt(subtype, window.whole(window.sounds), ask)


def _neighbour(window: Window, name: str, after: bool) -> Solution:
    sound = heard_once(window, name)
    others = [other for other in window.sounds if (other.start > sound.start) == after and other is not sound]
    require(others, "first_or_last_sound")
    other = others[0] if after else others[-1]
    require(window.holds(other), "cut_by_edge")
    first, second = (sound, other) if after else (other, sound)
    require(second.start - first.start >= ONSET, "onsets_too_close")
    require(second.start - first.end <= NEXT, "long_silence_between")
    require(len(heard(window, first.start, second.start + ONSET)) == 2, "another_sound_meanwhile")
    require(other.name not in UNASKED, "unasked_sound")
    return Solution(sound_option(other), (first, second))
