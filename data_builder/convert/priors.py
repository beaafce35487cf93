"""Priors: what the set as a whole says against asking a question openly, and how far a constant reply gets.

Where one key of a subtype is right too often, some of its questions keep their options, which are dealt evenly. A
question that the set asks twice of one clip with two keys has no single answer: without options it would be unfair.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from data_builder.convert.mcq import Mcq, Opened, hashed
from reward.plain import plain

MOST = 0.1
"""The share of a subtype's questions that one key may have; with fewer than ten keys their even share."""
FREQUENT, AMBIGUOUS = "key_too_frequent", "asked_with_another_key"
Asked: TypeAlias = Mcq | Opened


@dataclass(frozen=True, slots=True)
class Priors:
    """`blind` is the share of the most frequent key by (source, subtype), in [0, 1]: what a reply gets that always
    says the same. `keep` says of questions, by base_id, why their options stay."""

    blind: Mapping[tuple[str, str], float]
    keep: Mapping[str, str]


def priors(asked: Sequence[Asked]) -> Priors:
    """Count the keys of each subtype, and of each wording. Questions that are open already have no options to keep."""
    groups: dict[tuple[str, str], list[Asked]] = defaultdict(list)
    for one in asked:
        groups[one.source, one.subtype].append(one)
    keep = dict.fromkeys(_ambiguous(asked), AMBIGUOUS)
    blind: dict[tuple[str, str], float] = {}
    for name, group in groups.items():
        kept = Counter[str]()
        by_key: dict[str, list[Asked]] = defaultdict(list)
        for one in group:
            by_key[_key(one)].append(one)
        most = -(-len(group) // min(len(by_key), round(1 / MOST)))
        for key, same in by_key.items():
            over = _over(same, most) if isinstance(same[0], Mcq) else []
            keep |= {id: FREQUENT for id in over if id not in keep}
            kept[key] = len(same) - len(over)
        blind[name] = round(max(kept.values()) / kept.total(), 4)
    return Priors(blind, keep)


def _key(one: Asked) -> str:
    return plain(one.key) if isinstance(one, Mcq) else one.answer.gold()


def _over(same: Sequence[Asked], most: int) -> list[str]:
    """Of questions with one key those beyond `most`, by a draw that depends on nothing but their ids."""
    return sorted((one.base_id for one in same), key=lambda id: hashed("surplus", id))[most:]


def _ambiguous(asked: Iterable[Asked]) -> list[str]:
    """Questions that are asked of the same clips in the same words, and answered in another way."""
    same: dict[object, list[Mcq]] = defaultdict(list)
    for one in asked:
        if isinstance(one, Mcq) and one.clips:
            spans = tuple((clip.video_id, clip.start, clip.end, clip.images) for clip in one.clips)
            same[one.source, plain(one.stem), spans].append(one)
    several = (group for group in same.values() if len({_key(one) for one in group}) > 1)
    return [one.base_id for group in several for one in group]
