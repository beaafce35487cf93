"""An item: what it fills in, what it refuses, and ids that are the same everywhere."""

import json
import subprocess
import sys
from typing import Any

import pytest
from pydantic import ValidationError

from reward import Clip, Item, score
from reward.answers import Answer, Choice, Judgements, List, Number, Phrase, YesNo
from reward.item import FORMATS, ask

ANSWERS: list[Answer] = [
    YesNo(value=False),
    Choice(options=("red mug", "blue spoon"), correct="B"),
    Judgements(statements=("The tap runs.", "A pan clangs."), truth=(True, False)),
    Phrase(text="roll of cling film", wrong=("measuring jar",)),
    Number(value="3"),
    Number(value="2.5", unit="kg", abs_tol=0.1),
    List(items=(("water",), ("rustle",)), ordered=True),
]
QUESTION: dict[str, Any] = {"question": "Which object is on the counter?", "answer": {"kind": "phrase", "text": "cup"}}


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.kind)
def test_an_item_survives_json_and_its_gold_reply_is_right_and_in_form(answer: Answer) -> None:
    item = Item(question="?", answer=answer)
    assert Item.model_validate_json(item.model_dump_json()) == item
    verdict = score(item, item.gold())
    assert (verdict.score, verdict.by, verdict.format_ok) == (1, "rule", True)
    assert item.chance == answer.chance


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.kind)
def test_the_question_ends_with_the_hint_and_repeating_it_earns_nothing(answer: Answer) -> None:
    question = ask("What happens?", answer, "short")
    assert question.startswith("What happens?\n")
    assert question.endswith("\n" + answer.hint)
    assert f"\n{answer.how}\n" in question
    assert score(Item(question=question, answer=answer), question).score != 1
    assert score(Item(question=question, answer=answer), answer.hint).score == 0


def test_the_question_shows_lettered_options_and_may_say_how_in_other_words() -> None:
    choice = Choice(options=("red mug", "blue spoon"), correct="B")
    assert ask("Which?", choice, "choice").split("\n") == [
        "Which?", "A. red mug", "B. blue spoon", "", "Answer with the letter of the right option.", "Answer: <letter>"
    ]  # fmt: skip
    assert "\nName it.\n" in ask("Which?", Phrase(text="cup"), "short", how="Name it.")


def test_a_reasoned_item_asks_for_a_reason_and_is_in_form_only_with_one() -> None:
    item = Item(**QUESTION, format="reasoned")
    assert ask("Which?", item.answer, "reasoned").split("\n")[-1].startswith("Because: <")
    verdict = score(item, item.gold())
    assert (verdict.score, verdict.format_ok) == (1, True)
    assert verdict.details["because"] == "it can be seen in the clip."
    assert not score(item, "Answer: cup").format_ok
    assert score(item, "Answer: cup").score == 1


@pytest.mark.parametrize(
    ("kind", "formats"),
    [
        ("yes_no", {"statement", "short", "reasoned"}),
        ("choice", {"choice"}),
        ("judgements", {"statements", "options"}),
        ("phrase", {"short", "reasoned"}),
        ("number", {"short", "reasoned"}),
        ("list", {"short", "reasoned"}),
    ],
)
def test_each_kind_fits_its_formats_and_no_other(kind: str, formats: set[str]) -> None:
    answer = next(answer for answer in ANSWERS if answer.kind == kind)
    for format in FORMATS:
        if format in formats:
            assert Item(question="?", answer=answer, format=format).format == format
        else:
            with pytest.raises(
                ValidationError, match=f"format: '{format}' does not ask for an answer of kind '{kind}'"
            ):
                Item(question="?", answer=answer, format=format)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "Extra inputs"),
        ({"answer": {"kind": "phrase", "text": "cup", "colour": "red"}}, "Extra inputs"),
        ({"answer": {"kind": "riddle"}}, "does not match any of the expected tags"),
        ({"answer": {"text": "cup"}}, "Unable to extract tag"),
        ({"answer": {"kind": "phrase", "text": " . "}}, "the key is empty"),
        ({"answer": {"kind": "number", "value": "three"}}, "is no number"),
        ({"answer": {"kind": "choice", "options": ["cup", "The cup"], "correct": "A"}}, "are the same"),
        ({"answer": {"kind": "choice", "options": ["cup", "pan"], "correct": "C"}}, "no option's letter"),
        ({"answer": {"kind": "judgements", "statements": ["a cup", "a pan"], "truth": [True]}}, "1 values for 2"),
        ({"answer": {"kind": "list", "items": [["cup"], ["cup"]]}}, "stands for number 1 and for number 2"),
        ({"answer": {"kind": "list", "items": [["cups\nplates"], ["pan"]]}}, "not read back as right"),
        ({"level": 0}, "greater than or equal to 1"),
        ({"level": 5}, "less than or equal to 4"),
        ({"format": "riddle"}, "Input should be 'statement'"),
        ({"split": "dev"}, "Input should be 'train'"),
        ({"question": None}, "valid string"),
        ({"clips": [{"video_id": "P01", "start": 3, "end": 3}]}, "3.0 is not after the start 3.0"),
        ({"clips": [{"video_id": "P01", "start": -1, "end": 3}]}, "greater than or equal to 0"),
        ({"clips": [{"video_id": "P01", "start": 0, "end": float("inf")}]}, "finite"),
        ({"clips": [{"video_id": "P01", "start": 0, "end": 3, "fps": 2}]}, "Extra inputs"),
    ],
)
def test_what_is_no_item_is_refused(change: dict[str, Any], message: str) -> None:
    assert Item.model_validate(QUESTION).format == "short"
    with pytest.raises(ValidationError, match=message):
        Item.model_validate({**QUESTION, **change})


