"""Rows of question files: JSON, JSON lines, CSV and TSV, gzipped or not; Parquet and Arrow are read by `columns`."""

import codecs
import csv
import gzip
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from pydantic_core import from_json

from data_builder.convert.mcq import Refused
from data_builder.sources.rows import GZIP, check_regular, lines, open_text
from reward.jsonl import MAX_LINE_BYTES, InputError, printable

MAX_BYTES = 512 * 1024 * 1024
"""Of a JSON file once unpacked, which is read whole."""
MAX_STREAM = 16 * 1024**3
"""Bytes of JSON lines once unpacked, which are never in memory together."""
TEXTS = (".json", ".jsonl", ".csv", ".tsv")
SUFFIXES = (*TEXTS, *(f"{suffix}.gz" for suffix in TEXTS), ".parquet", ".arrow")
WRAPPERS = ("data", "questions", "annotations", "items", "samples", "rows")
"""Where a JSON object keeps its rows, if it has them in one list."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row with where it stands: the file, and the line, or in one JSON value the row's number or name.

    Where rows are not `typed`, as in CSV, every cell is a text, and "2" may be a number.
    """

    where: str
    cells: dict[str, Any]
    typed: bool = True


class RowError(ValueError):
    """What is wrong with one row: the field, a reason that can be counted, and what a person reads."""

    def __init__(self, field: str, reason: str, what: str) -> None:
        super().__init__(what)
        self.field, self.reason, self.what = field, reason, what

    def refused(self, where: str) -> Refused:
        """The refusal of a row at this place."""
        return Refused(where, self.field, self.reason, f"{where}: {self.field}: {self.what}")


def suffix_of(path: Path) -> str:
    """The ending of a file that may hold questions, in small letters; "" for any other file."""
    name = path.name.lower()
    return next((suffix for suffix in sorted(SUFFIXES, key=len, reverse=True) if name.endswith(suffix)), "")


def rows_of(path: Path, shown: str) -> Iterator[Row | Refused]:
    """Every row of one file, each with `shown` as the name of the file. Raises InputError for a file without rows."""
    kind = suffix_of(path).removesuffix(".gz")
    if kind == ".jsonl":
        yield from _line_rows(path, shown)
    elif kind == ".json":
        yield from _value_rows(path, shown)
    elif kind in (".csv", ".tsv"):
        yield from _csv_rows(path, shown, kind)
    elif kind:
        yield from _column_rows(path, shown)
    else:
        raise InputError(f"{path}: is no question file by its name; give one that ends with {', '.join(SUFFIXES)}")


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO | gzip.GzipFile]:
    """The bytes of a file, unzipped. Raises InputError when it cannot be opened, or when reading it fails inside."""
    check_regular(path)
    try:
        with path.open("rb") as file:
            zipped = file.read(2) == GZIP
        with gzip.open(path) if zipped else path.open("rb") as file:
            yield file
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _line_rows(path: Path, shown: str) -> Iterator[Row | Refused]:
    with opened(path) as file:
        yield from _rows_of_lines(_lines(file, path), shown)


def _lines(file: BinaryIO | gzip.GzipFile, path: Path) -> Iterator[bytes]:
    number, size = 0, 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number, size = number + 1, size + len(line)
        if len(line) > MAX_LINE_BYTES or size > MAX_STREAM:
            raise InputError(f"{path}:{number}: the line or the file is too long; split it")
        yield line


def _rows_of_lines(lines: Iterable[bytes], shown: str) -> Iterator[Row | Refused]:
    for number, line in enumerate(lines, 1):
        line = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        if not line.strip():
            continue
        where = f"{shown}:{number}"
        try:
            yield from _questions(where, from_json(line), str(number))  # which refuses half a surrogate pair
        except ValueError as error:
            yield RowError("row", "broken_json", f"not valid JSON: {printable(str(error))}; mend the line").refused(
                where
            )


