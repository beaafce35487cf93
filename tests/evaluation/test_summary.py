"""The numbers of a run, against counting by hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evaluation.runs import read_run
from evaluation.summary import RunSummary, Summary, summarise_run
from reward.jsonl import InputError

Write = Callable[[str, list[dict[str, Any]]], Path]

CHOICE: dict[str, Any] = {"format": "choice", "subtype": "sound_order", "chance": 0.25, "base_id": "b2"}
# Six replies to four items in three videos: right 3, wrong 2, unscored 1.
ROWS: list[dict[str, Any]] = [
    {"id": "i1", "videos": ("v1",)},
    {"id": "i1", "videos": ("v1",), "score": 0.0, "format_ok": False},
    {"id": "i2", "videos": ("v2", "v9"), "gold": "Answer: no", "by": "judge"},
    {"id": "i3", "videos": ("v3",), "gold": "Answer: A", **CHOICE},
    {"id": "i3", "videos": ("v3",), "gold": "Answer: A", "score": None, **CHOICE},
    {"id": "i4", "videos": ("v3",), "gold": "Answer: B", "score": 0.0, **CHOICE},
]


@pytest.fixture
def summary(verdicts: Write) -> RunSummary:
    return summarise_run(read_run(verdicts("run.jsonl", ROWS), "run"), seed=0)


def mean(summary: Summary, name: str) -> float:
    interval = getattr(summary, name)
    assert interval is not None
    return float(interval.mean)


def test_overall_numbers_are_those_counted_by_hand(summary: RunSummary) -> None:
    overall = summary.overall
    assert (overall.replies, overall.items, overall.videos) == (6, 4, 3)
    assert (overall.by_rule, overall.by_judge, overall.undecided, overall.unscored) == (4, 1, 1, 1)
    assert mean(overall, "accuracy") == pytest.approx(3 / 5)
    assert overall.chance == pytest.approx((3 * 0.5 + 2 * 0.25) / 5)
    assert mean(overall, "chance_corrected") == pytest.approx((0.6 - 0.4) / (1 - 0.4))
    assert overall.best_constant == pytest.approx(2 / 6)
    assert [overall.worst, overall.best] == pytest.approx([3 / 6, 4 / 6])
    assert overall.format_kept == pytest.approx(5 / 6)
    assert overall.over_true_ratio is None


def test_slices_hold_their_own_replies_and_add_up(summary: RunSummary) -> None:
    assert list(summary.formats) == ["statement", "choice"]
    assert mean(summary.formats["statement"], "accuracy") == pytest.approx(2 / 3)
    assert summary.formats["choice"].best_constant == pytest.approx(2 / 3)
    assert mean(summary.subtypes["sound_order"], "chance_corrected") == pytest.approx((0.5 - 0.25) / 0.75)
    assert set(summary.subtype_formats["sound_order"]) == {"choice"}
    for slices in (summary.formats, summary.subtypes):
        assert sum(part.replies for part in slices.values()) == summary.overall.replies


def test_accuracy_lies_in_its_interval_and_one_video_has_none(summary: RunSummary) -> None:
    accuracy = summary.overall.accuracy
    assert accuracy is not None
    assert accuracy.low is not None
    assert accuracy.high is not None
    assert 0 <= accuracy.low < accuracy.mean < accuracy.high <= 1
    choice = summary.formats["choice"].accuracy
    assert choice is not None
    assert (choice.low, choice.high) == (None, None)


def test_worse_than_guessing_is_below_zero(verdicts: Write) -> None:
    rows = [{"id": str(i), "score": 0.0, "videos": (str(i),)} for i in range(4)]
    overall = summarise_run(read_run(verdicts("run.jsonl", rows), "run"), seed=0).overall
    assert mean(overall, "chance_corrected") == -1


def test_undecided_that_count_as_wrong_stay_visible(verdicts: Write) -> None:
    path = verdicts("run.jsonl", [{"id": "a"}, {"id": "b", "score": 0.0, "by": "none"}])
    overall = summarise_run(read_run(path, "run"), seed=0).overall
    assert (overall.undecided, overall.unscored, mean(overall, "accuracy")) == (1, 0, 0.5)


def test_nothing_scored_is_no_accuracy_rather_than_zero(verdicts: Write) -> None:
    overall = summarise_run(read_run(verdicts("run.jsonl", [{"score": None}]), "run"), seed=0).overall
    assert (overall.accuracy, overall.chance_corrected, overall.worst, overall.best) == (None, None, 0, 1)


def test_over_true_ratio_is_among_wrong_replies_that_judge_statements(verdicts: Write) -> None:
    options: dict[str, Any] = {"format": "options", "truth": (True, False, False), "score": 0.0}
    rows = [
        {"id": "a", **options, "details": {"statements": [True, True, False]}},
        {"id": "b", **options, "details": {"statements": [False, True, False]}},
        {"id": "c", **options, "details": {"statements": [False, None, False]}},
        {"id": "d", **options, "details": {}},
        {"id": "e", **options, "details": {"statements": [True, False, False]}, "score": 1.0},
        {"id": "f", "score": 0.0, "details": {"statements": [True, True, True]}},
    ]
    overall = summarise_run(read_run(verdicts("run.jsonl", rows), "run"), seed=0).overall
    assert overall.over_true_ratio == pytest.approx(1 / 4)


def test_items_without_a_clip_are_clusters_by_their_base_question(verdicts: Write) -> None:
    rows = [{"id": str(i), "videos": (), "base_id": f"base{i // 2}"} for i in range(6)]
    assert summarise_run(read_run(verdicts("run.jsonl", rows), "run"), seed=0).overall.videos == 3


def test_rows_of_one_item_that_disagree_are_refused_with_file_line_and_field(verdicts: Write) -> None:
    path = verdicts("run.jsonl", [{"id": "a"}, {"id": "a", "gold": "Answer: no"}])
    with pytest.raises(InputError, match=r"run\.jsonl:2: gold: differs from an earlier row of the same item, 'a'"):
        read_run(path, "run")
