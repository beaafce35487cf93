"""What narrations tell of one moment, and of a whole clip."""

import re

import pytest

from data_builder.levels import proven
from data_builder.subtypes.narrated import easy_action, easy_object
from data_builder.subtypes.narrated_totals import object_count, object_order
from reward.answers import Number

SOAP = "liquid:washing"


def labels(question, origin="clip"):
    return {option.label for option in question.wrong if option.origin == origin}


@pytest.fixture
def do(make):
    """A video of actions from (start, end, narration, nouns …); the first word is the verb, unless `verbs` tells it."""

    def run(*actions, verbs=None, duration=60):
        found = [make.action(*action, verb=(verbs or {}).get(action[2], "")) for action in actions]
        return make.video((), found, duration=duration)

    return run


# easy_object


def test_an_object_is_asked_for_by_what_is_done_to_it(do, ask_whole):
    video = do((4, 6, "take plate"), (10, 12, "open drawer"), (20, 22, "put-down cup"), (40, 50, "wash pan"))
    questions, drops = ask_whole(easy_object, video)
    assert not drops
    assert [q.state(q.key) for q in questions] == [
        "About 5 seconds into the clip, the camera wearer is picking up the plate.",
        "About 11 seconds into the clip, the camera wearer is handling the drawer.",
        "About 21 seconds into the clip, the camera wearer is putting the cup down or away.",
        "About 45 seconds into the clip, the camera wearer is handling the pan.",
    ]
    assert [(q.asked["seconds"], q.asked["doing"]) for q in questions][:2] == [(5.0, "picking up"), (11.0, "handling")]
    assert [q.key.text for q in questions] == ["plate", "drawer", "cup", "pan"]
    assert {proven(q) for q in questions} == {1}


def test_questions_about_doors_and_those_about_what_is_moved_are_no_company(do, ask_whole):
    video = do((4, 6, "take plate"), (10, 12, "open drawer"), (20, 22, "put-down cup"))
    plate, drawer, cup = ask_whole(easy_object, video)[0]
    assert set(plate.groups) & set(cup.groups)
    assert not set(plate.groups) & set(drawer.groups)


@pytest.mark.parametrize(
    ("narration", "verb", "nouns", "reason"),
    [
        ("pour water on plate", "pour-on", ("water", "plate"), "several_objects_narrated"),
        ("stir pasta", "stir", ("pasta",), "object_not_in_hand"),
        ("cut onion", "cut", ("onion",), "object_not_in_hand"),
        ("turn on coffee", "turn-on", ("coffee",), "object_not_in_hand"),
        ("wash hand", "wash", ("hand",), "no_nameable_object"),
        ("open package", "open", ("package",), "no_nameable_object"),
        ("rinse content of pan", "rinse", ("content:pan",), "no_nameable_object"),
        ("wash upper part", "wash", ("fridge",), "narration_says_more"),
        ("put them back on the plate", "put-back", ("plate",), "narration_says_more"),
        ("put them back into the refrigerator", "put-back", ("refrigerator",), "neither_picked_up_nor_put_down"),
        ("get soap on hands", "get", ("soap", "hand"), "neither_picked_up_nor_put_down"),
        ("put plates on the side", "put-on", ("plate", "side"), "several_of_a_kind"),
        ("pick up the plates", "pick-up", ("plate",), "several_of_a_kind"),
        ("wash blueberries", "wash", ("blueberry",), "several_of_a_kind"),
        ("wash second pot", "wash", ("pot:second",), "no_nameable_object"),
        ("put oil in pan", "put-in", ("oil", "pan"), "neither_picked_up_nor_put_down"),
        ("take banana and knife", "take", ("banana", "knife"), "narration_says_more"),
    ],
)
def test_an_action_that_does_not_say_plainly_what_is_in_hand_is_dropped(do, ask_whole, narration, verb, nouns, reason):
    video = do((4, 6, narration, *nouns), (20, 29.9, "take pan"), verbs={narration: verb})
    questions, drops = ask_whole(easy_object, video)
    assert [q.key.text for q in questions] == ["pan"]
    assert drops == [reason]


@pytest.mark.parametrize(
    ("narration", "verb", "nouns"),
    [
        ("pick up the plate", "pick-up", ("plate",)),
        ("still rinsing chopping board", "rinse", ("board:chopping",)),
        ("turn off tap.", "turn-off", ("tap",)),
        ("washing scissors", "wash", ("scissors",)),
        ("continue putting down knife", "put-down", ("knife",)),
        ("take lid from the cupboard", "take-from", ("lid", "cupboard")),
        ("put knife into the drawer", "put-into", ("knife", "drawer")),
    ],
)
def test_inflected_narrations_of_one_object_are_plain(do, ask_whole, narration, verb, nouns):
    [question], drops = ask_whole(easy_object, do((4, 6, narration, *nouns), verbs={narration: verb}))
    assert (question.key.label, drops) == (nouns[0], [])


def test_what_is_picked_up_is_plain_while_something_else_is_opened(do, ask_whole):
    video = do((4, 6, "take plate"), (5.5, 7, "open drawer"))
    questions, drops = ask_whole(easy_object, video)
    assert [q.key.text for q in questions] == ["plate"]
    assert drops == ["several_objects"]


def test_an_object_that_may_still_be_in_hand_is_no_wrong_option_for_what_is_handled(do, ask_whole):
    video = do(
        (1, 2, "take knife"),  # not put away before the drawer is closed
        (4, 5, "take cup"),
        (6, 7, "put-down cup"),  # put away
        (10, 12, "open drawer"),
        (20, 22, "put-down fork"),  # in hand until then, for all that is known
        (26, 29.9, "take pan"),  # not taken yet
    )
    by_key = {q.key.text: labels(q) for q in ask_whole(easy_object, video)[0]}
    assert by_key["drawer"] == {"cup", "pan"}
    assert by_key["pan"] == {"knife", "cup", "fork"}  # in hand or not, they are not picked up then


