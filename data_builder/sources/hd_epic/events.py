"""Events: picks and drops of objects with the fixtures that objects stand on, one JSON object per line.

A line tells where every object is after its event, so that the fixture is the one that lost or gained the object.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from data_builder.facts import Narration
from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic.fixtures import Ends, fixture_of
from data_builder.sources.hd_epic.narrations import made_id
from data_builder.sources.hd_epic.tracks import Track
from data_builder.sources.hd_epic.videos import Time, Videos
from reward.jsonl import enumerate_jsonl

NEAR = 0.05
"""Seconds between an event and the end of the movement that it belongs to, at most."""
ENDS = {"PICK": 0, "DROP": 1}


class Said(BaseModel):
    """A narration that overlaps an event."""

    narration: str
    start_timestamp: Time
    end_timestamp: Time


class Event(BaseModel):
    """One line of the file."""

    video_id: str
    time: float
    action: str
    object_name: str | None = None
    mask_id: str | None = None
    narrations: list[Said] = []
    scene_graph: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Happened:
    """What the files add: fixtures at the ends of tracks by track id, and narrations."""

    fixtures: dict[str, Ends] = field(default_factory=dict)
    narrations: list[Narration] = field(default_factory=list)


def read_events(paths: Sequence[Path], tracks: Iterable[Track], videos: Videos, findings: Findings) -> Happened:
    """Fixtures and narrations of all files. Raises InputError for a file or a line that cannot be read.

    An event belongs to the movement of an object of the same name, as it was typed, that starts or ends then; where
    there are several its mask decides, and it is not used where that decides nothing.
    """
    ends: dict[tuple[str, str, int], list[Track]] = defaultdict(list)
    for track in tracks:
        for end in ENDS.values():
            ends[track.video_id, track.written, end].append(track)
    fixtures: dict[str, list[str]] = {}
    told: dict[str, Narration] = {}
    for event, fixture, place in (found for path in paths for found in _events(path)):
        for narration in _narrations(event, videos, findings, place):
            told.setdefault(narration.id, narration)
        if fixture and event.object_name:
            end = ENDS[event.action]
            owner = _track_of(event, ends[event.video_id, event.object_name, end], end, findings, place)
            if owner:
                fixtures.setdefault(owner.id, ["", ""])[end] = fixture
    return Happened({name: (taken, put) for name, (taken, put) in fixtures.items()}, list(told.values()))


def _events(path: Path) -> Iterator[tuple[Event, str, str]]:
    """Each event with its fixture, "" where it has none, and its place."""
    before: dict[str, Mapping[str, list[str]]] = {}
    for line, event in enumerate_jsonl(path, Event):
        earlier = before.get(event.video_id)
        fixture = "" if earlier is None or event.action not in ENDS else _fixture(event, earlier)
        before[event.video_id] = event.scene_graph
        yield event, fixture, f"{path.name}:{line}"


def _fixture(event: Event, earlier: Mapping[str, list[str]]) -> str:
    """The one fixture that has fewer objects of the name since a pick, or more since a drop."""
    name, now = event.object_name or "", event.scene_graph
    less, more = (earlier, now) if event.action == "DROP" else (now, earlier)
    changed = [
        fixture
        for fixture in more
        if fixture_of(fixture) and more[fixture].count(name) > less.get(fixture, []).count(name)
    ]
    return changed[0] if len(changed) == 1 else ""


def _track_of(event: Event, tracks: Iterable[Track], end: int, findings: Findings, place: str) -> Track | None:
    near = [track for track in tracks if abs((track.start, track.end)[end] - event.time) <= NEAR]
    meant = near if len(near) == 1 else [track for track in near if event.mask_id in track.masks]
    if len(meant) == 1:
        return meant[0]
    findings.drop("ambiguous_event" if near else "unmatched_event", place)
    return None


def _narrations(event: Event, videos: Videos, findings: Findings, place: str) -> Iterator[Narration]:
    for said in event.narrations:
        text = " ".join(said.narration.split())
        video = videos.find(event.video_id, findings, place)
        if text and video and (span := videos.span(video, said.start_timestamp, said.end_timestamp, findings, place)):
            yield Narration(made_id(video, span[0], text), video, *span, text)
