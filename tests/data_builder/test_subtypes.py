"""Base questions: the key of plain cases, and a drop with its reason wherever the facts do not settle the key."""

from collections.abc import Callable
from typing import Any

import pytest

from data_builder.question import BaseQuestion
from data_builder.subtypes.handling import unclear
from data_builder.subtypes.wording import SOUND_WORDS, named_by, object_words, sound_words
from reward.answers import List, Number, Phrase
from reward.plain import plain

Ask = Callable[..., tuple[list[BaseQuestion], list[str]]]


def labels(question: BaseQuestion) -> set[str]:
    return {option.label for option in question.wrong}


# easy_sound_event


def test_a_sound_event_is_asked_at_the_whole_second_nearest_to_its_middle(make: Any, ask: Ask) -> None:
    sounds = [make.sound(4.2, 5.0, "water"), make.sound(10, 10.4, "rustle"), make.sound(20, 29.9, "beep")]
    questions, drops = ask("easy_sound_event", make.video(sounds))
    assert not drops
    assert [q.stem for q in questions] == [
        f"About {second} seconds into the clip, which sound is heard?" for second in (5, 10, 25)
    ]
    assert [q.key.label for q in questions] == ["water", "rustle", "beep"]
    assert [q.facts for q in questions] == [(sound,) for sound in sounds]
    assert [labels(q) for q in questions] == [{"rustle", "beep"}, {"water", "beep"}, {"water", "rustle"}]


def test_a_sound_event_with_another_sound_within_a_second_of_the_moment_is_dropped(make: Any, ask: Ask) -> None:
    moment = make.sound(10.0, 10.2, "water")
    for other in (make.sound(10.9, 12.0, "rustle"), make.sound(7.0, 9.01, "rustle"), make.sound(9.9, 10.1, "rustle")):
        questions, drops = ask("easy_sound_event", make.video([moment, other, make.sound(25, 25.2, "beep")]))
        assert "water" not in {q.key.label for q in questions}
        assert "several_sounds" in drops
    apart = make.sound(11.0, 12.0, "rustle")
    questions, _ = ask("easy_sound_event", make.video([moment, apart, make.sound(25, 25.2, "beep")]))
    assert "water" in {q.key.label for q in questions}


def test_two_sounds_of_one_class_near_the_moment_leave_the_key_plain(make: Any, ask: Ask) -> None:
    twice = [make.sound(10.0, 10.2, "water"), make.sound(10.4, 10.6, "water")]
    questions, _ = ask("easy_sound_event", make.video([*twice, make.sound(20, 29.9, "beep")]))
    assert questions[0].facts == tuple(twice)


def test_a_sound_at_the_edge_of_the_clip_or_cut_by_it_is_not_asked_about(make: Any, ask: Ask) -> None:
    sounds = [make.sound(0.0, 0.3, "water"), make.sound(29.5, 31.0, "rustle"), make.sound(50, 60.0, "beep")]
    questions, drops = ask("easy_sound_event", make.video(sounds))
    assert not questions
    assert drops == ["edge_of_clip"]


def test_background_is_neither_asked_for_nor_offered(make: Any, ask: Ask) -> None:
    names = ["background", "water", "rustle", "beep", "click"]
    sounds = [make.sound(5 * i + 2, 5 * i + 2.5, name) for i, name in enumerate(names)]
    questions, drops = ask("easy_sound_event", make.video([*sounds, make.sound(50, 60, "background")]))
    assert drops == ["unasked_sound"]
    assert all("background" not in labels(q) and len(q.wrong) == 3 for q in questions)


def test_sounds_that_can_hardly_be_told_apart_do_not_exclude_each_other(make: Any, ask: Ask) -> None:
    names = ["water", "pour", "beep", "rustle"]
    sounds = [make.sound(5 * i + 2, 5 * i + 2.5, name) for i, name in enumerate(names)]
    questions, _ = ask("easy_sound_event", make.video(sounds))
    assert {q.key.label: labels(q) for q in questions}["water"] == {"beep", "rustle"}
    assert not {"water", "pour"} <= labels(questions[2])


