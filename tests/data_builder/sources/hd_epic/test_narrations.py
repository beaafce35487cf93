"""Narrations: a table of JSON lines; the published pickle is never loaded."""

import pickle
import shlex
from pathlib import Path
from typing import Any

import pytest

from data_builder.facts import Narration
from reward.jsonl import InputError

VIDEO = "P01-20240202-110250"
PLACE = "narrations-and-action-segments"


class Trap:
    """Whoever unpickles it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


@pytest.fixture
def told(folder: Any) -> Any:
    """Reads rows of narrations from the place where the converted table lies."""
    folder.activities(f"{VIDEO},,Cook,0,50")

    def run(*rows: dict[str, Any]) -> tuple[Narration, ...]:
        folder.lines(f"{PLACE}/HD_EPIC_Narrations.jsonl", rows)
        return folder.read()[0].narrations

    return run


def test_a_row_becomes_a_narration(told: Any, narration: Any) -> None:
    pairs = [["open", "tap"], ["hold", "handle"]]
    parsed = {"nouns": ["tap", "handle"], "pairs": pairs, "main_actions": pairs[:1], "noun_classes": [0, 3]}
    [one] = told(narration(1, " Open  the tap.", hands=["left hand"], verbs=["open"], **parsed))
    assert one == Narration(
        id=f"{VIDEO}-1",
        video_id=VIDEO,
        start=1.0,
        end=2.5,
        text="Open the tap.",
        nouns=("tap", "handle"),
        pairs=(("open", "tap"), ("hold", "handle")),
        main=(("open", "tap"),),
        noun_classes=(0, 3),
        hands=("left hand",),
    )


def test_empty_cells_are_null_in_json(told: Any, narration: Any) -> None:
    assert told(narration(1, nouns=None, hands=None))[0].nouns == ()


def test_narrations_of_the_erratum_are_left_out(folder: Any, told: Any, narration: Any) -> None:
    folder.write(f"{PLACE}/HD_EPIC_Narrations_erratum.csv", f"erratum_narration_id\n{VIDEO}-2\n")
    assert [one.id for one in told(narration(1), narration(2))] == [f"{VIDEO}-1"]
    assert folder.findings.dropped == {"erratum": 1}
    assert folder.findings.places == {"erratum": ["HD_EPIC_Narrations.jsonl:2"]}


def test_an_id_that_comes_twice_is_one_or_is_dropped(folder: Any, told: Any, narration: Any) -> None:
    assert len(told(narration(1), narration(1), narration(1, "Close the tap."))) == 1
    assert folder.findings.repaired == {"repeated_row": 1}
    assert folder.findings.dropped == {"repeated_id": 1}


def test_a_class_that_the_table_lacks_is_taken_out(folder: Any, told: Any, narration: Any) -> None:
    folder.write(f"{PLACE}/HD_EPIC_noun_classes.csv", "id,key,instances,category\n0,tap,\"['tap']\",appliances\n")
    assert told(narration(1, noun_classes=[0, 999]))[0].noun_classes == (0,)
    assert folder.findings.repaired == {"unknown_class": 1}


def test_empty_texts_and_impossible_times_are_dropped(folder: Any, told: Any, narration: Any) -> None:
    assert told(narration(1, " "), narration(2, start=3.0), narration(3, start=2.5)) == ()
    assert folder.findings.dropped == {"unreadable_narration": 1, "reversed_times": 1, "empty_span": 1}


def test_a_broken_row_is_named(folder: Any, told: Any, narration: Any) -> None:
    with pytest.raises(InputError, match=r"HD_EPIC_Narrations\.jsonl:2: nouns"):
        told(narration(1), narration(2, nouns="tap"))


@pytest.mark.parametrize("name", ["HD_EPIC_Narrations.pkl", "renamed.jsonl"])
def test_a_pickle_that_is_given_is_refused_with_the_command_that_converts_it(folder: Any, name: str) -> None:
    folder.activities(f"{VIDEO},,Cook,0,50")
    trap = folder.path / "trapped"
    path = folder.write(name, pickle.dumps(Trap(trap)))
    with pytest.raises(InputError) as error:
        folder.read(narrations=[path])
    assert not trap.exists()
    assert str(error.value).startswith(f"{path}: is a pickle")
    command = shlex.split(str(error.value).split("trust it: ")[1])
    assert command[:2] == ["python", "-c"]
    compile(command[2], "command", "exec")
    assert "read_pickle('HD_EPIC_Narrations.pkl')" in command[2]


def test_a_pickle_that_is_found_is_not_read_and_said_so(folder: Any, told: Any, narration: Any) -> None:
    trap = folder.path / "trapped"
    folder.write(f"{PLACE}/HD_EPIC_Narrations.pkl", pickle.dumps(Trap(trap)))
    assert folder.read()[0].narrations == ()
    assert not trap.exists()
    assert folder.findings.dropped == {"pickle_not_read": 1}
    assert "to_json('HD_EPIC_Narrations.jsonl'" in folder.findings.places["pickle_not_read"][0]
    assert len(told(narration(1))) == 1  # once it was converted
    assert not folder.findings.dropped


def test_a_missing_file_is_named(folder: Any) -> None:
    folder.activities(f"{VIDEO},,Cook,0,50")
    with pytest.raises(InputError, match=r"missing\.jsonl: cannot be read"):
        folder.read(narrations=[folder.path / "missing.jsonl"])
