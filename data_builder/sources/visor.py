"""EPIC-KITCHENS VISOR: what annotators outlined in frames of a video, and which of it a hand touches.

Two forms are read, gzipped or not:

- JSON lines, one frame each, with boxes and times:
  `{"video_id", "frame", "time", "objects": [{"id", "name", "class_id", "bbox", "in_contact_object"}]}`;
- the published JSON, one file for each video, or a folder of them, also in `train/` and `val/`:
  `{"video_annotations": [{"image": {"name", "video"}, "annotations": [{"id", "name", "class_id", "segments", …}]}]}`,
  in which `segments` are polygons of [x, y] in pixels; their box is the smallest around all of them.

The published JSON has no times. They are looked up in `frames_to_timestamps.json` beside the files or up to two folders
above. How that file is laid out is assumed, not documented: anywhere in it, a frame's file name as the key of its
seconds, or in a pair [name, seconds].
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, FiniteFloat, ValidationError
from pydantic_core import from_json

from data_builder.facts import Seen, Video, View, ordered
from data_builder.sources.findings import Findings, add
from data_builder.sources.rows import LONGEST, CellError, lines, open_text, parsed, safe_id, seconds_of
from data_builder.sources.video_info import read_durations
from reward.jsonl import InputError, describe, field_of, printable

TIMES = "frames_to_timestamps.json"
MAX_JSON = 256 * 1024**2
"""Characters of one JSON file, which is read whole."""

Box = tuple[float, float, float, float]


def _safe(text: str) -> str:
    if safe_id(text):
        return text
    raise ValueError("is empty, or has a slash or a control character")


Id = Annotated[str, AfterValidator(_safe)]


class _Thing(BaseModel):
    id: Id
    name: str = Field(min_length=1)
    class_id: int
    bbox: tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat] | None = None
    segments: list[list[tuple[FiniteFloat, FiniteFloat]]] = []
    in_contact_object: str | None = None

    @property
    def box(self) -> Box | None:
        """(x1, y1, x2, y2), or None where nothing with an area is outlined."""
        box = self.bbox
        if points := [point for polygon in self.segments for point in polygon]:
            across, down = zip(*points, strict=True)
            box = min(across), min(down), max(across), max(down)
        return box if box and box[0] < box[2] and box[1] < box[3] else None


class _Frame(BaseModel):
    video_id: Id
    frame: Id
    time: float = Field(ge=0, le=LONGEST)
    objects: list[_Thing]


@dataclass(frozen=True, slots=True)
class _Entry:
    """One frame as it stands in a file; `at` is its line, or where it is in the JSON."""

    path: Path
    at: str
    data: object

    @property
    def place(self) -> str:
        return f"{self.path.name}:{self.at}"


def read(path: Path, *, video_info: Path | None = None, findings: Findings) -> list[Video]:
    """The videos that have outlined frames, sorted by id; the participant is what stands before the `_` of the id.

    Raises InputError as `read_views` does.
    """
    durations = read_durations(video_info) if video_info else {}
    views = read_views(path, findings, durations)
    return [
        Video(id=name, participant=name.split("_")[0], views=ordered(views[name]), duration=durations.get(name))
        for name in sorted(views)
    ]


def read_views(path: Path, findings: Findings, durations: Mapping[str, float] | None = None) -> dict[str, list[View]]:
    """The outlined frames of each video in order of time; those after the end of a video are dropped.

    Raises InputError for a file that cannot be read, one without frames, and published JSON without its times.
    """

    def parse(entry: _Entry) -> tuple[str, View]:
        return entry.place, _view(entry, findings)

    views: dict[str, View] = {}
    empty = True
    for place, view in parsed(_entries(path, findings), parse, findings):
        empty = False
        if view.start > (durations or {}).get(view.video_id, LONGEST):
            findings.drop("beyond_video", place)
        else:
            add(views, view, findings, place)
    if empty:
        raise InputError(
            f"{path}: has no frames with a time; give VISOR's JSON, a folder of it, or JSON lines of frames"
        )
    found: dict[str, list[View]] = {}
    for view in ordered(list(views.values())):
        found.setdefault(view.video_id, []).append(view)
    return found


def _view(entry: _Entry, findings: Findings) -> View:
    try:
        frame = _Frame.model_validate(entry.data)
    except ValidationError as error:
        field = (field_of(error) or "frame").split(".")[0]
        raise CellError(f"{entry.path}:{entry.at}: {describe(error)}", field, entry.place) from None
    boxes: dict[str, Box] = {}
    for thing in frame.objects:
        if thing.id in boxes:
            raise CellError(f"{entry.path}:{entry.at}: objects: {thing.id!r} stands twice", "objects", entry.place)
        if box := thing.box:
            boxes[thing.id] = box
        else:
            findings.drop("no_outline", entry.place)
    seen = tuple(
        Seen(thing.id, thing.name, thing.class_id, boxes[thing.id], _touched(thing, boxes))
        for thing in frame.objects
        if thing.id in boxes
    )
    time = round(frame.time, 3)
    return View(frame.frame.rsplit(".", 1)[0], frame.video_id, time, time, seen)


def _touched(thing: _Thing, boxes: Mapping[str, Box]) -> str:
    """What a hand touches; a status such as "hand-not-in-contact" is no thing of the frame."""
    touched = thing.in_contact_object or ""
    return touched if touched in boxes and touched != thing.id else ""


def _entries(path: Path, findings: Findings) -> Iterator[_Entry]:
    if ".jsonl" in path.suffixes:
        with open_text(path) as text:
            for number, line in enumerate(lines(text, path), 1):
                if line.strip():
                    yield _Entry(path, str(number), _json(line, f"{path}:{number}"))
        return
    if not path.exists():
        raise InputError(f"{path}: no such file; check the path")
    files = [path]
    if path.is_dir():
        files = sorted(file for at in ("*.json*", "*/*.json*") for file in path.glob(at) if TIMES not in file.name)
    times = _times(path if path.is_dir() else path.parent) if files else {}
    for file in files:
        yield from _published(file, times, findings)


def _published(path: Path, times: Mapping[str, float], findings: Findings) -> Iterator[_Entry]:
    whole = _whole(path)
    frames = whole.get("video_annotations") if isinstance(whole, dict) else None
    if not isinstance(frames, list):
        raise InputError(f"{path}: video_annotations: is missing or no list; give a file of VISOR's annotations")
    for number, frame in enumerate(frames):
        image, objects = (frame.get("image"), frame.get("annotations")) if isinstance(frame, dict) else (None, None)
        image = image if isinstance(image, dict) else {}
        name = image.get("name")
        data = {"video_id": image.get("video"), "frame": name, "objects": objects}
        entry = _Entry(path, f" video_annotations/{number}", data)
        if isinstance(name, str) and name not in times:
            findings.drop("frame_without_time", entry.place)
        else:
            yield _Entry(path, entry.at, data | {"time": times.get(str(name), 0)})


def _times(folder: Path) -> dict[str, float]:
    """The seconds of each frame, by the name of its file."""
    here = folder.resolve()
    candidates = [place / name for place in (here, *here.parents[:2]) for name in (TIMES, f"{TIMES}.gz")]
    path = next((path for path in candidates if path.is_file()), None)
    if path is None:
        raise InputError(f"{folder}: no {TIMES} beside it; put VISOR's file there, frames have no times without it")
    times: dict[str, float] = {}
    left: list[object] = [_whole(path)]
    while left:
        node = left.pop()
        pairs = list(node.items()) if isinstance(node, dict) else [node] if isinstance(node, list) else []
        for pair in pairs:
            match pair:
                case [str(name), int() | float() | str() as value]:
                    times |= _time(name, value)
                case [str(), value]:
                    left.append(value)
                case list():
                    left.extend(pair)
    return times


def _time(name: str, value: float | str) -> dict[str, float]:
    """One frame and its seconds; nothing for what is neither."""
    try:
        return {name.rsplit("/", 1)[-1]: seconds_of(str(value))} if "_frame_" in name else {}
    except ValueError:
        return {}


def _whole(path: Path) -> object:
    with open_text(path) as file:
        text = file.read(MAX_JSON + 1)
    if len(text) > MAX_JSON:
        raise InputError(f"{path}: is longer than {MAX_JSON} characters; give the published file")
    return _json(text, str(path))


def _json(text: str, where: str) -> object:
    try:
        found: object = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        raise InputError(f"{where}: is not valid JSON ({printable(str(error))}); give the published file") from None
    return found
