"""Files of one JSON object per line: read as a stream of typed rows, written whole or not at all.

Whatever is wrong with a file is said in one line that names the file, the line and the field.
"""

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
    return f"{where}: {message}" if where else message


def field_of(error: ValidationError) -> str | None:
    """The name of the first field at fault, with dots between the levels."""
    loc = error.errors(include_url=False, include_context=False)[0]["loc"]
    return ".".join(str(part) for part in loc) or None


@contextmanager
def write_atomically(path: Path) -> Iterator[IO[str]]:
    """A text file that appears under its name only when everything has been written; nothing is left on an error."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_jsonl(path: Path, rows: Iterable[BaseModel]) -> int:
    """Write rows, one JSON object per line, atomically; returns how many."""
    count = 0
    with write_atomically(path) as file:
        for row in rows:
            file.write(row.model_dump_json() + "\n")
            count += 1
    return count
