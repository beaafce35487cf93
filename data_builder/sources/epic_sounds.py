"""EPIC-Sounds with the narrations of EPIC-KITCHENS-100: two CSV files, as published (gzipped or not), become facts.

A broken file stops with one line that names file, line and field; no row is skipped silently.
"""

import ast
import csv
import gzip
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, TypeVar

from data_builder.facts import Action, Sound, Video
from reward.jsonl import InputError, printable

SPAN = ["participant_id", "video_id", "start_timestamp", "stop_timestamp"]
SOUND_COLUMNS = ["annotation_id", *SPAN, "start_sample", "stop_sample", "description", "class", "class_id"]
NARRATION_COLUMNS = [
    *("narration_id", *SPAN, "narration_timestamp", "start_frame", "stop_frame", "narration"),
    *("verb", "verb_class", "noun", "noun_class", "all_nouns", "all_noun_classes"),
]
UNUSED = {"start_sample", "stop_sample", "class_id", "narration_timestamp", "start_frame", "stop_frame"}

CLOCK = re.compile(r"(\d{1,3}):([0-5]\d):([0-5]\d(?:\.\d+)?)")
GZIP = b"\x1f\x8b"
LONGEST = 86_400
"""Seconds: no video is longer than a day."""

F = TypeVar("F", Sound, Action)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a CSV file, which knows where it stands."""

    path: Path
    line: int
    cells: dict[str, str]

    def fail(self, field: str, what: str) -> InputError:
        return InputError(f"{self.path}:{self.line}: {field}: {printable(what)}")

    def text(self, field: str) -> str:
        if value := self.cells[field].strip():
            return value
        raise self.fail(field, "is empty; fill it in or remove the row")

    def video(self) -> str:
        value = self.text("video_id")
        if value.isprintable() and "/" not in value:
            return value
        raise self.fail("video_id", f"{value[:60]!r} has a slash or a control character; write an id such as P01_01")

    def number(self, field: str) -> int:
        if re.fullmatch(r"\d{1,9}", value := self.text(field)):
            return int(value)
        raise self.fail(field, f"{value[:60]!r} is no class number; write a whole number such as 27")

    def seconds(self, field: str) -> float:
        if found := CLOCK.fullmatch(value := self.text(field)):
            seconds = round(int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3]), 3)
            if seconds <= LONGEST:
                return seconds
            raise self.fail(field, f"{value[:60]!r} is later than 24 hours; correct the row's times")
        raise self.fail(field, f"{value[:60]!r} is no time; write HH:MM:SS.sss such as 00:01:02.500")

    def span(self) -> tuple[float, float]:
        start, end = self.seconds("start_timestamp"), self.seconds("stop_timestamp")
        if end <= start:
            raise self.fail("stop_timestamp", f"{end:g} s is not after the start, {start:g} s; correct the row's times")
        return start, end

    def several(self, field: str) -> list[str]:
        """The entries of a list in Python's notation, such as `['water', 'plate']`, as strings; at least one."""
        value = self.text(field)
        try:
            found = ast.literal_eval(value)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            found = None
        if isinstance(found, list) and found and all(isinstance(entry, str | int) for entry in found):
            return [str(entry) for entry in found]
        raise self.fail(field, f"{value[:60]!r} is no list; write one such as ['water', 'plate']")

    def classes(self, field: str) -> tuple[int, ...]:
        entries = self.several(field)
        if all(re.fullmatch(r"\d{1,9}", entry) for entry in entries):
            return tuple(map(int, entries))
        raise self.fail(field, f"{self.cells[field][:60]!r} holds something other than class numbers")


def read(sounds_csv: Path, narrations_csv: Path) -> list[Video]:
    """The videos that have annotated sounds, sorted by id, with their narrations.

    Raises InputError for a missing or unreadable file, a missing or unknown column, a row with too few or too many
    cells, an empty or unreadable cell, a stop that is not after its start, an id that comes twice, an empty file, and
    two files that have no video in common.
    """
    sounds, owners = _by_video(sounds_csv, SOUND_COLUMNS, _sound)
    actions, _ = _by_video(narrations_csv, NARRATION_COLUMNS, _action)
    if not sounds.keys() & actions.keys():
        raise InputError(
            f"{narrations_csv}:1: video_id: no narration is about a video of {sounds_csv}; give the files of one split"
        )
    return [
        Video(id=name, participant=owners[name], sounds=_sorted(sounds[name]), actions=_sorted(actions.get(name, [])))
        for name in sorted(sounds)
    ]


