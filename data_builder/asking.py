"""Asking: every question about a video that its facts settle, at the level that its evidence proves."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from data_builder.cards import Card, Heard, card_of
from data_builder.facts import Video
from data_builder.gate import names_key
from data_builder.levels import proven
from data_builder.question import BaseQuestion, Drop
from data_builder.subtypes import CLIP, VIDEO
from data_builder.subtypes.options import absent, present
from data_builder.windows import Window, whole_video, windows

USUAL = 30.0
"""Seconds of a clip, unless a subtype needs longer ones."""


@dataclass(slots=True)
class Asked:
    """The cards of a video, what its clips let be heard, the drops, and how (subtype, declared, proven) came out."""

    cards: list[Card] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    drops: Counter[Drop] = field(default_factory=Counter)
    proofs: Counter[tuple[str, int, int]] = field(default_factory=Counter)


def questions(
    video: Video, source: str, length: float | None, subtypes: Collection[str] | None = None
) -> Iterator[BaseQuestion | Drop]:
    """Every question of these subtypes, or of all; clips are of `length` seconds, or as long as a subtype needs."""
    if video.sounds or video.actions or video.views:  # which is all that those are about
        for window in windows(video, length or USUAL, source):
            for name, subtype in CLIP.items():
                if subtypes is None or name in subtypes:
                    yield from subtype(window)
    for name, subtype in VIDEO.items():
        if subtypes is None or name in subtypes:
            yield from subtype(whole_video(video, source, length))


def ask(video: Video, source: str, length: float | None) -> Asked:
    """The cards of all questions about a video. A question whose level is not proved is dropped or moved."""
    asked = Asked()
    for one in questions(video, source, length):
        if isinstance(one, Drop):
            asked.drops[one] += 1
        elif names_key(one.stem, one.answer):
            asked.drops[Drop(one.subtype, "key_in_stem")] += 1
        else:
            level = proven(one)
            asked.proofs[one.subtype, one.level, level or 0] += 1
            if level is None:
                asked.drops[Drop(one.subtype, "level_not_proved")] += 1
            else:
                asked.cards.append(card_of(one, level))
    if video.sounds:
        whole = whole_video(video, source)
        clips = sorted({(card.start, card.end) for card in asked.cards})
        asked.heard = [heard for start, end in clips if (heard := _heard(whole.cut(start, end)))]
    return asked


def _heard(window: Window) -> Heard | None:
    """Classes of the video's sounds that are in the clip, and those that are not, for sure."""
    names = sorted({sound.name for sound in window.video.sounds})
    here = tuple(name for name in names if present(window, name))
    missing = tuple(name for name in names if absent(window, name))
    return Heard(window.video.id, window.start, window.end, here, missing) if here or missing else None
