"""What solvers see of a table: columns without labels, and what the labels of training folds say of each option."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix, hstack

from data_builder.audit.logit import Columns
from data_builder.audit.measures import Texts, content_words, dot
from data_builder.audit.question import FOLDS
from data_builder.audit.table import Floats, Ints, Table

DENSE_SCALE = 0.3
"""How much a plain measure weighs beside a word."""
NEAREST = 10
"""Questions of each fold that vote."""
CHUNK = 500
PAIR_WORDS = 12
"""Content words of a text that are paired with those of the other."""
MAX_PAIRS = 60_000


def measured(table: Table, measures: Mapping[str, Floats]) -> Floats:
    """Each measure as it is, beside the mean of its question, by rank in it, and whether it is the most there."""
    columns: list[Floats] = []
    for values in measures.values():
        known = np.nan_to_num(values, nan=0.0, posinf=1e6, neginf=-1e6)
        most = known >= table.spread(table.most(known))
        columns += [known, table.centred(known), _ranks(table, known), table.centred(most.astype(np.float64))]
    return np.stack(columns, axis=1).round(8)  # sums in another order differ in the last digits


def _ranks(table: Table, values: Floats) -> Floats:
    """The share of the other options that have less, equal ones counted half."""
    less = np.zeros(len(values))
    for step in range(1, int(table.sizes.max())):
        other = values[table.neighbours(step)]
        less += (step < table.sizes[table.question]) * ((other < values) + 0.5 * (other == values))
    ranks: Floats = less / (table.sizes[table.question] - 1)
    return ranks


def columns_of(texts: Texts, dense: Floats, with_question: bool) -> Columns:
    """Words, whole texts and, with the question, pairs of words; and the dense columns brought to one size."""
    table = texts.table
    height = len(table.text)
    spread = dense.std(axis=0)
    scaled = np.clip((dense - dense.mean(axis=0)) / np.where(spread > 0, spread, 1.0), -5, 5)
    parts = [texts.words[0][table.text], _indicators(height, np.arange(height), table.text)]
    if with_question:
        parts += [_indicators(height, *_pairs(texts)), _indicators(height, np.arange(height), _asked_texts(table))]
    return Columns(csr_matrix(hstack(parts)), DENSE_SCALE * scaled)


def _indicators(height: int, rows: Ints, codes: Ints) -> csr_matrix:
    """A column for each code that occurs more than once, the most frequent ones; each row of length 1 or 0."""
    known, column, count = np.unique(codes, return_inverse=True, return_counts=True)
    order = np.argsort(-count, kind="stable")[:MAX_PAIRS]
    place = np.full(len(known), -1)
    place[order] = np.where(count[order] > 1, np.arange(len(order)), -1)
    kept = place[column] >= 0
    rows, columns = rows[kept], place[column[kept]]
    width = int((place >= 0).sum())
    weight = 1 / np.sqrt(np.bincount(rows, minlength=height)[rows])
    return csr_matrix((weight, (rows, columns)), shape=(height, width))


def _asked_texts(table: Table) -> Ints:
    """A number for each different pair of a stem and an option."""
    stems: dict[str, int] = {}
    numbers = np.array([stems.setdefault(question.stem, len(stems)) for question in table.questions])
    asked: Ints = numbers[table.question] * len(table.texts) + table.text
    return asked


def _pairs(texts: Texts) -> tuple[Ints, Ints]:
    """Row and code of each pair of a content word of the question and a word of the option."""
    table = texts.table
    vocabulary: dict[str, int] = {}
    stems, options = (
        [
            np.array([vocabulary.setdefault(word, len(vocabulary)) for word in content_words(text)[:PAIR_WORDS]], int)
            for text in side
        ]
        for side in (texts.stems, texts.options)
    )
    found = [
        np.add.outer(stems[question] * len(vocabulary), options[text]).ravel()
        for question, text in zip(table.question, table.text, strict=True)
    ]
    return np.repeat(np.arange(len(found)), [len(codes) for codes in found]), np.concatenate(found)


@dataclass(frozen=True, slots=True)
class Labels:
    """What the labels of each fold say of each row: arrays of shape (kinds, folds, rows).

    `offered` and `right` count the row's text, its text among the same options and, with the question, after the same
    stem; `votes` compare it with the keys of the fold's nearest questions.
    """

    offered: Floats
    right: Floats
    votes: Floats
    chance: Floats

    @property
    def width(self) -> int:
        """The number of columns that `seen` gives."""
        return 3 * len(self.offered) + 1

    def seen(self, rows: Ints, folds: Sequence[int]) -> Floats:
        """Of some rows, columns from the labels of some folds only."""
        offered, right = (counts[:, folds][:, :, rows].sum(axis=1) for counts in (self.offered, self.right))
        chance = self.chance[rows]
        odds = np.log((right + chance) / (offered - right + 1 - chance)) - np.log(chance / (1 - chance))
        votes = self.votes[folds][:, rows].mean(axis=0)
        return np.column_stack([*odds, *np.log1p(right), *np.log1p(offered - right), votes])


def labels_of(texts: Texts, folds: Ints, with_question: bool) -> Labels:
    table = texts.table
    sets: dict[tuple[str, ...], int] = {}
    among = np.array([sets.setdefault(question.option_set, len(sets)) for question in table.questions])
    kinds = [table.text, among[table.question] * len(table.texts) + table.text]
    kinds += [_asked_texts(table)] if with_question else []
    fold = folds[table.question]
    offered, right = np.zeros((2, len(kinds), FOLDS, len(fold)))
    for kind, codes in enumerate(kinds):
        code = np.unique(codes, return_inverse=True)[1]
        for one in range(FOLDS):
            inside = fold == one
            offered[kind, one] = np.bincount(code[inside], minlength=code.max() + 1)[code]
            right[kind, one] = np.bincount(code[inside & table.right], minlength=code.max() + 1)[code]
    votes = _votes(texts, folds) if with_question else np.zeros((FOLDS, len(fold)))
    return Labels(offered, right, votes, table.spread(table.chance))


def _votes(texts: Texts, folds: Ints) -> Floats:
    """By fold and row: how much more an option is like the nearest questions' keys than like their wrong options."""
    table = texts.table
    options, stems = texts.words
    rows = options[table.text]
    share = np.where(table.right, 1.0, -table.spread(1 / (table.sizes - 1.0)))
    contrast = csr_matrix((share, (table.question, np.arange(len(share))))) @ rows
    votes = np.zeros((FOLDS, len(share)))
    for fold in range(FOLDS):
        known = np.flatnonzero(folds == fold)
        if not len(known):
            continue
        keys, turned, most = contrast[known], stems[known].T.tocsr(), min(NEAREST, len(known))
        for start in range(0, len(folds), CHUNK):
            like = (stems[start : start + CHUNK] @ turned).toarray()
            near = np.argpartition(-like, most - 1, axis=1)[:, :most]
            asking = np.repeat(np.arange(len(like)), most)
            weight = csr_matrix((like[asking, near.ravel()], (asking, near.ravel())), shape=like.shape)
            inside = np.flatnonzero((table.question >= start) & (table.question < start + CHUNK))
            votes[fold, inside] = dot(rows[inside], (weight @ keys)[table.question[inside] - start])
    return votes
