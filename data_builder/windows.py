"""Windows: the clips that questions are asked about, cut from a video every half a length."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from data_builder.facts import Action, Fact, Sound, Video, overlaps
from reward import Clip

Frame = tuple[float, str]
"""When a frame was taken, in seconds, and its file."""


@dataclass(frozen=True, slots=True)
class Window:
    """A clip with the facts that overlap it, even if only in part; `holds` tells which lie in it whole."""

    source: str
    clip: Clip
    sounds: tuple[Sound, ...]
    actions: tuple[Action, ...]

    @property
    def start(self) -> float:
        return self.clip.start

    @property
    def end(self) -> float:
        return self.clip.end

    def holds(self, fact: Fact) -> bool:
        """Whether the whole fact lies in the clip."""
        return self.start <= fact.start and fact.end <= self.end

    @property
    def whole_sounds(self) -> list[Sound]:
        return [sound for sound in self.sounds if self.holds(sound)]

    @property
    def whole_actions(self) -> list[Action]:
        return [action for action in self.actions if self.holds(action)]


def windows(video: Video, length: float, source: str, frames: Sequence[Frame] = ()) -> list[Window]:
    """Windows of `length` seconds at 0, length / 2, length, … as far as they overlap facts, until all are covered.

    The last one ends where the last fact does, since the annotations do not say how much longer the video is.
    `frames` are sorted by time.
    """
    cut: list[Window] = []
    facts: tuple[Fact, ...] = (*video.sounds, *video.actions)
    step, half = 0, length / 2
    while not cut or cut[-1].end < video.end:
        start = round(step * half, 3)
        window = _window(video, start, min(start + length, video.end), source, frames)
        step += 1
        if window.sounds or window.actions:
            cut.append(window)
        else:  # on to the first window that reaches the next fact, for there may be a long way
            ahead = min(fact.start for fact in facts if fact.start >= window.end)
            step = max(step, int((ahead - length) / half))
    return cut


def _window(video: Video, start: float, end: float, source: str, frames: Sequence[Frame]) -> Window:
    shown = frames[bisect_left(frames, start, key=_time) : bisect_left(frames, end, key=_time)]
    return Window(
        source=source,
        clip=Clip(video_id=video.id, start=start, end=end, images=tuple(path for _, path in shown)),
        sounds=tuple(sound for sound in video.sounds if overlaps(sound, start, end)),
        actions=tuple(action for action in video.actions if overlaps(action, start, end)),
    )


def _time(frame: Frame) -> float:
    return frame[0]
