"""Which object is closest to another one, by the boxes of single frames."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from data_builder.facts import Seen, Sound, View
from data_builder.question import BaseQuestion, Drop, Solution, Solve, attempt, require
from data_builder.subtypes.moments import (
    ABOUT,
    Stretch,
    at_its_level,
    clip_around,
    into_clip,
    stretch_of,
    whole_second,
)
from data_builder.subtypes.outlines import (
    area,
    as_it_begins,
    distance,
    gap,
    is_thing,
    thing_option,
    thing_words,
    together,
    views_at,
)
from data_builder.subtypes.sounds import heard_once, like
from data_builder.subtypes.wording import UNASKED, nested
from data_builder.windows import Window
from reward.answers import Phrase

LENGTH = 30.0
"""Seconds of the clips."""
FRAME, LARGE = 1920.0 * 1080.0, 0.25
"""Pixels of the frames in which boxes are given, and the share of them beyond which a box is no place."""
FARTHER, PIXELS = 1.5, 60.0
"""How many times, and by how many pixels, the other three are farther than the closest one."""
MOST_OWED = 4
"""How far a name may be from being right once in four times, in times that it is offered."""

M = TypeVar("M", Sound, View)
Four = tuple[str, ...]
"""Names of the four objects of which one is closest, in alphabetical order."""


def easy_nearest_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is closest to another one about N seconds in?

    Level 1: one frame shows it, and no frame around that time says otherwise. Evidence: these frames. Needs its
    options: nobody knows what annotators outlined. Wrong options: three others of the frame, which are farther; drawn
    so that each name is right once in about four times that it is offered in a video.
    """
    yield from _drawn(window, "easy_nearest_object", [(view, view) for view in window.views], _nearest_at)


