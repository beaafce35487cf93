"""Clips and images by reference: nothing outside of the data's folder, nothing by address."""

import base64
from pathlib import Path
from typing import Any

import pytest

from data_builder.convert import clips, images
from data_builder.convert.clips import Media, clips_of
from data_builder.convert.mapping import FIELDS
from data_builder.convert.rows import RowError
from reward.item import Clip

PNG = b"\x89PNG\r\n\x1a\n"


def read(folder: Path, row: dict[str, Any]) -> list[Clip]:
    return clips_of(row, FIELDS, "", Media(folder, folder / "out"))


def refusal(folder: Path, row: dict[str, Any]) -> str:
    with pytest.raises(RowError) as error:
        read(folder, row)
    return error.value.reason


def test_videos(tmp_path: Path) -> None:
    assert read(tmp_path, {}) == []
    assert read(tmp_path, {"video": "v", "start": "1:05", "end": 70}) == [Clip(video_id="v", start=65, end=70)]
    assert read(tmp_path, {"video": ["v", "w"]}) == [Clip(video_id="v", start=0), Clip(video_id="w", start=0)]
    assert read(tmp_path, {"video": "https://host/v.mp4"}) == [Clip(video_id="https://host/v.mp4", start=0)]
    assert read(tmp_path, {"video": "v", "duration": "30s"})[0].end is None


def test_the_path_of_a_video(tmp_path: Path) -> None:
    (tmp_path / "v.mp4").write_bytes(b"")
    there = str((tmp_path / "v.mp4").resolve())
    assert read(tmp_path, {"video": "v.mp4"})[0].path == there
    assert read(tmp_path, {"video": "v", "video_path": "v.mp4"})[0].path == there
    assert read(tmp_path, {"video": "v", "video_path": "clips/w.mp4"})[0].path == "clips/w.mp4"
    assert read(tmp_path, {"video": "w.mp4"})[0].path is None
    assert read(tmp_path, {"video": "/etc/v.mp4"})[0].path is None
    assert refusal(tmp_path, {"video": "v", "video_path": "/etc/v.mp4"}) == "video_path_outside"


def test_images(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes(PNG)
    row = {"images": "['a.png', 'b.png']", "image_1": {"bytes": None, "path": "a.png"}}
    assert [clip.video_id for clip in read(tmp_path, row)] == ["a.png", "b.png", "a.png"]
    assert refusal(tmp_path, {"image": [["a.png"]]}) == "bad_image"
    assert refusal(tmp_path, {"image": "a\0.png"}) == "missing_image"
    assert refusal(tmp_path, {"image": "x" * 5_000 + ".png"}) == "missing_image"
    assert refusal(tmp_path, {"image": "x/../../a.png"}) == "image_outside"


def test_an_image_in_base64(tmp_path: Path) -> None:
    data = PNG + bytes(300)
    (clip,) = read(tmp_path, {"image": base64.b64encode(data).decode()})
    assert Path(clip.images[0]).read_bytes() == data
    assert refusal(tmp_path, {"image": "A" * 300}) == "unknown_image"
    assert refusal(tmp_path, {"image": "A" * 301}) == "bad_image"


def test_a_link_that_leads_out(tmp_path: Path) -> None:
    (tmp_path / "outside.png").write_bytes(PNG)
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "link.png").symlink_to(tmp_path / "outside.png")
    (folder / "circle.png").symlink_to(folder / "circle.png")
    assert refusal(folder, {"image": "link.png"}) == "image_outside"
    assert refusal(folder, {"image": "circle.png"}) == "missing_image"


def test_large_images(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips, "MAX_IMAGE", 10)
    (tmp_path / "a.png").write_bytes(PNG + bytes(10))
    assert refusal(tmp_path, {"image": "a.png"}) == "large_image"
    assert refusal(tmp_path, {"image": {"bytes": PNG + bytes(10)}}) == "large_image"


def test_an_image_is_written_once_and_whole(tmp_path: Path) -> None:
    name, file = images.kept(PNG, tmp_path, 100)
    assert file == tmp_path / name
    assert file is not None
    file.write_bytes(b"half")
    images.kept(PNG, tmp_path, 100)
    assert file.read_bytes() == PNG
    assert list(tmp_path.iterdir()) == [file]
