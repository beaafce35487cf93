"""Facts, clips and annotation files, made small enough to be read at a glance."""

import csv
import itertools
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from data_builder.facts import (
    Action,
    Activity,
    Movement,
    Narration,
    Portion,
    Seen,
    Sound,
    Step,
    Video,
    View,
    ordered,
)
from data_builder.question import BaseQuestion, Drop
from data_builder.windows import Window, whole_video

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
    """Facts of the video V1, unless it is told another, with ids in the order in which they are made."""

    def __init__(self, video: str = "V1") -> None:
        self.ids, self.id = itertools.count(), video

    def sound(self, start: float, end: float, name: str) -> Sound:
        return Sound(f"s{next(self.ids)}", self.id, start, end, name, name)

    def action(self, start: float, end: float, narration: str, *nouns: str, verb: str = "") -> Action:
        """The first word of the narration is the verb, the last one the noun, unless they are given."""
        names = nouns or (narration.split()[-1],)
        classes = tuple(CLASSES.get(name, 100 + sum(map(ord, name))) for name in names)
        verb = verb or narration.split()[0]
        ids = f"a{next(self.ids)}", self.id
        return Action(*ids, start, end, narration, verb, names[0], names, VERBS.get(verb, 50), classes[0], classes)

    def narration(self, start: float, end: float, text: str, **more: Any) -> Narration:
        return Narration(f"n{next(self.ids)}", self.id, start, end, text, **more)

    def movement(self, start: float, end: float, name: str, *, object_id: str = "", **more: Any) -> Movement:
        """Movements of one name are of one object, unless its id is given."""
        return Movement(f"m{next(self.ids)}", self.id, start, end, object_id or f"{self.id} {name}", name, **more)

    def activity(self, start: float, end: float, label: str, recipe: str = "R01") -> Activity:
        return Activity(f"y{next(self.ids)}", self.id, start, end, label, recipe)

    def step(self, start: float, end: float, step: str, text: str = "", **more: Any) -> Step:
        told = {"recipe": "R01", "capture": "C1", "preparing": False} | more
        return Step(f"t{next(self.ids)}", self.id, start, end, step=step, text=text or step, **told)

    def portion(self, start: float, end: float, name: str, **more: Any) -> Portion:
        """An ingredient that is added, of no known amount, unless more is told."""
        told = {
            "recipe": "R01",
            "capture": "C1",
            "ingredient": name,
            "amount": "",
            "unit": "",
            "weighing": False,
        } | more
        return Portion(f"p{next(self.ids)}", self.id, start, end, name=name, **told)

    def seen(self, name: str, *box: float, touches: str = "") -> Seen:
        """Something outlined in a frame, as (x1, y1, x2, y2); things of one name are of one class."""
        return Seen(f"o{next(self.ids)}", name, CLASSES.get(name, 100 + sum(map(ord, name))), tuple(box), touches)  # type: ignore[arg-type]

    def view(self, at: float, *seen: Seen) -> View:
        return View(f"v{next(self.ids)}", self.id, at, at, seen)

    def video(self, sounds: Sequence[Sound] = (), actions: Sequence[Action] = (), **more: Any) -> Video:
        """`more` are other fields of the video; facts come in any order, and no sound is without a class."""
        facts = {"sounds": sounds, "actions": actions, "unclassed": ()} | more
        kinds = {
            name: ordered(tuple(found)) if found and name not in UNSORTED else found for name, found in facts.items()
        }
        return Video(**({"id": self.id, "participant": "P1"} | kinds))


UNSORTED = {"id", "participant", "recipes", "duration", "frames"}


@pytest.fixture
def make() -> Make:
    return Make()


def clip(video: Video, start: float = 0.0, end: float = 30.0) -> Window:
    """A window of a video, or as much of it as the video has."""
    return whole_video(video, "test").cut(start, end)


Subtype = Callable[[Window], Iterable[BaseQuestion | Drop]]
Asked = tuple[list[BaseQuestion], list[str]]


@pytest.fixture
def ask() -> Callable[..., Asked]:
    """Asks one subtype about the clip of a video between two times: its questions, and the reasons of its drops."""

    def run(subtype: Subtype, video: Video, start: float = 0.0, end: float = 30.0) -> Asked:
        found = list(subtype(clip(video, start, end)))
        drops = [one.reason for one in found if isinstance(one, Drop)]
        return [one for one in found if isinstance(one, BaseQuestion)], drops

    return run


@pytest.fixture
def ask_whole() -> Callable[..., Asked]:
    """As `ask`, about a whole video."""

    def run(subtype: Subtype, video: Video) -> Asked:
        found = list(subtype(whole_video(video, "test")))
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
