"""Movements of objects with their fixtures, from masks and from events of picks and drops."""

from pathlib import Path
from typing import Any

import pytest

from data_builder.facts import Movement, Narration
from data_builder.sources.hd_epic.fixtures import kind_of
from reward.jsonl import InputError

VIDEO = "P01-20240202-110250"
MASKS, OBJECTS = "scene-and-object-movements/mask_info.json", "scene-and-object-movements/assoc_info.json"
COUNTER, SINK, DRAWER = "P01_counter.008", "P01_sink.001", "P01_drawer.002"


def mask(seconds: float, fixture: str | None) -> dict[str, Any]:
    return {"frame_number": round(seconds * 30), "3d_location": [0, 0, 0], "bbox": [0, 0, 1, 1], "fixture": fixture}


def fixtures(folder: Any) -> dict[str, tuple[str, str]]:
    return {one.id: one.fixtures for one in folder.read()[0].movements}


def test_tracks_become_movements_in_order_of_time(folder: Any) -> None:
    folder.objects({"o1": ("plate2", [(5.00049, 6), (1, 2)]), "o2": ("Track 19 (skipped)", [(3, 4)])})
    folder.write(MASKS, {VIDEO: {"o1-0-a": mask(5, COUNTER), "o1-0-b": mask(6, SINK)}})
    [video] = folder.read()
    assert video.movements == (
        Movement("o1-1", VIDEO, 1.0, 2.0, "o1", "plate"),
        Movement("o2-0", VIDEO, 3.0, 4.0, "o2", ""),
        Movement("o1-0", VIDEO, 5.0, 6.0, "o1", "plate", "counter", "sink", (COUNTER, SINK)),
    )
    assert folder.findings.repaired == {"no_usable_name": 1}
    assert folder.findings.places["no_usable_name"] == [f"assoc_info.json: {VIDEO}/o2"]


@pytest.mark.parametrize(
    ("fixture", "kind"),
    [
        *(("P01_counter.008", "counter"), ("P02_fridgefreezer.001", "fridge freezer"), ("P03_hob.1", "hob")),
        *(("P03_washingmachine.002", "washing machine"), ("P02_top_microwave.001", "top of microwave")),
        *(("mid-air", ""), ("Null", ""), ("None", ""), ("Free Space", ""), ("Human", ""), ("", ""), ("counter", "")),
    ],
)
def test_a_fixture_is_of_a_kind(fixture: str, kind: str) -> None:
    assert kind_of(fixture) == kind


def test_a_mask_tells_the_fixture_of_the_end_that_is_nearer(folder: Any) -> None:
    folder.objects({"o1": ("plate", [(5, 5.6), (10, 12), (20, 22), (30, 32)])})
    shown = {"o1-0-a": mask(5.6, SINK), "o1-0-b": mask(5, COUNTER)}  # not in the order of time
    shown |= {"o1-1-a": mask(10.1, DRAWER)}  # only one
    shown |= {"o1-2-a": mask(21, DRAWER), "o1-2-b": mask(22, "Null")}  # far from both; on none
    folder.write(MASKS, {VIDEO: shown})
    unknown = ("", "")
    assert fixtures(folder) == {
        "o1-0": (COUNTER, SINK),
        "o1-1": (DRAWER, ""),
        "o1-2": unknown,
        "o1-3": unknown,
    }


def test_a_track_id_that_comes_twice_is_one_or_is_dropped(folder: Any) -> None:
    track = {"track_id": "t", "time_segment": [1, 2], "masks": []}
    tracks = [track, track, track | {"time_segment": [3, 4]}]
    folder.write(OBJECTS, {VIDEO: {"o1": {"name": "plate", "tracks": tracks}}})
    assert [one.start for one in folder.read()[0].movements] == [1.0]
    assert folder.findings.repaired == {"repeated_row": 1}
    assert folder.findings.dropped == {"repeated_id": 1}
    assert folder.findings.places["repeated_id"] == [f"assoc_info.json: {VIDEO}/o1/2"]


@pytest.mark.parametrize(
    ("span", "reason"),
    [((5, 4), "reversed_times"), ((5, 5), "empty_span"), ((11, 12), "beyond_video"), ((-1, 2), "unreadable_time")],
)
def test_tracks_with_impossible_times_are_dropped(folder: Any, span: tuple[float, float], reason: str) -> None:
    folder.durations(P01_20240202_110250=10)
    folder.objects({"o1": ("plate", [(1, 2), span])})
    assert len(folder.read()[0].movements) == 1
    assert folder.findings.dropped == {reason: 1}


