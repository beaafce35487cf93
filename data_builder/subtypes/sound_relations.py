"""Level 2, relation: two facts at one moment: a sound and what is done while it is heard, or a sound and the next one.

The clips are of two minutes, since in shorter ones too few moments are plain. Where a sound is heard again in the clip,
the question names the stretch in which it is heard once.
"""

from collections.abc import Callable, Iterator
from functools import partial

from data_builder.facts import Action, Sound, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Solution, Undecidable, attempt, require
from data_builder.subtypes.handling import (
    DOES,
    HANDLING,
    company,
    done_to,
    in_hand,
    object_option,
    object_question,
    one_object,
    same_done,
)
from data_builder.subtypes.moments import Stretch, at_its_level, between, clips, stretch_of
from data_builder.subtypes.narrated import movement_option, movement_question, one_movement
from data_builder.subtypes.options import sound_option, sounds_elsewhere
from data_builder.subtypes.sounds import heard, heard_once, like, sound_question
from data_builder.subtypes.wording import UNASKED, alike, named_by, object_words, sound_words
from data_builder.windows import Window

LENGTH, STEP = 120.0, 30.0
BESIDE = 0.5
"""Seconds before and after a sound in which an action may be meant as well: annotated edges are not exact."""
EDGE = 0.3
"""Seconds by which an action may begin after the sound that it makes, or end before it."""
ONSET = 0.5
"""Seconds between two onsets that make plain which sound comes first."""
INTO = 0.5
"""Seconds by which a sound may begin before the one ends that it is heard after."""
NEXT = 2.0
"""Seconds of silence after which a sound no longer follows another."""

Ask = Callable[[Window, Sound, Stretch], BaseQuestion]


def easy_sound_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is picked up, put down, or else handled while a sound is heard?

    Level 2: the sound gives the moment, the action the object. Evidence: the sound, and the action that spans it; all
    that is done so at its time is done to one object. Wrong options: objects handled at other times.
    """
    yield from _at_sounds(window, "easy_sound_object", _object_question)


def _at_sounds(window: Window, subtype: str, ask: Ask) -> Iterator[BaseQuestion | Drop]:
    """What can be asked about each sound of each clip, singled out by a stretch where it is heard again."""
    for clip in clips(window, LENGTH, STEP):

        def about(sound: Sound, clip: Window = clip) -> BaseQuestion:
            require(sound.name not in UNASKED, "unasked_sound")
            return ask(clip, sound, stretch_of(clip, sound, like(clip, sound.name)))

        yield from attempt(subtype, clip.whole(clip.sounds), about)


def while_heard(window: Window, name: str, stretch: Stretch) -> str:
    return f"At the moment a sound like {sound_words(name)[0]} is heard{between(window, stretch)}"


def _asked(name: str, stretch: Stretch) -> dict[str, str | float]:
    return {"sound": name, "from": stretch[0], "to": stretch[1]}


def _object_question(window: Window, sound: Sound, stretch: Stretch) -> BaseQuestion:
    during = _during(window, sound)
    require(during, "no_action")
    spanning = [action for action in during if _spans(action, sound)]
    require(spanning, "sound_outlasts_action")
    doing = done_to(spanning[0])
    return object_question(
        "easy_sound_object",
        2,
        window,
        when=while_heard(window, sound.name, stretch),
        doing=doing,
        solve=partial(_object_during, name=sound.name, stretch=stretch, doing=doing),
        span=(sound.start - BESIDE, sound.end + BESIDE),
        groups=(*company(window, doing), f"{window.video.id} {window.start}"),
        asked=_asked(sound.name, stretch),
        sound=sound.name,
    )


def _object_during(window: Window, name: str, stretch: Stretch, doing: str) -> Solution:
    sound = heard_once(window, name, stretch)
    spanning = [action for action in one_object(_during(window, sound), doing) if _spans(action, sound)]
    require(spanning, "sound_outlasts_action")
    require(len(spanning) == 1, "several_actions")
    require(not named_by(name, spanning[0].narration), "named_by_sound")
    return Solution(object_option(spanning[0]), _together(spanning[0], sound))


def _together(action: Action, sound: Sound) -> tuple[Action | Sound, ...]:
    """Two facts in the order in which they start."""
    return (action, sound) if action.start <= sound.start else (sound, action)


def _during(window: Window, sound: Sound) -> list[Action]:
    return [action for action in window.actions if overlaps(action, sound.start, sound.end)]


def _spans(action: Action, sound: Sound) -> bool:
    return action.start - EDGE <= sound.start and sound.end <= action.end + EDGE


def low_sound_movement(window: Window) -> Iterator[BaseQuestion | Drop]:
    """What is done at the moment a sound is heard?

    Level 2: the sound gives the moment, the narration the movement. Evidence: the sound, and the one action at its
    time, which spans it. Wrong options: narrations of other times of the clip, none of the same object unless it is the
    opposite (open, close). Needs its options: the same movement can be told in many ways.
    """
    yield from _at_sounds(window, "low_sound_movement", _movement_question)


def _movement_question(window: Window, sound: Sound, stretch: Stretch) -> BaseQuestion:
    return movement_question(
        "low_sound_movement",
        2,
        window,
        when=while_heard(window, sound.name, stretch),
        solve=partial(_movement_during, name=sound.name, stretch=stretch),
        span=(sound.start - BESIDE, sound.end + BESIDE),
        groups=_company(window, sound.name),
        asked=_asked(sound.name, stretch),
        sound=sound.name,
    )


def _movement_during(window: Window, name: str, stretch: Stretch) -> Solution:
    sound = heard_once(window, name, stretch)
    action = one_movement(_during(window, sound))
    require(_spans(action, sound), "sound_outlasts_action")
    require(not named_by(name, action.narration), "named_by_sound")
    return Solution(movement_option(action), _together(action, sound))


def _company(window: Window, named: str) -> tuple[str, ...]:
    """Questions that name one thing are told apart by the clip alone; those that name different ones, mostly."""
    clip, video = f"{window.video.id} {window.start}", window.video.id
    return f"{clip} {named}", f"{video} {named}", clip, video


def low_object_sound(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which sound is heard while an object is picked up, put down, or else handled?

    Level 2: the action gives the moment, the sound is what is heard at it. Evidence: the action, the only one of its
    sort with that object, and the only sound at its time. Wrong options: sounds of other times.
    """
    for clip in clips(window, LENGTH, STEP):
        yield from attempt("low_object_sound", clip.whole(clip.actions), partial(_sound_question, clip))


