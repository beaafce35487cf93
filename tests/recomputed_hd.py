"""The raw rows of HD-EPIC, and whether they say that a claim about a clip is right."""

import csv
import gzip
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from recomputed_claims import Asked
from recomputed_epic import Span, Timed, during, in_order, right_or_wrong
from recomputed_words import FRIDGES, core, may_be_named, named, nested, words


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


def near(clip: Clip, asked: Asked) -> list[Movement]:
    at = asked.at or 0.0
    return during(clip.movements, at - 1, at + 1)


def is_object(movements: Sequence[Movement], said: str, plain: bool = True) -> bool | None:
    """Whether it is the thing that all of these are movements of."""
    right = movements and plain and all(named(one.name, said) for one in movements)
    return right_or_wrong(right, movements and not any(may_be_named(one.name, said) for one in movements))


def easy_moved_object(clip: Clip, said: str, asked: Asked) -> bool | None:
    found = near(clip, asked)
    return is_object(found, said, any(one.start <= (asked.at or 0.0) <= one.end for one in found))


def where(clip: Clip, said: str, asked: Asked, putting: bool) -> bool | None:
    at = asked.at or 0.0
    moments = [(one.end, one.put) if putting else (one.start, one.taken) for one in clip.movements]
    kinds = {fixture for moment, fixture in moments if abs(moment - at) < 1}
    alike = said in FRIDGES and kinds & FRIDGES
    return right_or_wrong(kinds == {said}, kinds and "" not in kinds and said not in kinds and not alike)


