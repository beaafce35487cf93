"""Windows: every half a length, up to the last fact, with the facts and the frames that belong to them."""

import math
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from data_builder.facts import Sound, Video, overlaps
from data_builder.windows import whole_video, windows

SPANS = st.lists(st.tuples(st.integers(0, 200_000), st.integers(1, 40_000)), min_size=1, max_size=30)


def video_of(spans: list[tuple[int, int]]) -> Video:
    sounds = [Sound(f"s{i}", "V1", a / 1000, (a + d) / 1000, "water", "") for i, (a, d) in enumerate(sorted(spans))]
    return Video("V1", "P1", tuple(sounds))


@given(SPANS, st.sampled_from([10.0, 12.0, 30.0]))
def test_windows_start_every_half_a_length_wherever_there_are_facts_until_the_last_one_ends(
    spans: list[tuple[int, int]], length: float
) -> None:
    video = video_of(spans)
    cut = windows(video, length, "test")
    covering = range(1 + max(0, math.ceil((video.end - length) / (length / 2))))
    starts = [step * length / 2 for step in covering]
    busy = [s for s in starts if any(overlaps(sound, s, s + length) for sound in video.sounds)]
    assert [w.start for w in cut] == busy
    assert all(w.end == min(w.start + length, video.end) for w in cut)
    assert cut[-1].end == video.end
    assert all(w.end < video.end for w in cut[:-1])


def test_a_long_way_to_the_next_fact_costs_nothing() -> None:
    years = 10**12  # ms
    cut = windows(video_of([(0, 1_000), (years, 1_000)]), 30.0, "test")
    assert [(w.start, [s.id for s in w.sounds]) for w in cut] == [(0.0, ["s0"]), (years / 1000 - 25.0, ["s1"])]


@given(SPANS)
def test_a_window_has_every_fact_that_overlaps_it_and_no_other(spans: list[tuple[int, int]]) -> None:
    video = video_of(spans)
    for window in windows(video, 30.0, "test"):
        assert set(window.sounds) == {s for s in video.sounds if s.start < window.end and s.end > window.start}
        for sound in window.sounds:
            assert window.holds(sound) == (window.start <= sound.start and sound.end <= window.end)


def test_touching_is_not_overlapping(make: Any) -> None:
    sound = make.sound(10.0, 12.0, "water")
    assert not overlaps(sound, 12.0, 13.0)
    assert not overlaps(sound, 9.0, 10.0)
    assert overlaps(sound, 11.999, 13.0)


def test_a_clip_shows_the_frames_from_its_start_to_before_its_end(make: Any) -> None:
    video = make.video([make.sound(0.0, 40.0, "water")])
    frames = [(float(t), f"frames/V1/{t}.png") for t in range(0, 41, 5)]
    first, second = windows(replace(video, frames=tuple(frames)), 30.0, "test")
    assert first.clip.images == tuple(f"frames/V1/{t}.png" for t in (0, 5, 10, 15, 20, 25))
    assert second.clip.images == tuple(f"frames/V1/{t}.png" for t in (15, 20, 25, 30, 35))


def test_parts_of_a_video_are_cut_to_it_and_facts_can_be_thought_away(make: Any) -> None:
    sound, later = make.sound(10.0, 12.0, "water"), make.sound(35.0, 36.0, "beep")
    whole = whole_video(make.video([sound, later], duration=40.0), "test")
    part = whole.cut(-5.0, 30.00049)
    assert (part.start, part.end, part.length, part.middle) == (0.0, 30.0, 30.0, 15.0)
    assert part.sounds == (sound,)
    assert whole.cut(20.0, 99.0).end == 40.0
    assert part.without([sound]).sounds == ()
    assert part.without([sound]).video.end == 40.0
    assert part.unfinished().video.sounds == (sound,)
    assert whole.cut(35.0, 40.0).whole(whole.sounds) == [later]


def test_the_sounds_of_no_class_are_unknown_where_nobody_says_which_there_are(make: Any) -> None:
    clang = make.sound(1.0, 2.0, "")
    assert whole_video(make.video(unclassed=None, duration=9.0), "test").cut(0, 5).unclassed is None
    known = whole_video(make.video(unclassed=(clang,), duration=9.0), "test")
    assert (known.cut(0, 5).unclassed, known.cut(5, 9).unclassed) == ((clang,), ())
