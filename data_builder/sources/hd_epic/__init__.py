"""HD-EPIC: the published annotation repository becomes facts; a module for each kind of file.

Its JSON files are loaded whole; its narrations are published as a pickle, which is never loaded.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from data_builder.facts import F, Fact, Movement, Narration, Video, ordered
from data_builder.sources.findings import Findings
from data_builder.sources.hd_epic.activities import read_activities
from data_builder.sources.hd_epic.events import read_events
from data_builder.sources.hd_epic.fixtures import Ends, fixtures_by_masks, kind_of
from data_builder.sources.hd_epic.names import name_of
from data_builder.sources.hd_epic.narrations import ADVICE, merged, read_erratum, read_narrations
from data_builder.sources.hd_epic.published import (
    ACTIVITIES,
    ERRATUM,
    MASKS,
    MOVEMENTS,
    NARRATIONS,
    NOUNS,
    PICKLE,
    RECIPES,
    SOUNDS,
    VIDEOS,
    activity_files,
    find,
    published_files,
)
from data_builder.sources.hd_epic.recipes import Cooked, read_recipes
from data_builder.sources.hd_epic.sounds import read_sounds
from data_builder.sources.hd_epic.tracks import Track, read_tracks
from data_builder.sources.hd_epic.videos import Videos, participant_of, read_videos
from data_builder.sources.noun_classes import read_classes
from reward.jsonl import InputError

__all__ = ["published_files", "read"]

UNKNOWN = ("", "")
NOT_READ = "pickle_not_read"
"""Reason of the finding whose place says how to convert a pickle."""


def read(
    folder: Path, *, narrations: Sequence[Path] = (), events: Sequence[Path] = (), findings: Findings
) -> list[Video]:
    """The videos that have facts, sorted by id; what is wrong in the files is repaired or dropped, and counted.

    `folder` holds the published files under their published names, gzipped or not, of which any may be missing but
    the movements, the recipes or the activities. `narrations` are tables of narrations as JSON lines; without them
    HD_EPIC_Narrations.jsonl is read where the published pickle lies. `events` are files of picks and drops.
    Raises InputError for a folder without any of those, and for a file that cannot be read.
    """
    recipes, movements, tables = find(folder, RECIPES), find(folder, MOVEMENTS), activity_files(folder)
    if not (recipes or movements or tables):
        wanted = f"{RECIPES}, {MOVEMENTS} or {ACTIVITIES}/"
        raise InputError(f"{folder}: has no {wanted}; give the folder of the published annotations")
    videos = read_videos(listed, findings) if (listed := find(folder, VIDEOS)) else Videos()
    tracks = read_tracks(movements, videos, findings) if movements else []
    cooked = read_recipes(recipes, videos, findings) if recipes else Cooked()
    happened = read_events(events, tracks, videos, findings)
    told = merged(_narrations(folder, narrations, videos, findings), happened.narrations)
    heard = read_sounds(sounds, videos, findings) if (sounds := find(folder, SOUNDS)) else []
    lasts = _last_times([*tracks, *cooked.steps, *cooked.portions, *told, *heard])
    worked = read_activities(tables, videos, lasts, findings)
    of_sounds, of_narrations, of_activities = _by_video(heard), _by_video(told), _by_video(worked)
    of_movements = _by_video(_movements(tracks, find(folder, MASKS), happened.fixtures))
    of_steps, of_portions = _by_video(cooked.steps), _by_video(cooked.portions)
    return [
        Video(
            id=name,
            participant=participant_of(name),
            sounds=of_sounds.get(name, ()),
            narrations=of_narrations.get(name, ()),
            movements=of_movements.get(name, ()),
            activities=of_activities.get(name, ()),
            steps=of_steps.get(name, ()),
            portions=of_portions.get(name, ()),
            recipes=tuple(cooked.recipes.get(name, ())),
            duration=videos.durations.get(name),
        )
        for name in sorted({*of_sounds, *of_narrations, *of_movements, *of_activities, *of_steps, *of_portions})
    ]


def _narrations(folder: Path, given: Sequence[Path], videos: Videos, findings: Findings) -> list[Narration]:
    found, pickled = find(folder, NARRATIONS), find(folder, PICKLE)
    if pickled and not (given or found):
        findings.drop(NOT_READ, f"{pickled.name}: {ADVICE}")
    erratum, nouns = find(folder, ERRATUM), find(folder, NOUNS)
    return read_narrations(
        given or ([found] if found else []),
        videos,
        read_erratum(erratum) if erratum else (),
        read_classes(nouns) if nouns else None,
        findings,
    )


def _movements(tracks: Sequence[Track], masks: Path | None, events: Mapping[str, Ends]) -> Iterator[Movement]:
    """The movements with their fixtures, which masks tell better than events."""
    by_masks = fixtures_by_masks(masks, tracks) if masks else {}
    for track in tracks:
        ends = zip(by_masks.get(track.id, UNKNOWN), events.get(track.id, UNKNOWN), strict=True)
        taken, put = (mask or event for mask, event in ends)
        yield Movement(
            id=track.id,
            video_id=track.video_id,
            start=track.start,
            end=track.end,
            object_id=track.object_id,
            name=name_of(track.written),
            taken_from=kind_of(taken),
            put_on=kind_of(put),
            fixtures=(taken, put),
        )


def _last_times(facts: Iterable[Fact | Track]) -> dict[str, float]:
    last: dict[str, float] = {}
    for fact in facts:
        last[fact.video_id] = max(fact.end, last.get(fact.video_id, 0.0))
    return last


def _by_video(facts: Iterable[F]) -> dict[str, tuple[F, ...]]:
    found: dict[str, list[F]] = defaultdict(list)
    for fact in facts:
        found[fact.video_id].append(fact)
    return {name: ordered(those) for name, those in found.items()}
