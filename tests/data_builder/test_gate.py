"""The gate: every fault is found."""

from typing import Any

import pytest

from data_builder.gate import faults, names_key
from reward import Clip, Item
from reward.answers import Answer, Choice, Interval, Judgements, List, Number, Phrase, YesNo
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
    item(Interval(start=25.0, end=30.0, min_iou=0.5), "When?", meta={"asked": {"from": 30.0, "to": 60.0}}),
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
    ("time_outside_clip", item(PHRASE, meta={"asked": {"from": 29.0, "to": 40.0}})),
    ("time_outside_clip", item(Interval(start=25.0, end=31.0, min_iou=0.5), "When?")),
]


@pytest.mark.parametrize(("reason", "faulty"), FAULTY, ids=[reason for reason, _ in FAULTY])
def test_a_faulty_item_is_stopped_for_its_reason(reason: str, faulty: Item) -> None:
    assert reason in faults(faulty)


def test_a_list_may_be_worded_as_one_where_the_options_stand_beside_it() -> None:
    options = Choice(options=("red cup", "fork"), correct="A")
    assert faults(item(options, "Which of the following is moved?", "choice")) == []


def test_a_key_within_a_longer_word_is_not_in_the_stem() -> None:
    assert faults(item(Phrase(text="pan"), "Which pans are on the company table?")) == []


def test_another_name_for_the_key_in_a_stem_gives_it_away_too() -> None:
    assert names_key("Where is the cup?", PHRASE)
    assert not names_key("Where is the plate?", PHRASE)
