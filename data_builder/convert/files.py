"""Which files of a folder hold questions, and what each of them is called."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from data_builder.convert.rows import SUFFIXES, suffix_of
from reward.jsonl import InputError

BESIDE = frozenset(["manifest.json", "dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json"])
"""What lies beside the rows in folders that programs wrote."""
SHARD = re.compile(r"-\d{5}-of-\d{5}")
MAX_FILES = 100_000


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """`shown` is the file from the folder that was asked for on; `name` the set that it is a part of.

    Files with the same `scope` are parts of one table, in which ids are unique.
    """

    path: Path
    shown: str
    name: str
    scope: str


def files_of(path: Path) -> Iterator[QuestionFile]:
    """The file itself, or the question files of a folder and the folders in it, by their names.

    Raises InputError for a folder without any.
    """
    if not path.is_dir():
        yield _named(path, path.name)
        return
    files = sorted(_within(path))
    if not files:
        raise InputError(f"{path}: holds no file that ends with {', '.join(SUFFIXES)}; give a folder of question files")
    for file in files:
        yield _named(path / file, file)


def _within(folder: Path) -> list[str]:
    found: list[str] = []
    for root, folders, names in os.walk(folder):  # which follows no symbolic links to folders
        folders[:] = [name for name in folders if not name.startswith(".")]
        here = Path(root).relative_to(folder)
        for name in names:
            if suffix_of(Path(name)) and name not in BESIDE and not name.startswith((".", "cache-")):
                found.append((here / name).as_posix())
        if len(found) > MAX_FILES:
            raise InputError(f"{folder}: holds more than {MAX_FILES} question files; give a smaller folder")
    return found


def _named(path: Path, shown: str) -> QuestionFile:
    """Shards are named after the whole, and the shards that `datasets` writes after their folder."""
    suffix = suffix_of(path)
    stem = path.name[: len(path.name) - len(suffix)]
    whole = SHARD.sub("", stem)
    if suffix == ".arrow" and whole == "data" and path.absolute().parent.name:
        return QuestionFile(path, shown, path.absolute().parent.name, str(path.parent))
    return QuestionFile(path, shown, whole or path.name, str(path.parent / (whole + suffix)))
