"""Splits: by video or by participant, so that no clip of a test video, and no fact of it, is ever trained on."""

import hashlib

from reward.item import Split

SHARES: tuple[tuple[Split, float], ...] = (("train", 0.8), ("validation", 0.9), ("test", 1.0))
"""Up to which part of [0, 1) each split reaches."""


def split_of(name: str, seed: int) -> Split:
    """The split of a video or participant, about 80/10/10: it depends on nothing but its id and the seed."""
    place = int(hashlib.sha256(f"{seed} {name}".encode()).hexdigest()[:13], 16) / 16**13
    return next(split for split, limit in SHARES if place < limit)
