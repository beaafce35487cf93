"""Sounds: the key of plain cases, and a drop with its reason wherever the facts do not settle the key."""

import re

import pytest

from data_builder.levels import proven
from data_builder.subtypes.sounds import easy_sound_event, longest_sound, sound_count, sound_order
from data_builder.subtypes.wording import sound_words
from reward.answers import List, Number


def labels(question, *origins):
    return {option.label for option in question.wrong if option.origin in (origins or ("clip", "fixed"))}


@pytest.fixture
def hear(make):
    """A video of sounds from (start, end, class); `unclassed` are (start, end, description)."""

    def run(*sounds, unclassed=(), duration=None):
        found = [make.sound(*span) for span in sounds]
        return make.video(found, unclassed=[make.sound(*span) for span in unclassed], duration=duration)

    return run


def test_a_sound_event_is_asked_at_the_whole_second_nearest_to_its_middle(hear, ask):
    video = hear((4.2, 5.0, "water"), (10, 10.4, "rustle"), (20, 29.9, "beep"))
    questions, drops = ask(easy_sound_event, video)
    assert not drops
    assert [q.stem for q in questions] == [
        f"About {second} seconds into the clip, which sound is heard?" for second in (5, 10, 25)
    ]
    assert [q.facts for q in questions] == [(sound,) for sound in video.sounds]
    assert [labels(q) for q in questions] == [{"rustle", "beep"}, {"water", "beep"}, {"water", "rustle"}]
    assert {proven(q) for q in questions} == {1}
    assert len({group for q in questions for group in q.groups[:1]}) == 1


def test_a_moment_is_told_in_seconds_of_the_clip_and_kept_in_seconds_of_the_video(hear, ask):
    [question], _ = ask(easy_sound_event, hear((34, 35, "water"), (59, 60, "beep")), 30.0, 45.0)
    assert (question.stem[:30], question.asked) == ("About 5 seconds into the clip,", {"seconds": 35.0})


@pytest.mark.parametrize("other", [(10.9, 12.0, "rustle"), (7.0, 9.01, "rustle"), (9.9, 10.1, "rustle")])
def test_a_sound_event_with_another_sound_within_a_second_is_dropped(hear, ask, other):
    questions, drops = ask(easy_sound_event, hear((10.0, 10.2, "water"), other, (25, 25.2, "beep")))
    assert "water" not in {q.key.label for q in questions}
    assert "several_sounds" in drops


def test_a_sound_that_is_in_no_class_makes_its_moment_unclear(hear, ask):
    video = hear((10.0, 10.2, "water"), (25, 25.2, "beep"), unclassed=[(10.5, 10.6, "clang / clatter")], duration=30)
    questions, drops = ask(easy_sound_event, video)
    assert [q.key.label for q in questions] == ["beep"]
    assert drops == ["sound_of_no_class"]


def test_two_sounds_of_one_class_near_the_moment_leave_the_key_plain(hear, ask):
    video = hear((10.0, 10.2, "water"), (10.4, 10.6, "water"), (20, 29.9, "beep"))
    questions, _ = ask(easy_sound_event, video)
    assert questions[0].facts == video.sounds[:2]


def test_a_sound_at_the_edge_of_the_clip_or_cut_by_it_is_not_asked_about(hear, ask):
    questions, drops = ask(easy_sound_event, hear((0.0, 0.3, "water"), (29.5, 31.0, "rustle"), (50, 60.0, "beep")))
    assert not questions
    assert drops == ["edge_of_clip"]


def test_background_is_neither_asked_for_nor_offered(hear, ask):
    names = ["background", "water", "rustle", "beep", "click"]
    sounds = [(5 * i + 2, 5 * i + 2.5, name) for i, name in enumerate(names)]
    questions, drops = ask(easy_sound_event, hear(*sounds, duration=30))
    assert drops == ["unasked_sound"]
    assert all("background" not in labels(q) and len(labels(q)) == 3 for q in questions)


def test_sounds_that_can_hardly_be_told_apart_do_not_exclude_each_other(hear, ask):
    names = ["water", "pour", "beep", "rustle"]
    questions, _ = ask(easy_sound_event, hear(*((5 * i + 2, 5 * i + 2.5, name) for i, name in enumerate(names))))
    by_key = {q.key.label: labels(q) for q in questions}
    assert by_key["water"] == by_key["pour"] == {"beep", "rustle"}
    assert by_key["beep"] == {"water", "pour", "rustle"}


def test_only_sounds_that_lie_whole_in_the_clip_are_said_to_be_from_it(hear, ask):
    sounds = [(5, 5.5, "water"), (12, 13, "beep"), (29, 31, "rustle"), (40, 60, "click"), (91, 92, "zip")]
    question = ask(easy_sound_event, hear(*sounds))[0][0]
    assert labels(question, "clip") == {"beep"}
    assert labels(question, "video") == {"click"}  # the rustling is neither, the zip is far away


# sound_count


def test_sounds_of_a_class_are_counted(hear, ask_whole):
    video = hear(*((t, t + 1, "beep") for t in (5, 20, 50)), duration=60)
    [question], _ = ask_whole(sound_count, video)
    assert question.answer == Number(value="3")
    assert question.facts == video.sounds
    assert {(o.text, o.origin) for o in question.wrong} == {(n, "fixed") for n in "245"}
    assert proven(question) == 3
    assert question.groups[0] == "beep"


