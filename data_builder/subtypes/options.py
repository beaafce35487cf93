"""Options: what other moments of the clip, and then of its video, offer as wrong answers, and how sounds are stated."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeVar

from data_builder.facts import Action, Sound, overlaps
from data_builder.question import Option, Origin
from data_builder.subtypes.wording import UNASKED, alike, may_be, named_by, sound_words
from data_builder.windows import Window
from reward.plain import plain

F = TypeVar("F", Sound, Action)
COUNTS = ("2", "3", "4", "5")
"""The options of questions that ask how often; once is for the lower levels."""
AROUND = 60.0
"""Seconds before and after the clip from which options of its video are taken."""


def wrong_options(
    key: Option,
    pool: Iterable[Option],
    *,
    clash: Callable[[str, str], bool],
    false: Callable[[Option], bool] = lambda option: True,
) -> tuple[Option, ...]:
    """The options of the pool that are `false` and do not clash with the key, by their labels; each label once.

    Those of the clip come first. Two of them may be names of one thing: options that are shown together are each
    other's keys, so each has to be proved wrong where the other is right.
    """
    first: dict[str, Option] = {}
    for option in sorted(pool, key=_from_elsewhere):
        first.setdefault(option.label, option)
    right = _form(key.text)
    return tuple(
        option
        for option in first.values()
        if _form(option.text) != right and not clash(key.label, option.label) and false(option)
    )


_form = cache(plain)


def _from_elsewhere(option: Option) -> bool:
    return option.origin != "clip"


def elsewhere(window: Window, facts: Callable[[Window], Iterable[F]]) -> Iterator[tuple[F, Origin]]:
    """The facts that lie whole in the clip or wholly outside of it, but near, and which; what the edge cuts is neither.

    `facts` takes them from a window.
    """
    for fact in facts(window.cut(window.start - AROUND, window.end + AROUND)):
        if window.holds(fact):
            yield fact, "clip"
        elif not overlaps(fact, window.start, window.end):
            yield fact, "video"


def sound_option(sound: Sound, origin: Origin = "clip") -> Option:
    return Option(sound_words(sound.name)[0], sound.name, origin, (sound.id,))


def sounds_elsewhere(window: Window) -> list[Option]:
    """The sounds of the clip and around it that a person can name, as options."""
    found = elsewhere(window, lambda part: part.sounds)
    return [sound_option(sound, origin) for sound, origin in found if sound.name not in UNASKED]


def fixed_options(texts: Iterable[str], key: Option) -> tuple[Option, ...]:
    """The other options of a set that is the same for all questions, such as counts; their labels are their texts."""
    return tuple(Option(text, text, "fixed") for text in texts if text != key.text)


def heard_claim(name: str) -> str:
    """The statement that a class of sound is heard in the clip."""
    return f"A sound like {sound_words(name)[0]} can be heard during this clip."


def present(window: Window, name: str) -> bool:
    """Whether a sound of a class that a person can name is heard whole in the clip."""
    return name not in UNASKED and any(sound.name == name for sound in window.whole(window.sounds))


def absent(window: Window, name: str) -> bool:
    """Whether a class is not heard in the clip for certain.

    It is not when all sounds of the clip are known and none is alike, described in its words, or may be of the class.
    """
    return (
        name not in UNASKED
        and window.unclassed is not None
        and not any(may_be(sound.description, name) for sound in window.unclassed)
        and not any(alike(name, sound.name) or named_by(name, sound.description) for sound in window.sounds)
    )
