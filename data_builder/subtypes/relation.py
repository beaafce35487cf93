"""Level 2, relation: two facts at one moment, a sound and what the camera wearer does while it is heard."""

import random
from functools import cache

from data_builder.facts import Action, Sound, Video, overlaps
from data_builder.question import BaseQuestion, Drop, Option, attempt, require
from data_builder.subtypes.handling import Pool, not_handled, object_question, objects, one_object, verb_of
from data_builder.subtypes.options import choose, elsewhere, movement_option
from data_builder.subtypes.wording import UNASKED, alike, named_by, sound_words, words_of
from data_builder.windows import Window
from reward.answers import Phrase
from reward.plain import wordset

BESIDE = 0.5
"""Seconds before and after a sound in which an action may be meant as well: annotated edges are not exact."""

# What undoes the other is not the other, so it can be a wrong option for the same object.
OPPOSITE = [({"take", "pick", "get", "grab"}, {"put", "place"}), ({"open"}, {"close"}), ({"turn-on"}, {"turn-off"})]
# Words of narrations that name no object, or no movement that could not go on at any other time.
VAGUE = wordset("another check checking hold it look looking other something stuff them thing")


def easy_sound_object(window: Window, video: Video, rng: random.Random) -> list[BaseQuestion | Drop]:
    """Which object is handled while a sound is heard? Level 2: the sound gives the moment, the action the object.

    Evidence: a sound that is heard once in the clip, and the actions at its time, which all handle one object.
    Wrong options: objects handled at other times.
    """

    @cache
    def pool() -> Pool:
        return objects(window, video)

    def ask(sound: Sound) -> BaseQuestion:
        during = _during(sound, window)
        action = one_object(during)
        require(any(_contains(a, sound) for a in during), "sound_outlasts_action")
        require(not named_by(sound.name, action.narration), "named_by_sound")
        others = [(a, option) for a, option in pool() if not named_by(sound.name, a.narration)]
        return object_question(
            _heard(sound),
            action,
            not_handled(action, sound.start - BESIDE, sound.end + BESIDE, others, video, rng),
            window,
            subtype="easy_sound_object",
            level=2,
            facts=(sound, *during),
            because="the sound is heard once, and only one object is narrated while it is heard",
            asked={"sound": sound.name},
        )

    return attempt("easy_sound_object", window.whole_sounds, ask)


def low_sound_movement(window: Window, video: Video, rng: random.Random) -> list[BaseQuestion | Drop]:
    """What is done at the moment a sound is heard? Level 2: the sound gives the moment, the narration the movement.

    Evidence: a sound that is heard once in the clip, and the one action at its time. Wrong options: narrations of
    other times, none of the same object unless it is the opposite (open, close). Needs its options: the same movement
    can be told in many ways.
    """

    @cache
    def pool() -> Pool:
        plain = [(a, origin) for a, origin in elsewhere(video.actions, window) if not words_of(a.narration) & VAGUE]
        return [(a, movement_option(a, origin)) for a, origin in plain]

    def ask(sound: Sound) -> BaseQuestion:
        during = _during(sound, window)
        require(during, "no_action")
        require(len(during) == 1, "several_actions")
        action = during[0]
        require(_contains(action, sound), "sound_outlasts_action")
        require(not words_of(action.narration) & VAGUE, "vague_narration")
        require(not _named(action, video), "named_by_sound")
        key = movement_option(action)
        wrong = _other_movements(sound, key, pool(), video, rng)
        require(len(wrong) == 3, "too_few_options")
        heard = _heard(sound)
        return BaseQuestion(
            source=window.source,
            subtype="low_sound_movement",
            level=2,
            stem=f"{heard}, what is the camera wearer doing?",
            claim=f"{heard}, the camera wearer does this: {{}}.",
            key=key,
            wrong=wrong,
            answer=Phrase(text=key.text, wrong=tuple(option.text for option in wrong)),
            facts=(sound, action),
            clip=window.clip,
            because="one movement can be narrated in many ways",
            stands=False,
            asked={"sound": sound.name},
        )

    return attempt("low_sound_movement", window.whole_sounds, ask)


def _heard(sound: Sound) -> str:
    return f"At the moment a sound like {sound_words(sound.name)[0]} is heard"


def _during(sound: Sound, window: Window) -> list[Action]:
    """The actions while a sound is heard; raises Undecidable where the sound does not single out one moment."""
    require(sound.name not in UNASKED, "unasked_sound")
    require(sum(alike(sound.name, s.name) for s in window.sounds) == 1, "sound_heard_again")
    return [action for action in window.actions if overlaps(action, sound.start, sound.end)]


def _contains(action: Action, sound: Sound) -> bool:
    return action.start <= sound.start and sound.end <= action.end


def _named(action: Action, video: Video) -> bool:
    """Whether a sound at its time names the action: it can then neither be a key nor, to be fair, an option."""
    return any(overlaps(s, action.start, action.end) and named_by(s.name, action.narration) for s in video.sounds)


def _other_movements(sound: Sound, key: Option, pool: Pool, video: Video, rng: random.Random) -> tuple[Option, ...]:
    """Narrations of which none is, or may be, true at the time of the sound, and no two are of one movement."""
    beside = [a for a in video.actions if overlaps(a, sound.start - BESIDE, sound.end + BESIDE)]
    others = [(a, option) for a, option in pool if not named_by(sound.name, a.narration)]
    actions = {option.label: a for a, option in others} | {movement_option(a).label: a for a in beside}
    return choose(
        key,
        [option for a, option in others if not any(_same_movement(a, b) for b in beside)],
        rng,
        clash=lambda a, b: _same_movement(actions[a], actions[b]),
        false=lambda option: not _named(actions[option.label], video),
    )


def _same_movement(one: Action, other: Action) -> bool:
    """Whether two narrations may be of one movement: they share an object, and neither undoes the other."""
    shared = set(one.noun_classes) & set(other.noun_classes)
    return bool(shared) and not any(
        (_is(one, a) and _is(other, b)) or (_is(one, b) and _is(other, a)) for a, b in OPPOSITE
    )


def _is(action: Action, verbs: set[str]) -> bool:
    return action.verb in verbs or verb_of(action) in verbs
