"""Which of four objects is closest to another one, by the boxes that are outlined in single frames."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import TypeVar

from data_builder.facts import Seen, Sound, View
from data_builder.question import BaseQuestion, Drop, Solution, Solve, Undecidable, attempt, require
from data_builder.subtypes.moments import (
    ABOUT,
    Stretch,
    at_its_level,
    clip_around,
    into_clip,
    stretch_of,
    whole_second,
)
from data_builder.subtypes.outlines import area, as_it_begins, distance, gap, is_thing, thing_option, together, views_at
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
MOST, MOST_PLACES = 5, 10
"""Questions with one set of options and one key, and objects of one frame."""

M = TypeVar("M", Sound, View)
Four = tuple[str, ...]
"""Names of the four objects of which one is closest, in alphabetical order."""


def easy_nearest_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which of four objects is closest to another one about N seconds in? The four are chosen first.

    Level 1: one frame shows it, and no frame around that time says otherwise. Evidence: these frames. Needs its
    options: nobody knows what annotators outlined. Wrong options: the others of the four, each of which is the closest
    one of some question with the same four.
    """
    yield from _in_fours(window, "easy_nearest_object", [(view, view) for view in window.views], _nearest_at)


def nearest_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which of four objects is closest to another one as a sound begins? The four are chosen first.

    Level 2: the sound gives the moment, the frame at that moment the places. Evidence: the sound, and the only frame
    next to it that outlines all five. Needs its options, and has its wrong ones, as `easy_nearest_object`.
    """
    sounds = [sound for sound in window.sounds if sound.name not in UNASKED]
    moments = [(sound, view) for sound in sounds for view in views_at(window, sound)]
    yield from _in_fours(window, "nearest_object", moments, _nearest_as_heard)


def _in_fours(
    window: Window,
    subtype: str,
    moments: Iterable[tuple[M, View]],
    ask: Callable[[Window, Four, tuple[M, str]], BaseQuestion],
) -> Iterator[BaseQuestion | Drop]:
    """Questions about moments and anchors, for all fours of which each is the closest to an anchor at some moment."""
    asked: dict[Four, dict[str, list[tuple[M, str]]]] = defaultdict(lambda: defaultdict(list))
    for moment, view in moments:
        for anchor, key, four in _closest(view):
            asked[four][key].append((moment, anchor))
    used: set[tuple[str, str]] = set()
    for four, by_key in sorted(asked.items()):
        fresh = {key: [(m, anchor) for m, anchor in by_key[key] if (m.id, anchor) not in used][:MOST] for key in four}
        if all(fresh.values()):
            pairs = list(dict.fromkeys(pair for pairs in fresh.values() for pair in pairs))
            used |= {(moment.id, anchor) for moment, anchor in pairs}
            yield from attempt(subtype, pairs, partial(ask, window, four))


def _closest(view: View) -> Iterator[tuple[str, str, Four]]:
    """An anchor, what is closest to it, and the four of which it is, for all of a frame where that is plain."""
    places = _places(view)
    for anchor, *four in (p for five in combinations(places, 5) for p in _each_first(five)):
        try:
            yield anchor, _nearest(places, anchor, tuple(four)), tuple(four)
        except Undecidable:
            continue


def _each_first(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return ((name, *(other for other in names if other != name)) for name in names)


def _places(view: View) -> dict[str, Seen]:
    """The things of a frame that are the only ones of their names, and small enough to be somewhere, by name."""
    names = Counter(seen.name for seen in view.seen)
    found = [s for s in view.seen if names[s.name] == 1 and is_thing(s) and area(s) <= LARGE * FRAME]
    return {seen.name: seen for seen in sorted(found, key=lambda seen: seen.name)[:MOST_PLACES]}


def _nearest(places: dict[str, Seen], anchor: str, four: Four) -> str:
    """The one of the four whose middle is closest by far to the anchor's, and whose edge is not farther either."""
    require(not any(nested(one, other) for one, other in combinations((anchor, *four), 2)), "similar_names")
    at = places[anchor]
    first, second, *_ = sorted(four, key=lambda name: distance(places[name], at))
    closest, next_one = distance(places[first], at), distance(places[second], at)
    require(next_one >= max(FARTHER * closest, PIXELS + closest), "no_clear_margin")
    require(all(gap(places[first], at) <= gap(places[name], at) for name in four), "edges_differ")
    return first


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
    """The claim names the four, as something else may be even closer; the question's options do so for the stem."""
    solution = solve(window)
    view = next(fact for fact in solution.facts if isinstance(fact, View))
    options = {seen.name: thing_option(seen) for seen in view.seen if seen.name in four}
    to = f"closest to the {anchor.split('/')[0]} in the picture"
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
        solution=solution,
        wrong=tuple(option for option in options.values() if option.label != solution.key.label),
        groups=(f"{window.video.id} {'; '.join(four)}",),
        asked={"object": anchor, "four": "; ".join(four), **asked},
    )


def _nearest_during(window: Window, name: str, stretch: Stretch, anchor: str, four: Four) -> Solution:
    sound = heard_once(window, name, stretch)
    near = [view for view in views_at(window, sound) if {anchor, *four} <= _places(view).keys()]
    require(near, "no_frame")
    require(len(near) == 1, "several_frames")
    places = _places(near[0])
    return Solution(thing_option(places[_nearest(places, anchor, four)]), together(sound, near[0]))
