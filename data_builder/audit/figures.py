"""The numbers on one subtype, or on all of them, under the names that they have in `audit.json`."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from itertools import compress
from typing import Any

import numpy as np

from data_builder.audit.interval import NOTHING, Estimate, estimate
from data_builder.audit.question import Question
from data_builder.audit.solved import Solved
from data_builder.audit.table import Floats

Figures = dict[str, Any]
SUREST = 20


def figures(solved: Solved) -> Figures:
    """All numbers as JSON holds them, shares not rounded."""
    questions = solved.questions
    groups = [question.group for question in questions]
    return {
        "n": len(questions),
        "chance": float(solved.chance.mean()),
        "heuristics": {name: float(worth.mean()) for name, worth in solved.heuristics.items()},
        "options_only": asdict(_estimate(solved.options_only, solved.chance, groups)),
        "question_options": asdict(_estimate(solved.question_options, solved.chance, groups)),
        "chosen_heuristic": {
            "names": list(solved.names),
            **asdict(estimate(solved.chosen, solved.chance, groups)),
        },
        "groups": len(set(groups)),
        "relaxed_groups": solved.relaxed,
        "left_out": solved.left_out,
        "wrong_in_clip": _wrong_in_clip(questions),
        "repeated_sets": sum(_repeated(questions)) / len(questions),
        "bundled": sum(map(len, bundles(questions))) / len(questions),
    }


def _estimate(right: Floats | None, chance: Floats, groups: Sequence[str]) -> Estimate:
    return NOTHING if right is None else estimate(right, chance, groups)


def _wrong_in_clip(questions: Sequence[Question]) -> float | None:
    """The share of wrong options that happen in the clip, of the questions where that is known."""
    known = [
        inside
        for question in questions
        for place, inside in enumerate(question.options_in_clip or ())
        if place != question.correct
    ]
    return sum(known) / len(known) if known else None


def _repeated(questions: Sequence[Question]) -> list[bool]:
    """Of each question, whether another group has the same options."""
    groups: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for question in questions:
        groups[question.option_set].add(question.group)
    return [len(groups[question.option_set]) > 1 for question in questions]


def bundles(questions: Sequence[Question]) -> list[list[int]]:
    """The indices of questions of one subtype and group that share their options and have different keys."""
    found: dict[tuple[str, str, tuple[str, ...]], list[int]] = defaultdict(list)
    for i, question in enumerate(questions):
        found[question.subtype, question.group, question.option_set].append(i)
    return [same for same in found.values() if len({questions[i].key for i in same}) > 1]


def surest(solved: Solved) -> tuple[list[Figures], list[list[Figures]]]:
    """What gives most away: the questions that question and options answer rightly and most surely, and whole bundles.

    At most SUREST of each, the surest first; a bundle is as sure as its questions are on average.
    """
    if solved.question_options is None:
        return [], []
    right = solved.question_options == 1
    order = sorted(compress(range(len(right)), right), key=lambda i: (-solved.sure[i], solved.questions[i].id))
    whole = [bundle for bundle in bundles(solved.questions) if right[bundle].all()]
    whole.sort(key=lambda bundle: (-float(np.mean(solved.sure[bundle])), solved.questions[bundle[0]].id))
    return (
        [_shown(solved, i) for i in order[:SUREST]],
        [[_shown(solved, i) for i in bundle] for bundle in whole[:SUREST]],
    )


def _shown(solved: Solved, index: int) -> Figures:
    question = solved.questions[index]
    return {
        "id": question.id,
        "subtype": question.subtype,
        "format": question.format,
        "video": question.videos[0],
        "question": question.stem,
        "options": list(question.options),
        "key": question.key,
        "share": float(solved.sure[index]),
    }
