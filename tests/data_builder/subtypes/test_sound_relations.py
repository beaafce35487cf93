"""Sounds and what is done while they are heard, and sounds that follow one another."""

import pytest

from data_builder.levels import proven
from data_builder.subtypes.sound_relations import (
    easy_sound_object,
    low_object_sound,
    low_sound_movement,
    sound_after,
    sound_before,
)

KNOCK = "metal / wood collision"


def labels(question):
    return {option.label for option in question.wrong if option.origin == "clip"}


@pytest.fixture
def kitchen(make):
    """A video of sounds and of some actions; `more` are other actions."""

    def run(*sounds, more=(), unclassed=(), duration=60):
        actions = [
            make.action(1, 2, "open drawer"),
            make.action(5, 9, "wash pan"),
            make.action(14, 16, "put-down fork"),
            make.action(26, 29.9, "close fridge"),
            *(make.action(*action) for action in more),
        ]
        heard = [make.sound(*sound) for sound in sounds]
        return make.video(heard, actions, unclassed=[make.sound(*s) for s in unclassed], duration=duration)

    return run


def test_the_object_is_that_of_the_action_that_spans_the_sound(kitchen, ask_whole):
    video = kitchen((6, 8, KNOCK))
    [question], _ = ask_whole(easy_sound_object, video)
    assert question.stem == (
        "At the moment a sound like metal hitting wood is heard, which object is the camera wearer handling?"
    )
    assert (question.key.text, labels(question)) == ("pan", {"drawer", "fridge"})  # the fork may be in the other hand
    assert question.facts == (video.actions[1], video.sounds[0])
    assert proven(question) == 2


def test_what_is_put_down_is_asked_for_as_such(kitchen, ask_whole):
    [question], _ = ask_whole(easy_sound_object, kitchen((14.5, 15, KNOCK)))
    assert question.state(question.key) == (
        "At the moment a sound like metal hitting wood is heard, the camera wearer is putting the fork down or away."
    )
    assert labels(question) == {"pan"}  # nobody puts a drawer down


def test_the_movement_is_the_narration_and_needs_its_options(kitchen, ask_whole):
    video = kitchen((6, 8, KNOCK))
    [question], _ = ask_whole(low_sound_movement, video)
    assert (question.key.text, labels(question)) == ("wash pan", {"open drawer", "put-down fork", "close fridge"})
    assert question.key_kind == "narration"
    assert question.facts == (video.actions[1], video.sounds[0])
    assert proven(question) == 2


@pytest.mark.parametrize("subtype", [easy_sound_object, low_sound_movement])
@pytest.mark.parametrize(
    ("span", "reason"),
    [((6, 9.5), "sound_outlasts_action"), ((4.5, 8), "sound_outlasts_action"), ((10, 11), "no_action")],
)
def test_a_sound_that_does_not_lie_in_one_action_is_dropped(kitchen, ask_whole, subtype, span, reason):
    assert ask_whole(subtype, kitchen((*span, KNOCK))) == ([], [reason])


def test_a_sound_that_is_heard_again_is_told_by_the_stretch_in_which_it_is_heard_once(kitchen, ask_whole):
    video = kitchen((6, 8, KNOCK), (14.5, 15, KNOCK))
    questions, _ = ask_whole(low_sound_movement, video)
    for question, sound in zip(questions, video.sounds, strict=True):
        start, end = question.asked["from"], question.asked["to"]
        assert f"is heard between {start:g} and {end:g} seconds into the clip, what" in question.stem
        assert start < sound.start < sound.end < end
        assert not any(other.start < end and other.end > start for other in video.sounds if other is not sound)
        assert proven(question) == 2
    assert [q.key.text for q in questions] == ["wash pan", "put-down fork"]


@pytest.mark.parametrize("again", [(8.2, 9, KNOCK), (4.4, 5.9, KNOCK)])
def test_a_sound_that_is_heard_again_at_once_cannot_be_told(kitchen, ask_whole, again):
    _, drops = ask_whole(low_sound_movement, kitchen((6, 8, KNOCK), again))
    assert drops == ["heard_or_done_again_soon"] * 2


def test_a_clatter_in_no_class_may_be_any_collision_but_no_rustling(kitchen, ask_whole):
    clang = [(8.2, 9, "clang / clatter")]
    assert ask_whole(low_sound_movement, kitchen((6, 8, KNOCK), unclassed=clang))[1] == ["heard_or_done_again_soon"]
    assert len(ask_whole(low_sound_movement, kitchen((6, 8, "rustle"), unclassed=clang))[0]) == 1


