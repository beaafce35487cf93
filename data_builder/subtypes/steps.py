"""Steps of a recipe: which one is carried out, when, and which one comes next."""

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache, partial

from data_builder.facts import Step
from data_builder.question import BaseQuestion, Drop, Option, Origin, Solution, Solve, Undecidable, attempt, require
from data_builder.subtypes.wording import nested, words_of
from data_builder.windows import Window
from reward.answers import Interval, Phrase
from reward.plain import wordset

PER_STEP = 4
"""Questions of one subtype about one step in one video, about its longest stretches of time."""
MOST_WORDS = 20
"""A longer step says more than one stretch of time can show, and is no option to read."""
SHORTEST, LONGEST = 4.0, 30.0
"""Seconds of a clip that lies within one step."""
LEAD, SHOWN = 1.0, 120.0
"""Seconds between a clip and the step that comes next, as annotated edges are not exact, and of the clip before it."""
SOON, FOLLOWS = 120.0, 3.0
"""Seconds after the clip in which the next step is carried out, and by which it precedes the one after it."""
NEXT_TO = 5.0
"""Seconds within which preparing a step belongs to it for somebody who looks on."""
MIN_IOU = 0.5
STRETCH = (8.0, 60.0)
"""Seconds of a stretch whose edges are clear enough for that overlap."""
TIMES, FEWEST_TIMES, SPAN = 8, 4, (60.0, 300.0)
"""How many times as long as a stretch the clip is in which it is to be found, at least, and within which seconds."""

REFERS = re.compile(r"\b(?:previous|repeat|this process|these steps|ready to be served|enjoy)\b", re.IGNORECASE)
"""Words of a step that cannot be recognised by itself."""
ORDER = re.compile(r"^(?:after that|finally|lastly|meanwhile|next|now|then)\b,? ", re.IGNORECASE)
"""First words of a step that tell its place among the others."""
SMALL = wordset("and or of to in into on onto with from for until at by as it its them then if your some about is are")


