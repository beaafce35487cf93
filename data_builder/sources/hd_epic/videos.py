"""Videos: the list of those that there are, with their durations, and times as the JSON files write them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from data_builder.sources.findings import Findings, fit
from data_builder.sources.rows import LONGEST, Row, parsed, rows, safe_id, seconds_of

COLUMNS = ["video_id", "youtube_url", "duration"]

Time = float | str
"""A time in a JSON file: seconds, a clock time, or the word `end`."""


@dataclass(frozen=True)
class Videos:
    """The videos of the data set and their durations in seconds; none are known where the list was not given."""

    durations: Mapping[str, float] = field(default_factory=dict)

    def find(self, name: str, findings: Findings, place: str) -> str | None:
        """The id of the video that is meant, or None where there is no such video; that is counted.

        A zero that is missing from a date is put back where only one video can be meant: `P09-2024623-…` is of the
        23rd of June.
        """
        if not safe_id(name):
            findings.drop("unreadable_video_id", place)
            return None
        if not self.durations or name in self.durations:
            return name
        if meant := self._without_zeros.get(name.replace("0", "")):
            findings.repair("video_id_without_zero", place)
            return meant
        findings.drop("unknown_video", place)
        return None

    @cached_property
    def _without_zeros(self) -> dict[str, str]:
        short = {name: name.replace("0", "") for name in self.durations}
        counts = Counter(short.values())
        return {key: name for name, key in short.items() if counts[key] == 1}

    def span(self, video: str, start: Time, end: Time, findings: Findings, place: str) -> tuple[float, float] | None:
        """A span of time of one video in seconds, to the millisecond, or None where it is dropped; that is counted."""
        to_the_end, duration = end == "end", self.durations.get(video)
        if to_the_end and duration is None:
            findings.drop("unknown_end", place)
            return None
        try:
            first, last = _seconds(start), duration if to_the_end and duration is not None else _seconds(end)
        except ValueError:
            findings.drop("unreadable_time", place)
            return None
        kept = fit(first, last, duration, findings, place)
        if kept and to_the_end:
            findings.repair("end_word", place)
        return kept


def participant_of(video: str) -> str:
    """`P01` for `P01-20240202-110250`."""
    return video.split("-")[0]


def read_videos(path: Path, findings: Findings) -> Videos:
    """The published list of videos. Raises InputError for a file that cannot be read."""
    return Videos(dict(parsed(rows(path, COLUMNS), _duration, findings)))


def _duration(row: Row) -> tuple[str, float]:
    return row.video(), row.seconds("duration")


def _seconds(time: Time) -> float:
    """Raises ValueError for what is no time of a video."""
    if isinstance(time, str):
        return seconds_of(time.strip())
    if 0 <= time <= LONGEST:
        return round(time, 3)
    raise ValueError("is no time of a video")
