"""Rows of CSV files, gzipped or not, with cells that know where they stand.

A broken file stops with one line that names file, line and field. A row with an unreadable cell is dropped and
counted, unless so many are that it must be the wrong file.
"""

import csv
import gzip
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TextIO, TypeVar

from data_builder.sources.findings import Findings, fit
from reward.jsonl import InputError, printable

GZIP, PICKLE = b"\x1f\x8b", b"\x80"
LONGEST = 86_400
"""Seconds: no video is longer than a day."""
MAX_LINE, MAX_FILE = 16 * 1024**2, 1024**3
"""Characters, once unzipped."""
FEW_ROWS, BAD_SHARE = 100, 0.05

USUAL_TIME = re.compile(r"\d{1,3}:[0-5]\d:[0-5]\d(\.\d+)?", re.ASCII)
CLOCK = re.compile(r"(?:(\d{1,3}):(?=[0-5]?\d:))?(\d{1,4}):([0-5]?\d(?:\.\d{0,30})?)", re.ASCII)
PLAIN = re.compile(r"\d{1,6}(?:\.\d{0,30})?", re.ASCII)
NUMBER = re.compile(r"\d{1,9}", re.ASCII)
ENTRY = re.compile(r"""\s*(?:'((?:[^'\\]|\\['"\\])*)'|"((?:[^"\\]|\\['"\\])*)"|(\d{1,9}))\s*(,|\])""", re.ASCII)

T = TypeVar("T")
F = TypeVar("F")


class CellError(InputError):
    """One cell cannot be read: `field` names its column, `place` is where it stands, such as `sounds.csv:12`."""

    def __init__(self, message: str, field: str, place: str) -> None:
        super().__init__(message)
        self.field, self.place = field, place


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a CSV file. Whatever reads a cell raises CellError, an InputError, for one that it cannot read."""

    path: Path
    line: int
    cells: dict[str, str]

    @property
    def place(self) -> str:
        return f"{self.path.name}:{self.line}"

    def fail(self, field: str, what: str) -> CellError:
        """The error to raise about a cell; `what` says what is wrong and what to do."""
        return CellError(f"{self.path}:{self.line}: {field}: {printable(what)}", field, self.place)

    def text(self, field: str) -> str:
        """The cell without the space around it: never empty, and one line, since it is put in questions."""
        if not (value := self.optional(field)):
            raise self.fail(field, "is empty; fill it in or remove the row")
        if value.isprintable():
            return value
        raise self.fail(field, f"{value[:60]!r} has a line break or a sign that cannot be seen; take it out")

    def optional(self, field: str) -> str:
        """The cell without the space around it, "" for an empty one or where the file has no such column."""
        return self.cells.get(field, "").strip()

    def video(self, field: str = "video_id") -> str:
        """An id that is safe as a file's name."""
        if safe_id(value := self.text(field)):
            return value
        raise self.fail(field, f"{value[:60]!r} has a slash or a control character; write an id such as P01_01")

    def number(self, field: str) -> int:
        """A whole number from 0 to 999,999,999."""
        if NUMBER.fullmatch(value := self.text(field)):
            return int(value)
        raise self.fail(field, f"{value[:60]!r} is no class number; write a whole number such as 27")

    def seconds(self, field: str) -> float:
        """A time as `seconds_of` reads it."""
        value = self.text(field)
        try:
            return seconds_of(value)
        except ValueError as error:
            raise self.fail(field, f"{value[:60]!r} {error}") from None

    def span(
        self,
        findings: Findings,
        duration: float | None = None,
        start: str = "start_timestamp",
        end: str = "stop_timestamp",
        usual: re.Pattern[str] = USUAL_TIME,
    ) -> tuple[float, float] | None:
        """The times of two cells in seconds, or None where `fit` drops them.

        The word `end` is the end of the video. Times that are not written in the `usual` way are counted.
        """
        first = self.seconds(start)
        to_the_end = self.text(end).casefold() == "end"
        written = (start,) if to_the_end else (start, end)
        if to_the_end and duration is None:
            findings.drop("unknown_end", self.place)
            return None
        last = duration if to_the_end and duration is not None else self.seconds(end)
        kept = fit(first, last, duration, findings, self.place)
        if kept and to_the_end:
            findings.repair("end_word", self.place)
        if kept and not all(usual.fullmatch(self.text(field)) for field in written):
            findings.repair("other_time_format", self.place)
        return kept

    def several(self, field: str) -> tuple[str, ...]:
        """The entries of a list in Python's notation, such as `['water', 'plate']`, as strings; at least one."""
        value, entries = self.text(field), list[str]()
        at, more = 1, value.startswith("[")
        while more and (found := ENTRY.match(value, at)):
            single, double, number, mark = found.groups()
            entries.append(number or re.sub(r"\\(.)", r"\1", single or double or ""))
            at, more = found.end(), mark == ","
        if not more and at == len(value) and entries and all(map(str.strip, entries)):
            return tuple(entries)
        raise self.fail(field, f"{value[:60]!r} is no list; write one such as ['water', 'plate']")

    def classes(self, field: str) -> tuple[int, ...]:
        """The class numbers of a list, such as `[27, 2]`; at least one."""
        entries = self.several(field)
        if all(map(NUMBER.fullmatch, entries)):
            return tuple(map(int, entries))
        raise self.fail(field, f"{self.cells[field][:60]!r} holds something other than class numbers")


def safe_id(text: str) -> bool:
    """Whether an id can name a file: one line without slashes, and not empty."""
    return text.isprintable() and "/" not in text and text.strip(". ") != ""


