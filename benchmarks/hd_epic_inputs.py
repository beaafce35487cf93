"""Makes a folder like the published annotations of HD-EPIC from the copies at hand, and fills in what those lack.

The masks of participant P01 come from a published join of masks and movements, the narrations from tables of single
recipes and of food. The same input gives the same bytes.

python -m benchmarks.hd_epic_inputs DATA OUT    # DATA holds hd-epic/ and hd-epic-thirdparty/

Then the source reads OUT, and the files of OUT/events as events.
"""

import gzip
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from data_builder.sources.hd_epic.published import MASKS, NARRATIONS, published_files


def make_inputs(data: Path, out: Path) -> list[Path]:
    """Fill the folder `out`; returns the files of events in it."""
    official, others = data / "hd-epic", data / "hd-epic-thirdparty"
    for path in published_files(official):
        _copy(path, out / path.relative_to(official))
    _write(out / MASKS, json.dumps(_masks(others / "FoodMemory" / "p01_objects_list.json.gz"), sort_keys=True))
    rows = [*_recipe_rows(others / "minhman293"), *_food_rows(others / "FoodMemory" / "hdepic_p01_food_items.json.gz")]
    _write(out / NARRATIONS, "".join(json.dumps(row) + "\n" for row in rows))
    scenes = sorted((others / "kartikvrama" / "scene_graphs").glob("*.jsonl.gz"))
    return [_copy(path, out / "events" / path.name) for path in scenes]


def _masks(path: Path) -> dict[str, dict[str, Any]]:
    """The masks by video and id, in the published form."""
    masks: dict[str, dict[str, Any]] = {}
    for row in json.loads(gzip.decompress(path.read_bytes())):
        masks.setdefault(row["video_id"], {})[row["mask_id"]] = {
            "frame_number": row["frame_number"],
            "3d_location": [row[f"position_{axis}"] for axis in "xyz"],
            "bbox": [row[f"bbox_{corner}"] for corner in ("x1", "y1", "x2", "y2")],
            "fixture": row["fixture"],
        }
    return masks


def _recipe_rows(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.jsonl.gz")):
        yield from map(json.loads, gzip.decompress(path.read_bytes()).splitlines())


def _food_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Rows without nouns, since only those that are food are known."""
    for video, rows in json.loads(gzip.decompress(path.read_bytes())).items():
        for row in rows:
            yield {
                "unique_narration_id": row["narration_id"],
                "participant_id": video.split("-")[0],
                "video_id": video,
                "narration": row["narration"],
                "start_timestamp": row["start_timestamp"],
                "end_timestamp": row["end_timestamp"],
                "hands": row["hands"],
                "narration_timestamp": row["narration_timestamp"],
            }


def _copy(path: Path, target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copyfile(path, target))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    data, out = map(Path, sys.argv[1:])
    print(f"{out}, with {len(make_inputs(data, out))} files of events")


if __name__ == "__main__":
    main()