def _sound_question(window: Window, action: Action) -> BaseQuestion:
    noun, doing = action.noun, done_to(action)
    stretch = stretch_of(window, action, same_done(window, noun, doing))
    when = f"While the camera wearer is {DOES[doing].format(object_words(noun))}{between(window, stretch)}"
    return sound_question(
        "low_object_sound",
        2,
        window,
        stem=f"{when}, which sound is heard?",
        claim=f"{when}, a sound like {{}} is heard.",
        solve=partial(_sound_during, noun=noun, doing=doing, stretch=stretch),
        groups=_company(window, noun),
        asked={"object": object_words(noun), "doing": doing, "from": stretch[0], "to": stretch[1]},
        pool=partial(_not_while, window, action, doing),
    )


def _sound_during(window: Window, noun: str, doing: str, stretch: Stretch) -> Solution:
    found = [action for action in same_done(window, noun, doing) if overlaps(action, *stretch)]
    require(found, "no_action")
    require(len(found) == 1, "handled_again")
    require(window.holds(found[0]), "cut_by_edge")
    [action] = one_object(found, doing)
    sounds = heard(window, action.start, action.end)
    require(sounds, "no_sound")
    require(len(sounds) == 1, "several_sounds")
    [sound] = sounds
    require(sound.name not in UNASKED, "unasked_sound")
    require(_spans(action, sound), "sound_outlasts_action")
    require(not named_by(sound.name, action.narration), "named_by_sound")
    return Solution(sound_option(sound), _together(action, sound))


def _not_while(window: Window, action: Action, doing: str) -> list[Option]:
    """The sounds while which nobody does so to the object, and that do not name what is done."""
    meanwhile = {
        sound.name
        for sound in window.sounds
        if overlaps(sound, action.start - BESIDE, action.end + BESIDE)
        or (doing == HANDLING and in_hand(window, action.noun_class, (sound.start + sound.end) / 2))
    }
    return [
        option
        for option in sounds_elsewhere(window)
        if not any(alike(option.label, name) for name in meanwhile) and not named_by(option.label, action.narration)
    ]


def sound_before(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which sound is heard right before another one?

    Level 2: two sounds that follow each other. Evidence: these two; nothing else is heard from the start of the first
    to just after the start of the second. Wrong options: other sounds of the clip, none that is like the one named.
    """
    yield from _at_sounds(window, "sound_before", partial(_next_question, after=False))


def sound_after(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which sound is heard right after another one?

    Level 2: two sounds that follow each other. Evidence: these two; nothing else is heard from the start of the first
    to just after the start of the second. Wrong options: other sounds of the clip, none that is like the one named.
    """
    yield from _at_sounds(window, "sound_after", partial(_next_question, after=True))


def _next_question(window: Window, sound: Sound, stretch: Stretch, after: bool) -> BaseQuestion:
    name, side = sound.name, "after" if after else "before"
    when = f"Right {side} a sound like {sound_words(name)[0]} is heard{between(window, stretch)}"
    question = sound_question(
        f"sound_{side}",
        2,
        window,
        stem=f"{when}, which sound is heard?",
        claim=f"{when}, a sound like {{}} is heard.",
        solve=partial(_next_sound, name=name, stretch=stretch, after=after),
        groups=_company(window, name),
        asked=_asked(name, stretch),
        pool=lambda: [option for option in sounds_elsewhere(window) if not alike(option.label, name)],
    )
    return at_its_level(question)


def _next_sound(window: Window, name: str, stretch: Stretch, after: bool) -> Solution:
    sound = heard_once(window, name, stretch)
    others = [other for other in window.sounds if (other.start > sound.start) == after and other is not sound]
    if not others:
        raise Undecidable("first_or_last_sound")
    other = others[0] if after else others[-1]
    first, second = (sound, other) if after else (other, sound)
    require(window.holds(other), "cut_by_edge")
    require(not alike(other.name, name), "same_sound_again")
    require(other.name not in UNASKED, "unasked_sound")
    require(second.start - first.start >= ONSET, "onsets_too_close")
    require(second.start >= first.end - INTO, "meanwhile_not_after")
    require(second.start - first.end <= NEXT, "long_silence_between")
    require(len(heard(window, first.start, second.start + ONSET)) == 2, "another_sound_meanwhile")
    return Solution(sound_option(other), (first, second))
