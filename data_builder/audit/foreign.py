"""Multiple-choice sets of other people: JSON, or one JSON object per line, gzipped or not.

FIELDS is all that is known of their field names; a row that has none of them is an error, not a guess.
"""

import gzip
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from pydantic_core import from_json

from data_builder.audit.question import Question
from data_builder.sources.rows import check_regular
from reward.jsonl import MAX_LINE_BYTES, InputError, printable

MAX_BYTES = 512 * 1024 * 1024
"""Of a file once unpacked."""
MAX_OPTIONS = 26
SUFFIXES = (".json", ".jsonl", ".json.gz", ".jsonl.gz")

FIELDS: dict[str, tuple[str, ...]] = {
    "question": ("question", "Question"),
    "options": ("options", "choices", "Choice"),
    "key": ("correct_idx", "correct_option", "correct_answer", "answer", "Answer"),
    "video": ("video_id", "take_name", "video", "inputs"),
    "category": ("question_type", "Type", "qa_type", "category"),
    "id": ("qa_id", "question_id", "id"),
}
"""What a part of a question may be called; the first that a row has counts. The key's index counts from 0."""

VIDEO_IN_ID = re.compile(r"(.+)_Q\d+_\d+")
"""Ids of EgoExoMem, which name the video first: 29l_21_4_2_Q4_001."""
CHAT_OPTION = re.compile(r"\(([A-Z])\) ?(.*)")
LABEL = re.compile(r"\(?([A-Z])(?:[.):]\s*|\s+)(?=\S)")
LETTER = re.compile(r"\(?([A-Z])[.):]?")


def read_foreign(path: Path, by_category: bool = False) -> Iterator[Question]:
    """The questions of one file. The subtype is the file's name, or the rows' own category where asked for.

    Raises InputError for a file that cannot be read, and for a row that is no question with options and a key.
    """
    stem = next((path.name.removesuffix(suffix) for suffix in reversed(SUFFIXES) if path.name.endswith(suffix)), "")
    if not stem:
        raise InputError(f"{path}: is no question file by its name; give one that ends with {', '.join(SUFFIXES)}")
    count = 0
    for where, row in _rows(path):
        count += 1
        yield _question(row, f"{path}:{where}", stem, count, by_category)
    if not count:
        raise InputError(f"{path}: holds no questions")


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row with where it stands: a line's number, or in one JSON value the row's number or name."""
    data = _unpacked(path)
    if ".jsonl" in path.suffixes:
        for number, line in enumerate(data.splitlines(), 1):
            if line.strip():
                yield str(number), _object(_parsed(line, f"{path}:{number}"), f"{path}:{number}")
        return
    value = _parsed(data, str(path))
    if isinstance(value, list):
        named = [(f"row {number}", row) for number, row in enumerate(value, 1)]
    else:
        named = list(_object(value, str(path)).items())
    for name, row in named:
        where = printable(name, 80)
        whole = _object(row, f"{path}:{where}")
        questions = whole.get("questions")
        if isinstance(questions, list):  # one row a video
            shared = {field: value for field, value in whole.items() if field != "questions"}
            for number, question in enumerate(questions, 1):
                place = f"{where} question {number}"
                yield place, {**shared, "id": place, **_object(question, f"{path}:{place}")}
        else:
            yield where, whole if isinstance(value, list) else {"id": name, **whole}


def _unpacked(path: Path) -> bytes:
    with _opened(path) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"{path}: is larger than {MAX_BYTES} bytes; split it")
    return data


def first_line(path: Path) -> bytes:
    """The first line of a file that holds more than blanks, or as much of it as a line may have."""
    with _opened(path) as file:
        while line := file.readline(MAX_LINE_BYTES):
            if line.strip():
                return line
    return b""


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO | gzip.GzipFile]:
    """Raises InputError when it cannot be opened, or when reading it fails inside."""
    check_regular(path)
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            yield file
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _parsed(data: bytes, where: str) -> Any:
    try:
        return from_json(data)  # which refuses half a surrogate pair, as json does not
    except ValueError as error:
        raise InputError(f"{where}: not valid JSON: {printable(str(error))}") from None


def _object(value: Any, where: str) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise InputError(f"{where}: is no JSON object; a question is one with {_looked_for('question', 'options', 'key')}")


def _looked_for(*parts: str) -> str:
    return "; ".join(f"{part}: {' or '.join(FIELDS[part])}" for part in parts)


def _question(row: Mapping[str, Any], where: str, stem: str, number: int, by_category: bool) -> Question:
    row = _from_chat(row, where) if "conversations" in row else row
    options = _options(_part(row, "options", where), where)
    name = str(_found(row, "id") or f"{stem} {number}")
    category = _found(row, "category") if by_category else None
    return Question(
        id=name,
        subtype=printable(str(category), 100) if category else stem,
        videos=_videos(row, name, where),
        stem=_text(_part(row, "question", where), "question", where),
        options=options,
        correct=_correct(_part(row, "key", where), options, where),
    )


def _from_chat(row: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A row of EgoExoLearn: the question and its lines "(A) …" in one turn, the letter in the next."""
    try:
        asked, answered = (str(turn["value"]) for turn in row["conversations"])
        video = str(row["image"]["video"])
    except (TypeError, KeyError, ValueError):
        _fail(where, "conversations", "is no question and one answer about image.video; give a turn of each")
    lines = asked.removeprefix("<video>").strip().split("\n")
    first = next((i for i, line in enumerate(lines) if CHAT_OPTION.fullmatch(line)), len(lines))
    options = [found[2] for line in lines[first:] if (found := CHAT_OPTION.fullmatch(line))]
    return {"id": row.get("id"), "question": " ".join(lines[:first]), "options": options, "answer": answered} | {
        "video": video
    }


