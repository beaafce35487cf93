"""EPIC-Sounds: the sounds of `EPIC_Sounds_*.csv`, as published (gzipped or not), and what else is known of a video.

Sounds that annotators put in no class stand in a file of their own; without it nobody can say which sound is absent.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from data_builder.facts import Sound, Video, ordered
from data_builder.sources.epic_kitchens import SPAN, actions_of, by_video
from data_builder.sources.findings import Findings
from data_builder.sources.rows import Row
from data_builder.sources.video_info import read_durations
from data_builder.sources.visor import read_views
from reward.jsonl import InputError

COLUMNS = ["annotation_id", *SPAN, "description", "class"]
UNCLASSED_COLUMNS = ["annotation_id", *SPAN, "description"]
UNUSED = ["start_sample", "stop_sample", "class_id"]


def read(
    sounds: Sequence[Path],
    *,
    narrations: Sequence[Path] = (),
    not_categorised: Path | None = None,
    video_info: Path | None = None,
    visor: Path | None = None,
    nouns: Path | None = None,
    findings: Findings,
) -> list[Video]:
    """The videos that have annotated sounds, sorted by id, with their actions and what VISOR outlined in them.

    `nouns` is the table of noun classes: an action of a class that it lacks stays, and is counted.
    Raises InputError for a file that cannot be used, a video of two participants, and narrations of other videos only.
    """
    durations = read_durations(video_info) if video_info else {}
    heard, owners = read_sounds(sounds, findings, durations)
    actions, _ = actions_of(narrations, findings, durations, nouns)
    if narrations and heard and not heard.keys() & actions.keys():
        raise InputError(
            f"{narrations[0]}:1: video_id: no narration is about a video of {sounds[0]}; give the files of one split"
        )
    unclassed = read_unclassed(not_categorised, findings, durations) if not_categorised else None
    views = read_views(visor, findings, durations) if visor else {}
    return [
        Video(
            id=name,
            participant=owners[name],
            sounds=ordered(heard[name]),
            actions=ordered(actions.get(name, [])),
            views=ordered(views.get(name, [])),
            unclassed=None if unclassed is None else ordered(unclassed.get(name, [])),
            duration=durations.get(name),
        )
        for name in sorted(heard)
    ]


def read_sounds(
    paths: Sequence[Path], findings: Findings, durations: Mapping[str, float]
) -> tuple[dict[str, list[Sound]], dict[str, str]]:
    """The sounds of each video in order of time, and whose video it is. Raises InputError as `read` does."""

    def sound(row: Row) -> Sound | None:
        return _sound(row, row.text("class"), findings, durations)

    return by_video(paths, COLUMNS, sound, findings, optional=UNUSED)


def read_unclassed(path: Path, findings: Findings, durations: Mapping[str, float]) -> dict[str, list[Sound]]:
    """The sounds of each video that are in no class, from `sound_events_not_categorised.csv`; their name is ""."""

    def sound(row: Row) -> Sound | None:
        return _sound(row, "", findings, durations)

    return by_video([path], UNCLASSED_COLUMNS, sound, findings, optional=UNUSED)[0]


def _sound(row: Row, name: str, findings: Findings, durations: Mapping[str, float]) -> Sound | None:
    annotation, video = row.text("annotation_id"), row.video()
    span = row.span(findings, durations.get(video))
    return span and Sound(annotation, video, *span, name, row.optional("description"))
