"""Asking a peer: one process of the peers' environment, killed and started anew when it hangs or dies.

Peers do not change while our rules do, and some take most of an hour: what one said of a row is kept in CACHE, and
asked again only of another version of its package. Delete the folder after a change to `peers.py`.
"""

import hashlib
import json
import os
import selectors
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.scorer.outcome import Outcome
from benchmarks.scorer.sets import Row

SCRIPT = Path(__file__).with_name("peers.py")
ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-peers" / "bin" / "python"
CACHE = ROOT / "runs" / "scorer-peers"
PATIENCE = 30.0
"""Seconds for one row, after which a peer is said to hang."""


def peers() -> dict[str, dict[str, str]]:
    """Kind ("free", "letters", "yes_no") → peer → its package and version; empty without the environment."""
    if not PYTHON.exists():
        return {}
    listed = subprocess.run([PYTHON, SCRIPT], capture_output=True, text=True, check=True).stdout
    return dict(json.loads(listed))


def outcomes(name: str, package: str, rows: Sequence[Row]) -> list[Outcome]:
    """What a peer makes of each row; only rows that it has not been asked about before are put to it."""
    path = CACHE / f"{name.replace(' ', '-')}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    known = {data.pop("row"): data for data in map(json.loads, path.read_text().splitlines())} if path.exists() else {}
    keys = [hashlib.sha256(json.dumps([package, _question(row)]).encode()).hexdigest()[:24] for row in rows]
    new = {key: row for key, row in zip(keys, rows, strict=True) if key not in known}
    with path.open("a", buffering=1) as file:
        for key, outcome in zip(new, _ask_all(name, list(new.values())), strict=True):
            known[key] = asdict(outcome)
            file.write(json.dumps({"row": key, **known[key]}) + "\n")
    return [Outcome(**known[key]) for key in keys]


def _ask_all(name: str, rows: Sequence[Row]) -> Iterator[Outcome]:
    """A row that the peer hangs or dies on is undecided, and the next process begins behind it."""
    done = 0
    while done < len(rows):
        with _start(name) as process:
            for row in rows[done:]:
                line = _ask(process, row)
                done += 1
                yield _outcome(row, line)
                if not line:
                    break
            process.kill()


def _start(name: str) -> subprocess.Popen[bytes]:
    quiet = {**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    command, pipe = [str(PYTHON), str(SCRIPT), name], subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=quiet, bufsize=0)


def _ask(process: subprocess.Popen[bytes], row: Row) -> bytes:
    """The peer's line on a row; empty when none came in time."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(_question(row)).encode() + b"\n")
    except BrokenPipeError:
        return b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        return process.stdout.readline() if selector.select(PATIENCE) else b""


def _question(row: Row) -> dict[str, Any]:
    options = {chr(ord("A") + i): option for i, option in enumerate(row.options)}
    return {"reply": row.reply, "references": row.references, "options": options}


def _outcome(row: Row, line: bytes) -> Outcome:
    if not line:
        return Outcome(None, None, PATIENCE, "hangs or dies")
    data = json.loads(line)
    said = data.get("said")
    right = data.get("right") if said is None else said == row.letter
    return Outcome(right, said, data["seconds"], data.get("rule", ""))
