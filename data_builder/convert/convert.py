"""The conversion of a set: rows in, items out, in two passes over parts, as a killed run goes on where it was.

    rows ─► split ─► first pass: without options ─► falls ─► repaired options, dealt statements ─► second pass ─► items

What the first pass leaves is repaired and dealt as a whole, since options are shared and truth is dealt evenly.
"""

import json
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from data_builder.audit.question import joined
from data_builder.convert.account import Account
from data_builder.convert.clips import KITCHEN
from data_builder.convert.first_pass import Case, Fall, Made, open_case
from data_builder.convert.ladder import Demotion
from data_builder.convert.llm.opinion import Opinion
from data_builder.convert.mcq import Mcq, Opened, hashed
from data_builder.convert.per_option import Deal, dealt
from data_builder.convert.priors import STRADDLES, priors
from data_builder.convert.repair import repaired
from data_builder.convert.second_pass import stay
from data_builder.convert.shown import Shown, unnested
from data_builder.parts import counted
from data_builder.split import split_of
from data_builder.tally import Tally
from reward.item import Split

MEDIA = re.compile(r"\.(?:mp4|mkv|webm|avi|mov|png|jpe?g|webp|gif)$", re.IGNORECASE)
MOST_TIED, FEWEST = 0.3, 20
"""The share of a set that may be tied together by questions about several videos, and how many videos make a set."""
PART = 1500
"""Rows of one part."""
FALL = '{"fall":'
"""What the line of a question begins with that waits for the second pass."""
DROP = '{"dropped":'
"""What the line of a question begins with that does not ship."""
Spread = Callable[[Any, Sequence[Any], Path, str], list[Path]]
"""Makes parts: like `make_parts` with its workers given, or `ray_parts`."""
Counts = tuple[list[str], Callable[[], dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a conversion is made with. Splits are drawn for each video, or each kitchen, of which no two share one."""

    seed: int = 0
    by_kitchen: bool = False
    choice: bool = False


@dataclass(frozen=True, slots=True)
class Converted:
    """What came out: shards with the items in order, what was counted, and each question that still shows options."""

    shards: list[Path]
    account: Account
    tally: Tally
    showing: list[tuple[Mcq, Shown]]
    repairs: Counter[str]


def ready() -> None:
    """What a worker begins with: nothing but this module and all that it needs."""


def convert(
    asked: Sequence[Mcq | Opened],
    opinions: Mapping[str, Opinion],
    settings: Settings,
    work: Path,
    spread: Spread,
) -> Converted:
    """Convert the rows in parts, in the folder `work`, which `spread` makes; `opinions` are by base_id."""
    rows = _cases(asked, opinions, settings)
    # Parts that were made of other opinions, of a run that was killed, are not taken for these.
    said = f"-{hashed(sorted((id, repr(opinion)) for id, opinion in opinions.items()))}" if opinions else ""
    first = spread(partial(_open_part, settings), _parts(rows), work, f"open{said}")
    account, tally = Account(), Tally()
    falls = [(rows[at], fall) for at, fall in _falls(first, rows, account, tally)]
    split = {row.asked.base_id: row.split for row, _ in falls}
    shown, repairs = repaired([(fall.mcq, fall.shown) for _, fall in falls], split, settings.seed)
    shown = {id: unnested(one) for id, one in shown.items()}
    deals = dealt(sorted(shown.items()), settings.seed)
    staying = [(row, fall, shown[row.asked.base_id], deals[row.asked.base_id]) for row, fall in falls]
    second = spread(partial(_stay_part, settings), _parts(staying), work, f"stay{said}")
    for path in second:
        _count(counted(path) or {}, account, tally)
    showing = [(fall.mcq, shown[row.asked.base_id]) for row, fall in falls]
    return Converted([*first, *second], account, tally, showing, repairs)


def _parts(rows: Sequence[Any]) -> list[Any]:
    return [rows[i : i + PART] for i in range(0, len(rows), PART)]


def _cases(asked: Sequence[Mcq | Opened], opinions: Mapping[str, Opinion], settings: Settings) -> list[Case]:
    known = priors(asked)
    return [
        Case(
            one,
            split or "train",
            opinions.get(one.base_id),
            blind=known.blind[one.base_id],
            keep=known.keep.get(one.base_id, "") if split else STRADDLES,
        )
        for one, split in zip(asked, _splits(asked, settings), strict=True)
    ]


def _splits(asked: Sequence[Mcq | Opened], settings: Settings) -> list[Split | None]:
    """A split for each row; rows that share a video, or a kitchen, are in one.

    Where questions about several videos would tie most of the set together, the split is each video's own, and a
    question about videos of two splits has None: it could not be asked without giving one away.
    """
    owned = []
    for one in asked:
        kitchen = one.kitchen if settings.by_kitchen and isinstance(one, Mcq) else ""
        owned.append((f"kitchen {kitchen}",) if kitchen else _owned(one) or (one.base_id,))
    together = joined(owned)
    if max(Counter(together).values(), default=0) <= MOST_TIED * len(asked) or len(set(chain(*owned))) < FEWEST:
        return [split_of(name, settings.seed) for name in together]
    splits = [{split_of(_place(name, settings), settings.seed) for name in names} for names in owned]
    return [found.pop() if len(found) == 1 else None for found in splits]


def _place(video: str, settings: Settings) -> str:
    """What a video's split is drawn for."""
    found = KITCHEN.match(video) if settings.by_kitchen else None
    return f"kitchen {found[1]}" if found else video


def _owned(one: Mcq | Opened) -> tuple[str, ...]:
    """The videos and images of a row: a file's path, or a name without "./" and its suffix, however it is written."""
    named = []
    for clip in one.clips:
        name = posixpath.normpath(clip.images[0] if clip.images else clip.video_id)
        named.append(name if clip.images else MEDIA.sub("", name))
    return tuple(named)


def _open_part(settings: Settings, rows: Sequence[Case]) -> Counts:
    """The first pass over a part: lines of items, and of falls with the place of their row in the part."""
    account, tally = Account(), Tally()
    lines: list[str] = []
    for place, row in enumerate(rows):
        made = open_case(row)
        if isinstance(made, Fall):
            lines.append(json.dumps({"fall": place, **_fields(made)}) + "\n")
        else:
            lines += _lines(made, account, tally)
    return lines, lambda: {"account": account.to_json(), "tally": tally.to_json()}


def _stay_part(settings: Settings, asked: Sequence[tuple[Case, Fall, Shown, Deal]]) -> Counts:
    account, tally = Account(), Tally()
    lines = [
        line
        for row, fall, shown, deal in asked
        for line in _lines(stay(row, fall, shown, deal, settings.choice), account, tally)
    ]
    return lines, lambda: {"account": account.to_json(), "tally": tally.to_json()}


def _lines(made: Made, account: Account, tally: Tally) -> Iterator[str]:
    """The items' lines; they and their outcome are counted."""
    items, outcome = made
    account.add(outcome)
    if outcome.dropped:
        place = {name: outcome.example[name] for name in ("where", "id")}
        entry = {"dropped": outcome.dropped, "source": outcome.source, "subtype": outcome.subtype, **place}
        yield json.dumps({**entry, "demotions": outcome.demotions}, ensure_ascii=False) + "\n"
    yield from (item.model_dump_json() + "\n" for item in tally.shipped(items))


def _falls(paths: Iterable[Path], rows: Sequence[Case], account: Account, tally: Tally) -> Iterator[tuple[int, Fall]]:
    """The falls of all parts, each with the place of its row among all rows."""
    for part, path in enumerate(paths):
        _count(counted(path) or {}, account, tally)
        with path.open(encoding="utf-8") as file:
            for line in file:
                if line.startswith(FALL):
                    entry = json.loads(line)
                    at = part * PART + entry["fall"]
                    yield at, _fall_of(rows[at], entry)


def _count(table: Mapping[str, Any], account: Account, tally: Tally) -> None:
    account.merge(Account.from_json(table["account"]))
    tally.add(Tally.from_json(table["tally"]))


def _fields(fall: Fall) -> dict[str, Any]:
    """A fall as JSON; what the row says already is left out."""
    mcq, shown = fall.mcq, fall.shown
    return {
        "stem": mcq.stem,
        "options": mcq.options,
        "correct": mcq.correct,
        "shown": [shown.stem, shown.options, shown.truth],
        "sort": fall.sort,
        "demotions": [[one.kind, one.reason] for one in fall.demotions],
    }


def _fall_of(row: Case, entry: Mapping[str, Any]) -> Fall:
    assert isinstance(row.asked, Mcq)
    stem, options, truth = entry["shown"]
    mcq = replace(row.asked, stem=entry["stem"], options=tuple(entry["options"]), correct=entry["correct"], lists=())
    demotions = tuple(Demotion(kind, reason) for kind, reason in entry["demotions"])
    return Fall(mcq, Shown(stem, tuple(options), tuple(truth)), entry["sort"], demotions)
