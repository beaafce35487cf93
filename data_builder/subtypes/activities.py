"""Activities: what the camera wearer is working on, what comes next, and in which order activities are begun."""

import random
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, pairwise

from data_builder.facts import Activity, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Origin, Solution, Solve, attempt, require
from data_builder.subtypes.labels import ANYWHERE, begun, gist, same_work, things, told, vague
from data_builder.subtypes.naming import kin
from data_builder.subtypes.options import wrong_options
from data_builder.subtypes.threes import order_of, order_question
from data_builder.subtypes.wording import words_of
from data_builder.windows import Window
from reward.answers import Phrase
from reward.plain import wordset

GLIMPSE = 30.0
"""Seconds of a clip in the middle of an activity."""
SHORTEST, LONGEST = 10.0, 300.0
"""Seconds of an activity that is shown whole."""
LATEST = 120.0
"""Seconds at the end of an activity from which the next one has to be told."""
SEVERAL = 600.0
"""Seconds of the longest clip of several activities."""
LOOKS = wordset(
    "big black blue brown clear glass green grey larg long metal plastic red s small white whit wooden yellow"
)
"""Roots of words that say how a thing looks, which makes no two things one."""
TOUCHING = 1.0
"""Seconds by which the spans of neighbouring activities may overlap or lie apart."""
INTO = 30.0
"""Seconds that are shown of the last of several activities, or less where it is shorter."""
MOST, TRIED = 12, 300
"""Questions about the order of activities in one video, and how many are tried to find them."""


def easy_goal(window: Window) -> Iterator[BaseQuestion | Drop]:
    """What is the camera wearer working on, in half a minute of one activity?

    Level 1: the activity goes on all the time, so any moment of the clip shows it. Evidence: that activity.
    Wrong options: other activities of the video, which are about things that are not in the clip.
    """

    def ask(activity: Activity) -> BaseQuestion:
        start = round((activity.start + activity.end - GLIMPSE) / 2)
        clip = window.cut(start, start + GLIMPSE)
        require(things(activity.label), "about_no_thing")
        here, away = _in_view(clip), [a for a in window.activities if not overlaps(a, clip.start, clip.end)]
        pool = [a for a in away if (about := things(a.label)) and not about & here]
        return _question("easy_goal", 1, clip, _worked_on, GOAL, pool, ("video",), (window.video.id,), {})

    long = [activity for activity in window.activities if activity.end - activity.start >= GLIMPSE + 2 * TOUCHING]
    yield from attempt("easy_goal", long, ask)


def _worked_on(window: Window) -> Solution:
    """The one activity that goes on for all of the window."""
    require(len(window.activities) == 1, "several_activities")
    (activity,) = window.activities
    require(activity.start <= window.start and window.end <= activity.end, "not_all_the_time")
    return Solution(_option(activity), (activity,))


def _in_view(clip: Window) -> frozenset[str]:
    """Words for what may be in the clip: what is moved in it, what narrations name, what its activity is about, and
    what is in any kitchen."""
    names = [*(movement.name for movement in clip.movements), *(activity.label for activity in clip.activities)]
    names += [noun for narration in clip.narrations for noun in narration.nouns or (narration.text,)]
    return ANYWHERE | gist(" ".join(sorted(kin(words_of(" ".join(names))))))


def medium_goal(window: Window) -> Iterator[BaseQuestion | Drop]:
    """What is the camera wearer working on, in the whole of one activity?

    Level 3: the clip has to show all of it, since a part of it could be part of another activity with the same things:
    what is moved in either half is moved in other activities too. Evidence: that activity. Wrong options: other
    activities of the video, each with a thing that is moved in the clip.
    """

    def ask(activity: Activity) -> BaseQuestion:
        clip = window.cut(activity.start, activity.end)
        moved = _moved(clip)
        pool = [a for a in window.activities if not overlaps(a, clip.start, clip.end) and moved & _involved(window, a)]
        rivals = frozenset().union(*(_involved(window, activity) for activity in pool))
        for half in (clip.cut(clip.start, clip.middle), clip.cut(clip.middle, clip.end)):
            require(not (seen := _moved(half)) or seen & rivals, "half_of_it_tells")
        return _question("medium_goal", 3, clip, _worked_through, GOAL, pool, ("video",), (window.video.id,), {})

    whole = [activity for activity in window.activities if SHORTEST <= activity.end - activity.start <= LONGEST]
    yield from attempt("medium_goal", whole, ask)


def _worked_through(window: Window) -> Solution:
    """The one activity that a window shows, from its beginning to its end."""
    activity = _only(window)
    require(window.holds(activity), "cut_by_edge")
    return Solution(_option(activity), (activity,))


def _only(window: Window) -> Activity:
    """The one activity of a window, apart from what others reach into it."""
    shown = [a for a in window.activities if overlaps(a, window.start + TOUCHING, window.end - TOUCHING)]
    require(len(shown) == 1, "several_activities")
    return shown[0]


def _moved(clip: Window) -> frozenset[str]:
    """Words for what is moved in the clip."""
    return frozenset().union(*(things(movement.name) for movement in clip.movements)) - LOOKS


