"""Answers of a model: one object with exactly the fields that were asked for, or none."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_builder.convert.llm.answer import read_labels, read_marks, read_object, read_opening
from reward.judge.failure import JudgeFailure

GOOD: dict[str, Any] = {
    "stands": True, "unique": True, "subjective": False, "underspecified": False, "kind": "phrase",
    "question": "What is it?", "aliases": ["a"], "reason": "",
}  # fmt: skip
MARKS = '{"same": 9, "answerable": 10, "unique": 1}'


def test_a_good_answer_is_read_and_kept_in_one_form() -> None:
    kept, opening = read_object(json.dumps(GOOD, indent=2), "json_schema", read_opening)
    assert opening.aliases == ("a",)
    assert read_object(kept, "json_object", read_opening) == (kept, opening)


@pytest.mark.parametrize(
    "text",
    [MARKS, f"  {MARKS}\n", f"```json\n{MARKS}\n```", f"```\n{MARKS}```", '{"unique":1,"same":9,"answerable":10}'],
)
def test_forms_of_one_object(text: str) -> None:
    assert read_object(text, "json_object", read_marks)[1] == {"same": 9, "answerable": 10, "unique": 1}


def test_a_text_may_think_before_its_last_line() -> None:
    assert read_object(f"Let me see. It is fine.\n{MARKS}", "text", read_marks)[1]["same"] == 9
    for text in (f"Let me see.\n{MARKS}\nDone.", f"Let me see. {MARKS}", "Let me see."):
        with pytest.raises(JudgeFailure):
            read_object(text, "text", read_marks)
    with pytest.raises(JudgeFailure):
        read_object(f"Let me see.\n{MARKS}", "json_object", read_marks)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "no_verdict"), ("null", "no_verdict"), ("[]", "no_verdict"), (MARKS[:-1], "no_verdict"),
        (f"{MARKS} {MARKS}", "two_verdicts"), (f"{MARKS}\n{MARKS}", "two_verdicts"), (f"{MARKS} Done.", "no_verdict"),
        (MARKS.replace("{", '{"same": 9, '), "two_verdicts"), (MARKS.replace("9", "NaN"), "no_verdict"),
        (MARKS.replace("9", "9" * 5_000), "no_verdict"), ("[" * 100_000, "no_verdict"), ("`" * 3, "no_verdict"),
        (MARKS.replace("9", "11"), "bad_verdict"), (MARKS.replace("9", "0"), "bad_verdict"),
        (MARKS.replace("9", "9.0"), "bad_verdict"), (MARKS.replace("9", "true"), "bad_verdict"),
        (MARKS.replace("9", '"9"'), "bad_verdict"), ('{"same": 9}', "bad_verdict"),
        (MARKS.replace("{", '{"more": 9, '), "bad_verdict"),
    ],
)  # fmt: skip
def test_anything_else_is_no_answer(text: str, kind: str) -> None:
    with pytest.raises(JudgeFailure) as failed:
        read_object(text, "json_schema", read_marks)
    assert failed.value.kind == kind


@pytest.mark.parametrize(
    "change",
    [
        {"stands": 1}, {"unique": "true"}, {"subjective": None}, {"kind": "number"}, {"kind": ["phrase"]},
        {"question": ["x"]}, {"question": "x" * 5_000}, {"aliases": "x"}, {"aliases": [1]}, {"aliases": ["x" * 300]},
        {"aliases": ["x"] * 20}, {"reason": 5}, {"reason": "x" * 2_000}, {"more": 1},
    ],
)  # fmt: skip
def test_an_opening_of_the_wrong_types_or_sizes(change: dict[str, Any]) -> None:
    with pytest.raises(JudgeFailure, match="JSON"):
        read_opening({**GOOD, **change})


def test_labels() -> None:
    labels = ("KQ", "none")
    assert read_labels(labels, 2, {"answers": ["none", "KQ"]}) == ("none", "KQ")
    for said in (["KQ"], ["KQ"] * 3, ["kq", "none"], ["KQ", None], "KQ", [["KQ"], "none"]):
        with pytest.raises(JudgeFailure):
            read_labels(labels, 2, {"answers": said})


@given(st.text(max_size=200))
def test_no_text_does_more_than_fail(text: str) -> None:
    for read in (read_marks, read_opening):
        with pytest.raises(JudgeFailure):
            read_object(text, "text", read)
