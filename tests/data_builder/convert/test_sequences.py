"""Orders of things, and labelled numbers."""

import pytest

from data_builder.convert.mcq import Mcq
from data_builder.convert.values import Typed, Untyped, typed
from data_builder.gate import faults
from reward.answers import List, Number
from reward.item import Item, ask


def asked(*options: str, key: int = 0, lists: tuple[tuple[str, ...], ...] = ()) -> Mcq:
    return Mcq("1", "set", "file", "file:1", "In what order are they added?", options, key, (), lists)


def proved(mcq: Mcq) -> Typed:
    found = typed(mcq)
    assert isinstance(found, Typed), found
    stem = f"{mcq.stem} {found.addition}"
    question = ask(stem, found.answer, "short", found.how)
    assert faults(Item(question=question, stem=stem, answer=found.answer, candidates=found.candidates)) == []
    return found


@pytest.mark.parametrize(
    "options",
    [
        ("salt → oil → rice", "oil → salt → rice"),
        ("salt -> oil -> rice", "oil -> salt -> rice"),
        ("salt, then oil, then rice", "oil, then salt, then rice."),
        ("salt, oil, then rice", "oil, salt, and then rice"),
        ("['salt', 'oil', 'rice']", "['oil', 'salt', 'rice']"),
        ('["salt", "oil", "rice"]', "['oil', \"salt\", 'rice']"),
    ],
)
def test_an_order_is_a_list_that_names_its_things(options: tuple[str, str]) -> None:
    found = proved(asked(*options))
    assert found.answer == List(items=(("salt",), ("oil",), ("rice",)), ordered=True)
    assert found.candidates == ("salt, oil, rice", "oil, salt, rice")
    assert found.addition.startswith("Put these in the right order: ")
    assert found.addition != "Put these in the right order: salt, oil, rice."
    assert found.how == "Answer with all of them, in order, separated by commas."


def test_lists_of_the_file_are_taken_as_they_are() -> None:
    lists = (("mixed beans, peas & corn", "salt", "rice"), ("salt", "mixed beans, peas & corn", "rice"))
    found = proved(asked("a", "b", lists=lists))
    assert found.addition.count(";") == 2
    assert found.answer.mark_reply("Answer: mixed beans, peas & corn, salt, rice")[0].score == 1


def test_the_order_that_is_shown_is_the_same_each_time() -> None:
    mcq = asked("2 → 1 → 3", "1 → 2 → 3")
    assert proved(mcq) == proved(mcq)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("a → b → c", "a → b → d"), "no_orders_of_the_same"),
        (("a → b → a", "b → a → a"), "a_thing_comes_twice"),
        (("a → b", "b → a"), "too_few_or_too_many_things"),
        (("a → b → c", "none"), "text"),
        (("picks it up, then waits", "waits"), "text"),
        (("[]", "['a']"), "text"),
    ],
)
def test_what_cannot_be_proved_says_why(options: tuple[str, ...], reason: str) -> None:
    assert typed(asked(*options)) == Untyped(reason)


def test_labelled_whole_numbers_are_a_list() -> None:
    found = proved(asked("fat: 3, carbs: 20, protein: 7", "fat: 4, carbs: 25, protein: 9"))
    assert found.answer == List(items=(("3",), ("20",), ("7",)), ordered=True)
    assert found.how == "Answer with the numbers for fat, carbs, protein, in this order, separated by commas."


def test_a_unit_belongs_to_its_label() -> None:
    found = proved(asked("fat 3 g, salt 20 mg", "fat 4 g, salt 25 mg"))
    assert found.how == "Answer with the numbers for fat (g), salt (mg), in this order, separated by commas."


def test_of_labelled_numbers_that_no_rule_tells_apart_one_is_asked_for() -> None:
    found = proved(asked("fat changed by 0.0, carbs changed by 7.5", "fat changed by 0.0, carbs changed by 9.0"))
    assert isinstance(found.answer, Number | List)
    if isinstance(found.answer, Number):
        assert found.answer.value == "7.5"
        assert found.how == "Answer with a number, for carbs only."


@pytest.mark.parametrize("other", ["fat: 3, protein: 2", "fat 3", "carbs: 2, fat: 3"])
def test_labels_have_to_be_the_same(other: str) -> None:
    assert typed(asked("fat: 3, carbs: 2", other)) == Untyped("different_kinds")
