"""The pipeline: facts, windows, base questions, formats, gate, split, and files that are whole or not there.

The same input and seed give the same bytes. Items are written as they are made, and nothing is dropped without being
counted in the manifest.
"""

import hashlib
import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from itertools import repeat
from pathlib import Path
from typing import TypeVar

from tqdm import tqdm

from data_builder.facts import Fact, Video
from data_builder.formats import Deck, in_formats
from data_builder.gate import constants, faults
from data_builder.output import ITEMS, MANIFEST
from data_builder.question import BaseQuestion, Drop
from data_builder.split import split_of
from data_builder.subtypes import SUBTYPES
from data_builder.subtypes.inference import COUNTS
from data_builder.windows import Frame, windows
from reward import Item
from reward.answers import Answer

Questions = list[BaseQuestion]
Selection = Generator[Drop, None, Questions]
"""Yields a drop for each question that is left out, and returns the others."""

K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class Tally:
    """What the manifest says of the items that went by, and of what was dropped."""

    counts: Counter[tuple[str, int, str, str]] = field(default_factory=Counter)
    drops: Counter[Drop] = field(default_factory=Counter)
    answers: dict[str, list[Answer]] = field(default_factory=lambda: defaultdict(list))

    def shipped(self, found: Iterable[Item | Drop]) -> Iterator[Item]:
        """The items among what is found; everything is counted as it passes."""
        for one in found:
            if isinstance(one, Drop):
                self.drops[one] += 1
                continue
            self.counts[one.subtype, one.level, one.format, one.split] += 1
            for group in (one.format, f"{one.subtype} {one.format}"):
                self.answers[group].append(one.answer)
            yield one


def build(
    videos: Sequence[Video],
    *,
    source: str,
    length: float,
    seed: int,
    frames: Mapping[str, Sequence[Frame]] | None = None,
) -> Iterator[Item | Drop]:
    """Items from the facts of videos, cut into windows of `length` seconds, and whatever was dropped on the way.

    `frames` of a video are sorted by time.
    """
    posed: Questions = []
    for video in tqdm(videos, desc="asking", unit="video", disable=None):
        for window in windows(video, length, source, (frames or {}).get(video.id, ())):
            for name, subtype in SUBTYPES.items():
                found = subtype(window, video, random.Random(f"{seed} {source} {video.id} {window.start} {name}"))
                posed += [question for question in found if isinstance(question, BaseQuestion)]
                yield from (drop for drop in found if isinstance(drop, Drop))
    balanced = yield from _balanced(posed, seed)
    asked = yield from _one_for_each_clip(balanced, seed)
    yield from _formatted(asked, balanced, seed)


def _balanced(questions: Questions, seed: int) -> Selection:
    """Of the questions whose options are always 1, 2, 3 and 4, as many for each key, in each split and for each sound.

    Neither a constant nor the name of the sound then tells the count.
    """
    counts = [question for question in questions if question.subtype == "sound_count"]
    kept: set[str] = set()
    for name, group in _grouped(counts, lambda q: (split_of(q.clip.video_id, seed), q.asked["sound"])).items():
        by_key = _grouped(group, lambda q: q.key.text)
        fewest = min(len(by_key.get(str(count), [])) for count in COUNTS)
        rng = random.Random(f"{seed} balance {name}")
        kept.update(question.id for same in by_key.values() for question in rng.sample(same, fewest))
    yield from repeat(Drop("sound_count", "balance"), len(counts) - len(kept))
    return [question for question in questions if question.subtype != "sound_count" or question.id in kept]


def _one_for_each_clip(questions: Questions, seed: int) -> Selection:
    """One question of each subtype for each clip, none that an overlapping clip was asked from the same facts.

    The key is drawn first and then the question, so that what is annotated often is not a key more often. Counts are
    left alone, or they would lose their balance.
    """
    kept: Questions = []
    asked: set[tuple[str, tuple[Fact, ...]]] = set()
    for (clip, name), group in _grouped(questions, lambda q: (q.clip, q.subtype)).items():
        if name == "sound_count":
            kept += group
            continue
        fresh = [question for question in group if (name, question.facts) not in asked]
        by_key = _grouped(fresh, lambda q: q.key.label)
        rng = random.Random(f"{seed} choose {clip.video_id} {clip.start} {name}")
        chosen = [rng.choice(by_key[key]) for key in rng.sample(sorted(by_key), min(1, len(by_key)))]
        asked |= {(name, question.facts) for question in chosen}
        kept += chosen
        yield from repeat(Drop(name, "asked_in_overlapping_clip"), len(group) - len(fresh))
        yield from repeat(Drop(name, "another_asked_in_this_clip"), len(fresh) - len(chosen))
    return kept


def _formatted(questions: Questions, verified: Questions, seed: int) -> Iterator[Item | Drop]:
    """The questions in their formats, as far as the gate lets them through.

    All that was verified about a clip, shipped or not, gives statements to the other questions about it.
    """
    deck = Deck(random.Random(f"{seed} deck"))
    clips = _grouped(verified, lambda q: q.clip)
    for question in tqdm(questions, desc="checking", unit="question", disable=None):
        company = [other for other in clips[question.clip] if other is not question]
        for item in in_formats(question, company, split_of(question.clip.video_id, seed), deck):
            if isinstance(item, Drop) or not (reasons := faults(item)):
                yield item
            else:
                yield from (Drop(item.subtype, reason) for reason in reasons)


def _grouped(questions: Iterable[BaseQuestion], key: Callable[[BaseQuestion], K]) -> dict[K, Questions]:
    groups: dict[K, Questions] = defaultdict(list)
    for question in questions:
        groups[key(question)].append(question)
    return dict(groups)


def write(
    folder: Path,
    found: Iterable[Item | Drop],
    *,
    source: str,
    parameters: Mapping[str, object],
    inputs: Sequence[Path],
) -> tuple[Tally, list[str]]:
    """Write `items.jsonl` and `manifest.json` to a new folder, and return what was counted, and the findings.

    A finding is a constant that beats chance. Raises OSError; see `data_builder.output` for how a build stays whole.

    The manifest holds no time and no absolute path, so that two builds can be compared byte by byte.
    """
    tally = Tally()
    manifest_path, items_path = folder / MANIFEST, folder / ITEMS
    with items_path.open("x", encoding="utf-8", newline="\n") as file:
        for item in tally.shipped(found):
            file.write(item.model_dump_json() + "\n")
    table, findings = constants(tally.answers)
    manifest = {
        "source": source,
        "parameters": dict(parameters),
        "answerkey": _version(),
        "inputs": [{"name": path.name, "sha256": _sha256(path)} for path in inputs],
        "items": {"name": items_path.name, "sha256": _sha256(items_path), "count": tally.counts.total()},
        "counts": [
            {"subtype": subtype, "level": level, "format": format, "split": split, "items": items}
            for (subtype, level, format, split), items in sorted(tally.counts.items())
        ],
        "dropped": _dropped(tally.drops),
        "constants": table,
        "findings": findings,
    }
    with manifest_path.open("x", encoding="utf-8", newline="\n") as file:
        json.dump(manifest, file, indent=2, ensure_ascii=False)
        file.write("\n")
    return tally, findings


def _dropped(drops: Counter[Drop]) -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = defaultdict(dict)
    for drop, count in sorted(drops.items(), key=lambda entry: (entry[0].subtype, entry[0].reason)):
        table[drop.subtype][drop.reason] = count
    return dict(table)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _version() -> str:
    try:
        return version("answerkey")
    except PackageNotFoundError:
        return "not installed"
