"""Fixtures: on or in which piece of furniture or appliance an object is put, and from which it is taken."""

from collections.abc import Callable, Iterator
from functools import partial

from data_builder.facts import Movement
from data_builder.question import BaseQuestion, Drop, Option, Origin, Solution, attempt, require
from data_builder.subtypes.moments import into_clip, whole_second
from data_builder.subtypes.movements import around, one_a_second, picked_up, put_down, stretches
from data_builder.subtypes.naming import fixture_names, fixtures_alike
from data_builder.subtypes.options import wrong_options
from data_builder.windows import Window
from reward.answers import Phrase

KindOf = Callable[[Movement], str]


def put_where(window: Window) -> Iterator[BaseQuestion | Drop]:
    """On or in what is an object put about N seconds in?

    Level 1: an object is put there, and none on another kind of fixture around that time. Evidence: its movement.
    Wrong options: the kinds that objects are put on or taken from at other times of the clip, then of the video.
    """
    stem = "the camera wearer puts an object down. On or in which part of the kitchen is it put?"
    claim = "the place where the camera wearer puts an object down is the {}."
    return _where("put_where", window, True, stem, claim)


def taken_where(window: Window) -> Iterator[BaseQuestion | Drop]:
    """From what is an object picked up about N seconds in? Level, evidence and wrong options as for `put_where`."""
    stem = "the camera wearer picks an object up. From which part of the kitchen is it taken?"
    claim = "the place from which the camera wearer takes an object is the {}."
    return _where("taken_where", window, False, stem, claim)


def _where(subtype: str, window: Window, putting: bool, stem: str, claim: str) -> Iterator[BaseQuestion | Drop]:
    of_video = list(_used(window.video.movements, "video"))
    for clip in stretches(window):
        pool = [*_used(clip.whole(clip.movements), "clip"), *of_video]

        def ask(movement: Movement, clip: Window = clip, pool: list[Option] = pool) -> BaseQuestion:
            return _question(subtype, clip, movement, putting, stem, claim, pool)

        happening = put_down if putting else picked_up
        known = [m for m in one_a_second(clip, happening) if fixture_names(_kind(m, putting))]
        yield from attempt(subtype, known, ask)


def _question(
    subtype: str, clip: Window, movement: Movement, putting: bool, stem: str, claim: str, pool: list[Option]
) -> BaseQuestion:
    at = clip.start + whole_second(clip, put_down(movement) if putting else picked_up(movement))
    solve, when = partial(_fixture_at, at=at, putting=putting), into_clip(clip, at)
    solution = solve(clip)
    return BaseQuestion(
        subtype=subtype,
        level=1,
        window=clip,
        stem=f"{when}, {stem}",
        claim=f"{when}, {claim}",
        solve=solve,
        answer=Phrase(text=solution.key.text, aliases=fixture_names(solution.key.label)[1:]),
        key_kind="name",
        solution=solution,
        wrong=wrong_options(solution.key, pool, clash=fixtures_alike),
        shown_from=("clip", "video"),
        groups=(f"{clip.video.id} {clip.start}", clip.video.id),
        how="Answer with the name of a piece of furniture, an appliance or the like.",
        asked={"seconds": at},
    )


def _fixture_at(window: Window, at: float, putting: bool) -> Solution:
    near = around(window, at, put_down if putting else picked_up)
    kinds = {_kind(movement, putting) for movement in near}
    require(kinds, "nothing_moved")
    require(len(kinds) == 1, "several_fixtures")
    require(all(map(fixture_names, kinds)), "no_usable_fixture")
    return Solution(_option(kinds.pop(), near[0], "clip"), tuple(near))


def _kind(movement: Movement, putting: bool) -> str:
    return movement.put_on if putting else movement.taken_from


def _used(movements: "tuple[Movement, ...] | list[Movement]", origin: Origin) -> Iterator[Option]:
    """The kinds of fixtures at both ends of the movements, as options."""
    for movement in movements:
        for kind in (movement.taken_from, movement.put_on):
            if fixture_names(kind):
                yield _option(kind, movement, origin)


def _option(kind: str, movement: Movement, origin: Origin) -> Option:
    return Option(fixture_names(kind)[0], kind, origin, (movement.id,))
