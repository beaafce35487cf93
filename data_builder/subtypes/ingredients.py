"""Ingredients of a recipe: which one is added, how much of one is weighed, and what one is called."""

import re
from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, partial

from data_builder.facts import Portion, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Origin, Solution, attempt, require
from data_builder.subtypes.moments import ABOUT, into_clip, whole_second
from data_builder.subtypes.naming import may_be_one, object_names, vague
from data_builder.windows import Window, windows
from reward.answers import Number, Phrase

SHOWN = 120.0
"""Seconds of a clip in which several ingredients are added."""
MOST_SECONDS = 60.0
"""Seconds that adding or weighing may take: what takes longer is not done all the while."""
LENGTH, BESIDE = 30.0, 2.0
"""Seconds of a clip in which one ingredient is weighed, and of what it shows beside what takes longer."""
UNIT = "g"
"""Read from a scale. Spoons of one sort hold too few different amounts for four options."""
FACTOR = 1.5
"""How many times as large as another an amount is that excludes it."""
ROUGH = 2.0
"""Seconds around a moment in which no other ingredient is added: these times are annotated in whole seconds."""
REL_TOL = 0.05
ROUNDED = Decimal("0.02")
"""The part of an amount that may be lost when it is told in whole grams."""
MOST_WORDS = 4
SEVERAL = re.compile(r"[,&/]|\band\b")
"""What joins several ingredients that are annotated as one."""
BRACKETS = re.compile(r"\([^()]*\)")
NAME_IT = "Answer with the name of the ingredient."


