"""A question as other people's files have it, before anything is done about it: with options, or open already."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

from reward.answers import Answer
from reward.item import Clip


@dataclass(frozen=True, slots=True)
class Mcq:
    """A multiple-choice question. `options` are two to 26 texts that differ, without the letters before them.

    `source` names the set, `subtype` the file or the category, `where` the file and the line or row, for messages.
    `lists` are the options as lists, in the same order, where the file gives lists; else empty. `kitchen` is the person
    or place that several videos share, "" where nothing is known. A clip without an end goes to the end of its video.
    `base_id` is a hash of the published question.
    """

    id: str
    source: str
    subtype: str
    where: str
    stem: str
    options: tuple[str, ...]
    correct: int
    clips: tuple[Clip, ...] = ()
    lists: tuple[tuple[str, ...], ...] = ()
    kitchen: str = ""
    base_id: str = ""

    def __post_init__(self) -> None:
        if not self.base_id:  # `replace` keeps it: in other words it is the same question
            name = hashed(self.source, self.subtype, self.id, self.stem, self.options)
            object.__setattr__(self, "base_id", name)

    @property
    def key(self) -> str:
        """The right option."""
        return self.options[self.correct]

    @property
    def wrong(self) -> tuple[str, ...]:
        """The other options, in order."""
        return self.options[: self.correct] + self.options[self.correct + 1 :]

    @property
    def videos(self) -> tuple[str, ...]:
        """The videos and images, each once for each clip, in order."""
        return tuple(clip.video_id for clip in self.clips)


@dataclass(frozen=True)
class Opened:
    """A question that is open already, with a typed key, as in the files of Liu et al."""

    id: str
    source: str
    subtype: str
    where: str
    stem: str
    answer: Answer
    clips: tuple[Clip, ...] = ()

    @property
    def videos(self) -> tuple[str, ...]:
        """The videos and images, each once for each clip, in order."""
        return tuple(clip.video_id for clip in self.clips)

    @cached_property
    def base_id(self) -> str:
        """A hash of the published question."""
        return hashed(self.source, self.subtype, self.id, self.stem)


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that is no question: `reason` can be counted (`too_few_options`), `message` is one line for a person.

    The message names the file, the line or row and the field, and says what to do.
    """

    where: str
    field: str
    reason: str
    message: str


def hashed(*content: object) -> str:
    """16 hexadecimal digits of a hash of the content, the same on every machine."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
