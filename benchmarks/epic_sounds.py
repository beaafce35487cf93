"""How long `answerkey build epic-sounds` takes on the whole validation files, and whether two builds are the same.

python benchmarks/epic_sounds.py EPIC_Sounds_validation.csv.gz EPIC_100_validation.csv.gz
"""

import hashlib
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path


def build(sounds: str, narrations: str, folder: Path, hash_seed: str) -> float:
    """Run the command as a user would; returns seconds of wall time."""
    start = time.perf_counter()
    subprocess.run(
        [
            *(sys.executable, "-m", "evaluation", "build", "epic-sounds", sounds),
            *("--narrations", narrations, "--window", "30", "-o", str(folder)),
        ],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - start


def digest(folder: Path) -> str:
    """One hash over all files of a build."""
    total = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()[:16]


def main() -> None:
    sounds, narrations = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        builds = [Path(folder, name) for name in ("first", "second")]
        seconds = [build(sounds, narrations, path, str(number)) for number, path in enumerate(builds, 1)]
        manifest = json.loads((builds[0] / "manifest.json").read_text())
        hashes = [digest(path) for path in builds]
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"machine   {platform.machine()}, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")
    print(f"versions  answerkey {version('answerkey')}, Python {sys.version.split()[0]}")
    print(f"seconds   {seconds[0]:.1f} and {seconds[1]:.1f}")
    print(f"items     {manifest['items']['count']}, peak memory {usage.ru_maxrss / 1024:.0f} MB")
    print(f"bytes     {'the same twice' if len(set(hashes)) == 1 else 'DIFFERENT'}: {' '.join(hashes)}")


if __name__ == "__main__":
    main()
