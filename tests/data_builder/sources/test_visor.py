"""VISOR: outlined frames, from JSON lines with boxes and from the published JSON with polygons."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import real_data

from data_builder.facts import Seen, View
from data_builder.sources import visor as module
from data_builder.sources.findings import Findings
from data_builder.sources.visor import read, read_views
from reward.jsonl import InputError

TAP: dict[str, Any] = {"id": "t", "name": "tap", "class_id": 0, "bbox": [10, 20, 30, 40], "exhaustive": "y"}
HAND: dict[str, Any] = {
    **{"id": "h", "name": "left hand", "class_id": 300, "bbox": [25, 30, 60.5, 70]},
    **{"in_contact_object": "t", "on_which_hand": ["left hand"]},
}
SEEN = Seen("t", "tap", 0, (10, 20, 30, 40)), Seen("h", "left hand", 300, (25, 30, 60.5, 70), "t")


def frame(number: int, *things: dict[str, Any], **fields: Any) -> dict[str, Any]:
    name = f"P01_01_frame_{number:010d}.jpg"
    return {
        "video_id": "P01_01",
        "frame": name,
        "time": number / 60,
        "subsequence": "s",
        "objects": [*things],
        **fields,
    }


def lines(folder: Path, *frames: object, name: str = "views.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(one) + "\n" for one in frames))
    return path


def outlined(thing: dict[str, Any], *polygons: list[list[float]]) -> dict[str, Any]:
    return {key: value for key, value in thing.items() if key != "bbox"} | {"segments": list(polygons)}


def published(folder: Path, number: int = 60, name: str = "P01_01.json") -> Path:
    """One published file of one frame, in which the tap is two triangles."""
    folder.mkdir(parents=True, exist_ok=True)
    tap = outlined(TAP, [[10, 25], [12, 20], [14, 25]], [[20, 40], [30, 40], [30, 35]])
    hand = outlined(HAND, [[25, 30], [60.5, 70], [25, 70]])
    image = {
        "image_path": "P01/x.jpg",
        "name": f"P01_01_frame_{number:010d}.jpg",
        "subsequence": "s",
        "video": "P01_01",
    }
    path = folder / name
    path.write_text(json.dumps({"info": {}, "video_annotations": [{"image": image, "annotations": [tap, hand]}]}))
    return path


def times(folder: Path, content: object) -> None:
    (folder / "frames_to_timestamps.json").write_text(json.dumps(content))


def test_lines_become_views_in_order_of_time(tmp_path: Path) -> None:
    findings = Findings()
    views = read_views(lines(tmp_path, frame(133, TAP, HAND), frame(60, TAP)), findings)
    assert views == {
        "P01_01": [
            View("P01_01_frame_0000000060", "P01_01", 1, 1, SEEN[:1]),
            View("P01_01_frame_0000000133", "P01_01", 2.217, 2.217, SEEN),
        ]
    }
    assert findings == Findings()
    zipped = tmp_path / "views.jsonl.gz"
    zipped.write_bytes(gzip.compress((tmp_path / "views.jsonl").read_bytes() + b"\n"))
    assert read_views(zipped, findings) == views


@pytest.mark.parametrize("touched", ["hand-not-in-contact", "inconclusive", "none-of-the-above", "", None, "gone", "h"])
def test_a_hand_touches_only_what_is_in_the_frame(tmp_path: Path, touched: str | None) -> None:
    path = lines(tmp_path, frame(60, HAND | {"in_contact_object": touched}, TAP))
    assert [thing.touches for thing in read_views(path, Findings())["P01_01"][0].seen] == ["", ""]


@pytest.mark.parametrize("bbox", [None, [10, 20, 10, 40], [30, 20, 10, 40], [10, 40, 30, 20]])
def test_what_has_no_outline_is_not_seen_nor_touched(tmp_path: Path, bbox: list[int] | None) -> None:
    findings = Findings()
    [view] = read_views(lines(tmp_path, frame(60, TAP | {"bbox": bbox}, HAND)), findings)["P01_01"]
    assert [(thing.id, thing.touches) for thing in view.seen] == [("h", "")]
    assert findings.places == {"no_outline": ["views.jsonl:1"]}


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (frame(9, TAP, TAP), "unreadable_objects"),
        (frame(9, TAP | {"bbox": [1, 2, 3]}), "unreadable_objects"),
        (frame(9, TAP | {"bbox": "all"}), "unreadable_objects"),
        (frame(9, TAP | {"name": ""}), "unreadable_objects"),
        (frame(9, TAP | {"class_id": None}), "unreadable_objects"),
        (frame(9, objects=None), "unreadable_objects"),
        (frame(9, time=-1), "unreadable_time"),
        (frame(9, time="soon"), "unreadable_time"),
        (frame(9, time=86_401), "unreadable_time"),
        (frame(9, video_id="../P01"), "unreadable_video_id"),
        (frame(9, frame=""), "unreadable_frame"),
        ({}, "unreadable_video_id"),
        ([], "unreadable_frame"),
    ],
)
def test_a_bad_frame_is_dropped_and_counted(tmp_path: Path, bad: object, reason: str) -> None:
    findings = Findings()
    assert len(read_views(lines(tmp_path, frame(60, TAP), bad), findings)["P01_01"]) == 1
    assert findings.places == {reason: ["views.jsonl:2"]}
    with pytest.raises(InputError, match=r"views\.jsonl:1: .*1 of 1 rows cannot be read"):
        read_views(lines(tmp_path, bad), findings)


def test_frames_come_once_and_within_the_video(tmp_path: Path) -> None:
    path = lines(tmp_path, *(frame(n, TAP) for n in (60, 60, 180)), frame(60, HAND))
    info = tmp_path / "info.csv"
    info.write_text("video_id,duration\nP01_01,2\n")
    findings = Findings()
    [video] = read(path, video_info=info, findings=findings)
    assert (video.id, video.participant, video.duration, len(video.views)) == ("P01_01", "P01", 2, 1)
    assert findings.places == {
        "repeated_row": ["views.jsonl:2"],
        "beyond_video": ["views.jsonl:3"],
        "repeated_id": ["views.jsonl:4"],
    }


NAME = "P01_01_frame_0000000060.jpg"


@pytest.mark.parametrize(
    "content",
    [
        {NAME: 1.0},
        {"P01_01": {NAME: "1.0"}},
        {"timestamps": {"P01_01": {NAME: "00:00:01.000"}}},
        {"timestamps": [[NAME, 1], ["P01_01_frame_0000000061.jpg", None]]},
        [{"fps": 50}, [f"P01/P01_01/{NAME}", "1"]],
    ],
)
def test_published_polygons_become_boxes_and_get_their_times(tmp_path: Path, content: object) -> None:
    times(tmp_path, content)
    expected = {"P01_01": [View("P01_01_frame_0000000060", "P01_01", 1, 1, SEEN)]}
    findings = Findings()
    assert read_views(published(tmp_path), findings) == expected
    assert read_views(tmp_path, findings) == expected
    assert read_views(published(tmp_path / "annotations" / "train"), findings) == expected
    assert read_views(tmp_path / "annotations", findings) == expected
    assert findings == Findings()


def test_a_frame_without_a_time_is_dropped(tmp_path: Path) -> None:
    times(tmp_path, {NAME: 1.0})
    published(tmp_path)
    published(tmp_path, 61, "P01_02.json")
    findings = Findings()
    assert len(read_views(tmp_path, findings)["P01_01"]) == 1
    assert findings.places == {"frame_without_time": ["P01_02.json: video_annotations/0"]}
    times(tmp_path, {NAME: "soon"})
    with pytest.raises(InputError, match="no frames with a time"):
        read_views(tmp_path, Findings())


def test_published_frames_without_the_file_of_times_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no frames_to_timestamps\.json beside it"):
        read_views(published(tmp_path / "a" / "b" / "c"), Findings())


Break = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda frame: frame.pop("image"), "video_id"),
        (lambda frame: frame["image"].pop("name"), "frame"),
        (lambda frame: frame.pop("annotations"), "objects"),
        (lambda frame: frame["annotations"][0].update(segments=[[1, 2]]), "objects"),
        (lambda frame: frame["annotations"][0].update(segments=[[["x", 2]]]), "objects"),
    ],
)
def test_a_bad_published_frame_is_named(tmp_path: Path, change: Break, where: str) -> None:
    times(tmp_path, {NAME: 1.0})
    path = published(tmp_path)
    content = json.loads(path.read_text())
    change(content["video_annotations"][0])
    content["video_annotations"] += json.loads(path.read_text())["video_annotations"]
    path.write_text(json.dumps(content))
    findings = Findings()
    assert len(read_views(path, findings)["P01_01"]) == 1
    assert findings.places == {f"unreadable_{where}": ["P01_01.json: video_annotations/0"]}


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("a.jsonl", b'{"video_id": "P01_01"', r"a\.jsonl:1: is not valid JSON"),
        ("a.jsonl", b'{"time": NaN}', r"a\.jsonl:1: is not valid JSON"),
        ("a.jsonl", b"[" * 100_000, r"a\.jsonl:1: is not valid JSON"),
        ("a.jsonl", b"", r"a\.jsonl: has no frames"),
        ("a.jsonl", b"\xff\xfe", r"a\.jsonl: it is not UTF-8"),
        ("a.jsonl.gz", b"\x1f\x8b\x08\x00junk", r"a\.jsonl\.gz: cannot be read"),
        ("a.json", b"{}", r"a\.json: video_annotations: is missing"),
        ("a.json", b"[1]", r"a\.json: video_annotations: is missing"),
        ("a.json", b'{"video_annotations": {}}', r"a\.json: video_annotations: is missing"),
        ("a.json", b'{"video_annotations": []}', r"a\.json: has no frames"),
        ("a.json", b"{", r"a\.json: is not valid JSON"),
        ("a.pkl", b"\x80\x04.", r"a\.pkl: is a pickle"),
    ],
    ids=str,
)
def test_a_broken_file_stops_with_one_line(tmp_path: Path, name: str, content: bytes, what: str) -> None:
    times(tmp_path, {NAME: 1.0})
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=what) as error:
        read_views(path, Findings())
    assert str(error.value).isprintable()


def test_files_that_are_not_there_or_too_long_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"nowhere\.jsonl: no such file"):
        read_views(tmp_path / "nowhere.jsonl", Findings())
    with pytest.raises(InputError, match="has no frames"):
        read_views(tmp_path, Findings())
    times(tmp_path, {NAME: 1.0})
    monkeypatch.setattr(module, "MAX_JSON", 20)
    with pytest.raises(InputError, match="longer than 20 characters"):
        read_views(published(tmp_path), Findings())


@pytest.mark.skipif(not real_data.FOLDER.is_dir(), reason=real_data.ABSENT)
def test_the_real_frames_read_whole() -> None:
    info = real_data.FOLDER / "epic-kitchens-100" / "EPIC_100_video_info.csv"
    path = real_data.FOLDER / "visor-slim" / "visor_objects_per_frame.jsonl.gz"
    videos = read(path, video_info=info, findings=(findings := Findings()))
    seen = [thing for video in videos for view in video.views for thing in view.seen]
    assert (len(videos), sum(len(video.views) for video in videos), len(seen)) == (23, 2174, 10_995)
    assert sum(bool(thing.touches) for thing in seen) == 2747
    assert findings == Findings()
