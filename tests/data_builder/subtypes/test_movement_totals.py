"""Questions about what the movements of a whole clip add up to."""

import pytest

from data_builder.levels import proven
from data_builder.subtypes.movement_totals import longest_moved, moved_count, moved_order
from reward.answers import Number


@pytest.fixture
def move(make):
    """A video in which objects are moved: (start, end, name)."""

    def run(*spans, duration=90.0, **more):
        return make.video(movements=[make.movement(*span, **more) for span in spans], duration=duration)

    return run


THREE = [(30, 33, "mug"), (90, 93, "mug"), (150, 153, "mug")]


def test_an_object_is_counted_over_the_whole_clip(move, ask_whole):
    questions, _ = ask_whole(moved_count, move(*THREE, duration=180.0))
    (question,) = [question for question in questions if question.key.text == "3"]
    assert question.stem == "In the clip, how many separate times does the camera wearer move the mug?"
    assert question.state(question.key) == "In the clip, the camera wearer moves the mug 3 separate times."
    assert question.answer == Number(value="3")
    assert len(question.facts) == 3
    assert {option.text for option in question.wrong} == {"2", "4", "5"}
    assert {option.origin for option in question.wrong} == {"fixed"} == set(question.shown_from)
    assert proven(question) == 3


def test_clips_of_one_length_are_cut_around_each_count(move, ask_whole):
    spans = [(t, t + 3, "mug") for t in range(20, 1000, 50)]
    questions, _ = ask_whole(moved_count, move(*spans, duration=1100.0))
    assert {question.key.text for question in questions} == {"3", "4"}
    assert {question.window.length for question in questions} == {180.0}
    for question in questions:
        whole = [t for t, end, _ in spans if question.window.start <= t and end <= question.window.end]
        assert question.key.text == str(len(whole))
        assert not [t for t, end, _ in spans if t < question.window.end < end or t < question.window.start < end]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ((60, 62, "white mug"), "several_objects_of_that_name"),
        ((60, 62, ""), "no_usable_name"),
        ((93.5, 95, "mug"), "no_pause"),
        ((60, 60.2, "mug"), "hardly_moved"),
    ],
)
def test_an_unclear_count_is_not_asked_for(more, reason, move, ask_whole):
    questions, drops = ask_whole(moved_count, move(*THREE, more, duration=180.0))
    assert not [question for question in questions if question.asked["object"] == "mug"]
    assert reason in drops


def test_two_objects_of_one_name_are_not_counted(make, ask_whole):
    movements = [make.movement(a, b, name, object_id=str(i)) for i, (a, b, name) in enumerate(THREE)]
    movements += [make.movement(a + 10, b + 10, name, object_id="0") for a, b, name in THREE]
    questions, drops = ask_whole(moved_count, make.video(movements=movements, duration=180.0))
    assert not questions
    assert set(drops) == {"several_objects_of_that_name"}


def test_the_order_in_which_objects_are_first_moved(move, ask_whole):
    video = move((5, 8, "mug"), (30, 33, "knife"), (60, 63, "tea towel"), (70, 72, "mug"))
    (question,), _ = ask_whole(moved_order, video)
    names = question.asked["names"].split("; ")
    assert sorted(names) == ["knife", "mug", "tea towel"]
    assert question.key.text == ", ".join(str(names.index(name) + 1) for name in ("mug", "knife", "tea towel"))
    assert question.stem.endswith(f"in the clip: 1. {names[0]}; 2. {names[1]}; 3. {names[2]}?")
    assert [fact.name for fact in question.facts] == ["mug", "knife", "tea towel"]
    assert len(question.wrong) == 5
    assert proven(question) == 3


def test_an_order_may_be_answered_with_numbers_or_names(move, ask_whole):
    (question,), _ = ask_whole(moved_order, move((5, 8, "mug"), (30, 33, "knife"), (60, 63, "tea towel")))
    wrong = question.wrong[0].text
    for reply, score in {question.key.text: 1, "mug, knife, tea towel": 1, wrong: 0}.items():
        assert question.answer.mark_reply(f"Answer: {reply}")[0].score == score


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([(5, 8, "mug"), (60, 63, "knife"), (60.5, 63, "tea towel")], "too_close"),
        ([(5, 8, "mug"), (30, 33, "knife"), (60, 63, "fork")], "alike"),
        ([(2, 4, "white mug"), (5, 8, "mug"), (30, 33, "knife"), (60, 63, "pen")], "several_objects_of_that_name"),
        ([(5, 8, "mug"), (20, 22, ""), (30, 33, "knife"), (60, 63, "tea towel")], "no_usable_name"),
    ],
)
def test_an_unclear_order_is_not_asked_for(spans, reason, move, ask_whole):
    _, drops = ask_whole(moved_order, move(*spans))
    assert reason in drops


def test_objects_that_are_moved_in_one_half_only_are_not_put_in_order(move, ask_whole):
    questions, _ = ask_whole(moved_order, move((5, 8, "mug"), (20, 23, "knife"), (30, 33, "tea towel")))
    assert not questions


def test_the_same_order_has_other_numbers_in_other_videos(make, move, ask_whole):
    keys = set()
    for number in range(20):
        make.id = f"V{number}"
        questions, _ = ask_whole(moved_order, move((5, 8, "mug"), (30, 33, "knife"), (60, 63, "tea towel")))
        keys.update(question.key.text for question in questions)
    assert len(keys) == 6


def test_what_is_moved_for_longest(move, ask_whole):
    (question,), _ = ask_whole(longest_moved, move((10, 14, "mug"), (30, 55, "knife"), (60, 65, "tea towel")))
    assert question.key.text == "knife"
    assert question.stem.startswith("In the clip, which object does the camera wearer move for the longest time")
    assert [option.text for option in question.wrong] == ["mug", "tea towel"]
    assert [fact.name for fact in question.facts] == ["knife"]
    assert proven(question) == 3


def test_movements_without_a_pause_are_one(move, ask_whole):
    video = move((30, 42, "knife"), (42.5, 55, "knife"), (60, 75, "tea towel"))
    (question,), _ = ask_whole(longest_moved, video)
    assert question.key.text == "knife"
    assert len(question.facts) == 2


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([(30, 55, "knife"), (60, 80, "tea towel")], "several_long_ones"),
        ([(10, 35, "knife"), (60, 65, "tea towel")], "in_one_half"),
        ([(30, 55, ""), (60, 65, "tea towel")], "no_usable_name"),
        ([(40, 120, "knife"), (5, 8, "tea towel")], "cut_by_edge"),
    ],
)
def test_an_unclear_longest_one_is_not_asked_for(spans, reason, move, ask_whole):
    questions, drops = ask_whole(longest_moved, move(*spans, duration=90.0))
    assert not questions
    assert reason in drops