def _involved(window: Window, activity: Activity) -> frozenset[str]:
    """Words for what is moved in an activity, and for what its label is about."""
    return _moved(window.cut(activity.start, activity.end)) | things(activity.label)


def next_activity(window: Window) -> Iterator[BaseQuestion | Drop]:
    """What will the camera wearer work on next?

    Level 4: the clip is the end of one activity, and another one begins when it ends. Evidence: both of them.
    Wrong options: other activities of the video, none of which comes next.
    """

    def ask(pair: tuple[Activity, Activity]) -> BaseQuestion:
        now, following = pair
        require(abs(following.start - now.end) <= TOUCHING, "not_at_once")
        end = min(now.end, following.start)
        clip = window.cut(max(now.start, end - LATEST), end)
        require(clip.length >= SHORTEST, "too_short")
        pool = [activity for activity in window.activities if activity is not following]
        return _question("next_activity", 4, clip, _next, NEXT, pool, ("clip", "video"), (window.video.id,), {})

    yield from attempt("next_activity", pairwise(window.activities), ask)


def _next(window: Window) -> Solution:
    """The activity that begins as the only one of a window ends."""
    now = _only(window)
    later = [activity for activity in window.video.activities if activity.start >= window.end]
    require(later and later[0].start - window.end <= TOUCHING, "nothing_begins")
    require(abs(now.end - window.end) <= TOUCHING, "not_at_its_end")
    require(len(later) == 1 or later[1].start - later[0].start > TOUCHING, "several_begin")
    require(not same_work(now.label, later[0].label), "goes_on")
    return Solution(_option(later[0]), (now, later[0]))


def activity_order(window: Window) -> Iterator[BaseQuestion | Drop]:
    """In which order are three activities begun?

    Level 3: the clip runs from the beginning of the first to some time after that of the last. Evidence: all three.
    Wrong options: the other orders of the numbers that the question gives the activities, the same for all questions.
    """
    rng = random.Random(f"activity_order {window.video.id}")
    clear = [a for a in window.activities if not vague(a.label) and begun(a.label)]
    threes = [three for three in combinations(clear, 3) if _differ(three)]
    tried = [tuple(rng.sample(three, 3)) for three in rng.sample(threes, min(TRIED, len(threes)))]
    asked = 0
    for one in attempt("activity_order", tried, partial(_order_question, window)):
        yield one
        asked += isinstance(one, BaseQuestion)
        if asked == MOST:
            return


def _differ(three: tuple[Activity, ...]) -> bool:
    """Whether activities that fit into one clip are of work that can be told apart."""
    fit = three[2].start - three[0].start <= SEVERAL - INTO
    return fit and not any(same_work(a.label, b.label) for a, b in combinations(three, 2))


def _order_question(window: Window, three: tuple[Activity, ...]) -> BaseQuestion:
    labels = tuple(activity.label for activity in three)
    first, last = (pick(three, key=lambda activity: activity.start) for pick in (min, max))
    clip = window.cut(first.start - TOUCHING, min(last.end, last.start + INTO))
    return order_question(
        "activity_order",
        clip,
        partial(_order, labels=labels),
        stem="In which order does the camera wearer begin these three activities in the clip",
        claim=("In the clip, the camera wearer begins three activities", ""),
        names=[(f"“{told(label)}”",) for label in labels],
        asked={"labels": "; ".join(labels)},
    )


def _order(window: Window, labels: tuple[str, ...]) -> Solution:
    require(not any(same_work(a, b) for a, b in combinations(labels, 2)), "same_work")
    found = []
    for label in labels:
        kin = [activity for activity in window.activities if same_work(activity.label, label)]
        require(len(kin) == 1, "not_once_in_clip")
        require(window.start <= kin[0].start, "cut_by_edge")
        found.append(kin[0])
    return order_of(found, TOUCHING)


GOAL = "What activity is the camera wearer working on in the clip?", "In the clip, the camera wearer works on this: {}."
NEXT = (
    "What activity does the camera wearer work on next, right after the clip?",
    "Right after the clip, the camera wearer works on this: {}.",
)


def _question(
    subtype: str,
    level: int,
    clip: Window,
    solve: Solve,
    wording: tuple[str, str],
    pool: Iterable[Activity],
    shown_from: tuple[Origin, ...],
    groups: tuple[str, ...],
    asked: dict[str, str | float],
) -> BaseQuestion:
    """Which activity? Wrong are those of the pool that cannot be told as the key."""
    solution = solve(clip)
    key = solution.key
    require(not vague(key.label), "vague_label")
    stem, claim = wording
    options = [_option(a, "clip" if overlaps(a, clip.start, clip.end) else "video") for a in pool if not vague(a.label)]
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=clip,
        stem=stem,
        claim=claim,
        solve=solve,
        answer=Phrase(text=key.text),
        key_kind="name",
        solution=solution,
        wrong=wrong_options(key, options, clash=same_work),
        shown_from=shown_from,
        groups=groups,
        how="Answer with a few words that name the activity.",
        asked=asked,
    )


def _option(activity: Activity, origin: Origin = "clip") -> Option:
    return Option(told(activity.label), activity.label, origin, (activity.id,))
