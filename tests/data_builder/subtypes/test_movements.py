"""Questions about which object is moved at a moment, right after or before another, and along with it."""

import pytest

from data_builder.levels import proven
from data_builder.subtypes.movements import easy_moved_object, moved_after, moved_before, moved_together


@pytest.fixture
def move(make):
    """A video of a minute in which objects are moved: (start, end, name)."""

    def run(*spans):
        return make.video(movements=[make.movement(*span) for span in spans], duration=60.0)

    return run


def by_key(questions):
    return {question.key.text: question for question in questions}


def test_the_object_that_is_moved_is_asked_for_by_the_second(move, ask_whole):
    questions, drops = ask_whole(easy_moved_object, move((10, 14, "knife"), (20, 22, "plate"), (30, 36, "tea towel")))
    knife = by_key(questions)["knife"]
    assert not drops
    assert knife.stem == "About 12 seconds into the clip, which object is the camera wearer moving?"
    assert knife.state(knife.key) == "About 12 seconds into the clip, the camera wearer is moving the knife."
    assert [fact.name for fact in knife.facts] == ["knife"]
    assert knife.asked == {"seconds": 12.0}
    assert proven(knife) == 1


def test_wrong_are_the_other_objects_of_the_clip(move, ask_whole):
    questions, _ = ask_whole(easy_moved_object, move((10, 14, "knife"), (20, 22, "plate"), (30, 36, "tea towel")))
    assert {(o.text, o.origin) for o in by_key(questions)["knife"].wrong} == {("plate", "clip"), ("tea towel", "clip")}


def test_what_may_be_the_same_object_is_not_offered(move, ask_whole):
    video = move((10, 14, "knife"), (20, 22, "small knife"), (30, 36, "fork"), (40, 44, "mug"), (50, 52, "plastic bag"))
    questions, _ = ask_whole(easy_moved_object, video)
    assert [option.text for option in by_key(questions)["knife"].wrong] == ["mug"]


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ((12.5, 13, "plate"), "several_objects"),
        ((12.5, 13, ""), "no_usable_name"),
        ((12.5, 13, "lid"), "no_usable_name"),
    ],
)
def test_with_something_else_moved_around_that_time_nothing_is_asked(other, reason, move, ask_whole):
    questions, drops = ask_whole(easy_moved_object, move((10, 14, "knife"), other))
    assert "knife" not in by_key(questions)
    assert reason in drops


def test_a_movement_at_the_edge_of_the_clip_is_not_asked_about(move, ask_whole):
    questions, drops = ask_whole(easy_moved_object, move((0, 0.8, "knife"), (30, 31, "plate")))
    assert list(by_key(questions)) == ["plate"]
    assert drops == ["edge_of_clip"]


def test_a_name_without_its_looks_is_a_right_answer(move, ask_whole):
    (question,), _ = ask_whole(easy_moved_object, move((10, 14, "white chopping board")))
    for reply in ("white chopping board", "chopping board", "cutting board"):
        assert question.answer.mark_reply(f"Answer: {reply}")[0].score == 1


def test_what_is_picked_up_next(move, ask_whole):
    questions, _ = ask_whole(moved_after, move((10, 14, "knife"), (15, 18, "plate"), (30, 33, "mug")))
    (question,) = questions
    assert question.stem == "About 14 seconds into the clip, the camera wearer puts an object down. " + (
        "Which object do they pick up next?"
    )
    assert question.key.text == "plate"
    assert [fact.name for fact in question.facts] == ["knife", "plate"]
    assert [option.text for option in question.wrong] == ["knife", "mug"]
    assert proven(question) == 2


