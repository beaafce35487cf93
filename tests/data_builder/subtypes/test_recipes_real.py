"""The subtypes of recipes on the real annotations: each question has the structure of its level, and no loose ends."""

from collections import Counter

import pytest
from real_data import ABSENT, FOLDER

from data_builder.levels import proven
from data_builder.question import BaseQuestion
from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic import read
from data_builder.standing import LISTED
from data_builder.subtypes.ingredients import ingredient_added, ingredient_amount
from data_builder.subtypes.missing import missing_ingredient, next_ingredient
from data_builder.subtypes.orders import ingredient_order, step_order
from data_builder.subtypes.steps import easy_step, next_step, step_interval
from data_builder.windows import whole_video
from reward.plain import plain

# More than this many questions of a subtype, and at least this share of them at their level.
EXPECTED = {
    easy_step: (500, 1.0),
    next_step: (250, 1.0),
    step_interval: (120, 1.0),
    step_order: (15, 0.8),
    ingredient_added: (500, 0.99),
    ingredient_amount: (150, 1.0),
    ingredient_order: (500, 0.99),
    next_ingredient: (200, 1.0),
    missing_ingredient: (5, 1.0),
}


@pytest.fixture(scope="module")
def videos():
    folder = FOLDER / "hd-epic"
    if not folder.is_dir():
        pytest.skip(ABSENT)
    return [video for video in read(folder, findings=Findings()) if video.steps or video.portions]


@pytest.mark.parametrize("subtype", EXPECTED, ids=lambda subtype: subtype.__name__)
def test_questions(videos, subtype):
    found = [one for video in videos for one in subtype(whole_video(video, "hd-epic")) if isinstance(one, BaseQuestion)]
    least, share = EXPECTED[subtype]
    assert len(found) > least
    assert sum(proven(question) == question.level for question in found) >= share * len(found)
    assert max(Counter(question.id for question in found).values()) == 1
    for question in found:
        texts = [plain(option.text) for option in (question.key, *question.wrong)]
        assert len(set(texts)) == len(texts)
        assert f" {texts[0]} " not in f" {plain(question.stem)} "
        assert not LISTED.search(question.stem)
        assert 0 <= question.window.start < question.window.end <= question.window.video.end
