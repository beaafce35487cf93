"""The manifest of a conversion, the file of its items, and the file of all rows that did not become one."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from data_builder.convert.convert import DROP, FALL, Converted
from data_builder.convert.mcq import Refused
from data_builder.manifest import counts_of, own_version
from data_builder.output import ITEMS
from data_builder.work import sha256

DROPPED = "dropped.jsonl"


def manifest_of(
    converted: Converted,
    refused: Sequence[Refused],
    folder: Path,
    parameters: Mapping[str, object],
    inputs: Sequence[tuple[str, str]],
) -> tuple[dict[str, object], list[str]]:
    """Write the items and what was dropped into the folder; return the manifest and its findings.

    There is no time and no absolute path in it, so that two conversions can be compared byte by byte.
    """
    shards = _write(converted, refused, folder)
    items = folder / ITEMS
    constants, findings = converted.tally.constants()
    account = converted.account.to_json()
    manifest: dict[str, object] = {
        "source": "mcq",
        "parameters": dict(parameters),
        "answerkey": own_version(),
        "inputs": [{"name": name, "sha256": digest} for name, digest in inputs],
        "items": {"name": ITEMS, "sha256": sha256(items), "count": converted.tally.counts.total()},
        "shards": shards,
        "counts": counts_of(converted.tally),
        **{name: account[name] for name in ("shipped", "dropped", "refused", "demoted", "asked", "repaired")},
        "repairs": dict(sorted(converted.repairs.items())),
        "shares": converted.account.shares().as_json(),
        "constants": constants,
        "findings": findings,
    }
    return manifest, findings


def _write(converted: Converted, refused: Sequence[Refused], folder: Path) -> list[dict[str, object]]:
    """Put the shards' items into one file, and what was dropped into another; say where each shard's items begin."""
    table: list[dict[str, object]] = []
    with (
        (folder / ITEMS).open("w", encoding="utf-8", newline="\n") as items,
        (folder / DROPPED).open("w", encoding="utf-8", newline="\n") as dropped,
    ):
        for row in refused:
            entry = {"where": row.where, "refused": row.reason, "field": row.field, "message": row.message}
            dropped.write(json.dumps(entry, ensure_ascii=False) + "\n")
        for shard in converted.shards:
            offset, count = items.tell(), 0
            with shard.open(encoding="utf-8") as lines:
                for line in lines:
                    if line.startswith(DROP):
                        dropped.write(line)
                    elif not line.startswith(FALL):
                        items.write(line)
                        count += 1
            table.append({"offset": offset, "items": count})
    return table
