"""A scored reply: its verdict, and what a report needs to know of the item that it answers."""

from typing import Self

from pydantic import ConfigDict, Field

from reward import Item, Verdict
from reward.answers import Judgements
from reward.item import Format, Split


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
