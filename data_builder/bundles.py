"""Bundles: four questions with four different keys share these keys as options, so that no text is right more often.

Each option is then right once in four appearances, whatever it says, and nothing but the clip tells the four questions
apart. An option is the key of one of the four and proved wrong for the other three. A bundle stays in one split, and
mostly in one clip.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, TypeVar

from data_builder.cards import Card, ClipId
from data_builder.matching import matched
from reward.plain import plain

SIZE = 4
PER_CLIP = 4
"""Bundled questions of one subtype about one clip, after which no further bundle takes one."""
ALONE_PER_CLIP = 2
"""The same for questions whose options are exchangeable: those about one clip have much in common."""
LOOK = 400
"""Questions that are looked at to complete a bundle, so that large groups take time in proportion to their size."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A question and its four options, as the cards whose keys these are; the question's own is one of them."""

    card: Card
    options: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Bundle:
    """Questions whose options belong together: none of them can be left out without the others."""

    offers: tuple[Offer, ...]

    @property
    def subtype(self) -> str:
        return self.offers[0].card.subtype

    @property
    def id(self) -> str:
        return min(offer.card.id for offer in self.offers)


Asked = tuple[str, str]
"""A key and the id of a fact, or no key and the ids of all."""
K = TypeVar("K", bound=Any)
V = TypeVar("V")


def bundles(cards: Sequence[Card], split: Mapping[str, str], seed: int) -> list[Bundle]:
    """As many bundles as a greedy search finds, and then what can be matched in each video; `split` is by video.

    No question comes twice in other words: of those of a subtype with the same key and a common fact, one is taken.
    """
    found: list[Bundle] = []
    for name, same in sorted(_grouped((card.subtype, card) for card in cards).items()):
        rng = random.Random(f"{seed} bundles {name}")
        shuffled = rng.sample(sorted(same, key=lambda card: card.id), len(same))
        left = [card for card in shuffled if not card.exchangeable]
        taken = Taken()
        for level in range(max((len(card.groups) for card in left), default=0)):
            groups = _grouped(((split[c.video_id], c.groups[level]), c) for c in left if level < len(c.groups))
            found += [bundle for _, group in sorted(groups.items()) for bundle in _bundled(group, taken)]
        videos = _grouped((card.video_id, card) for card in left)
        found += [bundle for _, group in sorted(videos.items()) for bundle in _matched(group, taken)]
        found += _alone([card for card in shuffled if card.exchangeable], taken, rng)
    return found


@dataclass(slots=True)
class Taken:
    """What has been asked, and how often about each clip."""

    asked: set[Asked] = field(default_factory=set)
    clips: Counter[ClipId] = field(default_factory=Counter)

    def fresh(self, card: Card, most: int = PER_CLIP) -> bool:
        """Whether a question says something new about a clip that was not asked about too often."""
        return self.clips[card.clip] < most and not asked_of(card) & self.asked

    def add(self, card: Card) -> None:
        self.asked |= asked_of(card)
        self.clips[card.clip] += 1


def _alone(cards: Iterable[Card], taken: Taken, rng: random.Random) -> Iterator[Bundle]:
    """A bundle of one for each question whose options are exchangeable, with some of its wrong options."""
    for card in cards:
        if len(card.wrong) >= SIZE - 1 and taken.fresh(card, ALONE_PER_CLIP):
            wrong = [replace(card, id="", key=label, text=label) for label in rng.sample(card.wrong, SIZE - 1)]
            yield Bundle((Offer(card, (card, *wrong)),))
            taken.add(card)


def _matched(cards: Sequence[Card], taken: Taken) -> Iterator[Bundle]:
    """Of the questions of one video, all that can be matched, in one bundle."""
    trial = Taken(set(taken.asked), Counter(taken.clips))
    fresh: list[Card] = []
    key_of: dict[str, str] = {}
    for card in _rare_first(cards):
        if card.wrong and trial.fresh(card) and key_of.setdefault(plain(card.text), card.key) == card.key:
            fresh.append(card)
            trial.add(card)
    by_key = {card.key: card for card in fresh}
    offers = [Offer(card, (card, *(by_key[label] for label in labels))) for card, labels in matched(fresh)]
    if offers:
        yield Bundle(tuple(offers))
        for offer in offers:
            taken.add(offer.card)


def _grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    groups: dict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return dict(groups)


def asked_of(card: Card) -> set[Asked]:
    """What a question is a duplicate by: its key with each of its facts, or all of its facts."""
    return {("", " ".join(card.evidence)), *((card.key, fact) for fact in card.evidence)}


def _bundled(cards: Sequence[Card], taken: Taken) -> Iterator[Bundle]:
    """Bundles of one group. Questions with rare keys come first: the others find partners anyway."""
    waiting = [card for card in _rare_first(cards) if card.wrong and taken.fresh(card)]
    while len(waiting) >= SIZE:
        first, *rest = waiting
        four = [first]
        for card in rest[:LOOK]:
            if len(four) == SIZE:
                break
            if all(_fit(card, other) for other in four):
                four.append(card)
        if len(four) < SIZE:
            waiting = rest
            continue
        options = tuple(four)
        yield Bundle(tuple(Offer(card, options) for card in options))
        for card in four:
            taken.add(card)
        waiting = [card for card in waiting if taken.fresh(card)]


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