def seconds_of(text: str) -> float:
    """Seconds from HH:MM:SS.sss, MM:SS.s or plain seconds, to the millisecond; `00:03:1.8` is read too.

    Raises ValueError for what is no time, and for one later than 24 hours.
    """
    if found := CLOCK.fullmatch(text):
        seconds = int(found[1] or 0) * 3600 + int(found[2]) * 60 + float(found[3])
    elif PLAIN.fullmatch(text):
        seconds = float(text)
    else:
        raise ValueError("is no time; write HH:MM:SS.sss such as 00:01:02.500")
    if seconds > LONGEST:
        raise ValueError("is later than 24 hours; correct the row's times")
    return round(seconds, 3)


def parsed(rows: Iterable[T], parse: Callable[[T], F], findings: Findings) -> Iterator[F]:
    """What `parse` makes of each row; a row for which it raises CellError is dropped as `unreadable_<field>`.

    Raises InputError, which names the first such row, when all rows are like that, or more than 5 % of at least 100.
    """
    total, bad, first = 0, 0, None
    for row in rows:
        total += 1
        try:
            fact = parse(row)
        except CellError as error:
            findings.drop(f"unreadable_{error.field}", error.place)
            bad, first = bad + 1, first or error
        else:
            yield fact
    if first and (bad == total or (total >= FEW_ROWS and bad > BAD_SHARE * total)):
        raise InputError(f"{first} ({bad} of {total} rows cannot be read; is it the right file?)")


def rows(
    path: Path,
    columns: Sequence[str],
    optional: Sequence[str] = (),
    *,
    loose: str = "",
    findings: Findings | None = None,
) -> Iterator[Row]:
    """The rows of a CSV file with these columns in any order, of which the optional ones may be missing.

    A published copy has a space after each comma, and no quotes around cells with commas. In such a file a list is put
    together again, and so is the text of the column `loose`; it is counted as `unquoted_commas`.
    Raises InputError for a file that cannot be read, a missing or unknown column, a row with too few or too many cells.
    """
    with open_text(path) as file:
        text = lines(file, path)
        first = next(text, "")
        reader = csv.reader(chain([first], text), skipinitialspace=True, strict=True)
        try:
            header = [name.strip() for name in next(reader, [])]
            _check_header(path, header, columns, optional)
            for cells in reader:
                if not cells:
                    continue
                whole = _whole(cells, header, loose) if ", " in first and len(cells) > len(header) else cells
                if len(whole) != len(header):
                    field = header[len(whole)] if len(whole) < len(header) else header[-1]
                    raise InputError(
                        f"{path}:{reader.line_num}: {field}: the row has {len(whole)} cells, the header {len(header)}; "
                        "mend the row or quote its commas"
                    )
                row = Row(path, reader.line_num, dict(zip(header, whole, strict=True)))
                if findings and whole is not cells:
                    findings.repair("unquoted_commas", row.place)
                yield row
        except csv.Error as error:
            raise InputError(f"{path}:{reader.line_num}: row: {error}; mend the row's quotes") from error


@contextmanager
def open_text(path: Path) -> Iterator[TextIO]:
    """The text of a UTF-8 file, unzipped. Raises InputError for one that cannot be read, also while it is read."""
    check_regular(path)
    try:
        with path.open("rb") as file:
            magic = file.read(2)
        if ".pkl" in path.suffixes or magic.startswith(PICKLE):
            raise InputError(
                f"{path}: is a pickle, which can run any code and is never loaded; "
                "give the CSV file that is published beside it"
            )
        with _decoded(path, zipped=magic == GZIP) as text:
            yield text
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; check the path") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: it is not UTF-8 text; give the published file, gzipped or not") from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read ({error}); give the published file, gzipped or not") from error


def one_line(text: str) -> str:
    """A text in one line, without signs that cannot be seen."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def check_regular(path: Path) -> None:
    """Raises InputError for what is there but no file, such as a pipe, from which reading may never return."""
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: is no regular file; give the published file, gzipped or not")


def _decoded(path: Path, *, zipped: bool) -> TextIO:
    if zipped:
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def lines(file: TextIO, path: Path) -> Iterator[str]:
    """The lines of a file. Raises InputError when one of them, or the file, is too long to be an annotation file."""
    number, size = 0, 0
    while line := file.readline(MAX_LINE + 1):
        number, size = number + 1, size + len(line)
        if len(line) > MAX_LINE or size > MAX_FILE:
            raise InputError(f"{path}:{number}: the line or the file is too long; give the published file")
        yield line


def _whole(cells: list[str], header: list[str], loose: str) -> list[str]:
    """The cells with those put together that commas without quotes took apart; the same object where none were."""
    joined: list[str] = []
    for cell in cells:
        if joined and joined[-1].startswith("[") and not joined[-1].endswith("]"):
            joined[-1] += f", {cell}"
        else:
            joined.append(cell)
    extra = len(joined) - len(header)
    if extra > 0 and loose in header:
        at = header.index(loose)
        joined[at : at + extra + 1] = [", ".join(joined[at : at + extra + 1])]
    return joined


def _check_header(path: Path, header: list[str], columns: Sequence[str], optional: Sequence[str]) -> None:
    wanted = ", ".join([*columns, *optional])
    for name in header:
        if name not in columns and name not in optional:
            raise InputError(f"{path}:1: {printable(name, 60)}: unknown column; the columns are {wanted}")
        if header.count(name) > 1:
            raise InputError(f"{path}:1: {name}: the column comes twice; keep one")
    if missing := [name for name in columns if name not in header]:
        raise InputError(f"{path}:1: {missing[0]}: the file lacks {', '.join(missing)}; the columns are {wanted}")
