"""The numbers of a run, against counting by hand."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evaluation.runs import read_run
from evaluation.scored import NAME_CHARS
from evaluation.summary import JudgeSummary, RunSummary, Summary, summarise_run
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


def judged(cached: bool = False, seconds: float = 0.5, **changes: Any) -> dict[str, Any]:
    """A verdict by a judge."""
    usage = {"prompt_tokens": 0 if cached else 100, "completion_tokens": 0 if cached else 10}
    record = {"model": "m", "prompt_version": "match-1", "chosen": "cup", "cached": cached, "seconds": seconds}
    return {"by": "judge", "rule": "matched", "judge": {**record, "usage": usage}, **changes}


def failed(code: str, **changes: Any) -> dict[str, Any]:
    """What a judge's failure leaves behind."""
    error = {"code": code, "message": "It failed."}
    return {**judged(seconds=9.0), "score": None, "by": "none", "rule": "judge_failed", "error": error, **changes}


def summary_of(path: Path) -> Summary:
    return summarise_run(read_run(path, "run"), seed=0).overall


def test_every_unscored_reply_is_counted_by_its_reason(verdicts: Write) -> None:
    choice = {"format": "choice", "subtype": "sound_order"}
    rows = [
        {"id": "a"},
        {"id": "b", **failed("timeout")},
        {"id": "c", **failed("bad_verdict")},
        {"id": "d", **failed("timeout"), **choice},
        {"id": "e", "score": None},
        {"id": "f", "score": 0.0, "by": "none", "rule": "unread"},
    ]
    summary = summarise_run(read_run(verdicts("run.jsonl", rows), "run"), seed=0)
    assert list(summary.overall.reasons.items()) == [("timeout", 2), ("bad_verdict", 1), ("unread", 1)]
    assert summary.subtypes["sound_order"].reasons == {"timeout": 1}
    assert summary.formats["statement"].reasons == {"bad_verdict": 1, "timeout": 1, "unread": 1}
    assert summary.overall.unscored == sum(summary.overall.reasons.values())


def test_what_the_judge_did_is_counted_by_hand(verdicts: Write) -> None:
    rows = [
        {"id": "a"},
        {"id": "b", **judged(seconds=0.2)},
        {"id": "c", **judged(seconds=0.4)},
        {"id": "d", **judged(seconds=0.9)},
        {"id": "e", **judged(cached=True, seconds=0.0), "format": "choice", "subtype": "sound_order"},
        {"id": "f", **failed("timeout")},
    ]
    rows[3]["judge"] = {**rows[3]["judge"], "model": "n", "prompt_version": "reference-1"}
    summary = summarise_run(read_run(verdicts("run.jsonl", rows), "run"), seed=0)
    assert summary.overall.judge == JudgeSummary(
        replies=5,
        models={"m": 4, "n": 1},
        prompt_versions={"match-1": 4, "reference-1": 1},
        cached=1 / 4,
        seconds=0.4,
        tokens=4 * 110,
    )
    alone = summary.formats["choice"].judge
    assert alone is not None
    assert (alone.replies, alone.cached, alone.seconds, alone.tokens) == (1, 1.0, None, 0)
    assert summarise_run(read_run(verdicts("rules.jsonl", ROWS), "run"), seed=0).overall.judge is None


def test_a_judge_that_only_failed_gave_no_verdict_whose_time_could_be_told(verdicts: Write) -> None:
    judge = summary_of(verdicts("run.jsonl", [failed("timeout")])).judge
    assert judge is not None
    assert (judge.replies, judge.cached, judge.seconds) == (1, None, None)


def test_files_from_before_the_judge_are_read(verdicts: Write) -> None:
    path = verdicts("run.jsonl", [{"id": "a"}, {"id": "b", "score": None}])
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    later = ("judge", "details", "error", "truth")
    path.write_text("".join(json.dumps({k: row[k] for k in row if k not in later}) + "\n" for row in rows))
    overall = summary_of(path)
    assert (overall.reasons, overall.judge) == ({"unread": 1}, None)


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"model": None, "prompt_version": 3, "cached": "yes", "seconds": "fast", "usage": None},
        {"model": ["m"], "prompt_version": {}, "cached": None, "seconds": -1, "usage": {"prompt_tokens": -5}},
        {"model": "", "seconds": True, "usage": {"prompt_tokens": True, "completion_tokens": 10**400}},
        {"seconds": 10**400, "usage": [1, 2]},
        {"seconds": float("inf"), "usage": {"prompt_tokens": 1.5}, "something": "new"},
    ],
)
def test_a_record_of_a_judge_that_says_something_else_is_taken_for_what_it_says(
    verdicts: Write, record: dict[str, Any]
) -> None:
    path = verdicts("run.jsonl", [judged()])
    row = json.loads(path.read_text())
    path.write_text(json.dumps({**row, "judge": record}))
    names = {"not said": 1}
    assert summary_of(path).judge == JudgeSummary(1, names, names, cached=0.0, seconds=None, tokens=0)


def test_a_name_that_is_too_long_for_a_page_is_cut(verdicts: Write) -> None:
    overall = summary_of(verdicts("run.jsonl", [failed("x" * 9_999)]))
    assert overall.reasons == {"x" * NAME_CHARS: 1}
