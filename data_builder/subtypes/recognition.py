"""Level 1, recognition: one fact at one moment of the clip, "about 12 seconds" into it."""

import random
from functools import cache

from data_builder.facts import Action, Fact, Sound, Video, overlaps
from data_builder.question import BaseQuestion, Drop, attempt, require
from data_builder.subtypes.handling import Pool, not_handled, object_question, objects, one_object
from data_builder.subtypes.options import choose, other_sounds, sound_option
from data_builder.subtypes.wording import UNASKED, alike, sound_words
from data_builder.windows import Window
from reward.answers import Phrase

ABOUT = 1.0
"""Seconds: "about 12 seconds" may be any time from 11 to 13."""


def easy_sound_event(window: Window, video: Video, rng: random.Random) -> list[BaseQuestion | Drop]:
    """Which sound is heard about N seconds in? Level 1: one sound, and no other is annotated around that time.

    Evidence: that sound. Wrong options: sounds of other times.
    """
    pool = other_sounds(window, video)

    def ask(sound: Sound) -> BaseQuestion:
        second = _second(window, sound)
        at = window.start + second
        near = [s for s in window.sounds if overlaps(s, at - ABOUT, at + ABOUT)]
        require(sound.name not in UNASKED, "unasked_sound")
        require({s.name for s in near} == {sound.name}, "several_sounds")
        key = sound_option(sound)
        wrong = choose(key, pool, rng, clash=alike)
        return BaseQuestion(
            source=window.source,
            subtype="easy_sound_event",
            level=1,
            stem=f"About {_seconds(second)} into the clip, which sound is heard?",
            claim=f"About {_seconds(second)} into the clip, a sound like {{}} is heard.",
            key=key,
            wrong=wrong,
            answer=Phrase(text=key.text, aliases=sound_words(sound.name)[1:], wrong=tuple(o.text for o in wrong)),
            facts=tuple(near),
            clip=window.clip,
            because="only one sound is annotated at that time",
            how="Answer with the name of the sound.",
            asked={"seconds": at},
        )

    return attempt("easy_sound_event", window.whole_sounds, ask)


def easy_object(window: Window, video: Video, rng: random.Random) -> list[BaseQuestion | Drop]:
    """Which object is handled about N seconds in? Level 1: one object, and no other is narrated around that time.

    Evidence: the actions around that time. Wrong options: objects handled at other times.
    """

    @cache
    def pool() -> Pool:
        return objects(window, video)

    def ask(action: Action) -> BaseQuestion:
        second = _second(window, action)
        at = window.start + second
        near = [a for a in window.actions if overlaps(a, at - ABOUT, at + ABOUT)]
        require(action.start <= at <= action.end, "between_whole_seconds")
        one_object(near)
        return object_question(
            f"About {_seconds(second)} into the clip",
            action,
            not_handled(action, at - ABOUT, at + ABOUT, pool(), video, rng),
            window,
            subtype="easy_object",
            level=1,
            facts=tuple(near),
            because="only one object is narrated at that time",
            asked={"seconds": at},
        )

    return attempt("easy_object", window.whole_actions, ask)


def _second(window: Window, fact: Fact) -> int:
    """The whole second of the clip that is nearest to the middle of the fact."""
    second = int((fact.start + fact.end) / 2 - window.start + 0.5)
    require(ABOUT <= second <= window.end - window.start - ABOUT, "edge_of_clip")
    return second


def _seconds(number: int) -> str:
    return f"{number} second{'' if number == 1 else 's'}"
