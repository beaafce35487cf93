"""Statements and free answers: what constants give, and how well text alone tells the true statements."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from scipy.sparse import csr_matrix, vstack
from sklearn.feature_extraction.text import TfidfVectorizer

from data_builder.audit.interval import NOTHING, Estimate, estimate
from data_builder.audit.logit import Columns, fit
from data_builder.audit.measures import MAX_TEXT, TOKEN
from data_builder.audit.question import Free, Judged, folds_of, joined
from data_builder.audit.solver import FEWEST_GROUPS
from data_builder.audit.table import Floats

MAX_STATEMENTS = 40_000
"""The first so many of a format go to the solver."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The statements of one format. All but counts are shares in [0, 1].

    `all_true`, `all_false` and `best_pattern` are how often every statement of an item is judged right by marking them
    so, the last with the most frequent pattern of truth. `over_true_blind` is the over-true ratio of blind guessing:
    of the wrong replies that a coin gives, the share that marks more statements true than are. `letters` is how often
    the only true statement has each letter. `solver` judges single statements by their words; its chance is the
    share of the more frequent truth.
    """

    items: int
    statements: int
    true: float
    all_true: float
    all_false: float
    best_pattern: float
    over_true_blind: float
    letters: dict[str, float]
    solver: Estimate


@dataclass(frozen=True, slots=True)
class Keys:
    """The free answers of one subtype: how many there are, how many differ, and the most frequent one's share."""

    items: int
    keys: int
    most_frequent: str
    share: float


def balances(judged: Sequence[Judged]) -> dict[str, Balance]:
    """The balance of each format."""
    by_format: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        by_format[one.format].append(one)
    return {format: _balance(by_format[format]) for format in sorted(by_format)}


def _balance(items: Sequence[Judged]) -> Balance:
    truths = [one.truth for one in items]
    single = Counter(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[t.index(True) % 26] for t, i in zip(truths, items, strict=True) if i.exactly_one
    )
    wrong = sum(1 - 0.5 ** len(truth) for truth in truths)
    over = sum(
        sum(comb(len(truth), k) for k in range(sum(truth) + 1, len(truth) + 1)) / 2 ** len(truth) for truth in truths
    )
    statements = sum(map(len, truths))
    return Balance(
        items=len(items),
        statements=statements,
        true=sum(map(sum, truths)) / statements,
        all_true=sum(map(all, truths)) / len(items),
        all_false=sum(not any(truth) for truth in truths) / len(items),
        best_pattern=max(Counter(truths).values()) / len(items),
        over_true_blind=over / wrong,
        letters={letter: single[letter] / single.total() for letter in sorted(single)},
        solver=NOTHING if single else _told_by_words(items),
    )


def _told_by_words(items: Sequence[Judged]) -> Estimate:
    """How well words tell true statements from false ones, learnt from other groups of videos."""
    group = joined([one.videos for one in items])
    rows = [
        (text[:MAX_TEXT].lower(), true, name)
        for one, name in zip(items, group, strict=True)
        for text, true in zip(one.statements, one.truth, strict=True)
    ][:MAX_STATEMENTS]
    texts, truth, groups = zip(*rows, strict=True)
    target = np.array(truth, dtype=np.float64)
    if len(set(groups)) < FEWEST_GROUPS or target.min() == target.max():
        return NOTHING
    words = csr_matrix(TfidfVectorizer(token_pattern=TOKEN, ngram_range=(1, 2), sublinear_tf=True).fit_transform(texts))
    fold = np.array(folds_of(groups, "statements"))
    right = np.zeros(len(target))
    for held in np.unique(fold):
        scores = _true_scores(words[fold != held], target[fold != held], words[fold == held])
        right[fold == held] = np.where(scores == 0, 0.5, (scores > 0) == target[fold == held])
    chance = np.full(len(target), max(target.mean(), 1 - target.mean()))
    return estimate(right, chance, groups)


def _true_scores(words: csr_matrix, target: Floats, asked: csr_matrix) -> Floats:
    """Above 0 for what is rather true. Each statement is a choice between itself and a row of nothing, for false."""
    order = np.arange(2 * len(target)).reshape(2, -1).T.ravel()
    both = csr_matrix(vstack([words, csr_matrix(words.shape)]))[order]
    bias = (order < len(target)).astype(np.float64)[:, None]
    right = np.where(bias[:, 0] > 0, np.repeat(target, 2), 1 - np.repeat(target, 2)) > 0
    weights = fit(Columns(both, bias), right, np.full(len(target), 2))
    return Columns(asked, np.ones((asked.shape[0], 1))).scores(weights)


def frequent_keys(free: Sequence[Free]) -> dict[str, Keys]:
    """The most frequent key of each subtype."""
    by_subtype: dict[str, Counter[str]] = defaultdict(Counter)
    for one in free:
        by_subtype[one.subtype][one.key] += 1
    found = {}
    for subtype, keys in sorted(by_subtype.items()):
        key, times = min(keys.items(), key=lambda item: (-item[1], item[0]))
        found[subtype] = Keys(keys.total(), len(keys), key, times / keys.total())
    return found
