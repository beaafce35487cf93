"""The folder of a build: made aside and whole, then put in the place of an earlier build.

A manifest never stands beside things that it does not describe: the old one goes first, the new one comes last.
"""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reward.jsonl import InputError

MANIFEST = "manifest.json"
FILES = ("items.jsonl", MANIFEST)
FOLDERS = ("annotations", "frames")


def check_output(folder: Path) -> None:
    """Raises InputError when the parts of a build could not be put into the folder."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file; give a folder to write to with -o")
    for path in (folder / name for name in (*FOLDERS, *FILES)):
        kind = "folder" if path.name in FOLDERS else "regular file"
        if path.is_symlink():
            raise InputError(f"{path}: is a symbolic link, which a build does not replace; give another folder")
        if path.exists() and not (path.is_dir() if path.name in FOLDERS else path.is_file()):
            raise InputError(f"{path}: is no {kind}, which a build would replace; give another folder")


def check_own(folder: Path, source: str) -> None:
    """Raises InputError when the folder holds anything but a build of this source; hidden files do not count."""
    if folder.exists() and any(not path.name.startswith(".") for path in folder.iterdir()):
        try:
            own = json.loads((folder / MANIFEST).read_bytes())["source"] == source
        except (OSError, ValueError, KeyError, TypeError):
            own = False
        if not own:
            raise InputError(f"{folder}: holds other things than a build of {source}; give a new or empty folder")


@contextmanager
def whole(folder: Path) -> Iterator[Path]:
    """A new folder whose content moves into `folder` at the end; on an error that one is left as it was.

    Raises InputError when something cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Inside of it, because its parent may be closed to us or on another disk.
        with tempfile.TemporaryDirectory(dir=folder, prefix=".build.", suffix=".tmp") as made, _aside(folder) as old:
            yield Path(made)
            _exchange(Path(made), folder, old)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror or error}") from None
