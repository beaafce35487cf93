"""Sounds of HD-EPIC: the table has no ids, so they are made from the order of the sounds in their video."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from data_builder.facts import Sound
from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic.videos import Videos
from data_builder.sources.rows import Row, parsed, rows

COLUMNS = ["participant_id", "video_id", "start_timestamp", "stop_timestamp", "class"]
OPTIONAL = ["", "annotation_id", "start_sample", "stop_sample", "description", "class_id"]


def read_sounds(path: Path, videos: Videos, findings: Findings) -> list[Sound]:
    """The sounds by video and time; a row that comes twice is one. Raises InputError for a file that cannot be read."""
    kept: dict[Sound, str] = {}
    for sound, place in parsed(rows(path, COLUMNS, OPTIONAL), lambda row: _sound(row, videos, findings), findings):
        if sound and kept.setdefault(sound, place) != place:
            findings.repair("repeated_row", place)
    return list(_numbered(kept))


def _sound(row: Row, videos: Videos, findings: Findings) -> tuple[Sound | None, str]:
    name, description = row.text("class"), row.optional("description")
    video = videos.find(row.text("video_id"), findings, row.place)
    span = row.span(findings, videos.durations.get(video)) if video else None
    return (Sound("", video, *span, name, description) if video and span else None), row.place


def _numbered(sounds: dict[Sound, str]) -> Iterator[Sound]:
    ordered = sorted(sounds, key=lambda one: (one.video_id, one.start, one.end, one.name, one.description))
    for video, group in groupby(ordered, key=lambda one: one.video_id):
        for number, sound in enumerate(group, 1):
            yield replace(sound, id=f"{video}-sound-{number}")
