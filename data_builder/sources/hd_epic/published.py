"""Published files: where each lies in the annotation repository of HD-EPIC, and how a JSON file is loaded.

A JSON file is loaded whole, so its size is capped.
"""

import gzip
import zlib
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from data_builder.sources.rows import GZIP, MAX_FILE, check_regular
from reward.jsonl import InputError, describe

VIDEOS = "youtube-links/HD_EPIC_YouTube_URLs.csv"
RECIPES = "high-level/complete_recipes.json"
ACTIVITIES = "high-level/activities"
MOVEMENTS = "scene-and-object-movements/assoc_info.json"
MASKS = "scene-and-object-movements/mask_info.json"
SOUNDS = "audio-annotations/HD_EPIC_Sounds.csv"
NOUNS = "narrations-and-action-segments/HD_EPIC_noun_classes.csv"
ERRATUM = "narrations-and-action-segments/HD_EPIC_Narrations_erratum.csv"
NARRATIONS = "narrations-and-action-segments/HD_EPIC_Narrations.jsonl"
PICKLE = "narrations-and-action-segments/HD_EPIC_Narrations.pkl"

T = TypeVar("T")


def find(folder: Path, name: str) -> Path | None:
    """The file of this published name, or the same gzipped, whose name ends in `.gz`; None where neither is there."""
    return next((path for path in (folder / name, folder / f"{name}.gz") if path.is_file()), None)


def activity_files(folder: Path) -> list[Path]:
    """The tables of activities, one for each participant, in the order of their names."""
    found = {
        path.name.removesuffix(".gz"): path
        for pattern in ("*_recipe_timestamps.csv.gz", "*_recipe_timestamps.csv")
        for path in (folder / ACTIVITIES).glob(pattern)
    }
    return [found[name] for name in sorted(found)]


def published_files(folder: Path) -> list[Path]:
    """All files that the source reads from the folder, which are those that are there, in the order of their names."""
    names = (VIDEOS, RECIPES, MOVEMENTS, MASKS, SOUNDS, NOUNS, ERRATUM, NARRATIONS)
    return sorted([*filter(None, (find(folder, name) for name in names)), *activity_files(folder)])


def load(path: Path, shape: TypeAdapter[T]) -> T:
    """What a JSON file holds, gzipped or not.

    Raises InputError for one that cannot be read, that is above 1 GiB once unzipped, or that is not of the shape.
    """
    try:
        return shape.validate_json(_bytes(path))
    except ValidationError as error:
        raise InputError(f"{path}: {describe(error)}; give the published file") from None


def _bytes(path: Path) -> bytes:
    check_regular(path)
    try:
        with path.open("rb") as plain:
            zipped = plain.read(2) == GZIP
        with gzip.open(path) if zipped else path.open("rb") as file:
            content = file.read(MAX_FILE + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read ({error}); give the published file, gzipped or not") from error
    if len(content) > MAX_FILE:
        raise InputError(f"{path}: is above 1 GiB, which no annotation file is; give the published file")
    return content
