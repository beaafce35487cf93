"""Rows for a trainer: items become conversational prompts with the frames of their clips.

A clip of several frames has each of them announced by its time in the clip, "[3.0 s]", as far as the frame's name tells
it, because a question such as "About 3 seconds into the clip, …" cannot be answered from bare pictures.
"""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from datasets import Dataset, Features, Image, List, Value

from reward import Clip, Item
from reward.item import Split
from reward.jsonl import InputError, read_items

Message = dict[str, Any]

BLOCK = {"type": Value("string"), "text": Value("string")}
FEATURES = Features(
    {
        "prompt": List({"role": Value("string"), "content": List(BLOCK)}),
        "images": List(Image(mode="RGB")),
        "item": Value("string"),
        "item_id": Value("string"),
    }
)


def select_items(
    path: Path, split: Split | None = None, formats: Collection[str] = (), subtypes: Collection[str] = ()
) -> list[Item]:
    """The items of a file that are of this split, these formats and these subtypes; an empty filter lets all through.

    Raises InputError for a line that is no item, and when no item is left.
    """
    items = list(read_items(path))
    left = [
        item
        for item in items
        if (split is None or item.split == split)
        and (not formats or item.format in formats)
        and (not subtypes or item.subtype in subtypes)
    ]
    if not left:
        asked = [split, *formats, *subtypes]
        there = sorted({word for item in items for word in (item.split, item.format, item.subtype)})
        raise InputError(f"{path}: none of {len(items)} items is {', '.join(map(str, asked))}; there are {there}")
    return left


def make_dataset(items: Iterable[Item], folder: Path) -> Dataset:
    """A data set of `prompt`, `images`, `item` (JSON) and `item_id`; frames are decoded when a row is read.

    `folder` is that of items.jsonl, from which the paths of frames start. Raises InputError for an item without
    frames (a batch of rows with and rows without images fails in TRL), and for a frame that is not there.
    """
    rows = [
        {
            "prompt": prompt(item),
            "images": [str(path) for path in frames(item, folder)],
            "item": item.model_dump_json(),
            "item_id": item.id,
        }
        for item in items
    ]
    return Dataset.from_list(rows, features=FEATURES)


def prompt(item: Item) -> list[Message]:
    """One user message: a place for each frame, in order, then the question."""
    content = [block for clip in item.clips for block in _frame_blocks(clip)]
    return [{"role": "user", "content": [*content, {"type": "text", "text": item.question}]}]


def _frame_blocks(clip: Clip) -> Iterator[dict[str, str | None]]:
    for image in clip.images:
        stem = Path(image).stem
        if len(clip.images) > 1 and stem.isdigit():
            yield {"type": "text", "text": f"[{int(stem) / 1000 - clip.start:.1f} s]"}
        yield {"type": "image", "text": None}


def frames(item: Item, folder: Path) -> list[Path]:
    """The frame files of an item. Raises InputError when it has none, or one is missing."""
    paths = [folder / image for clip in item.clips for image in clip.images]
    if not paths:
        raise InputError(
            f"item {item.id}: clips.images: no frames; extract some and name them in the item, or filter the item out"
        )
    for path in paths:
        if not path.is_file():
            raise InputError(
                f"item {item.id}: {path}: no such image; paths start at the folder of items.jsonl ({folder}): "
                "move the frames there, or build the items again"
            )
    return paths
