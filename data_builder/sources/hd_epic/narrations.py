"""Narrations: the published table, which has to be converted to JSON lines since it is a pickle."""

import hashlib
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel

from data_builder.facts import Narration
from data_builder.sources.findings import Findings, add
from data_builder.sources.hd_epic.videos import Time, Videos
from data_builder.sources.rows import PICKLE, one_line, rows
from reward.jsonl import InputError, enumerate_jsonl

ADVICE = (
    "is a pickle, which can run any code and is never loaded; convert it where you trust it: "
    "python -c \"import pandas; pandas.read_pickle('HD_EPIC_Narrations.pkl')"
    ".to_json('HD_EPIC_Narrations.jsonl', orient='records', lines=True)\""
)
"""What a person does with the published pickle."""


class PublishedNarration(BaseModel):
    """One row of the published table; tuples have become lists. The columns that are not used are left out."""

    unique_narration_id: str
    video_id: str
    narration: str
    start_timestamp: Time
    end_timestamp: Time
    nouns: tuple[str, ...] | None = None
    pairs: tuple[tuple[str, str], ...] | None = None
    main_actions: tuple[tuple[str, str], ...] | None = None
    noun_classes: tuple[int, ...] | None = None
    hands: tuple[str, ...] | None = None


def read_erratum(path: Path) -> frozenset[str]:
    """The ids of narrations that are withdrawn. Raises InputError for a file that cannot be read."""
    return frozenset(row.text("erratum_narration_id") for row in rows(path, ["erratum_narration_id"]))


def read_narrations(
    paths: Sequence[Path], videos: Videos, erratum: Container[str], classes: Container[int] | None, findings: Findings
) -> list[Narration]:
    """The narrations of all files without those of the erratum; an id that comes twice is one.

    `classes` are the known classes of nouns, or None; others are taken out of `noun_classes`, which therefore do not
    pair with `nouns`. Raises InputError for a pickle, and for a file or a row that cannot be read.
    """
    kept: dict[str, Narration] = {}
    for one, place in (found for path in paths for found in _rows(path)):
        if one.unique_narration_id in erratum:
            findings.drop("erratum", place)
            continue
        if narration := _narration(one, place, videos, classes, findings):
            add(kept, narration, findings, place)
    return list(kept.values())


def merged(table: Sequence[Narration], others: Sequence[Narration]) -> list[Narration]:
    """All narrations, without those others that say what one of the table says from the same moment on."""
    told = {(one.video_id, one.start, one.text) for one in table}
    return [*table, *(one for one in others if (one.video_id, one.start, one.text) not in told)]


def made_id(video: str, start: float, text: str) -> str:
    """The id of a narration that was published without one."""
    return f"{video}-{start:.3f}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _rows(path: Path) -> Iterator[tuple[PublishedNarration, str]]:
    try:
        with path.open("rb") as file:
            pickled = file.read(1) == PICKLE
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error}); check the path") from None
    if pickled or ".pkl" in path.suffixes:
        raise InputError(f"{path}: {ADVICE}")
    for line, row in enumerate_jsonl(path, PublishedNarration):
        yield row, f"{path.name}:{line}"


def _narration(
    one: PublishedNarration, place: str, videos: Videos, classes: Container[int] | None, findings: Findings
) -> Narration | None:
    text = " ".join(one.narration.split())
    if not text or not one.unique_narration_id.strip():
        findings.drop("unreadable_narration", place)
        return None
    if not (video := videos.find(one.video_id, findings, place)):
        return None
    if not (span := videos.span(video, one.start_timestamp, one.end_timestamp, findings, place)):
        return None
    known = tuple(number for number in one.noun_classes or () if classes is None or number in classes)
    for _ in range(len(one.noun_classes or ()) - len(known)):
        findings.repair("unknown_class", place)
    return Narration(
        id=one.unique_narration_id.strip(),
        video_id=video,
        start=span[0],
        end=span[1],
        text=one_line(text),
        nouns=one.nouns or (),
        pairs=one.pairs or (),
        main=one.main_actions or (),
        noun_classes=known,
        hands=one.hands or (),
    )
