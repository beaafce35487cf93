"""What holds rows: each container is read, and what is broken in it says where."""

import csv
import gzip
import json
import time
from pathlib import Path
from typing import Any

import pytest

from data_builder.convert.mcq import Refused
from data_builder.convert.rows import Row, rows_of
from reward.jsonl import InputError


def read(folder: Path, data: bytes, name: str) -> list[Any]:
    (folder / name).write_bytes(data)
    found = rows_of(folder / name, name)
    return [one.cells if isinstance(one, Row) else (one.reason, one.where) for one in found]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jsonl", b'{"a": 1}\n\n{"a": 2}'),
        ("a.jsonl", b'\xef\xbb\xbf{"a": 1}\r\n{"a": 2}\r\n'),
        ("a.jsonl.gz", gzip.compress(b'{"a": 1}\n{"a": 2}')),
        ("a.jsonl", gzip.compress(b'{"a": 1}\n{"a": 2}')),
        ("a.json", b'[{"a": 1}, {"a": 2}]'),
        ("a.json", b'\xef\xbb\xbf[{"a": 1}, {"a": 2}]'),
        ("a.json", b'{"data": [{"a": 1}, {"a": 2}], "version": 1}'),
        ("a.json", b'{"a": 1}\n{"a": 2}\n'),
        ("A.JSON", b'[{"a": 1}, {"a": 2}]'),
    ],
)
def test_json(tmp_path: Path, name: str, data: bytes) -> None:
    assert read(tmp_path, data, name) == [{"a": 1}, {"a": 2}]


def test_named_rows_and_nested_questions(tmp_path: Path) -> None:
    assert read(tmp_path, b'{"x": {"a": 1}, "y": 2}', "a.json") == [{"id": "x", "a": 1}, ("no_object", "a.json:y")]
    nested = json.dumps([{"video": "v", "questions": [{"a": 1}, {"a": 2, "id": 7}, 3]}]).encode()
    assert read(tmp_path, nested, "a.json") == [
        {"video": "v", "id": "row 1 question 1", "a": 1},
        {"video": "v", "id": 7, "a": 2},
        ("no_object", "a.json:row 1 question 3"),
    ]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", b'q, b \n"x, ""y""",2\n\n'),
        ("a.csv", b'\xef\xbb\xbfq;b\r\n"x, ""y""";2\r\n'),
        ("a.csv", b'q\tb\n"x, ""y"""\t2\n'),
        ("a.tsv.gz", gzip.compress(b'q\tb\n"x, ""y"""\t2\n')),
    ],
)
def test_csv(tmp_path: Path, name: str, data: bytes) -> None:
    assert read(tmp_path, data, name) == [{"q": 'x, "y"', "b": "2"}]


def test_a_broken_row_of_a_csv_file(tmp_path: Path) -> None:
    found = read(tmp_path, b'q,b\n1\n"1"2,3\n1,2\n"open,1\n', "a.csv")
    broken = [("broken_row", f"a.csv:{line}") for line in (2, 3, 5)]
    assert found == [broken[0], broken[1], {"q": "1", "b": "2"}, broken[2]]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", b"{"),
        ("a.json", b"5"),
        ("a.json", b"[" * 100_000),
        ("a.json", b"\xff\xfe{"),
        ("a.json.gz", b"\x1f\x8b\x08broken"),
        ("a.csv", b"q,q\n1,2\n"),
        ("a.csv", b"\xff\xfe1\n2"),
        ("a.csv", b"\x80\x04pickle"),
        ("a.csv.gz", gzip.compress(b"q,b\n1,2\n" * 1000)[:-20]),
        ("a.xlsx", b"PK"),
    ],
)
def test_a_broken_file(tmp_path: Path, name: str, data: bytes) -> None:
    with pytest.raises(InputError, match=name.replace(".", r"\.")) as error:
        read(tmp_path, data, name)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_and_a_folder(tmp_path: Path) -> None:
    (tmp_path / "b.json").mkdir()
    for name in ("a.json", "a.csv", "a.parquet", "b.json"):
        with pytest.raises(InputError, match=name):
            list(rows_of(tmp_path / name, name))


def test_long_cells_and_a_large_number(tmp_path: Path) -> None:
    assert len(read(tmp_path, b"q,image\nx," + b"A" * 1_000_000 + b"\n", "a.csv")) == 1
    (found,) = rows_of(tmp_path / "a.csv", "a.csv")
    assert not isinstance(found, Refused)
    assert len(read(tmp_path, b'{"a": ' + b"1" * 10_000 + b"}", "a.jsonl")) == 1


def test_deep_and_long_input_takes_no_long_time(tmp_path: Path) -> None:
    started = time.perf_counter()
    read(tmp_path, b"\n".join([b'{"a": ' + b"[" * 10_000] * 50), "a.jsonl")
    read(tmp_path, b'q,b\n"' + b'""' * 200_000 + b"\n", "a.csv")
    assert time.perf_counter() - started < 5


def test_other_readers_keep_their_limit_of_a_cell(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    file = tmp_path / "asked.csv"
    file.write_text("question,A,B,answer\n" + "x" * 200_000 + ",1,2,A\n", encoding="utf-8")
    [row] = rows_of(file, file.name)
    assert isinstance(row, Row)
    assert csv.field_size_limit() == before
