"""Level 3, inference: the whole clip is needed, because every sound in it counts."""

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise, permutations

from data_builder.facts import Sound, Video
from data_builder.question import BaseQuestion, Drop, Option, attempt, require
from data_builder.subtypes.options import choose, other_sounds, sound_option
from data_builder.subtypes.wording import UNASKED, alike, sound_words
from data_builder.windows import Window
from reward.answers import List, Number, Phrase

COUNTS = (1, 2, 3, 4)
PAUSE = 0.5
"""Seconds of silence without which two sounds of one class may be heard as one."""
APART = 1.0
"""Seconds between two onsets that make their order plain."""
MARGIN = 1.25
"""How many times longer the longest sound is than the next, …"""
LONGER = 0.5
"""… and by how many seconds: nobody hears less."""


def sound_count(window: Window, video: Video, rng: random.Random) -> list[BaseQuestion | Drop]:
    """How many times is a sound heard? Level 3: each occurrence counts, wherever in the clip it is.

    Evidence: all sounds of the class, each whole in the clip and apart from the next. The options are 1, 2, 3 and 4 for
    every question, and the pipeline keeps equally many questions for each key.
    """

    def ask(name: str) -> BaseQuestion:
        heard = [sound for sound in window.sounds if sound.name == name]
        require(name not in UNASKED, "unasked_sound")
        require(all(map(window.holds, heard)), "cut_by_edge")
        require(not any(alike(name, s.name) and s.name != name for s in window.sounds), "confusable_sound")
        require(all(b.start - a.end >= PAUSE for a, b in pairwise(heard)), "not_separable")
        require(len(heard) in COUNTS, "too_many_to_count")
        word = sound_words(name)[0]
        return BaseQuestion(
            source=window.source,
            subtype="sound_count",
            level=3,
            stem=f"How many separate times is a sound like {word} heard in the clip?",
            claim=f"The number of separate times that a sound like {word} is heard in the clip is {{}}.",
            key=_count(len(heard)),
            wrong=tuple(_count(n) for n in COUNTS if n != len(heard)),
            answer=Number(value=str(len(heard))),
            facts=tuple(heard),
            clip=window.clip,
            because="the sounds of this class can be counted",
            asked={"sound": name},
        )

    return attempt("sound_count", sorted({sound.name for sound in window.sounds}), ask)


def _count(number: int) -> Option:
    return Option(str(number), str(number), "fixed")


def sound_order(window: Window, video: Video, rng: random.Random) -> list[BaseQuestion | Drop]:
    """In which order are three sounds first heard? Level 3: their onsets lie further apart than half of the clip.

    Evidence: the first sound of each class. Wrong options: the same sounds in other orders. The stem names the sounds
    in alphabetical order, which says nothing about the key.
    """

    def ask(onsets: list[Sound]) -> BaseQuestion:
        triples = [three for three in combinations(onsets, 3) if _plain_order(three, window)]
        require(triples, "no_three_sounds_apart")
        first = rng.choice(triples)
        key, *wrong = (_order(sounds) for sounds in permutations(first))
        names = sorted(sound_words(sound.name)[0] for sound in first)
        return BaseQuestion(
            source=window.source,
            subtype="sound_order",
            level=3,
            stem=f"In which order are these sounds first heard in the clip: {names[0]}; {names[1]}; and {names[2]}?",
            claim="In the clip, these sounds are first heard in this order: {}.",
            key=key,
            wrong=tuple(rng.sample(wrong, 3)),
            answer=List(items=tuple(sound_words(sound.name) for sound in first), ordered=True),
            facts=first,
            clip=window.clip,
            because="the sounds are named in the question",
            how="Answer with the three sounds in order, separated by commas.",
            asked={"sounds": "; ".join(sorted(sound.name for sound in first))},
        )

    return attempt("sound_order", [_onsets(window)], ask)


def _onsets(window: Window) -> list[Sound]:
    """The first sound of each class whose every sound starts in the clip and that no other class is confused with."""
    first: dict[str, Sound] = {}
    for sound in window.sounds:
        first.setdefault(sound.name, sound)
    return [
        sound
        for name, sound in first.items()
        if window.holds(sound) and name not in UNASKED and not any(alike(name, n) for n in first if n != name)
    ]


def _plain_order(three: tuple[Sound, ...], window: Window) -> bool:
    apart = all(b.start - a.start >= APART for a, b in pairwise(three))
    return apart and three[-1].start - three[0].start > (window.end - window.start) / 2


def _order(sounds: tuple[Sound, ...]) -> Option:
    return Option(
        text=", then ".join(sound_words(sound.name)[0] for sound in sounds),
        label=" < ".join(sound.name for sound in sounds),
        origin="clip",
        evidence=tuple(sound.id for sound in sounds),
    )


def longest_sound(window: Window, video: Video, rng: random.Random) -> list[BaseQuestion | Drop]:
    """Which sound goes on longest without a break? Level 3: every sound of the clip has to be compared.

    Evidence: the longest sound and the one it is nearest to. Undecidable when that one comes near, counting what the
    edge of the clip cuts off, and counting sounds of one class with hardly a pause between them as one.
    Wrong options: the other sounds of the clip.
    """

    def ask(sounds: tuple[Sound, ...]) -> BaseQuestion:
        longest = max(sounds, key=_length)
        rivals = [run for name in {s.name for s in sounds} - {longest.name} for run in _runs(sounds, name)]
        require(rivals, "one_class_only")
        runner_up = max(rivals, key=lambda run: (_length(run), run.id))
        require(longest.name not in UNASKED, "unasked_sound")
        require(window.holds(longest), "cut_by_edge")
        margin = max(MARGIN * _length(runner_up), LONGER + _length(runner_up))
        require(_length(longest) >= margin, "no_clear_margin")
        key = sound_option(longest)
        wrong = choose(key, other_sounds(window, video), rng, clash=alike)
        return BaseQuestion(
            source=window.source,
            subtype="longest_sound",
            level=3,
            stem="Which sound goes on longest without a break in the clip?",
            claim="In the clip, the sound that goes on longest without a break is one like {}.",
            key=key,
            wrong=wrong,
            answer=Phrase(text=key.text, aliases=sound_words(key.label)[1:], wrong=tuple(o.text for o in wrong)),
            facts=(longest, runner_up),
            clip=window.clip,
            because="one sound is longer than all others by a clear margin",
            how="Answer with the name of the sound.",
        )

    return attempt("longest_sound", [window.sounds] if window.sounds else [], ask)


def _length(sound: Sound) -> float:
    return sound.end - sound.start


def _runs(sounds: Iterable[Sound], name: str) -> list[Sound]:
    """The sounds of a class, those joined that hardly pause in between; a run keeps the id of its first sound."""
    runs: list[Sound] = []
    for sound in sounds:
        if sound.name != name:
            continue
        if runs and sound.start - runs[-1].end < PAUSE:
            runs[-1] = replace(runs[-1], end=max(runs[-1].end, sound.end))
        else:
            runs.append(sound)
    return runs
