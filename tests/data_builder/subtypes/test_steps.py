"""Steps of a recipe: what is carried out, when, and what comes next."""

import pytest

from data_builder.facts import Recipe, Step, Video
from data_builder.levels import proven
from data_builder.subtypes.steps import alike, clear, easy_step, next_step, said, step_interval

TEXTS = {
    "S1": "Chop the onions.",
    "S2": "Fry garlic in oil",
    "S3": "Boil the pasta in salted water",
    "S4": "GRATE THE CHEESE.",
}


@pytest.fixture
def cook(make):
    """A video of one recipe from (start, end, step) or (start, end, step, True) for what prepares it."""

    def run(*spans, texts=None, duration=600.0) -> Video:
        texts = TEXTS | (texts or {})
        recipe = Recipe("R01", "Pasta", tuple(texts.items()), ())
        steps = [make.step(a, b, name, texts[name], preparing=bool(rest)) for a, b, name, *rest in spans]
        return make.video(steps=steps, recipes=(recipe,), duration=duration)

    return run


def test_easy_step_cuts_its_clip_out_of_the_step(cook, ask_whole):
    (question, other), drops = ask_whole(easy_step, cook((10, 70, "S1"), (100, 110, "S2")))
    assert not drops
    assert (question.window.start, question.window.end) == (25, 55)
    assert (question.key.text, question.key.label) == ("Chop the onions", "S1")
    assert (other.window.start, other.window.end) == (100, 110)
    assert proven(question) == proven(other) == 1


def test_easy_step_offers_the_other_steps_of_the_recipe(cook, make, ask_whole):
    video = cook((10, 40, "S1"), (100, 110, "S2"), (200, 210, "S4"), (250, 260, "S3", True))
    question = ask_whole(easy_step, video)[0][0]
    assert [(option.text, option.origin) for option in question.wrong] == [
        ("Fry garlic in oil", "video"),
        ("Grate the cheese", "video"),
    ]
    assert question.shown_from == ("clip", "video")


def test_questions_about_one_recipe_have_one_stem_and_one_group(cook, ask_whole):
    questions, _ = ask_whole(easy_step, cook((10, 40, "S1"), (100, 110, "S2")))
    assert len({question.stem for question in questions}) == len({question.groups for question in questions}) == 1
    assert questions[0].stem == "Which step of the recipe “Pasta” is the camera wearer carrying out in the clip?"
    assert questions[0].state(questions[0].key).endswith("is this: “Chop the onions”.")


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([(10, 13, "S1")], "too_short"),
        ([(10, 40, "S1"), (20, 22, "S2")], "several_steps"),
        ([(10, 40, "S1"), (20, 22, "S2", True)], "several_steps"),
    ],
)
def test_easy_step_drops(cook, ask_whole, spans, reason):
    _, drops = ask_whole(easy_step, cook(*spans))
    assert reason in drops


def test_a_step_that_says_much_or_refers_to_others_is_not_asked(cook, ask_whole):
    long = {"S5": "word " * 31, "S6": "Repeat the previous step until it is soft"}
    questions, drops = ask_whole(easy_step, cook((10, 40, "S5"), (50, 90, "S6"), texts=long))
    assert not questions
    assert not drops


def test_next_step_begins_after_the_clip(cook, ask_whole):
    (question,), _ = ask_whole(next_step, cook((10, 40, "S1"), (100, 110, "S2"), (300, 310, "S3", True)))
    assert (question.window.start, question.window.end) == (0, 99)
    assert question.key.label == "S2"
    assert proven(question) == 4
    assert [(option.label, option.origin) for option in question.wrong] == [("S1", "clip")]


def test_what_leads_up_to_the_next_step_is_not_in_the_clip(cook, ask_whole):
    (question,), _ = ask_whole(
        next_step, cook((10, 40, "S1"), (80, 88, "S2", True), (90, 99, "S2", True), (100, 110, "S2"))
    )
    assert question.window.end == 79


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([(100, 110, "S2")], "nothing_before"),
        ([(10, 40, "S2"), (100, 110, "S2")], "same_step_goes_on"),
        ([(10, 40, "S1"), (100, 110, "S2"), (101, 110, "S3")], "several_steps_begin"),
        ([(10, 40, "S1"), (99.5, 105, "S3", True), (100, 110, "S2")], "several_steps_begin"),
    ],
)
def test_next_step_drops(cook, ask_whole, spans, reason):
    questions, drops = ask_whole(next_step, cook(*spans))
    assert reason in drops
    assert "S2" not in [question.key.label for question in questions]


def test_step_interval_is_told_in_seconds_of_the_clip(cook, ask_whole):
    (question,), _ = ask_whole(step_interval, cook((100, 110, "S1"), (300, 302, "S2")))
    window, answer = question.window, question.answer
    assert (window.start + answer.start, window.start + answer.end) == pytest.approx((100, 110), abs=0.06)
    assert question.key.label == "100.000 - 110.000"
    assert f"Answer: {question.key.text}" == answer.gold()
    assert window.length == pytest.approx(80)
    assert not question.wrong
    assert proven(question) == 1


def test_step_interval_takes_the_only_stretch_in_the_clip(cook, ask_whole):
    questions, _ = ask_whole(step_interval, cook((100, 110, "S1"), (170, 180, "S1")))
    for question in questions:
        assert len([step for step in question.window.steps if step.step == "S1"]) == 1


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([(100, 105, "S1")], "unclear_edges"),
        ([(100, 110, "S1"), (115, 125, "S1")], "same_step_nearby"),
        ([(90, 100, "S1", True), (100, 110, "S1")], "long_preparation"),
    ],
)
def test_step_interval_drops(cook, ask_whole, spans, reason):
    _, drops = ask_whole(step_interval, cook(*spans))
    assert reason in drops


def test_step_interval_is_not_asked_beside_a_similar_step(cook, ask_whole):
    video = cook((100, 110, "S1"), (112, 114, "S5"), texts={"S5": "Chop the red onions"}, duration=200.0)
    assert "similar_step" in ask_whole(step_interval, video)[1]


def test_the_same_video_gives_the_same_intervals(cook, ask_whole):
    video = cook((100, 110, "S1"), (300, 320, "S2"))
    first, again = (ask_whole(step_interval, video)[0] for _ in range(2))
    assert [question.id for question in first] == [question.id for question in again]


def test_a_recipe_without_a_name_is_not_asked_about(make, ask_whole):
    step: Step = make.step(10, 40, "S1", "Chop the onions")
    assert ask_whole(easy_step, make.video(steps=[step])) == ([], ["unknown_recipe"])


def test_a_step_is_quoted_without_what_tells_its_place():
    assert said("Then lift out with a fish slice.") == "Lift out with a fish slice"
    assert said("NOW, ADD THE MEAT") == "Add the meat"


def test_said():
    assert said(" PULL YOUR SHOT.") == "Pull your shot"
    assert said("heat the “big” oven") == "Heat the 'big' oven"


def test_clear_and_alike():
    assert clear("Chop the onions")
    assert not clear("Stir")
    assert not clear("Enjoy your meal")
    assert alike("Take the lid off and stir", "After 15 minutes remove the lid and stir")
    assert alike("Stir", "Stir the soup")
    assert not alike("Chop the onions", "Fry garlic in oil")
