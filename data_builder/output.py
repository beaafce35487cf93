"""The folder of a build: made aside and whole, then put in the place of an earlier build.

A manifest never stands beside things that it does not describe: the old one goes first, the new one comes last.
"""

import json
from pathlib import Path

from reward.jsonl import InputError

ITEMS, MANIFEST = "items.jsonl", "manifest.json"
FILES = (ITEMS, MANIFEST)
FOLDERS = ("annotations", "frames")


def check_output(folder: Path, source: str) -> None:
    """Raises InputError when a build of this source could not be put into the folder, or not replace what is there."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file; give a folder to write to with -o")
    for path in (folder / name for name in (*FOLDERS, *FILES)):
        right = path.is_dir() if path.name in FOLDERS else path.is_file()
        if path.is_symlink() or (path.exists() and not right):
            kind = "folder" if path.name in FOLDERS else "regular file"
            raise InputError(f"{path}: is no {kind} of its own, so no build replaces it; give another folder")
    if _source(folder) not in (None, source):
        raise InputError(f"{folder}: holds a build of another source than {source}; give another folder")


def check_own(folder: Path, source: str) -> None:
    """Raises InputError when the folder holds anything but a build of this source; hidden files do not count."""
    if _source(folder) != source and folder.exists() and any(not _hidden(path) for path in folder.iterdir()):
        raise InputError(f"{folder}: holds other things than a build of {source}; give a new or empty folder")


def _hidden(path: Path) -> bool:
    return path.name.startswith(".")


def _source(folder: Path) -> str | None:
    """What a folder was built from; None where it holds no build."""
    try:
        return str(json.loads((folder / MANIFEST).read_bytes())["source"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def exchange(made: Path, folder: Path, aside: Path) -> None:
    """Put what was made into the folder, and what had its place aside."""
    aside.mkdir(exist_ok=True)
    for name in (MANIFEST, *(path.name for path in made.iterdir())):
        if (folder / name).exists():
            (folder / name).replace(aside / name)
    for path in sorted(made.iterdir(), key=lambda path: path.name == MANIFEST):
        path.replace(folder / path.name)
