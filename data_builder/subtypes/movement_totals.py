"""What the movements of a whole clip add up to: how often an object is moved, which one for longest, in which order."""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise

from data_builder.facts import Movement
from data_builder.question import BaseQuestion, Drop, Option, Solution, attempt, require
from data_builder.subtypes.counts import count_question
from data_builder.subtypes.moments import at_its_level
from data_builder.subtypes.movements import moved_objects, object_question, option_of, stretches
from data_builder.subtypes.naming import may_be_one, vague
from data_builder.subtypes.options import COUNTS
from data_builder.subtypes.threes import order_of, order_question
from data_builder.subtypes.wording import nested
from data_builder.windows import Window

COMMON = 3
"""The highest count of which there are clips enough when each movement is counted once."""
COUNTED = 180.0
"""Seconds of a clip in which is counted."""
PAUSE = 1.0
"""Seconds without a movement that make two movements of one."""
SHORTEST = 0.5
"""Seconds below which a movement may be overlooked, so that it is not counted for certain."""
CLEARLY = 1.5
"""How many times longer than any other the longest movement is."""
MOST = 6
"""Questions about the order in one clip."""


def moved_count(window: Window) -> Iterator[BaseQuestion | Drop]:
    """How many times is an object moved?

    Level 3: it is moved in both halves of the clip. Evidence: its movements, none of them cut by the clip's edge, with
    a pause after each; no other object of a like name is moved in the clip. Wrong options: other counts, the same for
    all. The clips are cut so that there are as many of each count as there can be, and are all of one length.
    """
    by_object: dict[str, list[Movement]] = defaultdict(list)
    for movement in window.movements:
        if not vague(movement.name):
            by_object[movement.object_id].append(movement)
    for moved in by_object.values():
        clips = [(clip, moved[0].name) for count in COUNTS for clip in _clips_with(window, moved, int(count))]
        yield from attempt("moved_count", clips, _count_question)


def _clips_with(window: Window, moved: list[Movement], count: int) -> Iterator[Window]:
    """Clips with so many of an object's movements; of the counts that are rare, all there are."""
    for at in range(0, len(moved) - count + 1, 1 if count > COMMON else count):
        inside, before, after = moved[at : at + count], moved[:at], moved[at + count :]
        last_end = max(movement.end for movement in inside)
        earliest = max(last_end - COUNTED, before[-1].end if before else 0.0)
        latest = min(inside[0].start, (after[0].start if after else window.end) - COUNTED)
        if earliest <= latest:
            start = (earliest + latest) / 2
            start = round(start) if earliest <= round(start) <= latest else start
            yield window.cut(start, start + COUNTED)


def _count_question(asked: tuple[Window, str]) -> BaseQuestion:
    clip, name = asked
    question = count_question(
        "moved_count",
        clip,
        partial(_count, name=name),
        stem=f"In the clip, how many separate times does the camera wearer move the {name}?",
        claim=f"In the clip, the camera wearer moves the {name} {{}} separate times.",
        groups=(f"moved_count {name}", "moved_count"),
        how="Answer with a number.",
        asked={"object": name},
    )
    require(question.key.text in COUNTS, "too_few_or_many")
    require(question.facts[0].start < clip.middle < question.facts[-1].end, "in_one_half")
    return question


def _count(window: Window, name: str) -> Solution:
    require(all(movement.name for movement in window.movements), "no_usable_name")
    moved = [movement for movement in window.movements if nested(movement.name, name)]
    require(moved, "never_moved")
    require(len({(movement.name, movement.object_id) for movement in moved}) == 1, "several_objects_of_that_name")
    require(all(map(window.holds, moved)), "cut_by_edge")
    require(all(movement.end - movement.start >= SHORTEST for movement in moved), "hardly_moved")
    require(all(later.start - earlier.end >= PAUSE for earlier, later in pairwise(moved)), "no_pause")
    count = str(len(moved))
    return Solution(Option(count, count, "fixed", tuple(movement.id for movement in moved)), tuple(moved))