def _found(row: Mapping[str, Any], part: str) -> Any:
    return next((row[name] for name in FIELDS[part] if row.get(name) is not None), None)


def _part(row: Mapping[str, Any], part: str, where: str) -> Any:
    value = _found(row, part)
    if value is None:
        _fail(where, part, f"is missing; looked for {' or '.join(FIELDS[part])}")
    return value


def _fail(where: str, field: str, why: str) -> NoReturn:
    raise InputError(f"{where}: {field}: {why}")


def _text(value: Any, field: str, where: str) -> str:
    if isinstance(value, list) and all(isinstance(part, str | int | float) for part in value):
        return ", ".join(str(part) for part in value)
    if isinstance(value, str | int | float) and str(value).strip():
        return str(value).strip()
    _fail(where, field, "is no text; give a string, or a list of strings")


def _options(value: Any, where: str) -> tuple[str, ...]:
    """The texts of the options, without the letters before them."""
    if isinstance(value, dict):
        value = [value[letter] for letter in sorted(value)]
    if not isinstance(value, list) or not 2 <= len(value) <= MAX_OPTIONS:
        _fail(where, "options", f"are no list of 2 to {MAX_OPTIONS}; give a list, or an object of letters")
    texts = [_text(option, "options", where) for option in value]
    labels = [LABEL.match(text) for text in texts]
    if all(label and ord(label[1]) == ord("A") + i for i, label in enumerate(labels)):
        texts = [text[label.end() :] for text, label in zip(texts, labels, strict=True) if label]
    return tuple(texts)


def _correct(key: Any, options: tuple[str, ...], where: str) -> int:
    """The index of the key, which is an index, a letter, or the text of an option."""
    if isinstance(key, int) and not isinstance(key, bool) and 0 <= key < len(options):
        return key
    text = str(key).strip()
    letter = LETTER.fullmatch(text)
    if letter and ord(letter[1]) - ord("A") < len(options):
        return ord(letter[1]) - ord("A")
    folded = [option.casefold() for option in options]
    label = LABEL.match(text)
    for said in (text, text[label.end() :] if label else text):
        if folded.count(said.casefold()) == 1:
            return folded.index(said.casefold())
    shown = printable(repr(key), 60)
    _fail(where, "key", f"{shown} is no index from 0, letter or text of one of the {len(options)} options")


def _videos(row: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
    """The videos of a row, each once for each input, so that pictures stand in the order of their options."""
    value = _found(row, "video")
    if value is None and (match := VIDEO_IN_ID.fullmatch(name)):
        return (match[1],)
    if isinstance(value, str) and value:
        return (value,)
    if isinstance(value, dict) and value and all(isinstance(one, dict) and one.get("id") for one in value.values()):
        return tuple(str(one["id"]) for one in value.values())
    _fail(where, "video", f"is missing or no name; looked for {' or '.join(FIELDS['video'])}")
