"""Questions about where objects are put and taken from."""

import pytest

from data_builder.levels import proven
from data_builder.subtypes.fixtures import put_where, taken_where


@pytest.fixture
def move(make):
    """A video of 200 seconds in which objects are moved: (start, end, taken from, put on)."""

    def run(*spans):
        movements = [
            make.movement(start, end, f"object{i}", taken_from=taken, put_on=put)
            for i, (start, end, taken, put) in enumerate(spans)
        ]
        return make.video(movements=movements, duration=200.0)

    return run


def test_where_an_object_is_put(move, ask_whole):
    questions, _ = ask_whole(put_where, move((10, 14, "counter", "sink"), (20, 22, "fridge", "counter")))
    question = questions[0]
    assert question.stem == (
        "About 14 seconds into the clip, the camera wearer puts an object down. On or in which part of the kitchen "
        "is it put?"
    )
    assert question.key.text == "sink"
    assert question.state(question.key).endswith("the place where the camera wearer puts an object down is the sink.")
    assert question.asked == {"seconds": 14.0}
    assert proven(question) == 1


def test_where_an_object_is_taken_from(move, ask_whole):
    questions, _ = ask_whole(taken_where, move((10, 14, "counter", "sink"), (20, 22, "fridge", "counter")))
    assert [question.key.text for question in questions[:2]] == ["counter", "fridge"]
    assert questions[0].stem.startswith("About 10 seconds into the clip, the camera wearer picks an object up.")
    assert proven(questions[0]) == 1


def test_wrong_are_the_fixtures_of_the_clip_and_then_of_the_video(move, ask_whole):
    video = move((10, 14, "counter", "sink"), (20, 22, "fridge", "counter"), (180, 184, "shelf", "hob"))
    questions, _ = ask_whole(put_where, video)
    assert [(option.text, option.origin) for option in questions[0].wrong] == [
        ("counter", "clip"),
        ("fridge", "clip"),
        ("shelf", "video"),
        ("hob", "video"),
    ]


def test_what_may_be_told_as_the_same_place_is_not_offered(move, ask_whole):
    questions, _ = ask_whole(taken_where, move((10, 14, "fridge", "counter"), (20, 22, "shelf", "sink")))
    assert [option.text for option in questions[0].wrong] == ["counter", "sink"]


@pytest.mark.parametrize(
    ("other", "reason"),
    [((12, 14.5, "sink", "hob"), "several_fixtures"), ((12, 14.5, "sink", "storage"), "several_fixtures")],
)
def test_two_places_at_once_are_not_asked_about(other, reason, move, ask_whole):
    questions, drops = ask_whole(put_where, move((10, 14, "counter", "sink"), other))
    assert not questions
    assert reason in drops


def test_an_unknown_place_is_not_asked_about(move, ask_whole):
    questions, drops = ask_whole(put_where, move((10, 14, "counter", ""), (20, 24, "counter", "storage")))
    assert not questions
    assert not drops


def test_other_words_for_a_place_are_right(move, ask_whole):
    (question,), _ = ask_whole(put_where, move((10, 14, "sink", "counter")))
    assert question.answer.mark_reply("Answer: the worktop")[0].score == 1
