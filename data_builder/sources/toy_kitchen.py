"""A toy kitchen: drawn clips with annotations in the very columns of EPIC-Sounds and EPIC-KITCHENS-100.

A video is a row of two-second slots, and in every slot the camera wearer does one thing to one coloured utensil
while one sound is heard. One 32 x 32 frame, taken in the middle of the slot, shows all of it: the utensil lies on
the counter, the hand, the water or the cloth tells the verb, and, because small models have no ears, **the sound is
drawn as a bar along the upper edge**: its colour is the sound, its length the sound's duration. The files
are read by the same reader as the real annotations, so that demo and tests need nothing from outside.
"""

import csv
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

WINDOW = 12.0  # seconds: six slots, and half a window is three, so no window cuts an event
SLOT = 2_000  # ms
SLOTS = 18  # events of one video
SIDE = 32  # pixels
BAR = 5  # pixels: height of the sound's bar
VIDEOS_EACH = 4  # videos of one participant

Colour = tuple[int, int, int]

COLOURS: dict[str, Colour] = {
    "red": (214, 40, 40),
    "green": (40, 160, 60),
    "blue": (40, 80, 220),
    "yellow": (240, 210, 40),
}
UTENSILS = ("cup", "spoon", "plate", "knife")
NOUNS = [f"{colour} {utensil}" for colour in COLOURS for utensil in UTENSILS]
VERBS = ("take", "move", "wash", "dry")
SOUNDS: dict[str, Colour] = {
    "clink": (0, 255, 255),
    "splash": (255, 0, 255),
    "chop": (255, 140, 0),
    "beep": (255, 255, 255),
    "sizzle": (130, 0, 255),
    "rattle": (0, 0, 0),
    "click": (150, 80, 30),
    "hum": (160, 255, 100),
}
DURATIONS = range(700, 1_701, 200)  # ms
SKIN: Colour = (235, 185, 150)
WATER: Colour = (120, 200, 250)
CLOTH: Colour = (245, 245, 235)

SOUND_COLUMNS = (
    "annotation_id,participant_id,video_id,start_timestamp,stop_timestamp,start_sample,stop_sample,"
    "description,class,class_id"
).split(",")
NARRATION_COLUMNS = (
    "narration_id,participant_id,video_id,narration_timestamp,start_timestamp,stop_timestamp,start_frame,"
    "stop_frame,narration,verb,verb_class,noun,noun_class,all_nouns,all_noun_classes"
).split(",")
SAMPLE_RATE = 24  # samples per ms, as in EPIC-Sounds
FRAME_RATE = 0.05  # frames per ms


@dataclass(frozen=True)
class Event:
    """One thing done to one utensil while one sound is heard; times in ms from the start of the video."""

    start: int
    stop: int
    verb: str
    colour: str
    utensil: str
    sound: str

    @property
    def middle(self) -> int:
        """The moment of the frame."""
        return (self.start + self.stop) // 2

    @property
    def noun(self) -> str:
        """The utensil with its colour, such as `red cup`."""
        return f"{self.colour} {self.utensil}"


def render(folder: Path, *, seed: int, videos: int) -> None:
    """Write `sounds.csv`, `narrations.csv` and `frames/<video>/<milliseconds>.png`; same seed, same bytes."""
    kitchen = {name: events(f"{seed} {name}") for name in video_ids(videos)}
    for name, happened in kitchen.items():
        _draw_video(folder / "frames" / name, happened, random.Random(f"{seed} {name} frames"))
    _write_csv(folder / "sounds.csv", SOUND_COLUMNS, sound_rows(kitchen))
    _write_csv(folder / "narrations.csv", NARRATION_COLUMNS, narration_rows(kitchen))


def video_ids(videos: int) -> list[str]:
    """Ids in EPIC's form, `K01_01`: a participant, then a number."""
    return [f"K{i // VIDEOS_EACH + 1:02d}_{i % VIDEOS_EACH + 1:02d}" for i in range(videos)]


def events(seed: str) -> list[Event]:
    """The events of one video.

    Any six in a row handle six different utensils, and any four in a row make four different sounds: every window
    has wrong options to offer, and some sounds come twice, so that counting them is a question.
    """
    rng = random.Random(seed)
    happened: list[Event] = []
    for slot in range(SLOTS):
        duration = rng.choice(DURATIONS)
        start = slot * SLOT + (SLOT - duration) // 2 + rng.randint(-100, 100)
        noun = _fresh(rng, NOUNS, [e.noun for e in happened[-5:]])
        colour, utensil = noun.split()
        sound = _fresh(rng, SOUNDS, [e.sound for e in happened[-3:]])
        happened.append(Event(start, start + duration, rng.choice(VERBS), colour, utensil, sound))
    return happened





