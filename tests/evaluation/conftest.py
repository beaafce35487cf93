"""Rows and files of verdicts, made small enough to be counted by hand."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from evaluation.scored import Scored
from reward import Clip, Item
from reward.answers import Judgements, Phrase, YesNo
from reward.item import ask
from reward.jsonl import write_jsonl

DEFAULTS: dict[str, Any] = {
    "score": 1.0,
    "by": "rule",
    "said": "yes",
    "rule": "equal",
    "format_ok": True,
    "note": "The reply gives the key.",
    "id": "item",
    "reply": "Answer: yes",
    "base_id": "base",
    "source": "toy",
    "subtype": "easy_sound_object",
    "level": 1,
    "format": "statement",
    "split": "test",
    "chance": 0.5,
    "gold": "Answer: yes",
    "videos": ("v1",),
    "question": "Does a kettle boil?",
}

Rows = Iterable[dict[str, Any]]


@pytest.fixture
def verdicts(tmp_path: Path) -> Callable[[str, Rows], Path]:
    """Writes a file of verdicts; each row says how it differs from a right reply to a yes/no statement."""

    def write(name: str, rows: Rows) -> Path:
        unscored = {"by": "none", "rule": "unread", "note": "No answer was read."}
        full = [{**DEFAULTS, **(unscored if row.get("score", 1) is None else {}), **row} for row in rows]
        write_jsonl(tmp_path / name, [Scored(**row) for row in full])
        return tmp_path / name

    return write


@pytest.fixture
def items() -> list[Item]:
    """One item that rules decide, one that they may leave undecided, and one with statements."""
    yes, pan = YesNo(value=True), Phrase(text="frying pan", wrong=("kettle",))
    both = Judgements(statements=("A pan is moved.", "A tap runs."), truth=(True, False))
    clip = Clip(video_id="P09_08", start=45, end=75)
    return [
        Item(id="yes", question=ask("Does it boil?", yes, "statement"), answer=yes, clips=(clip,), split="test"),
        Item(id="pan", question=ask("What is moved?", pan, "short"), answer=pan, clips=(clip, clip)),
        Item(id="both", question=ask("What is so?", both, "statements"), answer=both, subtype="medium_goal"),
    ]


@pytest.fixture
def items_file(tmp_path: Path, items: list[Item]) -> Path:
    write_jsonl(tmp_path / "items.jsonl", items)
    return tmp_path / "items.jsonl"