def test_a_sound_that_spans_several_actions_has_no_one_object_and_no_one_movement(kitchen, ask_whole):
    video = kitchen((6, 8, "rustle"), more=[(7.9, 12, "open fridge")])
    assert ask_whole(easy_sound_object, video) == ([], ["several_objects"])
    assert ask_whole(low_sound_movement, video) == ([], ["several_actions"])


def test_a_sound_that_names_what_is_done_gives_it_away(kitchen, ask_whole):
    for subtype in (low_sound_movement, easy_sound_object, low_object_sound):
        assert "named_by_sound" in ask_whole(subtype, kitchen((1.2, 1.8, "open / close")))[1]


def test_a_narration_of_the_same_object_is_a_wrong_movement_only_when_it_is_the_opposite(make, ask_whole):
    actions = [
        make.action(5, 9, "take plate"),
        make.action(14, 15, "rinse plate"),
        make.action(17, 18, "put down plate", verb="put-down"),
        make.action(20, 21, "open drawer"),
    ]
    [question], _ = ask_whole(low_sound_movement, make.video([make.sound(6, 8, "rustle")], actions))
    assert labels(question) == {"put down plate", "open drawer"}


def test_the_sound_is_the_only_one_while_the_object_is_handled(kitchen, ask_whole):
    video = kitchen((6, 8, KNOCK), (14.5, 15, "rustle"), (27, 28, "beep"), (12, 13, "water"))
    questions, _ = ask_whole(low_object_sound, video)
    pan = next(q for q in questions if q.key.label == KNOCK)
    assert pan.stem == "While the camera wearer is handling the pan, which sound is heard?"
    assert labels(pan) == {"rustle", "beep", "water"}
    assert pan.facts == (video.actions[1], video.sounds[0])
    assert {proven(q) for q in questions} == {2}


@pytest.mark.parametrize(
    ("sounds", "reason"),
    [
        ([(6, 8, KNOCK), (8.5, 9, "beep")], "several_sounds"),
        ([(6, 9.5, KNOCK)], "sound_outlasts_action"),
        ([(6, 8, "background")], "unasked_sound"),
    ],
)
def test_an_object_with_another_sound_is_dropped(kitchen, ask_whole, sounds, reason):
    questions, drops = ask_whole(low_object_sound, kitchen(*sounds))
    assert not questions
    assert reason in drops


# sound_before and sound_after


def test_sounds_that_follow_each_other_are_each_others_neighbours(kitchen, ask_whole):
    video = kitchen((3, 4, "water"), (5, 6, "beep"), (20, 21, "zip"), (40, 41, "footstep"))
    [after], _ = ask_whole(sound_after, video)
    assert after.state(after.key) == (
        "Right after a sound like running or splashing water is heard, a sound like beeping is heard."
    )
    assert (after.facts, labels(after)) == (video.sounds[:2], {"zip", "footstep"})
    [before], _ = ask_whole(sound_before, video)
    assert before.stem == "Right before a sound like beeping is heard, which sound is heard?"
    assert (before.key.label, before.facts) == ("water", video.sounds[:2])
    assert proven(after) == proven(before) == 2


def test_a_sound_like_the_one_that_is_named_is_no_option(kitchen, ask_whole):
    video = kitchen((3, 4, "water"), (5, 6, "beep"), (20, 21, "pour"), (40, 41, "footstep"))
    [question] = [q for q in ask_whole(sound_after, video)[0] if q.key.label == "beep"]
    assert labels(question) == {"footstep"}


@pytest.mark.parametrize(
    ("second", "unclassed", "reason"),
    [
        ((3.4, 6, "beep"), (), "onsets_too_close"),
        ((6.1, 7, "beep"), (), "long_silence_between"),
        ((5, 6, "beep"), [(4.2, 4.4, "clang / clatter")], "sound_of_no_class"),
        ((5, 6, "background"), (), "unasked_sound"),
    ],
)
def test_a_next_sound_that_is_not_plain_is_dropped(kitchen, ask_whole, second, unclassed, reason):
    questions, drops = ask_whole(sound_after, kitchen((3, 4, "water"), second, unclassed=unclassed))
    assert not questions
    assert reason in drops


def test_a_sound_that_begins_in_the_midst_of_another_is_not_heard_after_it(kitchen, ask_whole):
    for subtype in (sound_after, sound_before):
        questions, drops = ask_whole(subtype, kitchen((3, 8, "water"), (5, 6, "beep")))
        assert not questions
        assert "meanwhile_not_after" in drops


def test_a_sound_that_goes_on_meanwhile_is_heard_next_as_well(kitchen, ask_whole):
    video = kitchen((1, 30, "rustle"), (3, 4, "water"), (5, 6, "beep"))
    assert "another_sound_meanwhile" in ask_whole(sound_after, video)[1]
