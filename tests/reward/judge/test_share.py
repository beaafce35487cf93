"""Shares and their intervals."""

import pytest

from reward.judge.share import Share, share_of


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(57, 60, 0.8630, 0.9829), (0, 84, 0.0, 0.0437), (84, 84, 0.9563, 1.0), (1, 2, 0.0945, 0.9055), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(hits: int, n: int, low: float, high: float) -> None:
    assert Share(hits, n).interval == pytest.approx((low, high), abs=5e-5)


def test_it_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for n in (1, 7, 60, 418):
        for hits in range(0, n + 1, 3):
            expected = stats.binomtest(hits, n).proportion_ci(method="wilson")
            assert Share(hits, n).interval == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_nothing_is_known_of_none() -> None:
    assert share_of([]) == Share(0, 0)
    assert Share(0, 0).as_json() == {"value": None, "low": 0.0, "high": 1.0, "hits": 0, "n": 0}
    assert share_of([True, False, True]) == Share(2, 3)
