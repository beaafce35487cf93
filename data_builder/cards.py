"""Cards: what choosing among all questions of a set needs to know of one, small enough to hold those of every video."""

import re
from dataclasses import dataclass, fields

from data_builder.question import BaseQuestion, Origin
from data_builder.standing import standing

WORD = re.compile(r"[a-z0-9]+")
ClipId = tuple[str, float, float]
"""A video's id, and two times in seconds."""


@dataclass(frozen=True, slots=True)
class Card:
    """One question whose level is proved: `level` is that one.

    `wrong` are the labels that may be shown as wrong options, `words` those of the stem.
    """

    id: str
    subtype: str
    level: int
    video_id: str
    start: float
    end: float
    groups: tuple[str, ...]
    key: str
    text: str
    wrong: tuple[str, ...]
    evidence: tuple[str, ...]
    stands: bool
    exchangeable: bool
    words: tuple[str, ...]

    @property
    def clip(self) -> ClipId:
        return self.video_id, self.start, self.end


@dataclass(frozen=True, slots=True)
class Heard:
    """Which sounds are in a clip for certain, and which are not, for statements about sounds."""

    video_id: str
    start: float
    end: float
    present: tuple[str, ...]
    absent: tuple[str, ...]

    @property
    def clip(self) -> ClipId:
        return self.video_id, self.start, self.end


def card_of(question: BaseQuestion, level: int) -> Card:
    """The card of a question at its proved level."""
    origins: frozenset[Origin] = frozenset(question.shown_from)
    return Card(
        id=question.id,
        subtype=question.subtype,
        level=level,
        video_id=question.window.video.id,
        start=question.window.start,
        end=question.window.end,
        groups=question.groups,
        key=question.key.label,
        text=question.key.text,
        wrong=tuple(option.label for option in question.wrong if option.origin in origins),
        evidence=question.evidence,
        stands=standing(question).alone,
        exchangeable=question.exchangeable,
        words=tuple(sorted(set(WORD.findall(question.stem.lower())))),
    )


def to_json(card: Card | Heard) -> dict[str, object]:
    """A card as JSON."""
    return {field.name: getattr(card, field.name) for field in fields(card)}


def from_json(entry: dict[str, object]) -> Card | Heard:
    """The card that `to_json` wrote."""
    lists = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
    return Card(**lists) if "key" in entry else Heard(**lists)  # type: ignore[arg-type]