def test_wrong_options_come_from_the_clip_before_they_come_from_the_video(make: Any, ask: Ask) -> None:
    inside = [make.sound(5 * i + 2, 5 * i + 2.5, name) for i, name in enumerate(["water", "rustle", "beep"])]
    outside = [make.sound(40 + 5 * i, 41 + 5 * i, name) for i, name in enumerate(["click", "zip", "footstep"])]
    questions, _ = ask("easy_sound_event", make.video(inside + outside))
    for question in questions:
        assert [option.origin for option in question.wrong] == ["clip", "clip", "video"]


def test_what_the_edge_of_the_clip_cuts_is_no_option(make: Any, ask: Ask) -> None:
    sounds = [make.sound(5, 5.5, "water"), make.sound(29, 31, "rustle"), make.sound(40, 60, "beep")]
    [question], _ = ask("easy_sound_event", make.video(sounds))
    assert labels(question) == {"beep"}


# easy_object


def test_an_object_is_asked_for_while_it_is_handled_and_nothing_else_is(make: Any, ask: Ask) -> None:
    actions = [make.action(4, 6, "take plate"), make.action(10, 12, "open drawer"), make.action(20, 29.9, "wash pan")]
    questions, drops = ask("easy_object", make.video((), actions))
    assert not drops
    assert [(q.key.text, q.asked["seconds"]) for q in questions] == [("plate", 5.0), ("drawer", 11.0), ("pan", 25.0)]


@pytest.mark.parametrize(
    ("narration", "verb", "nouns", "reason"),
    [
        ("pour water on plate", "pour-on", ("water", "plate"), "several_objects_narrated"),
        ("put plate in drawer", "put-in", ("plate", "drawer"), "several_objects_narrated"),
        ("stir pasta", "stir", ("pasta",), "object_not_in_hand"),
        ("cut onion", "cut", ("onion",), "object_not_in_hand"),
        ("wash hand", "wash", ("hand",), "no_nameable_object"),
        ("open package", "open", ("package",), "no_nameable_object"),
        ("rinse content of pan", "rinse", ("content:pan",), "no_nameable_object"),
        ("put them back into the refrigerator", "put-into", ("refrigerator",), "narration_says_more"),
        ("wash upper part", "wash", ("fridge",), "narration_says_more"),
        ("take knife with other hand", "take", ("knife",), "narration_says_more"),
    ],
)
def test_an_action_that_does_not_say_plainly_what_is_in_hand_is_dropped(
    make: Any, ask: Ask, narration: str, verb: str, nouns: tuple[str, ...], reason: str
) -> None:
    action = make.action(4, 6, narration, *nouns, verb=verb)
    assert unclear(action) == reason
    questions, drops = ask("easy_object", make.video((), [action, make.action(20, 29.9, "take pan")]))
    assert [q.key.text for q in questions] == ["pan"]
    assert drops == [reason]


@pytest.mark.parametrize(
    ("narration", "verb", "noun"),
    [
        ("pick up the plates", "pick-up", "plate"),
        ("still rinsing chopping board", "rinse", "board:chopping"),
        ("turn off tap.", "turn-off", "tap"),
        ("wash blueberries", "wash", "blueberry"),
        ("take off lid of pot", "take-off", "lid:pot"),
        ("continue putting down knives", "put-down", "knife"),
    ],
)
def test_inflected_narrations_of_one_object_are_plain(make: Any, narration: str, verb: str, noun: str) -> None:
    assert unclear(make.action(0, 1, narration, noun, verb=verb)) is None


def test_an_action_of_another_object_within_a_second_makes_the_object_unclear(make: Any, ask: Ask) -> None:
    actions = [make.action(4, 6.5, "take plate"), make.action(5.9, 8, "open drawer"), make.action(20, 29.9, "wash pan")]
    questions, drops = ask("easy_object", make.video((), actions))
    assert [q.key.text for q in questions] == ["pan"]
    assert drops == ["several_objects", "several_objects"]


