"""The pipeline: facts, questions, bundles, formats, gate, split, and files that are whole or not there.

    videos ─► cards of all questions (part by part) ─► plan of the set ─► items of each part ─► one file and a manifest

The cards say what could be asked, the plan what is; both passes over the videos go part by part, on several processes,
and a part that is done is kept, so that a killed build goes on and ends with the same bytes. Nothing is dropped without
being counted in the manifest.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from data_builder.asking import ask, questions
from data_builder.cards import Card, Heard, from_json, to_json
from data_builder.choosing import choose
from data_builder.facts import Video
from data_builder.formats import in_formats
from data_builder.gate import faults
from data_builder.parts import counted, make_parts, pool_of
from data_builder.plan import Plan, plans
from data_builder.question import BaseQuestion, Drop
from data_builder.split import split_of
from data_builder.tally import Tally
from reward import Item

Planned = Sequence[tuple[Video, Mapping[str, tuple[str, Plan]]]]
"""Videos, and for each the subtypes and plans of its questions by their ids."""
PART = 4
"""Videos of one part."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a build is made with: `length` are seconds of all clips; splits are drawn for each video or participant."""

    source: str
    length: float | None
    seed: int
    by_participant: bool = False


@dataclass(frozen=True, slots=True)
class Built:
    """What became of the videos: the shards with their items, in order, and what was counted on the way."""

    shards: list[Path]
    tally: Tally
    proofs: Counter[tuple[str, int, int]]
    bundles: Counter[str]


def build(videos: Sequence[Video], settings: Settings, work: Path, workers: int = 1) -> Built:
    """Make the items of the videos in parts, in the folder `work`."""
    with pool_of(workers) as pool:
        return _build(videos, settings, work, pool)


def _build(videos: Sequence[Video], settings: Settings, work: Path, pool: Executor | None) -> Built:
    parts = [videos[i : i + PART] for i in range(0, len(videos), PART)]
    asked = make_parts(partial(_ask_part, settings), parts, work, "cards", pool)
    cards, heard, tally, proofs = _read_cards(asked)
    split = {v.id: split_of(v.participant if settings.by_participant else v.id, settings.seed) for v in videos}
    chosen = choose(cards, split, settings.seed)
    tally.drops.update(chosen.drops)
    plan = plans(chosen.bundled, chosen.singles, heard, split, settings.seed)
    videos_of = {card.id: card.video_id for card in cards}
    by_video: dict[str, dict[str, tuple[str, Plan]]] = defaultdict(dict)
    subtypes = {card.id: card.subtype for card in cards}
    for name, entry in plan.items():
        by_video[videos_of[name]][name] = (subtypes[name], entry)
    planned = [[(video, by_video.get(video.id, {})) for video in part] for part in parts]
    shards = make_parts(partial(_make_part, settings), planned, work, "items", pool)
    for shard in shards:
        tally.add(Tally.from_json(counted(shard) or {}))
    return Built(shards, tally, proofs, Counter(bundle.subtype for bundle in chosen.bundled))


def _ask_part(settings: Settings, part: Sequence[Video]) -> tuple[list[str], Callable[[], dict[str, Any]]]:
    drops: Counter[Drop] = Counter()
    proofs: Counter[tuple[str, int, int]] = Counter()
    lines: list[str] = []
    for video in part:
        asked = ask(video, settings.source, settings.length)
        drops.update(asked.drops)
        proofs.update(asked.proofs)
        lines += [json.dumps(to_json(card)) + "\n" for card in asked.cards]
        lines += [json.dumps(to_json(heard)) + "\n" for heard in asked.heard]
    table = {"tally": Tally(drops=drops).to_json(), "proofs": [[*key, n] for key, n in sorted(proofs.items())]}
    return lines, lambda: table


def _read_cards(paths: Sequence[Path]) -> tuple[list[Card], list[Heard], Tally, Counter[tuple[str, int, int]]]:
    cards: list[Card] = []
    heard: list[Heard] = []
    tally, proofs = Tally(), Counter[tuple[str, int, int]]()
    for path in paths:
        table = counted(path) or {}
        tally.add(Tally.from_json(table["tally"]))
        proofs.update({(name, declared, proved): n for name, declared, proved, n in table["proofs"]})
        with path.open(encoding="utf-8") as file:
            for line in file:
                entry = from_json(json.loads(line))
                if isinstance(entry, Card):
                    cards.append(entry)
                else:
                    heard.append(entry)
    return cards, heard, tally, proofs


def _make_part(settings: Settings, planned: Planned) -> tuple[Iterator[str], Callable[[], dict[str, Any]]]:
    tally = Tally()
    made = (found for video, plan in planned for found in _items(video, settings, plan))
    return (item.model_dump_json() + "\n" for item in tally.shipped(made)), tally.to_json


def _items(video: Video, settings: Settings, plan: Mapping[str, tuple[str, Plan]]) -> Iterator[Item | Drop]:
    """The planned questions about a video in their formats, as far as the gate lets them through."""
    subtypes = {subtype for subtype, _ in plan.values()}
    found = {
        question.id: (question, plan[question.id][1])
        for question in questions(video, settings.source, settings.length, subtypes)
        if isinstance(question, BaseQuestion) and question.id in plan
    }
    for question, entry in found.values():
        for item in in_formats(question, entry, found):
            if isinstance(item, Drop) or not (reasons := faults(item)):
                yield item
            else:
                yield from (Drop(item.subtype, reason) for reason in reasons)