def ingredient_added(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which ingredient is added about N seconds in? Level 1: no other is added or weighed around that time.

    Evidence: the stretch in which it is added. Wrong options: ingredients that are added at other moments of the clip,
    then of the video.
    """

    def ask(clip: Window, portion: Portion) -> BaseQuestion:
        require(portion.end - portion.start <= MOST_SECONDS, "takes_long")
        at = clip.start + whole_second(clip, portion)
        solve = partial(_added_at, at=at)
        solution = solve(clip)
        require(solution.facts == (portion,), "added_twice_at_once")
        key = solution.key
        return BaseQuestion(
            subtype="ingredient_added",
            level=1,
            window=clip,
            stem=f"{into_clip(clip, at)}, which ingredient does the camera wearer add?",
            claim=f"{into_clip(clip, at)}, the camera wearer adds this ingredient: {{}}.",
            solve=solve,
            answer=Phrase(text=key.text, aliases=object_names(key.text)[1:]),
            key_kind="name",
            solution=solution,
            wrong=other_ingredients(clip, key),
            shown_from=("clip", "video"),
            groups=(f"{clip.video.id} {clip.start}", clip.video.id),
            how=NAME_IT,
            asked={"seconds": at},
        )

    for clip in windows(window.video, SHOWN, window.source):
        yield from attempt("ingredient_added", clip.whole(added(clip.portions)), partial(ask, clip))


def _added_at(window: Window, at: float) -> Solution:
    require(window.start <= at - ABOUT and at + ABOUT <= window.end, "edge_of_clip")
    near = [portion for portion in window.portions if overlaps(portion, at - ROUGH, at + ROUGH)]
    found = [portion for portion in added(near) if portion.start <= at <= portion.end]
    require(found, "none_added")
    require(plain(ingredient(found[0])), "no_plain_name")
    require(len({ingredient(portion) for portion in near}) == 1, "several_ingredients")
    return Solution(option(found[0], "clip"), (found[0],))


def ingredient_amount(window: Window) -> Iterator[BaseQuestion | Drop]:
    """How much of an ingredient is weighed? Level 1: only one is weighed in the clip, once for all of the recipe.

    Evidence: the stretch in which it is weighed. Wrong options: clearly larger or smaller amounts that are weighed
    elsewhere in the video, in whole grams like the key. All questions have one stem, which does not name the
    ingredient.
    """

    def ask(portion: Portion) -> BaseQuestion:
        clip = _clip_around(window, portion)
        solution = _weighed(clip)
        key = solution.key
        others = {_grams(p): p for p in reversed(clip.video.portions) if p.weighing and p.unit == UNIT and _grams(p)}
        return BaseQuestion(
            subtype="ingredient_amount",
            level=1,
            window=clip,
            stem="How many grams of an ingredient does the camera wearer weigh in the clip?",
            claim="The weight in grams of the ingredient that the camera wearer weighs in the clip is {}.",
            solve=_weighed,
            answer=Number(value=key.text, unit=UNIT, rel_tol=REL_TOL),
            key_kind="number",
            solution=solution,
            wrong=tuple(_amount(p, "video") for grams, p in sorted(others.items()) if _apart(grams, key.text)),
            shown_from=("video",),
            groups=(window.video.id,),
            how="Answer with the number of grams.",
        )

    weighed = [portion for portion in window.portions if portion.weighing and portion.unit == UNIT]
    yield from attempt("ingredient_amount", weighed, ask)


def _weighed(window: Window) -> Solution:
    found = [portion for portion in window.portions if portion.weighing]
    require(found, "none_weighed")
    require(len(found) == 1, "several_weighed")
    (one,) = found
    require(one.unit == UNIT and _grams(one), "no_whole_amount")
    same_thing = [p for p in window.video.portions if p.weighing and p.capture == one.capture]
    require(sum(p.ingredient == one.ingredient for p in same_thing) == 1, "weighed_in_parts")
    return Solution(_amount(one, "clip"), (one,))


def _clip_around(window: Window, portion: Portion) -> Window:
    """A clip around a stretch, in which nothing else is weighed."""
    length = portion.end - portion.start
    require(length <= MOST_SECONDS, "takes_long")
    beside = max(BESIDE, (LENGTH - length) / 2)
    others = [p for p in window.portions if p is not portion and p.weighing]
    low = max((p.end for p in others if p.end <= portion.start), default=window.start)
    high = min((p.start for p in others if p.start >= portion.end), default=window.end)
    return window.cut(max(low, portion.start - beside), min(high, portion.end + beside))


def _amount(portion: Portion, origin: Origin) -> Option:
    return Option(_grams(portion), f"{_grams(portion)} g", origin, (portion.id,))


def _grams(portion: Portion) -> str:
    """The amount in whole grams; "" where it is not known or too much would be lost."""
    amount = Decimal(portion.amount or 0)
    whole = amount.quantize(Decimal(1), ROUND_HALF_UP)
    return str(whole) if whole and abs(whole - amount) <= ROUNDED * amount else ""


def _apart(one: str, other: str) -> bool:
    low, high = sorted((int(one), int(other)))
    return high >= FACTOR * low


def other_ingredients(clip: Window, key: Option) -> tuple[Option, ...]:
    """The ingredients that are added in the clip, then those of the rest of the video, that the key is not called."""
    inside = {ingredient(portion) for portion in added(clip.portions)}
    found: dict[str, Option] = {}
    for portion in added((*clip.portions, *clip.video.portions)):
        name = ingredient(portion)
        found.setdefault(name, option(portion, "clip" if name in inside else "video"))
    return tuple(other for name, other in found.items() if plain(name) and not may_be_one(name, key.label))


def added(portions: Iterable[Portion]) -> list[Portion]:
    """Those of the portions that are added, not weighed."""
    return [portion for portion in portions if not portion.weighing]


def ingredient(portion: Portion) -> str:
    """What an ingredient is called: its name in lower case, without brackets."""
    return _name(portion.name)


@cache
def _name(written: str) -> str:
    return " ".join(BRACKETS.sub(" ", written).lower().split())


@cache
def plain(name: str) -> bool:
    """Whether a name is that of one ingredient and says which."""
    return 0 < len(name.split()) <= MOST_WORDS and not SEVERAL.search(name) and not vague(name)


def option(portion: Portion, origin: Origin) -> Option:
    """An ingredient as an option."""
    return Option(ingredient(portion), ingredient(portion), origin, (portion.id,))