def _value_rows(path: Path, shown: str) -> Iterator[Row | Refused]:
    """The rows of one JSON value; a file that holds JSON lines in spite of its name is read as such."""
    with opened(path) as file:
        data = file.read(MAX_BYTES + 1).removeprefix(codecs.BOM_UTF8)
    if len(data) > MAX_BYTES:
        raise InputError(f"{path}: is larger than {MAX_BYTES} bytes; split it, or write JSON lines")
    try:
        value = from_json(data)
    except ValueError as error:
        if not _is_object(data.lstrip().partition(b"\n")[0]):
            raise InputError(f"{path}: not valid JSON: {printable(str(error))}") from None
        yield from _rows_of_lines(data.splitlines(), shown)
        return
    del data
    if isinstance(value, dict):
        wrapped = next((rows for name in WRAPPERS if isinstance(rows := value.get(name), list)), None)
        value = value if wrapped is None else wrapped
    if not isinstance(value, list | dict):
        raise InputError(f"{path}: is no list or object of questions; give one, or JSON lines")
    if isinstance(value, list):
        for number, row in enumerate(value, 1):
            yield from _questions(f"{shown}:row {number}", row, f"row {number}")
        return
    for name, row in value.items():
        place = printable(name, 80)
        named = {"id": name, **row} if isinstance(row, dict) and "questions" not in row else row
        yield from _questions(f"{shown}:{place}", named, place)


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(from_json(line), dict)
    except ValueError:
        return False


def _questions(where: str, row: Any, place: str) -> Iterator[Row | Refused]:
    """The row, or of a row that stands for a video each of its questions, with what the row says of all of them."""
    if not isinstance(row, dict):
        yield RowError("row", "no_object", "is no JSON object; a question is an object of named fields").refused(where)
    elif isinstance(questions := row.get("questions"), list):
        shared = {field: value for field, value in row.items() if field != "questions"}
        for number, question in enumerate(questions, 1):
            within = f"{where} question {number}"
            if isinstance(question, dict):
                yield Row(within, {**shared, "id": f"{place} question {number}", **question})
            else:
                yield RowError("questions", "no_object", "is no JSON object; give one for each").refused(within)
    else:
        yield Row(where, row)


def _csv_rows(path: Path, shown: str, kind: str) -> Iterator[Row | Refused]:
    with open_text(path) as file:
        text = lines(file, path)
        first = next(text, "")
        tabbed = kind == ".tsv" or ("\t" in first and "," not in first)
        mark = "\t" if tabbed else ";" if ";" in first and "," not in first else ","
        reader = csv.reader(chain([first], text), delimiter=mark, strict=True)
        try:
            header = [name.strip() for name in _cells(reader) or []]
        except csv.Error as error:
            raise InputError(f"{path}:1: header: {error}; mend its quotes") from None
        if twice := [name for name in dict.fromkeys(header) if name and header.count(name) > 1]:
            raise InputError(f"{path}:1: {printable(twice[0], 60)}: the column comes twice; keep one")
        while True:
            try:
                cells = _cells(reader)
            except csv.Error as error:
                where = f"{shown}:{reader.line_num}"
                yield RowError("row", "broken_row", f"{error}; mend the row's quotes").refused(where)
                continue
            if cells is None:
                return
            where = f"{shown}:{reader.line_num}"
            if len(cells) != len(header) and any(map(str.strip, cells)):
                what = f"has {len(cells)} cells, the header {len(header)}; mend the row or quote its commas"
                yield RowError("row", "broken_row", what).refused(where)
            elif any(map(str.strip, cells)):
                yield Row(where, {name: cell for name, cell in zip(header, cells, strict=True) if name}, False)


def _cells(reader: Iterator[list[str]]) -> list[str] | None:
    """The next row, None behind the last. A cell may hold an image in Base64; the limit is one for all readers."""
    limit = csv.field_size_limit(MAX_LINE_BYTES)
    try:
        return next(reader, None)
    finally:
        csv.field_size_limit(limit)


def _column_rows(path: Path, shown: str) -> Iterator[Row | Refused]:
    try:
        from data_builder.convert.columns import column_rows  # noqa: PLC0415 - pyarrow is optional
    except ImportError:
        raise InputError(f"{path}: needs pyarrow to be read; pip install 'answerkey[convert]'") from None
    for number, cells in enumerate(column_rows(path), 1):
        yield Row(f"{shown}:row {number}", cells)
