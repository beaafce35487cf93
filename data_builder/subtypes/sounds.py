"""What sounds alone tell: which one is heard at a moment, and what those of the whole clip add up to."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise

from data_builder.facts import Sound, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Solution, Solve, attempt, require
from data_builder.subtypes.moments import ABOUT, into_clip, whole_second
from data_builder.subtypes.options import fixed_options, sound_option, sounds_elsewhere, wrong_options
from data_builder.subtypes.wording import UNASKED, alike, may_be, sound_words
from data_builder.windows import Window, windows
from reward.answers import Number, Phrase

COUNTS = ("2", "3", "4", "5")
PAUSE = 0.5
"""Seconds of silence without which two sounds of one class may be heard as one."""
MARGIN = 1.25
"""How many times longer the longest sound is than the next, …"""
LONGER = 0.5
"""… and by how many seconds: nobody hears less."""


def easy_sound_event(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which sound is heard about N seconds in?

    Level 1: one class, and nothing else is annotated around that time. Evidence: the sounds of it at that time.
    Wrong options: sounds of other times, of the clip first.
    """

    def ask(sound: Sound) -> BaseQuestion:
        require(sound.name not in UNASKED, "unasked_sound")
        at = window.start + whole_second(window, sound)
        return sound_question(
            "easy_sound_event",
            1,
            window,
            stem=f"{into_clip(window, at)}, which sound is heard?",
            claim=f"{into_clip(window, at)}, a sound like {{}} is heard.",
            solve=partial(_sound_at, at=at),
            groups=(f"{window.video.id} {window.start}", window.video.id),
            asked={"seconds": at},
        )

    return attempt("easy_sound_event", window.whole(window.sounds), ask)


def _sound_at(window: Window, at: float) -> Solution:
    near = heard(window, at - ABOUT, at + ABOUT)
    require(near, "no_sound")
    require(len({sound.name for sound in near}) == 1, "several_sounds")
    return Solution(sound_option(near[0]), tuple(near))


def heard(window: Window, start: float, end: float) -> list[Sound]:
    """The sounds between two times; raises Undecidable where one of them is in no class."""
    require(not any(overlaps(sound, start, end) for sound in window.unclassed or ()), "sound_of_no_class")
    return [sound for sound in window.sounds if overlaps(sound, start, end)]


def heard_once(window: Window, name: str) -> Sound:
    """The only sound of the clip that is of a class, or may be taken for one of it; it lies whole in the clip."""
    require(name not in UNASKED, "unasked_sound")
    found = [sound for sound in window.sounds if alike(name, sound.name)]
    require(found, "no_sound")
    require(len(found) == 1 and found[0].name == name, "sound_heard_again")
    require(window.holds(found[0]), "cut_by_edge")
    return found[0]


def sound_question(
    subtype: str,
    level: int,
    window: Window,
    *,
    stem: str,
    claim: str,
    solve: Solve,
    groups: tuple[str, ...],
    asked: dict[str, str | float],
    pool: Iterable[Option] | None = None,
) -> BaseQuestion:
    """A question whose answer is a class of sounds. The pool is of all sounds of the video, unless it is given."""
    solution = solve(window)
    key = solution.key
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=window,
        stem=stem,
        claim=claim,
        solve=solve,
        answer=Phrase(text=key.text, aliases=sound_words(key.label)[1:]),
        key_kind="name",
        solution=solution,
        wrong=wrong_options(key, sounds_elsewhere(window) if pool is None else pool, clash=alike),
        groups=groups,
        how="Answer with the name of the sound.",
        asked=asked,
    )
