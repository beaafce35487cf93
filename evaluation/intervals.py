"""95 % intervals by drawing whole clusters (videos) again, because questions about one video are not independent.

The clusters are drawn with replacement, DRAWS times, and the middle 95 % of the results is the interval (the
percentile cluster bootstrap). It is seeded: the same numbers give the same interval. An interval from fewer than
FEW_CLUSTERS clusters is too narrow, and one cluster gives none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Statistic = Callable[[Floats], Floats]
"""Turns totals, of shape (…, columns), into values of shape (…)."""

DRAWS = 2_000
MAX_GROUPS = 1_000
FEW_CLUSTERS = 10
MIDDLE = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and its 95 % interval; `low` and `high` are None when there is but one cluster."""

    mean: float
    low: float | None
    high: float | None


def paired_difference(before: ArrayLike, after: ArrayLike, clusters: ArrayLike, seed: int = 0) -> Interval:
    """The mean of `after - before` over items. The three sequences align: two scores in [0, 1] and a video per item.

    Raises ValueError when there are no items, or the lengths differ.
    """
    first, later, videos = np.asarray(before, float), np.asarray(after, float), np.asarray(clusters)
    if not len(first) == len(later) == len(videos) > 0:
        raise ValueError(
            f"{len(first)} scores before, {len(later)} after and {len(videos)} clusters; give one of each per item"
        )
    return cluster_bootstrap([later - first, np.ones_like(first)], videos, [ratio], seed)[0]


def ratio(totals: Floats) -> Floats:
    """The first column's total per the second's."""
    values: Floats = totals[..., 0] / totals[..., 1]
    return values


def cluster_bootstrap(
    columns: Sequence[ArrayLike], clusters: ArrayLike, statistics: Sequence[Statistic], seed: int = 0
) -> list[Interval]:
    """An interval for each statistic of the columns' totals, all from the same draws. Columns align with `clusters`.

    More than MAX_GROUPS clusters are first joined at random into that many groups, which are as independent as the
    clusters are: the interval stays right and its cost stays bounded.
    """
    draw = np.random.default_rng(seed)
    codes = np.unique(np.asarray(clusters), return_inverse=True)[1]
    count = int(codes.max()) + 1
    if count > MAX_GROUPS:
        codes = (draw.permutation(count) % MAX_GROUPS)[codes]
        count = MAX_GROUPS
    totals = np.stack([np.bincount(codes, weights=np.asarray(column), minlength=count) for column in columns], axis=1)
    means = [float(statistic(totals.sum(axis=0))) for statistic in statistics]
    if count == 1:
        return [Interval(mean, None, None) for mean in means]
    picked = draw.integers(count, size=(DRAWS, count)) + count * np.arange(DRAWS)[:, None]
    times = np.bincount(picked.ravel(), minlength=DRAWS * count).reshape(DRAWS, count)
    drawn = times.astype(np.float64) @ totals
    bounds = [np.quantile(statistic(drawn), MIDDLE) for statistic in statistics]
    return [Interval(mean, float(low), float(high)) for mean, (low, high) in zip(means, bounds, strict=True)]