def test_an_object_that_may_still_be_in_hand_is_no_wrong_option(make: Any, ask: Ask) -> None:
    actions = [
        make.action(1, 2, "take knife"),  # not put away before the drawer is closed
        make.action(4, 5, "take cup"),
        make.action(6, 7, "put cup"),  # put away
        make.action(10, 12, "open drawer"),
        make.action(20, 22, "put fork"),  # in hand until then, for all that is known
        make.action(26, 29.9, "take pan"),  # not taken yet
    ]
    questions, _ = ask("easy_object", make.video((), actions))
    assert {q.key.text: labels(q) for q in questions}["drawer"] == {"cup", "pan"}


def test_things_of_one_class_and_things_that_contain_each_other_by_name_do_not_exclude_each_other(
    make: Any, ask: Ask
) -> None:
    actions = [
        make.action(1, 2, "open cup"),
        make.action(4, 5, "open mug"),
        make.action(10, 12, "open pan lid", "lid:pan"),
        make.action(15, 16, "open lid"),
        make.action(26, 29.9, "open fridge"),
    ]
    questions, _ = ask("easy_object", make.video((), actions))
    assert labels(questions[2]) < {"cup", "mug", "fridge"}
    assert len(labels(questions[2])) == 2


def test_what_washing_takes_along_is_no_wrong_option_for_what_is_washed(make: Any, ask: Ask) -> None:
    actions = [make.action(1, 2, "open tap"), make.action(10, 12, "wash pan"), make.action(26, 29.9, "close fridge")]
    questions, _ = ask("easy_object", make.video((), actions))
    assert {q.key.text: labels(q) for q in questions} == {
        "tap": {"pan", "fridge"},
        "pan": {"fridge"},
        "fridge": {"tap", "pan"},
    }


# easy_sound_object and low_sound_movement


def kitchen(make: Any) -> list[Any]:
    return [
        make.action(1, 2, "open drawer"),
        make.action(5, 9, "wash pan"),
        make.action(14, 16, "put fork"),
        make.action(26, 29.9, "close fridge"),
    ]


def test_the_object_and_the_movement_are_those_of_the_action_that_spans_the_sound(make: Any, ask: Ask) -> None:
    actions, sound = kitchen(make), make.sound(6, 8, "metal / wood collision")
    video = make.video([sound], actions)
    [question], _ = ask("easy_sound_object", video)
    heard = "At the moment a sound like metal hitting wood is heard"
    assert question.stem == f"{heard}, which object is the camera wearer handling?"
    assert (question.key.text, labels(question)) == ("pan", {"drawer", "fridge"})  # the fork may be in the other hand
    assert question.facts == (sound, actions[1])
    [question], _ = ask("low_sound_movement", video)
    assert (question.key.text, labels(question)) == ("wash pan", {"open drawer", "put fork", "close fridge"})
    assert not question.stands


@pytest.mark.parametrize("subtype", ["easy_sound_object", "low_sound_movement"])
@pytest.mark.parametrize(
    ("span", "more", "reason"),
    [
        ((6, 9.2), (), "sound_outlasts_action"),
        ((4.9, 8), (), "sound_outlasts_action"),
        ((10, 11), (), "no_action"),
        ((6, 8), ((20, 21, "metal / wood collision"),), "sound_heard_again"),
        ((6, 8), ((29.9, 31, "metal / wood collision"),), "sound_heard_again"),
    ],
)
def test_a_sound_that_does_not_single_out_one_action_is_dropped(
    make: Any, ask: Ask, subtype: str, span: tuple[float, float], more: Any, reason: str
) -> None:
    sounds = [make.sound(*span, "metal / wood collision"), *(make.sound(*other) for other in more)]
    questions, drops = ask(subtype, make.video(sounds, kitchen(make)))
    assert not questions
    assert set(drops) == {reason}


def test_a_sound_that_spans_several_actions_has_no_one_object_and_no_one_movement(make: Any, ask: Ask) -> None:
    video = make.video([make.sound(6, 8, "rustle")], [*kitchen(make), make.action(7.9, 12, "open fridge")])
    assert ask("easy_sound_object", video) == ([], ["several_objects"])
    assert ask("low_sound_movement", video) == ([], ["several_actions"])


