"""Rows for a trainer: what is in them, and what is said when they cannot be made."""

from pathlib import Path

import pytest

from reward import Clip, Item
from reward.answers import Phrase
from reward.jsonl import InputError, read_items
from training.dataset import make_dataset, prompt, select_items


def test_a_row_is_a_prompt_with_its_frames_and_its_item(items_file: Path) -> None:
    item = next(read_items(items_file))
    row = make_dataset([item], items_file.parent)[0]
    assert row["prompt"] == [
        {
            "role": "user",
            "content": [{"type": "image", "text": None}, {"type": "text", "text": item.question}],
        }
    ]
    assert [(image.mode, image.size) for image in row["images"]] == [("RGB", (32, 32))]
    assert Item.model_validate_json(row["item"]) == item
    assert row["item_id"] == item.id


def test_trl_finds_a_place_for_every_frame(items_file: Path) -> None:
    data_utils = pytest.importorskip("trl.data_utils", reason="needs trl: pip install 'answerkey[train]'")
    clips = [item.clips[0] for item in read_items(items_file)][::3]
    images = tuple(image for clip in clips[:3] for image in clip.images)
    item = Item(
        question="?", answer=Phrase(text="jug"), clips=(Clip(video_id="K01_01", start=0, end=6, images=images),)
    )
    row = make_dataset([item], items_file.parent)[0]
    messages = data_utils.prepare_multimodal_messages(row["prompt"], row["images"])
    assert [block["type"] for block in messages[0]["content"]] == ["text", "image"] * 3 + ["text"]


def test_frames_of_a_longer_clip_are_announced_by_their_time_in_it() -> None:
    images = ("frames/v/00010900.png", "frames/v/00013100.png")
    item = Item(question="?", answer=Phrase(text="jug"), clips=(Clip(video_id="v", start=10, end=14, images=images),))
    assert [block["text"] for block in prompt(item)[0]["content"]] == ["[0.9 s]", None, "[3.1 s]", None, "?"]


def test_frames_without_a_time_in_their_name_stand_alone() -> None:
    clip = Clip(video_id="v", start=0, end=4, images=("first.png", "second.png"))
    item = Item(question="?", answer=Phrase(text="jug"), clips=(clip,))
    assert [block["type"] for block in prompt(item)[0]["content"]] == ["image", "image", "text"]


def test_filters_let_through_what_they_name(items_file: Path) -> None:
    assert {item.split for item in select_items(items_file, "test")} == {"test"}
    assert {item.format for item in select_items(items_file, formats=["statement"])} == {"statement"}
    assert {item.subtype for item in select_items(items_file, subtypes=["easy_object"])} == {"easy_object"}
    assert len(select_items(items_file)) == len(list(read_items(items_file)))


def test_a_filter_that_leaves_nothing_says_what_there_is(items_file: Path) -> None:
    with pytest.raises(InputError, match=r"none of 72 items is validation, choice; .*'short'.*'train'"):
        select_items(items_file, "validation", ["choice"])


def test_a_missing_frame_is_named_with_its_item_and_what_to_do(items_file: Path, tmp_path: Path) -> None:
    item = next(read_items(items_file))
    with pytest.raises(InputError, match=f"item {item.id}: {tmp_path}/{item.clips[0].images[0]}: .*build the items"):
        make_dataset([item], tmp_path)


def test_an_item_without_frames_is_refused() -> None:
    item = Item(question="?", answer=Phrase(text="jug"))
    with pytest.raises(InputError, match=f"item {item.id}: clips.images: no frames"):
        make_dataset([item], Path())
