"""Levels, proved: the key is computed again on parts of the window, and must behave as its level says.

1, recognition: one moment is enough, so the moment alone gives the same key and no half of the window another one.
2, relation: as 1, but at least two facts meet at that moment, and without any one of them the key is gone.
3, inference: the whole window is needed, so neither half of it gives the key.
4, planning: what lies beyond the window decides, so without it there is no key.
"""

from itertools import pairwise

from data_builder.facts import Fact
from data_builder.question import BaseQuestion, Undecidable
from data_builder.windows import Window

BESIDE = 1.0
"""Seconds kept on either side of the evidence when its moment is cut out."""
NEAR = 2.0
"""Seconds between two facts that still meet."""


def proven(question: BaseQuestion) -> int | None:
    """The level whose structure the question's evidence has: the declared one, or else a lower one; None for none.

    A question that needs less than it declares is moved down only to where its evidence fits: one fact to level 1.
    """
    checks = {1: _one_moment, 2: _facts_meet, 3: _whole_window, 4: _beyond}
    if checks[question.level](question):
        return question.level
    if question.level > 2 and _facts_meet(question):
        return 2
    return 1 if question.level > 1 and len(question.facts) == 1 and _one_moment(question) else None


def _one_moment(question: BaseQuestion) -> bool:
    window = question.window
    return (
        not _is_beyond(question)
        and _keeps(question, _moment(question))
        and all(_label(question, half) in (None, question.key.label) for half in _halves(window))
    )


def _facts_meet(question: BaseQuestion) -> bool:
    """Facts meet where they overlap, or where one follows the other at once."""
    facts = question.facts
    near = all(_gap(one, other) <= NEAR for one, other in pairwise(facts))
    return (
        len(facts) > 1
        and near
        and _one_moment(question)
        and not any(_keeps(question, question.window.without([fact])) for fact in facts)
    )


def _whole_window(question: BaseQuestion) -> bool:
    return not _is_beyond(question) and not any(_keeps(question, half) for half in _halves(question.window))


def _beyond(question: BaseQuestion) -> bool:
    return _is_beyond(question) and not _keeps(question, question.window.unfinished())


def _is_beyond(question: BaseQuestion) -> bool:
    return any(fact.start >= question.window.end for fact in question.facts)


def _halves(window: Window) -> tuple[Window, Window]:
    return window.cut(window.start, window.middle), window.cut(window.middle, window.end)


def _moment(question: BaseQuestion) -> Window:
    """The part of the window in which the evidence lies. What outlasts the window is evidence at any of its moments,
    so of that the first half of the window will do."""
    window, facts = question.window, question.facts
    inside = [fact for fact in facts if not (fact.start <= window.start and window.end <= fact.end)]
    if not inside:
        return _halves(window)[0]
    start, end = min(fact.start for fact in inside), max(fact.end for fact in inside)
    return window.cut(max(window.start, start - BESIDE), min(window.end, end + BESIDE))


def _gap(one: Fact, other: Fact) -> float:
    return max(one.start, other.start) - min(one.end, other.end)


def _keeps(question: BaseQuestion, part: Window) -> bool:
    return _label(question, part) == question.key.label


def _label(question: BaseQuestion, part: Window) -> str | None:
    """The key's label on another window; None where it cannot be computed."""
    try:
        return question.solve(part).key.label
    except Undecidable:
        return None
