"""Tracks: the movements of `assoc_info.json`, as they are written there."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic.names import name_of
from data_builder.sources.hd_epic.published import load
from data_builder.sources.hd_epic.videos import Time, Videos


@dataclass(frozen=True, slots=True)
class Track:
    """One movement from `start` to `end` in seconds; `written` is the object's name as it was typed."""

    id: str
    video_id: str
    start: float
    end: float
    object_id: str
    written: str
    masks: tuple[str, ...]


class PublishedTrack(BaseModel):
    """One movement of an object in the published file."""

    track_id: str
    time_segment: tuple[Time, Time]
    masks: list[str] = []


class PublishedObject(BaseModel):
    """One object of a video in the published file."""

    name: str | None
    tracks: list[PublishedTrack]


OBJECTS = TypeAdapter(dict[str, dict[str, PublishedObject]])


def read_tracks(path: Path, videos: Videos, findings: Findings) -> list[Track]:
    """The tracks in the order of the file, each id once. Raises InputError for a file that cannot be read."""
    kept: dict[str, Track] = {}
    for track, place in _tracks(path, videos, findings):
        first = kept.setdefault(track.id, track)
        if first is not track and first == track:
            findings.repair("repeated_row", place)
        elif first is not track:
            findings.drop("repeated_id", place)
    return list(kept.values())


def _tracks(path: Path, videos: Videos, findings: Findings) -> Iterator[tuple[Track, str]]:
    for written, objects in load(path, OBJECTS).items():
        if not (video := videos.find(written, findings, f"{path.name}: {written}")):
            continue
        for object_id, thing in objects.items():
            at, name = f"{path.name}: {written}/{object_id}", thing.name or ""
            if not name_of(name):
                findings.repair("no_usable_name", at)
            for number, track in enumerate(thing.tracks):
                start, end = track.time_segment
                if span := videos.span(video, start, end, findings, f"{at}/{number}"):
                    masks = tuple(track.masks)
                    yield Track(track.track_id, video, *span, object_id, name, masks), f"{at}/{number}"
