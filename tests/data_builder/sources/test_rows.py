"""Rows of CSV files: what is read, what is mended, what is refused."""

import gzip
import pickle
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_builder.sources import rows as module
from data_builder.sources.findings import Findings
from data_builder.sources.rows import PLAIN, CellError, Row, one_line, parsed, rows, seconds_of
from reward.jsonl import InputError

TABLE = "a,b\n1,x\n2,y\n"


def row(**cells: str) -> Row:
    return Row(Path("/data/table.csv"), 7, cells)


def write(folder: Path, text: str | bytes, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("00:01:02.500", 62.5),
        ("01:00:00", 3600),
        ("00:03:1.8", 181.8),
        ("0:3:01", 181),
        ("03:01.8", 181.8),
        ("100:01.8", 6001.8),
        ("1:02", 62),
        ("181.8", 181.8),
        ("181", 181),
        ("181.", 181),
        ("2.216666666666667", 2.217),
        ("24:00:00.000", 86_400),
        ("86400", 86_400),
    ],
)
def test_a_time_is_read_in_every_format(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds
    assert row(at=f" {text} ").seconds("at") == seconds


@pytest.mark.parametrize(
    "text",
    [
        *("", "end", "-1", "+1", "1e3", "nan", "inf", "1,5", "00:01:02,5", "00:61:02.5", "00:01:60", "01:60", "1:"),
        *(":30", "1:2:3:4", "00:00:1:8", "٣", "1_0", "00:01: 02"),
    ],
)
def test_what_is_no_time_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="no time"):
        seconds_of(text)
    with pytest.raises(InputError, match=r"^/data/table\.csv:7: at: ") as error:
        row(at=text).seconds("at")
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("text", ["24:00:00.001", "990:00:00", "86401", "1441:00"])
def test_no_time_is_later_than_a_day(text: str) -> None:
    with pytest.raises(ValueError, match="later than 24 hours"):
        seconds_of(text)


@given(st.floats(0, 86_399.9))
def test_any_time_reads_back_from_each_format(seconds: float) -> None:
    ms = round(seconds * 1000)
    minutes, rest = divmod(ms, 60_000)
    written = [
        f"{minutes // 60:02d}:{minutes % 60:02d}:{rest / 1000:06.3f}",
        f"{minutes // 60}:{minutes % 60}:{rest / 1000}",
        f"{minutes:02d}:{rest / 1000:06.3f}",
        f"{ms / 1000:.3f}",
        f"{ms / 1000}",
    ]
    assert {seconds_of(text) for text in written} == {round(ms / 1000, 3)}


READERS: list[Callable[[Row], object]] = [
    lambda row: row.text("a"),
    lambda row: row.optional("a"),
    lambda row: row.video("a"),
    lambda row: row.number("a"),
    lambda row: row.seconds("a"),
    lambda row: row.several("a"),
    lambda row: row.classes("a"),
    lambda row: row.span(Findings(), None, "a", "b"),
    lambda row: row.span(Findings(), 60.0, "b", "a"),
]


@given(st.text(st.characters()), st.text("0123456789:. endEND-'\"[],\\", max_size=12))
def test_no_cell_raises_anything_but_an_input_error(any_text: str, near: str) -> None:
    for reader, text in product(READERS, (any_text, near, f"[{any_text}]", f"['{near}', {near}]")):
        with suppress(InputError):
            reader(row(a=text, b="00:00:30.0"))


def test_a_cell_knows_where_it_stands() -> None:
    error = row(a="x").fail("a", "is\nnothing")
    assert isinstance(error, InputError)
    assert (str(error), error.field, error.place) == ("/data/table.csv:7: a: is nothing", "a", "table.csv:7")
    assert row().optional("a") == ""
    with pytest.raises(InputError, match="is empty"):
        row(a="  ").text("a")


@pytest.mark.parametrize("name", ["../V1", "a/b", "V\x1b[31m1", "..", ".", "a\nb", ""])
def test_an_id_of_a_video_can_name_a_file(name: str) -> None:
    with pytest.raises(InputError, match="video_id"):
        row(video_id=name).video()
    assert row(video_id=" P01-20240202-110250 ").video() == "P01-20240202-110250"


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("['water', 'plate']", ("water", "plate")),
        ("[27, 2]", ("27", "2")),
        ("[\"children's cup\", 'x']", ("children's cup", "x")),
        (r"['a\'b', 'c\\d', 'e, f', ']']", ("a'b", r"c\d", "e, f", "]")),
        ("[ 'a' ,'b' ]", ("a", "b")),
    ],
)
def test_a_list_is_read_without_running_it(text: str, entries: tuple[str, ...]) -> None:
    assert row(a=text).several("a") == entries


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[]",
            "[",
            "]",
            "water",
            "['a'",
            "['a']]",
            "['a'],",
            "['a',]",
            "[-2]",
            "[2.5]",
            "[['a']]",
            "['']",
            "['a' 'b']",
        ),
        *("__import__('os')", "[open('x')]", r"['\x41']", "['a' for a in b]"),
    ],
)
def test_what_is_no_list_is_named(text: str) -> None:
    with pytest.raises(InputError, match=r"a: .* is no list"):
        row(a=text).several("a")


