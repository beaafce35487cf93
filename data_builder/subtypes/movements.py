"""Movements: which object is moved at a moment, and which right after another, right before it, or along with it.

Annotators marked every movement of every object, even a slight push, from its pick-up to its being put down. So what is
in no movement at a moment is not moved then. What has no usable name may be anything, so nothing is asked around it.
Half a minute shows too few objects that are moved, so the clips are longer.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from data_builder.facts import Movement, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Solution, Solve, attempt, require
from data_builder.subtypes.moments import ABOUT, into_clip, whole_second
from data_builder.subtypes.naming import may_be_one, object_names, vague
from data_builder.subtypes.options import wrong_options
from data_builder.windows import Window, windows
from reward.answers import Phrase

STRETCH = 90.0
"""Seconds of a clip."""
NEXT = 2.0
"""Seconds in which one movement follows another at once."""
APART = 0.5
"""Seconds between two ends of movements that make their order plain."""
SHARED = 0.8
"""Seconds for which two movements overlap that are at the same time, and not one right after the other."""
INSTANT = 0.001
"""Seconds of what happens at once, such as a pick-up."""

Happening = Callable[[Movement], Movement]
"""What is asked about of a movement: all of it, or one end, as a movement that is as short."""


def easy_moved_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is moved about N seconds in?

    Level 1: one object, and no other is moved around that time. Evidence: its movement.
    Wrong options: objects moved at other times of the clip.
    """
    for clip in stretches(window):
        pool = moved_objects(clip)

        def ask(movement: Movement, clip: Window = clip, pool: list[Option] = pool) -> BaseQuestion:
            at = clip.start + whole_second(clip, movement)
            stem = "which object is the camera wearer moving?"
            claim = "the camera wearer is moving the {}."
            return object_question("easy_moved_object", 1, clip, partial(_moved_at, at=at), stem, claim, pool, at)

        yield from attempt("easy_moved_object", one_a_second(clip), ask)


def _moved_at(window: Window, at: float) -> Solution:
    near = around(window, at)
    require(near, "nothing_moved")
    _named(near)
    require(len({movement.name for movement in near}) == 1, "several_objects")
    require(any(movement.start <= at <= movement.end for movement in near), "between_whole_seconds")
    return Solution(option_of(near[0]), tuple(near))


