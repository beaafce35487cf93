"""Multiple-choice sets of other people, as the conversion reads them: JSON, or one JSON object per line.

FIELDS of `data_builder.convert.mapping` is all that is known of their field names; a row that has none of them is an
error, not a guess.
"""

from collections.abc import Iterator
from pathlib import Path

from data_builder.audit.question import Question
from data_builder.convert.mapping import FIELDS
from data_builder.convert.mcq import Mcq, Opened
from data_builder.convert.reading import read_mcqs
from data_builder.convert.rows import opened
from reward.jsonl import MAX_LINE_BYTES, InputError

SUFFIXES = (".json", ".jsonl", ".json.gz", ".jsonl.gz")


def read_foreign(path: Path, by_category: bool = False) -> Iterator[Question]:
    """The questions of one file. The subtype is the file's name, or the rows' own category where asked for.

    Options that come twice and ids that do are left as they are: the audit measures the set that people use.
    Raises InputError for a file that cannot be read, and for a row that is no question with options and a key.
    """
    if not path.name.endswith(SUFFIXES):
        raise InputError(f"{path}: is no question file by its name; give one that ends with {', '.join(SUFFIXES)}")
    for found in read_mcqs(path, by_category=by_category, strict=False):
        if isinstance(found, Mcq):
            yield _question(found, path)
        else:
            told = f"{found.where}: options: are none" if isinstance(found, Opened) else found.message
            raise InputError(f"{path}{told.removeprefix(path.name)}")


def first_line(path: Path) -> bytes:
    """The first line of a file that holds more than blanks, or as much of it as a line may have."""
    with opened(path) as file:
        while line := file.readline(MAX_LINE_BYTES):
            if line.strip():
                return line
    return b""


def _question(found: Mcq, path: Path) -> Question:
    if not found.videos:
        where = f"{path}{found.where.removeprefix(path.name)}"
        raise InputError(f"{where}: video: is missing; looked for {' or '.join(FIELDS['video'])}")
    return Question(found.id, found.subtype, found.videos, found.stem, found.options, found.correct)
