"""The subtypes of movements and activities on the real annotations: levels, no loose ends, and options of the clip."""

import pytest
from real_data import ABSENT, FOLDER
from real_questions import checked

from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic import read
from data_builder.subtypes.activities import activity_order, easy_goal, medium_goal, next_activity
from data_builder.subtypes.fixtures import put_where, taken_where
from data_builder.subtypes.movement_totals import longest_moved, moved_count, moved_order
from data_builder.subtypes.movements import easy_moved_object, moved_after, moved_before, moved_together

# More than this many questions of a subtype in the videos below, and at least this share of them at their level.
EXPECTED = {
    easy_moved_object: (1500, 1.0),
    moved_after: (800, 0.98),
    moved_before: (800, 0.98),
    moved_together: (700, 1.0),
    put_where: (900, 1.0),
    taken_where: (900, 1.0),
    moved_count: (150, 0.95),
    moved_order: (600, 0.9),
    longest_moved: (50, 0.9),
    easy_goal: (150, 1.0),
    medium_goal: (250, 1.0),
    next_activity: (200, 1.0),
    activity_order: (20, 0.9),
}


@pytest.fixture(scope="module")
def videos():
    """The videos of two participants, with the fixtures that the events of some of them tell."""
    folder, scenes = FOLDER / "hd-epic", FOLDER / "hd-epic-thirdparty" / "kartikvrama" / "scene_graphs"
    if not folder.is_dir():
        pytest.skip(ABSENT)
    events = sorted(scenes.glob("*.jsonl.gz"))
    return [video for video in read(folder, events=events, findings=Findings()) if video.participant in {"P02", "P03"}]


@pytest.mark.parametrize("subtype", EXPECTED, ids=lambda subtype: subtype.__name__)
def test_questions(videos, subtype):
    for question in checked(subtype, videos, *EXPECTED[subtype]):
        in_clip = {fact.id for fact in (*question.window.movements, *question.window.activities)}
        assert all(set(option.evidence) <= in_clip for option in question.wrong if option.origin == "clip")
