"""Parquet files, folders that `datasets` wrote, and images inside of them."""

import hashlib
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from data_builder.convert import rows
from data_builder.convert.mcq import Mcq, Refused
from data_builder.convert.reading import read_mcqs
from reward.jsonl import InputError

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

PNG, JPEG, GIF = b"\x89PNG\r\n\x1a\n1", b"\xff\xd8\xff1", b"GIF89a1"
WEBP = b"RIFF\x00\x00\x00\x00WEBP1"
ROW = {"question": "What?", "options": ["a cup", "a jar"], "answer": "B"}


def table(*rows: dict[str, Any]) -> Any:
    return pa.Table.from_pylist([{**ROW, **row} for row in rows])


def write_stream(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file, pa.ipc.new_stream(file, content.schema) as stream:
        stream.write_table(content)


def test_parquet_with_images(tmp_path: Path) -> None:
    held = [{"image_1": {"bytes": data, "path": "x"}} for data in (PNG, JPEG, GIF, WEBP, b"<svg>")]
    pq.write_table(table(*held), tmp_path / "train-00000-of-00001.parquet")
    found = list(read_mcqs(tmp_path, images=tmp_path / "out"))
    good, (refused,) = (
        [one for one in found if isinstance(one, Mcq)],
        [one for one in found if isinstance(one, Refused)],
    )
    for one, data, suffix in zip(good, (PNG, JPEG, GIF, WEBP), ("png", "jpg", "gif", "webp"), strict=True):
        name = f"{hashlib.sha256(data).hexdigest()[:32]}.{suffix}"
        assert (one.videos, one.clips[0].images) == ((name,), (str(tmp_path / "out" / name),))
        assert (tmp_path / "out" / name).read_bytes() == data
    assert (refused.reason, refused.where) == ("unknown_image", "train-00000-of-00001.parquet:row 5")
    assert len(list((tmp_path / "out").iterdir())) == 4
    assert (good[0].source, good[0].subtype, good[0].id) == ("mmmu", "train", "train 1")


def test_without_a_folder_for_images_only_their_names_are_kept(tmp_path: Path) -> None:
    pq.write_table(table({"image": {"bytes": PNG}}), tmp_path / "a.parquet")
    (found,) = read_mcqs(tmp_path / "a.parquet")
    assert isinstance(found, Mcq)
    assert (found.clips[0].video_id[-4:], found.clips[0].images) == (".png", ())


def test_a_datasets_folder(tmp_path: Path) -> None:
    write_stream(tmp_path / "train" / "data-00000-of-00002.arrow", table({"id": "1"}, {"id": "2"}))
    write_stream(tmp_path / "train" / "data-00001-of-00002.arrow", table({"id": "1"}))
    write_stream(tmp_path / "test" / "data-00000-of-00001.arrow", table({"id": "1", "question": "Why?"}))
    for name in ("dataset_dict.json", "train/state.json", "train/dataset_info.json"):
        (tmp_path / name).write_text("{}")
    found = list(read_mcqs(tmp_path))
    assert [(one.subtype, one.id) if isinstance(one, Mcq) else getattr(one, "reason", "") for one in found] == [
        *(("test", "1"), ("train", "1"), ("train", "2"), "repeated_id")
    ]


def test_what_datasets_itself_writes(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    datasets.Dataset.from_list([ROW, {**ROW, "question": "Why?"}]).save_to_disk(str(tmp_path / "mine"))
    found = list(read_mcqs(tmp_path / "mine"))
    assert [(one.subtype, one.key) for one in found if isinstance(one, Mcq)] == [("mine", "a jar")] * 2


def test_an_arrow_file(tmp_path: Path) -> None:
    with pa.ipc.new_file(str(tmp_path / "a.arrow"), table({}).schema) as file:
        file.write_table(table({}))
    assert len(list(read_mcqs(tmp_path / "a.arrow"))) == 1


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
def test_a_broken_table(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "a.arrow":
        write_stream(path, table({}, {}))
    else:
        pq.write_table(table({}, {}), path)
    whole = path.read_bytes()
    for end in range(0, len(whole), 97):
        path.write_bytes(whole[:end])
        with pytest.raises(InputError, match=name):
            list(read_mcqs(path))
    for at in range(0, len(whole), 41):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with suppress(InputError):  # and nothing else
            list(read_mcqs(path))


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "data_builder.convert.columns", None)
    with pytest.raises(InputError, match=r"a\.parquet: .*answerkey\[convert\]"):
        list(rows.rows_of(tmp_path / "a.parquet", "a.parquet"))
