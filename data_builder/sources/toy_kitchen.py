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
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image, ImageDraw

from data_builder.facts import Frame, Video
from data_builder.sources import epic_sounds
from data_builder.sources.findings import Findings

WINDOW = 12.0  # seconds: six slots, and half a window is three, so no window cuts an event
SLOT = 2_000  # ms
SLOTS = 12  # events of one video
SIDE = 32  # pixels
BAR = 5  # pixels: height of the sound's bar
REPEATED = 0.5  # share of sounds that were heard a moment ago
VIDEOS_EACH = 4  # videos of one participant

Colour = tuple[int, int, int]

COLOURS: dict[str, Colour] = {
    "red": (214, 40, 40),
    "green": (40, 160, 60),
    "blue": (40, 80, 220),
    "yellow": (240, 210, 40),
    "black": (25, 25, 25),
}
# None may go for another one, and no verb leaves a utensil in the hand: either would bar options (see `handling`).
UTENSILS = ("jug", "spoon", "plate", "knife")
NOUNS = [f"{colour} {utensil}" for colour in COLOURS for utensil in UTENSILS]
VERBS = ("push", "shake", "wash", "dry")
SOUNDS: dict[str, Colour] = {
    "clink": (0, 255, 255),
    "splash": (255, 0, 255),
    "chop": (255, 140, 0),
    "buzz": (255, 255, 255),
    "sizzle": (130, 0, 255),
    "rattle": (0, 0, 0),
    "ping": (150, 80, 30),
    "hum": (160, 255, 100),
}
DURATIONS = range(700, 1_701, 200)  # ms
SKIN: Colour = (235, 185, 150)
WATER: Colour = (120, 200, 250)
CLOTH: Colour = (245, 245, 235)

SAMPLE_RATE = 24  # samples per ms, as in EPIC-Sounds
FRAME_MS = 20  # 50 frames a second


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
        """The utensil with its colour, such as `red jug`."""
        return f"{self.colour} {self.utensil}"


def drawn(folder: Path, seed: int, videos: int, findings: Findings) -> list[Video]:
    """Render a kitchen into a folder, and read its videos from there, with their frames by paths from that folder."""
    render(folder, seed=seed, videos=videos)
    tables = folder / "annotations"
    found = epic_sounds.read([tables / "sounds.csv"], narrations=[tables / "narrations.csv"], findings=findings)
    return [replace(video, unclassed=(), frames=_frames(folder, video.id)) for video in found]


def _frames(folder: Path, video: str) -> tuple[Frame, ...]:
    """The frames of a video by time; a file is named after its milliseconds."""
    files = sorted((folder / "frames" / video).glob("*.png"))
    return tuple((int(file.stem) / 1000, file.relative_to(folder).as_posix()) for file in files)


def render(folder: Path, *, seed: int, videos: int) -> None:
    """Write `annotations/sounds.csv`, `annotations/narrations.csv` and `frames/<video>/<milliseconds>.png`.

    The same seed gives the same bytes.
    """
    kitchen = {name: events(f"{seed} {name}") for name in video_ids(videos)}
    for name, happened in kitchen.items():
        _draw_video(folder / "frames" / name, happened, random.Random(f"{seed} {name} frames"))
    (folder / "annotations").mkdir(exist_ok=True)
    _write_csv(folder / "annotations" / "sounds.csv", sound_rows(kitchen))
    _write_csv(folder / "annotations" / "narrations.csv", narration_rows(kitchen))


def video_ids(videos: int) -> list[str]:
    """Ids in EPIC's form, `K01_01`: a participant, then a number."""
    return [f"K{i // VIDEOS_EACH + 1:02d}_{i % VIDEOS_EACH + 1:02d}" for i in range(videos)]


def events(seed: str) -> list[Event]:
    """The events of one video.

    Any six in a row handle six different utensils, so that a window has wrong options to offer. Sounds come back
    about every other time, so that there is something to count.
    """
    rng = random.Random(seed)
    happened: list[Event] = []
    for slot in range(SLOTS):
        duration = rng.choice(DURATIONS)
        start = slot * SLOT + (SLOT - duration) // 2 + rng.randint(-100, 100)
        colour, utensil = _fresh(rng, NOUNS, [event.noun for event in happened[-5:]]).split()
        heard = [event.sound for event in happened[-3:]]
        sound = rng.choice(heard) if heard and rng.random() < REPEATED else _fresh(rng, SOUNDS, heard)
        happened.append(Event(start, start + duration, rng.choice(VERBS), colour, utensil, sound))
    return happened


def _fresh(rng: random.Random, pool: Iterable[str], recent: Sequence[str]) -> str:
    return rng.choice([word for word in pool if word not in recent])


def sound_rows(kitchen: Mapping[str, Sequence[Event]]) -> list[dict[str, object]]:
    """The rows of `sounds.csv`, with the columns of EPIC-Sounds."""
    return [
        {
            "annotation_id": f"{video}_{i}",
            "participant_id": video.split("_")[0],
            "video_id": video,
            "start_timestamp": _clock(event.start),
            "stop_timestamp": _clock(event.stop),
            "start_sample": event.start * SAMPLE_RATE,
            "stop_sample": event.stop * SAMPLE_RATE,
            "description": event.sound,
            "class": event.sound,
            "class_id": list(SOUNDS).index(event.sound),
        }
        for video, happened in kitchen.items()
        for i, event in enumerate(happened)
    ]


def narration_rows(kitchen: Mapping[str, Sequence[Event]]) -> list[dict[str, object]]:
    """The rows of `narrations.csv`, with the columns of EPIC-KITCHENS-100."""
    return [
        {
            "narration_id": f"{video}_{i}",
            "participant_id": video.split("_")[0],
            "video_id": video,
            "narration_timestamp": _clock(event.start),
            "start_timestamp": _clock(event.start),
            "stop_timestamp": _clock(event.stop),
            "start_frame": event.start // FRAME_MS,
            "stop_frame": event.stop // FRAME_MS,
            "narration": f"{event.verb} {event.noun}",
            "verb": event.verb,
            "verb_class": VERBS.index(event.verb),
            "noun": event.noun,
            "noun_class": NOUNS.index(event.noun),
            "all_nouns": [event.noun],
            "all_noun_classes": [NOUNS.index(event.noun)],
        }
        for video, happened in kitchen.items()
        for i, event in enumerate(happened)
    ]


def _clock(ms: int) -> str:
    """HH:MM:SS.mmm, as in EPIC."""
    return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1_000 % 60:02d}.{ms % 1_000:03d}"


def _write_csv(path: Path, rows: Sequence[Mapping[str, object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _draw_video(folder: Path, happened: Sequence[Event], rng: random.Random) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    counter = (rng.randint(150, 190), rng.randint(150, 190), rng.randint(150, 190))
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
    """A hand from the left pushes, a hand from below shakes, water washes, a cloth dries."""
    if verb == "push":
        pen.rectangle((0, y - 2, x - 6, y + 2), SKIN)
    elif verb == "shake":
        pen.rectangle((x - 2, y + 5, x + 2, SIDE), SKIN)
    elif verb == "wash":
        pen.rectangle((x - 2, BAR, x + 2, y - 3), WATER)
    else:
        pen.rectangle((x + 5, y - 4, SIDE, y + 4), CLOTH)


def _draw_utensil(pen: ImageDraw.ImageDraw, utensil: str, colour: Colour, x: int, y: int) -> None:
    if utensil == "jug":
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
