"""The questions of item sets: our items, or multiple-choice sets of other people."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from data_builder.audit.foreign import SUFFIXES, first_line, read_foreign
from data_builder.audit.items import read_own
from data_builder.audit.question import Free, Judged, Question
from reward.jsonl import InputError


@dataclass(frozen=True, slots=True)
class ItemSet:
    """All that the given files ask."""

    files: tuple[Path, ...]
    questions: tuple[Question, ...]
    judged: tuple[Judged, ...]
    free: tuple[Free, ...]


def read_sets(paths: Sequence[Path], splits: Collection[str] = (), by_category: bool = False) -> ItemSet:
    """Read folders and files, of our items only some splits where they are named. Raises InputError."""
    files = tuple(dict.fromkeys(file for path in paths for file in _files(path)))
    found: list[Question | Judged | Free] = []
    for file in files:
        found += read_own(file, splits) if _is_ours(file) else read_foreign(file, by_category)
    questions = tuple(one for one in found if isinstance(one, Question))
    judged = tuple(one for one in found if isinstance(one, Judged))
    if not questions and not judged:
        where = f" in split {' or '.join(sorted(splits))}" if splits else ""
        raise InputError(f"{paths[0]}: has no question with options and no statement{where}; there is nothing to audit")
    return ItemSet(files, questions, judged, tuple(one for one in found if isinstance(one, Free)))


def _files(path: Path) -> Iterator[Path]:
    """The file, or of a folder its items files, or else all of its files that may hold questions."""
    if not path.is_dir():
        yield path
        return
    within = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
    items = [file for file in within if file.name.startswith("items") and ".jsonl" in file.suffixes]
    found = items or [file for file in within if file.name.endswith(SUFFIXES) and file.name != "manifest.json"]
    if not found:
        raise InputError(f"{path}: holds no items.jsonl and no file that ends with {', '.join(SUFFIXES)}")
    yield from found


def _is_ours(path: Path) -> bool:
    """Whether a file's first line is an item of ours: its answer is an object with a kind."""
    if ".jsonl" not in path.suffixes:
        return False
    try:
        row = json.loads(first_line(path))
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and isinstance(row.get("answer"), dict) and "kind" in row["answer"]
