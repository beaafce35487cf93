"""EPIC-KITCHENS-100: the narrations of `EPIC_100_*.csv`, as published (gzipped or not), become actions.

The files of the UDA challenge have the same columns and are read alike. The test sets have times only: no actions.
"""

from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path

from data_builder.facts import Action, F, Video, ordered
from data_builder.sources.findings import Findings, add
from data_builder.sources.noun_classes import read_classes
from data_builder.sources.rows import Row, parsed, rows
from data_builder.sources.video_info import read_durations as read_durations
from data_builder.sources.visor import read_views
from reward.jsonl import InputError

SPAN = ["participant_id", "video_id", "start_timestamp", "stop_timestamp"]
COLUMNS = [
    *("narration_id", *SPAN, "narration"),
    *("verb", "verb_class", "noun", "noun_class", "all_nouns", "all_noun_classes"),
]
UNUSED = ["narration_timestamp", "start_frame", "stop_frame"]


def read(
    paths: Sequence[Path],
    *,
    video_info: Path | None = None,
    visor: Path | None = None,
    nouns: Path | None = None,
    findings: Findings,
) -> list[Video]:
    """The videos that have narrations, sorted by id, with their actions, and what VISOR outlined in them.

    `nouns` is the table of noun classes: an action of a class that it lacks stays, and is counted.
    Raises InputError for a file that cannot be used, and a video of two participants.
    """
    durations = read_durations(video_info) if video_info else {}
    actions, owners = actions_of(paths, findings, durations, nouns)
    views = read_views(visor, findings, durations) if visor else {}
    return [
        Video(
            id=name,
            participant=owners[name],
            actions=ordered(actions[name]),
            views=ordered(views.get(name, [])),
            duration=durations.get(name),
        )
        for name in sorted(actions)
    ]


def read_actions(paths: Sequence[Path], findings: Findings) -> dict[str, list[Action]]:
    """The actions of each video, sorted by start, end and id. Raises InputError as `read` does."""
    return actions_of(paths, findings)[0]


def actions_of(
    paths: Sequence[Path],
    findings: Findings,
    durations: Mapping[str, float] | None = None,
    nouns: Path | None = None,
) -> tuple[dict[str, list[Action]], dict[str, str]]:
    """The actions of each video, and whose video it is; lengths of videos in seconds and a table of nouns may help."""
    known = read_classes(nouns) if nouns else None

    def action(row: Row) -> Action | None:
        return _action(row, findings, durations or {}, known)

    return by_video(paths, COLUMNS, action, findings, optional=UNUSED, loose="narration")


def _action(
    row: Row, findings: Findings, durations: Mapping[str, float], known: Container[int] | None
) -> Action | None:
    video = row.video()
    nouns, classes = row.several("all_nouns"), row.classes("all_noun_classes")
    if len(nouns) != len(classes):
        raise row.fail("all_noun_classes", f"{len(classes)} classes for {len(nouns)} nouns; give one for each noun")
    told = {field: row.text(field) for field in ("narration_id", "narration", "verb", "noun")}
    verb_class, noun_class = row.number("verb_class"), row.number("noun_class")
    span = row.span(findings, durations.get(video))
    if span is None:
        return None
    if known is not None and not all(number in known for number in (noun_class, *classes)):
        findings.repair("unknown_class", row.place)
    return Action(
        id=told["narration_id"],
        video_id=video,
        start=span[0],
        end=span[1],
        narration=told["narration"],
        verb=told["verb"],
        noun=told["noun"],
        nouns=nouns,
        verb_class=verb_class,
        noun_class=noun_class,
        noun_classes=classes,
    )


def by_video(
    paths: Sequence[Path],
    columns: Sequence[str],
    parse: Callable[[Row], F | None],
    findings: Findings,
    *,
    optional: Sequence[str] = (),
    loose: str = "",
) -> tuple[dict[str, list[F]], dict[str, str]]:
    """The facts of each video in files of one kind, in order of time, and whose video it is.

    Raises InputError for a file that cannot be read, one without rows, and a video of two participants.
    """
    facts: dict[str, F] = {}
    owners: dict[str, str] = {}
    for path in paths:
        read = rows(path, columns, optional, loose=loose, findings=findings)
        empty = True
        for row, owner, fact in parsed(read, lambda row: (row, row.text("participant_id"), parse(row)), findings):
            empty = False
            if fact is None:
                continue
            if owners.setdefault(fact.video_id, owner) != owner:
                raise row.fail("participant_id", f"{fact.video_id!r} belonged to {owners[fact.video_id]!r} before")
            add(facts, fact, findings, row.place)
        if empty:
            raise InputError(f"{path}:1: {columns[0]}: the file has no rows; give an annotation file with at least one")
    found: dict[str, list[F]] = defaultdict(list)
    for fact in ordered(list(facts.values())):
        found[fact.video_id].append(fact)
    return dict(found), owners
