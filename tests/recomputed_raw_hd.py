"""The raw rows of HD-EPIC."""

import csv
import gzip
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from recomputed_times import Span, Timed, during


class Movement(NamedTuple):
    """One track of one object; `taken` and `put` are kinds of fixtures, "" where they are not known."""

    id: str
    start: float
    end: float
    object: str
    name: str
    taken: str
    put: str


class Activity(NamedTuple):
    id: str
    start: float
    end: float
    label: str


class Step(NamedTuple):
    id: str
    start: float
    end: float
    recipe: str
    step: str
    text: str
    preparing: bool


class Portion(NamedTuple):
    id: str
    start: float
    end: float
    recipe: str
    capture: str
    ingredient: str
    name: str
    amount: str
    weighing: bool


class Narration(NamedTuple):
    id: str
    start: float
    end: float
    text: str


@dataclass
class Video:
    """All raw rows of a video; `recipes` are the names of recipes and `wanted` the ingredients of each capture."""

    movements: list[Movement] = field(default_factory=list)
    activities: list[Activity] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    portions: list[Portion] = field(default_factory=list)
    narrations: list[Narration] = field(default_factory=list)
    recipes: dict[str, str] = field(default_factory=dict)
    wanted: dict[str, set[str]] = field(default_factory=dict)

    @cached_property
    def spans(self) -> dict[str, dict[str, Span]]:
        """By id and kind when something happens."""
        found: dict[str, dict[str, Span]] = defaultdict(dict)
        for kind in ("movements", "activities", "steps", "portions", "narrations"):
            for fact in getattr(self, kind):
                found[fact.id][kind] = fact.start, fact.end
        return found


@dataclass
class Clip:
    video: Video
    start: float
    end: float

    def cut(self, start: float, end: float) -> "Clip":
        return Clip(self.video, start, end)

    @cached_property
    def movements(self) -> list[Movement]:
        return during(self.video.movements, self.start, self.end)

    @cached_property
    def activities(self) -> list[Activity]:
        return during(self.video.activities, self.start, self.end)

    @cached_property
    def steps(self) -> list[Step]:
        return during(self.video.steps, self.start, self.end)

    @cached_property
    def added(self) -> list[Portion]:
        return during([one for one in self.video.portions if not one.weighing], self.start, self.end)

    @cached_property
    def narrations(self) -> list[Narration]:
        return during(self.video.narrations, self.start, self.end)

    def holds(self, fact: Timed) -> bool:
        return self.start <= fact.start and fact.end <= self.end

    def spans(self, fact_id: str) -> dict[str, Span]:
        """When what has this id happens, by kind."""
        return self.video.spans.get(fact_id, {})


def text_of(path: Path) -> str:
    zipped = path.with_name(path.name + ".gz")
    if zipped.exists():
        return gzip.decompress(zipped.read_bytes()).decode()
    if path.suffix == ".gz":
        return gzip.decompress(path.read_bytes()).decode()
    return path.read_text() if path.exists() else ""


