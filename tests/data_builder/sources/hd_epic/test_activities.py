"""Activities, and what is known of the videos that they are in."""

import gzip
from typing import Any

import pytest

from data_builder.facts import Activity
from data_builder.sources.hd_epic import published_files
from reward.jsonl import InputError

VIDEO = "P01-20240202-110250"


def test_rows_become_activities_in_order_of_time(folder: Any) -> None:
    folder.durations(P01_20240202_110250=60.5)
    folder.activities(f"{VIDEO},,Wash up ,48.0,end", f'{VIDEO},R01,"Make  tea, slowly",0.0,48.0004')
    [video] = folder.read()
    assert video.activities == (
        Activity("P01_recipe_timestamps:3", VIDEO, 0.0, 48.0, "Make tea, slowly", "P01_R01"),
        Activity("P01_recipe_timestamps:2", VIDEO, 48.0, 60.5, "Wash up", ""),
    )
    assert (video.id, video.participant, video.duration, video.end) == (VIDEO, "P01", 60.5, 60.5)
    assert folder.findings.repaired == {"end_word": 1}


def test_a_gzipped_table_reads_the_same(folder: Any) -> None:
    folder.activities(f"{VIDEO},R01,Make tea,0.0,48.0")
    expected = folder.read()
    path = folder.path / "high-level/activities/P01_recipe_timestamps.csv"
    path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
    assert folder.read() == expected  # both are there
    path.unlink()
    assert folder.read() == expected


def test_the_word_end_is_the_last_annotated_time_where_the_duration_is_not_known(folder: Any) -> None:
    folder.activities(f"{VIDEO},,Cook,0,end", f"{VIDEO},,Eat,10,20")
    assert [activity.end for activity in folder.read()[0].activities] == [20.0, 20.0]
    folder.objects({"o1": ("plate", [(1, 30.5)])})
    [video] = folder.read()
    assert [activity.end for activity in video.activities] == [30.5, 20.0]
    assert video.duration is None
    folder.activities(f"{VIDEO},,Cook,40,end")
    assert folder.read()[0].activities == ()
    assert folder.findings.dropped == {"beyond_video": 1}
    folder.activities(f"{VIDEO},,Cook,50,40")
    folder.read()
    assert folder.findings.dropped == {"reversed_times": 1}


@pytest.mark.parametrize(
    ("start", "end", "kept", "reason"),
    [
        ("5", "4", None, "reversed_times"),
        ("5", "5", None, "empty_span"),
        ("5", "11", (5.0, 10.0), "cut_at_end_of_video"),
        ("11", "12", None, "beyond_video"),
        ("00:00:03.500", "00:00:4.5", (3.5, 4.5), "other_time_format"),
        ("soon", "5", None, "unreadable_start_time"),
    ],
)
def test_odd_times_are_repaired_or_dropped_and_counted(
    folder: Any, start: str, end: str, kept: tuple[float, float] | None, reason: str
) -> None:
    folder.durations(P01_20240202_110250=10)
    folder.activities(f"{VIDEO},,Cook,{start},{end}", f"{VIDEO},,Eat,0,1")
    [video] = folder.read()
    assert [(one.start, one.end) for one in video.activities if one.label == "Cook"] == ([kept] if kept else [])
    assert (folder.findings.repaired if kept else folder.findings.dropped) == {reason: 1}
    assert folder.findings.places == {reason: ["P01_recipe_timestamps.csv:2"]}


def test_a_row_that_comes_twice_is_one_and_one_without_a_label_is_dropped(folder: Any) -> None:
    folder.activities(f"{VIDEO},,Cook,0,5", f"{VIDEO},,Cook,0,5", f"{VIDEO},,Cook,0,6", f"{VIDEO},,,0,5")
    assert len(folder.read()[0].activities) == 2
    assert folder.findings.repaired == {"repeated_row": 1}
    assert folder.findings.dropped == {"unreadable_high_level_activity_label": 1}


def test_a_video_that_there_is_not_is_dropped_and_a_missing_zero_is_put_back(folder: Any) -> None:
    folder.durations(P01_20240202_110250=10, P01_20240302_110250=10, P01_20240410_110251=10)
    names = ["P01-2024410-110251", "P01-20240503-110250", "../P01", VIDEO]
    folder.activities(*(f"{name},,Cook,0,5" for name in names))
    assert [video.id for video in folder.read()] == [VIDEO, "P01-20240410-110251"]
    assert folder.findings.repaired == {"video_id_without_zero": 1}
    assert folder.findings.dropped == {"unknown_video": 1, "unreadable_video_id": 1}


def test_a_folder_without_annotations_is_refused(folder: Any) -> None:
    folder.durations(P01_20240202_110250=10)
    with pytest.raises(InputError, match="give the folder of the published annotations"):
        folder.read()


def test_a_table_that_lacks_a_column_is_refused(folder: Any) -> None:
    folder.write("high-level/activities/P01_recipe_timestamps.csv", "video_id,start_time\n")
    with pytest.raises(InputError, match=r"P01_recipe_timestamps\.csv:1: recipe_id: the file lacks"):
        folder.read()


def test_the_files_that_are_read_are_listed(folder: Any) -> None:
    folder.activities(f"{VIDEO},,Cook,0,5", participant="P02")
    folder.activities(f"{VIDEO},,Cook,0,5")
    folder.durations(P01_20240202_110250=10)
    folder.write("high-level/complete_recipes.json.gz", gzip.compress(b"{}"))
    folder.write("vqa-benchmark/questions.json", "{}")
    folder.read()
    names = [path.relative_to(folder.path).as_posix() for path in published_files(folder.path)]
    assert names == [
        "high-level/activities/P01_recipe_timestamps.csv",
        "high-level/activities/P02_recipe_timestamps.csv",
        "high-level/complete_recipes.json.gz",
        "youtube-links/HD_EPIC_YouTube_URLs.csv",
    ]
