"""Hands and places in single frames."""

import pytest

from data_builder.levels import proven
from data_builder.subtypes.nearness import easy_nearest_object, nearest_object
from data_builder.subtypes.scenes import held_object, low_contact


def labels(question):
    return {option.label for option in question.wrong}


@pytest.fixture
def grip(make):
    """A frame in which the left hand touches one thing, and others lie out of its reach."""

    def run(at, held, *others):
        thing = make.seen(held, 100, 100, 200, 200)
        hand = make.seen("left hand", 150, 150, 300, 300, touches=thing.id)
        places = (make.seen(name, 900 + 100 * i, 0, 950 + 100 * i, 50) for i, name in enumerate(others))
        return make.view(at, hand, thing, *places)

    return run


def test_the_object_is_what_the_hand_touches_in_the_frame(make, grip, ask_whole):
    video = make.video(views=[grip(5, "cup", "plate"), grip(20, "knife", "fork"), grip(40, "sink")], duration=60)
    questions, drops = ask_whole(held_object, video)
    assert [q.state(q.key) for q in questions] == [
        "About 5 seconds into the clip, the camera wearer's left hand touches the cup.",
        "About 20 seconds into the clip, the camera wearer's left hand touches the knife.",
    ]
    assert labels(questions[0]) == {"plate", "knife", "fork"}
    assert {proven(q) for q in questions} == {1}
    assert drops.count("no_hand") == 3  # the right one
    assert "no_nameable_object" in drops


def test_names_of_nothing_in_particular_are_not_asked_for(make, grip, ask_whole):
    for name in ("ingredient", "switch", "v60"):
        assert "no_nameable_object" in ask_whole(held_object, make.video(views=[grip(10, name)], duration=60.0))[1]


def test_of_several_names_the_first_without_figures_is_asked_for(make, grip, ask_whole):
    [question], _ = ask_whole(held_object, make.video(views=[grip(10, "v60/pourover coffee maker")], duration=60.0))
    assert (question.key.text, question.answer.aliases) == ("pourover coffee maker", ("v60",))


def test_what_the_hand_may_reach_is_no_wrong_option(make, ask_whole):
    cup, spoon = make.seen("cup", 100, 100, 200, 200), make.seen("spoon", 290, 290, 400, 400)
    hand = make.seen("left hand", 150, 150, 300, 300, touches=cup.id)
    views = [make.view(5, hand, cup, spoon), make.view(20, make.seen("fork", 0, 0, 9, 9))]
    [question], _ = ask_whole(held_object, make.video(views=views, duration=60))
    assert labels(question) == {"fork"}


@pytest.mark.parametrize("other", ["knife", None])
def test_frames_that_differ_within_a_second_leave_the_object_open(make, grip, ask_whole, other):
    second = grip(5.9, other) if other else make.view(5.9, make.seen("left hand", 0, 0, 9, 9))
    questions, drops = ask_whole(held_object, make.video(views=[grip(5, "cup"), second], duration=60))
    assert not questions
    assert set(drops) & {"several_objects", "nothing_touched"}


def test_the_frame_at_the_start_of_a_sound_shows_what_is_touched(make, grip, ask_whole):
    sound, views = make.sound(5, 9, "rustle"), [grip(5.2, "cup", "plate"), grip(20, "knife")]
    [question], _ = ask_whole(low_contact, make.video([sound], views=views, duration=60))
    assert question.stem == (
        "At the moment a sound like rustling begins, which object does the camera wearer's left hand touch?"
    )
    assert (question.key.text, question.facts, labels(question)) == ("cup", (sound, views[0]), {"plate", "knife"})
    assert proven(question) == 2


@pytest.mark.parametrize(("times", "reason"), [((5.2, 5.6), "several_frames"), ((7, 9), None)])
def test_a_sound_without_exactly_one_frame_beside_it_is_dropped(make, grip, ask_whole, times, reason):
    views = [grip(at, "cup") for at in times]
    questions, drops = ask_whole(low_contact, make.video([make.sound(5, 9, "rustle")], views=views, duration=60))
    assert not questions
    assert reason is None or reason in drops


