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
    MAX_MESSAGE,
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


def test_a_byte_order_mark_at_the_start_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    path = write(tmp_path / "rows.jsonl", b'\xef\xbb\xbf{"name": "a"}\n', {"name": "b"})
    assert list(read_jsonl(path, Row)) == [Row(name="a"), Row(name="b")]
    with pytest.raises(InputError, match=r":2: not valid JSON"):
        list(read_jsonl(write(path, {"name": "a"}, b'\xef\xbb\xbf{"name": "b"}\n'), Row))


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


@pytest.mark.parametrize("noise", ["x", "\x1b[31m", "\u202e", "\n", "\U000e0001"])
def test_what_a_message_repeats_is_cut_and_escaped(tmp_path: Path, noise: str) -> None:
    path = write(tmp_path / "rows.jsonl", {noise * 10_000: 1, "name": "a"})
    said = fault(path).removeprefix(f"{path}:1: ")
    assert said.isprintable()
    assert 0 < len(said) <= MAX_MESSAGE


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


def test_a_symbolic_link_stays_one_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link, target = tmp_path / "rows.jsonl", tmp_path / "elsewhere" / "target.jsonl"
    link.symlink_to("elsewhere/target.jsonl")
    for name in ("new", "replaced"):
        write_jsonl(link, [Row(name=name)])
        assert link.is_symlink()
        assert list(read_jsonl(target, Row)) == [Row(name=name)]
    assert len(list(tmp_path.rglob("*"))) == 3


@pytest.mark.parametrize("through_a_link", [False, True])
def test_what_is_no_regular_file_is_refused_and_stays(tmp_path: Path, through_a_link: bool) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    path = link if through_a_link else pipe
    with pytest.raises(InputError, match=f"^{path}: is no regular file"):
        write_jsonl(path, [Row(name="a")])
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["file/rows.jsonl", "x" * 256, "x" * 5_000, "rows.jsonl.gz"])
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=f"^{tmp_path / name}: "):
        write_jsonl(tmp_path / name, [Row(name="a")])
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


LIMITED = """
import resource, sys
from pathlib import Path
from reward.jsonl import InputError, write_atomically
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
try:
    with write_atomically(Path(sys.argv[1])) as file:
        file.write("much" * 100_000)
except InputError as error:
    print(error)
"""


@pytest.mark.parametrize("old", [None, "old"])
def test_a_file_that_does_not_fit_on_the_disk_is_named_and_leaves_the_old_one(tmp_path: Path, old: str | None) -> None:
    path = tmp_path / "rows.jsonl"
    if old:
        path.write_text(old)
    command = [sys.executable, "-c", LIMITED, str(path)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": "."}, capture_output=True, text=True, check=True)
    assert done.stdout == f"{path}: cannot be written: File too large\n"
    assert [entry.read_text() for entry in tmp_path.iterdir()] == ([old] if old else [])