def test_a_sound_that_names_the_movement_gives_it_away(make: Any, ask: Ask) -> None:
    video = make.video([make.sound(1.2, 1.8, "open / close")], kitchen(make))
    assert ask("low_sound_movement", video) == ([], ["named_by_sound"])
    assert ask("easy_sound_object", video) == ([], ["named_by_sound"])


def test_a_narration_of_the_same_object_is_a_wrong_movement_only_when_it_is_the_opposite(make: Any, ask: Ask) -> None:
    actions = [
        make.action(5, 9, "take plate"),
        make.action(14, 15, "rinse plate"),
        make.action(17, 18, "put plate"),
        make.action(20, 21, "open drawer"),
        make.action(26, 29.9, "close fridge"),
    ]
    [question], _ = ask("low_sound_movement", make.video([make.sound(6, 8, "rustle")], actions))
    assert labels(question) == {"put plate", "open drawer", "close fridge"}


def test_a_movement_without_three_wrong_ones_is_dropped_as_it_needs_its_options(make: Any, ask: Ask) -> None:
    video = make.video([make.sound(6, 8, "rustle")], kitchen(make)[:3])
    assert ask("low_sound_movement", video) == ([], ["too_few_options"])


# sound_count


def test_sounds_of_a_class_are_counted(make: Any, ask: Ask) -> None:
    sounds = [make.sound(t, t + 1, "beep") for t in (0, 4, 9)] + [make.sound(20, 40, "water")]
    [question], drops = ask("sound_count", make.video(sounds))
    assert question.answer == Number(value="3")
    assert question.facts == tuple(sounds[:3])
    assert [option.text for option in question.wrong] == ["1", "2", "4"]
    assert drops == ["cut_by_edge"]


@pytest.mark.parametrize(
    ("sounds", "reason"),
    [
        ([(4, 5, "beep"), (5.4, 6, "beep")], "not_separable"),
        ([(4, 8, "beep"), (5, 6, "beep")], "not_separable"),
        ([(4, 5, "beep"), (29, 31, "beep")], "cut_by_edge"),
        ([(2 * t, 2 * t + 1, "beep") for t in range(5)], "too_many_to_count"),
        ([(4, 5, "water"), (9, 10, "pour")], "confusable_sound"),
    ],
)
def test_a_count_that_a_listener_could_dispute_is_dropped(make: Any, ask: Ask, sounds: Any, reason: str) -> None:
    far = make.sound(50, 60, "zip")
    questions, drops = ask("sound_count", make.video([far, *(make.sound(*sound) for sound in sounds)]))
    assert not questions
    assert set(drops) == {reason}


# sound_order


def test_three_sounds_are_put_in_the_order_of_their_first_onsets(make: Any, ask: Ask) -> None:
    sounds = [make.sound(2, 9, "rustle"), make.sound(12, 13, "beep"), make.sound(20, 21, "click")]
    sounds += [make.sound(24, 25, "rustle"), make.sound(29.9, 45, "water")]
    [question], _ = ask("sound_order", make.video(sounds))
    assert question.answer == List(
        items=(sound_words("rustle"), sound_words("beep"), sound_words("click")), ordered=True
    )
    assert question.key.text == "rustling, then beeping, then clicking"
    assert question.stem == "In which order are these sounds first heard in the clip: beeping; clicking; and rustling?"
    assert len({question.key.text, *(option.text for option in question.wrong)}) == 4


@pytest.mark.parametrize(
    "sounds",
    [
        [(2, 3, "rustle"), (10, 11, "beep"), (10.9, 12, "click"), (29, 29.9, "rustle")],  # beep and click start at once
        [(2, 3, "rustle"), (4, 5, "beep"), (6, 7, "click"), (29, 29.9, "rustle")],  # no need of the whole clip
        [(2, 3, "water"), (12, 13, "beep"), (20, 21, "pour"), (29, 29.9, "beep")],  # water or pouring?
        [(2, 3, "rustle"), (12, 13, "beep"), (29.5, 60, "click")],  # the click hardly starts
    ],
)
def test_an_order_that_is_not_plain_is_dropped(make: Any, ask: Ask, sounds: Any) -> None:
    video = make.video([make.sound(*sound) for sound in sounds])
    assert ask("sound_order", video) == ([], ["no_three_sounds_apart"])


