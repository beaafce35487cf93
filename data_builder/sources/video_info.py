"""The lengths of videos, as EPIC-KITCHENS-100 publishes them in `EPIC_100_video_info.csv`."""

from pathlib import Path

from data_builder.sources.rows import rows
from reward.jsonl import InputError


def read_durations(path: Path) -> dict[str, float]:
    """The length of each video in seconds, to the millisecond.

    Raises InputError for a file that cannot be read, an unreadable cell, and a video with two lengths.
    """
    durations: dict[str, float] = {}
    for row in rows(path, ["video_id", "duration"], ["fps", "resolution"]):
        name, duration = row.video(), row.seconds("duration")
        if not duration:
            raise row.fail("duration", "is 0 seconds; give the length of the video")
        if durations.setdefault(name, duration) != duration:
            raise row.fail("duration", f"{name!r} was {durations[name]:g} s long before; keep one")
    if not durations:
        raise InputError(f"{path}:1: video_id: the file has no rows; give EPIC_100_video_info.csv")
    return durations
