"""Splits: stable, by video, about 80/10/10."""

from collections import Counter

from data_builder.split import split_of


def test_splits_hold_about_80_10_and_10_percent_of_the_videos() -> None:
    counts = Counter(split_of(f"P{i // 50:02d}_{i % 50:02d}", 0) for i in range(5_000))
    assert 0.78 < counts["train"] / 5_000 < 0.82
    assert 0.08 < counts["validation"] / 5_000 < 0.12
    assert 0.08 < counts["test"] / 5_000 < 0.12


def test_a_video_keeps_its_split_whatever_else_is_built_and_on_every_machine() -> None:
    assert [split_of(f"P09_{i:02d}", 0) for i in (0, 1, 9, 19)] == ["train", "validation", "test", "validation"]


def test_another_seed_splits_otherwise() -> None:
    videos = [f"P01_{i:02d}" for i in range(100)]
    assert [split_of(v, 0) for v in videos] != [split_of(v, 1) for v in videos]
