"""What a newcomer waits for: installation, `make demo` and `make test` on a fresh clone, with their peak memory.

python benchmarks/fresh.py
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 2**20


def tree_memory(root: int) -> float:
    """Resident megabytes of a process and all that descend from it (Linux)."""
    parents, pages = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                after_name = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue  # it has just ended
            parents[int(entry.name)], pages[int(entry.name)] = int(after_name[1]), int(after_name[21])
    family = {root}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(pages.get(pid, 0) for pid in family) * PAGE_MB


def run(target: str, folder: Path) -> str:
    """Run `make TARGET` in a folder; returns its last lines. Prints seconds of wall time and peak memory."""
    start, peak = time.perf_counter(), 0.0
    with (folder / f"{target}.log").open("w+") as log:
        process = subprocess.Popen(["make", target], cwd=folder, stdout=log, stderr=subprocess.STDOUT)
        while process.poll() is None:
            peak = max(peak, tree_memory(process.pid))
            time.sleep(0.2)
        log.seek(0)
        said = log.read()
    seconds = time.perf_counter() - start
    print(f"make {target:<8} {seconds:6.0f} s   {peak / 1024:5.2f} GB   exit code {process.returncode}", flush=True)
    return said


def main() -> None:
    print(f"machine   {platform.machine()}, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")
    print(f"versions  Python {sys.version.split()[0]}, Linux {platform.release().split('-')[0]}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "answerkey")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        run("install", folder)
        print("".join(f"  {line}\n" for line in run("demo", folder).splitlines() if "->" in line), end="")
        print(f"  {run('test', folder).rstrip().splitlines()[-1]}")
        listed = [str(folder / ".venv" / "bin" / "python"), "-m", "pip", "freeze"]
        installed = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    wanted = ("torch==", "transformers==", "trl==", "pydantic==")
    print("installed", ", ".join(line for line in installed if line.startswith(wanted)))


if __name__ == "__main__":
    main()