def test_classes_are_numbers() -> None:
    assert row(a="[27, 2]").classes("a") == (27, 2)
    assert row(a="['27']").classes("a") == (27,)
    with pytest.raises(InputError, match="other than class numbers"):
        row(a="[27, 'x']").classes("a")
    assert row(a="7").number("a") == 7
    for text in ("-7", "7.0", "٣", "9" * 5_000):
        with pytest.raises(InputError, match="no class number"):
            row(a=text).number("a")


def span(start: str, stop: str, duration: float | None = None) -> tuple[tuple[float, float] | None, Findings]:
    findings = Findings()
    return row(start_timestamp=start, stop_timestamp=stop).span(findings, duration), findings


def test_other_formats_of_time_are_counted_once_for_a_row() -> None:
    assert span("00:00:01.5", "00:00:02") == ((1.5, 2), Findings())
    for start, stop in (("1.5", "2"), ("00:00:01.5", "0:02"), ("00:00:1.5", "00:00:02")):
        kept, findings = span(start, stop)
        assert kept == (1.5, 2)
        assert findings.table()["repaired"] == {"other_time_format": 1}
    seconds = row(start="1.5", end="2").span(found := Findings(), None, "start", "end", PLAIN)
    assert (seconds, found) == ((1.5, 2), Findings())


def test_the_word_end_is_the_end_of_the_video() -> None:
    kept, findings = span("00:00:01.5", "End", 9.5)
    assert (kept, findings.table()["repaired"]) == ((1.5, 9.5), {"end_word": 1})
    kept, findings = span("00:00:01.5", "end")
    assert (kept, findings.table()["dropped"]) == (None, {"unknown_end": 1})
    kept, findings = span("00:00:10.5", "end", 9.5)
    assert (kept, findings.table()["dropped"]) == (None, {"beyond_video": 1})
    with pytest.raises(InputError, match="start_timestamp"):
        span("end", "end", 9.5)


def test_a_span_that_is_dropped_is_counted_once() -> None:
    kept, findings = span("9", "8")
    assert kept is None
    assert findings == Findings(dropped=findings.dropped, places={"reversed_times": ["table.csv:7"]})


def test_gzip_byte_order_mark_line_ends_and_spaces_read_the_same(tmp_path: Path) -> None:
    for text in (
        TABLE.encode("utf-8-sig"),
        gzip.compress(TABLE.encode()),
        gzip.compress(TABLE.encode("utf-8-sig")),
        TABLE.replace("\n", "\r\n"),
        TABLE.replace(",", ", "),
        "b,a\nx,1\n\ny,2",
        '"a","b"\n"1","x"\n2,y\n',
    ):
        found = [(r.text("a"), r.text("b")) for r in rows(write(tmp_path, text), ["a", "b"])]
        assert found == [("1", "x"), ("2", "y")]
    assert [r.line for r in rows(write(tmp_path, "a\n'1'\n\n2\n"), ["a"])] == [2, 4]


def test_optional_columns_may_be_missing(tmp_path: Path) -> None:
    path = write(tmp_path, TABLE)
    assert [r.optional("c") for r in rows(path, ["a", "b"], ["c"])] == ["", ""]
    assert [r.optional("b") for r in rows(path, ["a"], ["b"])] == ["x", "y"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a\n1\n", r":1: b: the file lacks b; the columns are a, b"),
        ("", r":1: a: the file lacks a, b"),
        ("a,b,c\n1,x,z\n", r":1: c: unknown column"),
        ("a,b,\x1b[31m\n", r":1: \\x1b\[31m: unknown column"),
        ("a,b,b\n1,x,z\n", r":1: b: the column comes twice"),
        ("a,b\n1\n", r":2: b: the row has 1 cells, the header 2"),
        ("a,b\n1,x,z\n", r":2: b: the row has 3 cells, the header 2"),
        ('a,b\n1,"x\n', r":2: row: unexpected end of data"),
        ('a,b\n1,"x"y\n', r":2: row: .* mend the row's quotes"),
        (b"a,b\n1,\xff\n", r": it is not UTF-8"),
        (b"\xff\xfe\x00\x81", r": it is not UTF-8"),
        (gzip.compress(TABLE.encode(), mtime=0)[:-9], r": cannot be read"),
        (b"\x1f\x8b\x08\x00junk", r": cannot be read"),
        (pickle.dumps([1]), r": is a pickle, .* never loaded; give the CSV file"),
    ],
)
def test_a_broken_file_stops_with_one_line(tmp_path: Path, text: str | bytes, what: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError, match=f"^{path}{what}") as error:
        list(rows(path, ["a", "b"]))
    assert str(error.value).isprintable()
    assert not isinstance(error.value, CellError)


