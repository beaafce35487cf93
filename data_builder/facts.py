"""Facts: what annotators wrote down, each with an id and a time span. Keys are computed from these and nothing else."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sound:
    """One annotated sound: `name` is its class, such as `cut / chop`; times in seconds from the start of the video."""

    id: str
    video_id: str
    start: float
    end: float
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Action:
    """One narrated action; times in seconds from the start of the video.

    `noun` is the object acted on, with its head first (`board:chopping`); `nouns` are all that the narration names.
    Classes group words for one thing: cup and mug share a `noun_class`, take and pick up a `verb_class`.
    """

    id: str
    video_id: str
    start: float
    end: float
    narration: str
    verb: str
    noun: str
    nouns: tuple[str, ...]
    verb_class: int
    noun_class: int
    noun_classes: tuple[int, ...]


Fact = Sound | Action


@dataclass(frozen=True, slots=True)
class Video:
    """All facts of one video, sorted by start."""

    id: str
    participant: str
    sounds: tuple[Sound, ...]
    actions: tuple[Action, ...]

    @property
    def end(self) -> float:
        """When the last fact ends; the video itself is at least about that long."""
        return max([*(sound.end for sound in self.sounds), *(action.end for action in self.actions)])


def overlaps(fact: Fact, start: float, end: float) -> bool:
    """Whether any of the fact lies between two times; touching is not overlapping."""
    return fact.start < end and fact.end > start
