"""A scored reply: its verdict, and what a report needs to know of the item that it answers, and of the judge."""

import math
import sys
from dataclasses import dataclass
from typing import Any, Self

from pydantic import ConfigDict, Field

from reward import Item, Verdict
from reward.answers import Judgements
from reward.item import Format, Split

MOST_TOKENS = 2**31
NAME_CHARS = 80
"""Of a name that a judge or an error brings along: it may be anything."""
NOT_SAID = "not said"


@dataclass(frozen=True, slots=True)
class Record:
    """What a verdict says of the judge, read with care: a file may come from another version, or from anybody.

    `cached`: whether a judge's verdict took no call of its own; `seconds`: how long it took, NaN where that is unknown.
    """

    model: str
    prompt_version: str
    cached: bool
    seconds: float
    tokens: int


class Scored(Verdict):
    """One line of a file of verdicts. `gold` is the item's perfect reply, `videos` are the videos of its clips.

    `truth` says which statements are true, where the item has statements; it is empty elsewhere.
    """

    model_config = ConfigDict(extra="forbid")  # a report reads what this version wrote

    id: str
    reply: str
    base_id: str
    source: str
    subtype: str
    level: int
    format: Format
    split: Split
    chance: float = Field(ge=0, lt=1, allow_inf_nan=False)
    gold: str
    videos: tuple[str, ...]
    question: str
    truth: tuple[bool, ...] = ()

    @classmethod
    def of(cls, item: Item, reply: str, verdict: Verdict) -> Self:
        """The verdict on a reply, joined with its item."""
        return cls(
            **dict(verdict),
            id=item.id,
            reply=reply,
            base_id=item.base_id,
            source=item.source,
            subtype=item.subtype,
            level=item.level,
            format=item.format,
            split=item.split,
            chance=item.chance,
            gold=item.gold(),
            videos=tuple(dict.fromkeys(clip.video_id for clip in item.clips)),
            question=item.question,
            truth=item.answer.truth if isinstance(item.answer, Judgements) else (),
        )

    @property
    def over_true(self) -> bool:
        """Whether the reply marks more statements true than are true."""
        said = self.details.get("statements")
        return isinstance(said, list) and sum(value is True for value in said) > sum(self.truth)

    @property
    def reason(self) -> str:
        """Why there is no score: the code of the error, or the rule where there is none; empty for a scored reply."""
        if self.score is not None:
            return ""
        return _name(self.error.code if self.error else self.rule)

    @property
    def record(self) -> Record | None:
        """What is said of the judge; None where it was not asked."""
        said = self.judge
        if said is None:
            return None
        usage = said.get("usage")
        counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")] if isinstance(usage, dict) else []
        return Record(
            _name(said.get("model")),
            _name(said.get("prompt_version")),
            said.get("cached") is True,
            _seconds(said.get("seconds")),
            sum(count for count in counts if type(count) is int and 0 <= count <= MOST_TOKENS),
        )


def _name(value: Any) -> str:
    """A name, cut where it is too long for a page; most of them come many times."""
    return sys.intern(value[:NAME_CHARS]) if isinstance(value, str) and value else NOT_SAID


def _seconds(value: Any) -> float:
    """A duration; NaN for anything that is none."""
    if type(value) not in (int, float) or not 0 <= value < 1e9:
        return math.nan
    return float(value)
