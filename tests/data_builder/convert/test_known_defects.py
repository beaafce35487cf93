"""What the released scorer of Liu et al. (FlagEvalMM's OpenEvaluator) gets wrong, on items that are made here."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaluation.cli import main
from reward import Item, score
from reward.jsonl import read_items


def item_of(tmp_path: Path, question: str, options: list[str], **more: Any) -> Item:
    """The item of one question whose first option is right."""
    row = {"id": 1, "question": question, "options": options, "correct_idx": 0, "video_id": "v", **more}
    (tmp_path / "asked.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    command = ["convert", str(tmp_path / "asked.jsonl"), "-o", str(tmp_path / "set"), "--no-llm", "--workers", "1"]
    assert main(command) == 0
    [item] = read_items(tmp_path / "set" / "items.jsonl")
    return item


def worths(item: Item, *replies: str) -> list[float | None]:
    return [score(item, reply).score for reply in replies]


MAKER = ("Which brand is the car that passes first?", ["BMW", "Audi", "Ford", "Toyota"])
COLOUR = ("Which color is the towel?", ["red", "blue", "green"])
MOOD = ("Which word is on the first card?", ["happy", "angry", "tired"])


@pytest.mark.parametrize(
    ("asked", "replies", "expected"),
    [
        (MAKER, ["BMW", "Answer: BMW", "the BMW", "bmw."], [1, 1, 1, 1]),
        (MAKER, ["not BMW", "It is not a BMW"], [0, 0]),
        (MAKER, ["Audi, BMW, Ford, Toyota", "BMW or Audi", "either a BMW or a Ford"], [0, 0, 0]),  # enumeration
        (MAKER, ["Audi", "Answer: Ford"], [0, 0]),
        (COLOUR, ["hundred", "It is a hundred", "colored"], [None, None, None]),  # "red" within a word
        (MOOD, ["unhappy", "happiness"], [None, None]),
    ],
)
def test_names_are_whole_words_that_are_asserted(
    asked: tuple[str, list[str]], replies: list[str], expected: list[float | None], tmp_path: Path
) -> None:
    item = item_of(tmp_path, *asked)
    assert item.answer.kind == "phrase"
    assert worths(item, *replies) == expected


@pytest.mark.parametrize(
    ("question", "options", "right", "wrong"),
    [
        (
            "What voltage does the meter show?",
            ["4.87 V", "4.97 V", "6.2 V"],
            ["4.87 V", "4.9 V", "4870 mV"],
            ["4.97 V", "5"],
        ),
        ("What weight does the scale show?", ["100 g", "108 g", "200 g"], ["100 g", "0.1 kg", "100"], ["108 g", "110"]),
        ("What temperature is shown in °C?", ["0.0", "5.0", "-5.0"], ["0", "0.0"], ["5", "-5"]),
        ("How many cups are left of 4?", ["2", "3", "4"], ["2", "two"], ["3", "1.9"]),
        ("What percentage is done?", ["50%", "25%", "75%"], ["50%", "50 percent"], ["75%", "25 %"]),
        ("How much flour is used?", ["1/2 cup", "1/4 cup", "1 cup"], ["1/2 cup", "half a cup", "0.5 cups"], ["1 cup"]),
        ("How many seeds are in the tray?", ["1,200", "1,300", "900"], ["1200", "1,200"], ["1200 to 1300", "1,300"]),
        ("What volume does it hold?", ["5 cm^3", "7 cm^3", "9 cm^3"], ["5 cm^3", "5 cm³", "5 ml"], ["7 cm^3", "3"]),
    ],
)
def test_numbers_know_units_and_never_take_a_wrong_option(
    question: str, options: list[str], right: list[str], wrong: list[str], tmp_path: Path
) -> None:
    item = item_of(tmp_path, question, options)
    assert item.answer.kind == "number"
    assert worths(item, *right) == [1.0] * len(right)
    assert 1.0 not in worths(item, *wrong)


def test_a_word_in_the_reasoning_is_no_judgement(tmp_path: Path) -> None:
    item = item_of(tmp_path, "Why is the tap on?", ["to rinse the cup", "to fill the pan", "to cool the pot"])
    reply = "It is true that water runs, and false that it is cold.\n"
    assert score(item, reply + item.gold()).score == 1
    assert score(item, item.gold().replace("true", "T").replace("false", "F")).score == 1
