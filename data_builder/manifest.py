"""The manifest: what a set holds, what it was made from, what was dropped and why, and what a check of it found."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from data_builder.build import Built
from data_builder.sources.findings import Findings
from data_builder.tally import Tally
from data_builder.work import sha256


def join(shards: Sequence[Path], items: Path) -> tuple[list[dict[str, object]], list[str]]:
    """Put the shards together in one file; say of each where it begins, and what is twice, or in two splits."""
    ids: set[str] = set()
    splits: dict[str, str] = {}
    faults: set[str] = set()
    table: list[dict[str, object]] = []
    with items.open("w", encoding="utf-8", newline="\n") as file:
        for shard in shards:
            offset, count = file.tell(), 0
            with shard.open(encoding="utf-8") as lines:
                for line in lines:
                    file.write(line)
                    count += 1
                    item = json.loads(line)
                    if item["id"] in ids:
                        faults.add(f"items: {item['id']} is there twice")
                    ids.add(item["id"])
                    for owned, split in _owned(item):
                        if splits.setdefault(owned, split) != split:
                            faults.add(f"split: {owned} is in {splits[owned]} and in {split}")
            table.append({"offset": offset, "items": count, "sha256": sha256(shard)})
    return table, sorted(faults)


def _owned(item: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The videos and facts of an item, its options' among them, with its split; none may be in two splits."""
    split = str(item["split"])
    for clip in item["clips"]:  # type: ignore[attr-defined]
        yield f"video {clip['video_id']}", split
    for fact in item["evidence"]:  # type: ignore[attr-defined]
        yield f"fact {fact}", split
    for option in item["meta"]["options"]:  # type: ignore[index]
        for fact in option["facts"]:
            yield f"fact {fact}", split


def manifest_of(
    built: Built,
    items: Path,
    *,
    source: str,
    parameters: Mapping[str, object],
    inputs: Sequence[tuple[str, str]],
    read: Findings,
) -> tuple[dict[str, object], list[str]]:
    """Write the items, and return the manifest and its findings; a finding is a fault of the set as a whole.

    `inputs` are the names of the files with their hashes. There is no time and no absolute path in the manifest, so
    that two builds can be compared byte by byte.
    """
    shards, faults = join(built.shards, items)
    constants, findings = built.tally.constants()
    findings += faults
    counts = built.tally.counts
    manifest: dict[str, object] = {
        "source": source,
        "parameters": dict(parameters),
        "answerkey": own_version(),
        "inputs": [{"name": name, "sha256": digest} for name, digest in inputs],
        "read": read.table(),
        "items": {"name": items.name, "sha256": sha256(items), "count": counts.total()},
        "shards": shards,
        "counts": counts_of(built.tally),
        "levels": [
            {"subtype": subtype, "declared": declared, "proved": proved or None, "questions": count}
            for (subtype, declared, proved), count in sorted(built.proofs.items())
        ],
        "bundles": dict(sorted(built.bundles.items())),
        "wrong_options_from": _table(built.tally.origins),
        "dropped": _table(Counter({(d.subtype, d.reason): count for d, count in built.tally.drops.items() if count})),
        "constants": constants,
        "findings": findings,
    }
    return manifest, findings


def counts_of(tally: Tally) -> list[dict[str, object]]:
    """How many items there are of each subtype, level, format and split."""
    return [
        {"subtype": subtype, "level": level, "format": format, "split": split, "items": count}
        for (subtype, level, format, split), count in sorted(tally.counts.items())
    ]


def _table(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = defaultdict(dict)
    for (row, column), count in sorted(counts.items()):
        table[row][column] = count
    return dict(table)


def own_version() -> str:
    """The version of this package."""
    try:
        return version("answerkey")
    except PackageNotFoundError:
        return "not installed"
