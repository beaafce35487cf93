"""One row as a question: its parts by the names of their fields, checked, or the one thing that is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from data_builder.convert.clips import Media, clips_of, kitchen_of
from data_builder.convert.files import QuestionFile
from data_builder.convert.mapping import FieldMap, found
from data_builder.convert.mcq import Mcq, Opened, Refused
from data_builder.convert.opened import answer_of
from data_builder.convert.options import (
    INDEX,
    Options,
    check_apart,
    column_options,
    columns_in,
    correct_of,
    in_question,
    options_of,
    text_of,
)
from data_builder.convert.rows import Row, RowError
from data_builder.convert.shapes import Shape, shape_of, stem_of, unmarked
from reward.jsonl import printable

MAX_QUESTION = 50_000
"""Characters."""
MAX_ID = 200
NONE = Options(())


@dataclass(frozen=True, slots=True)
class Reader:
    """How the rows of one file are read. Without `strict` a row is read although its options or keys contradict."""

    file: QuestionFile
    fields: FieldMap
    media: Media | None
    by_category: bool
    strict: bool


def question_of(reader: Reader, row: Row, number: int) -> Mcq | Opened | Refused:
    """The question of a row, or why it is none; `number` is the row's in its table, for one without an id."""
    try:
        mapped = reader.fields.question or reader.fields.options or reader.fields.key
        cells = row.cells if row.typed else _with_numbers(row.cells, reader.fields.names["key"])
        shape = Shape("", cells) if mapped else shape_of(cells)
        given = found(shape.row, reader.fields.names["id"])
        name = f"{reader.file.name} {number}" if given is None else text_of(given, "id", MAX_ID)
        if not name.isprintable():
            raise RowError("id", "bad_id", "has a line break or a sign that cannot be seen; take it out")
        return (_opened if shape.is_open else _mcq)(reader, shape, row.where, name)
    except RowError as error:
        return error.refused(row.where)


def _with_numbers(cells: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """The cells of a row without types, those of the key as numbers where they are digits."""
    return cells | {name: int(key) for name in names if INDEX.fullmatch(key := cells.get(name, ""))}


def _opened(reader: Reader, shape: Shape, where: str, name: str) -> Opened:
    stem, answer = answer_of(shape.row, _asked(reader, shape.row))
    return Opened(
        id=name,
        source=reader.fields.source or shape.source,
        subtype=_subtype(reader, shape.row["answer_type"]),
        where=where,
        stem=stem,
        answer=answer,
        clips=tuple(clips_of(shape.row, reader.fields.names, name, reader.media)),
    )


def _mcq(reader: Reader, shape: Shape, where: str, name: str) -> Mcq:
    row, names = shape.row, reader.fields.names
    question, options, correct = _choice(reader, row)
    stem = stem_of(question)
    if not stem:
        raise RowError("question", "empty_question", "says only how to answer; give the question")
    clips = clips_of(row, names, name, reader.media)
    return Mcq(
        id=name,
        source=reader.fields.source or shape.source or reader.file.name,
        subtype=_subtype(reader, found(row, names["category"])),
        where=where,
        stem=stem,
        options=options.texts,
        correct=correct,
        clips=tuple(clips),
        lists=options.lists,
        kitchen=kitchen_of(clips),
    )


def _choice(reader: Reader, row: Mapping[str, Any]) -> tuple[str, Options, int]:
    """The question, its options, which may stand at its end, and the index of the right one."""
    fields = reader.fields
    question = _asked(reader, row)
    used, key = _key(row, fields.names["key"])
    options = _options(row, fields)
    if not options.texts:
        question, texts = in_question(question)
        options = Options(texts)
    if not options.texts:
        _missing("options", row, fields, is_open=key is not None)
    if key is None:
        _missing("key", row, fields)
    if reader.strict:
        check_apart(options.texts)
    correct = correct_of(key, options, used, fields.key_is)
    if reader.strict:
        _check_agree(row, fields.names["key"], options, used, correct)
    return question, options, correct


def _asked(reader: Reader, row: Mapping[str, Any]) -> str:
    asked = found(row, reader.fields.names["question"])
    if asked is None:
        _missing("question", row, reader.fields)
    question = unmarked(text_of(asked, "question", MAX_QUESTION))
    context = found(row, reader.fields.names["context"])
    return question if context is None else f"{text_of(context, 'context', MAX_QUESTION)}\n{question}"


def _options(row: Mapping[str, Any], fields: FieldMap) -> Options:
    """The options of a row, none where no field holds any."""
    if fields.columns:
        return column_options(row, fields.columns)
    value = found(row, fields.names["options"])
    if value is not None:
        return NONE if value in ([], {}, "[]", "{}") else options_of(value)
    columns = columns_in(row)
    return column_options(row, columns) if columns else NONE


def _key(row: Mapping[str, Any], names: tuple[str, ...]) -> tuple[str, Any]:
    """The first field that holds the key, and its value; None where none does."""
    return next(((name, value) for name in names if (value := found(row, (name,))) is not None), ("", None))


def _check_agree(row: Mapping[str, Any], names: tuple[str, ...], options: Options, used: str, correct: int) -> None:
    """Raises RowError when the row names the right option in two fields, and they name different ones."""
    for name in names:
        value = row.get(name)
        if name == used or value is None or value == "":
            continue
        try:
            other = correct_of(value, options, name)
        except RowError:
            continue  # an explanation, or the key in other words
        if other != correct:
            what = f"{used} is option {correct + 1}, and {name} is option {other + 1}; say which is right"
            raise RowError("key", "contradicting_keys", what)


def _subtype(reader: Reader, category: Any) -> str:
    named = reader.by_category and isinstance(category, str | int) and str(category).strip()
    return printable(str(category).strip(), 100) if named else reader.file.name


def _missing(part: str, row: Mapping[str, Any], fields: FieldMap, is_open: bool = False) -> NoReturn:
    looked = " or ".join(fields.columns if part == "options" and fields.columns else fields.names[part])
    if is_open:
        what = f"is missing, so that the question is open already; looked for {looked}"
        raise RowError(part, "open_question", what)
    has = printable(", ".join(list(map(str, row))[:12]), 120)
    raise RowError(part, f"missing_{part}", f"is missing; looked for {looked}, the row has {has}")
