"""A completion holds exactly one verdict, at the place where it belongs, or there is none."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reward.judge.failure import JudgeFailure
from reward.judge.ruling import read_verdict

OPTIONS = ["cup", "frying pan", "none of these"]
LABELS = ["A.", "B.", "C."]


def as_json(text: str) -> str:
    return read_verdict(text, "json_schema", OPTIONS, LABELS)


def as_text(text: str) -> str:
    return read_verdict(text, "text", OPTIONS, LABELS)


def kind_of(text: str, output: str = "json_schema") -> str:
    with pytest.raises(JudgeFailure) as caught:
        read_verdict(text, output, OPTIONS, LABELS)  # type: ignore[arg-type]
    return caught.value.kind


@pytest.mark.parametrize(
    "text",
    [
        '{"verdict": "cup"}',
        ' {"verdict":"Cup"}\n',
        '```json\n{"verdict": "cup"}\n```',
        '```\n{"verdict": " cup "}```',
        '{"why": "a mug is a cup", "verdict": "cup"}',
    ],
)
def test_json_with_one_verdict_is_read(text: str) -> None:
    assert as_json(text) == "cup"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "no_verdict"),
        ("cup", "no_verdict"),
        ('"cup"', "no_verdict"),
        ('["cup"]', "no_verdict"),
        ('{"verdict": 1}', "no_verdict"),
        ('{"verdict": null}', "no_verdict"),
        ('{"verdict": ["cup"]}', "no_verdict"),
        ('{"candidate": "cup"}', "no_verdict"),
        ('{"verdict": "cup"', "no_verdict"),
        ('The verdict: {"verdict": "cup"}', "no_verdict"),
        ('{"verdict": "cup"} as it says', "no_verdict"),
        ('{"verdict": "cup"} {"verdict": "frying pan"}', "two_verdicts"),
        ('{"verdict": "cup"}\n{"verdict": "cup"}', "two_verdicts"),
        ('{"verdict": "cup", "verdict": "frying pan"}', "two_verdicts"),
        ('{"verdict": "cup", "Verdict": "frying pan"}', "two_verdicts"),
        ('{"verdict": "cup", "final": {"verdict": "frying pan"}}', "two_verdicts"),
        ('{"verdict": "mug"}', "bad_verdict"),
        ('{"verdict": "a cup"}', "bad_verdict"),
        ('{"verdict": "cup, frying pan"}', "bad_verdict"),
        ('{"verdict": ""}', "bad_verdict"),
        ("[" * 100_000, "no_verdict"),
        ('{"verdict": ' + "9" * 5_000 + "}", "no_verdict"),
    ],
)
def test_json_with_anything_else_is_no_verdict(text: str, kind: str) -> None:
    assert kind_of(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "Verdict: B",
        "verdict: b",
        "**Verdict: B**",
        "**Verdict:** (B)",
        "It is for frying, so B.\n\nVerdict: B.\n\n",
        "> Verdict : B",
    ],
)
def test_the_last_line_of_a_text_names_a_letter(text: str) -> None:
    assert as_text(text) == "frying pan"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "no_verdict"),
        ("B", "no_verdict"),
        ("The verdict is B", "no_verdict"),
        ("Verdict = B", "no_verdict"),
        ("Verdict: B\nbecause it is for frying", "no_verdict"),
        ("downgraded verdict: B", "no_verdict"),
        ("Verdict: A\nVerdict: B", "two_verdicts"),
        ("Verdict: B\nVerdict: B", "two_verdicts"),
        ("Final verdict: A\nVerdict: B", "two_verdicts"),
        ("1. Verdict: A\nVerdict: B", "two_verdicts"),
        ('{"verdict": "cup"}\nVerdict: B', "two_verdicts"),
        ("Verdict:", "bad_verdict"),
        ("Verdict: A or B", "bad_verdict"),
        ("Verdict: D", "bad_verdict"),
        ("Verdict: frying pan", "bad_verdict"),
        ("Verdict: AB", "bad_verdict"),
    ],
)
def test_a_text_with_anything_else_is_no_verdict(text: str, kind: str) -> None:
    assert kind_of(text, "text") == kind


def test_verdicts_that_are_words_are_read_whole() -> None:
    words = ["different", "same"]
    assert read_verdict("Verdict: same", "text", words, words) == "same"
    with pytest.raises(JudgeFailure):
        read_verdict("Verdict: not the same", "text", words, words)


@given(st.sampled_from(OPTIONS), st.text(max_size=30))
def test_every_option_comes_back_from_its_json(option: str, reason: str) -> None:
    assert as_json(json.dumps({"reason": reason, "verdict": option})) == option


@given(st.text(max_size=200), st.sampled_from(["json_schema", "json_object", "text"]))
def test_no_text_does_more_than_choose_an_option_or_fail(text: str, output: str) -> None:
    with suppress(JudgeFailure):
        assert read_verdict(text, output, OPTIONS, LABELS) in OPTIONS  # type: ignore[arg-type]


def test_reading_takes_time_linear_in_the_text() -> None:
    for hostile in ("\n" * 1_000_000, "```" + "\n " * 500_000, "verdict" * 150_000, "{" * 1_000_000, "* " * 500_000):
        for output in ("json_schema", "text"):
            with pytest.raises(JudgeFailure):
                read_verdict(hostile, output, OPTIONS, LABELS)  # type: ignore[arg-type]
