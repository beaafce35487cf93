"""What a row's question is about: spans of videos, and images, by reference."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from data_builder.convert.images import decoded, in_base64, kept
from data_builder.convert.mapping import Names, found
from data_builder.convert.rows import RowError
from data_builder.convert.written import list_of
from data_builder.sources.rows import seconds_of
from reward.item import Clip
from reward.jsonl import printable

VIDEO_IN_ID = re.compile(r"(.{1,200})_Q\d{1,9}_\d{1,9}")
"""Ids of EgoExoMem, which name the video first: 29l_21_4_2_Q4_001."""
KITCHEN = re.compile(r"(P\d\d)-\d{8}-\d{6}")
"""Videos of HD-EPIC, which name the participant first."""
URL = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]{1,20}:)?//|data:")
NUMBERED = tuple(f"image_{number}" for number in range(1, 10))
VIDEO_SUFFIXES = (".mp4", ".mkv", ".webm", ".avi", ".mov")
MAX_IMAGE = 64 * 1024 * 1024
MAX_NAME = 1_000
NAMED = (str, int)
MAX_CLIPS = 1_000
FRAME = 0.04
"""Seconds that a single frame of a video is a clip of."""


@dataclass(frozen=True)
class Media:
    """Where the files of a set are: the folder of its file, and where images that it holds itself are written."""

    folder: Path
    images: Path | None = None

    @cached_property
    def root(self) -> str:
        """The folder without symbolic links."""
        return os.path.realpath(self.folder)

    def local(self, name: str, field: str) -> str | None:
        """The file with this relative name beside the data, or in `images` beside it; None where there is none.

        Raises RowError for a name that leads out of the folder, also by a symbolic link.
        """
        plain = os.path.normpath(name)
        if os.path.isabs(plain) or plain.split(os.sep, 1)[0] == os.pardir:
            raise _outside(name, field)
        for path in (f"{self.root}/{plain}", f"{self.root}/images/{plain}"):
            if os.path.isfile(path):
                real = os.path.realpath(path)
                if not real.startswith(f"{self.root.rstrip('/')}/"):
                    raise _outside(name, field)
                return real
        return None


def _outside(name: str, field: str) -> RowError:
    what = f"{printable(name, 80)!r} leads out of the data file's folder; put the file beside it"
    return RowError(field, f"{field}_outside", what)


def clips_of(row: Mapping[str, Any], names: Names, name: str, media: Media | None) -> list[Clip]:
    """The videos of a row, each once for each input, then its images; `name` is the row's id.

    Without `media` names are taken as they are, and no file is looked for.
    Raises RowError for a reference that is none, times that are none, and an image that is not there.
    """
    clips = [*_videos(row, names, name, media), *_images(row, names, media)]
    if len(clips) > MAX_CLIPS:
        raise RowError("video", "too_many_clips", f"are {len(clips)} clips; give at most {MAX_CLIPS}")
    return clips


def kitchen_of(clips: list[Clip]) -> str:
    """The participant of HD-EPIC whose videos these are; "" for several, and for other sets."""
    people = {match[1] if (match := KITCHEN.match(clip.video_id)) else "" for clip in clips}
    return people.pop() if len(people) == 1 else ""


def _videos(row: Mapping[str, Any], names: Names, name: str, media: Media | None) -> Iterator[Clip]:
    value = found(row, names["video"])
    if value is None and (match := VIDEO_IN_ID.fullmatch(name)):
        value = match[1]
    if value is None:
        return
    if isinstance(value, dict) and value and all(isinstance(one, dict) and one.get("id") for one in value.values()):
        yield from _inputs(value.values())
        return
    if isinstance(value, dict) and isinstance(value.get("path"), str):
        value = value["path"]
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(one, NAMED) and not isinstance(one, bool) for one in values):
        what = f"is no name, list of names or object of inputs; looked for {' or '.join(names['video'])}"
        raise RowError("video", "bad_video", what)
    start, end = (_seconds(found(row, names[part]), part) for part in ("start", "end"))
    if end is None and start is None and isinstance(duration := row.get("duration"), str):
        end = _duration(duration)
    for one in values:
        yield _clip(_name(one), start, end, _path(row, _name(one), media))


def _inputs(values: Iterable[Mapping[str, Any]]) -> Iterator[Clip]:
    """The stretches of videos, and the single frames of those that are not there whole."""
    whole: set[str] = set()
    for one in values:
        name = _name(one["id"])
        if "time" in one:
            at = _seconds(one["time"], "inputs") or 0.0
            if name not in whole:
                yield _clip(name, at, round(at + FRAME, 3))
            continue
        start, end = _seconds(one.get("start_time"), "inputs"), _seconds(one.get("end_time"), "inputs")
        if start is None and end is None:
            whole.add(name)
        yield _clip(name, start, end)


def _clip(video: str, start: float | None, end: float | None, path: str | None = None) -> Clip:
    if end is not None and end <= (start or 0.0):
        raise RowError("end", "bad_times", f"{end} is not after the start {start or 0.0}; correct the row's times")
    return Clip(video_id=video, start=start or 0.0, end=end, path=path)


def _name(value: Any) -> str:
    name = str(value).strip()
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise RowError("video", "bad_video", f"{printable(name, 60)!r} is no name of a video; give its id")
    return name


def _path(row: Mapping[str, Any], name: str, media: Media | None) -> str | None:
    """The file that the row gives as the video's path, or one beside the data that is called like the video."""
    given = row.get("video_path")
    path = given if isinstance(given, str) and given else name if name.lower().endswith(VIDEO_SUFFIXES) else ""
    if media is None or not path or URL.match(path):
        return None
    if path is not given and (path.startswith("/") or ".." in path):
        return None  # a name, and not said to be a path
    file = media.local(path, "video_path")
    return file or (path if path is given else None)


