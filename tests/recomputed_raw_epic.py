"""The raw rows of EPIC-Sounds, EPIC-KITCHENS and VISOR."""

import ast
import csv
import gzip
import json
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from recomputed_times import Span, Timed, during

Box = tuple[float, float, float, float]
Row = dict[str, str]


class Sound(NamedTuple):
    """`name` is its class, or "" for a sound that is in none."""

    id: str
    start: float
    end: float
    name: str
    description: str


class Action(NamedTuple):
    id: str
    start: float
    end: float
    narration: str
    verb: str
    nouns: tuple[str, ...]
    classes: tuple[int, ...]


class Thing(NamedTuple):
    id: str
    name: str
    box: Box
    touches: str


class Frame(NamedTuple):
    id: str
    start: float
    end: float
    things: tuple[Thing, ...]


@dataclass
class Video:
    """All raw rows of a video; `unclassed` is None where nobody says which sounds are in no class."""

    sounds: list[Sound] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    unclassed: list[Sound] | None = None

    @cached_property
    def spans(self) -> dict[str, dict[str, Span]]:
        """By id and kind when something happens; what is outlined in a frame is of the kind "things"."""
        found: dict[str, dict[str, Span]] = defaultdict(dict)
        for kind, facts in (("sounds", self.sounds), ("actions", self.actions), ("views", self.frames)):
            for fact in facts:
                found[fact.id][kind] = fact.start, fact.end
        for frame in self.frames:
            for thing in frame.things:
                found[thing.id]["things"] = frame.start, frame.end
        return found


@dataclass
class Clip:
    video: Video
    start: float
    end: float

    def cut(self, start: float, end: float) -> "Clip":
        return Clip(self.video, start, end)

    @cached_property
    def sounds(self) -> list[Sound]:
        return during(self.video.sounds, self.start, self.end)

    @cached_property
    def unclassed(self) -> list[Sound]:
        return during(self.video.unclassed or [], self.start, self.end)

    @cached_property
    def actions(self) -> list[Action]:
        return during(self.video.actions, self.start, self.end)

    @cached_property
    def frames(self) -> list[Frame]:
        frames = self.video.frames
        first, last = (bisect_left(frames, time, key=lambda frame: frame.start) for time in (self.start, self.end))
        return frames[first:last]

    def holds(self, fact: Timed) -> bool:
        return self.start <= fact.start and fact.end <= self.end

    def spans(self, fact_id: str) -> dict[str, Span]:
        """When what has this id happens, by kind: a sound and an action may have the same one."""
        return self.video.spans.get(fact_id, {})


def clock(text: str) -> float:
    """Seconds of a time such as 00:01:02.5."""
    hours, minutes, rest = text.strip().split(":")
    return round(int(hours) * 3600 + int(minutes) * 60 + float(rest), 3)


def table(path: Path) -> Iterator[Row]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        yield from csv.DictReader(file, skipinitialspace=True)


def read(
    sounds: Path,
    narrations: Path,
    unclassed: Path | None = None,
    info: Path | None = None,
    visor: Path | None = None,
) -> dict[str, Video]:
    """The raw rows by video. What ends after its video is cut there, what does not start before that is left out."""
    ends = {row["video_id"]: float(row["duration"]) for row in table(info)} if info else {}
    videos: dict[str, Video] = defaultdict(Video)

    def span(row: Row) -> tuple[float, float] | None:
        start, end = clock(row["start_timestamp"]), clock(row["stop_timestamp"])
        end = min(end, ends.get(row["video_id"], end))
        return (start, end) if start < end else None

    for row in table(sounds):
        if at := span(row):
            told = row["class"].strip(), row["description"].strip()
            videos[row["video_id"]].sounds.append(Sound(row["annotation_id"], *at, *told))
    for row in table(narrations):
        if at := span(row):
            nouns = tuple(dict.fromkeys([row["noun"].strip(), *ast.literal_eval(row["all_nouns"])]))
            classes = tuple(ast.literal_eval(row["all_noun_classes"]))
            told = row["narration"].strip(" ."), row["verb"].strip()
            videos[row["video_id"]].actions.append(Action(row["narration_id"], *at, *told, nouns, classes))
    if unclassed:
        for video in videos.values():
            video.unclassed = []
        for row in table(unclassed):
            if row["video_id"] in videos and (at := span(row)):
                known = videos[row["video_id"]].unclassed or []
                known.append(Sound(row["annotation_id"], *at, "", row["description"].strip()))
                videos[row["video_id"]].unclassed = known
    if visor:
        for frame_video, frame in _frames(visor):
            videos[frame_video].frames.append(frame)
    for video in videos.values():
        for facts in (video.sounds, video.actions, video.frames, video.unclassed or []):
            facts.sort(key=lambda fact: (fact.start, fact.end, fact.id))
    return dict(videos)


def _frames(path: Path) -> Iterator[tuple[str, Frame]]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        for row in filter(None, map(json.loads, filter(str.strip, file))):
            things = tuple(
                Thing(one["id"], one["name"], tuple(one["bbox"]), one.get("in_contact_object") or "")
                for one in row["objects"]
            )
            at = round(row["time"], 3)
            yield row["video_id"], Frame(row["frame"].removesuffix(".jpg"), at, at, things)
