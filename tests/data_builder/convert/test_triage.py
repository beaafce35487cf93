"""Which questions stand without their options, as far as rules can tell."""

from dataclasses import replace

import pytest
from made_mcqs import mcq

from data_builder.convert.prepared import Prepared, prepare
from reward.item import Clip

NAMES = ("cup", "pan", "lid")
COUNTS = ("3", "4", "5")


def stands(stem: str, options: tuple[str, ...], correct: int = 0) -> tuple[str, str]:
    ready = prepare(mcq(stem, options, correct))
    assert isinstance(ready, Prepared)
    return ready.triage.stands, ready.triage.reason


@pytest.mark.parametrize(
    ("stem", "options", "reason"),
    [
        ("How many cups are on the table?", COUNTS, "typed_key"),
        ("How much does the bowl weigh?", ("120 g", "150 g", "300 g"), "typed_key"),
        ("At what time in the video does the tap start?", ("0:10", "0:40", "1:20"), "typed_key"),
        ("Is the tap running?", ("Yes", "No"), "typed_key"),
        ("What does the person pick up after the cup is washed?", NAMES, "short_name"),
        ("What color is the towel?", ("red", "green", "blue"), "short_name"),
        ("When the bell rings, which animal comes in?", ("dog", "cat", "cow"), "short_name"),
        ("During the speech, where people sit, what is held up?", NAMES, "short_name"),
        ("Who is the person that cuts the grapes?", ("a girl", "a boy", "a nurse"), "short_name"),
        ("Which number is shown on the board?", COUNTS, "typed_key"),
        ("Which hand holds the knife?", ("left hand", "right hand", "both hands"), "short_name"),
    ],
)
def test_rules_prove_that_it_stands(stem: str, options: tuple[str, ...], reason: str) -> None:
    assert stands(stem, options) == ("yes", reason)


@pytest.mark.parametrize(
    ("stem", "options", "reason"),
    [
        ("Which of the following is on the table?", NAMES, "wording_depends_on_a_list"),
        ("Which of these numbers is shown?", COUNTS, "wording_depends_on_a_list"),
        ("Which of the recipes was cooked?", NAMES, "wording_depends_on_a_list"),
        ("Which number is closest to the speed?", COUNTS, "right_in_comparison"),
        ("What is the best name for this tool?", NAMES, "right_in_comparison"),
        ("What might the tool be?", NAMES, "right_in_comparison"),
        ("Why is the tap turned on?", ("to wash", "to drink", "to cook"), "asks_for_no_thing"),
        ("Where is the cup put?", ("table", "sink", "hob"), "asks_for_no_thing"),
        ("What is the person doing?", ("cooking", "washing", "eating"), "asks_for_no_thing"),
        ("What is the order of events?", ("cup", "pan", "lid"), "asks_for_no_thing"),
        ("What is picked up first?", ("cup", "the cup and the pan", "lid"), "no_short_name"),
        ("What is picked up first?", ("the big old blue cup", "pan", "lid"), "no_short_name"),
        ("Who is the singer, and how many songs are sung?", COUNTS, "asks_two_things"),
        ("Who said it first and to whom?", NAMES, "asks_two_things"),
        ("What is picked up?", NAMES, "does_not_say_which"),
        ("What object does the right hand break off?", NAMES, "does_not_say_which"),
        ("What is cut in the caption after the bell?", NAMES, "speaks_of_a_caption"),
        ("Which number is odd?", COUNTS, "asks_about_its_list"),
        ("About how many cups are there?", COUNTS, "right_in_comparison"),
        ("What emotions does the man show after the call?", ("joy", "anger", "fear"), "asks_for_no_thing"),
        ("Which actions follow after the bell?", ("run", "jump", "sit"), "asks_for_no_thing"),
        ("When the bell rings, where is the dog?", ("bed", "sofa", "table"), "asks_for_no_thing"),
        ("When is the cup washed?", ("morning", "evening", "night"), "asks_for_no_thing"),
        ("What is used more after the meal?", NAMES, "right_in_comparison"),
        ("What is picked up first?", ("knife", "kitchen knife", "lid"), "one_name_within_another"),
    ],
)
def test_what_no_rule_proves_is_open(stem: str, options: tuple[str, ...], reason: str) -> None:
    assert stands(stem, options) == ("open", reason)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            ("<TIME 00:01:00.0 video 1>", "<TIME 00:01:00.5 video 1>", "<TIME 00:02:00.0 video 1>"),
            "tolerance_too_narrow",
        ),
        (
            (
                "<TIME 00:00:01.0 video 1> to <TIME 00:00:03.0 video 1>, "
                "<TIME 00:00:05.0 video 1> to <TIME 00:00:07.0 video 1>",
                "<TIME 00:00:11.0 video 1> to <TIME 00:00:13.0 video 1>",
            ),
            "several_segments",
        ),
    ],
)
def test_rules_prove_that_it_does_not(options: tuple[str, ...], reason: str) -> None:
    assert stands("When does it happen?", options) == ("no", reason)


def test_a_wrong_option_with_the_keys_value_makes_a_question_useless() -> None:
    assert prepare(mcq("How much is added?", ("0.5 tsp", "1/2 tsp", "2 tsp"))) == "same_values"


def test_a_tag_that_says_nothing_makes_a_question_useless() -> None:
    assert prepare(mcq("What is at <TIME 00:00:01.0 video 7>?", NAMES)) == "broken_tag"


def test_what_comes_after_the_clip_has_no_single_answer() -> None:
    assert stands("What object will the person touch next?", NAMES) == ("no", "lies_beyond_the_clip")


def test_a_short_clip_says_which_thing_is_meant() -> None:
    asked = mcq("What is picked up?", NAMES)
    short = replace(asked, clips=(Clip(video_id="v", start=10, end=18),))
    ready = prepare(short)
    assert isinstance(ready, Prepared)
    assert ready.triage.reason == "short_name"
