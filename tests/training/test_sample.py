"""Replies of a checkpoint: how many, the same each time, and with the pictures of other items where asked."""

from pathlib import Path

import pytest

from reward import Item
from training.dataset import select_items
from training.sample import Checkpoint, sample
from training.tiny import Phase, warm_up

HOW = {"samples": 3, "temperature": 1.0, "tokens": 6, "batch": 4}


@pytest.fixture(scope="module")
def checkpoint(items_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    folder = tmp_path_factory.mktemp("model")
    items = select_items(items_file, formats=["short"])
    warm_up(items, items_file.parent, folder, [Phase(steps=30, rate=2e-3, batch=16)])
    return Checkpoint(str(folder))


@pytest.fixture
def items(items_file: Path) -> list[Item]:
    return select_items(items_file, "test", ["short"])[:10]


def test_every_item_gets_as_many_replies_as_asked_for(
    checkpoint: Checkpoint, items: list[Item], items_file: Path
) -> None:
    replies = list(sample(checkpoint, items, items_file.parent, **HOW))
    assert [reply.id for reply in replies] == [item.id for item in items for _ in range(3)]


def test_the_same_seed_gives_the_same_replies_and_another_seed_others(
    checkpoint: Checkpoint, items: list[Item], items_file: Path
) -> None:
    first, again, other = (list(sample(checkpoint, items, items_file.parent, **HOW, seed=s)) for s in (1, 1, 2))
    assert first == again != other


def test_greedy_replies_do_not_depend_on_the_seed_or_the_batch(
    checkpoint: Checkpoint, items: list[Item], items_file: Path
) -> None:
    one = list(sample(checkpoint, items, items_file.parent, tokens=6, seed=1, batch=10))
    assert all(reply.reply.startswith("Answer: ") for reply in one)
    assert one == list(sample(checkpoint, items, items_file.parent, tokens=6, seed=2, batch=3))


def test_swapped_images_are_those_of_other_items(checkpoint: Checkpoint, items: list[Item], items_file: Path) -> None:
    swapped = list(sample(checkpoint, items, items_file.parent, tokens=6, swap_images=True))
    half = len(items) // 2
    moved = [item.model_copy(update={"clips": items[(i + half) % len(items)].clips}) for i, item in enumerate(items)]
    assert swapped == list(sample(checkpoint, moved, items_file.parent, tokens=6))
    assert [reply.id for reply in swapped] == [item.id for item in items]
