"""Windows: the clips that questions are asked about, with the facts of each."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Any

from data_builder.facts import (
    KIND_OF,
    Action,
    Activity,
    F,
    Fact,
    Movement,
    Narration,
    Portion,
    Sound,
    Step,
    Video,
    View,
)
from reward import Clip


@dataclass(frozen=True)
class Window:
    """A stretch of a video. Its facts overlap it, even if only in part; `holds` tells which lie in it whole.

    `usual` is the length of clips in seconds that the user wants; None where each subtype takes what it needs.
    """

    source: str
    video: Video
    start: float
    end: float
    usual: float | None = None

    @cached_property
    def clip(self) -> Clip:
        frames = self.video.frames
        first, last = (bisect_left(frames, time, key=lambda frame: frame[0]) for time in (self.start, self.end))
        images = tuple(path for _, path in frames[first:last])
        return Clip(video_id=self.video.id, start=self.start, end=self.end, images=images)

    @property
    def length(self) -> float:
        return self.end - self.start

    @property
    def middle(self) -> float:
        return (self.start + self.end) / 2

    @cached_property
    def sounds(self) -> tuple[Sound, ...]:
        return self._inside(self.video.sounds)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        return self._inside(self.video.actions)

    @cached_property
    def narrations(self) -> tuple[Narration, ...]:
        return self._inside(self.video.narrations)

    @cached_property
    def movements(self) -> tuple[Movement, ...]:
        return self._inside(self.video.movements)

    @cached_property
    def activities(self) -> tuple[Activity, ...]:
        return self._inside(self.video.activities)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return self._inside(self.video.steps)

    @cached_property
    def portions(self) -> tuple[Portion, ...]:
        return self._inside(self.video.portions)

    @cached_property
    def views(self) -> tuple[View, ...]:
        return tuple(view for view in self.video.views if self.start <= view.start < self.end)

    @cached_property
    def unclassed(self) -> tuple[Sound, ...] | None:
        return None if self.video.unclassed is None else self._inside(self.video.unclassed)

    def _inside(self, facts: tuple[F, ...]) -> tuple[F, ...]:
        begun = facts[: bisect_left(facts, self.end, key=attrgetter("start"))]
        return tuple([fact for fact in begun if fact.end > self.start])

    def holds(self, fact: Fact) -> bool:
        """Whether the whole fact lies in the clip."""
        return self.start <= fact.start and fact.end <= self.end

    def whole(self, facts: Iterable[F]) -> list[F]:
        """Those of the facts that lie whole in the clip."""
        return [fact for fact in facts if self.holds(fact)]

    def cut(self, start: float, end: float) -> "Window":
        """A part of the same video; times are rounded to milliseconds and kept inside of the video."""
        return replace(self, start=round(max(start, 0.0), 3), end=round(min(end, self.video.end), 3))

    def without(self, facts: Iterable[Fact]) -> "Window":
        """The same clip of a video in which these facts do not happen."""
        gone = set(facts)
        kept: dict[str, Any] = {
            kind: tuple([fact for fact in getattr(self.video, kind) if fact not in gone])
            for kind in set(map(_kind, gone))
        }
        return replace(self, video=replace(self.video, duration=self.video.end, **kept))

    def unfinished(self) -> "Window":
        """The same clip of a video that ends with it: nothing that starts at its end or later is known."""
        return self.without(fact for fact in self.video.facts() if fact.start >= self.end)


def _kind(fact: Fact) -> str:
    """The field of a video that a fact stands in."""
    return "unclassed" if isinstance(fact, Sound) and not fact.name else KIND_OF[type(fact)]


def whole_video(video: Video, source: str, usual: float | None = None) -> Window:
    """The window that is the video."""
    return Window(source, video, 0.0, round(video.end, 3), usual)


def windows(video: Video, length: float, source: str) -> list[Window]:
    """Windows of `length` seconds at 0, length / 2, length, … that overlap facts; the last one ends with the video."""
    facts = sorted((fact.start, fact.end) for fact in video.facts())
    whole, half = whole_video(video, source), length / 2
    cut: list[Window] = []
    step, at, latest = 0, 0, 0.0  # `latest`: when the last of the facts before `at` ends
    while not cut or cut[-1].end < video.end:
        start = step * half
        while at < len(facts) and facts[at][0] < start + length:
            latest = max(latest, facts[at][1])
            at += 1
        if latest > start:
            cut.append(whole.cut(start, start + length))
        elif at == len(facts):
            break
        else:  # on to the first window that reaches the next fact, for there may be a long way
            step = max(step, int((facts[at][0] - length) / half))
        step += 1
    return cut
