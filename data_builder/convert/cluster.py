"""Parts made by Ray Data, on all machines of a cluster, where one is too small for a million questions.

Needs ray, from the extra `[ray]`. The parts are those of `data_builder.parts`, so that a killed run goes on, and ends
with the same bytes as on one machine.
"""

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ray
from tqdm import tqdm

from data_builder.parts import Make, P, counted, part_paths, write_part


def ray_parts(make: Make[P], inputs: Sequence[P], work: Path, name: str) -> list[Path]:
    """The files of all parts, in order, in the folder `work` of this machine.

    Connects to the cluster that RAY_ADDRESS names, or else starts Ray on this machine.
    """
    paths = part_paths(len(inputs), work, name)
    missing = [i for i, path in enumerate(paths) if counted(path) is None]
    if not missing:
        return paths
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    # As bytes: our own objects would travel as pickles anyway.
    waiting = [{"place": i, "part": pickle.dumps((make, inputs[i]))} for i in missing]
    made = ray.data.from_items(waiting, override_num_blocks=len(waiting)).map(_made)
    with tqdm(total=len(missing), desc=name, unit="part", disable=None) as progress:
        for row in made.iter_rows():
            lines, table = pickle.loads(row["made"])
            write_part(paths[row["place"]], lines, lambda table=table: table)  # type: ignore[misc]
            progress.update()
    return paths


def _made(row: dict[str, Any]) -> dict[str, Any]:
    """One part: its lines, and what was counted once they were there."""
    make, part = pickle.loads(row["part"])
    lines, count = make(part)
    return {"place": row["place"], "made": pickle.dumps((list(lines), count()))}
