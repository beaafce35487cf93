"""Movements: which object is moved at a moment, where it is taken from and put, and what is moved before, after, along.

Annotators marked every movement of every object, even a slight push, from its pick-up to its being put down. So what is
in no movement at a moment is not moved then. What has no usable name may be anything, so nothing is asked around it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from data_builder.facts import Movement, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Origin, Solution, Solve, attempt, require
from data_builder.subtypes.moments import ABOUT, into_clip, whole_second
from data_builder.subtypes.naming import fixture_names, fixtures_alike, may_be_one, object_names, vague
from data_builder.subtypes.options import wrong_options
from data_builder.windows import Window
from reward.answers import List, Phrase

NEXT = 2.0
"""Seconds in which one movement follows another at once."""
APART = 0.5
"""Seconds between two ends of movements that make their order plain."""
MOMENT = 0.001
"""Seconds of what happens at once: an object leaves its place, or gets to one."""


def easy_moved_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is moved about N seconds in?

    Level 1: one object, and no other is moved around that time. Evidence: its movement.
    Wrong options: objects moved at other times, of the clip first.
    """
    pool = moved_objects(window)

    def ask(movement: Movement) -> BaseQuestion:
        at = window.start + whole_second(window, movement)
        solve, when = partial(_moved_at, at=at), into_clip(window, at)
        return _object_question(
            "easy_moved_object",
            1,
            window,
            solve,
            f"{when}, which object is the camera wearer moving?",
            f"{when}, the camera wearer is moving the {{}}.",
            at,
            pool,
        )

    return attempt("easy_moved_object", _one_a_second(window, window.whole(window.movements)), ask)


def _moved_at(window: Window, at: float) -> Solution:
    near = _around(window, at)
    require(near, "nothing_moved")
    _named(near)
    require(len({movement.name for movement in near}) == 1, "several_objects")
    require(any(movement.start <= at <= movement.end for movement in near), "between_whole_seconds")
    return Solution(_option(near[0]), tuple(near))


