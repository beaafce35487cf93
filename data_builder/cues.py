"""Cues: words of a question that go with words of its answer, as "water" does with "tap".

Bundles make the options alone say nothing. What the question's words add is measured by counting, in all other videos,
how often an option's word was right beside a word of the question; the bundles in which such counts find the answers
too often are left out, until they find no more than chance.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from data_builder.bundles import SIZE, Bundle, Offer
from data_builder.cards import WORD, Card

ROUNDS = 12
MARGIN = 0.01
"""How far the share of answers found by counting may lie above one in four."""
STEP = 0.1
"""The largest part of a subtype's bundles that one round leaves out, since the counts change with every bundle."""

Pair = tuple[str, str]
Counts = dict[Pair, list[int]]
"""How often the second word was right, and how often it was offered, beside the first one."""


def uninformative(bundles: Sequence[Bundle]) -> list[Bundle]:
    """The bundles that remain, subtype by subtype, once the words of the questions no longer tell the answers."""
    by_subtype: dict[str, list[Bundle]] = defaultdict(list)
    for bundle in bundles:
        by_subtype[bundle.subtype].append(bundle)
    return [bundle for _, group in sorted(by_subtype.items()) for bundle in _filtered(group)]


def _filtered(bundles: list[Bundle]) -> list[Bundle]:
    for _ in range(ROUNDS):
        hits = _hits(bundles)
        expected = [len(bundle.offers) * (1 / SIZE + MARGIN) for bundle in bundles]
        surplus = sum(hits) - sum(expected)
        if surplus <= 0:
            break
        limit = max(1, int(STEP * len(bundles)))
        telling = [i for i in range(len(bundles)) if hits[i] > expected[i]]
        telling.sort(key=lambda i: (expected[i] - hits[i], bundles[i].id))
        gone: set[int] = set()
        for i in telling[:limit]:
            if surplus <= 0:
                break
            surplus -= hits[i] - expected[i]
            gone.add(i)
        bundles = [bundle for i, bundle in enumerate(bundles) if i not in gone]
    return bundles


def _hits(bundles: Sequence[Bundle]) -> list[float]:
    """How many of a bundle's four answers are found by the counts of the other videos; ties count in part."""
    everywhere: Counts = defaultdict(lambda: [0, 0])
    of_video: dict[str, Counts] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    common = _common_words(bundles)
    for bundle in bundles:
        for offer in bundle.offers:
            own = of_video[offer.card.video_id]
            for option in offer.options:
                for pair in _pairs(offer.card, option, common):
                    for counts in (everywhere, own):
                        counts[pair][0] += option is offer.card
                        counts[pair][1] += 1
    return [
        sum(_found(offer, everywhere, of_video[offer.card.video_id], common) for offer in bundle.offers)
        for bundle in bundles
    ]


def _found(offer: Offer, everywhere: Counts, own: Counts, common: frozenset[str]) -> float:
    scores = [_score(offer.card, option, everywhere, own, common) for option in offer.options]
    best = max(scores)
    return (scores[offer.options.index(offer.card)] == best) / scores.count(best)


def _score(card: Card, option: Card, everywhere: Counts, own: Counts, common: frozenset[str]) -> float:
    """The sum over the pairs of how far a pair was right more, or less, often than one time in four."""
    total = 0.0
    for pair in _pairs(card, option, common):
        right = everywhere[pair][0] - own[pair][0]
        offered = everywhere[pair][1] - own[pair][1]
        total += (SIZE * right - offered) / (offered + SIZE)  # shrunk towards 0 where little is known
    return total


def _pairs(card: Card, option: Card, common: frozenset[str]) -> list[Pair]:
    """Words of the stem beside the words of an option, and beside all of it; "" stands for no word of the stem."""
    said = [*WORD.findall(option.text.lower()), f"={option.text}"]
    return [(cue, word) for cue in ("", *(word for word in card.words if word not in common)) for word in said]


def _common_words(bundles: Sequence[Bundle]) -> frozenset[str]:
    """Words of every stem, which are the template's."""
    cards = [offer.card for bundle in bundles for offer in bundle.offers]
    times = Counter(word for card in cards for word in card.words)
    return frozenset(word for word, count in times.items() if count == len(cards))
