"""Mapping files say which field is which."""

from pathlib import Path

import pytest

from data_builder.convert.mapping import FIELDS, found, read_mapping
from reward.jsonl import InputError


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.json", '{"question": "q", "options": ["x", "y"], "key": "gold", "key_is": "index1", "source": "ours"}'),
        ("m.toml", 'question = "q"\noptions = ["x", "y"]\nkey = "gold"\nkey_is = "index1"\nsource = "ours"\n'),
    ],
)
def test_a_mapping(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    fields = read_mapping(tmp_path / name)
    assert (fields.columns, fields.key_is, fields.source) == (("x", "y"), "index1", "ours")
    assert fields.names["question"] == ("q",)
    assert fields.names["options"] == FIELDS["options"]
    assert fields.names["video"] == FIELDS["video"]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("m.json", b'{"answer": "a"}', "answer: unknown field.*the parts are question, context"),
        ("m.json", b'{"key_is": "number"}', "key_is"),
        ("m.json", b'{"question": 5}', "question"),
        ("m.json", b"[]", "m.json"),
        ("m.json", b"{", "not valid JSON"),
        ("m.toml", b"question", "not valid TOML"),
        ("m.toml", b"\xff", "not valid TOML"),
        ("m.json", b" " * 2_000_000, "larger than"),
    ],
)
def test_a_file_that_is_no_mapping(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=said) as error:
        read_mapping(tmp_path / name)
    assert str(error.value).startswith(str(tmp_path / name))
    with pytest.raises(InputError, match="cannot be read"):
        read_mapping(tmp_path / "none.json")


def test_a_value_is_found_under_the_first_name_that_is_filled() -> None:
    row = {"a": "", "b": None, "c.d": 1, "e": {"f": 0}}
    assert found(row, ("a", "b", "c.d")) == 1
    assert found(row, ("e.f",)) == 0
    assert found(row, ("e.g", "a.b.c")) is None
