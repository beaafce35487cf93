"""Two runs paired by item, against counting by hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evaluation.comparison import FLIPS, SHOWN_CHARS, Comparison, compare
from evaluation.runs import read_run

Write = Callable[[str, list[dict[str, Any]]], Path]


@pytest.fixture
def compared(verdicts: Write) -> Callable[[list[dict[str, Any]], list[dict[str, Any]]], Comparison]:
    def run(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> Comparison:
        first = read_run(verdicts("before.jsonl", before), "before")
        return compare(first, read_run(verdicts("after.jsonl", after), "after"), seed=0)

    return run


Compared = Callable[[list[dict[str, Any]], list[dict[str, Any]]], Comparison]


def scores(values: dict[str, float | None], **changes: Any) -> list[dict[str, Any]]:
    """One reply to each item; every item has its own video."""
    return [{"id": id_, "score": score, "videos": (f"v-{id_}",), **changes} for id_, score in values.items()]


def test_items_are_paired_whatever_their_order(compared: Compared) -> None:
    comparison = compared(
        scores({"a": 0.0, "b": 0.0, "c": 1.0, "d": 1.0}), scores({"d": 1.0, "c": 0.0, "b": 1.0, "a": 1.0})
    )
    overall = comparison.overall
    assert overall is not None
    assert (overall.items, overall.videos, overall.before, overall.after) == (4, 4, 0.5, 0.75)
    assert (overall.improved, overall.worse, overall.same) == (2, 1, 1)
    assert overall.difference.mean == 0.25
    assert [flip.id for flip in comparison.improved] == ["a", "b"]
    assert [flip.id for flip in comparison.worse] == ["c"]
    assert comparison.findings == []


def test_samples_of_an_item_count_as_one_item(compared: Compared) -> None:
    before = scores({"a": 0.0}) * 3 + scores({"a": 1.0}) + scores({"b": 1.0})
    overall = compared(before, scores({"a": 1.0, "b": 1.0})).overall
    assert overall is not None
    assert [overall.before, overall.after] == pytest.approx([(0.25 + 1) / 2, 1])
    assert (overall.improved, overall.same) == (1, 1)


def test_flips_show_the_replies_that_make_the_difference(compared: Compared) -> None:
    before: list[dict[str, Any]] = [{"reply": "right by luck"}, {"score": 0.0, "reply": "wrong", "rule": "unequal"}]
    after: list[dict[str, Any]] = [{"score": None, "reply": "mumbled"}, {"reply": "right"}]
    flip = compared(before, after).improved[0]
    assert (flip.before.reply, flip.before.score, flip.before.rule) == ("wrong", 0, "unequal")
    assert (flip.after.reply, flip.after.score, flip.key) == ("right", 1, "Answer: yes")


def test_slices_compare_their_own_items(compared: Compared) -> None:
    choice: dict[str, Any] = {"format": "choice", "subtype": "sound_order"}
    comparison = compared(
        scores({"a": 0.0, "b": 0.0}) + scores({"c": 1.0}, **choice),
        scores({"a": 1.0, "b": 1.0}) + scores({"c": 0.0}, **choice),
    )
    assert {name: change.difference.mean for name, change in comparison.formats.items()} == {
        "statement": 1,
        "choice": -1,
    }
    assert {name: change.items for name, change in comparison.subtypes.items()} == {
        "easy_sound_object": 2,
        "sound_order": 1,
    }


def test_different_items_are_said_and_only_common_ones_compared(compared: Compared) -> None:
    comparison = compared(scores({"a": 0.0, "b": 1.0, "x": 1.0}), scores({"a": 1.0, "b": 1.0, "y": 0.0, "z": 0.0}))
    assert (comparison.only_first, comparison.only_later) == (1, 2)
    assert comparison.overall is not None
    assert (comparison.overall.items, comparison.overall.difference.mean) == (2, 0.5)
    assert comparison.findings == [
        "before and after hold different items: 1 only in before, 2 only in after; "
        "they are compared on the 2 items they share."
    ]


def test_nothing_in_common_is_no_comparison(compared: Compared) -> None:
    comparison = compared(scores({"a": 0.0}), scores({"b": 1.0}))
    assert comparison.overall is None
    assert (comparison.subtypes, comparison.improved) == ({}, [])
    assert "they are not compared" in comparison.findings[0]


def test_the_same_id_with_another_key_is_no_pair(compared: Compared) -> None:
    comparison = compared(scores({"a": 0.0, "b": 0.0}), scores({"a": 1.0}) + scores({"b": 1.0}, gold="Answer: no"))
    assert comparison.overall is not None
    assert (comparison.overall.items, comparison.differently_asked) == (1, 1)
    assert "1 items have the same id" in comparison.findings[0]


def test_unscored_items_are_counted_and_left_out(compared: Compared) -> None:
    comparison = compared(scores({"a": 0.0, "b": None}), scores({"a": 1.0, "b": 1.0}))
    assert comparison.overall is not None
    assert (comparison.overall.items, comparison.without_score) == (1, 1)


def test_flips_are_few_short_and_the_largest_first(compared: Compared) -> None:
    ids = [f"{i:02d}" for i in range(FLIPS + 5)]
    before = scores(dict.fromkeys(ids, 0.5), reply="x" * (SHOWN_CHARS + 1_234))
    comparison = compared(before, scores({**dict.fromkeys(ids, 0.75), "07": 1.0}))
    assert [flip.id for flip in comparison.improved] == ["07", *[id_ for id_ in ids if id_ != "07"][: FLIPS - 1]]
    assert comparison.improved[0].before.reply == "x" * SHOWN_CHARS + " … (1,234 more characters)"
