"""Bundles: four questions with four different keys share these keys as options, so that no text is right more often.

Each option is then right once in four appearances, whatever it says, and nothing but the clip tells the four questions
apart. An option is the key of one of the four and proved wrong for the other three. A bundle stays in one split, and
mostly in one clip.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, TypeVar

from data_builder.cards import Card, ClipId
from reward.plain import plain

SIZE = 4
PER_CLIP = 4
"""Bundled questions of one subtype about one clip, after which no further bundle takes one."""
LOOK = 400
"""Questions that are looked at to complete a bundle, so that large groups take time in proportion to their size."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Questions, and their four options as the cards whose keys these are: mostly the questions themselves."""

    cards: tuple[Card, ...]
    options: tuple[Card, ...]

    @property
    def subtype(self) -> str:
        return self.cards[0].subtype

    @property
    def id(self) -> str:
        return min(card.id for card in self.cards)


Asked = tuple[str, str]
"""A key and the id of a fact."""
K = TypeVar("K", bound=Any)
V = TypeVar("V")


def bundles(cards: Sequence[Card], split: Mapping[str, str], seed: int) -> list[Bundle]:
    """As many bundles as a greedy search finds; `split` is by video. Exchangeable questions have one each.

    No question comes twice in other words: of those of a subtype with the same key and a common fact, one is taken.
    """
    found: list[Bundle] = []
    for name, same in sorted(_grouped((card.subtype, card) for card in cards).items()):
        rng = random.Random(f"{seed} bundles {name}")
        shuffled = rng.sample(sorted(same, key=lambda card: card.id), len(same))
        left = [card for card in shuffled if not card.exchangeable]
        used: set[Asked] = set()
        clips: Counter[ClipId] = Counter()
        for level in range(max((len(card.groups) for card in left), default=0)):
            groups = _grouped(((split[c.video_id], c.groups[level]), c) for c in left if level < len(c.groups))
            made = [bundle for _, group in sorted(groups.items()) for bundle in _bundled(group, used, clips)]
            taken = {card.id for bundle in made for card in bundle.cards}
            left = [card for card in left if card.id not in taken]
            found += made
        found += _alone([card for card in shuffled if card.exchangeable], used, clips, rng)
    return found


def _alone(cards: Iterable[Card], used: set[Asked], clips: Counter[ClipId], rng: random.Random) -> Iterator[Bundle]:
    """A bundle of one for each question whose options are exchangeable, with some of its wrong options."""
    for card in cards:
        if len(card.wrong) >= SIZE - 1 and clips[card.clip] < PER_CLIP and not asked_of(card) & used:
            wrong = [replace(card, id="", key=label, text=label) for label in rng.sample(card.wrong, SIZE - 1)]
            yield Bundle((card,), (card, *wrong))
            used.update(asked_of(card))
            clips[card.clip] += 1


def _grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    groups: dict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return dict(groups)


def asked_of(card: Card) -> set[Asked]:
    """What a question is a duplicate by: its key with each of its facts."""
    return {(card.key, fact) for fact in card.evidence}


def _bundled(cards: Sequence[Card], used: set[Asked], clips: Counter[ClipId]) -> Iterator[Bundle]:
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
        yield Bundle(tuple(bundle), tuple(bundle))
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