def moved_order(window: Window) -> Iterator[BaseQuestion | Drop]:
    """In which order are three objects first moved?

    Level 3: their first movements lie in both halves of the clip. Evidence: these. Wrong options: the other orders of
    the numbers that the question gives the objects, the same for all questions.
    """
    for clip in stretches(window):
        rng = random.Random(f"moved_order {clip.video.id} {clip.start}")
        firsts = {m.name: m for m in reversed(clip.movements) if not vague(m.name)}
        threes = [names for names in combinations(sorted(firsts), 3) if _spread([firsts[n] for n in names], clip)]
        chosen = [tuple(rng.sample(names, 3)) for names in rng.sample(threes, min(MOST, len(threes)))]
        yield from attempt("moved_order", chosen, partial(_order_question, clip))


def _spread(movements: list[Movement], clip: Window) -> bool:
    """Whether the first is moved in the first half of the clip, the last in the second, and not all of them there."""
    starts = [movement.start for movement in movements]
    again = {movement.name for movement in clip.movements if movement.start >= clip.middle}
    return min(starts) < clip.middle <= max(starts) and any(movement.name not in again for movement in movements)


def _order_question(clip: Window, names: tuple[str, ...]) -> BaseQuestion:
    return order_question(
        "moved_order",
        clip,
        partial(_order, names=names),
        stem="In which order does the camera wearer first move these three objects in the clip",
        claim=("In the clip, the camera wearer first moves three objects", ""),
        names=[(name,) for name in names],
        asked={"names": "; ".join(names)},
    )


def _order(window: Window, names: tuple[str, ...]) -> Solution:
    require(not any(may_be_one(a, b) for a, b in combinations(names, 2)), "alike")
    firsts = []
    for name in names:
        kin = [movement for movement in window.movements if movement.name and nested(movement.name, name)]
        require(kin, "not_moved")
        require(kin[0].name == name, "several_objects_of_that_name")
        require(window.start <= kin[0].start, "cut_by_edge")
        firsts.append(kin[0])
    nameless = [m for m in window.movements if not m.name and m.start < max(first.start for first in firsts)]
    require(not nameless, "no_usable_name")
    return order_of(firsts)


def longest_moved(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is moved for longest without a break?

    Level 3: its movement reaches over the middle of the clip, so no half shows all of it, and one has to compare with
    all others. Evidence: that movement. Wrong options: other objects moved in the clip, each clearly for less long.
    """
    yield from attempt("longest_moved", stretches(window), _longest_question)


def _longest_question(clip: Window) -> BaseQuestion:
    question = object_question(
        "longest_moved",
        3,
        clip,
        _longest,
        "which object does the camera wearer move for the longest time without putting it down?",
        "the object that the camera wearer moves for the longest time without putting it down is the {}.",
        moved_objects(clip),
    )
    require(question.facts[0].start < clip.middle < question.facts[-1].end, "in_one_half")
    return at_its_level(question)


def _longest(window: Window) -> Solution:
    lengths = sorted(((_seen(window, run), run) for run in _runs(window)), key=lambda pair: (pair[0], pair[1].id))
    require(lengths, "nothing_moved")
    length, longest = lengths[-1]
    require(window.holds(longest), "cut_by_edge")
    require(not vague(longest.name), "no_usable_name")
    others = [seconds for seconds, run in lengths[:-1] if run.name != longest.name]
    require(not others or length >= CLEARLY * others[-1], "several_long_ones")
    cut = [seconds for seconds, run in lengths if not window.holds(run) and run.name != longest.name]
    require(not cut or max(cut) < length / 2, "cut_by_edge")
    same = [movement for movement in window.movements if movement.object_id == longest.object_id]
    facts = tuple(m for m in same if longest.start <= m.start and m.end <= longest.end)
    return Solution(option_of(longest), facts)


def _runs(window: Window) -> list[Movement]:
    """The movements of each object, as one where there is no pause between; it keeps the id of the longest."""
    by_object: dict[str, list[Movement]] = defaultdict(list)
    for movement in window.movements:
        runs = by_object[movement.object_id]
        if runs and movement.start - runs[-1].end < PAUSE:
            longer = max(runs[-1], movement, key=lambda one: one.end - one.start)
            runs[-1] = replace(longer, start=runs[-1].start, end=max(runs[-1].end, movement.end))
        else:
            runs.append(movement)
    return [run for runs in by_object.values() for run in runs]


def _seen(window: Window, movement: Movement) -> float:
    """For how many seconds of the clip it goes on."""
    return min(movement.end, window.end) - max(movement.start, window.start)