def test_stem_and_ids_are_filled_in_and_kept_when_given() -> None:
    item = Item.model_validate(QUESTION)
    assert item.stem == item.question
    assert len(item.id) == len(item.base_id) == 16
    assert Item.model_validate({**QUESTION, "id": "mine", "base_id": "ours"}).id == "mine"


IDS = ("b33a96de37bb6e15", "688ffff9eb6e04c0")


def pinned() -> tuple[Item, Item]:
    clip = Clip(video_id="P09_08", start=45.0, end=75.0)
    return (
        Item.model_validate(QUESTION),
        Item(source="epic-sounds", question="Is a tap heard?", answer=YesNo(value=True), clips=(clip,), level=2),
    )


def test_two_ids_are_what_they_were_when_they_were_written_down() -> None:
    assert tuple(item.id for item in pinned()) == IDS


@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_ids_do_not_depend_on_the_process(seed: str) -> None:
    code = f"import json; from reward import Item; print(Item.model_validate(json.loads({json.dumps(QUESTION)!r})).id)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == IDS[0]


def test_an_id_depends_on_the_content_and_on_nothing_else() -> None:
    item = Item.model_validate(QUESTION)
    for same in ({"split": "test"}, {"meta": {"rating": 5}}, {"evidence": ["e1"]}):
        assert Item.model_validate({**QUESTION, **same}).id == item.id
    others = (
        {"question": "Which?"},
        {"level": 2},
        {"format": "reasoned"},
        {"answer": {"kind": "phrase", "text": "pan"}},
    )
    assert len({item.id, *(Item.model_validate({**QUESTION, **other}).id for other in others)}) == 5


def test_formats_of_one_base_question_share_its_base_id() -> None:
    stem = {**QUESTION, "stem": "Which object?"}
    short, reasoned = (Item.model_validate({**stem, "format": format}) for format in ("short", "reasoned"))
    assert short.base_id == reasoned.base_id
    assert short.id != reasoned.id


@pytest.mark.parametrize(
    ("answer", "candidates"),
    [
        ({"kind": "number", "value": "3", "abs_tol": 1}, ["3", "4"]),
        ({"kind": "number", "value": "1.2", "unit": "km"}, ["1.2", "1200 m"]),
        ({"kind": "moment", "seconds": 75, "tol": 5}, ["75", "1:18"]),
        ({"kind": "interval", "start": 10, "end": 20, "min_iou": 0.5}, ["10 - 20", "11 - 20"]),
    ],
)
def test_a_tolerance_that_reaches_a_wrong_candidate_is_refused(
    answer: dict[str, object], candidates: list[str]
) -> None:
    with pytest.raises(ValidationError, match=r"candidates: .* are both right by the key's own rule"):
        Item.model_validate({"question": "?", "answer": answer, "candidates": candidates})
    Item.model_validate({"question": "?", "answer": answer, "candidates": candidates[:1]})
