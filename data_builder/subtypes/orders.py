"""Orders: three steps or ingredients, numbered in the question, and the order in which the clip first shows them.

The answer is three numbers, so that all questions have the same six possible answers.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise, permutations

from data_builder.facts import F, Portion, Step
from data_builder.question import BaseQuestion, Drop, Option, Solution, Solve, attempt, require
from data_builder.subtypes.ingredients import added, ingredient, plain
from data_builder.subtypes.naming import may_be_one
from data_builder.subtypes.steps import alike, clear, recipe_name, said
from data_builder.windows import Window
from reward.answers import List

APART = 2.0
"""Seconds between two onsets that make their order plain."""
LONGEST, BESIDE = 600.0, 5.0
"""Seconds of the longest clip, and of what a clip shows before the first of the three and after the last."""
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
        ids = _numbered(texts, window)
        done = f"three steps of the recipe “{recipe_name(window, three[0])}” first carried out"
        clip, solve = _clip_of(window, three), partial(_step_order, ids=ids)
        names = [f"“{texts[step]}”" for step in ids]
        return _question("step_order", clip, solve, done, names, {"steps": "; ".join(ids)})

    for recipe in sorted({step.recipe for step in window.steps}):
        steps = [s for s in window.steps if s.recipe == recipe and not s.preparing and clear(s.text)]
        threes = _threes(_firsts(steps, _id), f"{window.video.id} {recipe}")
        yield from attempt("step_order", _surprising(threes, window, recipe), ask)


def _surprising(threes: Sequence[tuple[Step, ...]], window: Window, recipe: str) -> list[tuple[Step, ...]]:
    """Few of the threes in the order that the recipe is written in, which everybody would guess: one in four."""
    written = [step for r in window.video.recipes if r.id == recipe for step, _ in r.steps]
    places = {three: [written.index(step.step) for step in three if step.step in written] for three in threes}
    astray = [three for three in threes if places[three] != sorted(places[three])][:MOST]
    expected = [three for three in threes if three not in astray and places[three] == sorted(places[three])]
    return [*astray, *expected[: len(astray) // 3]]


def _step_order(window: Window, ids: Sequence[str]) -> Solution:
    solution = _order(window, [step for step in window.steps if not step.preparing], _id, ids)
    begun = {step.step: step.start for step in reversed(window.steps)}
    starts = [begun[fact.step] for fact in solution.facts if isinstance(fact, Step)]
    require(starts == sorted(starts), "prepared_in_another_order")
    return solution


def _id(step: Step) -> str:
    return step.step


def ingredient_order(window: Window) -> Iterator[BaseQuestion | Drop]:
    """In which order are three ingredients first added? Level 3: the clip runs from the first to the last of them.

    Evidence: the first stretch of each. Wrong options: the other orders, the same for all questions.
    """

    def ask(three: tuple[Portion, ...]) -> BaseQuestion:
        names = _numbered(map(ingredient, three), window)
        require(not any(may_be_one(a, b) for a, b in combinations(names, 2)), "similar_ingredients")
        clip, solve = _clip_of(window, three), partial(_ingredient_order, names=names)
        asked: dict[str, str | float] = {"names": "; ".join(names)}
        return _question("ingredient_order", clip, solve, "three ingredients first added", names, asked)

    portions = [portion for portion in added(window.portions) if plain(ingredient(portion))]
    yield from attempt("ingredient_order", _threes(_firsts(portions, ingredient), window.video.id)[:MOST], ask)


def _ingredient_order(window: Window, names: Sequence[str]) -> Solution:
    return _order(window, added(window.portions), ingredient, names)


def _order(window: Window, facts: Iterable[F], name_of: Callable[[F], str], names: Sequence[str]) -> Solution:
    """In which order the first facts of the names start."""
    firsts = {name_of(fact): fact for fact in _firsts(facts, name_of)}
    require(all(name in firsts for name in names), "not_in_clip")
    found = sorted((firsts[name] for name in names), key=lambda fact: fact.start)
    require(all(map(window.holds, found)), "cut_by_edge")
    require(all(later.start - earlier.start >= APART for earlier, later in pairwise(found)), "too_close")
    numbers = [names.index(name_of(fact)) + 1 for fact in found]
    return Solution(_option(numbers, *(fact.id for fact in found)), tuple(found))


def _numbered(names: Iterable[str], window: Window) -> list[str]:
    """The names in a drawn order, in which the question numbers them, so that any answer is as likely as any other."""
    found = sorted(names)
    return random.Random(f"{window.video.id} {found}").sample(found, len(found))


def _firsts(facts: Iterable[F], name_of: Callable[[F], str]) -> list[F]:
    """The first fact of each name; the facts come by time."""
    firsts: dict[str, F] = {}
    for fact in facts:
        firsts.setdefault(name_of(fact), fact)
    return list(firsts.values())


def _threes(firsts: Sequence[F], seed: str) -> list[tuple[F, ...]]:
    """The threes, in an order drawn by the seed, of facts that start one after the other and fit into one clip."""
    found = [
        three
        for three in combinations(firsts, 3)
        if three[2].end - three[0].start <= LONGEST - 2 * BESIDE
        and all(later.start - earlier.start >= APART for earlier, later in pairwise(three))
    ]
    return random.Random(seed).sample(found, len(found))


def _clip_of(window: Window, three: Sequence[F]) -> Window:
    return window.cut(three[0].start - BESIDE, max(fact.end for fact in three) + BESIDE)


def _option(numbers: Sequence[int], *evidence: str) -> Option:
    text = ", ".join(map(str, numbers))
    return Option(text, text, "fixed", evidence)


def _question(
    subtype: str,
    clip: Window,
    solve: Solve,
    done: str,
    names: Sequence[str],
    asked: dict[str, str | float],
) -> BaseQuestion:
    """The question in which order things are `done` ("three ingredients first added"); it numbers the names."""
    solution = solve(clip)
    listed = "; ".join(f"{number}. {name}" for number, name in enumerate(names, 1))
    order = solution.key.text.split(", ")
    what, how = done.split(" first ")
    return BaseQuestion(
        subtype=subtype,
        level=3,
        window=clip,
        stem=f"In which order are {done} in the clip: {listed}?",
        claim=f"In the clip, {what} ({listed}) are first {how} in the order {{}}.",
        solve=solve,
        answer=List(items=tuple((number, names[int(number) - 1].strip("“”")) for number in order), ordered=True),
        key_kind="order",
        exchangeable=True,
        solution=solution,
        wrong=tuple(option for option in map(_option, permutations((1, 2, 3))) if option.label != solution.key.label),
        shown_from=("fixed",),
        how="Answer with the three numbers in order, separated by commas.",
        asked=asked,
    )
