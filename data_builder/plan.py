"""The plan of a set: which questions ship, with which options, at which letter, and what is stated of whom.

It is made of cards alone, so that every video can then be written on its own, in any order, after any interruption.
Whatever a constant reply or the text alone could exploit is dealt evenly: in a bundle each letter is the key once, one
option is stated once as true and once as false, and another one too; the patterns of true and false come in shuffled
rounds; and of the statements about a clip, those that have been true more often become false next.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeVar

from data_builder.bundles import SIZE, Bundle, Offer
from data_builder.cards import Card, ClipId, Heard
from reward.item import Split

T = TypeVar("T")

PATTERNS = [pattern for pattern in product((True, False), repeat=4) if any(pattern)]
"""Which of four statements are true: all but none of them, as the question's own key is always among the true ones."""
USUAL = sum(map(sum, PATTERNS)) / sum(map(len, PATTERNS))
HEARD = "heard"
"""Stands for the question's id in a statement that a sound can be heard in the clip."""
TRIES = 3
"""How often a pattern is tried: what is drawn first may leave nothing wrong to be stated of what comes last."""
MOST_SOUNDS = 1
"""Statements about a sound of one item: with more, the question's own statement, which is true, would stand out."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement that the option `label` is the answer of question `id`, and whether it is."""

    id: str
    label: str
    true: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """How one question ships. Without `options` it goes out in the formats that need none.

    `alone` says whether all questions that share the options stand without them: they are asked in the same formats,
    or a letter would be the key more often in one of them.
    `options` are the labels in the order of the letters; `texts` and `evidence` are those of the keys behind them.
    """

    id: str
    level: int
    split: Split
    bundle: str = ""
    alone: bool = True
    options: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    evidence: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    statement: Stated | None = None
    statements: tuple[Stated, ...] = ()


@dataclass(slots=True)
class Deck:
    """Deals values in shuffled rounds, so that after each round all have come equally often; one pile per name."""

    rng: random.Random
    piles: dict[tuple[str, ...], list[Any]] = field(default_factory=dict)

    def pile(self, values: Sequence[T], *name: str) -> list[T]:
        """What is left of the round; who takes one removes it."""
        pile: list[T] = self.piles.setdefault(name, [])
        if not pile:
            pile.extend(self.rng.sample(values, len(values)))
        return pile

    def deal(self, values: Sequence[T], *name: str) -> T:
        return self.pile(values, *name).pop()


def plans(
    bundled: Sequence[Bundle],
    singles: Iterable[Card],
    heard: Iterable[Heard],
    split: Mapping[str, Split],
    seed: int,
) -> dict[str, Plan]:
    """The plan of each question, by its id."""
    company: dict[ClipId, list[Offer]] = defaultdict(list)
    for bundle in bundled:
        for offer in bundle.offers:
            company[offer.card.clip].append(offer)
    teller = Teller(random.Random(f"{seed} statements"), {entry.clip: entry for entry in heard})
    deck = Deck(random.Random(f"{seed} letters"))
    made = {card.id: Plan(card.id, card.level, split[card.video_id]) for card in singles}
    for bundle in deck.rng.sample(bundled, len(bundled)):  # mixed, since all is dealt by what came before
        pile = (split[bundle.offers[0].card.video_id], bundle.subtype)
        shuffled = deck.rng.sample(bundle.offers, len(bundle.offers))
        dealt = zip(shuffled, _lettered(shuffled, deck, pile), _stated(shuffled, deck, pile), strict=True)
        for offer, options, statement in dealt:
            card = offer.card
            made[card.id] = Plan(
                id=card.id,
                level=card.level,
                split=split[card.video_id],
                bundle=bundle.id,
                alone=all(other.card.stands for other in bundle.offers),
                options=options,
                texts={other.key: other.text for other in offer.options},
                evidence={other.key: other.evidence for other in offer.options},
                statement=statement,
                statements=_statements(card, company[card.clip], teller, deck.pile(PATTERNS, "pattern", pile[0])),
            )
    return made


def _statements(
    card: Card, company: Sequence[Offer], teller: "Teller", patterns: list[tuple[bool, ...]]
) -> tuple[Stated, ...]:
    """Statements in the first pattern of the round that the clip allows, or none; the pattern is used up."""
    for pattern in patterns * TRIES:
        if told := teller.tell(card, company, pattern):
            patterns.remove(pattern)
            return told
    return ()


def _lettered(offers: Sequence[Offer], deck: Deck, pile: tuple[str, ...]) -> list[tuple[str, ...]]:
    """For each question its options in an order in which its key has the letter after that of the one before."""
    turn = deck.deal(range(SIZE), "turn", *pile)
    orders = []
    for i, offer in enumerate(offers):
        order = [other.key for other in deck.rng.sample(offer.options, SIZE) if other is not offer.card]
        order.insert((i + turn) % SIZE, offer.card.key)
        orders.append(tuple(order))
    return orders


