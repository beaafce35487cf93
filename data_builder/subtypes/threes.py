"""Threes: three things, numbered in the question, and the order in which a clip first has them.

The answer is three numbers, so that all questions have the same six possible answers. The numbers are drawn, so that
any answer is as likely as any other.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
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
        if plainly_ordered(three) and three[0].start < window.middle and three[2].end > window.middle
    ]
    return random.Random(f"{window.video.id} {window.start}").sample(found, min(MOST, len(found)))


def plainly_ordered(facts: Iterable[F], apart: float = APART) -> bool:
    """Whether each of the facts starts so many seconds, or more, before the next."""
    return all(later.start - earlier.start >= apart for earlier, later in pairwise(facts))


def numbered(names: Iterable[str], window: Window) -> list[str]:
    """The names in the drawn order in which the question numbers them."""
    found = sorted(names)
    return random.Random(f"{window.video.id} {window.start} {found}").sample(found, len(found))


def whole_order(window: Window, firsts: Mapping[str, F], names: Sequence[str], apart: float = APART) -> Solution:
    """The order in which the first facts of three names start, each of which lies whole in the clip."""
    require(all(name in firsts for name in names), "not_in_clip")
    found = [firsts[name] for name in names]
    require(all(map(window.holds, found)), "cut_by_edge")
    return order_of(found, apart)


def order_of(facts: Sequence[F], apart: float = APART) -> Solution:
    """The order in which three facts start, as the numbers of their places here."""
    found = sorted(facts, key=lambda fact: fact.start)
    require(plainly_ordered(found, apart), "too_close")
    return Solution(_option([facts.index(fact) + 1 for fact in found], *(fact.id for fact in found)), tuple(found))


def order_question(
    subtype: str,
    window: Window,
    solve: Solve,
    *,
    stem: str,
    claim: tuple[str, str],
    names: Sequence[tuple[str, ...]],
    asked: dict[str, str | float],
) -> BaseQuestion:
    """In which order? The stem ends with the numbered names, and they stand between the two parts of the claim.

    Each of the names comes with its aliases.
    """
    solution = solve(window)
    listed = "; ".join(f"{number}. {name[0]}" for number, name in enumerate(names, 1))
    order = solution.key.text.split(", ")
    return BaseQuestion(
        subtype=subtype,
        level=3,
        window=window,
        stem=f"{stem}: {listed}?",
        claim=f"{claim[0]} ({listed}){claim[1]} in the order {{}}.",
        solve=solve,
        answer=List(items=tuple((number, *names[int(number) - 1]) for number in order), ordered=True),
        key_kind="order",
        exchangeable=True,
        solution=solution,
        wrong=tuple(option for option in map(_option, permutations((1, 2, 3))) if option.label != solution.key.label),
        shown_from=("fixed",),
        how="Answer with the three numbers in order, separated by commas.",
        asked=asked,
    )


def _option(numbers: Sequence[int], *evidence: str) -> Option:
    text = ", ".join(map(str, numbers))
    return Option(text, text, "fixed", evidence)
