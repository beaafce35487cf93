"""Two runs on the same items: what changed, item by item, and how sure that is."""

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nsmallest

import numpy as np

from evaluation.intervals import Floats, Interval, paired_difference
from evaluation.runs import Ints, Run, grouped, texts
from evaluation.scored import Scored
from reward.item import FORMATS

FLIPS = 20
SHOWN_CHARS = 1_000
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Change:
    """Two runs on a set of items, each item counting once with the mean of its scored replies."""

    items: int
    videos: int
    chance: float
    before: float
    after: float
    difference: Interval
    improved: int
    worse: int
    same: int


@dataclass(frozen=True, slots=True)
class Said:
    """One reply to an item that changed, with what decided its score."""

    reply: str
    said: str | None
    score: float | None
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Flip:
    """An item that changed, with a reply of each run that shows it; `key` is the item's perfect reply."""

    id: str
    subtype: str
    format: str
    question: str
    key: str
    before: Said
    after: Said


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first run against a later one. Items that cannot be paired are counted by reason, and left out."""

    first: str
    later: str
    only_first: int
    only_later: int
    differently_asked: int
    without_score: int
    overall: Change | None
    subtypes: dict[str, Change]
    formats: dict[str, Change]
    improved: list[Flip]
    worse: list[Flip]

    @property
    def findings(self) -> list[str]:
        """What makes the two runs no clean pair, in sentences for a person."""
        paired = f"compared on the {self.overall.items:,} items they share" if self.overall else "not compared"
        found = []
        if self.only_first or self.only_later:
            found.append(
                f"{self.first} and {self.later} hold different items: {self.only_first:,} only in {self.first}, "
                f"{self.only_later:,} only in {self.later}; they are {paired}."
            )
        if self.differently_asked:
            found.append(
                f"{self.differently_asked:,} items have the same id in {self.first} and {self.later}, but another key, "
                "subtype, format, split, video or chance; they are left out of the comparison."
            )
        return found


@dataclass(frozen=True, slots=True)
class Pairs:
    """The paired items of two runs, aligned: ids, mean scores, and each item's place in the first run."""

    ids: list[str]
    place: Ints
    before: Floats
    after: Floats


def compare(first: Run, later: Run, seed: int) -> Comparison:
    """Pair two runs by item, overall and in slices, and show up to FLIPS items that changed each way."""
    common = [id_ for id_ in first.items if id_ in later.items]
    alike = [id_ for id_ in common if first.asked[first.items[id_]] == later.asked[later.items[id_]]]
    pairs = _pairs(first, later, alike)
    asked = [first.asked[place] for place in pairs.place]
    subtypes = grouped(about.subtype for about in asked)
    formats = grouped(about.format for about in asked)
    improved, worse = _flips(first, later, pairs)
    return Comparison(
        first=first.name,
        later=later.name,
        only_first=len(first.items) - len(common),
        only_later=len(later.items) - len(common),
        differently_asked=len(common) - len(alike),
        without_score=len(alike) - len(pairs.ids),
        overall=_change(first, pairs, np.arange(len(asked)), seed) if asked else None,
        subtypes={name: _change(first, pairs, subtypes[name], seed) for name in sorted(subtypes)},
        formats={name: _change(first, pairs, formats[name], seed) for name in FORMATS if name in formats},
        improved=improved,
        worse=worse,
    )


def _pairs(first: Run, later: Run, ids: list[str]) -> Pairs:
    """The items that both runs have a score for."""
    place = np.array([first.items[id_] for id_ in ids], dtype=np.int64)
    before = first.item_means[place]
    after = later.item_means[np.array([later.items[id_] for id_ in ids], dtype=np.int64)]
    kept = ~(np.isnan(before) | np.isnan(after))
    return Pairs([id_ for id_, keep in zip(ids, kept, strict=True) if keep], place[kept], before[kept], after[kept])


def _change(first: Run, pairs: Pairs, rows: Ints, seed: int) -> Change:
    place, before, after = pairs.place[rows], pairs.before[rows], pairs.after[rows]
    gain = after - before
    improved, worse = int((gain > SAME).sum()), int((gain < -SAME).sum())
    return Change(
        items=len(rows),
        videos=len(np.unique(first.video[place])),
        chance=float(first.chance[place].mean()),
        before=float(before.mean()),
        after=float(after.mean()),
        difference=paired_difference(before, after, first.video[place], seed),
        improved=improved,
        worse=worse,
        same=len(rows) - improved - worse,
    )


def _flips(first: Run, later: Run, pairs: Pairs) -> tuple[list[Flip], list[Flip]]:
    """The items that improved most and those that worsened most; ties in the order of their ids."""
    gains = list(zip((pairs.after - pairs.before).tolist(), pairs.ids, strict=True))
    worse = [id_ for gain, id_ in nsmallest(FLIPS, gains) if gain < -SAME]
    improved = [id_ for loss, id_ in nsmallest(FLIPS, ((-gain, id_) for gain, id_ in gains)) if loss < -SAME]
    before = texts(first.path, best=set(worse), worst=set(improved))
    after = texts(later.path, best=set(improved), worst=set(worse))
    return _flip_list(improved, before, after), _flip_list(worse, before, after)


def _flip_list(ids: Iterable[str], before: dict[str, Scored], after: dict[str, Scored]) -> list[Flip]:
    return [_flip(before[id_], after[id_]) for id_ in ids]


def _flip(before: Scored, after: Scored) -> Flip:
    question, key = _shown(before.question), _shown(before.gold)
    return Flip(before.id, before.subtype, before.format, question, key, _said(before), _said(after))


def _said(row: Scored) -> Said:
    said = None if row.said is None else _shown(row.said)
    return Said(_shown(row.reply), said, row.score, row.rule, row.note)


def _shown(text: str) -> str:
    """The text, cut where it is too long for a page."""
    return text if len(text) <= SHOWN_CHARS else f"{text[:SHOWN_CHARS]} … ({len(text) - SHOWN_CHARS:,} more characters)"
