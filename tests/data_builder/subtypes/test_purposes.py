"""Purposes that narrations name."""

import time

import pytest

from data_builder.levels import proven
from data_builder.subtypes.purposes import purpose, purpose_of


@pytest.mark.parametrize(
    ("narration", "told"),
    [
        ("Shake the flask to remove the tea leaves", "to remove the tea leaves"),
        ("Shake my left hand in order to remove more water from my hand.", "to remove more water from their hand"),
        ("Move the bag so that I can better see what's inside the box, then wait.", "to see what's inside the box"),
        ("Tap the scale so as to measure the flour while it rests.", "to measure the flour"),
        ("Lift the lid to make room for the plate I'm holding.", "to make room for the plate"),
        ("Stir to release any rice that is stuck to the pan.", "to release any rice that is stuck to the pan"),
    ],
)
def test_a_clause_of_purpose(narration, told):
    assert purpose_of(narration) == told


@pytest.mark.parametrize(
    "narration",
    [
        "Move the bag so that I can better see what's inside it",
        "with right hand open drawer to grab fork",
        "Open the bin to drop the peels",
        "Read the card to see what the next step is",
        "Shake the box to spread the biscuits and return the lid",
        "Place the orange to the left on the counter",
        "Put the sponge next to the sink",
        "Wait for the water to boil",
        "Wait for the rice to absorb the water",
        "Try to open the stiff jar",
        "Continue to peel the carrot",
        "Hold the pot, using the left hand to steady the handle of it",
        "Pick up the knife to cut",
        "Lift the pan to move it",
        "Stir the rice by moving it to stir the rice well",
        "Bring the pan to boil point",
        "Tap the pan to remove the oil, then shake the lid to drop the water",
        "Pick up the cloth to dry previously",
        "Pick up the glass that was used to drink the juice",
        "",
    ],
)
def test_what_names_no_purpose_or_several(narration):
    assert purpose_of(narration) == ""


def test_reading_takes_time_in_proportion(make):
    started = time.perf_counter()
    for word in ("to drop ", "so ", "for a ", "and using ", "x", ", "):
        assert purpose_of(word * (1_000_000 // len(word))) == ""
        purpose_of(word * (999 // len(word)))
    assert time.perf_counter() - started < 2


@pytest.fixture
def narrate(make):
    def run(*told):
        return make.video(narrations=[make.narration(a, b, text) for a, b, text in told], duration=300.0)

    return run


SHAKE = (10, 14, "Shake the flask to remove the tea leaves")
LIFT = (50, 54, "Lift the lid to check the potatoes")
SLIDE = (90, 94, "Slide the knife to peel the garlic")


def test_the_purpose_at_a_moment(narrate, ask_whole):
    shake, lift, _ = ask_whole(purpose, narrate(SHAKE, LIFT, SLIDE))[0][:3]
    assert shake.stem == "About 12 seconds into the clip, what is the purpose of what the camera wearer does?"
    assert shake.state(shake.key).endswith("the purpose of what the camera wearer does is to remove the tea leaves.")
    assert shake.answer.aliases == ("remove the tea leaves",)
    assert proven(shake) == proven(lift) == 1


def test_wrong_purposes_are_those_of_the_clip(narrate, ask_whole):
    shake = ask_whole(purpose, narrate(SHAKE, LIFT, SLIDE))[0][0]
    assert [(option.text, option.origin) for option in shake.wrong] == [
        ("to check the potatoes", "clip"),
        ("to peel the garlic", "clip"),
    ]
    assert shake.shown_from == ("clip",)


def test_purposes_that_share_a_word_or_an_aim_do_not_exclude_each_other(narrate, ask_whole):
    tea = (50, 54, "Turn the sieve to empty the tea bag")
    look = (90, 94, "Lift the lid to see the rice")
    again = (130, 134, "Open the oven to check the potatoes")
    first, _, third, fourth = ask_whole(purpose, narrate(SHAKE, tea, look, again))[0][:4]
    assert "to empty the tea bag" not in [option.text for option in first.wrong]
    assert "to check the potatoes" not in [option.text for option in third.wrong]
    assert "to see the rice" not in [option.text for option in fourth.wrong]


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ((11, 13, "Hold the flask"), "several_narrations"),
        ((12.5, 13, "Lift the lid to check the potatoes"), "several_purposes"),
    ],
)
def test_two_things_at_a_time_are_not_asked(narrate, ask_whole, other, reason):
    assert reason in ask_whole(purpose, narrate(SHAKE, other))[1]


def test_a_short_action_between_whole_seconds_is_not_asked(narrate, ask_whole):
    assert ask_whole(purpose, narrate((10.3, 10.6, SHAKE[2]))) == ([], ["between_whole_seconds"])
