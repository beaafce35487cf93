"""Missing: ingredients of a recipe that are added only after the clip."""

from collections.abc import Iterator
from functools import partial

from data_builder.facts import Portion
from data_builder.question import BaseQuestion, Drop, Solution, attempt, require
from data_builder.subtypes.ingredients import NAME_IT, added, ingredient, option, other_ingredients, plain
from data_builder.subtypes.naming import may_be_one, object_names
from data_builder.subtypes.wording import words_of
from data_builder.windows import Window
from reward.answers import Phrase

SHOWN, LEAD = 120.0, 5.0
"""Seconds of a clip before an ingredient is added, and between them."""
SOON, FOLLOWS = 60.0, 3.0
"""Seconds after the clip in which the next ingredient is added, and by which it precedes the one after it."""
FEWEST = 3
"""Ingredients of a recipe that can be told to miss one."""
LONGEST, BESIDE = 900.0, 2.0
"""Seconds of a clip in which all of them but one are added, and of what it shows before and after."""


def next_ingredient(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which ingredient is added next? Level 4: it is added only after the clip.

    Evidence: the first stretch after the clip in which one is added. Wrong options: other ingredients that are added
    in the video, in the clip or not. All questions have one stem.
    """

    def ask(portion: Portion) -> BaseQuestion:
        clip = window.cut(portion.start - LEAD - SHOWN, portion.start - LEAD)
        solution = _next(clip)
        require(solution.facts == (portion,), "another_first")
        key = solution.key
        return BaseQuestion(
            subtype="next_ingredient",
            level=4,
            window=clip,
            stem="Which ingredient does the camera wearer add next, after the end of the clip?",
            claim="After the end of the clip, the camera wearer next adds this ingredient: {}.",
            solve=_next,
            answer=Phrase(text=key.text, aliases=object_names(key.text)[1:]),
            key_kind="name",
            solution=solution,
            wrong=other_ingredients(clip, key),
            shown_from=("clip", "video"),
            groups=(window.video.id,),
            how=NAME_IT,
        )

    yield from attempt("next_ingredient", added(window.portions), ask)


def _next(window: Window) -> Solution:
    portions = added(window.video.portions)
    ahead = [portion for portion in portions if window.end <= portion.start <= window.end + SOON]
    require(ahead, "nothing_ahead")
    first = ahead[0]
    begun = [portion for portion in portions if portion.start < window.end and portion.end > window.start]
    require(begun, "nothing_before")
    goes_on = [begun[-1], *(portion for portion in begun if portion.end > window.end)]
    require(all(ingredient(portion) != ingredient(first) for portion in goes_on), "same_one_again")
    rivals = [portion for portion in ahead if portion.start < first.start + FOLLOWS]
    require(all(ingredient(portion) == ingredient(first) for portion in rivals), "several_at_once")
    require(plain(ingredient(first)), "no_plain_name")
    return Solution(option(first, "clip"), (first,))


def missing_ingredient(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which ingredient is still missing? Level 4: it is added after the clip, in which all others are added.

    Evidence: the first time that each ingredient of the recipe is added. Only recipes of which every ingredient is
    added in the video are asked about. Wrong options: those added in the clip; there are no bundles, since each recipe
    misses one ingredient only once.
    """

    def ask(capture: str) -> BaseQuestion:
        *before, last = _firsts(window, capture)
        require(len(before) + 1 >= FEWEST, "too_few_ingredients")
        clip = window.cut(before[0].start - BESIDE, min(max(p.end for p in before) + BESIDE, last.start))
        require(clip.length <= LONGEST, "too_long")
        solve = partial(_missing, capture=capture)
        solution = solve(clip)
        key = solution.key
        recipe = next(recipe for recipe in window.video.recipes if recipe.id == last.recipe)
        require(not words_of(key.text) & words_of(recipe.name), "named_by_recipe")
        others = {ingredient(p): option(p, "clip") for p in before if plain(ingredient(p))}
        of_recipe = f"ingredient of the recipe “{recipe.name}”"
        return BaseQuestion(
            subtype="missing_ingredient",
            level=4,
            window=clip,
            stem=f"One {of_recipe} has not been added yet when the clip ends. Which one is it?",
            claim=f"The {of_recipe} that has not been added yet when the clip ends is this: {{}}.",
            solve=solve,
            answer=Phrase(text=key.text, aliases=object_names(key.text)[1:]),
            key_kind="name",
            solution=solution,
            wrong=tuple(other for name, other in others.items() if not may_be_one(name, key.label)),
            how=NAME_IT,
            asked={"recipe": recipe.id},
        )

    captures = sorted({portion.capture for portion in added(window.portions)})
    yield from attempt("missing_ingredient", captures, ask)


def _missing(window: Window, capture: str) -> Solution:
    *before, last = _firsts(window, capture)
    require(last.start >= window.end, "none_missing")
    require(all(map(window.holds, before)), "several_missing")
    require(plain(ingredient(last)), "no_plain_name")
    return Solution(option(last, "clip"), (*before, last))


def _firsts(window: Window, capture: str) -> list[Portion]:
    """When each ingredient is first added, by time. Raises Undecidable where the recipe has one that is not."""
    firsts: dict[str, Portion] = {}
    for portion in added(window.video.portions):
        if portion.capture == capture:
            firsts.setdefault(portion.ingredient, portion)
    recipes = {portion.recipe for portion in firsts.values()}
    wanted = {name for recipe in window.video.recipes if recipe.id in recipes for name, _ in recipe.ingredients}
    require(wanted and set(firsts) == wanted, "not_all_added")
    return list(firsts.values())
