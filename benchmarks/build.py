"""How long both builds take on real annotations, whether two builds are the same, and what ten kills change.

    python -m benchmarks.hd_epic_inputs DATA INPUTS
    python -m benchmarks.build DATA INPUTS OUT [--kills 10]

DATA holds the published files in the folders epic-sounds, epic-kitchens-100 and visor-slim; INPUTS is what the first
command made. Leaves the builds in OUT/epic-sounds and OUT/hd-epic, for `answerkey audit`.
"""

import argparse
import hashlib
import json
import os
import platform
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from importlib.metadata import version
from pathlib import Path

FORMATS = ("statement", "choice", "statements", "options", "short", "reasoned")


def commands(data: Path, inputs: Path) -> dict[str, list[str]]:
    """What a user would type, without the output folder."""
    kitchens = data / "epic-kitchens-100"
    epic = [
        *("build", "epic-sounds", data / "epic-sounds" / "EPIC_Sounds_validation.csv.gz"),
        *("--narrations", kitchens / "EPIC_100_validation.csv.gz"),
        *("--not-categorised", data / "epic-sounds" / "sound_events_not_categorised.csv.gz"),
        *("--video-info", kitchens / "EPIC_100_video_info.csv"),
        *("--visor", data / "visor-slim" / "visor_objects_per_frame.jsonl.gz"),
        *("--nouns", kitchens / "EPIC_100_noun_classes_v2.csv.gz"),
    ]
    hd = ["build", "hd-epic", inputs, "--events", *sorted((inputs / "events").iterdir())]
    return {"epic-sounds": [str(part) for part in epic], "hd-epic": [str(part) for part in hd]}


def build(command: list[str], folder: Path, hash_seed: str = "0") -> float:
    """Run it; returns seconds of wall time. Exit 1 is a build with findings, which are printed."""
    began = time.perf_counter()
    run = [sys.executable, "-m", "evaluation", *command, "-o", str(folder)]
    done = subprocess.run(run, env={**os.environ, "PYTHONHASHSEED": hash_seed}, check=False, stdout=subprocess.DEVNULL)
    if done.returncode > 1:
        sys.exit(done.returncode)
    return time.perf_counter() - began


def killed(command: list[str], folder: Path, after: float) -> bool:
    """Kill a run and its workers, as hard as can be, after so many seconds; whether it was still at work."""
    run = [sys.executable, "-m", "evaluation", *command, "-o", str(folder)]
    process = subprocess.Popen(run, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    return False


def digest(folder: Path) -> str:
    """One hash over all files of a build."""
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        total.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return total.hexdigest()[:16]


def show(name: str, folder: Path, seconds: float) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    formats: Counter[str] = Counter()
    for row in manifest["counts"]:
        formats[row["format"]] += row["items"]
    subtypes = {row["subtype"] for row in manifest["counts"]}
    moved = sum(r["questions"] for r in manifest["levels"] if r["proved"] not in (None, r["declared"]))
    unproved = sum(r["questions"] for r in manifest["levels"] if r["proved"] is None)
    print(f"{name}: {seconds:.0f} s, {manifest['items']['count']:,} items of {len(subtypes)} subtypes")
    print("  " + ", ".join(f"{format} {formats[format]:,}" for format in FORMATS))
    print(f"  levels: {sum(r['questions'] for r in manifest['levels']):,} checked, {moved} moved, {unproved} dropped")
    print(f"  findings: {manifest['findings'] or 'none'}; digest {digest(folder)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("inputs", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--kills", type=int, default=0, help="kills of a second build, at random moments")
    args = parser.parse_args()
    print(f"{platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, {version('answerkey')}")
    for name, command in commands(args.data, args.inputs).items():
        folder, again = args.out / name, args.out / f"{name}-again"
        for path in (folder, again):
            shutil.rmtree(path, ignore_errors=True)
        seconds = build(command, folder)
        show(name, folder, seconds)
        rng = random.Random(name)
        kills = sum(killed(command, again, rng.uniform(0.05, 0.6) * seconds) for _ in range(args.kills))
        rest = build(command, again, hash_seed="1")
        same = "the same bytes" if digest(again) == digest(folder) else "OTHER BYTES"
        print(f"  again, with another hash seed, killed {kills} times before: {same}, {rest:.0f} s for the last run")
        shutil.rmtree(again)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"largest process: {peak:,.0f} MB")


if __name__ == "__main__":
    main()