def moved_after(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    put = [one for one in clip.movements if abs(one.end - at) < 1]
    if len(put) != 1:
        return None
    later = [one for one in clip.movements if one is not put[0] and one.start >= put[0].end - 0.5]
    alone = later and (len(later) == 1 or later[1].start - later[0].start >= 0.4)
    if not alone or not put[0].end <= later[0].start <= put[0].end + 2:
        return None
    return is_object(later[:1], said)


def moved_before(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    taken = [one for one in clip.movements if abs(one.start - at) < 1]
    if len(taken) != 1:
        return None
    earlier = [one for one in clip.movements if one is not taken[0] and one.end <= taken[0].start + 0.5]
    earlier.sort(key=lambda one: -one.end)
    alone = earlier and (len(earlier) == 1 or earlier[0].end - earlier[1].end >= 0.4)
    if not alone or not taken[0].start - 2 <= earlier[0].end <= taken[0].start:
        return None
    return is_object(earlier[:1], said)


def moved_together(clip: Clip, said: str, asked: Asked) -> bool | None:
    found, at = near(clip, asked), asked.at or 0.0
    if len(found) != 2 or not all(one.start <= at <= one.end for one in found):
        return None
    one, other = (movement.name for movement in found)
    pairs = [(a, b) for a, b in _pairs(said)]
    right = any((named(one, a) and named(other, b)) or (named(one, b) and named(other, a)) for a, b in pairs)
    may = any(
        (may_be_named(one, a) and may_be_named(other, b)) or (may_be_named(one, b) and may_be_named(other, a))
        for a, b in pairs
    )
    return right_or_wrong(right, not may)


def _pairs(said: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(r" and the ", said):
        yield said[: match.start()], said[match.end() :]


def moved_count(clip: Clip, said: str, asked: Asked) -> bool | None:
    found = [one for one in clip.movements if _nested(one, asked.object)]
    one_thing = len({one.object for one in found}) == 1 and all(named(one.name, asked.object) for one in found)
    apart = all(later.start - earlier.end >= 1 for earlier, later in pairwise(found))
    return len(found) == int(said) if found and one_thing and apart and all(map(clip.holds, found)) else None


def _nested(one: Movement, said: str) -> bool:
    return named(one.name, said) or nested(" ".join(core(one.name)), said)


def moved_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets = []
    for name in asked.listed:
        may_be = [one for one in clip.movements if _nested(one, name)]
        own = [one for one in may_be if named(one.name, name)]
        if not own or own[0].start < clip.start:
            return None
        onsets.append((own[0].start, may_be[0].start))
    return in_order(onsets, said, 1.0)


def longest_moved(clip: Clip, said: str, asked: Asked) -> bool | None:
    runs: dict[str, list[Movement]] = defaultdict(list)
    for one in clip.movements:
        own = runs[one.object]
        if own and one.start - own[-1].end < 1:
            own[-1] = own[-1]._replace(end=max(own[-1].end, one.end))
        else:
            own.append(one)
    shown = [(min(run.end, clip.end) - max(run.start, clip.start), run) for own in runs.values() for run in own]
    shown.sort(key=lambda pair: pair[0])
    if not shown or not clip.holds(shown[-1][1]):
        return None
    length, longest = shown[-1]
    others = [(seconds, run) for seconds, run in shown[:-1] if not named(run.name, longest.name)]
    near = [run for seconds, run in others if length < seconds * (1.4 if clip.holds(run) else 2)]
    return None if near else is_object([longest], said)


def told(label: str) -> str:
    text = " ".join(re.sub(r"\([^()]*\)", " ", label).split()).strip(" .,;:-")
    return text[:1].upper() + text[1:]


def is_activity(found: Sequence[Activity], said: str) -> bool | None:
    if len(found) != 1:
        return None
    return right_or_wrong(told(found[0].label) == said, not nested(told(found[0].label), said))


def easy_goal(clip: Clip, said: str, asked: Asked) -> bool | None:
    going_on = [one for one in clip.activities if one.start <= clip.start and clip.end <= one.end]
    return is_activity(going_on, said) if len(clip.activities) == 1 else None


def _shown(clip: Clip) -> list[Activity]:
    return during(clip.activities, clip.start + 1, clip.end - 1)


def medium_goal(clip: Clip, said: str, asked: Asked) -> bool | None:
    return is_activity(_shown(clip), said) if all(map(clip.holds, _shown(clip))) else None


def next_activity(clip: Clip, said: str, asked: Asked) -> bool | None:
    beginning = [one for one in clip.video.activities if clip.end - 0.001 <= one.start <= clip.end + 1]
    return is_activity(beginning, said)


def activity_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets = []
    for name in asked.listed:
        same = [one for one in clip.activities if nested(told(one.label), name)]
        if len(same) != 1 or told(same[0].label) != name or same[0].start < clip.start:
            return None
        onsets.append((same[0].start, same[0].start))
    return in_order(onsets, said, 1.0)


BEFORE = re.compile(r"^(?:after that|finally|lastly|meanwhile|next|now|then)\b,? ", re.IGNORECASE)


def quoted(text: str) -> str:
    """A step as questions quote it, without the "then" that it may begin with."""
    text = BEFORE.sub("", text.strip(" .")).replace("“", "'").replace("”", "'")
    text = text.lower() if text.isupper() else text
    return text[:1].upper() + text[1:]


def of_recipe(clip: Clip, asked: Asked) -> list[Step]:
    ids = {recipe for recipe, name in clip.video.recipes.items() if name == asked.recipe}
    return [step for step in clip.video.steps if step.recipe in ids]


def easy_step(clip: Clip, said: str, asked: Asked) -> bool | None:
    inside = during(of_recipe(clip, asked), clip.start, clip.end)
    carried_out = [one for one in inside if not one.preparing and quoted(one.text) == said]
    covered = clip.start
    for one in carried_out:
        covered = max(covered, one.end) if one.start <= covered else covered
    others = {one.step for one in inside} - {one.step for one in carried_out}
    known = any(quoted(one.text) == said for one in clip.video.steps)
    return right_or_wrong(covered >= clip.end and not others, known and inside and not _among(inside, said))


def _among(steps: Iterable[Step], said: str) -> bool:
    return any(quoted(one.text) == said for one in steps)


def next_step(clip: Clip, said: str, asked: Asked) -> bool | None:
    ahead = [one for one in of_recipe(clip, asked) if clip.end <= one.start <= clip.end + 120]
    first = next((one for one in ahead if not one.preparing), None)
    if not first:
        return None
    begun = [one for one in ahead if one.start < first.start + 3]
    going_on = [one for one in of_recipe(clip, asked) if one.start < clip.end < one.end]
    if {one.step for one in begun} != {first.step} or first.step in {one.step for one in going_on}:
        return None
    return right_or_wrong(quoted(first.text) == said, any(quoted(one.text) == said for one in clip.video.steps))


def step_interval(clip: Clip, said: str, asked: Asked) -> bool | None:
    found = [one for one in clip.steps if quoted(one.text) == asked.object and not one.preparing]
    start, end = min((one.start for one in found), default=0.0), max((one.end for one in found), default=0.0)
    joined = sum(one.end - one.start for one in found) >= end - start  # stretches that overlap are one
    if not found or not joined or start < clip.start or end > clip.end:
        return None
    first, last = map(float, said.split(" - "))
    return abs(first + clip.start - start) < 0.06 and abs(last + clip.start - end) < 0.06


def step_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets, begun = [], []
    for name in asked.listed:
        own = [one for one in during(of_recipe(clip, asked), clip.start, clip.end) if quoted(one.text) == name]
        carried_out = [one for one in own if not one.preparing]
        if not carried_out or not clip.holds(carried_out[0]):
            return None
        onsets.append((carried_out[0].start, carried_out[0].start))
        begun.append(own[0].start)
    alike = sorted(range(3), key=onsets.__getitem__) == sorted(range(3), key=begun.__getitem__)
    return in_order(onsets, said, 1.5) if alike else None


def name_of(portion: Portion) -> str:
    return " ".join(re.sub(r"\([^()]*\)", " ", portion.name).lower().split())


def is_ingredient(found: Sequence[Portion], said: str) -> bool | None:
    names = {name_of(one) for one in found}
    return right_or_wrong(names == {said}, names and not any(nested(name, said) for name in names))


def ingredient_added(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    around = during(clip.video.portions, at - 1, at + 1)
    covering = any(one.start <= at <= one.end and not one.weighing for one in around)
    return is_ingredient(around, said) if covering else None


def ingredient_amount(clip: Clip, said: str, asked: Asked) -> bool | None:
    found = during([one for one in clip.video.portions if one.weighing], clip.start, clip.end)
    parts = [one for one in clip.video.portions if one.weighing and found and _same(one, found[0])]
    if len({(one.capture, one.ingredient) for one in found}) != 1 or len(parts) != len(found):
        return None
    try:
        amount = float(found[0].amount)
    except ValueError:
        return None
    return right_or_wrong(abs(amount - int(said)) <= 0.02 * amount, abs(amount - int(said)) > 0.1 * amount)


def _same(one: Portion, other: Portion) -> bool:
    return (one.capture, one.ingredient) == (other.capture, other.ingredient)


def ingredient_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets = []
    for name in asked.listed:
        may_be = [one for one in clip.added if nested(name_of(one), name)]
        own = [one for one in may_be if name_of(one) == name]
        if not own or not clip.holds(own[0]):
            return None
        onsets.append((own[0].start, may_be[0].start))
    return in_order(onsets, said, 1.5)


def next_ingredient(clip: Clip, said: str, asked: Asked) -> bool | None:
    added = [one for one in clip.video.portions if not one.weighing]
    ahead = [one for one in added if clip.end <= one.start <= clip.end + 60]
    if not ahead:
        return None
    first = [one for one in ahead if one.start < ahead[0].start + 3]
    going_on = {name_of(one) for one in clip.added if one.end > clip.end}
    return None if going_on & {name_of(one) for one in first} else is_ingredient(first, said)


def missing_ingredient(clip: Clip, said: str, asked: Asked) -> bool | None:
    for recipe, name in clip.video.recipes.items():
        added = [one for one in clip.video.portions if one.recipe == recipe and not one.weighing]
        if name != asked.recipe or not added or {one.ingredient for one in added} != clip.video.wanted[recipe]:
            continue
        before = {one.ingredient for one in added if one.end <= clip.end and one.start >= clip.start}
        left = [one for one in added if one.ingredient not in before]
        if len({one.ingredient for one in left}) != 1 or any(one.start < clip.end for one in left):
            return None
        return is_ingredient(left, said)
    return None


AS_TOLD = {
    "i": "they",
    "we": "they",
    "my": "their",
    "our": "their",
    "me": "them",
    "myself": "themselves",
    "i'm": "they're",
}
SMALL = words(
    """all and any are as at be better by can each for from his i in inside into is it its itself make more of off on
    one onto other out over own properly some still sure that their them they this those through to under up with"""
)


def purpose(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    around = during(clip.narrations, at - 1, at + 1)
    covering = [one for one in around if one.start <= at <= one.end]
    told = [one for one in around if _says(one.text, said)]
    why = [clause for one in covering for clause in re.findall(r"\bto ((?:\S+ ?){1,12})", one.text.lower())]
    content = words(said) - SMALL
    shared = any(2 * len(words(text) & content) > len(content) for text in why)
    return right_or_wrong(len(covering) == 1 and covering[0] in told, not told and not shared)


def _says(narration: str, purpose: str) -> bool:
    """Whether a narration has the words of a purpose, in which the camera wearer is told of as "they"."""
    said = f" {purpose.removeprefix('to ')} "
    text = [AS_TOLD.get(word, word) for word in re.sub(r"[.,;:()]", " ", narration.lower()).split()]
    return said in f" {' '.join(text)} "


Judge = Callable[[Clip, str, Asked], bool | None]
JUDGES: dict[str, Judge] = {
    "easy_moved_object": easy_moved_object,
    "put_where": partial(where, putting=True),
    "taken_where": partial(where, putting=False),
    "moved_after": moved_after,
    "moved_before": moved_before,
    "moved_together": moved_together,
    "moved_count": moved_count,
    "moved_order": moved_order,
    "longest_moved": longest_moved,
    "easy_goal": easy_goal,
    "medium_goal": medium_goal,
    "next_activity": next_activity,
    "activity_order": activity_order,
    "easy_step": easy_step,
    "next_step": next_step,
    "step_interval": step_interval,
    "step_order": step_order,
    "ingredient_added": ingredient_added,
    "ingredient_amount": ingredient_amount,
    "ingredient_order": ingredient_order,
    "next_ingredient": next_ingredient,
    "missing_ingredient": missing_ingredient,
    "purpose": purpose,
}