def _seconds(value: Any, field: str) -> float | None:
    if value is None:
        return None
    try:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise ValueError("is no time; write seconds, or HH:MM:SS.sss")
        text = value.strip() if isinstance(value, str) else f"{value:.6f}"
        return seconds_of(text)
    except (ValueError, OverflowError) as error:
        raise RowError(field, "bad_times", f"{printable(repr(value)[:80], 40)} {error}") from None


def _duration(text: str) -> float | None:
    """How long the video is, where the row says it as a clock; other words on it are not needed."""
    try:
        return (seconds_of(text) or None) if ":" in text else None
    except ValueError:
        return None


def _images(row: Mapping[str, Any], names: Names, media: Media | None) -> Iterator[Clip]:
    value = found(row, names["image"])
    if isinstance(value, str) and value.isdigit() and row.get("image_path"):
        value = row["image_path"]  # in VLMEvalKit's tables: the number of the row that holds the image
    if value is not None:
        yield from _image(value, media)
    for field in NUMBERED:
        if (value := row.get(field)) is not None and value != "":
            yield from _image(value, media)


def _image(value: Any, media: Media | None) -> Iterator[Clip]:
    if isinstance(value, list) or (isinstance(value, str) and isinstance(value := list_of(value) or value, list)):
        for one in value:
            if isinstance(one, list):
                raise RowError("image", "bad_image", "is a list of lists; give a list of files")
            yield from _image(one, media)
        return
    if isinstance(value, dict):
        value = value["bytes"] if value.get("bytes") is not None else value.get("path")
    if isinstance(value, str) and in_base64(value):
        value = decoded(value)
    if isinstance(value, bytes):
        name, file = kept(value, media.images if media else None, MAX_IMAGE)
        yield Clip(video_id=name, start=0.0, images=(str(file),) if file else ())
    elif isinstance(value, str) and value:
        yield _file(value, media)
    else:
        raise RowError("image", "bad_image", "is no file's name and no image; give the name of a file beside the data")


def _file(name: str, media: Media | None) -> Clip:
    if media is None:
        return Clip(video_id=printable(name), start=0.0)
    if URL.match(name):
        what = f"{printable(name, 80)!r} is an address; download it and name the file"
        raise RowError("image", "image_by_url", what)
    file = media.local(name, "image") if len(name) <= MAX_NAME and name.isprintable() else None
    if file is None:
        raise RowError("image", "missing_image", f"{printable(name, 80)!r} is not beside the data file; put it there")
    if os.path.getsize(file) > MAX_IMAGE:
        raise RowError("image", "large_image", f"{printable(name, 80)!r} is larger than {MAX_IMAGE} bytes")
    return Clip(video_id=name, start=0.0, images=(file,))