def test_what_was_put_down_right_before(move, ask_whole):
    questions, _ = ask_whole(moved_before, move((10, 14, "knife"), (15, 18, "plate"), (30, 33, "mug")))
    (question,) = questions
    assert question.stem.startswith("About 15 seconds into the clip, the camera wearer picks an object up.")
    assert question.key.text == "knife"
    assert [option.text for option in question.wrong] == ["plate", "mug"]
    assert proven(question) == 2


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([(10, 14, "knife"), (17, 18, "plate")], "nothing_follows_at_once"),
        ([(10, 14, "knife"), (15, 18, "plate"), (15.2, 20, "mug")], "several_picked_up"),
        ([(10, 14, "knife"), (13.8, 18, "plate")], "picked_up_at_the_same_time"),
        ([(10, 14, "knife"), (15, 18, "big knife")], "same_object"),
        ([(10, 14, "knife"), (15, 18, "")], "no_usable_name"),
        ([(10, 14, "knife"), (12, 13.5, "mug"), (15, 18, "plate")], "several_objects"),
    ],
)
def test_an_unclear_neighbour_is_not_asked_for(spans, reason, move, ask_whole):
    questions, drops = ask_whole(moved_after, move(*spans))
    assert not [question for question in questions if question.asked["seconds"] == 14.0]
    assert reason in drops


def test_two_objects_that_are_moved_at_once(move, ask_whole):
    video = move((10, 20, "bowl"), (14, 18, "spoon"), (30, 36, "mug"), (31, 36, "tea towel"))
    questions, _ = ask_whole(moved_together, video)
    question = by_key(questions)["the bowl and the spoon"]
    assert question.stem.startswith("About 16 seconds into the clip, the camera wearer moves two objects")
    assert question.state(question.key).endswith("moves two objects at the same time: the bowl and the spoon.")
    assert [option.text for option in question.wrong] == ["the mug and the tea towel"]
    assert proven(question) == 2


def test_a_movement_that_ends_as_the_other_begins_is_not_at_the_same_time(move, ask_whole):
    questions, drops = ask_whole(moved_together, move((10, 20, "bowl"), (19.8, 24, "spoon"), (30, 36, "mug")))
    assert (questions, drops) == ([], ["one_right_after_the_other"])


@pytest.mark.parametrize("subtype", [moved_after, moved_before])
def test_what_cannot_be_picked_up_is_neither_key_nor_option(subtype, move, ask_whole):
    video = move(
        (10, 14, "knife"), (15, 18, "fridge drawer"), (19, 21, "plate"), (22, 25, "mug"), (40, 41, "oven door")
    )
    questions, drops = ask_whole(subtype, video)
    assert "no_usable_name" in drops
    assert {option.text for q in questions for option in (q.key, *q.wrong)} == {"knife", "plate", "mug"}


def test_both_objects_have_to_be_named_in_any_order(move, ask_whole):
    (question,), _ = ask_whole(moved_together, move((10, 20, "white bowl"), (14, 18, "spoon")))
    for reply, score in {
        "spoon and bowl": 1,
        "bowl, spoon": 1,
        "the white bowl and the spoon": 1,
        "spoon": None,
    }.items():
        assert question.answer.mark_reply(f"Answer: {reply}")[0].score == score


def test_a_third_object_leaves_two_open(move, ask_whole):
    questions, drops = ask_whole(moved_together, move((10, 20, "bowl"), (14, 18, "spoon"), (15, 17, "tea towel")))
    assert not questions
    assert "not_two_objects" in drops


def test_the_key_depends_on_the_moment_and_not_on_the_clip(move, ask_whole):
    video = move(*((t, t + 3, name) for t, name in ((10, "knife"), (20, "plate"), (30, "mug"), (40, "pen"))))
    questions, _ = ask_whole(easy_moved_object, video)
    for question in questions:
        later = question.window.cut(5, 60)
        assert question.solve(later).key.label == question.key.label


def test_nothing_in_a_stem_tells_one_question_from_another_but_the_moment(move, ask_whole):
    video = move(*((t, t + 3, name) for t, name in ((10, "knife"), (14, "plate"), (18, "mug"), (22, "pen"))))
    for subtype in (easy_moved_object, moved_after, moved_before):
        questions, _ = ask_whole(subtype, video)
        assert len(questions) > 2
        assert len({question.stem.split("into", 1)[1] for question in questions}) == 1
        assert len({question.groups for question in questions}) == 1
