"""Files of one JSON object per line: read as a stream of typed rows, written whole or not at all.

Whatever is wrong with a file is said in one line that names the file, the line and the field.
"""

import codecs
import gzip
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, TypeVar

from pydantic import BaseModel, ValidationError

from reward.item import Item

Row = TypeVar("Row", bound=BaseModel)
MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_MESSAGE = 300
"""Characters: a message repeats input, which may be long and hostile."""


class InputError(ValueError):
    """Input that cannot be used: the message is one line for a person, "file:line: field: what is wrong"."""


def read_items(path: Path) -> Iterator[Item]:
    """Stream the items of a file. Raises InputError for a line that is no item, and for an id that occurs twice."""
    lines: dict[str, int] = {}
    for number, item in enumerate_jsonl(path, Item):
        if item.id in lines:
            raise InputError(
                f"{path}:{number}: id: {item.id!r} is also the id of line {lines[item.id]}; ids are unique"
            )
        lines[item.id] = number
        yield item


def read_jsonl(path: Path, row: type[Row]) -> Iterator[Row]:
    """Stream the rows of a `.jsonl` or `.jsonl.gz` file; blank lines are skipped. Raises InputError."""
    return (value for _, value in enumerate_jsonl(path, row))


def enumerate_jsonl(path: Path, row: type[Row]) -> Iterator[tuple[int, Row]]:
    """Like `read_jsonl`, with the number of each row's line."""
    with _open(path) as file:
        for number, line in enumerate(_lines(file, path), 1):
            if number == 1:
                line = line.removeprefix(codecs.BOM_UTF8)
            if line.strip():
                try:
                    yield number, row.model_validate_json(line)
                except ValidationError as error:
                    raise InputError(f"{path}:{number}: {describe(error)}") from None


def _open(path: Path) -> BinaryIO | gzip.GzipFile:
    try:
        return gzip.open(path) if path.suffix == ".gz" else path.open("rb")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None


def _lines(file: BinaryIO | gzip.GzipFile, path: Path) -> Iterator[bytes]:
    number = 0
    try:
        while line := file.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(line) > MAX_LINE_BYTES:
                raise InputError(f"{path}:{number}: the line is longer than {MAX_LINE_BYTES} bytes")
            yield line
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}:{number + 1}: cannot be read: {error}") from None


def describe(error: ValidationError) -> str:
    """The first fault of a validation in one line: "field: what is wrong"."""
    fault = error.errors(include_url=False, include_context=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    message = fault["msg"].removeprefix("Value error, ")
    if fault["type"] == "extra_forbidden":
        message = "unknown field; remove it, or check its spelling"
    elif fault["type"] == "json_invalid":
        message = message.replace("Invalid JSON", "not valid JSON")
    return printable(f"{where}: {message}" if where else message)


def printable(text: str, most: int = MAX_MESSAGE) -> str:
    """The text in one line of at most so many characters, with control characters escaped."""
    line = " ".join(text[:most].split())
    if not line.isprintable():
        line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    return line if max(len(text), len(line)) <= most else line[: most - 1] + "…"


def field_of(error: ValidationError) -> str | None:
    """The name of the first field at fault, with dots between the levels."""
    loc = error.errors(include_url=False, include_context=False)[0]["loc"]
    return ".".join(str(part) for part in loc) or None


def check_output(path: Path) -> None:
    """Raises InputError when no file of text could be put under this name, which may be a symbolic link to a file."""
    try:
        taken = path.exists() and not path.is_file()
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None
    if taken:
        raise InputError(f"{path}: is no regular file; name a new file, or a file to replace")
    if path.suffix == ".gz":
        raise InputError(f"{path}: is written as plain text; leave out the .gz")


@contextmanager
def write_atomically(path: Path) -> Iterator[IO[str]]:
    """A text file that appears under its name only when everything has been written; nothing is left on an error.

    Raises InputError when it cannot be written.
    """
    check_output(path)
    target = Path(os.path.realpath(path))  # a symbolic link stays one
    temporary = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except BaseException as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None
        raise


def write_jsonl(path: Path, rows: Iterable[BaseModel]) -> int:
    """Write rows, one JSON object per line, atomically; returns how many."""
    count = 0
    with write_atomically(path) as file:
        for row in rows:
            file.write(row.model_dump_json() + "\n")
            count += 1
    return count
