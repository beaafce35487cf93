"""One subtype solved without the clip: how often each of its questions is answered right, and by what."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from data_builder.audit.evidence import measured
from data_builder.audit.heuristics import chosen_by_training, heuristics, position
from data_builder.audit.measures import Texts, option_measures, question_measures
from data_builder.audit.question import Question, folds_of, grouped
from data_builder.audit.solver import FEWEST_GROUPS, solve
from data_builder.audit.table import Floats, table_of

MAX_QUESTIONS = 8_000
"""Of a subtype; of a larger one, whole groups are drawn up to this."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The questions of one subtype, or of all, and for each a share in [0, 1] that is the mean over ways to split.

    `chosen` is the heuristic that was best on the training folds, `names` which that was. The solvers' shares are None
    where there are too few groups to learn from. `sure` is the share of the key that question and options give.
    `left_out` counts questions beyond MAX_QUESTIONS.
    """

    questions: Sequence[Question]
    chance: Floats
    heuristics: Mapping[str, Floats]
    chosen: Floats
    names: tuple[str, ...]
    options_only: Floats | None
    question_options: Floats | None
    sure: Floats
    relaxed: bool
    left_out: int = 0


def solve_subtype(questions: Sequence[Question]) -> Solved:
    """Solve one subtype's questions, at least one. Where they stand in the list does not matter."""
    kept = _capped(sorted(questions, key=lambda question: question.id))
    asked, relaxed = grouped(kept)
    table = table_of(asked)
    texts = Texts(table)
    options = option_measures(texts)
    both = options | question_measures(texts)
    plain = heuristics(table, both)
    groups = [question.group for question in asked]
    learnable = len(set(groups)) >= FEWEST_GROUPS
    runs, names, shares = [], [], np.zeros(len(table.text))
    seeds = range(_seeds(len(asked)))
    for seed in seeds:
        folds = np.array(folds_of(groups, str(seed)))
        chosen, name = chosen_by_training(plain, folds)
        names.append(name)
        alone = solve(texts, measured(table, options), folds, with_question=False) if learnable else shares
        asked_too = solve(texts, measured(table, both), folds, with_question=True) if learnable else shares
        runs.append((chosen, table.accuracy(alone), table.accuracy(asked_too)))
        shares = shares + np.exp(table.log_softmax(asked_too)) / len(seeds)
    chosen, options_only, question_options = np.mean(runs, axis=0)
    return Solved(
        questions=asked,
        chance=table.chance,
        heuristics=plain,
        chosen=chosen,
        names=tuple(dict.fromkeys(names)),
        options_only=options_only if learnable else None,
        question_options=question_options if learnable else None,
        sure=shares[table.right],
        relaxed=relaxed,
        left_out=len(questions) - len(kept),
    )


def _seeds(count: int) -> int:
    """How many ways to split are tried: fewer where more questions make them matter less."""
    return 3 if count <= 100 else 2 if count <= 1_000 else 1


def _capped(questions: Sequence[Question]) -> Sequence[Question]:
    """All questions, or those of videos that are drawn until there are MAX_QUESTIONS."""
    if len(questions) <= MAX_QUESTIONS:
        return questions
    of_video: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        of_video[question.videos[0]].append(question)
    names = sorted(of_video)
    random.Random(f"cap {len(questions)}").shuffle(names)
    drawn: list[Question] = []
    for name in names:
        if len(drawn) + len(of_video[name]) <= MAX_QUESTIONS:
            drawn += of_video[name]
    return drawn or questions[:MAX_QUESTIONS]


def together(parts: Sequence[Solved]) -> Solved:
    """All subtypes as one; where a solver could not learn, or a heuristic does not apply, it counts as guessing."""
    questions = [question for part in parts for question in part.questions]
    chance = np.concatenate([part.chance for part in parts])
    names = dict.fromkeys(name for part in parts for name in part.heuristics)
    plain = {name: np.concatenate([part.heuristics.get(name, part.chance) for part in parts]) for name in names}
    learnt = any(part.question_options is not None for part in parts)
    options_only, question_options = (
        np.concatenate([part.chance if values is None else values for part, values in pairs])
        for pairs in (
            [(part, part.options_only) for part in parts],
            [(part, part.question_options) for part in parts],
        )
    )
    return Solved(
        questions=questions,
        chance=chance,
        heuristics=plain | {"position": position(questions)},
        chosen=np.concatenate([part.chosen for part in parts]),
        names=(),
        options_only=options_only if learnt else None,
        question_options=question_options if learnt else None,
        sure=np.concatenate([part.sure for part in parts]),
        relaxed=any(part.relaxed for part in parts),
        left_out=sum(part.left_out for part in parts),
    )