class Files:
    """Reads a folder of the published files, with files of picks and drops."""

    def __init__(self, folder: Path, events: Sequence[Path]) -> None:
        self.folder, self.videos = folder, dict[str, Video]()
        links = csv.DictReader(text_of(folder / "youtube-links" / "HD_EPIC_YouTube_URLs.csv").splitlines())
        self.ends = {row["video_id"]: round(float(row["duration"]), 3) for row in links}
        self.short = {name.replace("0", ""): name for name in self.ends}
        self.events = [json.loads(line) for path in sorted(events) for line in text_of(path).splitlines() if line]
        self.read_movements()
        self.read_activities()
        self.read_recipes()
        self.read_narrations()
        for video in self.videos.values():
            for facts in (video.movements, video.activities, video.steps, video.portions, video.narrations):
                facts.sort(key=lambda fact: (fact.start, fact.end, fact.id))
            video.steps = joined(video.steps, lambda one: (one.id.split("/")[0], one.step, one.preparing))
            video.portions = joined(video.portions, lambda one: (one.capture, one.ingredient, one.weighing))

    def span(self, name: str, start: Any, end: Any) -> tuple[Video, float, float] | None:
        """The video and a stretch of it; a zero that a name lacks is put back, the word `end` is its end."""
        name = name if name in self.ends else self.short.get(name.replace("0", ""), "")
        if not name:
            return None
        last = self.ends[name]
        first, until = _seconds(start), last if end == "end" else min(_seconds(end), last)
        if first >= until:
            return None
        return self.videos.setdefault(name, Video()), first, until

    def read_movements(self) -> None:
        masks = json.loads(text_of(self.folder / "scene-and-object-movements" / "mask_info.json") or "{}")
        graphs = self.fixtures_by_events()
        for name, objects in json.loads(
            text_of(self.folder / "scene-and-object-movements" / "assoc_info.json") or "{}"
        ).items():
            for key, thing in objects.items():
                for track in thing["tracks"]:
                    start, end = track["time_segment"]
                    if not (at := self.span(name, start, end)):
                        continue
                    ends = _by_masks(track, masks.get(name, {}), at[1], at[2])
                    typed = thing["name"] or ""
                    for i, moment in enumerate(at[1:]):
                        ends[i] = ends[i] or _by_events(graphs[name, typed, i], moment, track["masks"])
                    at[0].movements.append(Movement(track["track_id"], *at[1:], key, typed, ends[0], ends[1]))

    def fixtures_by_events(self) -> dict[tuple[str, str, int], list[tuple[float, str, str]]]:
        """For each video, name and end (0 for a pick) the times, masks and fixtures of the events."""
        found: dict[tuple[str, str, int], list[tuple[float, str, str]]] = defaultdict(list)
        before: dict[str, dict[str, list[str]]] = {}
        for event in self.events:
            name, typed, now = event["video_id"], event["object_name"], event["scene_graph"]
            earlier = before.get(name)
            before[name] = now
            if earlier is None or event["action"] == "INITIAL" or not typed:
                continue
            picked = event["action"] == "PICK"
            less, more = (now, earlier) if picked else (earlier, now)
            gained = [one for one in more if more[one].count(typed) > less.get(one, []).count(typed) and kind(one)]
            if len(gained) == 1:
                found[name, typed, 0 if picked else 1].append((event["time"], event["mask_id"], kind(gained[0])))
        return found

    def read_activities(self) -> None:
        for path in sorted((self.folder / "high-level" / "activities").iterdir()):
            for number, row in enumerate(csv.DictReader(text_of(path).splitlines()), 2):
                label = " ".join(row["high_level_activity_label"].split())
                if at := self.span(row["video_id"], row["start_time"], row["end_time"]):
                    name = path.name.split(".")[0]
                    at[0].activities.append(Activity(f"{name}:{number}", *at[1:], label))

    def read_recipes(self) -> None:
        for recipe_id, recipe in json.loads(text_of(self.folder / "high-level" / "complete_recipes.json")).items():
            for number, capture in enumerate(recipe["captures"], 1):
                seen = self.read_capture(f"{recipe_id}#{number}", recipe_id, recipe, capture)
                for name in capture["videos"]:
                    if at := self.span(name, 0, "end"):
                        seen.append(at[0])
                for video in seen:
                    video.recipes[recipe_id] = " ".join(recipe["name"].split())
                    video.wanted.setdefault(recipe_id, set()).update(capture["ingredients"])

    def read_capture(self, capture_id: str, recipe_id: str, recipe: Any, capture: Any) -> list[Video]:
        seen: list[Video] = []
        for times, preparing in (("step_times", False), ("prep_times", True)):
            for step, spans in capture.get(times, {}).items():
                text = " ".join(recipe["steps"].get(step, "").split())
                for number, one in enumerate(spans, 1):
                    if text and (at := self.span(one["video"], one["start"], one["end"])):
                        fact_id = f"{capture_id}/{step}/{'prepare/' if preparing else ''}{number}"
                        at[0].steps.append(Step(fact_id, *at[1:], recipe_id, step, text, preparing))
                        seen.append(at[0])
        for key, one in capture["ingredients"].items():
            name, unit = " ".join(one["name"].split()), str(one.get("amount_unit")).strip().lower()
            amount = str(one.get("amount")) if unit in ("g", "gram", "grams") else ""
            for times, weighing in (("add", False), ("weigh", True)):
                for number, stretch in enumerate(one[times], 1):
                    if at := self.span(stretch["video"], stretch["start"], stretch["end"]):
                        fact_id = f"{capture_id}/{key}/{times}/{number}"
                        told = recipe_id, capture_id, str(key), name, amount
                        at[0].portions.append(Portion(fact_id, *at[1:], *told, weighing))
                        seen.append(at[0])
        return seen

    def read_narrations(self) -> None:
        folder = self.folder / "narrations-and-action-segments"
        withdrawn = set(text_of(folder / "HD_EPIC_Narrations_erratum.csv").split())
        rows = [json.loads(line) for line in text_of(folder / "HD_EPIC_Narrations.jsonl").splitlines()]
        told = [(one, one["unique_narration_id"], one["video_id"]) for one in rows]
        told += [(one, "", event["video_id"]) for event in self.events for one in event["narrations"]]
        known: set[tuple[str, float, str]] = set()
        for one, fact_id, name in told:
            text = " ".join(one["narration"].split())
            at = self.span(name, one["start_timestamp"], one["end_timestamp"])
            if not at or not text or fact_id in withdrawn or (name, at[1], text) in known:
                continue
            known.add((name, at[1], text))
            made = f"{name}-{at[1]:.3f}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
            at[0].narrations.append(Narration(fact_id or made, *at[1:], text))


