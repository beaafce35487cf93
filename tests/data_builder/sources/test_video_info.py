"""The lengths of videos."""

from pathlib import Path

import pytest
import real_data

from data_builder.sources.epic_kitchens import read_durations
from reward.jsonl import InputError

HEADER = "video_id,duration,fps,resolution\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "info.csv"
    path.write_text(text)
    return path


def test_lengths_are_seconds_to_the_millisecond(tmp_path: Path) -> None:
    text = f"{HEADER}P01_01,1652.152817,59.94,1920x1080\nP01_02,00:01:02.5,50,1920x1080\nP01_01,1652.152817,,\n"
    assert read_durations(write(tmp_path, text)) == {"P01_01": 1652.153, "P01_02": 62.5}
    assert read_durations(write(tmp_path, "duration,video_id\n80.44,P02_133\n")) == {"P02_133": 80.44}


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ("", ":1: video_id: the file has no rows"),
        ("P01_01,0,,\n", ":2: duration: is 0 seconds"),
        ("P01_01,-5,,\n", ":2: duration: '-5' is no time"),
        ("P01_01,long,,\n", ":2: duration: 'long' is no time"),
        ("../x,5,,\n", ":2: video_id: "),
        ("P01_01,5,,\nP01_01,6,,\n", ":3: duration: 'P01_01' was 5 s long before"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, rows: str, what: str) -> None:
    path = write(tmp_path, HEADER + rows)
    with pytest.raises(InputError, match=f"^{path}{what}"):
        read_durations(path)


@pytest.mark.skipif(not real_data.FOLDER.is_dir(), reason=real_data.ABSENT)
def test_the_published_file_has_the_length_of_every_video() -> None:
    durations = read_durations(real_data.FOLDER / "epic-kitchens-100" / "EPIC_100_video_info.csv")
    assert len(durations) == 700
    assert durations["P02_133"] == 80.44