def _sound(row: Row) -> Sound:
    start, end = row.span()
    return Sound(
        id=row.text("annotation_id"),
        video_id=row.video(),
        start=start,
        end=end,
        name=row.text("class"),
        description=row.cells["description"].strip(),
    )


def _action(row: Row) -> Action:
    start, end = row.span()
    nouns, classes = row.several("all_nouns"), row.classes("all_noun_classes")
    if len(nouns) != len(classes):
        raise row.fail("all_noun_classes", f"{len(classes)} classes for {len(nouns)} nouns; give one for each noun")
    return Action(
        id=row.text("narration_id"),
        video_id=row.video(),
        start=start,
        end=end,
        narration=row.text("narration"),
        verb=row.text("verb"),
        noun=row.text("noun"),
        nouns=tuple(nouns),
        verb_class=row.number("verb_class"),
        noun_class=row.number("noun_class"),
        noun_classes=classes,
    )


def _by_video(path: Path, columns: list[str], parse: Callable[[Row], F]) -> tuple[dict[str, list[F]], dict[str, str]]:
    """The facts of each video, and whose video it is."""
    facts: dict[str, list[F]] = defaultdict(list)
    owners: dict[str, str] = {}
    lines: dict[str, int] = {}
    for row in rows(path, columns):
        fact = parse(row)
        if (first := lines.setdefault(fact.id, row.line)) != row.line:
            raise row.fail(columns[0], f"{fact.id!r} stands on line {first} already; ids must differ")
        if owners.setdefault(fact.video_id, row.text("participant_id")) != row.text("participant_id"):
            raise row.fail("participant_id", f"{fact.video_id!r} belonged to {owners[fact.video_id]!r} before")
        facts[fact.video_id].append(fact)
    if not facts:
        raise InputError(f"{path}:1: {columns[0]}: the file has no rows; give an annotation file with at least one")
    return dict(facts), owners


def rows(path: Path, columns: list[str]) -> Iterator[Row]:
    """The rows of a CSV file with these columns in any order; some published copies have a space after each comma."""
    try:
        with _open(path) as file:
            reader = csv.reader(file, skipinitialspace=True, strict=True)
            header = next(reader, [])
            _check_header(path, header, columns)
            for cells in reader:
                if not cells:
                    continue
                if len(cells) != len(header):
                    field = header[len(cells)] if len(cells) < len(header) else header[-1]
                    raise InputError(
                        f"{path}:{reader.line_num}: {field}: the row has {len(cells)} cells, the header {len(header)}; "
                        "mend the row or quote its commas"
                    )
                yield Row(path, reader.line_num, dict(zip(header, cells, strict=True)))
    except csv.Error as error:
        raise InputError(f"{path}:{reader.line_num}: row: {error}; mend the row's quotes") from error
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; check the path") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: it is not UTF-8 text; give a CSV file, gzipped or not") from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read ({error}); give a CSV file, gzipped or not") from error


def _open(path: Path) -> TextIO:
    with path.open("rb") as file:
        zipped = file.read(2) == GZIP
    if zipped:
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _check_header(path: Path, header: list[str], columns: list[str]) -> None:
    wanted = ", ".join(columns)
    for name in header:
        if name not in columns:
            raise InputError(f"{path}:1: {name}: unknown column; the columns are {wanted}")
        if header.count(name) > 1:
            raise InputError(f"{path}:1: {name}: the column comes twice; keep one")
    for name in columns:
        if name not in header and name not in UNUSED:
            raise InputError(f"{path}:1: {name}: the column is missing; the columns are {wanted}")


def _sorted(facts: list[F]) -> tuple[F, ...]:
    return tuple(sorted(facts, key=lambda fact: (fact.start, fact.end, fact.id)))
