"""Orders of steps and of ingredients."""

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


def test_ingredients_are_numbered_by_the_alphabet(add, ask_whole):
    (question,), _ = ask_whole(ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (160, 170, "milk")))
    assert question.stem == "In which order are three ingredients first added in the clip: 1. flour; 2. milk; 3. salt?"
    assert question.key.text == "3, 1, 2"
    assert (question.window.start, question.window.end) == (95, 175)
    assert [fact.name for fact in question.facts] == ["salt", "flour", "milk"]
    assert proven(question) == 3


def test_the_answer_may_be_numbers_or_names(add, ask_whole):
    (question,), _ = ask_whole(ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (160, 170, "milk")))
    assert isinstance(question.answer, List)
    for reply, score in {"Answer: 3, 1, 2": 1, "Answer: salt, flour, milk": 1, "Answer: 1, 2, 3": 0}.items():
        assert question.answer.mark_reply(reply)[0].score == score


def test_all_orders_but_the_key_are_wrong_and_the_same_for_all(add, ask_whole):
    (question,), _ = ask_whole(ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (160, 170, "milk")))
    assert len(question.wrong) == 5
    assert question.key.text not in {option.text for option in question.wrong}
    assert {option.origin for option in question.wrong} == {"fixed"} == set(question.shown_from)


def test_only_the_first_time_counts(add, ask_whole):
    (question,), _ = ask_whole(
        ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (140, 145, "salt"), (160, 170, "milk"))
    )
    assert question.key.text == "3, 1, 2"


def test_ingredients_that_may_be_one_are_not_put_in_order(add, ask_whole):
    _, drops = ask_whole(ingredient_order, add((100, 104, "onions"), (130, 135, "red onions"), (160, 170, "milk")))
    assert drops == ["similar_ingredients"]


def test_onsets_are_apart_and_fit_into_one_clip(add, ask_whole):
    assert ask_whole(ingredient_order, add((100, 104, "salt"), (101, 105, "flour"), (160, 170, "milk"))) == ([], [])
    assert ask_whole(ingredient_order, add((100, 104, "salt"), (130, 135, "flour"), (790, 795, "milk"))) == ([], [])


def test_steps_in_another_than_the_written_order_are_asked(cook, ask_whole):
    (question,), _ = ask_whole(step_order, cook((100, 110, "S2"), (130, 140, "S1"), (160, 170, "S3")))
    assert "1. “Boil the pasta”; 2. “Chop the onions”; 3. “Fry garlic in oil”" in question.stem
    assert question.key.text == "3, 2, 1"
    assert proven(question) == 3
    assert question.state(question.key).endswith("are first carried out in the order 3, 2, 1.")


def test_the_written_order_alone_is_not_asked(cook, ask_whole):
    assert ask_whole(step_order, cook((100, 110, "S1"), (130, 140, "S2"), (160, 170, "S3"))) == ([], [])


def test_preparing_in_another_order_makes_steps_undecidable(cook, ask_whole):
    video = cook((100, 110, "S2"), (130, 140, "S1"), (96, 98, "S3", True), (160, 170, "S3"))
    assert ask_whole(step_order, video) == ([], ["prepared_in_another_order"])
