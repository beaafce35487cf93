"""A key that is right too often is not asked openly each time."""

from collections import Counter

from made_mcqs import mcq

from data_builder.convert.priors import priors


def asked(*keys: str):  # type: ignore[no-untyped-def]
    return [mcq(f"How often, in part {i}?", (key, f"none of {i}"), id=str(i)) for i, key in enumerate(keys)]


def test_a_frequent_key_is_cut_to_its_even_share() -> None:
    rows = asked(*["0"] * 60, *["1"] * 30, *["2"] * 10)
    found = priors(rows)
    assert set(found.keep.values()) == {"key_too_frequent"}
    left = Counter(row.key for row in rows if row.base_id not in found.keep)
    assert left == {"0": 34, "1": 30, "2": 10}  # a third of a hundred
    assert set(found.blind.values()) == {round(34 / 74, 4)}


def test_of_many_keys_none_has_more_than_a_tenth() -> None:
    rows = asked(*["0"] * 30, *(str(i) for i in range(1, 71)))
    found = priors(rows)
    assert Counter(row.key for row in rows if row.base_id not in found.keep)["0"] == 10


def test_keys_that_come_equally_often_all_stay() -> None:
    assert not priors(asked("a", "b", "c")).keep


def test_the_same_questions_are_surplus_in_any_order() -> None:
    rows = asked(*["0"] * 30, *["1"] * 3, "2")
    assert priors(rows) == priors(rows[::-1])
    assert priors(rows).keep


def test_a_question_that_is_asked_twice_with_other_keys_keeps_its_options() -> None:
    rows = [
        mcq("What is cut?", ("leek", "cup"), id="1"),
        mcq("what is cut", ("bread", "pan"), id="2"),
        mcq("What is cut?", ("rice", "pan"), id="3", video="P02-1"),
        mcq("What is washed?", ("kale", "cup"), id="4"),
        mcq("What is washed?", ("kale", "pan"), id="5"),
    ]
    keep = priors([*rows, *asked(*map(str, range(20)))]).keep
    assert keep == {row.base_id: "asked_with_another_key" for row in rows[:2]}


def test_two_values_for_one_question_contradict_each_other() -> None:
    rows = [
        mcq("How many cups?", ("Four", "Six"), id="1"),
        mcq("How many cups?", ("Five", "Six"), id="2"),
        mcq("How many pans?", ("Four", "Six"), id="3"),
        mcq("How many pans?", ("4 pans", "3 pans"), id="4"),
    ]
    keep = priors([*rows, *asked(*map(str, range(40)))]).keep
    assert keep == {row.base_id: "contradicted_by_another_row" for row in rows[:2]}


def test_orders_of_other_things_are_other_questions() -> None:
    rows = [
        mcq("What is the order?", ("a → b → c", "b → a → c"), id="1"),
        mcq("What is the order?", ("d → e → f", "e → d → f"), id="2"),
    ]
    assert not priors([*rows, *asked(*map(str, range(40)))]).keep


def test_options_that_come_again_and_again_are_a_group_by_themselves() -> None:
    hands = [mcq(f"Which hand in step {i}?", ("left", "right"), int(i >= 20), id=f"h{i}") for i in range(30)]
    rows = [*hands, *asked(*map(str, range(1000)))]
    found = priors(rows)
    kept = Counter(row.key for row in hands if row.base_id not in found.keep)
    assert kept == {"left": 15, "right": 10}
    assert {found.blind[row.base_id] for row in hands} == {0.6}
