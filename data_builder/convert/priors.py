"""Priors: what the set as a whole says against asking a question openly, and how far a constant reply gets.

Where one key is right too often, in a subtype or among questions with the same options, some of its questions keep
their options, which are dealt evenly. A question that the set asks twice of one clip with two keys has no single
answer: without options it would be unfair, and if both are values, one of them is wrong.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from data_builder.convert.mcq import Mcq, Opened, hashed
from data_builder.convert.prepared import prepare
from data_builder.convert.values import Typed
from reward.nouns import singular
from reward.plain import plain

MOST = 0.1
"""The share of a group's questions that one key may have; with fewer than ten keys their even share."""
ENOUGH = 20
"""Questions with the same options from which on these are a group by themselves: "left hand", "right hand"."""
FREQUENT, AMBIGUOUS, CONTRADICTED = "key_too_frequent", "asked_with_another_key", "contradicted_by_another_row"
STRADDLES = "videos_in_two_splits"
NEVER = (CONTRADICTED, STRADDLES)
"""Reasons for which a question is not asked at all."""
Asked: TypeAlias = Mcq | Opened


@dataclass(frozen=True, slots=True)
class Priors:
    """`blind` is what a reply gets, in [0, 1], that always says the most frequent key of a question's group; `keep`
    says why a question is not asked openly, or not at all. Both are by base_id."""

    blind: Mapping[str, float]
    keep: Mapping[str, str]


def priors(asked: Sequence[Asked]) -> Priors:
    """Count the keys of each group, and compare questions in the same words.

    Questions that are open already have no options to keep.
    """
    keep = dict(_disputed(asked))
    key = {one.base_id: plain(one.key) if isinstance(one, Mcq) else one.answer.gold() for one in asked}
    groups = list(_groups(asked))
    for group in groups:
        for id in _surplus(group, key):
            keep.setdefault(id, FREQUENT)
    blind: dict[str, float] = {}
    for group in groups:
        kept = Counter(key[one.base_id] for one in group if keep.get(one.base_id) != FREQUENT)
        share = round(max(kept.values()) / kept.total(), 4) if kept else 0.0
        for one in group:
            blind[one.base_id] = max(blind.get(one.base_id, 0.0), share)
    return Priors(blind, keep)


def _groups(asked: Iterable[Asked]) -> Iterator[list[Asked]]:
    """The questions of each subtype, and those of one set with the same options."""
    groups: dict[Hashable, list[Asked]] = defaultdict(list)
    for one in asked:
        groups[one.source, one.subtype].append(one)
        if isinstance(one, Mcq):
            groups[one.source, frozenset(one.options)].append(one)
    return (group for name, group in groups.items() if isinstance(name[1], str) or len(group) >= ENOUGH)  # type: ignore[index]


def _surplus(group: Sequence[Asked], key: Mapping[str, str]) -> Iterator[str]:
    """Of the questions of each key those beyond its share, by a draw that depends on nothing but their ids."""
    same: dict[str, list[str]] = defaultdict(list)
    for one in group:
        if isinstance(one, Mcq):
            same[key[one.base_id]].append(one.base_id)
    most = -(-len(group) // min(max(len(same), 1), round(1 / MOST)))
    for ids in same.values():
        if len(ids) > most:
            yield from sorted(ids, key=lambda id: hashed("surplus", id))[most:]


def _disputed(asked: Iterable[Asked]) -> Iterator[tuple[str, str]]:
    """Questions about the same clips in the same words that have different keys, each with the reason."""
    same: dict[Hashable, list[Mcq]] = defaultdict(list)
    for one in asked:
        if isinstance(one, Mcq) and one.clips:
            spans = tuple((clip.video_id, clip.start, clip.end, clip.images) for clip in one.clips)
            same[one.source, plain(one.stem), spans].append(one)
    for group in same.values():
        if len({plain(one.key) for one in group}) > 1:
            yield from _of_one_wording(group)


def _of_one_wording(group: Iterable[Mcq]) -> Iterator[tuple[str, str]]:
    keys: dict[str, dict[str, tuple[str, bool]]] = defaultdict(dict)
    for one in group:
        ready = prepare(one)
        if isinstance(ready, str) or ready.own:
            continue
        typed = isinstance(ready.found, Typed)
        addition = ready.found.addition if isinstance(ready.found, Typed) else ""
        form = " ".join(map(singular, plain(one.key).split()))
        said = ready.found.answer.gold() if isinstance(ready.found, Typed) else form
        keys[addition][one.base_id] = said, typed
    for found in keys.values():
        if len({said for said, _ in found.values()}) > 1:
            reason = CONTRADICTED if all(typed for _, typed in found.values()) else AMBIGUOUS
            yield from ((id, reason) for id in found)