def _stated(offers: Sequence[Offer], deck: Deck, pile: tuple[str, ...]) -> list[Stated]:
    """One statement a question: two keys of four, each of them once where it is true and once where it is not.

    Where not all of them share their options, the key or another option in turn.
    """
    if len(offers) == SIZE and all(offer.options is offers[0].options for offer in offers):
        a, b, c, d = (offer.card for offer in offers)
        true, false = ((a, a.key), (c, c.key)), ((b, a.key), (d, c.key))
        stated = {card.id: Stated(card.id, key, (card, key) in true) for card, key in (*true, *false)}
        return [stated[offer.card.id] for offer in offers]
    made = []
    for offer in offers:
        truth = deck.deal((True, False), "truth", *pile)
        wrong = deck.rng.choice([other.key for other in offer.options if other is not offer.card])
        made.append(Stated(offer.card.id, offer.card.key if truth else wrong, truth))
    return made


@dataclass(slots=True)
class Teller:
    """Chooses what else is stated about a clip, never the same four twice.

    `true` and `all` count statements by sort: those of a subtype, or about sounds, of which an item has so many. One
    alone among three of another sort would be the item's own, and true, otherwise.
    """

    rng: random.Random
    heard: Mapping[ClipId, Heard]
    true: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)
    told: set[frozenset[Stated]] = field(default_factory=set)

    def tell(self, card: Card, company: Sequence[Offer], pattern: Sequence[bool]) -> tuple[Stated, ...]:
        """Four statements in the order of their letters, or none where there are too few others.

        One a question: of two about one question at most one is true, which tells without the clip. For the same
        reason two questions of one bundle are never said to have the same answer.
        """
        others = [offer for offer in company if offer.card.id != card.id]
        chosen = self.rng.sample(others, min(len(others), len(pattern) - 1))
        sounds = len(pattern) - 1 - len(chosen)
        if sounds > MOST_SOUNDS:
            return ()
        known = self.heard.get(card.clip)
        if sounds and not (known and known.present and known.absent):
            return ()  # a sound that is stated only where it is heard would be true
        # What was true too seldom so far becomes true first; the question itself always is.
        sources = [*chosen, *[None] * sounds]
        counts = Counter([card.subtype, *map(_subtype, sources)])
        sources.sort(key=lambda source: (self._share(_sort(source, counts)), source.card.id if source else ""))
        truths = [True] * (sum(pattern) - 1) + [False] * (len(pattern) - sum(pattern))
        stated = [Stated(card.id, card.key, True)]
        taken = {card.key} | {source.card.key for source, true in zip(sources, truths, strict=True) if source and true}
        for source, true in zip(sources, truths, strict=True):
            labels = [source.card.key] if source and true else self._labels(source, card.clip, true, taken)
            if not labels:
                return ()
            stated.append(Stated(source.card.id if source else HEARD, labels[0], true))
            taken.add(labels[0])
        if (said := frozenset(stated)) in self.told:
            return ()
        self.told.add(said)
        for subtype, one in zip([card.subtype, *map(_subtype, sources)], stated, strict=True):
            sorts = [f"{counts[subtype]} {subtype}", *([f"{HEARD} {one.label}"] if subtype == HEARD else [])]
            self.all.update(sorts)
            self.true.update(sorts if one.true else [])
        return self._placed(stated, pattern)

    def _share(self, sort: str) -> float:
        """How often such statements were true."""
        return self.true[sort] / self.all[sort] if self.all[sort] else USUAL

    def _labels(self, source: Offer | None, clip: ClipId, true: bool, taken: set[str]) -> list[str]:
        """What may be stated wrongly of a question, or of the sounds of the clip for None; the first is to be taken."""
        if source is not None:
            wrong = [o.key for o in source.options if o is not source.card and o.key not in taken]
            return self.rng.sample(wrong, len(wrong))
        heard = self.heard.get(clip)
        pool = () if heard is None else heard.present if true else heard.absent
        # Of the classes that can be named the one that was true too seldom, or too often, so far.
        turn = 1 if true else -1
        fresh = [name for name in pool if name not in taken]
        return sorted(self.rng.sample(fresh, len(fresh)), key=lambda name: self._share(f"{HEARD} {name}") * turn)

    def _placed(self, stated: Sequence[Stated], pattern: Sequence[bool]) -> tuple[Stated, ...]:
        true = self.rng.sample([one for one in stated if one.true], sum(pattern))
        false = self.rng.sample([one for one in stated if not one.true], len(pattern) - sum(pattern))
        return tuple(true.pop() if truth else false.pop() for truth in pattern)


def _subtype(source: Offer | None) -> str:
    return HEARD if source is None else source.card.subtype


def _sort(source: Offer | None, counts: Counter[str]) -> str:
    """Statements of one sort look alike to who reads no more than the text."""
    subtype = _subtype(source)
    return f"{counts[subtype]} {subtype}"