def put_where(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Onto or into what is an object put about N seconds in?

    Level 1: objects are put there, and on no other kind of fixture around that time. Evidence: their movements.
    Wrong options: the kinds that objects are put on or taken from at other times of the clip, then of the video.
    """
    return _where(
        "put_where",
        window,
        _put_down,
        "the camera wearer puts an object down. On or in which piece of furniture or appliance is it put?",
        "the camera wearer puts an object down on or in the {}.",
    )


def taken_where(window: Window) -> Iterator[BaseQuestion | Drop]:
    """From what is an object picked up about N seconds in? Level, evidence and wrong options as for `put_where`."""
    return _where(
        "taken_where",
        window,
        _picked_up,
        "the camera wearer picks an object up. From which piece of furniture or appliance is it taken?",
        "the camera wearer takes an object from the {}.",
    )


Happening = Callable[[Movement], tuple[Movement, str]]
"""One end of a movement, as a movement that is as short, and the kind of fixture there."""


def _picked_up(movement: Movement) -> tuple[Movement, str]:
    return replace(movement, end=movement.start + MOMENT), movement.taken_from


def _put_down(movement: Movement) -> tuple[Movement, str]:
    return replace(movement, start=movement.end - MOMENT), movement.put_on


def _where(subtype: str, window: Window, happening: Happening, stem: str, claim: str) -> Iterator[BaseQuestion | Drop]:
    pool = list(_fixtures(window))

    def ask(movement: Movement) -> BaseQuestion:
        at = window.start + whole_second(window, happening(movement)[0])
        solve, when = partial(_fixture_at, at=at, happening=happening), into_clip(window, at)
        solution = solve(window)
        return BaseQuestion(
            subtype=subtype,
            level=1,
            window=window,
            stem=f"{when}, {stem}",
            claim=f"{when}, {claim}",
            solve=solve,
            answer=Phrase(text=solution.key.text, aliases=fixture_names(solution.key.label)[1:]),
            key_kind="name",
            solution=solution,
            wrong=wrong_options(solution.key, pool, clash=fixtures_alike),
            shown_from=("clip", "video"),
            groups=(f"{window.video.id} {window.start}", window.video.id),
            how="Answer with the name of the piece of furniture or appliance.",
            asked={"seconds": at},
        )

    known = [movement for movement in window.whole(window.movements) if fixture_names(happening(movement)[1])]
    return attempt(subtype, _one_a_second(window, known, happening), ask)


def _fixture_at(window: Window, at: float, happening: Happening) -> Solution:
    near = [m for m in _around(window, at) if overlaps(happening(m)[0], at - ABOUT, at + ABOUT)]
    kinds = {happening(movement)[1] for movement in near}
    require(kinds, "nothing_moved")
    require(len(kinds) == 1, "several_fixtures")
    require(all(map(fixture_names, kinds)), "no_usable_fixture")
    return Solution(_fixture_option(kinds.pop(), near[0]), tuple(near))


def _fixture_option(kind: str, movement: Movement, origin: Origin = "clip") -> Option:
    return Option(fixture_names(kind)[0], kind, origin, (movement.id,))


def _fixtures(window: Window) -> Iterator[Option]:
    """Where objects are put and taken from in the clip and elsewhere in the video, as options."""
    for movement in window.video.movements:
        for end, kind in (_picked_up(movement), _put_down(movement)):
            if fixture_names(kind):
                yield _fixture_option(kind, movement, "clip" if window.holds(end) else "video")


def moved_after(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is picked up right after another one is put down about N seconds in?

    Level 2: the putting down and the next picking up meet, within two seconds, and no other object is picked up then.
    Evidence: both movements. Wrong options: other objects moved in the clip, the one that was put down among them.
    """
    return _neighbour(
        "moved_after",
        window,
        _put_down,
        _next_up,
        "the camera wearer puts an object down. Which object do they pick up next?",
        "the camera wearer puts an object down, and the next one that they pick up is the {}.",
    )


def moved_before(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is put down right before another one is picked up about N seconds in? As `moved_after`, reversed."""
    return _neighbour(
        "moved_before",
        window,
        _picked_up,
        _last_down,
        "the camera wearer picks an object up. Which object did they put down right before?",
        "the camera wearer picks an object up, and the one that they put down right before is the {}.",
    )


def _neighbour(
    subtype: str, window: Window, happening: Happening, solution_at: Callable[..., Solution], stem: str, claim: str
) -> Iterator[BaseQuestion | Drop]:
    pool = moved_objects(window)

    def ask(movement: Movement) -> BaseQuestion:
        at = window.start + whole_second(window, happening(movement)[0])
        when = into_clip(window, at)
        return _object_question(
            subtype, 2, window, partial(solution_at, at=at), f"{when}, {stem}", f"{when}, {claim}", at, pool
        )

    return attempt(subtype, _one_a_second(window, window.whole(window.movements), happening), ask)


def _next_up(window: Window, at: float) -> Solution:
    put = _only(window, at, _put_down)
    near = [m for m in window.movements if put.end - APART <= m.start and m is not put]
    require(near, "nothing_follows")
    following = near[0]
    require(put.end <= following.start, "picked_up_at_the_same_time")
    require(following.start - put.end <= NEXT, "nothing_follows_at_once")
    require(following.start + APART <= window.end, "edge_of_clip")
    require(len(near) == 1 or near[1].start - following.start >= APART, "several_picked_up")
    return _meeting(following, put)


def _last_down(window: Window, at: float) -> Solution:
    taken = _only(window, at, _picked_up)
    near = sorted((m for m in window.movements if m.end <= taken.start + APART and m is not taken), key=_end_of)
    require(near, "nothing_precedes")
    preceding = near[-1]
    require(preceding.end <= taken.start, "put_down_at_the_same_time")
    require(taken.start - preceding.end <= NEXT, "nothing_precedes_at_once")
    require(window.start <= preceding.end - APART, "edge_of_clip")
    require(len(near) == 1 or preceding.end - near[-2].end >= APART, "several_put_down")
    return _meeting(preceding, taken)


def _end_of(movement: Movement) -> float:
    return movement.end


def _only(window: Window, at: float, happening: Happening) -> Movement:
    """The only movement that begins, or ends, around a time."""
    near = [m for m in _around(window, at) if overlaps(happening(m)[0], at - ABOUT, at + ABOUT)]
    require(near, "nothing_moved")
    require(len(near) == 1, "several_objects")
    return near[0]


def _meeting(asked: Movement, other: Movement) -> Solution:
    _named([asked, other])
    require(not may_be_one(asked.name, other.name), "same_object")
    first, second = sorted([asked, other], key=lambda movement: movement.start)
    return Solution(_option(asked), (first, second))


def moved_together(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which two objects are moved at once about N seconds in?

    Level 2: the movements of two objects overlap, and no third one is moved around that time. Evidence: both.
    Wrong options: other two objects that are moved at once at another moment, of the clip first.
    """
    pairs = list(_pairs(window.whole(window.movements)))
    pool = [_pair_option(pair) for pair in pairs]

    def ask(pair: tuple[Movement, Movement]) -> BaseQuestion:
        one, other = pair
        both = replace(one, start=max(one.start, other.start), end=min(one.end, other.end))
        at = window.start + whole_second(window, both)
        solve, when = partial(_together_at, at=at), into_clip(window, at)
        solution = solve(window)
        names = tuple(fact.name for fact in solution.facts if isinstance(fact, Movement))
        return BaseQuestion(
            subtype="moved_together",
            level=2,
            window=window,
            stem=f"{when}, the camera wearer moves two objects at the same time. Which two are they?",
            claim=f"{when}, the two objects that the camera wearer moves at the same time are the {{}}.",
            solve=solve,
            answer=List(items=tuple(object_names(name) for name in sorted(names))),
            key_kind="name",
            solution=solution,
            wrong=wrong_options(solution.key, pool, clash=_may_be_both),
            groups=(f"{window.video.id} {window.start}", window.video.id),
            how="Answer with the names of both objects, separated by a comma.",
            asked={"seconds": at},
        )

    return attempt("moved_together", pairs, ask)


def _together_at(window: Window, at: float) -> Solution:
    near = _around(window, at)
    _named(near)
    require(len(near) == 2 and all(m.start <= at <= m.end for m in near), "not_two_objects")
    require(not may_be_one(near[0].name, near[1].name), "same_object")
    return Solution(_pair_option((near[0], near[1])), tuple(near))


def _pairs(movements: list[Movement]) -> Iterator[tuple[Movement, Movement]]:
    for i, one in enumerate(movements):
        for other in movements[i + 1 :]:
            if overlaps(other, one.start, one.end) and not (vague(one.name) or vague(other.name)):
                yield one, other


def _pair_option(pair: tuple[Movement, Movement], origin: Origin = "clip") -> Option:
    one, other = sorted(movement.name for movement in pair)
    return Option(f"{one} and the {other}", f"{one}; {other}", origin, tuple(movement.id for movement in pair))


def _may_be_both(label: str, other: str) -> bool:
    """Whether two pairs of names may be of the same two objects."""
    (a, b), (c, d) = label.split("; "), other.split("; ")
    return (may_be_one(a, c) and may_be_one(b, d)) or (may_be_one(a, d) and may_be_one(b, c))


def _object_question(
    subtype: str,
    level: int,
    window: Window,
    solve: Solve,
    stem: str,
    claim: str,
    at: float,
    pool: list[Option],
) -> BaseQuestion:
    """Which object? Wrong are those of the pool that cannot be the key and are not moved around the moment instead."""
    solution = solve(window)
    key = solution.key
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=window,
        stem=stem,
        claim=claim,
        solve=solve,
        answer=Phrase(text=key.text, aliases=object_names(key.label)[1:]),
        key_kind="name",
        solution=solution,
        wrong=wrong_options(key, pool, clash=may_be_one),
        groups=(f"{window.video.id} {window.start}", window.video.id),
        how="Answer with the name of the object.",
        asked={"seconds": at},
    )


def moved_objects(window: Window) -> list[Option]:
    """The objects that are moved in the clip, for a second of it at least, and elsewhere in the video, as options."""
    return [
        _option(movement, origin)
        for movement in window.video.movements
        if not vague(movement.name) and (origin := _origin(window, movement))
    ]


def _origin(window: Window, movement: Movement) -> Origin | None:
    if window.holds(movement) or overlaps(movement, window.start + ABOUT, window.end - ABOUT):
        return "clip"
    return None if overlaps(movement, window.start, window.end) else "video"


def _option(movement: Movement, origin: Origin = "clip") -> Option:
    return Option(movement.name, movement.name, origin, (movement.id,))


def _around(window: Window, at: float) -> list[Movement]:
    """What is moved around a time, which has to lie in the clip with all that is about it."""
    require(window.start <= at - ABOUT and at + ABOUT <= window.end, "edge_of_clip")
    return [movement for movement in window.movements if overlaps(movement, at - ABOUT, at + ABOUT)]


def _named(movements: Iterable[Movement]) -> None:
    require(all(not vague(movement.name) for movement in movements), "no_usable_name")


def _one_a_second(
    window: Window, movements: Iterable[Movement], happening: Happening = lambda movement: (movement, "")
) -> list[Movement]:
    """The movements, of those with their moment at the same second of the clip the first."""
    seconds: dict[int, Movement] = {}
    for movement in movements:
        moment, _ = happening(movement)
        seconds.setdefault(int((moment.start + moment.end) / 2 - window.start + 0.5), movement)
    return list(seconds.values())
