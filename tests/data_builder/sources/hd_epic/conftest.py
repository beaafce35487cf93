"""A small folder of published annotations, which a test changes as it needs."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from data_builder.facts import Video
from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic import read

VIDEO = "P01-20240202-110250"
OTHER = "P01-20240203-093333"
ACTIVITY_HEADER = "video_id,recipe_id,high_level_activity_label,start_time,end_time"
NARRATIONS = "narrations-and-action-segments/HD_EPIC_Narrations.jsonl"


class Folder:
    """The files under their published names; `findings` are those of the last reading."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.findings = Findings()

    def write(self, name: str, content: str | bytes | dict[str, Any]) -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def lines(self, name: str, rows: Iterable[dict[str, Any]]) -> Path:
        return self.write(name, "".join(json.dumps(row) + "\n" for row in rows))

    def durations(self, **durations: float) -> None:
        """Durations of videos, whose names have underscores here."""
        rows = [f"{name.replace('_', '-')},https://example.org,{seconds}" for name, seconds in durations.items()]
        self.write("youtube-links/HD_EPIC_YouTube_URLs.csv", "\n".join(["video_id,youtube_url,duration", *rows]) + "\n")

    def activities(self, *rows: str, participant: str = "P01") -> None:
        name = f"high-level/activities/{participant}_recipe_timestamps.csv"
        self.write(name, "\n".join([ACTIVITY_HEADER, *rows]) + "\n")

    def objects(self, objects: dict[str, tuple[str, list[tuple[Any, Any]]]], video: str = VIDEO) -> None:
        """Objects by id: a name and the times of tracks, whose ids and masks are numbered (`o1-0`, `o1-0-a`, …)."""
        found = {}
        for key, (name, times) in objects.items():
            ids = [f"{key}-{number}" for number in range(len(times))]
            tracks = [
                {"track_id": track, "time_segment": list(span), "masks": [f"{track}-a", f"{track}-b"]}
                for track, span in zip(ids, times, strict=True)
            ]
            found[key] = {"name": name, "tracks": tracks}
        self.write("scene-and-object-movements/assoc_info.json", {video: found})

    def read(self, narrations: Sequence[Path] = (), events: Sequence[Path] = ()) -> list[Video]:
        self.findings = Findings()
        return read(self.path, narrations=narrations, events=events, findings=self.findings)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def narration() -> Callable[..., dict[str, Any]]:
    """A row of the table of narrations."""

    def make(number: int, text: str = "Open the tap.", start: Any = 1.0, end: Any = 2.5, **more: Any) -> dict[str, Any]:
        row = {
            "unique_narration_id": f"{VIDEO}-{number}",
            "participant_id": "P01",
            "video_id": VIDEO,
            "narration": text,
            "start_timestamp": start,
            "end_timestamp": end,
        }
        return row | more

    return make
