"""A run: one file of verdicts as columns of numbers. Texts stay in the file, and are read again when wanted."""

import hashlib
import sys
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from evaluation.intervals import Floats
from evaluation.scored import Record, Scored
from reward.jsonl import InputError, enumerate_jsonl, read_jsonl

Ints = NDArray[np.int64]
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Asked:
    """What all the replies to one item share. `video`: the first one of its clips; without clips, its base question."""

    subtype: str
    format: str
    split: str
    video: str
    chance: float
    gold: str


@dataclass(frozen=True, slots=True)
class Names:
    """One name for each of many rows, out of a few: `codes` are places in `names`."""

    codes: Ints
    names: list[str]

    @classmethod
    def of(cls, values: Iterable[str]) -> Self:
        known: dict[str, int] = {}
        codes = [known.setdefault(value, len(known)) for value in values]
        return cls(np.array(codes, dtype=np.int64), list(known))

    def counts(self, rows: Ints | NDArray[np.bool_]) -> dict[str, int]:
        """How many of these rows have which name, the most frequent first; rows without a name are left out."""
        counts = np.bincount(self.codes[rows], minlength=len(self.names)).tolist()
        named = [(name, number) for name, number in zip(self.names, counts, strict=True) if name and number]
        return dict(sorted(named, key=lambda pair: (-pair[1], pair[0])))


@dataclass(frozen=True, slots=True)
class Records:
    """What the verdicts of a run say of the judge: one value per reply that it was asked for, at `reply` in the run."""

    reply: Ints
    model: Names
    prompt_version: Names
    cached: NDArray[np.bool_]
    seconds: Floats  # NaN for unknown
    tokens: Ints

    @classmethod
    def of(cls, records: dict[int, Record]) -> Self:
        values = list(records.values())
        return cls(
            np.array(list(records), dtype=np.int64),
            Names.of(record.model for record in values),
            Names.of(record.prompt_version for record in values),
            np.array([record.cached for record in values], dtype=np.bool_),
            np.array([record.seconds for record in values], dtype=np.float64),
            np.array([record.tokens for record in values], dtype=np.int64),
        )


@dataclass(frozen=True)
class Run:
    """One file of verdicts. Arrays have one value per reply; `items` gives each item's place in `asked`."""

    name: str
    path: Path
    items: dict[str, int]
    asked: list[Asked]
    item: Ints  # the place in `asked` of what was answered
    score: Floats  # NaN for unscored
    by: NDArray[np.str_]
    format_ok: NDArray[np.bool_]
    over_true: NDArray[np.bool_]
    reason: Names  # why there is no score; empty for scored
    records: Records

    @cached_property
    def chance(self) -> Floats:
        """Per item: the expected score of a blind guess."""
        return np.array([asked.chance for asked in self.asked])

    @cached_property
    def gold(self) -> Ints:
        """Per item: a code of its perfect reply."""
        return Names.of(asked.gold for asked in self.asked).codes

    @cached_property
    def video(self) -> Ints:
        """Per item: a code of its video."""
        return Names.of(asked.video for asked in self.asked).codes

    @cached_property
    def judged_apart(self) -> NDArray[np.bool_]:
        """Per item: whether it asks for true or false of each of several statements."""
        return np.array([asked.format in ("options", "statements") for asked in self.asked])

    @cached_property
    def item_means(self) -> Floats:
        """Per item: the mean over its scored replies; NaN where none is scored."""
        scored = ~np.isnan(self.score)
        totals = np.bincount(self.item[scored], weights=self.score[scored], minlength=len(self.asked))
        counts = np.bincount(self.item[scored], minlength=len(self.asked))
        means: Floats = np.divide(totals, counts, out=np.full(len(self.asked), np.nan), where=counts > 0)
        return means

    @cached_property
    def sha256(self) -> str:
        """The hash of the file, so that a report says which bytes it is about."""
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


def read_run(path: Path, name: str) -> Run:
    """Read a file of verdicts. Raises InputError for a bad or empty file, and where rows of one item disagree."""
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: is no regular file; a report reads its files more than once")
    items: dict[str, int] = {}
    asked: list[Asked] = []
    columns: list[tuple[int, float, str, bool, bool]] = []
    reasons: list[str] = []
    records: dict[int, Record] = {}
    for number, row in tqdm(enumerate_jsonl(path, Scored), desc=f"reading {name}", unit=" replies", disable=None):
        place = items.setdefault(row.id, len(items))
        about = _asked(row)
        if place == len(asked):
            asked.append(about)
        elif asked[place] != about:
            field = next(f.name for f in fields(Asked) if getattr(asked[place], f.name) != getattr(about, f.name))
            raise InputError(f"{path}:{number}: {field}: differs from an earlier row of the same item, {row.id!r}")
        if record := row.record:
            records[len(columns)] = record
        reasons.append(row.reason)
        score = np.nan if row.score is None else row.score
        columns.append((place, score, row.by, row.format_ok, row.over_true))
    if not columns:
        raise InputError(f"{path}: holds no verdicts; `answerkey score` makes such a file")
    item, scores, by, format_ok, over_true = map(np.array, zip(*columns, strict=True))
    why, judge = Names.of(reasons), Records.of(records)
    return Run(name, path, items, asked, item, scores, by, format_ok, over_true, why, judge)


def _asked(row: Scored) -> Asked:
    video = row.videos[0] if row.videos else row.base_id
    subtype, video, gold = map(sys.intern, (row.subtype, video, row.gold))  # each of them comes many times
    return Asked(subtype, row.format, row.split, video, row.chance, gold)


def names(paths: list[Path]) -> list[str]:
    """A name for each file: its stem, or its whole path where two stems are the same."""
    stems = [path.name.removesuffix(".gz").removesuffix(".jsonl") for path in paths]
    return [stem if stems.count(stem) == 1 else str(path) for stem, path in zip(stems, paths, strict=True)]


def texts(path: Path, best: set[str], worst: set[str]) -> dict[str, Scored]:
    """One scored reply for each of the wanted items: the first with the highest score, or with the lowest."""
    chosen: dict[str, Scored] = {}
    for row in read_jsonl(path, Scored):
        if row.score is None or not (row.id in best or row.id in worst):
            continue
        kept = chosen.get(row.id)
        if kept is None or kept.score is None or (row.score - kept.score) * (1 if row.id in best else -1) > 0:
            chosen[row.id] = row
    return chosen


def grouped(keys: Iterable[Key]) -> dict[Key, Ints]:
    """The places of each key, in the keys' own order."""
    places: dict[Key, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        places[key].append(place)
    return {key: np.array(places[key]) for key in places}
