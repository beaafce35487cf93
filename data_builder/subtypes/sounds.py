"""What sounds alone tell: which one is heard at a moment, and what those of the whole clip add up to."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from data_builder.facts import Sound, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Solution, Solve, attempt, require
from data_builder.subtypes.counts import count_question
from data_builder.subtypes.moments import ABOUT, CLEAR, Stretch, at_its_level, clips, into_clip, whole_second
from data_builder.subtypes.options import COUNTS, sound_option, sounds_elsewhere, wrong_options
from data_builder.subtypes.threes import numbered, order_question, threes, whole_order
from data_builder.subtypes.wording import UNASKED, alike, may_be, sound_words
from data_builder.windows import Window
from reward.answers import Phrase

LENGTH, STEP = 60.0, 15.0
"""Seconds of the clips in which sounds are counted, and from one to the next."""
PAUSE = 1.0
"""Seconds of silence without which two sounds of one class may be heard as one."""
AT_LEAST = 2.0
"""Seconds that a sound lasts at least to be asked for as the longest."""
LENGTHS = (30.0, 60.0, 120.0)
"""Seconds of the clips in which a longest sound is asked for: long ones have more sounds, short ones plainer keys."""
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


def like(window: Window, name: str) -> list[Sound]:
    """The sounds of the clip that are of a class, or may be taken for one of it."""
    unclassed = [sound for sound in window.unclassed or () if may_be(sound.description, name)]
    return [*(sound for sound in window.sounds if alike(name, sound.name)), *unclassed]


def heard_once(window: Window, name: str, stretch: Stretch) -> Sound:
    """The only sound between two times that may be taken for one of a class; it is one, and lies whole in the clip."""
    found = [sound for sound in like(window, name) if overlaps(sound, *stretch)]
    require(found, "no_sound")
    require(len(found) == 1 and found[0].name == name, "heard_again")
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
    pool: Callable[[], Iterable[Option]] | None = None,
) -> BaseQuestion:
    """A question whose answer is a class of sounds; the pool is of the sounds of the clip and around it by default."""
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
        wrong=wrong_options(key, pool() if pool else sounds_elsewhere(window), clash=alike),
        groups=groups,
        how="Answer with the name of the sound.",
        asked=asked,
    )


def sound_count(window: Window) -> Iterator[BaseQuestion | Drop]:
    """How many times is a sound heard?

    Level 3: each occurrence counts, and there are some in either half of the clip. Evidence: all sounds of the class,
    each whole in the clip and apart from the next. The options are 2, 3, 4 and 5 for every question. The clips are of a
    minute, since in shorter ones there are seldom five.
    """
    for clip in clips(window, LENGTH, STEP):
        yield from attempt("sound_count", sorted({s.name for s in clip.sounds}), partial(_count_question, clip))


def _count_question(window: Window, name: str) -> BaseQuestion:
    words = sound_words(name)[0]
    question = count_question(
        "sound_count",
        window,
        partial(_count, name=name),
        stem=f"How many separate times is a sound like {words} heard in the clip?",
        claim=f"The number of separate times that a sound like {words} is heard in the clip is {{}}.",
        groups=(name, "sound_count"),
        asked={"sound": name},
    )
    return at_its_level(question)


def _count(window: Window, name: str) -> Solution:
    require(name not in UNASKED, "unasked_sound")
    found = like(window, name)
    require(all(sound.name == name for sound in found), "confusable_sound")
    require(all(map(window.holds, found)), "cut_by_edge")
    require(all(later.start - earlier.end >= PAUSE for earlier, later in pairwise(found)), "not_separable")
    number = str(len(found))
    require(number in COUNTS, "too_few_or_too_many")
    return Solution(Option(number, number, "fixed"), tuple(found))


def sound_order(window: Window) -> Iterator[BaseQuestion | Drop]:
    """In which order are three sounds first heard?

    Level 3: they are first heard in both halves of the clip. Evidence: the first sound of each class. Wrong options:
    the other orders, the same for all questions.
    """

    def ask(three: tuple[Sound, ...]) -> BaseQuestion:
        names = numbered((sound.name for sound in three), window)
        solve, words = partial(_sound_order, names=names), [sound_words(name) for name in names]
        question = order_question(
            "sound_order",
            window,
            solve,
            stem="In which order are three sounds first heard in the clip",
            claim=("In the clip, three sounds", " are first heard"),
            names=words,
            asked={"sounds": "; ".join(names)},
        )
        return at_its_level(question)

    return attempt("sound_order", threes(_onsets(window), window), ask)


def _sound_order(window: Window, names: Sequence[str]) -> Solution:
    return whole_order(window, {sound.name: sound for sound in _onsets(window)}, names)


def _onsets(window: Window) -> list[Sound]:
    """The first sound of each class, if it lies whole in the clip and nothing before it may be taken for it."""
    firsts: dict[str, Sound] = {}
    for sound in window.sounds:
        firsts.setdefault(sound.name, sound)
    return [
        first
        for name, first in firsts.items()
        if name not in UNASKED
        and window.holds(first)
        and not any(other.start < first.end and other.name != name for other in like(window, name))
    ]


def longest_sound(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which sound goes on longest without a break?

    Level 3: every sound of the clip has to be compared, and the longest one goes on from one half into the other.
    Evidence: the longest sound. Undecidable when another comes near, counting what the edge of the clip cuts off, and
    counting sounds of one class with hardly a pause between them as one. Wrong options: the other sounds of the clip.
    """
    long = [sound for sound in window.sounds if sound.end - sound.start >= AT_LEAST and sound.name not in UNASKED]
    for length in LENGTHS:
        yield from attempt("longest_sound", long, partial(_longest_question, window, length))


def _longest_question(window: Window, length: float, sound: Sound) -> BaseQuestion:
    """About a clip of the length that has its middle anywhere in the sound."""
    middle = random.Random(sound.id).uniform(sound.start + CLEAR, sound.end - CLEAR)
    clip = window.cut(middle - length / 2, middle + length / 2)
    solution = _longest(clip)
    require(solution.facts == (sound,), "another_is_longer")
    question = sound_question(
        "longest_sound",
        3,
        clip,
        stem="Which sound goes on longest without a break in the clip?",
        claim="In the clip, the sound that goes on longest without a break is one like {}.",
        solve=_longest,
        groups=(window.video.id,),
        asked={},
    )
    return at_its_level(question)


def _longest(window: Window) -> Solution:
    require(window.sounds, "no_sound")
    longest = max(window.sounds, key=_length)
    rivals = [run for name in sorted({s.name for s in window.sounds}) for run in _runs(window.sounds, name)]
    rivals = [*(run for run in rivals if run.id != longest.id), *(window.unclassed or ())]
    second = max(map(_length, rivals), default=0.0)
    require(longest.name not in UNASKED, "unasked_sound")
    require(window.holds(longest), "cut_by_edge")
    require(_length(longest) >= max(MARGIN * second, LONGER + second), "no_clear_margin")
    return Solution(sound_option(longest), (longest,))


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
