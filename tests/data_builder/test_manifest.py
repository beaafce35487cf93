"""Joining shards: one file, and what is twice or in two splits is found."""

import json
from pathlib import Path
from typing import Any

from data_builder.manifest import join


def item(name: str, video: str, split: str, *facts: str, option: str = "") -> dict[str, Any]:
    options = [{"label": "x", "facts": [option] if option else []}]
    return {
        "id": name,
        "split": split,
        "clips": [{"video_id": video}],
        "evidence": list(facts),
        "meta": {"options": options},
    }


def joined(tmp_path: Path, *shards: list[dict[str, Any]]) -> tuple[list[dict[str, object]], list[str], bytes]:
    paths = [tmp_path / f"items-{i}.jsonl" for i in range(len(shards))]
    for path, items in zip(paths, shards, strict=True):
        path.write_text("".join(json.dumps(entry) + "\n" for entry in items))
    table, faults = join(paths, tmp_path / "items.jsonl")
    return table, faults, (tmp_path / "items.jsonl").read_bytes()


def test_shards_are_put_together_in_order(tmp_path: Path) -> None:
    one, two = [item("a", "V1", "train", "f1")], [item("b", "V2", "test", "f2"), item("c", "V2", "test", "f2")]
    table, faults, data = joined(tmp_path, one, [], two)
    assert faults == []
    assert [json.loads(line)["id"] for line in data.splitlines()] == ["a", "b", "c"]
    assert [(row["offset"], row["items"]) for row in table] == [
        (0, 1),
        (table[1]["offset"], 0),
        (table[1]["offset"], 2),
    ]


def test_a_fact_or_a_video_in_two_splits_is_found_also_behind_an_option(tmp_path: Path) -> None:
    train = [item("a", "V1", "train", "f1"), item("b", "V1", "test", "f9")]
    test = [item("c", "V2", "test", "f1"), item("d", "V3", "test", option="f1")]
    _, faults, _ = joined(tmp_path, train, test)
    assert faults == ["split: fact f1 is in train and in test", "split: video V1 is in train and in test"]


def test_an_item_that_is_there_twice_is_found(tmp_path: Path) -> None:
    _, faults, _ = joined(tmp_path, [item("a", "V1", "train")], [item("a", "V1", "train")])
    assert faults == ["items: a is there twice"]
