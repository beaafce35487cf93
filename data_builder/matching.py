"""Matching: wrong options for questions that find no bundle, such that in each video no text is right more often.

Of the questions of one video some are kept, and each gets three of the others' keys, so that every label is right once
in four times that it is offered, counted in that video alone. (Balanced over many videos, a label that was right often
in some is right seldom in the others, which gives it away.) Whether there is such a choice is a question of flow: every
question takes three options, and every label gives three for each question whose key it is.
"""

from collections import Counter
from collections.abc import Sequence

from data_builder.cards import Card

WRONG = 3


def matched(cards: Sequence[Card]) -> list[tuple[Card, tuple[str, ...]]]:
    """Those questions of one video that can be matched, each with the labels of its wrong options; in order.

    The questions that find no three options, or whose key nobody else can offer, are left out, those that lack most
    first, until there are none.
    """
    kept = list(cards)
    while len(kept) > WRONG:
        keys = Counter(card.key for card in kept)
        proved = {(card.key, label) for card in kept for label in card.wrong}
        able = [card for card in kept if sum(label in keys for label in set(card.wrong)) >= WRONG]
        if len(able) < len(kept):
            kept = able
            continue
        given = _flow(kept, keys)
        taken = Counter(label for labels in given for label in labels)
        lacks = [
            (WRONG - len(labels)) + (WRONG * keys[card.key] - taken[card.key]) or not _differ(labels, proved)
            for card, labels in zip(kept, given, strict=True)
        ]
        if not any(lacks):
            return [(card, tuple(sorted(labels))) for card, labels in zip(kept, given, strict=True)]
        gone = max(range(len(kept)), key=lambda i: (lacks[i], kept[i].id))
        kept = [card for i, card in enumerate(kept) if i != gone]
    return []


def _differ(labels: Sequence[str], proved: set[tuple[str, str]]) -> bool:
    """Whether of any two labels one is proved wrong somewhere where the other is right: they are not one thing."""
    return all((a, b) in proved or (b, a) in proved for a in labels for b in labels if a < b)


def _flow(cards: Sequence[Card], keys: Counter[str]) -> list[list[str]]:
    """Labels for each question, as many as there can be in all: a largest flow, found by augmenting paths."""
    given: list[list[str]] = [[] for _ in cards]
    takers: dict[str, list[int]] = {label: [] for label in keys}
    wishes = [sorted({label for label in card.wrong if label in keys}) for card in cards]

    def take(i: int, seen: set[str]) -> bool:
        for label in wishes[i]:
            if label in seen or label in given[i]:
                continue
            seen.add(label)
            if len(takers[label]) < WRONG * keys[label]:
                given[i].append(label)
                takers[label].append(i)
                return True
            for other in takers[label]:
                if take(other, seen):
                    given[other].remove(label)
                    takers[label].remove(other)
                    given[i].append(label)
                    takers[label].append(i)
                    return True
        return False

    for _ in range(WRONG):
        for i in range(len(cards)):
            take(i, set())
    return given
