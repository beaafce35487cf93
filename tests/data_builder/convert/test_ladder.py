"""A question falls from the strictest key to the next until one passes the gate."""

from dataclasses import replace
from typing import Any

import pytest
from made_mcqs import mcq

from data_builder.convert.keys import TEXT, Typed
from data_builder.convert.ladder import Demotion, climb
from data_builder.convert.llm.opinion import Opinion
from data_builder.convert.mcq import Mcq
from data_builder.gate import faults
from reward import Item, score
from reward.answers import Moment, Number, Phrase, Text
from reward.item import Clip

BASE: dict[str, Any] = {"base_id": "b", "source": "set", "subtype": "file", "meta": {"blind_chance": 0.0}}
NAMES = ("cup", "pan", "lid")


def climbed(asked: Mcq, found: Any = TEXT, opinion: Opinion | None = None) -> Any:
    return climb(asked, found, opinion, BASE)


def test_a_typed_key_ships_as_it_is() -> None:
    asked = mcq("How many cups?", ("3", "4", "5"))
    item, fallen = climbed(asked, Typed("number", Number(value="3"), asked.options))
    assert item.answer == Number(value="3")
    assert sorted(item.candidates) == ["3", "4", "5"]
    assert not fallen


def test_a_tolerance_that_reaches_a_wrong_option_makes_a_phrase_of_a_number() -> None:
    asked = mcq("What does the display show?", ("4.87", "4.97", "6.2"))
    item, fallen = climbed(asked, Typed("number", Number(value="4.87", rel_tol=0.08), asked.options))
    assert isinstance(item.answer, Phrase)
    assert fallen == (Demotion("number", "two_candidates_right"),)
    assert [score(item, f"Answer: {said}").score for said in asked.options] == [1, 0, 0]


def test_a_key_in_its_question_falls_through() -> None:
    item, fallen = climbed(mcq("What does the cup stand on: a cup?", NAMES))
    assert item is None
    assert fallen == (Demotion("phrase", "key_in_stem"),)


def test_an_alias_that_is_a_wrong_option_makes_a_text_of_a_phrase() -> None:
    opinion = Opinion("opened", "stands", "What is picked up?", aliases=("pan",), kind="phrase")
    item, fallen = climbed(mcq("What is picked up?", NAMES), TEXT, opinion)
    assert item.answer.kind == "text"
    assert fallen == (Demotion("phrase", "alias_is_wrong"),)


def test_a_time_outside_its_clip_is_no_phrase() -> None:
    asked = replace(mcq("When does it start?", ("35 s", "10 s")), clips=(Clip(video_id="v", start=0, end=30),))
    typed = Typed("moment", Moment(seconds=35, tol=2), ("35", "10"))
    for clips in (asked.clips, ()):
        item, fallen = climb(asked, typed, None, {**BASE, "clips": clips})
        assert item is None
        assert fallen == (Demotion("moment", "time_outside_clip"),)


def test_a_text_knows_its_wrong_options() -> None:
    opinion = Opinion("opened", "stands", "Why is the tap turned on?", kind="text")
    options = ("to wash both of the pans", "to fill a kettle with water", "to rinse the sink and the cups")
    item, fallen = climbed(mcq("Which describes why the tap is turned on?", options), TEXT, opinion)
    assert isinstance(item, Item)
    assert item.answer == Text(reference=options[0])
    assert item.stem == "Why is the tap turned on?"
    assert not fallen
    assert not faults(item)
    verdicts = [score(item, f"Answer: {said}") for said in (*options, "to clean them")]
    assert [verdict.score for verdict in verdicts] == [1, 0, 0, None]
    assert verdicts[1].rule == "wrong_candidate"


@pytest.mark.parametrize("wrong", ["a cup", "CUP"])
def test_a_wrong_option_that_the_rule_takes_for_the_key_never_ships_openly(wrong: str) -> None:
    item, fallen = climbed(mcq("What is picked up?", ("cup", wrong, "lid")))
    assert item is None
    assert fallen
