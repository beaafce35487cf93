"""Threes: three sounds or objects, numbered in the question, and the order in which a clip first has them.

The answer is three numbers, so that all questions have the same six possible answers. The numbers are drawn, so that
any answer is as likely as any other.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise, permutations

from data_builder.facts import F
from data_builder.question import BaseQuestion, Option, Solution, Solve, require
from data_builder.windows import Window
from reward.answers import List

APART = 1.0
"""Seconds between two onsets that make their order plain."""
MOST = 5
"""Questions about one clip."""


def threes(firsts: Sequence[F], window: Window) -> list[tuple[F, ...]]:
    """Up to `MOST` threes of facts that start one after the other, drawn by the clip, with one in each half of it."""
    found = [
        three
        for three in combinations(firsts, 3)
        if all(later.start - earlier.start >= APART for earlier, later in pairwise(three))
        and three[0].start < window.middle
        and three[2].end > window.middle
    ]
    return random.Random(f"{window.video.id} {window.start}").sample(found, min(MOST, len(found)))


def numbered(names: Iterable[str], window: Window) -> list[str]:
    """The names in the drawn order in which the question numbers them."""
    found = sorted(names)
    return random.Random(f"{window.video.id} {window.start} {found}").sample(found, len(found))


def first_order(window: Window, firsts: Iterable[F], name_of: Callable[[F], str], names: Sequence[str]) -> Solution:
    """In which order the first facts of three names start, each of which lies whole in the clip."""
    by_name = {name_of(fact): fact for fact in firsts}
    require(all(name in by_name for name in names), "not_in_clip")
    found = sorted((by_name[name] for name in names), key=lambda fact: fact.start)
    require(all(map(window.holds, found)), "cut_by_edge")
    require(all(later.start - earlier.start >= APART for earlier, later in pairwise(found)), "too_close")
    return Solution(_option([names.index(name_of(fact)) + 1 for fact in found]), tuple(found))


def order_question(
    subtype: str, window: Window, solve: Solve, things: str, done: str, names: Sequence[tuple[str, ...]], label: str
) -> BaseQuestion:
    """In which order are three `things` `done` ("first heard")? Each of the names comes with its aliases."""
    solution = solve(window)
    listed = "; ".join(f"{number}. {name[0]}" for number, name in enumerate(names, 1))
    order = solution.key.text.split(", ")
    return BaseQuestion(
        subtype=subtype,
        level=3,
        window=window,
        stem=f"In which order are three {things} first {done} in the clip: {listed}?",
        claim=f"In the clip, three {things} ({listed}) are first {done} in the order {{}}.",
        solve=solve,
        answer=List(items=tuple((number, *names[int(number) - 1]) for number in order), ordered=True),
        key_kind="order",
        exchangeable=True,
        solution=solution,
        wrong=tuple(option for option in map(_option, permutations((1, 2, 3))) if option.label != solution.key.label),
        shown_from=("fixed",),
        how="Answer with the three numbers in order, separated by commas.",
        asked={things: label},
    )


def _option(numbers: Sequence[int]) -> Option:
    text = ", ".join(map(str, numbers))
    return Option(text, text, "fixed")