def read(folder: Path, events: Sequence[Path] = ()) -> dict[str, Video]:
    """The raw rows by video."""
    return Files(folder, events).videos


J = TypeVar("J", Step, Portion)


def joined(stretches: Iterable[J], same: Callable[[J], object]) -> list[J]:
    """The stretches by time, those of the same that overlap as one, with the id of the first."""
    last: dict[object, int] = {}
    found: list[J] = []
    for one in stretches:
        place = last.setdefault(same(one), len(found))
        if place < len(found) and one.start < found[place].end:
            found[place] = found[place]._replace(end=max(found[place].end, one.end))
        else:
            last[same(one)] = len(found)
            found.append(one)
    return found


def _seconds(time: Any) -> float:
    if isinstance(time, str) and ":" in time:
        seconds = 0.0
        for part in time.split(":"):
            seconds = seconds * 60 + float(part)
        return round(seconds, 3)
    return round(float(time), 3)


FIXTURE = re.compile(r"[A-Z]\d\d_([a-z_]+)\.\d+")


def kind(fixture: str | None) -> str:
    """The "counter" of P01_counter.008; "" for mid-air and the like."""
    found = FIXTURE.fullmatch(fixture or "")
    if not found:
        return ""
    spelled = {"fridgefreezer": "fridge freezer", "washingmachine": "washing machine"}
    if found[1].startswith("top_"):
        return f"top of the {found[1].removeprefix('top_')}"
    return spelled.get(found[1], found[1].replace("_", " "))


def _by_masks(track: Any, masks: dict[str, Any], start: float, end: float) -> list[str]:
    """The fixtures at both ends of a track, of the nearest mask of each; frames are 30 a second."""
    nearest = [(0.5, ""), (0.5, "")]
    for mask in (masks[name] for name in track["masks"] if name in masks):
        time = mask["frame_number"] / 30
        i = 0 if abs(time - start) <= abs(time - end) else 1
        nearest[i] = min(nearest[i], (abs(time - (start, end)[i]), kind(mask["fixture"])))
    return [fixture for _, fixture in nearest]


def _by_events(events: Iterable[tuple[float, str, str]], moment: float, masks: Sequence[str]) -> str:
    near = [(mask, fixture) for time, mask, fixture in events if abs(time - moment) <= 0.05]
    fixtures = {fixture for _, fixture in near}
    if len(fixtures) > 1:
        fixtures = {fixture for mask, fixture in near if mask in masks}
    return fixtures.pop() if len(fixtures) == 1 else ""
