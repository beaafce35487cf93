"""Moments, stretches and clips around facts, and what is said of sounds that are there or not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_builder.facts import Sound, Video
from data_builder.question import Undecidable
from data_builder.subtypes.moments import between, clip_around, clips, into_clip, stretch_of
from data_builder.subtypes.options import absent, heard_claim, present
from data_builder.windows import Window, whole_video


def window(*sounds, unclassed=(), end=60.0):
    return whole_video(Video("V1", "P1", sounds=tuple(sounds), unclassed=unclassed, duration=end), "test")


def sound(start, end, name="beep", description=""):
    return Sound(f"s{start}", "V1", start, end, name, description)


def test_one_second_is_one():
    assert into_clip(window().cut(10, 40), 11.0) == "About 1 second into the clip"
    assert into_clip(window().cut(10, 40), 22.0) == "About 12 seconds into the clip"


def test_the_only_sound_of_its_kind_needs_no_stretch():
    clip = window(one := sound(20, 21))
    assert stretch_of(clip, one, [one]) == (0.0, 60.0)
    assert between(clip, (0.0, 60.0)) == ""


@given(st.lists(st.tuples(st.floats(0, 55), st.floats(0.1, 5)), min_size=2, max_size=8), st.integers(0, 20))
def test_a_stretch_holds_its_sound_and_nothing_of_the_others(spans, start):
    sounds = [Sound(f"s{i}", "V1", a, a + length, "beep", "") for i, (a, length) in enumerate(sorted(spans))]
    clip = Window("test", window(*sounds).video, float(start), start + 40.0)
    for one in clip.whole(sounds):
        try:
            first, last = stretch_of(clip, one, sounds)
        except Undecidable:
            continue
        assert clip.start <= first <= one.start < one.end <= last <= clip.end
        assert (first - clip.start) % 1 == (last - clip.start) % 1 == 0
        assert not any(other.start < last and other.end > first for other in sounds if other is not one)


def test_a_stretch_is_told_in_seconds_of_the_clip():
    assert between(window().cut(10, 40), (15.0, 25.0)) == " between 5 and 15 seconds into the clip"


def test_a_sound_that_comes_again_at_once_has_no_stretch():
    one, other = sound(20, 21), sound(21.1, 22)
    with pytest.raises(Undecidable, match="again_soon"):
        stretch_of(window(one, other), one, [one, other])


def test_clips_cover_a_video_and_end_with_it():
    assert [(c.start, c.end) for c in clips(window(end=100.0), 60.0, 30.0)] == [(0, 60), (30, 90), (60, 100)]
    assert [(c.start, c.end) for c in clips(window(end=20.0), 60.0, 30.0)] == [(0, 20)]


@pytest.mark.parametrize("start", [0.0, 25.0, 59.0])
def test_a_clip_around_a_sound_holds_it_and_stays_in_the_video(start):
    clip = clip_around(window(one := sound(start, start + 1)), one, 30.0)
    assert clip.holds(one)
    assert 0 <= clip.start < clip.end <= 60
    assert clip.length == pytest.approx(30)


def test_a_sound_is_present_where_it_lies_whole_in_the_clip():
    clip = window(sound(2, 3), sound(25, 31, "rustle"), sound(5, 6, "background")).cut(0, 30)
    assert present(clip, "beep")
    assert not any(present(clip, name) for name in ("rustle", "background", "zip"))
    assert heard_claim("rustle") == "A sound like rustling can be heard during this clip."


def test_a_sound_is_absent_only_where_all_sounds_are_known_and_none_is_like_it():
    known = window(sound(2, 3, "water", "scrub / scrape"), sound(25, 31, "rustle"))
    assert absent(known.cut(0, 30), "zip")
    assert not any(absent(known.cut(0, 30), name) for name in ("water", "pour", "rustle", "background"))
    assert not absent(known.cut(0, 30), "scrub / scrape / scour / wipe")  # annotators called the water so
    assert absent(known.cut(4, 20), "water")
    clang = sound(10, 11, "", "clang")
    assert absent(window(unclassed=(clang,)), "zip")  # a clang is of some collision
    assert not absent(window(unclassed=(clang,)), "metal-only collision")
    hum = sound(10, 11, "", "strange noise")
    assert not absent(window(unclassed=(hum,)), "zip")
    assert absent(window(unclassed=(hum,)).cut(20, 40), "zip")
    assert not absent(window(unclassed=None), "zip")
