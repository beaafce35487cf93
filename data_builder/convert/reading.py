"""Multiple-choice sets of other people: every row becomes a question, or is refused with its reason; none is lost."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from data_builder.convert.clips import Media
from data_builder.convert.files import files_of
from data_builder.convert.mapping import FieldMap, looked_for
from data_builder.convert.mcq import Mcq, Opened, Refused
from data_builder.convert.parsing import Reader, question_of
from data_builder.convert.rows import Row, RowError, rows_of
from reward.jsonl import InputError, printable

MISSING = frozenset(
    ["no_object", "broken_json", "broken_row", "missing_question", "missing_options", "missing_key", "open_question"]
)
"""Reasons that, where all rows have them, say that the file is none of questions with options."""

ENOUGH = 8
"""Rows that tell whether keys count from 0 or from 1."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """Where each id was read first, by tables; and the questions of all of them by their hashes."""

    tables: dict[str, dict[str, str]] = field(default_factory=dict)
    hashes: set[int] = field(default_factory=set)

    def unique(self, question: Mcq | Opened, scope: str) -> Mcq | Opened | Refused:
        """The question, or a refusal where its id was used before in the same table, or all of it anywhere."""
        table, number = self.tables.setdefault(scope, {}), int(question.base_id, 16)
        if question.id not in table and number not in self.hashes:
            table[question.id] = question.where
            self.hashes.add(number)
            return question
        earlier = table.get(question.id, "the same question in another file")
        what = f"{printable(question.id, 60)!r} is also the id of {earlier}; ids are unique"
        return RowError("id", "repeated_id", what).refused(question.where)


def read_mcqs(
    path: Path,
    mapping: FieldMap | None = None,
    images: Path | None = None,
    by_category: bool = False,
    *,
    strict: bool = True,
) -> Iterator[Mcq | Opened | Refused]:
    """Every row of a file, or of all question files of a folder, in order: a question, or why it is none.

    Images that rows hold themselves are written to `images`; without it only their names are kept. The subtype is the
    name of the file, or the row's own category where asked for. `strict` refuses rows that contradict themselves or
    repeat an id, and looks for images; without it they are read as they are, and no file is looked for.

    Raises InputError for a file that cannot be read, when no row at all is a question, and when keys that should count
    from 0 seem to count from 1.
    """
    reasons = Counter[str]()
    first, firsts = "", 0
    numbers = Counter[str]()
    seen = _Seen()
    for file in files_of(path):
        media = Media(file.path.parent, images) if strict else None
        reader = Reader(file, mapping or FieldMap(), media, by_category, strict)
        before = reasons.total()
        for row in rows_of(file.path, file.shown):
            numbers[file.scope] += 1
            result = question_of(reader, row, numbers[file.scope]) if isinstance(row, Row) else row
            if strict and not isinstance(result, Refused):
                result = seen.unique(result, file.scope)
            if isinstance(result, Refused) and not first:
                first = f"{file.path}{result.message.removeprefix(file.shown)}"
            firsts += isinstance(result, Mcq) and result.correct == 0
            reasons[result.reason if isinstance(result, Refused) else ""] += 1
            yield result
        if reasons.total() == before:
            raise InputError(f"{file.path}: holds no questions")
        _check_counted_from_zero(file.path, reasons, firsts)
    if first and reasons.keys() <= MISSING:
        parts = looked_for((mapping or FieldMap()).names, "question", "options", "key")
        told = "" if "looked for" in first else f"; looked for {parts}"
        raise InputError(
            f"{first}{told}; none of {reasons.total()} rows is a question with options and a key: if the fields have "
            "other names, give them in a mapping file"
        )


def _check_counted_from_zero(path: Path, reasons: Counter[str], firsts: int) -> None:
    """Raises InputError where all indices of right options may be one too high: then all keys are wrong."""
    past = reasons["key_one_past"]
    if past and not firsts and past + reasons[""] >= ENOUGH:
        raise InputError(
            f"{path}: key: none is the first option, and {past} are one past the last, as if they counted from 1; "
            'say "key_is": "index1" or "index0" in a mapping file'
        )