def _fresh(rng: random.Random, pool: Iterable[str], recent: Sequence[str]) -> str:
    return rng.choice([word for word in pool if word not in recent])


def sound_rows(kitchen: Mapping[str, Sequence[Event]]) -> list[tuple[object, ...]]:
    """The rows of `sounds.csv`, in the columns of EPIC-Sounds."""
    return [
        (f"{video}_{i}", video[:3], video, _clock(e.start), _clock(e.stop), e.start * SAMPLE_RATE,
         e.stop * SAMPLE_RATE, e.sound, e.sound, list(SOUNDS).index(e.sound))
        for video, happened in kitchen.items()
        for i, e in enumerate(happened)
    ]  # fmt: skip


def narration_rows(kitchen: Mapping[str, Sequence[Event]]) -> list[tuple[object, ...]]:
    """The rows of `narrations.csv`, in the columns of EPIC-KITCHENS-100."""
    return [
        (f"{video}_{i}", video[:3], video, _clock(e.start), _clock(e.start), _clock(e.stop),
         int(e.start * FRAME_RATE), int(e.stop * FRAME_RATE), f"{e.verb} {e.noun}", e.verb, VERBS.index(e.verb),
         e.noun, NOUNS.index(e.noun), [e.noun], [NOUNS.index(e.noun)])
        for video, happened in kitchen.items()
        for i, e in enumerate(happened)
    ]  # fmt: skip


def _clock(ms: int) -> str:
    """HH:MM:SS.mmm, as in EPIC."""
    return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1_000 % 60:02d}.{ms % 1_000:03d}"


def _write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([columns, *rows])


def _draw_video(folder: Path, happened: Sequence[Event], rng: random.Random) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    counter = tuple(rng.randint(150, 190) for _ in range(3))
    for event in happened:
        draw(event, counter, rng).save(folder / f"{event.middle:08d}.png")


def draw(event: Event, counter: Colour, rng: random.Random) -> Image.Image:
    """One frame: the counter, the verb's hand, water or cloth, the utensil, and the sound's bar."""
    image = Image.new("RGB", (SIDE, SIDE), counter)
    pen = ImageDraw.Draw(image)
    for _ in range(12):  # crumbs
        pen.point((rng.randrange(SIDE), rng.randrange(BAR, SIDE)), tuple(c - 40 for c in counter))
    x, y = SIDE // 2 + rng.randint(-3, 3), SIDE // 2 + 3 + rng.randint(-3, 3)
    _draw_verb(pen, event.verb, x, y)
    _draw_utensil(pen, event.utensil, COLOURS[event.colour], x, y)
    pen.rectangle((0, 0, SIDE * (event.stop - event.start) // SLOT, BAR - 1), SOUNDS[event.sound])
    return image


def _draw_verb(pen: ImageDraw.ImageDraw, verb: str, x: int, y: int) -> None:
    """A hand from below takes, a hand from the left moves, water washes, a cloth dries."""
    if verb == "take":
        pen.rectangle((x - 2, y + 5, x + 2, SIDE), SKIN)
    elif verb == "move":
        pen.rectangle((0, y - 2, x - 6, y + 2), SKIN)
    elif verb == "wash":
        pen.rectangle((x - 2, BAR, x + 2, y - 3), WATER)
    else:
        pen.rectangle((x + 5, y - 4, SIDE, y + 4), CLOTH)


def _draw_utensil(pen: ImageDraw.ImageDraw, utensil: str, colour: Colour, x: int, y: int) -> None:
    if utensil == "cup":
        pen.rectangle((x - 5, y - 5, x + 3, y + 5), colour)
        pen.rectangle((x + 3, y - 2, x + 6, y + 2), outline=colour)
    elif utensil == "spoon":
        pen.ellipse((x - 3, y - 7, x + 3, y), colour)
        pen.rectangle((x - 1, y, x, y + 8), colour)
    elif utensil == "plate":
        pen.ellipse((x - 7, y - 7, x + 7, y + 7), colour)
        pen.ellipse((x - 3, y - 3, x + 3, y + 3), (250, 250, 250))
    else:
        pen.polygon([(x - 8, y + 4), (x + 8, y + 4), (x + 8, y)], colour)
        pen.rectangle((x - 8, y + 1, x - 3, y + 4), (60, 50, 40))