def easy_step(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which step of a recipe is being carried out? Level 1: the clip lies within the step, so any moment will do.

    Evidence: the stretch of that step; no other step of the recipe is carried out or prepared in the clip.
    Wrong options: other steps of the recipe that are carried out elsewhere in the video. All have one stem.
    """

    def ask(step: Step) -> BaseQuestion:
        require(step.end - step.start >= SHORTEST, "too_short")
        middle = (step.start + step.end) / 2
        clip = window.cut(max(step.start, middle - LONGEST / 2), min(step.end, middle + LONGEST / 2))
        recipe = f"the recipe “{recipe_name(window, step)}”"
        stem = f"Which step of {recipe} is the camera wearer carrying out in the clip?"
        claim = f"The step of {recipe} that the camera wearer is carrying out in the clip is this: “{{}}”."
        return _about_step("easy_step", 1, clip, partial(_going_on, recipe=step.recipe), step, stem, claim)

    yield from attempt("easy_step", _asked(window), ask)


def _going_on(window: Window, recipe: str) -> Solution:
    steps = [step for step in window.steps if step.recipe == recipe]
    whole = [step for step in steps if not step.preparing and step.start <= window.start and window.end <= step.end]
    require(whole, "no_step")
    require(len({step.step for step in steps}) == 1, "several_steps")
    return Solution(_option(whole[0], "clip"), (whole[0],))


def next_step(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which step of a recipe comes next? Level 4: neither it nor what leads up to it is in the clip.

    Evidence: the first stretch of a step that is carried out after the clip. Wrong options: other steps of the recipe
    that are carried out in the video, in the clip or not. All have one stem.
    """

    def ask(step: Step) -> BaseQuestion:
        begins = step.start
        for one in reversed(window.steps):
            if one.step == step.step and one.preparing and one.start < begins <= one.end + NEXT_TO:
                begins = one.start
        clip = window.cut(begins - LEAD - SHOWN, begins - LEAD)
        require(clip.length >= SHORTEST, "too_short")
        recipe = f"the recipe “{recipe_name(window, step)}”"
        stem = f"Which step of {recipe} does the camera wearer carry out next, after the end of the clip?"
        claim = f"After the end of the clip, the camera wearer next carries out this step of {recipe}: “{{}}”."
        return _about_step("next_step", 4, clip, partial(_next, recipe=step.recipe), step, stem, claim)

    yield from attempt("next_step", _asked(window), ask)


def _next(window: Window, recipe: str) -> Solution:
    steps = [step for step in window.video.steps if step.recipe == recipe]
    done = [step for step in window.steps if step.recipe == recipe and not step.preparing and step.start < window.end]
    ahead = [step for step in steps if window.end <= step.start <= window.end + SOON]
    step = next((step for step in ahead if not step.preparing), None)
    if step is None or not done:
        raise Undecidable("nothing_ahead" if step is None else "nothing_before")
    begun = {other.step for other in ahead if other.start < step.start + FOLLOWS}
    require(begun == {step.step}, "several_steps_begin")
    goes_on = {other.step for other in window.steps if other.end > window.end}
    require(step.step not in goes_on | {done[-1].step}, "same_step_goes_on")
    return Solution(_option(step, "clip"), (step,))


def step_interval(window: Window) -> Iterator[BaseQuestion | Drop]:
    """When in the clip is a step carried out? Level 1: the step is recognised wherever it is, in one stretch.

    Evidence: that stretch, the only one of the step in the clip, with little beside it that prepares the step.
    No options: the answer is a stretch of time.
    """

    def ask(step: Step) -> BaseQuestion:
        clip = _clip_with(window, step)
        solve = partial(_when, step=step.step)
        quoted = f"“{said(step.text)}”"
        return BaseQuestion(
            subtype="step_interval",
            level=1,
            window=clip,
            stem=f"When in the clip is this step of a recipe carried out, not counting preparations: {quoted}?",
            claim=f"In the clip, the step {quoted} is carried out at these seconds: {{}}.",
            solve=solve,
            answer=_interval(clip, step),
            key_kind="time",
            solution=solve(clip),
            asked={"step": step.step},
        )

    yield from attempt("step_interval", _asked(window), ask)


def _when(window: Window, step: str) -> Solution:
    found = [one for one in window.steps if one.step == step and not one.preparing]
    require(len(found) == 1, "not_once")
    (one,) = found
    require(window.holds(one), "cut_by_edge")
    require(not any(s.step != step and alike(s.text, one.text) for s in window.steps), "similar_step")
    near = [s for s in window.steps if s.preparing and s.step == step and _gap(s, one) < NEXT_TO]
    require(sum(s.end - s.start for s in near) <= (one.end - one.start) / 2, "long_preparation")
    text = _interval(window, one).gold().removeprefix("Answer: ")
    return Solution(Option(text, f"{one.start:.3f} - {one.end:.3f}", "clip", (one.id,)), (one,))


def _gap(one: Step, other: Step) -> float:
    return max(one.start, other.start) - min(one.end, other.end)


def _interval(window: Window, step: Step) -> Interval:
    start, end = (round(time - window.start, 1) for time in (step.start, step.end))
    return Interval(start=start, end=end, min_iou=MIN_IOU)


def _clip_with(window: Window, step: Step) -> Window:
    """A clip in which this is the only stretch of its step, at a place that its length says nothing of."""
    length = step.end - step.start
    require(STRETCH[0] <= length <= STRETCH[1], "unclear_edges")
    same = [other for other in window.steps if other.step == step.step and not other.preparing]
    low = max((other.end for other in same if other.end <= step.start), default=window.start)
    high = min((other.start for other in same if other.start >= step.end), default=window.end)
    before = random.Random(f"step_interval {step.id}").uniform(0.05, 0.95)  # the part of the rest that comes before it
    rest = min(SPAN[1], max(SPAN[0], TIMES * length)) - length
    rest = min(rest, (step.start - low) / before, (high - step.end) / (1 - before))
    require(rest + length >= FEWEST_TIMES * length, "same_step_nearby")
    return window.cut(step.start - before * rest, step.end + (1 - before) * rest)


@cache
def said(text: str) -> str:
    """A step as it is quoted: without "then" before it and a full stop after it, a capital letter first, and not all in
    capitals."""
    text = ORDER.sub("", text.strip(" .")).replace("“", "'").replace("”", "'")
    text = text.lower() if text.isupper() else text
    return text[:1].upper() + text[1:]


@cache
def clear(text: str) -> bool:
    """Whether a step can be recognised, and told, by itself."""
    return 2 <= len(text.split()) <= MOST_WORDS and not REFERS.search(text)


@cache
def alike(one: str, other: str) -> bool:
    """Whether two steps may be taken for one another: half of the words of one are in the other."""
    a, b = words_of(one) - SMALL, words_of(other) - SMALL
    return nested(one, other) or 2 * len(a & b) >= min(len(a), len(b))


def recipe_name(window: Window, step: Step) -> str:
    """The name of the step's recipe. Raises Undecidable where the video has none such."""
    name = next((recipe.name for recipe in window.video.recipes if recipe.id == step.recipe), "")
    require(name, "unknown_recipe")
    return name


def _carried_out(steps: Iterable[Step]) -> list[Step]:
    return [step for step in steps if not step.preparing and clear(step.text)]


def _asked(window: Window) -> list[Step]:
    stretches: dict[str, list[Step]] = {}
    for step in sorted(_carried_out(window.steps), key=lambda step: step.start - step.end):
        stretches.setdefault(step.step, []).append(step)
    asked = [step for found in stretches.values() for step in found[:PER_STEP]]
    return sorted(asked, key=lambda step: (step.start, step.id))


def _option(step: Step, origin: Origin) -> Option:
    return Option(said(step.text), step.step, origin, (step.id,))


def _about_step(subtype: str, level: int, clip: Window, solve: Solve, key: Step, stem: str, claim: str) -> BaseQuestion:
    """A question with the steps of one recipe as options."""
    solution = solve(clip)
    require(solution.facts == (key,), "another_step_first")
    inside = {step.step for step in clip.steps if not step.preparing}
    others: dict[str, Option] = {}
    for step in (*_carried_out(clip.steps), *_carried_out(clip.video.steps)):
        if step.recipe == key.recipe and not alike(step.text, key.text):
            others.setdefault(step.step, _option(step, "clip" if step.step in inside else "video"))
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=clip,
        stem=stem,
        claim=claim,
        solve=solve,
        answer=Phrase(text=solution.key.text),
        key_kind="narration",
        solution=solution,
        wrong=tuple(others.values()),
        shown_from=("clip", "video"),
        groups=(f"{clip.video.id} {key.recipe}",),
        asked={"recipe": key.recipe},
    )
