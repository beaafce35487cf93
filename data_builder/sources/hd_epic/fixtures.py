"""Fixtures: where an object was picked up and put down, from the masks that annotators drew at both ends."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from data_builder.sources.hd_epic.published import load
from data_builder.sources.hd_epic.tracks import Track

FRAMES_PER_SECOND = 30
NEAR = 0.5
"""Seconds: a mask shows an end of a movement when it was drawn in a frame no farther from it."""

FIXTURE = re.compile(r"[A-Z]\d{2}_([a-z_]{1,40})\.\d{1,6}", re.ASCII)
KINDS = {"fridgefreezer": "fridge freezer", "washingmachine": "washing machine"}

Ends = tuple[str, str]
"""The ids of the fixtures that an object was taken from and put on, "" where they are not known."""


class Mask(BaseModel):
    """One mask of the published file; its 3D position and box are not used."""

    frame_number: float
    fixture: str | None = None


MASKS = TypeAdapter(dict[str, dict[str, Mask]])


@lru_cache(4096)
def kind_of(fixture: str) -> str:
    """ "counter" for "P01_counter.008"; "" for what is no fixture, such as "mid-air" and "Null".

    The kinds that occur: bin, counter, cupboard, dishwasher, drawer, floor, freezer, fridge, fridge freezer, hob,
    hook, microwave, oven, radiator, shelf, sink, storage, table, top of drawer, top of microwave, washing machine,
    windowsill.
    """
    found = FIXTURE.fullmatch(fixture)
    if not found:
        return ""
    kind = found[1].removeprefix("top_").replace("_", " ")
    return ("top of " if found[1].startswith("top_") else "") + KINDS.get(kind, kind)


def fixture_of(fixture: str | None) -> str:
    """The id of the fixture, or "" where the object lay on none."""
    return fixture if fixture and kind_of(fixture) else ""


def fixtures_by_masks(path: Path, tracks: Iterable[Track]) -> dict[str, Ends]:
    """For each track id the fixtures at both ends. Raises InputError for a file that cannot be read."""
    masks = load(path, MASKS)
    return {track.id: _ends(track, masks.get(track.video_id, {})) for track in tracks}


def _ends(track: Track, masks: Mapping[str, Mask]) -> Ends:
    """A mask belongs to the end that is nearer to it, and the nearest one of each end tells the fixture."""
    nearest: list[tuple[float, str]] = [(NEAR, ""), (NEAR, "")]
    for mask in (masks[name] for name in track.masks if name in masks):
        time = mask.frame_number / FRAMES_PER_SECOND
        away, end = min((abs(time - moment), end) for end, moment in enumerate((track.start, track.end)))
        if away < nearest[end][0]:
            nearest[end] = away, fixture_of(mask.fixture)
    return nearest[0][1], nearest[1][1]
