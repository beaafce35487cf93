"""The work folder of a build: parts that are whole or not there, so that a killed build goes on where it was.

It lies hidden in the output folder and belongs to one build: one set of inputs, parameters and code. Every part is a
file that is written aside and renamed, so what is found there is complete.
"""

import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from reward.jsonl import InputError

NAME, MARK = ".build", "fingerprint"


@contextmanager
def work_folder(folder: Path, fingerprint: str) -> Iterator[Path]:
    """The work folder in `folder` for the build with this fingerprint, locked; it goes away when all went well.

    What an earlier build with the same fingerprint left is kept, anything else thrown away. Raises InputError when
    another build is at work in it, or when it cannot be written.
    """
    work = folder / NAME
    try:
        work.mkdir(parents=True, exist_ok=True)
        _check_own(work)
        # Not through a link, and without touching what is there.
        lock = os.open(work / "lock", os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _adopt(work, fingerprint)
            yield work
            shutil.rmtree(work)
        except BlockingIOError:
            raise InputError(f"{folder}: another build is writing to it; wait for it or give another folder") from None
        finally:
            os.close(lock)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror or error}") from None


def _check_own(work: Path) -> None:
    """Raises InputError for a folder that no build of ours made: what is in it would be thrown away."""
    strange = [path.name for path in work.iterdir() if path.name != "lock"]
    if work.is_symlink() or (strange and not (work / MARK).is_file()):
        raise InputError(f"{work}: is not a work folder of a build; give another output folder, or take it away")


def _adopt(work: Path, fingerprint: str) -> None:
    """Throw away what is of another build. The mark changes first: a kill leaves nothing that looks like ours."""
    mark = work / MARK
    if mark.exists() and mark.read_text() == fingerprint:
        return
    write_whole(mark, ["none"])
    for path in work.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.name not in ("lock", MARK):
            path.unlink()
    write_whole(mark, [fingerprint])


def write_whole(path: Path, parts: Iterable[str]) -> None:
    """Write a text file that is either complete or not there."""
    aside = path.with_name(f"{path.name}.{os.getpid()}.part")
    with aside.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def fingerprint_of(source: str, parameters: object, inputs: Iterable[str]) -> str:
    """What makes two builds the same: the source, its parameters, the hashes of its inputs, and this code."""
    code = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        code.update(path.read_bytes())
    content = [source, parameters, list(inputs), code.hexdigest()]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def sha256(path: Path) -> str:
    """The hash of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def inputs_of(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """The names of the files with their hashes; a folder counts as all files in it. Raises InputError."""
    files = [file for path in paths for file in (sorted(path.rglob("*")) if path.is_dir() else [path])]
    try:
        return [(path.name, sha256(path)) for path in files if path.is_file() or not path.exists()]
    except FileNotFoundError as error:
        raise InputError(f"{error.filename}: no such file; check the path") from None
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be read ({error.strerror})") from None
