"""The subtypes of recipes on the real annotations: each question has the structure of its level, and no loose ends."""

import pytest
from real_data import ABSENT, FOLDER
from real_questions import checked

from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic import read
from data_builder.subtypes.ingredients import ingredient_added, ingredient_amount
from data_builder.subtypes.missing import missing_ingredient, next_ingredient
from data_builder.subtypes.orders import ingredient_order, step_order
from data_builder.subtypes.steps import easy_step, next_step, step_interval

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
    assert checked(subtype, videos, *EXPECTED[subtype])
