"""Options: what other moments of the clip, and then of the video, offer as wrong answers."""

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeVar

from data_builder.facts import Action, Sound, Video, overlaps
from data_builder.question import WRONG, Option, Origin
from data_builder.subtypes.wording import UNASKED, object_words, sound_words
from data_builder.windows import Window
from reward.plain import plain

F = TypeVar("F", Sound, Action)


def choose(
    key: Option,
    pool: Iterable[Option],
    rng: random.Random,
    *,
    clash: Callable[[str, str], bool],
    false: Callable[[Option], bool] = lambda option: True,
) -> tuple[Option, ...]:
    """Up to three options that are `false` and clash neither with the key nor with one another, by their labels.

    Those of the clip come first. Every label has the same chance however often it occurs, so that frequency does not
    tell the key from the others.
    """
    first: dict[str, Option] = {}
    for option in sorted(pool, key=_from_video):
        first.setdefault(option.label, option)
    chosen: list[Option] = []
    for option in sorted(rng.sample(list(first.values()), len(first)), key=_from_video):
        if len(chosen) == WRONG:
            break
        taken = (key, *chosen)
        fresh = _form(option.text) not in [_form(other.text) for other in taken]
        if fresh and not any(clash(option.label, other.label) for other in taken) and false(option):
            chosen.append(option)
    return tuple(chosen)


_form = cache(plain)


def _from_video(option: Option) -> bool:
    return option.origin == "video"


def elsewhere(facts: Iterable[F], window: Window) -> Iterator[tuple[F, Origin]]:
    """The facts that lie whole in the clip or wholly outside of it, and which; what the edge cuts is neither."""
    for fact in facts:
        if window.holds(fact):
            yield fact, "clip"
        elif not overlaps(fact, window.start, window.end):
            yield fact, "video"


def sound_option(sound: Sound, origin: Origin = "clip") -> Option:
    return Option(sound_words(sound.name)[0], sound.name, origin, (sound.id,))


def object_option(action: Action, origin: Origin = "clip") -> Option:
    return Option(object_words(action.noun), action.noun, origin, (action.id,))


def movement_option(action: Action, origin: Origin = "clip") -> Option:
    narration = action.narration.strip(" .")
    return Option(narration, narration, origin, (action.id,))


def other_sounds(window: Window, video: Video) -> list[Option]:
    """The sounds of the clip and of the rest of the video, as options."""
    return [sound_option(s, origin) for s, origin in elsewhere(video.sounds, window) if s.name not in UNASKED]
