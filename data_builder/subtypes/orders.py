"""Orders: in which order a clip first shows three steps of a recipe, or three ingredients."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations

from data_builder.facts import F, Portion, Step
from data_builder.question import BaseQuestion, Drop, Solution, attempt, require
from data_builder.subtypes.ingredients import added, ingredient, plain
from data_builder.subtypes.naming import may_be_one
from data_builder.subtypes.steps import alike, clear, recipe_name, said
from data_builder.subtypes.threes import numbered, order_question, plainly_ordered, whole_order
from data_builder.windows import Window

APART = 3.0
"""Seconds between two onsets that make their order plain: these times are annotated in whole seconds."""
LONGEST, BESIDE = 600.0, 5.0
"""Seconds of the longest clip, and of what a clip shows before the first of the three and after the last."""
SEEN = 3.0
"""Seconds of a step below which it may be overlooked."""
MOST = 20
"""Questions about one recipe, or about the ingredients of one video."""


def step_order(window: Window) -> Iterator[BaseQuestion | Drop]:
    """In which order are three steps first carried out? Level 3: the clip runs from the first to the last of them.

    Evidence: the first stretch of each; what prepares them in the clip begins in the same order. Wrong options: the
    other orders, the same for all questions.
    """

    def ask(three: tuple[Step, ...]) -> BaseQuestion:
        texts = {step.step: said(step.text) for step in three}
        require(not any(alike(a, b) for a, b in combinations(texts.values(), 2)), "similar_steps")
        clip = _clip_of(window, three)
        ids, of_recipe = numbered(texts, clip), f"three steps of the recipe “{recipe_name(window, three[0])}”"
        return order_question(
            "step_order",
            clip,
            partial(_step_order, ids=ids),
            stem=f"In which order are {of_recipe} first carried out in the clip",
            claim=(f"In the clip, {of_recipe}", " are first carried out"),
            names=[(f"“{texts[step]}”",) for step in ids],
            asked={"steps": "; ".join(ids)},
        )

    for recipe in sorted({step.recipe for step in window.steps}):
        steps = [s for s in window.steps if s.recipe == recipe and not s.preparing and clear(s.text)]
        threes = _threes(_firsts(steps, _id).values(), f"{window.video.id} {recipe}")
        yield from attempt("step_order", _surprising(threes, window, recipe), ask)


def _surprising(threes: Sequence[tuple[Step, ...]], window: Window, recipe: str) -> list[tuple[Step, ...]]:
    """Few of the threes in the order that the recipe is written in, which everybody would guess: one in four."""
    written = [step for r in window.video.recipes if r.id == recipe for step, _ in r.steps]
    places = {three: [written.index(step.step) for step in three if step.step in written] for three in threes}
    astray = [three for three in threes if places[three] != sorted(places[three])][:MOST]
    expected = [three for three in threes if three not in astray and places[three] == sorted(places[three])]
    return [*astray, *expected[: len(astray) // 3]]


def _step_order(window: Window, ids: Sequence[str]) -> Solution:
    carried_out = [step for step in window.steps if not step.preparing]
    solution = whole_order(window, _firsts(carried_out, _id), ids, APART)
    begun = {step.step: step.start for step in reversed(window.steps)}
    starts = [begun[fact.step] for fact in solution.facts if isinstance(fact, Step)]
    require(starts == sorted(starts), "prepared_in_another_order")
    require(all(fact.end - fact.start >= SEEN for fact in solution.facts), "hardly_carried_out")
    return solution


def _id(step: Step) -> str:
    return step.step


def ingredient_order(window: Window) -> Iterator[BaseQuestion | Drop]:
    """In which order are three ingredients first added? Level 3: the clip runs from the first to the last of them.

    Evidence: the first stretch of each. Wrong options: the other orders, the same for all questions.
    """

    def ask(three: tuple[Portion, ...]) -> BaseQuestion:
        clip = _clip_of(window, three)
        names = numbered(map(ingredient, three), clip)
        require(not any(may_be_one(a, b) for a, b in combinations(names, 2)), "similar_ingredients")
        return order_question(
            "ingredient_order",
            clip,
            partial(_ingredient_order, names=names),
            stem="In which order are three ingredients first added in the clip",
            claim=("In the clip, three ingredients", " are first added"),
            names=[(name,) for name in names],
            asked={"names": "; ".join(names)},
        )

    portions = [portion for portion in added(window.portions) if plain(ingredient(portion))]
    yield from attempt("ingredient_order", _threes(_firsts(portions, ingredient).values(), window.video.id)[:MOST], ask)


def _ingredient_order(window: Window, names: Sequence[str]) -> Solution:
    portions = added(window.portions)
    solution = whole_order(window, _firsts(portions, ingredient), names, APART)
    for first in solution.facts:
        kin = [p for p in portions if isinstance(first, Portion) and may_be_one(ingredient(p), ingredient(first))]
        require(all(portion.start >= first.start for portion in kin), "added_before_by_another_name")
    return solution


def _firsts(facts: Iterable[F], name_of: Callable[[F], str]) -> dict[str, F]:
    """The first fact of each name; the facts come by time."""
    firsts: dict[str, F] = {}
    for fact in facts:
        firsts.setdefault(name_of(fact), fact)
    return firsts


def _threes(firsts: Iterable[F], seed: str) -> list[tuple[F, ...]]:
    """The threes, in an order drawn by the seed, of facts that start one after the other and fit into one clip."""
    found = [
        three
        for three in combinations(firsts, 3)
        if three[2].end - three[0].start <= LONGEST - 2 * BESIDE and plainly_ordered(three, APART)
    ]
    return random.Random(seed).sample(found, len(found))


def _clip_of(window: Window, three: Sequence[F]) -> Window:
    return window.cut(three[0].start - BESIDE, max(fact.end for fact in three) + BESIDE)
