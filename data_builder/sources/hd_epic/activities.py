"""Activities: what the camera wearer is working on, from one table for each participant."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from data_builder.facts import Activity
from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic.videos import Videos, participant_of
from data_builder.sources.rows import CellError, Row, parsed, rows

COLUMNS = ["video_id", "recipe_id", "high_level_activity_label", "start_time", "end_time"]
USUAL_TIME = re.compile(r"\d{1,6}(\.\d{1,9})?", re.ASCII)


def read_activities(
    paths: Iterable[Path], videos: Videos, lasts: Mapping[str, float], findings: Findings
) -> list[Activity]:
    """The activities of all tables. Raises InputError for a file that cannot be read.

    The word `end` is the end of the video, or its last annotated time where that is not known: the last of these
    tables, or of other files in `lasts`. A row that comes twice is one.
    """
    found = [row for path in paths for row in rows(path, COLUMNS)]
    ends = _last_times(found, lasts)
    kept: dict[tuple[object, ...], Activity] = {}
    for activity, place in parsed(found, lambda row: (_activity(row, videos, ends, findings), row.place), findings):
        if activity:
            content = (activity.video_id, activity.start, activity.end, activity.label, activity.recipe)
            if kept.setdefault(content, activity) is not activity:
                findings.repair("repeated_row", place)
    return list(kept.values())


def _activity(row: Row, videos: Videos, ends: Mapping[str, float], findings: Findings) -> Activity | None:
    label, recipe = " ".join(row.text("high_level_activity_label").split()), row.optional("recipe_id")
    if not (video := videos.find(row.text("video_id"), findings, row.place)):
        return None
    duration = videos.durations.get(video)
    if duration is None and row.text("end_time").casefold() == "end":
        duration = ends.get(video)
    if not (span := row.span(findings, duration, "start_time", "end_time", USUAL_TIME)):
        return None
    fact_id = f"{row.path.name.split('.')[0]}:{row.line}"
    return Activity(fact_id, video, *span, label, f"{participant_of(video)}_{recipe}" if recipe else "")


def _last_times(found: Iterable[Row], lasts: Mapping[str, float]) -> dict[str, float]:
    last = dict(lasts)
    for row in found:
        for time in _times(row):
            last[row.optional("video_id")] = max(time, last.get(row.optional("video_id"), 0.0))
    return last


def _times(row: Row) -> Iterator[float]:
    for field in ("start_time", "end_time"):
        try:
            yield row.seconds(field)
        except CellError:  # the word `end`, or a cell that is counted when the row is read
            continue
