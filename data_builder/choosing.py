"""Choosing: of all questions that could be asked, those that are, in bundles where there are enough."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from data_builder.bundles import Asked, Bundle, asked_of, bundles
from data_builder.cards import Card
from data_builder.cues import uninformative
from data_builder.question import Drop
from reward.item import Split

MOST, FEWEST = 0.1, 3
"""The share of a subtype's answers that a key may have, unless there are few keys; how many it may always be."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is asked: in bundles with their options, or single in the formats that need none; and what is not."""

    bundled: list[Bundle]
    singles: list[Card]
    drops: Counter[Drop] = field(default_factory=Counter)


def choose(cards: Sequence[Card], split: Mapping[str, Split], seed: int) -> Chosen:
    """Bundles whose words do not tell the answer, and for clips without any a question that stands alone."""
    made = bundles(cards, split, seed)
    kept = uninformative(made)
    drops: Counter[Drop] = Counter()
    for bundle in made:
        drops[Drop(bundle.subtype, "words_tell_the_answer")] += len(bundle.offers)
    for bundle in kept:
        drops[Drop(bundle.subtype, "words_tell_the_answer")] -= len(bundle.offers)
    singles = _no_key_too_often(_one_for_each_clip(cards, kept, seed, drops), kept, split, drops)
    return Chosen(kept, singles, drops)


def _no_key_too_often(
    singles: Sequence[Card], bundled: Sequence[Bundle], split: Mapping[str, Split], drops: Counter[Drop]
) -> list[Card]:
    """Without single questions by which one key would make more than its share of a subtype's answers in a split."""
    keys: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for card in (*singles, *(offer.card for bundle in bundled for offer in bundle.offers)):
        keys[card.subtype, split[card.video_id]][card.key] += 1
    kept, before = sorted(singles, key=lambda card: card.id), -1  # by id, which is in no order
    while len(kept) != before:  # what goes makes all other shares larger
        before, left = len(kept), []
        for card in kept:
            found = keys[card.subtype, split[card.video_id]]
            if found[card.key] > max(FEWEST, max(1 / len(found), MOST) * found.total() + 1):
                found[card.key] -= 1
                drops[Drop(card.subtype, "key_too_frequent")] += 1
            else:
                left.append(card)
        kept = left
    return sorted(kept, key=lambda card: (*card.clip, card.subtype))


def _one_for_each_clip(cards: Iterable[Card], bundled: Iterable[Bundle], seed: int, drops: Counter[Drop]) -> list[Card]:
    """The key is drawn first and then the question, so that what is annotated often is not a key more often."""
    asked: dict[str, set[Asked]] = defaultdict(set)
    covered: set[tuple[str, float, float, str]] = set()
    taken: set[str] = set()
    for bundle in bundled:
        for offer in bundle.offers:
            asked[bundle.subtype] |= asked_of(offer.card)
            covered.add((*offer.card.clip, bundle.subtype))
            taken.add(offer.card.id)
    groups: dict[tuple[str, float, float, str], list[Card]] = defaultdict(list)
    for card in cards:
        if card.id not in taken:
            groups[(*card.clip, card.subtype)].append(card)
    kept: list[Card] = []
    for (video, start, end, subtype), group in sorted(groups.items()):
        fresh = [card for card in group if not asked_of(card) & asked[subtype]]
        alone = [card for card in fresh if card.stands]
        drops[Drop(subtype, "asked_from_the_same_facts")] += len(group) - len(fresh)
        drops[Drop(subtype, "no_bundle_for_its_options")] += len(fresh) - len(alone)
        if not alone or (video, start, end, subtype) in covered:
            drops[Drop(subtype, "another_asked_in_this_clip")] += len(alone)
            continue
        rng = random.Random(f"{seed} choose {video} {start} {end} {subtype}")
        key = rng.choice(sorted({card.key for card in alone}))
        chosen = rng.choice(sorted((card for card in alone if card.key == key), key=lambda card: card.id))
        asked[subtype] |= asked_of(chosen)
        kept.append(chosen)
        drops[Drop(subtype, "another_asked_in_this_clip")] += len(alone) - 1
    return kept
