"""Questions about activities."""

import pytest

from data_builder.levels import proven
from data_builder.subtypes.activities import activity_order, easy_goal, medium_goal, next_activity

MANGO, WASH, PASTRY, BAKE = "Prepare mango", "Wash frying pan lid", "Prepare puff pastry", "Bake puff pastry"


@pytest.fixture
def work(make):
    """A video with activities, (start, end, label), and movements, (start, end, name)."""

    def run(*activities, moved=(), video="V1", duration=600.0):
        make.id = video
        facts = {
            "activities": [make.activity(*activity) for activity in activities],
            "movements": [make.movement(*movement) for movement in moved],
        }
        return make.video(**facts, duration=duration)

    return run


def test_half_a_minute_in_the_middle_of_an_activity(work, ask_whole):
    (question,), _ = ask_whole(easy_goal, work((100, 200, MANGO), (200, 220, BAKE)))
    assert (question.window.start, question.window.end) == (135, 165)
    assert question.stem == "What activity is the camera wearer working on in the clip?"
    assert question.state(question.key) == "In the clip, the camera wearer works on this: Prepare mango."
    assert proven(question) == 1


def test_an_activity_that_another_one_overlaps_is_not_shown(work, ask_whole):
    questions, drops = ask_whole(easy_goal, work((100, 200, MANGO), (150, 170, BAKE)))
    assert not questions
    assert drops == ["several_activities"]


@pytest.mark.parametrize(("label", "reason"), [("Clean up", "about_no_thing"), ("Walking", "about_no_thing")])
def test_an_activity_about_no_thing_has_no_objects_to_tell_it_by(label, reason, work, ask_whole):
    questions, drops = ask_whole(easy_goal, work((100, 200, label)))
    assert not questions
    assert drops == [reason]


def test_wrong_goals_are_about_things_that_are_not_in_the_clip(work, ask_whole):
    video = work(
        (100, 200, MANGO),
        (200, 250, WASH),
        (250, 300, "Season the salad in a bowl"),  # a bowl is moved in the clip
        (300, 350, "Preheat oven"),  # an oven may be in any clip
        (350, 400, "Slice mango"),
        moved=[(140, 150, "knife"), (150, 155, "glass bowl")],
    )
    questions, _ = ask_whole(easy_goal, video)
    assert questions[0].key.label == MANGO
    assert [(option.label, option.origin) for option in questions[0].wrong] == [(WASH, "video")]


def test_the_whole_of_an_activity(work, ask_whole):
    video = work(
        (100, 200, PASTRY),
        (200, 300, BAKE),
        (300, 400, "Fill tarts"),
        moved=[(120, 130, "baking tray"), (220, 230, "tray"), (320, 330, "spoon")],
    )
    questions, _ = ask_whole(medium_goal, video)
    pastry, bake = questions
    assert (pastry.window.start, pastry.window.end) == (100, 200)
    assert pastry.key.label == PASTRY
    assert proven(pastry) == 3
    assert [(option.label, option.origin) for option in pastry.wrong] == [(BAKE, "video")]  # the tarts share no object
    assert [option.label for option in bake.wrong] == [PASTRY]


def test_an_activity_that_says_the_same_is_not_offered(work, ask_whole):
    video = work(
        (100, 200, PASTRY), (300, 400, f"Continue {PASTRY.lower()}"), moved=[(120, 130, "tray"), (320, 330, "tray")]
    )
    questions, _ = ask_whole(medium_goal, video)
    assert all(not question.wrong for question in questions)


@pytest.mark.parametrize("end", [104, 500])
def test_an_activity_is_neither_too_short_nor_too_long(end, work, ask_whole):
    questions, _ = ask_whole(medium_goal, work((100, end, MANGO)))
    assert not questions


def test_the_next_activity(work, ask_whole):
    video = work((0, 200, PASTRY), (200, 300, "Fill tarts"), (300, 400, MANGO), (400, 450, "Serve soup"))
    questions, _ = ask_whole(next_activity, video)
    first = questions[0]
    assert (first.window.start, first.window.end) == (80, 200)
    assert first.stem == "What activity does the camera wearer work on next, right after the clip?"
    assert first.key.label == "Fill tarts"
    assert [fact.label for fact in first.facts] == [PASTRY, "Fill tarts"]
    assert {(o.label, o.origin) for o in first.wrong} == {(PASTRY, "clip"), (MANGO, "video"), ("Serve soup", "video")}
    assert proven(first) == 4


@pytest.mark.parametrize(
    ("following", "reason"),
    [
        ((215, 300, BAKE), "not_at_once"),
        ((200, 300, f"Continue {MANGO.lower()}"), "goes_on"),
        ((200, 300, "Wonder about breakfast"), "vague_label"),
    ],
)
def test_an_unclear_next_activity_is_not_asked_for(following, reason, work, ask_whole):
    questions, drops = ask_whole(next_activity, work((100, 200, MANGO), following))
    assert not questions
    assert drops == [reason]


def test_the_order_of_three_activities(work, ask_whole):
    (question,), _ = ask_whole(activity_order, work((10, 60, MANGO), (60, 100, BAKE), (200, 300, "Serve soup")))
    labels = question.asked["labels"].split("; ")
    assert question.key.text == ", ".join(str(labels.index(label) + 1) for label in (MANGO, BAKE, "Serve soup"))
    assert f"1. “{labels[0]}”" in question.stem
    assert (question.window.start, question.window.end) == (9, 230)
    assert question.answer.mark_reply(f"Answer: {question.key.text}")[0].score == 1
    assert {option.origin for option in question.wrong} == {"fixed"} == set(question.shown_from)
    assert proven(question) == 3


@pytest.mark.parametrize(
    "activities",
    [
        [(10, 60, MANGO), (60, 100, BAKE), (200, 300, f"Continue {PASTRY.lower()}")],
        [(10, 60, MANGO), (60, 100, "Tidy up"), (200, 300, "Clean and clear")],
        [(10, 60, MANGO), (60, 100, BAKE), (700, 800, "Serve soup")],
    ],
)
def test_what_cannot_be_put_in_order_for_certain_is_not(activities, work, ask_whole):
    questions, _ = ask_whole(activity_order, work(*activities, duration=900.0))
    assert not questions


def test_an_activity_that_comes_twice_has_no_place_in_the_order(work, ask_whole):
    video = work((10, 60, MANGO), (60, 100, BAKE), (100, 200, MANGO), (200, 300, "Serve soup"))
    questions, drops = ask_whole(activity_order, video)
    assert not questions
    assert set(drops) == {"not_once_in_clip"}


def test_a_half_that_shows_only_what_no_other_activity_has_would_tell(work, ask_whole):
    video = work(
        (100, 200, PASTRY),
        (200, 300, BAKE),
        moved=[(110, 120, "rolling pin"), (180, 190, "tray"), (210, 220, "tray"), (280, 290, "tray")],
    )
    questions, drops = ask_whole(medium_goal, video)
    assert [question.key.label for question in questions] == [BAKE]
    assert drops == ["half_of_it_tells"]


def test_two_white_plastic_things_are_not_one(work, ask_whole):
    video = work(
        (100, 200, PASTRY),
        (200, 300, "Fill tarts"),
        moved=[(110, 120, "white plastic bowl"), (210, 220, "white plastic spoon")],
    )
    questions, _ = ask_whole(medium_goal, video)
    assert all(question.wrong == () for question in questions)