def moved_after(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is picked up right after another one is put down about N seconds in?

    Level 2: the putting down and the next picking up meet, within two seconds, and no other object is picked up then.
    Evidence: both movements. Wrong options: other objects moved in the clip, the one that was put down among them.
    """
    stem = "the camera wearer puts an object down. Which object do they pick up next?"
    claim = "the camera wearer puts an object down, and the next one that they pick up is the {}."
    return _neighbour("moved_after", window, put_down, _next_up, stem, claim)


def moved_before(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is put down right before another one is picked up about N seconds in?

    Level, evidence and wrong options as for `moved_after`, the other way round.
    """
    stem = "the camera wearer picks an object up. Which object did they put down right before that?"
    claim = "the camera wearer picks an object up, and the one that they put down right before that is the {}."
    return _neighbour("moved_before", window, picked_up, _last_down, stem, claim)


def _neighbour(
    subtype: str, window: Window, happening: Happening, solution_at: Callable[..., Solution], stem: str, claim: str
) -> Iterator[BaseQuestion | Drop]:
    for clip in stretches(window):
        pool = moved_objects(clip)

        def ask(movement: Movement, clip: Window = clip, pool: list[Option] = pool) -> BaseQuestion:
            at = clip.start + whole_second(clip, happening(movement))
            return object_question(subtype, 2, clip, partial(solution_at, at=at), stem, claim, pool, at)

        yield from attempt(subtype, one_a_second(clip, happening), ask)


def _next_up(window: Window, at: float) -> Solution:
    put = _only(window, at, put_down)
    later = [m for m in window.movements if put.end - APART <= m.start and m is not put]
    require(later, "nothing_follows")
    following = later[0]
    require(put.end <= following.start, "picked_up_at_the_same_time")
    require(following.start - put.end <= NEXT, "nothing_follows_at_once")
    require(following.start + APART <= window.end, "edge_of_clip")
    require(len(later) == 1 or later[1].start - following.start >= APART, "several_picked_up")
    return _meeting(following, put)


def _last_down(window: Window, at: float) -> Solution:
    taken = _only(window, at, picked_up)
    earlier = [m for m in window.movements if m.end <= taken.start + APART and m is not taken]
    require(earlier, "nothing_precedes")
    *others, preceding = sorted(earlier, key=lambda movement: movement.end)
    require(preceding.end <= taken.start, "put_down_at_the_same_time")
    require(taken.start - preceding.end <= NEXT, "nothing_precedes_at_once")
    require(window.start <= preceding.end - APART, "edge_of_clip")
    require(not others or preceding.end - others[-1].end >= APART, "several_put_down")
    return _meeting(preceding, taken)


def _only(window: Window, at: float, happening: Happening) -> Movement:
    """The only movement that begins, or ends, around a time."""
    near = around(window, at, happening)
    require(near, "nothing_moved")
    require(len(near) == 1, "several_objects")
    return near[0]


def _meeting(asked: Movement, other: Movement) -> Solution:
    _named([asked, other])
    require(not may_be_one(asked.name, other.name), "same_object")
    first, second = sorted([asked, other], key=lambda movement: movement.start)
    return Solution(option_of(asked), (first, second))


def moved_together(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which two objects are moved at once about N seconds in?

    Level 2: the movements of two objects overlap, and no third one is moved around that time. Evidence: both.
    Wrong options: two objects that are moved at once at another moment of the clip.
    """
    for clip in stretches(window):
        pairs = _pairs(clip.whole(clip.movements))
        pool = [_pair_option(pair) for pair in pairs]

        def ask(pair: tuple[Movement, Movement], clip: Window = clip, pool: list[Option] = pool) -> BaseQuestion:
            return _together_question(clip, pair, pool)

        yield from attempt("moved_together", pairs, ask)


def _together_question(clip: Window, pair: tuple[Movement, Movement], pool: list[Option]) -> BaseQuestion:
    one, other = pair
    both = replace(one, start=max(one.start, other.start), end=min(one.end, other.end))
    at = clip.start + whole_second(clip, both)
    solve, when = partial(_together_at, at=at), into_clip(clip, at)
    solution = solve(clip)
    return BaseQuestion(
        subtype="moved_together",
        level=2,
        window=clip,
        stem=f"{when}, the camera wearer moves two objects at the same time. Which two are they?",
        claim=f"{when}, the camera wearer moves two objects at the same time: {{}}.",
        solve=solve,
        answer=Phrase(text=solution.key.text, aliases=_both_names(solution.key.label)),
        key_kind="name",
        solution=solution,
        wrong=wrong_options(solution.key, pool, clash=_may_be_both),
        groups=(f"{clip.video.id} {clip.start}", clip.video.id),
        how="Answer with the names of both objects, joined by “and”.",
        asked={"seconds": at},
    )


def _together_at(window: Window, at: float) -> Solution:
    near = around(window, at)
    _named(near)
    require(len(near) == 2 and all(m.start <= at <= m.end for m in near), "not_two_objects")
    require(not may_be_one(near[0].name, near[1].name), "same_object")
    shared = min(m.end for m in near) - max(m.start for m in near)
    require(shared >= SHARED, "one_right_after_the_other")
    return Solution(_pair_option((near[0], near[1])), tuple(near))


def _pairs(movements: list[Movement]) -> list[tuple[Movement, Movement]]:
    named = [movement for movement in movements if not vague(movement.name)]
    return [
        (a, b)
        for i, a in enumerate(named)
        for b in named[i + 1 :]
        if overlaps(b, a.start, a.end) and not may_be_one(a.name, b.name)
    ]


def _pair_option(pair: tuple[Movement, Movement]) -> Option:
    one, other = sorted(movement.name for movement in pair)
    return Option(f"the {one} and the {other}", f"{one}; {other}", "clip", tuple(movement.id for movement in pair))


def _both_names(label: str) -> tuple[str, ...]:
    """How both objects may be named in a reply, in either order."""
    one, other = (object_names(name)[:2] for name in label.split("; "))
    pairs = [pair for a, b in product(one, other) for pair in ((a, b), (b, a))]
    return tuple(f"the {a} and the {b}" for a, b in pairs[1:])


def _may_be_both(label: str, other: str) -> bool:
    """Whether two pairs of names may be of the same two objects."""
    (a, b), (c, d) = label.split("; "), other.split("; ")
    return (may_be_one(a, c) and may_be_one(b, d)) or (may_be_one(a, d) and may_be_one(b, c))


def object_question(
    subtype: str,
    level: int,
    clip: Window,
    solve: Solve,
    stem: str,
    claim: str,
    pool: list[Option],
    at: float | None = None,
) -> BaseQuestion:
    """Which object? Wrong are those of the pool that cannot be the key. With a time, stem and claim are about it."""
    solution = solve(clip)
    when = "In the clip" if at is None else into_clip(clip, at)
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=clip,
        stem=f"{when}, {stem}",
        claim=f"{when}, {claim}",
        solve=solve,
        answer=Phrase(text=solution.key.text, aliases=object_names(solution.key.text)[1:]),
        key_kind="name",
        solution=solution,
        wrong=wrong_options(solution.key, pool, clash=may_be_one),
        groups=(f"{clip.video.id} {clip.start}", clip.video.id),
        how="Answer with the name of the object.",
        asked={} if at is None else {"seconds": at},
    )


def stretches(window: Window) -> list[Window]:
    """The clips of a video that movements are asked about."""
    return windows(window.video, window.usual or STRETCH, window.source)


def moved_objects(clip: Window) -> list[Option]:
    """The objects that are moved in the clip, whole or for a second of it at least, as options."""
    seen = [m for m in clip.movements if clip.holds(m) or overlaps(m, clip.start + ABOUT, clip.end - ABOUT)]
    return [option_of(movement) for movement in seen if not vague(movement.name)]


def option_of(movement: Movement) -> Option:
    return Option(movement.name, movement.name, "clip", (movement.id,))


def all_of_it(movement: Movement) -> Movement:
    return movement


def picked_up(movement: Movement) -> Movement:
    return replace(movement, end=movement.start + INSTANT)


def put_down(movement: Movement) -> Movement:
    return replace(movement, start=movement.end - INSTANT)


def around(window: Window, at: float, happening: Happening = all_of_it) -> list[Movement]:
    """The movements that happen around a time, which has to lie in the window."""
    require(window.start <= at <= window.end, "not_in_clip")
    near = [movement for movement in window.movements if overlaps(movement, at - ABOUT, at + ABOUT)]
    return [movement for movement in near if overlaps(happening(movement), at - ABOUT, at + ABOUT)]


def one_a_second(clip: Window, happening: Happening = all_of_it) -> list[Movement]:
    """The movements that lie whole in the clip, of those that happen at the same second of it the first."""
    seconds: dict[int, Movement] = {}
    for movement in clip.whole(clip.movements):
        moment = happening(movement)
        seconds.setdefault(int((moment.start + moment.end) / 2 - clip.start + 0.5), movement)
    return list(seconds.values())


def _named(movements: Iterable[Movement]) -> None:
    require(all(not vague(movement.name) for movement in movements), "no_usable_name")
