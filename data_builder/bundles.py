"""Bundles: four questions with four different keys share these keys as options, so that no text is right more often.

Each option is then right once in four appearances, whatever it says, and nothing but the clip tells the four questions
apart. An option is the key of one of the four and proved wrong for the other three. A bundle stays in one split, and
mostly in one clip.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

from data_builder.cards import Card
from reward.plain import plain

SIZE = 4
PER_CLIP = 4
"""Bundled questions of one subtype about one clip, after which no further bundle takes one."""
LOOK = 400
"""Questions that are looked at to complete a bundle, so that large groups take time in proportion to their size."""

Bundle = tuple[Card, ...]
Asked = tuple[str, str]
"""A key and the id of a fact."""
K = TypeVar("K", bound=Any)
V = TypeVar("V")


def bundles(cards: Sequence[Card], split: Mapping[str, str], seed: int) -> list[Bundle]:
    """As many bundles as a greedy search finds; `split` is by video.

    No question comes twice in other words: of those of a subtype with the same key and a common fact, one is taken.
    """
    found: list[Bundle] = []
    for name, same in sorted(_grouped((card.subtype, card) for card in cards).items()):
        rng = random.Random(f"{seed} bundles {name}")
        left = rng.sample(sorted(same, key=lambda card: card.id), len(same))
        used: set[Asked] = set()
        clips: Counter[tuple[str, float, float]] = Counter()
        for level in range(max((len(card.groups) for card in left), default=0)):
            groups = _grouped(((split[c.video_id], c.groups[level]), c) for c in left if level < len(c.groups))
            made = [bundle for _, group in sorted(groups.items()) for bundle in _bundled(group, used, clips)]
            taken = {card.id for bundle in made for card in bundle}
            left = [card for card in left if card.id not in taken]
            found += made
    return found


def _grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    groups: dict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return dict(groups)


def asked_of(card: Card) -> set[Asked]:
    """What a question is a duplicate by: its key with each of its facts."""
    return {(card.key, fact) for fact in card.evidence}


def _bundled(cards: Sequence[Card], used: set[Asked], clips: Counter[tuple[str, float, float]]) -> Iterator[Bundle]:
    """Bundles of one group; `used` is what has been asked and `clips` how often of each clip, and both grow.

    Questions with rare keys come first: the others find partners anyway.
    """

    def fresh(card: Card) -> bool:
        return clips[card.clip] < PER_CLIP and not asked_of(card) & used

    waiting = [card for card in _rare_first(cards) if card.wrong and fresh(card)]
    while len(waiting) >= SIZE:
        first, *rest = waiting
        bundle = [first]
        for card in rest[:LOOK]:
            if len(bundle) == SIZE:
                break
            if all(_fit(card, other) for other in bundle):
                bundle.append(card)
        if len(bundle) < SIZE:
            waiting = rest
            continue
        yield tuple(bundle)
        used.update(*map(asked_of, bundle))
        clips.update(card.clip for card in bundle)
        waiting = [card for card in waiting if fresh(card)]


def _rare_first(cards: Iterable[Card]) -> Iterator[Card]:
    """One question of each key in turn, as long as there are any, the keys with few questions before the others."""
    by_key = sorted(_grouped((card.key, card) for card in cards).values(), key=len)
    return (card for turn in zip_longest(*by_key) for card in turn if card is not None)


def _fit(one: Card, other: Card) -> bool:
    """Whether each one's key is proved wrong for the other."""
    return (
        one.key != other.key
        and plain(one.text) != plain(other.text)
        and other.key in one.wrong
        and one.key in other.wrong
    )