@pytest.mark.parametrize(
    ("sounds", "reason"),
    [
        ([(4, 5, "beep"), (5.4, 56, "beep")], "not_separable"),
        ([(4, 5, "beep"), (5.9, 56, "beep")], "not_separable"),
        ([(4, 8, "beep"), (5, 56, "beep")], "not_separable"),
        ([(4, 5, "beep"), (35, 36, "beep"), (59, 75, "beep")], "cut_by_edge"),
        ([(2 * t, 2 * t + 1, "beep") for t in range(0, 30, 5)], "too_few_or_too_many"),
        ([(4, 5, "beep")], "too_few_or_too_many"),
        ([(4, 5, "water"), (49, 50, "pour")], "confusable_sound"),
        ([(4, 5, "beep"), (9, 10, "beep")], "other_level"),  # the first half has both
    ],
)
def test_a_count_that_a_listener_could_dispute_is_dropped(hear, ask_whole, sounds, reason):
    questions, drops = ask_whole(sound_count, hear(*sounds, duration=60))
    assert not questions
    assert reason in drops


def test_a_sound_in_no_class_that_may_be_one_of_the_class_makes_a_count_unclear(hear, ask_whole):
    spans = [(4, 5), (49, 50)]
    clang = [(20, 21, "clang / clatter")]
    steps = hear(*((*span, "footstep") for span in spans), unclassed=clang, duration=60)
    assert [q.key.text for q in ask_whole(sound_count, steps)[0]] == ["2"]
    metal = hear(*((*span, "metal-only collision") for span in spans), unclassed=clang, duration=60)
    assert ask_whole(sound_count, metal) == ([], ["confusable_sound"])


# sound_order


def test_three_sounds_are_put_in_the_order_of_their_first_onsets(hear, ask):
    video = hear((2, 9, "rustle"), (12, 13, "beep"), (20, 21, "click"), (24, 25, "rustle"), (29.9, 45, "water"))
    [question], _ = ask(sound_order, video)
    order = [sound_words(name) for name in ("rustle", "beep", "click")]
    listed = re.findall(r"(\d)\. (\w+)", question.stem)
    assert question.stem.startswith("In which order are three sounds first heard in the clip: 1. ")
    assert sorted(name for _, name in listed) == ["beeping", "clicking", "rustling"]
    numbers = {name: number for number, name in listed}
    assert question.key.text == ", ".join(numbers[words[0]] for words in order)
    assert question.answer == List(items=tuple((numbers[words[0]], *words) for words in order), ordered=True)
    assert len({question.key.text, *(option.text for option in question.wrong)}) == 6
    assert question.exchangeable
    assert proven(question) == 3


def test_the_numbers_of_sounds_are_drawn_so_that_no_order_is_more_likely(hear, ask):
    names = ["rustle", "beep", "click", "zip", "footstep", "water"]
    keys = set()
    for start in range(0, 300, 30):
        video = hear(*((start + 2 + 5 * i, start + 3 + 5 * i, name) for i, name in enumerate(names)), duration=400)
        keys |= {q.key.text for q in ask(sound_order, video, float(start), start + 30.0)[0]}
    assert len(keys) == 6


@pytest.mark.parametrize(
    "sounds",
    [
        [(2, 3, "rustle"), (10, 11, "beep"), (10.9, 12, "click"), (29, 29.9, "rustle")],  # beep and click start at once
        [(2, 3, "rustle"), (4, 5, "beep"), (6, 7, "click"), (29, 29.9, "rustle")],  # no need of the whole clip
        [(2, 3, "water"), (12, 13, "beep"), (20, 21, "pour"), (29, 29.9, "beep")],  # water or pouring?
        [(2, 3, "rustle"), (12, 13, "beep"), (29.5, 60, "click")],  # the click hardly starts
    ],
)
def test_an_order_that_is_not_plain_is_not_asked_for(hear, ask, sounds):
    assert ask(sound_order, hear(*sounds)) == ([], [])


def test_a_sound_that_goes_on_as_the_clip_starts_has_no_first_onset(hear, ask):
    spans = [(14, 16, "rustle"), (20, 21, "rustle"), (25, 26, "beep"), (33, 34, "click"), (43, 60, "zip")]
    assert ask(sound_order, hear(*spans), 15.0, 45.0) == ([], [])


# longest_sound


def test_the_longest_sound_goes_on_over_the_middle_of_its_clip(hear, ask_whole):
    video = hear((22, 32, "rustle"), (5, 8, "beep"), (50, 54, "click"), (90, 91, "zip"))
    questions, _ = ask_whole(longest_sound, video)
    rustle = [q for q in questions if q.key.label == "rustle"]
    assert rustle
    for question in rustle:
        assert question.facts == (video.sounds[1],)
        assert question.window.start < 22 < question.window.middle < 32 < question.window.end
        assert proven(question) == 3
    assert {q.stem for q in questions} == {"Which sound goes on longest without a break in the clip?"}


@pytest.mark.parametrize(
    ("others", "unclassed"),
    [
        ([(12, 16.1, "beep")], []),
        ([(12, 14.5, "beep"), (14.7, 17, "beep")], []),  # with hardly a pause: 5 s
        ([(28, 33, "beep")], []),
        ([], [(12, 16.1, "paper rustle")]),
    ],
)
def test_a_longest_sound_without_a_clear_margin_is_dropped(hear, ask_whole, others, unclassed):
    video = hear((20, 25, "rustle"), *others, (55, 55.1, "zip"), unclassed=unclassed, duration=60)
    questions, drops = ask_whole(longest_sound, video)
    assert not [q for q in questions if q.key.label == "rustle" and q.window.length > 30]
    assert set(drops) & {"no_clear_margin", "another_is_longer"}
