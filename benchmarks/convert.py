"""What `answerkey convert --no-llm` makes of published multiple-choice sets, and how fast.

    python -m benchmarks.convert DATA [--repeat 3] [--out OUT] [FLAG …]

DATA is the folder with hd-epic/vqa-benchmark and av-ego-qa; a FLAG that is not known here goes to the command. Prints
the table of README.md, and what the command said of each set. The best of the repeated runs counts.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.audit import SETS

HEAD = (
    *("set", "rows", "refused", "shipped by kind", "dropped", "decided by rule", "without options", "of all questions"),
    *("questions/s, whole command", "without its start"),
)


def command(*arguments: str | Path) -> list[str]:
    """The command line of one conversion."""
    return [sys.executable, "-m", "evaluation", "convert", *map(str, arguments)]


def timed(run: Sequence[str]) -> tuple[float, float, str]:
    """Seconds of wall time and of CPU, and what the command said.

    Exit 1 is a conversion with findings, unless nothing is said.
    """
    began, used = time.perf_counter(), cpu()
    done = subprocess.run(run, check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode > 1 or not done.stdout:
        sys.exit(done.returncode or 1)
    return time.perf_counter() - began, cpu() - used, done.stdout


def cpu() -> float:
    """Seconds that the processes started from here have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def row(name: str, found: dict[str, Any], seconds: float, start: float) -> str:
    """A line of the table: numbers of a report, and speed with and without what any run of the command takes."""
    kinds = ", ".join(f"{kind} {n:,}" for kind, n in found["kinds"].items())
    shares = [percent(found["shares"][share]) for share in ("with_options", "without_options", "of_questions")]
    speeds = [f"{found['questions'] / max(taken, 1e-3):,.0f}" for taken in (seconds, seconds - start)]
    counts = (f"{found['read']:,}", f"{found['refused']:,}", kinds, f"{found['dropped']:,}")
    return "| " + " | ".join([name, *counts, *shares, *speeds]) + " |"


def percent(share: dict[str, Any]) -> str:
    """A share in percent with its interval."""
    if share["value"] is None:
        return "–"
    return f"{100 * share['value']:.1f} [{100 * share['low']:.1f}, {100 * share['high']:.1f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="runs of each set (default: %(default)s)")
    parser.add_argument("--out", type=Path, help="folder to leave the conversions in")
    args, flags = parser.parse_known_args()
    sets = {"HD-EPIC": sorted((args.data / "hd-epic" / "vqa-benchmark").glob("*.json*"))}
    sets |= {name: [args.data / "av-ego-qa" / path] for name, path in SETS.items()}
    start = min(timed(command("--help"))[0] for _ in range(args.repeat))
    print(f"{platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, {version('answerkey')}")
    print(f"load average {os.getloadavg()[0]:.1f}; the start of the command takes {start:.2f} s\n")
    table = ["| " + " | ".join(HEAD) + " |", "|---" * len(HEAD) + "|"]
    total = asked = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        for name, files in sets.items():
            folder = (args.out or Path(scratch)) / name.lower().replace(" ", "-")
            run = command(*files, "-o", folder, "--no-llm", *flags)
            seconds, used, said = min(timed(run) for _ in range(args.repeat))
            found = json.loads((folder / "report.json").read_text("utf-8"))["overall"]
            table.append(row(name, found, seconds, start))
            total, asked = total + seconds, asked + found["questions"]
            print(f"{name}: {seconds:.2f} s, {used:.2f} s of CPU\n{said}", flush=True)
    print("\n".join(table))
    alone = total - start * len(sets)
    print(
        f"\ntogether: {asked:,.0f} questions in {total:.1f} s, {asked / total:,.0f} a second; {asked / alone:,.0f}",
        end="",
    )
    print(" without the starts of the command")
    print(f"largest process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:,.0f} MB")


if __name__ == "__main__":
    main()
