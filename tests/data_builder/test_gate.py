"""The gate: every fault is found, and a set that a constant reply can win is a finding."""

from typing import Any

import pytest

from data_builder.gate import constants, faults
from reward import Clip, Item
from reward.answers import Answer, Choice, Judgements, List, Number, Phrase, YesNo
from reward.item import Format, ask

CLIP = Clip(video_id="V1", start=30, end=60)


def item(answer: Answer, stem: str = "Which object is it?", format: Format = "short", **fields: Any) -> Item:
    question = ask(stem, answer, format)
    return Item(question=question, stem=stem, answer=answer, format=format, clips=(CLIP,), **fields)


PHRASE = Phrase(text="red cup", aliases=("cup",), wrong=("blue plate", "fork"))
SOUND = [
    item(PHRASE, candidates=("fork", "red cup", "blue plate")),
    item(PHRASE, format="reasoned", candidates=("fork", "red cup", "blue plate"), meta={"asked": {"seconds": 45.0}}),
    item(YesNo(value=True), "The red cup is moved.", "statement", candidates=("yes", "no")),
    item(Choice(options=("red cup", "fork"), correct="A"), format="choice", candidates=("red cup", "fork")),
    item(Judgements(statements=("The cup.", "The fork."), truth=(True, True)), format="statements"),
    item(Judgements(statements=("cup", "fork"), truth=(True, False), exactly_one=True), format="options"),
    item(Number(value="3"), "How many?", candidates=("1", "2", "3", "4")),
    item(Number(value="3", abs_tol=0.4), "How many?", candidates=("1", "2", "3", "4")),
    item(List(items=(("a b",), ("c",)), ordered=True), candidates=("a b, then c", "c, then a b")),
]


@pytest.mark.parametrize("sound", SOUND, ids=lambda one: f"{one.format}-{one.answer.kind}")
def test_a_sound_item_passes(sound: Item) -> None:
    assert faults(sound) == []


FAULTY = [
    ("wrong_candidate_not_wrong", item(Phrase(text="red cup"), candidates=("red cup", "fork"))),
    ("wrong_candidate_not_wrong", item(Phrase(text="cup", aliases=("mug",)), candidates=("cup", "mug"))),
    ("tolerance_too_wide", item(Number(value="3", abs_tol=0.5), "How many?", candidates=("3", "4"))),
    ("tolerance_too_wide", item(Number(value="30", rel_tol=0.05), "How many?", candidates=("30", "33"))),
    ("key_in_stem", item(PHRASE, "Where is the red cup?")),
    ("key_in_stem", item(PHRASE, "Where is the cup?")),
    ("key_in_stem", item(Choice(options=("red cup", "fork"), correct="A"), "What holds a red cup?", "choice")),
    ("key_in_stem", item(List(items=(("a",), ("b",)), ordered=True), "In which order: a, b?")),
    ("list_dependent_wording", item(PHRASE, "Which of the following is moved?")),
    ("list_dependent_wording", item(PHRASE, "Which of these is moved?", "reasoned")),
    ("list_dependent_wording", item(PHRASE, "Which of the options is moved?")),
    ("list_dependent_wording", item(YesNo(value=True), "The choices are both moved.", "statement")),
    ("same_candidates", item(PHRASE, candidates=("red cup", "fork", "The fork."))),
    ("time_outside_clip", item(PHRASE, meta={"asked": {"seconds": 61.0}})),
]


@pytest.mark.parametrize(("reason", "faulty"), FAULTY, ids=[reason for reason, _ in FAULTY])
def test_a_faulty_item_is_stopped_for_its_reason(reason: str, faulty: Item) -> None:
    assert reason in faults(faulty)


def test_a_list_may_be_worded_as_one_where_the_options_stand_beside_it() -> None:
    options = Choice(options=("red cup", "fork"), correct="A")
    assert faults(item(options, "Which of the following is moved?", "choice")) == []


def test_a_key_within_a_longer_word_is_not_in_the_stem() -> None:
    assert faults(item(Phrase(text="pan"), "Which pans are on the company table?")) == []


def statements(values: list[bool]) -> list[Item]:
    return [item(YesNo(value=value), f"Statement {i}.", "statement") for i, value in enumerate(values)]


def by_format(items: list[Item]) -> dict[str, list[Answer]]:
    return {format: [one.answer for one in items if one.format == format] for format in {one.format for one in items}}


def test_constants_are_scored_by_the_items_own_rules() -> None:
    table, findings = constants(by_format([*statements([True] * 3 + [False]), SOUND[0]]))
    assert table["statement"] == {
        "items": 4,
        "chance": 0.5,
        "constants": {"": 0.0, "Answer: no": 0.25, "Answer: yes": 0.75},
        "frequent_keys": {},
    }
    assert table["short"]["constants"] == {"": 0.0, "Answer: 0": 0.0}
    assert table["short"]["frequent_keys"] == {"Answer: red cup": 1.0}
    assert not findings  # too few items to say so


def test_a_constant_that_beats_chance_on_many_items_is_a_finding() -> None:
    assert constants(by_format(statements([True] * 110 + [False] * 90)))[1] == []
    _, findings = constants(by_format(statements([True] * 120 + [False] * 80)))
    assert findings == ["statement: the constant 'Answer: yes' scores 0.600, chance is 0.500"]


def test_a_letter_and_a_pattern_of_truth_that_come_too_often_are_findings() -> None:
    options = ("cup", "fork", "pan", "pot")
    mostly_a = ["ABCD"[i % 4 * (i % 3 > 0)] for i in range(240)]
    letters = [item(Choice(options=options, correct=letter), f"{i}?", "choice") for i, letter in enumerate(mostly_a)]
    judged = [
        item(Judgements(statements=options, truth=(True, True, True, i % 2 == 0)), f"{i}", "statements")
        for i in range(240)
    ]
    _, findings = constants(by_format([*letters, *judged]))
    assert {finding.split(" scores")[0] for finding in findings} == {
        "choice: the constant 'Answer: A'",
        "statements: the constant 'A: true\\nB: true\\nC: true\\nD: false'",
        "statements: the constant 'A: true\\nB: true\\nC: true\\nD: true'",
    }
