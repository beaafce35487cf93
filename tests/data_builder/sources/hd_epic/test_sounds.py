"""Sounds of HD-EPIC, whose table has no ids."""

from typing import Any

import pytest

from data_builder.facts import Sound
from reward.jsonl import InputError

VIDEO, OTHER = "P01-20240202-110250", "P01-20240203-093333"
FILE = "audio-annotations/HD_EPIC_Sounds.csv"
HEADER = "participant_id,video_id,start_timestamp,stop_timestamp,start_sample,stop_sample,class,class_id"


def row(start: str, end: str, name: str = "rustle", video: str = VIDEO) -> str:
    return f"P01,{video},{start},{end},0,1,{name},4"


def test_rows_become_sounds_numbered_in_their_video(folder: Any) -> None:
    rows = [row("00:00:05.000", "00:00:06.000"), row("00:00:00.476", "00:00:02.520", '"cut / chop"')]
    folder.activities(f"{VIDEO},,Cook,0,50")
    folder.write(FILE, "\n".join([HEADER, *rows, row("00:00:01.000", "00:00:02.000", video=OTHER)]))
    one, other = folder.read()
    assert one.sounds == (
        Sound(f"{VIDEO}-sound-1", VIDEO, 0.476, 2.52, "cut / chop", ""),
        Sound(f"{VIDEO}-sound-2", VIDEO, 5.0, 6.0, "rustle", ""),
    )
    assert [sound.id for sound in other.sounds] == [f"{OTHER}-sound-1"]
    assert one.unclassed is None
    assert not folder.findings.repaired + folder.findings.dropped


def test_rows_that_come_twice_are_one_and_impossible_ones_are_dropped(folder: Any) -> None:
    folder.durations(P01_20240202_110250=10)
    folder.activities(f"{VIDEO},,Cook,0,5")
    rows = [row("00:00:01.0", "00:00:02.0")] * 2 + [row("00:00:03.0", "00:00:02.0"), row("00:00:09", "00:00:11")]
    folder.write(FILE, "\n".join([HEADER, *rows, row("00:00:01.0", "00:00:02.0", "")]))
    assert [(sound.start, sound.end) for sound in folder.read()[0].sounds] == [(1.0, 2.0), (9.0, 10.0)]
    assert folder.findings.repaired == {"repeated_row": 1, "cut_at_end_of_video": 1}
    assert folder.findings.dropped == {"reversed_times": 1, "unreadable_class": 1}


def test_a_table_that_lacks_a_column_is_refused(folder: Any) -> None:
    folder.activities(f"{VIDEO},,Cook,0,50")
    path = folder.write(FILE, HEADER.replace(",class,", ",klass,"))
    with pytest.raises(InputError, match=f"^{path}:1: klass: unknown column"):
        folder.read()
