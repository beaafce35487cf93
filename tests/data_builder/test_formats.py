"""Formats: each asks the same base question, as its plan says."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from data_builder.formats import JUDGE, in_formats
from data_builder.plan import HEARD, Plan, Stated
from data_builder.question import BaseQuestion, Drop, KeyKind, Option, Solution
from data_builder.windows import Window, whole_video
from reward import Item
from reward.answers import List, Number, Phrase

NAMES = ("cup", "fork", "pan", "lid")


@pytest.fixture
def window(make: Any) -> Window:
    sounds = [make.sound(float(i), i + 0.5, "water" if i % 2 else "rustle") for i in range(8)]
    return whole_video(make.video(sounds, duration=30.0), "test")


def question(window: Window, number: int = 0, kind: KeyKind = "name", wrong: int = 3, **more: Any) -> BaseQuestion:
    """Question `number`, whose key is NAMES[number]; wrong options are the other names."""
    solution = Solution(Option(f"the {NAMES[number]}", NAMES[number]), (window.sounds[number],))
    others = [Option(f"the {name}", name, "clip", (f"fact {name}",)) for name in NAMES if name != NAMES[number]]
    fields: dict[str, Any] = {
        "subtype": "toy",
        "level": 1,
        "window": window,
        "stem": f"Which thing is number {number}?",
        "claim": f"Thing number {number} is {{}}.",
        "solve": lambda window: solution,
        "answer": Phrase(text=solution.key.text, aliases=(f"a {NAMES[number]}", "a dish")),
        "key_kind": kind,
        "solution": solution,
        "wrong": tuple(others[:wrong]),
        "how": "Answer with the name.",
    }
    return BaseQuestion(**(fields | more))


def four(window: Window, **more: Any) -> dict[str, tuple[BaseQuestion, Plan]]:
    """A bundle of four questions with their plans."""
    asked = [question(window, number, **more) for number in range(4)]
    told = tuple(Stated(q.id, q.key.label if i % 2 == 0 else NAMES[i - 1], i % 2 == 0) for i, q in enumerate(asked))
    return {
        q.id: (
            q,
            Plan(
                id=q.id,
                level=2,
                split="test",
                bundle="b",
                alone=q.key_kind == "name",
                options=("lid", "cup", "pan", "fork"),
                texts={name: f"the {name}" for name in NAMES},
                evidence={name: (f"fact {name}",) for name in NAMES},
                statement=Stated(q.id, "cup", q.key.label == "cup"),
                statements=told,
            ),
        )
        for q in asked
    }


def items_of(found: Iterable[Item | Drop]) -> dict[str, Item]:
    return {item.format: item for item in found if isinstance(item, Item)}


def first(planned: dict[str, tuple[BaseQuestion, Plan]]) -> dict[str, Item]:
    return items_of(in_formats(*next(iter(planned.values())), planned))


def test_a_question_that_stands_alone_comes_in_five_formats_and_one_that_does_not_is_judged_option_by_option(
    window: Window,
) -> None:
    alone, needy = first(four(window)), first(four(window, kind="narration"))
    assert set(alone) == {"statement", "choice", "statements", "short", "reasoned"}
    assert set(needy) == {"statement", "choice", "statements", "options"}
    for items in (alone, needy):
        assert len({item.base_id for item in items.values()}) == 1
        assert len({item.id for item in items.values()}) == len(items)
        assert {(item.split, item.level) for item in items.values()} == {("test", 2)}
    assert needy["options"].meta["because"] == "one movement can be told in many ways"
    assert needy["options"].answer.truth == (False, True, False, False)


def test_options_have_the_order_of_the_plan_and_their_origins(window: Window) -> None:
    items = first(four(window))
    assert items["choice"].candidates == ("the lid", "the cup", "the pan", "the fork")
    assert items["choice"].answer.gold() == "Answer: B"
    assert items["short"].candidates == items["reasoned"].candidates == items["choice"].candidates
    assert [(o["label"], o["from"], o["facts"]) for o in items["choice"].meta["options"]] == [
        ("lid", "clip", ("fact lid",)),
        ("cup", "clip", ()),
        ("pan", "clip", ("fact pan",)),
        ("fork", "clip", ("fact fork",)),
    ]


def test_option_free_formats_show_no_option_and_know_what_is_wrong(window: Window) -> None:
    items = first(four(window))
    for format in ("short", "reasoned"):
        assert not any(name in items[format].question for name in NAMES)
        assert "Answer with the name." in items[format].question
        assert items[format].answer.wrong == ("the lid", "the pan", "the fork")
    assert "Because: <" in items["reasoned"].question


def test_an_alias_that_is_also_a_wrong_option_is_no_alias(window: Window) -> None:
    planned = four(window)
    name, (asked, plan) = next(iter(planned.items()))
    dish = replace(asked, wrong=(*asked.wrong[:2], Option("a dish", "fork")))
    items = items_of(in_formats(dish, plan, planned | {name: (dish, plan)}))
    assert items["short"].answer.aliases == ("a cup",)


def test_statements_say_what_the_plan_says_about_each_question(window: Window) -> None:
    item = first(four(window))["statements"]
    assert item.stem == JUDGE
    assert item.answer.statements == (
        "Thing number 0 is the cup.",
        "Thing number 1 is the cup.",
        "Thing number 2 is the pan.",
        "Thing number 3 is the pan.",
    )
    assert item.answer.truth == (True, False, True, False)
    assert len(item.evidence) == 4


def test_a_sound_can_be_stated_and_is_evidence_where_it_is_heard(window: Window) -> None:
    planned = four(window)
    name, (asked, plan) = next(iter(planned.items()))
    heard = (*plan.statements[:2], Stated(HEARD, "water", True), Stated(HEARD, "beep", False))
    items = items_of(in_formats(asked, replace(plan, statements=heard), planned))
    assert items["statements"].answer.statements[2:] == (
        "A sound like running or splashing water can be heard during this clip.",
        "A sound like beeping can be heard during this clip.",
    )
    assert items["statements"].evidence[-1] == window.sounds[1].id
    assert name == items["statements"].base_id


def test_one_statement_is_true_or_false_as_planned(window: Window) -> None:
    stated = {
        item.meta["key"]: (item.stem, item.answer.value)
        for q, plan in four(window).values()
        for item in in_formats(q, plan, four(window))
        if isinstance(item, Item) and item.format == "statement"
    }
    assert stated == {
        "cup": ("Thing number 0 is the cup.", True),
        "fork": ("Thing number 1 is the cup.", False),
        "pan": ("Thing number 2 is the cup.", False),
        "lid": ("Thing number 3 is the cup.", False),
    }


@pytest.mark.parametrize("wrong", [0, 1, 3])
def test_without_a_bundle_only_formats_that_need_no_options_remain(window: Window, wrong: int) -> None:
    asked = question(window, wrong=wrong)
    items = items_of(in_formats(asked, Plan(asked.id, 1, "train"), {}))
    assert set(items) == {"short", "reasoned"}
    assert len(items["short"].candidates) == (wrong + 1 if wrong else 0)
    assert list(items["short"].candidates) == sorted(items["short"].candidates)


def test_an_option_from_elsewhere_is_told_by_its_own_question(window: Window) -> None:
    planned = four(window, wrong=0)
    options = first(planned)["choice"].meta["options"]
    assert [option["from"] for option in options if option["label"] != "cup"] == ["other"] * 3


def test_four_statements_that_the_plan_lacks_are_a_drop(window: Window) -> None:
    planned = four(window)
    _, (asked, plan) = next(iter(planned.items()))
    found = list(in_formats(asked, replace(plan, statements=()), planned))
    assert "statements" not in items_of(found)
    assert [drop.reason for drop in found if isinstance(drop, Drop)] == ["too_few_other_questions"]


def test_a_key_that_its_own_rule_does_not_read_back_is_a_drop(window: Window) -> None:
    asked = question(window, answer=List(items=(("a\nb",), ("c",)), ordered=True))
    found = list(in_formats(asked, Plan(asked.id, 1, "train"), {}))
    assert [drop.reason for drop in found if isinstance(drop, Drop)] == ["key_not_read_back"] * 2


def test_other_kinds_of_keys_are_asked_as_they_are(window: Window) -> None:
    asked = question(window, kind="number", answer=Number(value="3"))
    assert items_of(in_formats(asked, Plan(asked.id, 1, "train"), {}))["short"].answer == Number(value="3")


def test_facts_are_told_by_kind(window: Window) -> None:
    assert first(four(window))["short"].meta["facts"] == {"sounds": [window.sounds[0].id]}
