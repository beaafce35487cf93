"""A few items on frames of the toy kitchen, made by hand, and a tiny model for them."""

from pathlib import Path

import pytest

from data_builder.sources.toy_kitchen import VERBS, Event, events, render, video_ids
from reward import Clip, Item
from reward.answers import Phrase, YesNo
from reward.item import ask
from reward.jsonl import write_jsonl

VIDEOS = 2


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> None:
    """Two threads wait for each other on a busy machine."""
    torch = pytest.importorskip("torch", reason="needs torch: pip install 'answerkey[train]'")
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def items_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """items.jsonl with three items for every event, beside its frames; the first video is for training."""
    folder = tmp_path_factory.mktemp("items")
    render(folder, seed=0, videos=VIDEOS)
    items = [
        item
        for number, video in enumerate(video_ids(VIDEOS))
        for event in events(f"0 {video}")
        for item in make_items(event, video, "test" if number else "train")
    ]
    write_jsonl(folder / "items.jsonl", items)
    return folder / "items.jsonl"


def make_items(event: Event, video: str, split: str) -> list[Item]:
    image = f"frames/{video}/{event.middle:08d}.png"
    clip = Clip(video_id=video, start=event.middle // 2000 * 2, end=event.middle // 2000 * 2 + 2, images=(image,))
    common = {"clips": (clip,), "split": split}
    washes = YesNo(value=event.verb == VERBS[2])
    thing, sound = Phrase(text=event.noun), Phrase(text=event.sound)
    return [
        Item(question=ask("Which object?", thing, "short"), answer=thing, subtype="easy_object", **common),
        Item(question=ask("Which sound?", sound, "short"), answer=sound, subtype="easy_sound_event", **common),
        Item(question=ask("It is washed.", washes, "statement"), answer=washes, format="statement", **common),
    ]
