"""Files of items: streamed in, written whole, and every fault in one line that says where."""

import gzip
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict

from reward import Item
from reward.jsonl import (
    MAX_LINE_BYTES,
    InputError,
    enumerate_jsonl,
    read_items,
    read_jsonl,
    write_atomically,
    write_jsonl,
)

GOOD = {"question": "Which object?", "answer": {"kind": "phrase", "text": "cup"}}


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    size: int = 0


def write(path: Path, *lines: object) -> Path:
    path.write_bytes(b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines))
    return path


def fault(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        list(read_items(path))
    return str(caught.value)


def test_items_come_back_as_they_were_written(tmp_path: Path) -> None:
    items = [Item.model_validate({**GOOD, "question": f"Number {n}? é\u2028\ufffd"}) for n in range(50)]
    assert write_jsonl(tmp_path / "deep" / "items.jsonl", items) == 50
    assert list(read_items(tmp_path / "deep" / "items.jsonl")) == items


def test_a_gzipped_file_reads_like_a_plain_one(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(GOOD).encode() + b"\n"))
    assert [item.question for item in read_items(path)] == ["Which object?"]


def test_blank_lines_a_missing_last_line_end_and_windows_line_ends_do_not_matter(tmp_path: Path) -> None:
    path = write(tmp_path / "rows.jsonl", b'\n{"name": "a"}\r\n  \n{"name": "b", "size": 2}')
    assert list(enumerate_jsonl(path, Row)) == [(2, Row(name="a")), (4, Row(name="b", size=2))]


def test_reading_is_a_stream(tmp_path: Path) -> None:
    rows = read_jsonl(write(tmp_path / "rows.jsonl", {"name": "a"}, {"nome": "b"}), Row)
    assert next(rows) == Row(name="a")
    with pytest.raises(InputError, match=r"rows\.jsonl:2: name: Field required"):
        next(rows)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({**GOOD, "colour": "red"}, "colour: unknown field; remove it, or check its spelling"),
        ({**GOOD, "answer": {"kind": "phrase", "text": "cup", "alias": []}}, "answer.phrase.alias: unknown field"),
        ({**GOOD, "answer": {"kind": "phrase", "text": "..."}}, "answer.phrase: text: the key is empty"),
        (
            {**GOOD, "answer": {"kind": "choice", "options": ["cup", "Cup"], "correct": "A"}},
            "answer.choice: options: two",
        ),
        ({**GOOD, "answer": {"kind": "number", "value": "many"}}, "answer.number: value: 'many' is no number"),
        ({**GOOD, "answer": {"kind": "riddle"}}, "answer: Input tag 'riddle'"),
        ({**GOOD, "format": "choice"}, "format: 'choice' does not ask for an answer of kind 'phrase'"),
        ({**GOOD, "level": "high"}, "level: Input should be a valid integer"),
        ({"question": "?"}, "answer: Field required"),
        ([GOOD], "should be an object"),
        (b"{question}\n", "not valid JSON"),
        (b'{"question": "?"\n', "not valid JSON"),
        (b"\xff\xfe\n", "not valid JSON"),
        (b'{"question": "\xe9", "answer": {}}\n', "not valid JSON"),
        (b'{"question": "\\ud800", "answer": {"kind": "phrase", "text": "cup"}}\n', "not valid JSON"),
        (b"[" * 100_000 + b"\n", "not valid JSON"),
    ],
)
def test_a_bad_line_is_named_with_its_file_line_and_field_in_one_line(
    tmp_path: Path, line: object, message: str
) -> None:
    path = write(tmp_path / "items.jsonl", GOOD, b"\n", line)
    said = fault(path)
    assert said.startswith(f"{path}:3: ")
    assert message in said
    assert "\n" not in said


def test_an_id_that_occurs_twice_is_named_with_both_lines(tmp_path: Path) -> None:
    path = write(tmp_path / "items.jsonl", {**GOOD, "id": "x"}, {**GOOD, "id": "y"}, {**GOOD, "id": "x"})
    assert fault(path) == f"{path}:3: id: 'x' is also the id of line 1; ids are unique"


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    assert fault(tmp_path / "none.jsonl") == f"{tmp_path}/none.jsonl: cannot be read: No such file or directory"
    assert fault(tmp_path).startswith(f"{tmp_path}: cannot be read: Is a directory")


@pytest.mark.parametrize("data", [b"plain text", gzip.compress(b'{"question"' * 1000)[:-20]])
def test_a_broken_gzip_file_is_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "items.jsonl.gz"
    path.write_bytes(data)
    assert fault(path).startswith(f"{path}:1: cannot be read")


def test_a_line_that_never_ends_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    path = write(tmp_path / "items.jsonl", GOOD, b"x" * (MAX_LINE_BYTES + 2))
    assert fault(path) == f"{path}:2: the line is longer than {MAX_LINE_BYTES} bytes"


def test_a_fault_while_writing_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    write_jsonl(path, [Row(name="old")])

    def rows() -> Iterator[Row]:
        yield Row(name="new")
        raise RuntimeError("the source broke")

    with pytest.raises(RuntimeError, match="the source broke"):
        write_jsonl(path, rows())
    assert list(read_jsonl(path, Row)) == [Row(name="old")]
    assert [entry.name for entry in tmp_path.iterdir()] == ["rows.jsonl"]


KILLED = """
import os, signal, sys
from pathlib import Path
from reward.jsonl import write_atomically
with write_atomically(Path(sys.argv[1])) as file:
    file.write("half" * 100_000)
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_process_that_is_killed_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    write_jsonl(path, [Row(name="old")])
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], env={**os.environ, "PYTHONPATH": "."}, check=False)
    assert done.returncode == -signal.SIGKILL
    assert list(read_jsonl(path, Row)) == [Row(name="old")]


def test_a_new_file_can_be_read_by_others_and_replaces_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    for name in ("old", "new"):
        with write_atomically(path) as file:
            file.write(f'{{"name": "{name}"}}\n')
    assert list(read_jsonl(path, Row)) == [Row(name="new")]
    assert path.stat().st_mode & 0o777 == 0o644
