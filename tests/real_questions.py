"""What holds for the questions of every subtype on real annotations."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from data_builder.facts import Video
from data_builder.levels import proven
from data_builder.question import BaseQuestion, Drop
from data_builder.standing import LISTED
from data_builder.windows import Window, whole_video
from reward.plain import plain

Subtype = Callable[[Window], Iterator[BaseQuestion | Drop]]


def checked(subtype: Subtype, videos: Iterable[Video], least: int, share: float) -> list[BaseQuestion]:
    """A subtype's questions about HD-EPIC videos: more than `least`, at least that share of them at their level.

    None is there twice, has two options that read alike, its key in the stem, a list-dependent wording or a clip
    outside of its video.
    """
    found = [one for video in videos for one in subtype(whole_video(video, "hd-epic")) if isinstance(one, BaseQuestion)]
    assert len(found) > least
    assert sum(proven(question) == question.level for question in found) >= share * len(found)
    assert max(Counter(question.id for question in found).values()) == 1
    for question in found:
        texts = [plain(option.text) for option in (question.key, *question.wrong)]
        assert len(set(texts)) == len(texts)
        assert f" {texts[0]} " not in f" {plain(question.stem)} "
        assert not LISTED.search(question.stem)
        assert 0 <= question.window.start < question.window.end <= question.window.video.end
    return found
