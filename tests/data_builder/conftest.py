"""Facts, clips and annotation files, made small enough to be read at a glance."""

import csv
import itertools
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from data_builder.facts import Action, Sound, Video
from data_builder.question import BaseQuestion, Drop
from data_builder.subtypes import SUBTYPES
from data_builder.windows import windows

CLASSES = {"plate": 2, "dish": 2, "knife": 4, "pan": 5, "cup": 13, "mug": 13, "fork": 14, "drawer": 8, "fridge": 12}
VERBS = {"take": 0, "pick-up": 0, "put": 1, "wash": 2, "rinse": 2, "open": 3, "close": 4, "stir": 10, "pour": 9}
SOUNDS = ["water", "rustle", "cut / chop", "metal-only collision", "footstep", "beep", "metal / wood collision"]

SOUND_HEADER = (
    "annotation_id,participant_id,video_id,start_timestamp,stop_timestamp,start_sample,stop_sample,description,class,"
    "class_id"
)
NARRATION_HEADER = (
    "narration_id,participant_id,video_id,narration_timestamp,start_timestamp,stop_timestamp,start_frame,stop_frame,"
    "narration,verb,verb_class,noun,noun_class,all_nouns,all_noun_classes"
)


class Make:
    """Facts of the video V1 with ids in the order in which they are made."""

    def __init__(self) -> None:
        self.ids = itertools.count()

    def sound(self, start: float, end: float, name: str) -> Sound:
        return Sound(f"s{next(self.ids)}", "V1", start, end, name, name)

    def action(self, start: float, end: float, narration: str, *nouns: str, verb: str = "") -> Action:
        """The first word of the narration is the verb, the last one the noun, unless they are given."""
        names = nouns or (narration.split()[-1],)
        classes = tuple(CLASSES.get(name, 100 + sum(map(ord, name))) for name in names)
        verb = verb or narration.split()[0]
        ids = f"a{next(self.ids)}", "V1"
        return Action(*ids, start, end, narration, verb, names[0], names, VERBS.get(verb, 50), classes[0], classes)

    def video(self, sounds: Sequence[Sound] = (), actions: Sequence[Action] = ()) -> Video:
        by_start: Callable[[Any], tuple[float, float]] = lambda fact: (fact.start, fact.end)  # noqa: E731
        return Video("V1", "P1", tuple(sorted(sounds, key=by_start)), tuple(sorted(actions, key=by_start)))


@pytest.fixture
def make() -> Make:
    return Make()


@pytest.fixture
def ask() -> Callable[..., tuple[list[BaseQuestion], list[str]]]:
    """Asks one subtype about the clip from `start`: its questions, and the reasons of its drops."""

    def run(subtype: str, video: Video, start: float = 0.0) -> tuple[list[BaseQuestion], list[str]]:
        window = next(w for w in windows(video, 30.0, "test") if w.start == start)
        found = SUBTYPES[subtype](window, video, random.Random(subtype))
        drops = [one.reason for one in found if isinstance(one, Drop)]
        return [one for one in found if isinstance(one, BaseQuestion)], drops

    return run


def clock(seconds: float) -> str:
    return f"{int(seconds // 3600):02d}:{int(seconds // 60 % 60):02d}:{seconds % 60:06.3f}"


def sound_row(number: int, video: str, start: float, end: float, name: str) -> list[object]:
    return [f"{video}_{number}", video[:3], video, clock(start), clock(end), 0, 0, name, name, 0]


def narration_row(
    number: int, video: str, start: float, end: float, narration: str, verb: str, *nouns: str
) -> list[object]:
    classes = [CLASSES.get(noun, 99) for noun in nouns]
    times = [clock(start), clock(start), clock(end), 0, 0]
    told = [narration, verb, VERBS.get(verb, 50), nouns[0], classes[0], list(nouns), classes]
    return [f"{video}_{number}", video[:3], video, *times, *told]


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two annotation files of six made-up videos of two minutes each: something is done and heard all the time."""
    folder = tmp_path_factory.mktemp("tables")
    sounds, narrations = [], []
    for number in range(6):
        video, rng = f"T{number // 3:02d}_{number % 3:02d}", random.Random(f"video {number}")
        at = 0.5
        while at < 118:
            name, noun = rng.choice(SOUNDS), rng.choice(sorted(CLASSES))
            verb = rng.choice(["take", "put", "wash", "open", "close"])
            length = rng.uniform(0.4, 2.4)
            sounds.append(sound_row(len(sounds), video, at + 0.1, at + length - 0.1, name))
            told = narration_row(len(narrations), video, at, at + length, f"{verb} {noun}", verb, noun)
            narrations.append(told)
            at += length + rng.uniform(0.6, 2.0)
    paths = folder / "sounds.csv", folder / "narrations.csv"
    for path, header, rows in zip(paths, (SOUND_HEADER, NARRATION_HEADER), (sounds, narrations), strict=True):
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([header.split(","), *rows])
    return paths
