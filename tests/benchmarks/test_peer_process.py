"""A peer that hangs, dies or raises costs one row, and is not asked twice about a row."""

import sys
from pathlib import Path

import pytest

from benchmarks.scorer import peer_process
from benchmarks.scorer.sets import Row

PEER = """
import json, os, sys, time
for line in sys.stdin:
    reply = json.loads(line)["reply"]
    open("asked", "a").write(reply + "\\n")
    if reply == "hang":
        time.sleep(60)
    if reply == "die":
        os._exit(1)
    print(json.dumps({"said": reply[0], "seconds": 0.5}), flush=True)
"""


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Row]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "peer.py").write_text(PEER)
    monkeypatch.setattr(peer_process, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(peer_process, "SCRIPT", tmp_path / "peer.py")
    monkeypatch.setattr(peer_process, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(peer_process, "PATIENCE", 5.0)
    return [Row("s", "", ("B",), reply, None, (), ("x", "y"), "B") for reply in ("B", "hang", "A", "die", "B!")]


def test_a_hanging_or_dying_peer_loses_one_row(rows: list[Row]) -> None:
    said = peer_process.outcomes("peer", "peer 1.0", rows)
    assert [(o.right, o.said) for o in said] == [(True, "B"), (None, None), (False, "A"), (None, None), (True, "B")]
    assert [o.rule for o in said if o.right is None] == ["hangs or dies"] * 2


def test_a_row_is_asked_about_once_per_version(rows: list[Row]) -> None:
    some = [rows[0], rows[2]]
    first = peer_process.outcomes("peer", "peer 1.0", some[:1])
    assert peer_process.outcomes("peer", "peer 1.0", some)[:1] == first
    assert Path("asked").read_text() == "B\nA\n"
    peer_process.outcomes("peer", "peer 2.0", some)
    assert Path("asked").read_text() == "B\nA\nB\nA\n"


def test_without_the_environment_there_are_no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_process, "PYTHON", Path("nowhere"))
    assert peer_process.peers() == {}