# nearest_object

NAMES = ("bowl", "cup", "fork", "knife")


def table(make, at, nearest):
    """A frame of a saucepan and four things, one of which is closest to it."""
    places = [make.seen("saucepan", 100, 100, 140, 140)]
    for number, name in enumerate(NAMES):
        left = 160 if name == nearest else 600 + 200 * number
        places.append(make.seen(name, left, 100, left + 40, 140))
    return make.view(at, *places)


@pytest.fixture
def tables(make):
    """Many frames, forty seconds apart, in which each of the four is the closest as often as the others."""
    return [table(make, 40.0 * i + 20, NAMES[i % 4]) for i in range(24)]


def test_the_key_is_the_closest_thing_and_the_others_are_plainly_farther(make, tables, ask_whole):
    questions, drops = ask_whole(easy_nearest_object, make.video(views=tables, duration=1000))
    about = [q for q in questions if q.asked["object"] == "saucepan"]
    by_view = {view.id: NAMES[i % 4] for i, view in enumerate(tables)}
    assert about
    assert all(q.key.text == by_view[q.facts[0].id] for q in about)
    assert all(labels(q) == set(NAMES) - {q.key.text} for q in about)
    assert about[0].stem.endswith(" seconds into the clip, which object is closest to the saucepan in the picture?")
    assert "of the bowl, the cup, the fork and the knife, the one closest to the saucepan" in about[0].claim
    assert {proven(q) for q in questions} == {1}
    assert {(q.key_kind, q.exchangeable) for q in questions} == {("annotated", True)}
    assert not drops


def test_no_name_is_right_much_more_often_than_once_in_four(make, tables, ask_whole):
    skewed = [*tables, *(table(make, 40.0 * i + 1000, "cup") for i in range(40))]
    questions, _ = ask_whole(easy_nearest_object, make.video(views=skewed, duration=3000))
    for name in NAMES:
        right = sum(q.key.label == name for q in questions)
        offered = right + sum(name in labels(q) for q in questions)
        assert abs(4 * right - offered) <= 4


def test_a_sound_gives_the_moment_of_the_closest_object(make, tables, ask_whole):
    sounds = [make.sound(view.start, view.start + 1, "metal / wood collision") for view in tables]
    questions, _ = ask_whole(nearest_object, make.video(sounds, views=tables, duration=1000))
    about = [q for q in questions if q.asked["object"] == "saucepan"]
    pairs = [{sound, view} for sound, view in zip(sounds, tables, strict=True)]
    assert about
    assert all(set(q.facts) in pairs for q in about)
    assert about[0].stem == (
        "At the moment a sound like metal hitting wood begins, which object is closest to the saucepan in the picture?"
    )
    assert {proven(q) for q in questions} == {2}


def test_what_is_not_closer_by_far_is_not_the_closest(make, ask_whole):
    pan, cup = make.seen("saucepan", 100, 100, 140, 140), make.seen("cup", 200, 100, 240, 140)
    others = [make.seen(name, 240, 100, 280, 140) for name in ("bowl", "fork", "knife")]
    questions, _ = ask_whole(easy_nearest_object, make.video(views=[make.view(20, pan, cup, *others)], duration=60))
    assert "saucepan" not in {q.asked["object"] for q in questions}


def test_things_of_one_name_have_no_place(make, ask_whole):
    views = [table(make, 40.0 * i + 20, name) for i, name in enumerate(NAMES)]
    close = [make.view(v.start, *v.seen[:5], make.seen("cup", 0, 0, 9, 9)) for v in views]  # two cups
    assert ask_whole(easy_nearest_object, make.video(views=close, duration=200)) == ([], [])
