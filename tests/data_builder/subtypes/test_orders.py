"""Orders of steps and of ingredients."""

from collections import Counter

import pytest

from data_builder.facts import Recipe
from data_builder.levels import proven
from data_builder.subtypes.orders import ingredient_order, step_order
from reward.answers import List

TEXTS = {"S1": "Chop the onions", "S2": "Fry garlic in oil", "S3": "Boil the pasta"}


@pytest.fixture
def cook(make):
    def run(*spans, written=("S1", "S2", "S3")):
        recipe = Recipe("R01", "Pasta", tuple((name, TEXTS[name]) for name in written), ())
        steps = [make.step(a, b, name, TEXTS[name], preparing=bool(rest)) for a, b, name, *rest in spans]
        return make.video(steps=steps, recipes=(recipe,), duration=900.0)

    return run


@pytest.fixture
def add(make):
    def run(*portions):
        return make.video(portions=[make.portion(a, b, name) for a, b, name in portions], duration=900.0)

    return run


def numbered(names, stem):
    """The numbers that a question gives to names."""
    return ", ".join(next(n for n in "123" if f"{n}. {name}" in stem or f"{n}. “{name}”" in stem) for name in names)


def test_any_order_is_as_likely_since_numbers_are_drawn(make, ask_whole):
    keys = Counter()
    for i in range(120):
        make.id = f"V{i}"
        portions = [make.portion(100 + 30 * n, 104 + 30 * n, name) for n, name in enumerate(["salt", "flour", "milk"])]
        (question,), _ = ask_whole(ingredient_order, make.video(portions=portions, duration=300.0))
        keys[question.key.text] += 1
    assert len(keys) == 6
    assert min(keys.values()) > 8
    assert question.exchangeable


def test_ingredients_are_numbered(add, ask_whole):
    (question,), _ = ask_whole(ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (160, 170, "milk")))
    assert question.stem.startswith("In which order are three ingredients first added in the clip: 1. ")
    assert question.key.text == numbered(["salt", "flour", "milk"], question.stem)
    assert (question.window.start, question.window.end) == (95, 175)
    assert [fact.name for fact in question.facts] == ["salt", "flour", "milk"]
    assert proven(question) == 3


def test_the_answer_may_be_numbers_or_names(add, ask_whole):
    (question,), _ = ask_whole(ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (160, 170, "milk")))
    assert isinstance(question.answer, List)
    key = question.key.text
    for reply, score in {key: 1, "salt, flour, milk": 1, key[::-1]: 0, "milk, flour, salt": 0}.items():
        assert question.answer.mark_reply(f"Answer: {reply}")[0].score == score


def test_all_orders_but_the_key_are_wrong_and_the_same_for_all(add, ask_whole):
    (question,), _ = ask_whole(ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (160, 170, "milk")))
    assert len(question.wrong) == 5
    assert question.key.text not in {option.text for option in question.wrong}
    assert {option.origin for option in question.wrong} == {"fixed"} == set(question.shown_from)


def test_only_the_first_time_counts(add, ask_whole):
    (question,), _ = ask_whole(
        ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (140, 145, "salt"), (160, 170, "milk"))
    )
    assert question.key.text == numbered(["salt", "flour", "milk"], question.stem)


def test_ingredients_that_may_be_one_are_not_put_in_order(add, ask_whole):
    _, drops = ask_whole(ingredient_order, add((100, 104, "onions"), (130, 135, "red onions"), (160, 170, "milk")))
    assert drops == ["similar_ingredients"]


def test_onsets_are_apart_and_fit_into_one_clip(add, ask_whole):
    assert ask_whole(ingredient_order, add((100, 104, "salt"), (101, 105, "flour"), (160, 170, "milk"))) == ([], [])
    assert ask_whole(ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (790, 795, "milk"))) == ([], [])


def test_steps_in_another_than_the_written_order_are_asked(cook, ask_whole):
    (question,), _ = ask_whole(step_order, cook((100, 110, "S2"), (130, 140, "S1"), (160, 170, "S3")))
    key = numbered(["Fry garlic in oil", "Chop the onions", "Boil the pasta"], question.stem)
    assert question.key.text == key
    assert proven(question) == 3
    assert question.state(question.key).endswith(f"are first carried out in the order {key}.")


def test_the_written_order_alone_is_not_asked(cook, ask_whole):
    assert ask_whole(step_order, cook((100, 110, "S1"), (130, 140, "S2"), (160, 170, "S3"))) == ([], [])


def test_preparing_in_another_order_makes_steps_undecidable(cook, ask_whole):
    video = cook((100, 110, "S2"), (130, 140, "S1"), (96, 98, "S3", True), (160, 170, "S3"))
    assert ask_whole(step_order, video) == ([], ["prepared_in_another_order"])


def test_an_ingredient_that_was_added_before_by_another_name_is_not_put_in_order(add, ask_whole):
    portions = add((96, 99, "mozzarella cheese"), (100, 104, "eggs"), (130, 135, "flour"), (160, 170, "mozzarella"))
    questions, drops = ask_whole(ingredient_order, portions)
    assert all("mozzarella;" not in q.stem and not q.stem.endswith("mozzarella?") for q in questions)
    assert "added_before_by_another_name" in drops or "similar_ingredients" in drops
