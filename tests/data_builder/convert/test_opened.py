"""ReVeL's rows become questions with a typed key; what its scorer gets wrong is right here."""

from pathlib import Path
from typing import Any

import pytest

from data_builder.convert.mcq import Opened, Refused
from data_builder.convert.opened import answer_of
from data_builder.convert.reading import read_mcqs
from data_builder.convert.rows import RowError
from reward.answers import Judgements, List, Number, Phrase, Text, YesNo

ASKED = (
    "How does the car behave? Evaluate each of the following statements:\n(A) It stops.\n(B) It turns (left) at (B) "
    "Street;\n(C) It reverses.\nProvide your answer as a single, comma separated list of True or False values."
)


def answer(kind: str, value: Any, question: str = "What?") -> Any:
    return answer_of({"answer_type": kind, "answer": value}, question)[1]


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("integer", 42, Number(value="42")),
        ("integer", "1,300", Number(value="1300")),
        ("integer", 3.0, Number(value="3")),
        ("float", 4.87, Number(value="4.87", abs_tol=0.005)),
        ("float", 100.0, Number(value="100.0", abs_tol=0.05)),
        ("float", 0.0, Number(value="0.0", abs_tol=0.05)),
        ("float", "9.8e2", Number(value="980")),
        ("float", [4.87, 30.8], List(items=(("4.87",), ("30.8",)), ordered=True)),
        ("float", "[4.87, 30.8]", List(items=(("4.87",), ("30.8",)), ordered=True)),
        ("integer", [4, 4], Text(reference="4, 4")),
        ("text match", "BMW <OR> BMW AG", Phrase(text="BMW", aliases=("BMW AG",))),
        ("text match", ["BMW", "BMW AG <OR> BMW"], Phrase(text="BMW", aliases=("BMW AG",))),
        ("open_ended", "As the court painter.", Text(reference="As the court painter.")),
        ("true_false", True, YesNo(value=True)),
        ("true_false", "False", YesNo(value=False)),
    ],
)
def test_the_key(kind: str, value: Any, expected: Any) -> None:
    assert answer(kind, value) == expected


@pytest.mark.parametrize(
    ("value", "said", "score"),
    [(4.87, "4.97", 0), (4.87, "4.87", 1), (4.87, "4.868", 1), (100.0, "108", 0), (0.0, "0", 1), (0.0, "0.0", 1)],
)
def test_numbers_are_right_to_their_last_digit(value: float, said: str, score: int) -> None:
    assert answer("float", value).mark(f"Answer: {said}").score == score


@pytest.mark.parametrize("value", [[True, False, False], "True, False, False", ["true", "False", "false"]])
def test_statements_are_taken_out_of_the_question(value: Any) -> None:
    stem, key = answer_of({"answer_type": "true_false", "answer": value}, ASKED)
    assert stem == "How does the car behave? Evaluate each of the following statements:"
    statements = ("It stops.", "It turns (left) at (B) Street", "It reverses.")
    assert key == Judgements(statements=statements, truth=(True, False, False))


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [
        ("integer", None, "missing_key"),
        ("integer", "many", "bad_answer"),
        ("integer", True, "bad_answer"),
        ("float", "1e999999", "bad_answer"),
        ("float", float("nan"), "bad_answer"),
        ("float", "0." + "1" * 100, "bad_answer"),
        ("text match", " <OR> ", "bad_answer"),
        ("text match", {"a": 1}, "bad_answer"),
        ("text match", "!", "bad_answer"),
        ("open_ended", "x" * 100_000, "bad_answer"),
        ("true_false", [True, "maybe", False], "bad_answer"),
        ("true_false", [True, False], "no_statements"),
    ],
)
def test_an_answer_that_is_none(kind: str, value: Any, reason: str) -> None:
    with pytest.raises(RowError) as error:
        answer(kind, value, ASKED)
    assert error.value.reason == reason
    assert "\n" not in error.value.what


def test_a_file(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "1.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    path = tmp_path / "data.json"
    path.write_text(
        '[{"question_id": "e_1", "question": "<image>\\nHow far?", "answer": 3, "question_type": "open",'
        ' "answer_type": "integer", "image": "images/1.png"},'
        ' {"question_id": "e_2", "question": "Why?", "question_type": "open", "answer_type": "integer"}]'
    )
    found, refused = read_mcqs(path, by_category=True)
    assert isinstance(found, Opened)
    assert isinstance(refused, Refused)
    assert (found.id, found.source, found.subtype, found.stem) == ("e_1", "revel", "integer", "How far?")
    assert (found.videos, found.answer) == (("images/1.png",), Number(value="3"))
    assert (refused.field, refused.reason) == ("answer", "missing_key")