def test_a_sound_that_goes_on_as_the_clip_starts_has_no_first_onset(make: Any, ask: Ask) -> None:
    spans = [(14, 16, "rustle"), (20, 21, "rustle"), (25, 26, "beep"), (33, 34, "click"), (43, 60, "zip")]
    video = make.video([make.sound(*span) for span in spans])
    assert ask("sound_order", video, 15.0) == ([], ["no_three_sounds_apart"])


# longest_sound


def test_the_longest_sound_is_the_key(make: Any, ask: Ask) -> None:
    sounds = [make.sound(2, 7, "rustle"), make.sound(10, 13, "beep"), make.sound(15, 19, "click")]
    [question], _ = ask("longest_sound", make.video([*sounds, make.sound(31, 60, "water")]))
    assert question.key.label == "rustle"
    assert question.facts == (sounds[0], sounds[2])
    assert [(o.label, o.origin) for o in question.wrong][2] == ("water", "video")


@pytest.mark.parametrize(
    ("sounds", "reason"),
    [
        ([(2, 7, "rustle"), (10, 14.1, "beep")], "no_clear_margin"),
        ([(2, 7, "rustle"), (29, 40, "beep")], "cut_by_edge"),
        ([(2, 7, "rustle"), (29, 33.5, "beep")], "no_clear_margin"),  # 1 s in the clip, but 4.5 s in all
        ([(2, 7, "rustle"), (10, 12.5, "beep"), (12.7, 15, "beep")], "no_clear_margin"),  # with hardly a pause: 5 s
        ([(2, 7, "background"), (10, 12, "beep")], "unasked_sound"),
        ([(2, 7, "rustle")], "one_class_only"),
    ],
)
def test_a_longest_sound_without_a_clear_margin_is_dropped(make: Any, ask: Ask, sounds: Any, reason: str) -> None:
    video = make.video([make.sound(*sound) for sound in [*sounds, (50, 60, "zip")]])
    assert ask("longest_sound", video) == ([], [reason])


# wording


@pytest.mark.parametrize("name", [*SOUND_WORDS, "metal-only collision", "metal / wood collision", "new class"])
def test_every_name_of_a_sound_is_a_right_answer(name: str) -> None:
    first, *others = sound_words(name)
    key = Phrase(text=first, aliases=tuple(others), wrong=("something else",))
    assert name in {first, *others}
    assert all(key.mark_reply(f"Answer: {reply}")[0].score == 1 for reply in (first, *others))


def test_no_name_stands_for_two_sounds() -> None:
    names = [plain(word) for name in SOUND_WORDS for word in {plain(w): w for w in sound_words(name)}.values()]
    shared = {name for name in names if names.count(name) > 1}
    assert shared == {"chopping", "chop", "sizzling"}  # of the toy kitchen and of EPIC-Sounds, which never meet


def test_nouns_are_said_with_their_head_last() -> None:
    assert object_words("board:chopping") == "chopping board"
    assert object_words("liquid:washing:up") == "washing up liquid"
    assert object_words("red jug") == "red jug"


def test_materials_of_a_collision_are_not_synonyms() -> None:
    assert sound_words("metal / wood collision")[:2] == ("metal hitting wood", "wood hitting metal")
    assert not {"metal", "wood"} & set(sound_words("metal / wood collision"))


def test_a_class_names_what_shares_its_words() -> None:
    assert named_by("cut / chop", "chopping onion")
    assert named_by("open / close", "closing drawer")
    assert named_by("metal / paper collision", "take paper")
    assert not named_by("metal-only collision", "take only spoon")
    assert not named_by("water", "rinse cup")
