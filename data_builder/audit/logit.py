"""A conditional logit: one weight a column, and the options of a question share a probability of 1."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from data_builder.audit.table import Bools, Floats, Ints

STEPS = 60
"""Of L-BFGS; the penalty makes more of them matter little."""


@dataclass(frozen=True, slots=True)
class Columns:
    """What is known of each row, many columns that are mostly 0 and some that are not."""

    sparse: csr_matrix
    dense: Floats

    def of(self, rows: Ints) -> "Columns":
        return Columns(self.sparse[rows], self.dense[rows])

    def scores(self, weights: Floats) -> Floats:
        split = self.sparse.shape[1]
        scores: Floats = self.sparse @ weights[:split] + self.dense @ weights[split:]
        return scores

    def turned(self, rows: Floats) -> Floats:
        """The sum over rows of each column times a value for each row."""
        return np.concatenate([self.sparse.T @ rows, self.dense.T @ rows])

    @property
    def width(self) -> int:
        return int(self.sparse.shape[1] + self.dense.shape[1])


def fit(columns: Columns, right: Bools, sizes: Ints, penalty: float = 2.0) -> Floats:
    """The weights under which the keys are most likely, less half the penalty for each weight's square.

    Rows of a question follow one another; `sizes` are the questions' numbers of rows.
    """
    first = np.cumsum(sizes) - sizes
    target = right.astype(np.float64)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = columns.scores(weights)
        scores = scores - np.repeat(np.maximum.reduceat(scores, first), sizes)
        shares = np.exp(scores)
        total = np.add.reduceat(shares, first)
        shares /= np.repeat(total, sizes)
        value = np.log(total).sum() - scores @ target + 0.5 * penalty * (weights @ weights)
        return float(value), columns.turned(shares - target) + penalty * weights

    start = np.zeros(columns.width)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "maxcor": 8})
    weights: Floats = found.x
    return weights
