"""Solvers that never see the clip: what a policy could learn from options, or from question and options, alone.

Two learners score each option, and the mean of their log-shares decides: (A) a conditional logit on words, whole texts,
pairs of a question's and an option's word, and plain measures; (B) gradient boosting on the measures, on A's score, and
on how often the text was right in other folds. The place of an option is no input. Folds are by group, and what B
learns of A and of labels comes from folds that the row is not in. There, more may only count for an option: where keys
are balanced over the whole set, a text that was right often elsewhere must be right seldom here, which is no leak.
"""

from itertools import combinations

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from data_builder.audit.evidence import Labels, columns_of, labels_of
from data_builder.audit.logit import Columns, fit
from data_builder.audit.measures import Texts
from data_builder.audit.question import FOLDS
from data_builder.audit.table import Floats, Ints, Table

TREES = 100


def solve(texts: Texts, dense: Floats, folds: Ints, with_question: bool) -> Floats:
    """The logarithm of each option's share, from solvers that were trained on the other folds.

    `dense` are the plain measures of each row, `folds` the fold of each question. In a fold whose others are empty all
    options share alike.
    """
    table = texts.table
    columns = columns_of(texts, dense, with_question)
    labels = labels_of(texts, folds, with_question)
    used = [fold for fold in range(FOLDS) if (folds == fold).any()]
    first = {held: _trained(table, columns, folds, held) for held in _held_out(used)}
    shares = table.log_softmax(np.zeros(len(table.text)))
    for fold in used if len(used) > 2 else ():
        rows, scores = _rows(table, folds == fold), first[frozenset([fold])]
        boosted = _boosted(table, dense, labels, folds, fold, first)
        shares[rows] = (scores[rows] + boosted[rows]) / 2
    return table.log_softmax(shares)


def _held_out(used: list[int]) -> list[frozenset[int]]:
    """The folds that are held out together: each alone, and each two."""
    return [frozenset(held) for size in (1, 2) for held in combinations(used, size)] if len(used) > 2 else []


def _rows(table: Table, questions: np.ndarray) -> Ints:
    return np.flatnonzero(questions[table.question])


def _trained(table: Table, columns: Columns, folds: Ints, held: frozenset[int]) -> Floats:
    """A's log-shares of all rows, trained without some folds."""
    training = ~np.isin(folds, list(held))
    rows = _rows(table, training)
    weights = fit(columns.of(rows), table.right[rows], table.sizes[training])
    return table.log_softmax(columns.scores(weights))


def _boosted(
    table: Table, dense: Floats, labels: Labels, folds: Ints, fold: int, first: dict[frozenset[int], Floats]
) -> Floats:
    """B's log-shares, trained without one fold; they count in that fold only."""
    inputs = []
    for other in np.unique(folds):
        held = frozenset([fold, int(other)])
        rows = _rows(table, folds == other)
        seen = labels.seen(rows, [int(one) for one in np.unique(folds) if one not in held])
        inputs.append(np.column_stack([rows, seen, first[held][rows], dense[rows]]))
    table_inputs = np.concatenate(inputs)
    inputs_ = table_inputs[np.argsort(table_inputs[:, 0])][:, 1:]
    training = _rows(table, folds != fold)
    learner = HistGradientBoostingClassifier(
        max_iter=TREES,
        learning_rate=0.08,
        max_leaf_nodes=8,
        min_samples_leaf=20,
        l2_regularization=1.0,
        early_stopping=False,
        random_state=0,
    )
    learner.fit(inputs_[training], table.right[training])
    return table.log_softmax(np.asarray(learner.decision_function(inputs_), dtype=np.float64))
