"""Levels are proved: what a key does when its window is cut must be what its level says."""

from collections.abc import Callable
from typing import Any

import pytest

from data_builder.facts import Fact
from data_builder.levels import proven
from data_builder.question import BaseQuestion, Option, Solution, Solve, require
from data_builder.windows import Window, whole_video
from reward.answers import Phrase


def question(level: int, solve: Solve, window: Window) -> BaseQuestion:
    solution = solve(window)
    return BaseQuestion(
        subtype="test",
        level=level,
        window=window,
        stem="What is it?",
        claim="It is {}.",
        solve=solve,
        answer=Phrase(text="it"),
        key_kind="name",
        solution=solution,
    )


def solution(label: object, *facts: Fact) -> Solution:
    return Solution(Option(str(label), str(label)), facts)


def heard(name: str) -> Solve:
    """The one sound of a name; there must be one, whole."""

    def solve(window: Window) -> Solution:
        found = [sound for sound in window.sounds if sound.name == name]
        require(len(found) == 1 and window.holds(found[0]), "not_once")
        return solution(name, *found)

    return solve


def count(window: Window) -> Solution:
    require(all(map(window.holds, window.sounds)), "cut")
    return solution(len(window.sounds), *window.sounds)


def together(window: Window) -> Solution:
    """What is handled while the beep is heard."""
    [*beeps] = [sound for sound in window.sounds if sound.name == "beep"]
    require(len(beeps) == 1, "no_beep")
    during = [a for a in window.actions if a.start <= beeps[0].start and beeps[0].end <= a.end]
    require(len(during) == 1, "no_action")
    return solution(during[0].noun, during[0], beeps[0])


def following(window: Window) -> Solution:
    """The activity that begins next once the window has ended."""
    later = [a for a in window.video.activities if a.start >= window.end]
    require(later, "nothing_follows")
    return solution(later[0].label, later[0])


def longest(window: Window) -> Solution:
    sound = max(window.sounds, key=lambda s: s.end - s.start, default=None)
    require(sound is not None, "no_sound")
    assert sound is not None
    require(window.holds(sound), "cut")
    return solution(sound.name, sound)


@pytest.fixture
def window(make: Any) -> Callable[..., Window]:
    return lambda **facts: whole_video(make.video(**facts, duration=30.0), "test")


@pytest.mark.parametrize("start", [2.0, 14.0, 27.0])
def test_one_moment_is_level_1_wherever_it_is(make: Any, window: Any, start: float) -> None:
    whole = window(sounds=[make.sound(start, start + 2, "beep"), make.sound(9.0, 10.0, "water")])
    assert proven(question(1, heard("beep"), whole)) == 1


def test_two_facts_that_meet_are_level_2_and_no_one_of_them_is_enough(make: Any, window: Any) -> None:
    whole = window(sounds=[make.sound(4, 5, "beep")], actions=[make.action(3, 6, "take plate")])
    assert proven(question(2, together, whole)) == 2


def test_a_question_that_one_fact_answers_is_moved_to_level_1(make: Any, window: Any) -> None:
    assert proven(question(2, heard("beep"), window(sounds=[make.sound(4, 5, "beep")]))) == 1


def test_a_second_fact_that_is_not_needed_is_no_level_2(make: Any, window: Any) -> None:
    sound, action = make.sound(4, 5, "beep"), make.action(3, 6, "take plate")

    def solve(window: Window) -> Solution:
        return solution("beep", *heard("beep")(window).facts, action)

    assert proven(question(2, solve, window(sounds=[sound], actions=[action]))) is None


def test_two_facts_far_apart_do_not_meet(make: Any, window: Any) -> None:
    first, last = make.sound(1, 2, "beep"), make.sound(27, 28, "water")

    def solve(window: Window) -> Solution:
        return solution("both", *heard("beep")(window).facts, *heard("water")(window).facts)

    assert proven(question(2, solve, window(sounds=[first, last]))) is None
    assert proven(question(3, solve, window(sounds=[first, last]))) == 3


def test_a_count_over_both_halves_is_level_3_and_one_within_a_half_is_none(make: Any, window: Any) -> None:
    spread = [make.sound(at, at + 1, "beep") for at in (2, 9, 22)]
    assert proven(question(3, count, window(sounds=spread))) == 3
    within = [make.sound(at, at + 1, "beep") for at in (2, 9)]
    assert proven(question(3, count, window(sounds=within))) is None


def test_the_longest_of_a_half_is_proved_only_where_it_outlasts_the_middle(make: Any, window: Any) -> None:
    short = make.sound(2, 3, "beep")
    assert proven(question(3, longest, window(sounds=[short, make.sound(10, 20, "water")]))) == 3
    assert proven(question(3, longest, window(sounds=[short, make.sound(16, 26, "water")]))) != 3


def test_what_lies_beyond_the_window_is_level_4(make: Any) -> None:
    video = make.video(activities=[make.activity(0, 20, "Wash up"), make.activity(30, 60, "Bake")], duration=60.0)
    clip = whole_video(video, "test").cut(0, 20)
    assert proven(question(4, following, clip)) == 4
    assert proven(question(3, following, clip)) is None


def test_a_key_that_the_window_gives_by_itself_is_not_level_4(make: Any) -> None:
    late = make.activity(30, 60, "Bake")
    video = make.video(activities=[make.activity(0, 20, "Wash up"), late], duration=60.0)

    def solve(window: Window) -> Solution:
        return solution(window.activities[0].label, window.activities[0], late)

    assert proven(question(4, solve, whole_video(video, "test").cut(0, 20))) is None


def test_what_goes_on_all_the_while_is_recognised_at_any_moment(make: Any) -> None:
    video = make.video(activities=[make.activity(0, 60, "Bake")], duration=60.0)

    def solve(window: Window) -> Solution:
        [activity] = window.activities
        require(activity.start <= window.start and window.end <= activity.end, "not_all_the_while")
        return solution(activity.label, activity)

    assert proven(question(1, solve, whole_video(video, "test").cut(10, 40))) == 1