def test_a_track_without_times_stops_with_its_place(folder: Any) -> None:
    path = folder.write(OBJECTS, {VIDEO: {"o1": {"name": "plate", "tracks": [{"track_id": "t"}]}}})
    with pytest.raises(InputError, match=f"^{path}: .*o1.tracks.0.time_segment: Field required"):
        folder.read()


def event(time: float, action: str, name: str | None, graph: dict[str, list[str]], **more: Any) -> dict[str, Any]:
    row = {"video_id": VIDEO, "time": time, "action": action, "object_name": name, "mask_id": None, "narrations": []}
    return row | {"scene_graph": graph} | more


def plate_events(folder: Any, *narrations: dict[str, Any], **more: Any) -> Path:
    rows = [
        event(0.9, "INITIAL", None, {COUNTER: ["plate2", "cup"], SINK: []}),
        event(1, "PICK", "plate2", {COUNTER: ["cup"], SINK: [], "Human": ["plate2"]}, narrations=list(narrations)),
        event(2.04, "DROP", "plate2", {COUNTER: ["cup"], SINK: ["plate2"]}, narrations=list(narrations), **more),
    ]
    return folder.lines("events.jsonl", rows)


def test_events_tell_the_fixtures_that_lost_and_gained_the_object(folder: Any) -> None:
    folder.objects({"o1": ("plate2", [(1, 2), (4, 5)]), "o2": ("plate", [(1, 2)])})
    [video] = folder.read(events=[plate_events(folder)])
    found = {one.id: (one.taken_from, one.put_on, *one.fixtures) for one in video.movements}
    unknown = ("",) * 4
    assert found == {"o1-0": ("counter", "sink", COUNTER, SINK), "o1-1": unknown, "o2-0": unknown}
    assert not folder.findings.repaired + folder.findings.dropped


def test_masks_tell_better_than_events(folder: Any) -> None:
    folder.objects({"o1": ("plate2", [(1, 2)])})
    folder.write(MASKS, {VIDEO: {"o1-0-b": mask(2, DRAWER)}})
    [video] = folder.read(events=[plate_events(folder)])
    assert video.movements[0].fixtures == (COUNTER, DRAWER)


def test_an_event_of_two_movements_is_used_where_its_mask_decides(folder: Any) -> None:
    folder.objects({"o1": ("plate2", [(1, 2)]), "o2": ("plate2", [(0, 2.01)])})
    [video] = folder.read(events=[plate_events(folder)])
    assert {one.id: one.fixtures for one in video.movements} == {"o1-0": (COUNTER, ""), "o2-0": ("", "")}
    assert folder.findings.dropped == {"ambiguous_event": 1}
    assert folder.findings.places["ambiguous_event"] == ["events.jsonl:3"]
    [video] = folder.read(events=[plate_events(folder, mask_id="o2-0-b")])
    assert {one.id: one.fixtures for one in video.movements} == {"o1-0": (COUNTER, ""), "o2-0": ("", SINK)}


def test_an_event_of_no_movement_is_counted(folder: Any) -> None:
    folder.objects({"o1": ("plate2", [(1.1, 2)])})
    folder.read(events=[plate_events(folder)])
    assert folder.findings.dropped == {"unmatched_event": 1}


def test_the_narrations_of_events_are_told_once(folder: Any, narration: Any) -> None:
    folder.objects({"o1": ("plate2", [(1, 2)])})
    said = {"narration": " Take the plate. ", "start_timestamp": 1.0, "end_timestamp": 1.5}
    other = {"narration": "Open  the tap.", "start_timestamp": 1.0, "end_timestamp": 2.5}
    path = plate_events(folder, said, other)
    [video] = folder.read(events=[path, path])
    assert [one.text for one in video.narrations] == ["Take the plate.", "Open the tap."]
    assert len({one.id for one in video.narrations}) == 2
    assert all(one.id.startswith(f"{VIDEO}-1.000-") for one in video.narrations)
    table = folder.lines("table.jsonl", [narration(7)])
    [video] = folder.read(narrations=[table], events=[path])
    assert [one.text for one in video.narrations] == ["Take the plate.", "Open the tap."]
    assert video.narrations[1] == Narration(f"{VIDEO}-7", VIDEO, 1.0, 2.5, "Open the tap.")


def test_a_broken_line_of_events_is_named(folder: Any) -> None:
    folder.objects({"o1": ("plate2", [(1, 2)])})
    path = folder.lines("events.jsonl", [{"video_id": VIDEO, "time": 1, "action": "PICK"}])
    with pytest.raises(InputError, match=f"^{path}:1: scene_graph"):
        folder.read(events=[path])