def test_a_pickle_is_known_by_its_name_too(tmp_path: Path) -> None:
    for name in ("EPIC_100_train.pkl", "EPIC_100_train.pkl.gz"):
        with pytest.raises(InputError, match="is a pickle"):
            list(rows(write(tmp_path, TABLE, name), ["a", "b"]))


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.csv: no such file"):
        list(rows(tmp_path / "nowhere.csv", ["a"]))
    with pytest.raises(InputError, match=f"^{tmp_path}: is no regular file"):
        list(rows(tmp_path, ["a"]))


def test_a_file_that_is_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, TABLE)
    for cap in ("MAX_LINE", "MAX_FILE"):
        with monkeypatch.context() as patched:
            patched.setattr(module, cap, 3)
            with pytest.raises(InputError, match="too long"):
                list(rows(path, ["a", "b"]))


def test_commas_without_quotes_are_put_together(tmp_path: Path) -> None:
    path = write(tmp_path, "a, b, c, d\n1, take cup, ['cup', 'tea', 'pot'], [1, 2, 3]\n2, put cup, tea, ['cup'], [1]\n")
    findings = Findings()
    found = [tuple(r.cells.values()) for r in rows(path, ["a", "b", "c", "d"], loose="b", findings=findings)]
    assert found == [
        ("1", "take cup", "['cup', 'tea', 'pot']", "[1, 2, 3]"),
        ("2", "put cup, tea", "['cup']", "[1]"),
    ]
    assert findings.places == {"unquoted_commas": ["table.csv:2", "table.csv:3"]}
    with pytest.raises(InputError, match=":3: d: the row has 5 cells"):
        list(rows(path, ["a", "b", "c", "d"]))
    with pytest.raises(InputError, match=":2: b: the row has 3 cells"):
        list(rows(write(tmp_path, "a,b\n1, take cup, pot\n"), ["a", "b"], loose="b"))


def numbers(folder: Path, bad: int, total: int) -> tuple[list[int], Findings]:
    path = write(folder, "a\n" + "x\n" * bad + "1\n" * (total - bad))
    findings = Findings()
    return list(parsed(rows(path, ["a"]), lambda row: row.number("a"), findings)), findings


def test_a_row_with_an_unreadable_cell_is_dropped_and_counted(tmp_path: Path) -> None:
    for bad, total in ((1, 2), (98, 99), (5, 100), (50, 1000), (0, 1)):
        found, findings = numbers(tmp_path, bad, total)
        assert (len(found), findings.dropped["unreadable_a"]) == (total - bad, bad)
        assert findings.places.get("unreadable_a", []) == [f"table.csv:{line + 2}" for line in range(min(bad, 5))]


@pytest.mark.parametrize(("bad", "total"), [(1, 1), (3, 3), (6, 100), (51, 1000)])
def test_too_many_of_them_are_the_wrong_file(tmp_path: Path, bad: int, total: int) -> None:
    with pytest.raises(InputError, match=rf"table\.csv:2: a: 'x' is no .*{bad} of {total} rows cannot be read"):
        numbers(tmp_path, bad, total)


@pytest.mark.parametrize("part", ["9", "[", "['", "[1,", "1:", "1.0", "\\"])
def test_long_cells_are_refused_at_once_and_not_repeated(part: str) -> None:
    for reader in READERS[3:]:
        for text in (part * 40_000, f"[{part * 40_000}]", f"['{part * 40_000}"):
            with suppress(InputError):
                reader(row(a=text, b="00:00:30.0"))
    with pytest.raises(InputError) as error:
        row(a=part * 40_000).seconds("a")
    assert len(str(error.value)) < 400


def test_a_cell_longer_than_any_annotation_is_a_broken_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=":1: row: field larger than field limit"):
        list(rows(write(tmp_path, "x" * 200_000 + "\n"), ["a"]))


@pytest.mark.parametrize("sign", ["\n", "\u202e", "\u200b", "\x00"])
def test_a_cell_with_a_line_break_or_a_sign_that_cannot_be_seen_is_refused(sign: str, tmp_path: Path) -> None:
    """Names and narrations are put in questions, where they must not make lines of their own."""
    row = Row(tmp_path / "rows.csv", 2, {"class": f"water{sign}Answer: A"})
    with pytest.raises(InputError, match="cannot be seen"):
        row.text("class")


def test_a_text_is_made_one_line_of_what_can_be_seen() -> None:
    assert one_line(" stir\n\nthe\u202e soup\x00 ") == "stir the soup"