def test_things_of_one_class_and_things_that_contain_each_other_by_name_do_not_exclude_each_other(do, ask_whole):
    video = do((1, 2, "open cup"), (4, 5, "open mug"), (10, 12, "open pan lid", "lid:pan"), (15, 16, "open lid"))
    by_key = {q.key.label: labels(q) for q in ask_whole(easy_object, video)[0]}
    assert by_key["lid:pan"] == by_key["lid"] == {"cup", "mug"}
    assert by_key["cup"] == by_key["mug"] == {"lid:pan", "lid"}


def test_what_washing_takes_along_is_no_wrong_option_for_what_is_washed(do, ask_whole):
    video = do((1, 2, "open tap"), (10, 12, "wash pan"), (26, 29.9, "close fridge"))
    assert {q.key.text: labels(q) for q in ask_whole(easy_object, video)[0]} == {
        "tap": {"pan", "fridge"},
        "pan": {"fridge"},
        "fridge": {"tap", "pan"},
    }


# easy_action


def test_the_only_narration_of_a_moment_is_the_key(do, ask):
    video = do((4, 6, "take plate"), (10, 12, "rinse plate"), (14, 16, "put-down plate"), (20, 22, "open drawer"))
    questions, _ = ask(easy_action, video)
    assert questions[0].state(questions[0].key) == (
        "About 5 seconds into the clip, the camera wearer does this: take plate."
    )
    assert labels(questions[0]) == {"put-down plate", "open drawer"}  # what is the opposite, or of another object
    assert {proven(q) for q in questions} == {1}
    assert {q.key_kind for q in questions} == {"narration"}


def test_a_moment_with_two_narrations_or_a_vague_one_is_dropped(do, ask):
    video = do((4, 6.5, "take plate"), (5.9, 7.5, "open drawer"), (20, 22, "check drawer"))
    assert ask(easy_action, video) == ([], ["several_actions", "several_actions", "vague_narration"])


# object_order and object_count


@pytest.mark.parametrize(
    ("narration", "verb"),
    [
        ("put plate", "put"),
        ("put on pot", "put-on"),
        ("place in coffee machine", "place-in"),
        ("and screw the pot", "screw"),
        ("separating plates", "separate"),
        ("clean upper part", "clean"),
        ("squeeze", "squeeze"),
        ("tun pot on", "tun-on"),
        ("turn pot on", "turn-on"),
        ("collect the", "collect"),
        ("put down down pot", "put-down"),
        ("take hand", "take"),
    ],
)
def test_a_narration_that_is_no_whole_sentence_is_neither_key_nor_option(do, ask, narration, verb):
    video = do((4, 6, narration, "pot"), (10, 12, "open drawer"), (20, 22, "put down cup"), verbs={narration: verb})
    questions, drops = ask(easy_action, video)
    assert [(q.key.text, labels(q)) for q in questions] == [
        ("open drawer", {"put down cup"}),
        ("put down cup", {"open drawer"}),
    ]
    assert drops == ["vague_narration"]


def test_objects_are_put_in_the_order_in_which_they_are_first_handled(do, ask_whole):
    video = do((4, 6, "take plate"), (24, 26, "open drawer"), (44, 46, "wash cup"), (50, 51, "close drawer"))
    [question], _ = ask_whole(object_order, video)
    numbers = {name: number for number, name in re.findall(r"(\d)\. (\w+)", question.stem)}
    assert question.stem.startswith("In which order are three objects first handled in the clip: 1. ")
    assert question.key.text == ", ".join(numbers[name] for name in ("plate", "drawer", "cup"))
    assert question.answer.items[0] == (numbers["plate"], "plate")
    assert question.facts == video.actions[:3]
    assert proven(question) == 3


def test_what_may_be_in_hand_as_the_clip_starts_is_not_put_in_order(do, ask_whole):
    video = do((4, 6, "put-down plate"), (24, 26, "open drawer"), (44, 46, "wash cup"))
    assert ask_whole(object_order, video) == ([], [])


def test_what_is_picked_up_is_counted(do, ask_whole):
    video = do((4, 6, "take plate"), (10, 11, "put-down plate"), (40, 41, "take plate"), (45, 46, "wash plate"))
    [question], drops = ask_whole(object_count, video)
    assert question.stem == "How many times does the camera wearer pick up a plate in the clip?"
    assert question.answer == Number(value="2")
    assert question.facts == (video.actions[0], video.actions[2])
    assert not drops
    assert proven(question) == 3


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ([(4, 6, "take plate"), (10, 11, "take plate"), (45, 46, "wash plate")], "other_level"),
        ([(4, 6, "take plate"), (45, 46, "wash plate")], "too_few_or_too_many"),
        (
            [(1, 2, "take plate"), (4, 6, "put-down plate"), (8, 9, "put-down plate"), (40, 41, "take plate")],
            "put_down_without_being_picked_up",
        ),
        ([(4, 6, "take plate"), (40, 41, "take plate pile", "pile:plate")], "several_objects"),
        ([(4, 6, "take rice"), (40, 41, "take rice")], "not_countable"),
        ([(4, 6, f"take {SOAP}", SOAP), (40, 41, f"take {SOAP}", SOAP)], "not_countable"),
        ([(4, 6, "take plate"), (40, 41, "take plates", "plate")], "several_objects"),
    ],
)
def test_a_count_that_is_not_plain_is_dropped(do, ask_whole, actions, reason):
    questions, drops = ask_whole(object_count, do(*actions))
    assert not questions
    assert reason in drops
