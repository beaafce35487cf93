"""The options of one subtype's questions as rows under one another, and what can be done to each question's rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from data_builder.audit.question import Question

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

TIE = 1e-6
"""Scores that differ by less are equal."""


@dataclass(frozen=True, slots=True)
class Table:
    """One row an option. Arrays of rows: `question` is the index of a row's question, `right` whether it is the key.

    `first` is each question's first row and `sizes` its number of options. `text` are indices into `texts`, which
    holds every text once, in the order of the alphabet.
    """

    questions: Sequence[Question]
    question: Ints
    first: Ints
    sizes: Ints
    right: Bools
    text: Ints
    texts: tuple[str, ...]

    @property
    def chance(self) -> Floats:
        """Of each question, the share of blind guesses that are right."""
        return 1.0 / self.sizes

    def spread(self, values: NDArray[np.float64]) -> Floats:
        """A value for each question, given to all of its rows."""
        spread: Floats = values[self.question]
        return spread

    def total(self, values: NDArray[np.float64]) -> Floats:
        """The sum over each question's rows."""
        total: Floats = np.add.reduceat(values, self.first)
        return total

    def mean(self, values: Floats) -> Floats:
        return self.total(values) / self.sizes

    def most(self, values: Floats) -> Floats:
        most: Floats = np.maximum.reduceat(values, self.first)
        return most

    def centred(self, values: Floats) -> Floats:
        """Each row's distance from the mean of its question."""
        return values - self.spread(self.mean(values))

    def neighbours(self, step: int) -> Ints:
        """Of each row, the row `step` places further in its question, going round at the end."""
        first = self.first[self.question]
        place = np.arange(len(first)) - first
        around: Ints = first + (place + step) % self.sizes[self.question]
        return around

    def log_softmax(self, scores: Floats) -> Floats:
        """Scores as logarithms of shares that add up to 1 in each question."""
        shifted = scores - self.spread(self.most(scores))
        return shifted - self.spread(np.log(self.total(np.exp(shifted))))

    def accuracy(self, scores: Floats) -> Floats:
        """Of each question, the chance to be right by taking the option of the highest score, ties drawn by lot."""
        best = (scores >= self.spread(self.most(scores)) - TIE).astype(np.float64)
        accuracy: Floats = self.total(best * self.right) / self.total(best)
        return accuracy


def table_of(questions: Sequence[Question]) -> Table:
    """The table of at least one question."""
    sizes = np.array([len(question.options) for question in questions])
    first = np.cumsum(sizes) - sizes
    right = np.zeros(int(sizes.sum()), dtype=bool)
    right[first + np.array([question.correct for question in questions])] = True
    texts = sorted({text for question in questions for text in question.options})
    index = {text: i for i, text in enumerate(texts)}
    text = np.array([index[text] for question in questions for text in question.options])
    return Table(questions, np.repeat(np.arange(len(sizes)), sizes), first, sizes, right, text, tuple(texts))
