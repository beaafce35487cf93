"""The cluster bootstrap against scipy, against theory, and at its edges."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from evaluation.intervals import MAX_GROUPS, Interval, paired_difference


def clustered(count: int, size: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Changes of `count` clusters of `size` items, alike within a cluster, around 0.3."""
    draw = np.random.default_rng(seed)
    values = 0.3 + draw.normal(0, 0.2, count)[:, None] + draw.normal(0, 0.1, (count, size))
    return values.ravel(), np.repeat(np.arange(count), size)


def width(interval: Interval) -> float:
    assert interval.low is not None
    assert interval.high is not None
    return interval.high - interval.low


def test_interval_is_that_of_scipys_bootstrap_on_cluster_means() -> None:
    change, clusters = clustered(40, 5, seed=1)
    ours = paired_difference(np.zeros_like(change), change, clusters, seed=0)
    means = change.reshape(40, 5).mean(axis=1)
    theirs = stats.bootstrap((means,), np.mean, n_resamples=20_000, method="percentile", rng=1).confidence_interval
    assert ours.mean == pytest.approx(means.mean())
    assert [ours.low, ours.high] == pytest.approx([theirs.low, theirs.high], abs=0.006)


def test_interval_is_near_the_t_interval_of_cluster_means() -> None:
    change, clusters = clustered(200, 3, seed=2)
    ours = paired_difference(np.zeros_like(change), change, clusters)
    means = change.reshape(200, 3).mean(axis=1)
    low, high = stats.t.interval(0.95, 199, means.mean(), stats.sem(means))
    assert [ours.low, ours.high] == pytest.approx([low, high], abs=0.006)


def test_more_clusters_than_groups_keep_the_width() -> None:
    change, clusters = clustered(6 * MAX_GROUPS, 1, seed=3)
    ours = paired_difference(np.zeros_like(change), change, clusters)
    low, high = stats.t.interval(0.95, len(change) - 1, change.mean(), stats.sem(change))
    assert width(ours) == pytest.approx(high - low, rel=0.1)


def test_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    runs = [clustered(40, 4, seed) for seed in range(200)]
    intervals = [paired_difference(np.zeros_like(change), change, clusters) for change, clusters in runs]
    held = sum(i.low is not None and i.high is not None and i.low <= 0.3 <= i.high for i in intervals)
    assert 0.89 <= held / 200 <= 0.99


def test_items_that_repeat_each_other_do_not_narrow_the_interval() -> None:
    before, after, videos = [0.0, 1.0, 0.0, 1.0, 0.0], [1.0, 1.0, 0.0, 1.0, 1.0], list("abcde")
    once = paired_difference(before, after, videos)
    repeated = paired_difference(before * 20, after * 20, videos * 20)
    assert repeated == once
    assert width(paired_difference(before * 20, after * 20, list(range(100)))) < 0.5 * width(once)


def test_mean_weighs_items_not_clusters() -> None:
    assert paired_difference([0, 0, 0, 0], [1, 1, 1, 0], ["a", "a", "a", "b"]).mean == 0.75


def test_seed_decides_the_interval() -> None:
    change, clusters = clustered(30, 2, seed=4)
    first, again, other = (paired_difference(np.zeros_like(change), change, clusters, seed) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_one_cluster_gives_no_interval() -> None:
    assert paired_difference([0, 0], [1, 0], ["a", "a"]) == Interval(0.5, None, None)


@pytest.mark.parametrize(("before", "after", "clusters"), [([], [], []), ([0], [1, 1], ["a"]), ([0], [1], ["a", "b"])])
def test_nothing_and_unequal_lengths_are_refused(before: list[int], after: list[int], clusters: list[str]) -> None:
    with pytest.raises(ValueError, match="give one of each per item"):
        paired_difference(before, after, clusters)
