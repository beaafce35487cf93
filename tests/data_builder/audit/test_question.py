"""Groups and folds: nothing that shares a video is ever both learnt from and asked about."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from data_builder.audit.question import FOLDS, Question, folds_of, grouped, joined

VIDEOS = st.lists(st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=3).map(tuple), min_size=1, max_size=30)


def asked(*videos: str, correct: int = 0, options: int = 2) -> Question:
    return Question("q", "s", videos, "What?", tuple(f"o{i}" for i in range(options)), correct)


def test_a_question_about_several_videos_joins_them() -> None:
    assert joined([("b",), ("c", "b"), ("d",), ("a", "c")]) == ["a", "a", "d", "a"]


@given(VIDEOS)
def test_whoever_shares_a_video_is_in_one_group(videos: list[tuple[str, ...]]) -> None:
    groups = joined(videos)
    for one, group in zip(videos, groups, strict=True):
        for other, another in zip(videos, groups, strict=True):
            assert group == another or not set(one) & set(other)


@given(VIDEOS)
def test_the_order_of_questions_does_not_change_groups(videos: list[tuple[str, ...]]) -> None:
    assert joined(videos) == joined(videos[::-1])[::-1]


def test_groups_are_kept_whole_by_folds_of_like_size() -> None:
    groups = [f"v{i % 23}" for i in range(230)]
    folds = folds_of(groups, "0")
    assert len(set(zip(groups, folds, strict=True))) == 23
    assert {folds.count(fold) for fold in range(FOLDS)} <= {40, 50}
    assert folds == folds_of(groups, "0") != folds_of(groups, "1")


def test_where_all_is_joined_the_key_tells_the_group() -> None:
    questions = [asked(f"v{i}", f"v{i + 1}", correct=i % 2) for i in range(20)]
    found, relaxed = grouped(questions)
    assert relaxed
    assert [question.group for question in found] == [f"v{i + i % 2}" for i in range(20)]


def test_a_few_videos_stay_whole() -> None:
    found, relaxed = grouped([asked("a"), asked("b"), asked("a")])
    assert not relaxed
    assert [question.group for question in found] == ["a", "b", "a"]


def test_the_option_set_has_no_order() -> None:
    one = replace(asked("a"), options=("x", "y"), correct=1)
    assert one.option_set == replace(one, options=("y", "x"), correct=0).option_set
    assert one.key == "y"
