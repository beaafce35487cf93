"""Facts: what annotators wrote down, each with an id and a time span. Keys are computed from these and nothing else.

All times are seconds from the start of the video, all boxes pixels of its frame.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class Sound:
    """One annotated sound: `name` is its class, such as `cut / chop`, or "" for a sound that is in no class."""

    id: str
    video_id: str
    start: float
    end: float
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Action:
    """One narrated action of EPIC-KITCHENS.

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


@dataclass(frozen=True, slots=True)
class Narration:
    """One sentence of HD-EPIC about an action, with all that the annotators' parser found in it, as it was written.

    `pairs` are its (verb, noun) pairs and `main` those of the action itself; `hands` are of "left hand", "right hand"
    and "both hands". All but `text` may be empty.
    """

    id: str
    video_id: str
    start: float
    end: float
    text: str
    nouns: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    main: tuple[tuple[str, str], ...] = ()
    noun_classes: tuple[int, ...] = ()
    hands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Movement:
    """One movement of one object, from its pick-up to where it is put down.

    `object_id` is the same for all movements of one object in its video. `name` is what it is called once numbers of
    instances are taken off ("plate" for "plate2"), "" where it has no usable name. `taken_from` and `put_on` are kinds
    of fixtures such as "counter", "" where they are not known; `fixtures` are the ids of those two fixtures.
    """

    id: str
    video_id: str
    start: float
    end: float
    object_id: str
    name: str
    taken_from: str = ""
    put_on: str = ""
    fixtures: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Activity:
    """What the camera wearer is working on, such as "Prepare mango"; `recipe` is the recipe's id, "" for none."""

    id: str
    video_id: str
    start: float
    end: float
    label: str
    recipe: str


@dataclass(frozen=True, slots=True)
class Step:
    """One stretch of time in which a step of a recipe is carried out, or prepared where `preparing`.

    `step` is the step's id in the recipe; `capture` tells apart the times that a recipe was cooked.
    """

    id: str
    video_id: str
    start: float
    end: float
    recipe: str
    capture: str
    step: str
    text: str
    preparing: bool


@dataclass(frozen=True, slots=True)
class Portion:
    """One stretch of time in which an ingredient is added, or weighed where `weighing`.

    `amount` is a decimal number as it was written and `unit` its unit, both "" where they are not known.
    """

    id: str
    video_id: str
    start: float
    end: float
    recipe: str
    capture: str
    ingredient: str
    name: str
    amount: str
    unit: str
    weighing: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing outlined in a frame; `box` is (x1, y1, x2, y2). `touches` is the id of what a hand touches, else ""."""

    id: str
    name: str
    class_id: int
    box: tuple[float, float, float, float]
    touches: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What is outlined in one frame, which is taken at `start`; `end` is the same moment."""

    id: str
    video_id: str
    start: float
    end: float
    seen: tuple[Seen, ...]


Fact = Sound | Action | Narration | Movement | Activity | Step | Portion | View
F = TypeVar("F", Sound, Action, Narration, Movement, Activity, Step, Portion, View)
Frame = tuple[float, str]
"""When a frame was taken, and its file."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe as it is written down: `steps` are (id, text) and `ingredients` (id, name), in its order."""

    id: str
    name: str
    steps: tuple[tuple[str, str], ...]
    ingredients: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Video:
    """All facts of one video, each kind sorted by start, end and id.

    `unclassed` are sounds that annotators heard and put in no class: where there is one, no class is absent for sure;
    None where nobody says which there are. `duration` is None where it is not known. `frames` are sorted by time.
    """

    id: str
    participant: str
    sounds: tuple[Sound, ...] = ()
    actions: tuple[Action, ...] = ()
    narrations: tuple[Narration, ...] = ()
    movements: tuple[Movement, ...] = ()
    activities: tuple[Activity, ...] = ()
    steps: tuple[Step, ...] = ()
    portions: tuple[Portion, ...] = ()
    views: tuple[View, ...] = ()
    unclassed: tuple[Sound, ...] | None = None
    recipes: tuple[Recipe, ...] = ()
    duration: float | None = None
    frames: tuple[Frame, ...] = ()

    def facts(self) -> Iterator[Fact]:
        """Every fact, kind by kind."""
        for kind in KINDS:
            yield from getattr(self, kind) or ()

    @cached_property
    def end(self) -> float:
        """When the video ends, or its last fact where that is not known."""
        return self.duration or max((fact.end for fact in self.facts()), default=0.0)


KINDS = tuple(
    entry.name for entry in fields(Video) if entry.name not in {"id", "participant", "recipes", "duration", "frames"}
)
"""The fields of a video that hold facts."""
KIND_OF: dict[type, str] = {
    Sound: "sounds",
    Action: "actions",
    Narration: "narrations",
    Movement: "movements",
    Activity: "activities",
    Step: "steps",
    Portion: "portions",
    View: "views",
}
"""The field of a video that holds facts of a class."""


def overlaps(fact: Fact, start: float, end: float) -> bool:
    """Whether any of the fact lies between two times; touching is not overlapping."""
    return fact.start < end and fact.end > start


def ordered(facts: "list[F] | tuple[F, ...]") -> tuple[F, ...]:
    """The facts in the order in which a video has them."""
    return tuple(sorted(facts, key=lambda fact: (fact.start, fact.end, fact.id)))
