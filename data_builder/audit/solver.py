"""Solvers that never see the clip: what a policy could learn from options, or from question and options, alone.

Two learners score each option, and the mean of their log-shares decides: (A) a conditional logit on words, whole texts,
pairs of a question's and an option's word, and plain measures; (B) gradient boosting on the measures, on A's score, and
on how often the text was right and wrong in other folds. The place of an option is no input. Folds are by group, and
what B learns of A and of labels always comes from folds that the row is not in.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from data_builder.audit.evidence import Labels, columns_of, labels_of
from data_builder.audit.logit import Columns, fit
from data_builder.audit.measures import Texts
from data_builder.audit.table import Bools, Floats, Ints, Table

FEWEST_GROUPS = 3
"""One to be asked about, one to learn A from, and one to learn B from."""
TREES = 100


@dataclass(frozen=True, slots=True)
class Known:
    """All that both learners are given: `dense` are measures of rows, `folds` are of questions."""

    table: Table
    dense: Floats
    columns: Columns
    labels: Labels
    folds: Ints

    def rows(self, questions: Bools) -> Ints:
        """The rows of some questions."""
        return np.flatnonzero(questions[self.table.question])


def solve(texts: Texts, dense: Floats, folds: Ints, with_question: bool) -> Floats:
    """The logarithm of each option's share, from learners that were trained on the other folds.

    `dense` are the plain measures of each row and `folds` the fold of each question, FEWEST_GROUPS different ones or
    more.
    """
    columns, labels = columns_of(texts, dense, with_question), labels_of(texts, folds, with_question)
    known = Known(texts.table, dense, columns, labels, folds)
    used = [int(fold) for fold in np.unique(folds)]
    held_out = [frozenset(held) for size in (1, 2) for held in combinations(used, size)]
    first = {held: _first(known, held) for held in held_out}
    shares = np.zeros(len(dense))
    for fold in used:
        rows = known.rows(folds == fold)
        shares[rows] = (first[frozenset([fold])][rows] + _second(known, fold, used, first)[rows]) / 2
    return texts.table.log_softmax(shares)


def _first(known: Known, held: frozenset[int]) -> Floats:
    """A's log-shares of all rows, trained without some folds."""
    training = ~np.isin(known.folds, sorted(held))
    rows = known.rows(training)
    weights = fit(known.columns.of(rows), known.table.right[rows], known.table.sizes[training])
    return known.table.log_softmax(known.columns.scores(weights))


def _second(known: Known, fold: int, used: list[int], first: dict[frozenset[int], Floats]) -> Floats:
    """B's log-shares, trained without one fold; they count in that fold only."""
    width = known.labels.width + 1
    inputs = np.column_stack([np.zeros((len(known.dense), width)), known.dense])
    for other in used:
        held = frozenset([fold, other])
        rows = known.rows(known.folds == other)
        seen = known.labels.seen(rows, [one for one in used if one not in held])
        inputs[rows, :width] = np.column_stack([seen, first[held][rows]])
    learner = HistGradientBoostingClassifier(
        max_iter=TREES,
        learning_rate=0.08,
        max_leaf_nodes=8,
        min_samples_leaf=20,
        l2_regularization=1.0,
        early_stopping=False,
        random_state=0,
    )
    training = known.rows(known.folds != fold)
    learner.fit(inputs[training], known.table.right[training])
    return known.table.log_softmax(np.asarray(learner.decision_function(inputs), dtype=np.float64))
