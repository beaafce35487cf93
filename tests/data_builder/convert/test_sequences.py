"""Orders of things, and labelled numbers."""

import pytest

from data_builder.convert.mcq import Mcq
from data_builder.convert.values import Typed, Untyped, typed
from data_builder.gate import faults
from reward.answers import List, Number
from reward.item import Item, ask

ADDED = "In what order are they added?"


def asked(*options: str, key: int = 0, lists: tuple[tuple[str, ...], ...] = (), stem: str = ADDED) -> Mcq:
    return Mcq("1", "set", "file", "file:1", stem, options, key, (), lists)


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
        ("salt, oil, rice", "oil, salt, rice"),
        ("Salt, oil, rice.", "Oil, salt, rice."),
        ("salt, oil, and rice", "oil, salt, and finally rice"),
        ("First salt, then oil, then rice", "First oil, salt, and then rice"),
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
        (("salt, oil", "oil, salt"), "text"),
        (("salt, oil, rice", "oil, salt, beans"), "text"),
        (("[1, 2, 3]", "[2, 1, 3]"), "text"),
        (("1, 2, 3", "2, 1, 3"), "text"),
        (("spoon, knife, spoon", "knife, spoon, spoon"), "a_thing_comes_twice"),
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
    assert found.answer == Number(value="7.5", unit="g", abs_tol=0.075)
    assert found.addition == "How much did the carbs change?"
    assert found.how == "Answer with a number in grams (g)."


def test_of_numbers_with_decimals_one_is_asked_for_in_its_unit() -> None:
    found = proved(
        asked("calories changed by 37.0, fat changed by 0.1", "calories changed by 52.5, fat changed by 0.6")
    )
    assert found.answer == Number(value="37.0", abs_tol=0.37)
    assert found.candidates == ("37.0", "52.5")
    assert found.addition == "How much did the calories change?"
    assert found.how == "Answer with a number."
    assert [found.answer.mark_reply(f"Answer: {one}")[0].score for one in ("37", "37.2 calories", "37.5")] == [1, 1, 0]
    other = proved(asked("ash: 1.5, salt: 2.5", "ash: 1.9, salt: 3.5"))
    assert (other.addition, other.how) == ("Give the number for ash only.", "Answer with a number.")


def test_the_label_is_one_that_a_reply_may_miss_by_a_percent() -> None:
    near = proved(asked("calories: 37.0, fat: 2.5", "calories: 37.1, fat: 4.5"))
    assert near.answer == Number(value="2.5", unit="g", abs_tol=0.025)


def test_whole_numbers_written_with_a_decimal_are_a_list() -> None:
    found = proved(asked("calories: 37.0, fat: 2.0", "calories: 40.0, fat: 3.0"))
    assert found.answer == List(items=(("37.0", "37"), ("2.0", "2")), ordered=True)


def test_a_capital_that_only_begins_a_sentence_is_not_shown() -> None:
    found = proved(asked("Spinach, salt, TV, Olive", "Salt, TV, spinach, Olive", "TV, spinach, salt, Olive."))
    assert found.candidates == ("spinach, salt, TV, Olive", "salt, TV, spinach, Olive", "TV, spinach, salt, Olive")
    first = proved(asked("Spinach, salt, oil", "Spinach, oil, salt"))
    assert first.candidates == ("spinach, salt, oil", "spinach, oil, salt")
    assert proved(asked("Tofu, Oil, Egg", "Oil, Egg, Tofu")).candidates == ("Tofu, Oil, Egg", "Oil, Egg, Tofu")


WHICH = "Which row is it in?"


@pytest.mark.parametrize(
    ("options", "stem"),
    [
        (("Fifth.", "Third."), WHICH),
        (("5th", "3rd"), WHICH),
        (("the fifth row", "the third row"), WHICH),
        (("In the fifth position", "In the 3rd position"), WHICH),
        (("5", "3"), "In what order was the oil used?"),
    ],
)
def test_a_place_in_an_order_is_told_in_any_form(options: tuple[str, str], stem: str) -> None:
    found = proved(asked(*options, stem=stem))
    assert (found.sort, found.candidates) == ("ordinal", ("fifth", "third"))
    assert found.how == "Answer with an ordinal number."
    right, wrong = (
        ("5th", "fifth", "the fifth", "the fifth one", "5"),
        ("3rd", "the third one", "6th", "first", "4", "12th"),
    )
    assert {found.answer.mark_reply(f"Answer: {one}")[0].score for one in right} == {1}
    assert {found.answer.mark_reply(f"Answer: {one}")[0].score for one in wrong} == {0}


def test_a_place_goes_by_its_noun_too() -> None:
    found = proved(asked("the 21st row", "the 2nd row", stem=WHICH))
    replies = {"21st": 1, "row 21": 1, "the 21st row": 1, "row two": 0, "the second row": 0}
    assert {reply: found.answer.mark_reply(f"Answer: {reply}")[0].score for reply in replies} == replies


@pytest.mark.parametrize(
    ("options", "stem"),
    [
        (("the first row", "the second seat"), WHICH),
        (("first", "last"), WHICH),
        (("3rd and 4th", "1st and 2nd"), WHICH),
        (("first", "second"), "Describe it."),
        (("5", "3"), WHICH),
    ],
)
def test_no_place_in_an_order(options: tuple[str, str], stem: str) -> None:
    assert typed(asked(*options, stem=stem)) == Untyped("text")


def test_the_same_place_twice_is_refused() -> None:
    assert typed(asked("fifth", "5th", stem=WHICH)) == Untyped("same_values")


@pytest.mark.parametrize("other", ["fat: 3, protein: 2", "fat 3", "carbs: 2, fat: 3"])
def test_labels_have_to_be_the_same(other: str) -> None:
    assert typed(asked("fat: 3, carbs: 2", other)) == Untyped("different_kinds")