def nearest_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is closest to another one as a sound begins?

    Level 2: the sound gives the moment, the frame at that moment the places. Evidence: the sound, and the only frame
    next to it that outlines all five. Needs its options, and has its wrong ones, as `easy_nearest_object`.
    """
    sounds = [sound for sound in window.sounds if sound.name not in UNASKED]
    moments = [(sound, view) for sound in sounds for view in views_at(window, sound)]
    yield from _drawn(window, "nearest_object", moments, _nearest_as_heard)


def _drawn(
    window: Window,
    subtype: str,
    moments: Iterable[tuple[M, View]],
    ask: Callable[[Window, Four, tuple[M, str]], BaseQuestion],
) -> Iterator[BaseQuestion | Drop]:
    """Questions about moments and anchors, as far as no name becomes right much more or less often than the others."""
    found = [(moment, anchor, key, far) for moment, view in moments for anchor, key, far in _closest(view)]
    keys = {key for _, _, key, _ in found}
    owed: Counter[str] = Counter()  # three for each time that a name is right, less one for each time that it is wrong
    for moment, anchor, key, others in random.Random(f"{subtype} {window.video.id}").sample(found, len(found)):
        three = _apart(sorted((name for name in others if name in keys), key=lambda name: (-owed[name], name)))
        change = {key: 3, **dict.fromkeys(three, -1)}
        if len(three) < 3 or any(abs(owed[name] + change[name]) > MOST_OWED for name in change):
            continue
        for one in attempt(subtype, [(moment, anchor)], partial(ask, window, tuple(sorted(change)))):
            if isinstance(one, BaseQuestion):
                owed.update(change)
            yield one


def _apart(names: list[str]) -> list[str]:
    """The first three of the names that are no names of one thing."""
    three: list[str] = []
    for name in names:
        if len(three) < 3 and not any(nested(name, other) for other in three):
            three.append(name)
    return three


def _closest(view: View) -> Iterator[tuple[str, str, list[str]]]:
    """The anchors of a frame, what is closest to each, and what is plainly farther."""
    places = _places(view)
    for anchor, at in places.items():
        others = [name for name in places if not nested(name, anchor)]
        key = min(others, key=lambda name: distance(places[name], at), default="")
        farther = [name for name in others if not nested(name, key) and _is_farther(places[name], places[key], at)]
        if len(farther) >= 3:
            yield anchor, key, farther


def _is_farther(thing: Seen, closest: Seen, at: Seen) -> bool:
    """Whether its middle is farther by far, and its edge no nearer."""
    near = distance(closest, at)
    return distance(thing, at) >= max(FARTHER * near, PIXELS + near) and gap(thing, at) >= gap(closest, at)


def _places(view: View) -> dict[str, Seen]:
    """The things of a frame that are the only ones of their names, and small enough to be somewhere, by name."""
    names = Counter(seen.name for seen in view.seen)
    found = [s for s in view.seen if names[s.name] == 1 and is_thing(s) and area(s) <= LARGE * FRAME]
    return {seen.name: seen for seen in sorted(found, key=lambda seen: seen.name)}


def _nearest(places: dict[str, Seen], anchor: str, four: Four) -> str:
    """The one of the four that is closest by far to the anchor, and closest of all."""
    at = places[anchor]
    key, *others = sorted(four, key=lambda name: distance(places[name], at))
    require(all(_is_farther(places[name], places[key], at) for name in others), "no_clear_margin")
    closer = [name for name in places if distance(places[name], at) < distance(places[key], at)]
    require(all(nested(name, anchor) for name in closer), "another_is_closer")
    return key


def _nearest_at(window: Window, four: Four, pair: tuple[View, str]) -> BaseQuestion:
    view, anchor = pair
    clip = clip_around(window, view, LENGTH)
    at = clip.start + whole_second(clip, view)
    solve = partial(_nearest_around, at=at, anchor=anchor, four=four)
    return _nearest_question("easy_nearest_object", 1, clip, into_clip(clip, at), anchor, four, solve, {"seconds": at})


def _nearest_around(window: Window, at: float, anchor: str, four: Four) -> Solution:
    near = [view for view in window.views if abs(view.start - at) <= ABOUT and {anchor, *four} <= _places(view).keys()]
    require(near, "no_frame")
    keys = {_nearest(_places(view), anchor, four) for view in near}
    require(len(keys) == 1, "it_changes")
    return Solution(thing_option(_places(near[0])[keys.pop()]), tuple(near))


def _nearest_as_heard(window: Window, four: Four, pair: tuple[Sound, str]) -> BaseQuestion:
    sound, anchor = pair
    clip = clip_around(window, sound, LENGTH)
    stretch = stretch_of(clip, sound, like(clip, sound.name))
    solve = partial(_nearest_during, name=sound.name, stretch=stretch, anchor=anchor, four=four)
    asked: dict[str, str | float] = {"sound": sound.name, "from": stretch[0], "to": stretch[1]}
    when = as_it_begins(clip, sound.name, stretch)
    return at_its_level(_nearest_question("nearest_object", 2, clip, when, anchor, four, solve, asked))


def _nearest_question(
    subtype: str,
    level: int,
    window: Window,
    when: str,
    anchor: str,
    four: Four,
    solve: Solve,
    asked: dict[str, str | float],
) -> BaseQuestion:
    """The claim names the four, as something that is not outlined may be even closer; options do so for the stem."""
    solution = solve(window)
    view = next(fact for fact in solution.facts if isinstance(fact, View))
    options = {seen.name: thing_option(seen) for seen in view.seen if seen.name in four}
    to = f"closest to the {thing_words(anchor)} in the picture"
    *names, last = (f"the {options[name].text}" for name in four)
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=window,
        stem=f"{when}, which object is {to}?",
        claim=f"{when}, of {', '.join(names)} and {last}, the one {to} is the {{}}.",
        solve=solve,
        answer=Phrase(text=solution.key.text),
        key_kind="annotated",
        exchangeable=True,
        solution=solution,
        wrong=tuple(option for option in options.values() if option.label != solution.key.label),
        asked={"object": anchor, "four": "; ".join(four), **asked},
    )


def _nearest_during(window: Window, name: str, stretch: Stretch, anchor: str, four: Four) -> Solution:
    sound = heard_once(window, name, stretch)
    near = [view for view in views_at(window, sound) if {anchor, *four} <= _places(view).keys()]
    require(near, "no_frame")
    require(len(near) == 1, "several_frames")
    places = _places(near[0])
    return Solution(thing_option(places[_nearest(places, anchor, four)]), together(sound, near[0]))
