"""Recipes, steps and portions of the published file of recipes."""

from typing import Any

import pytest

from data_builder.facts import Portion, Recipe, Step
from reward.jsonl import InputError

VIDEO, OTHER = "P01-20240202-110250", "P01-20240203-093333"
FILE = "high-level/complete_recipes.json"


def span(start: Any, end: Any, video: str = VIDEO) -> dict[str, Any]:
    return {"video": video, "start": start, "end": end}


def capture(**parts: Any) -> dict[str, Any]:
    return {"videos": [VIDEO], "ingredients": {}, "step_times": {}, "prep_times": {}, **parts}


def milk(add: list[dict[str, Any]], amount: Any = 0.5, unit: str = "tbsp", **parts: Any) -> dict[str, Any]:
    return {"I01": {"name": "milk ", "amount": amount, "amount_unit": unit, "weigh": [], "add": add, **parts}}


def recipes(*captures: dict[str, Any]) -> dict[str, Any]:
    steps = {"P01_R01_S01": "Pour  milk ", "P01_R01_S02": "Stir"}
    return {"P01_R01": {"participant": "P01", "name": "Coffee", "steps": steps, "captures": list(captures)}}


def test_steps_preparations_and_portions_become_facts(folder: Any) -> None:
    steps, prep = {"P01_R01_S01": [span(3, 4), span(1.0004, "00:00:02.5")]}, {"P01_R01_S01": [span(0, 1)]}
    poured = milk([span(1, 2)], weigh=[span(0, 1)])
    folder.write(FILE, recipes(capture(step_times=steps, prep_times=prep, ingredients=poured)))
    [video] = folder.read()
    about = ("P01_R01", "P01_R01#1", "P01_R01_S01", "Pour milk")
    assert video.steps == (
        Step("P01_R01#1/P01_R01_S01/prepare/1", VIDEO, 0.0, 1.0, *about, True),
        Step("P01_R01#1/P01_R01_S01/2", VIDEO, 1.0, 2.5, *about, False),
        Step("P01_R01#1/P01_R01_S01/1", VIDEO, 3.0, 4.0, *about, False),
    )
    about = ("P01_R01", "P01_R01#1", "I01", "milk", "0.5", "tablespoon")
    assert video.portions == (
        Portion("P01_R01#1/I01/weigh/1", VIDEO, 0.0, 1.0, *about, True),
        Portion("P01_R01#1/I01/add/1", VIDEO, 1.0, 2.0, *about, False),
    )
    written = (("P01_R01_S01", "Pour milk"), ("P01_R01_S02", "Stir"))
    assert video.recipes == (Recipe("P01_R01", "Coffee", written, (("I01", "milk"),)),)
    assert not folder.findings.repaired + folder.findings.dropped


def test_a_video_has_the_ingredients_of_the_captures_that_name_it(folder: Any) -> None:
    sugar = {"I02": {"name": "sugar", "amount": "N/A", "amount_unit": "N/A", "add": [span(1, 2, OTHER)]}}
    first, second = capture(ingredients=milk([span(1, 2)])), capture(videos=[OTHER], ingredients=sugar)
    folder.write(FILE, recipes(first, second))
    one, other = folder.read()
    assert [video.recipes[0].ingredients for video in (one, other)] == [(("I01", "milk"),), (("I02", "sugar"),)]
    assert (other.portions[0].amount, other.portions[0].unit, other.portions[0].capture) == ("", "", "P01_R01#2")


def test_overlapping_stretches_of_one_step_are_one_and_touching_ones_are_two(folder: Any) -> None:
    steps = {"P01_R01_S01": [span(5, 8), span(1, 6), span(8, 9), span(8, 9), span(1, 6, OTHER)]}
    folder.write(FILE, recipes(capture(videos=[VIDEO, OTHER], step_times=steps)))
    one, other = folder.read()
    assert [(step.start, step.end, step.id[-1]) for step in one.steps] == [(1.0, 8.0, "2"), (8.0, 9.0, "3")]
    assert [(step.start, step.end, step.id[-1]) for step in other.steps] == [(1.0, 6.0, "5")]
    assert folder.findings.repaired == {"overlapping_spans": 1, "repeated_row": 1}
    place = "complete_recipes.json: P01_R01/captures/0/step_times/P01_R01_S01/0"
    assert folder.findings.places["overlapping_spans"] == [place]


@pytest.mark.parametrize(
    ("start", "end", "kept", "reason"),
    [
        (5, 4, None, "reversed_times"),
        (5, 5, None, "empty_span"),
        (5, 11, (5.0, 10.0), "cut_at_end_of_video"),
        (5, "end", (5.0, 10.0), "end_word"),
        (10, 11, None, "beyond_video"),
        (-1, 4, None, "unreadable_time"),
        ("soon", 4, None, "unreadable_time"),
        (1, 1e300, None, "unreadable_time"),
        ("00:00:3.5", "4", (3.5, 4.0), ""),
    ],
)
def test_odd_times_are_repaired_or_dropped_and_counted(
    folder: Any, start: Any, end: Any, kept: tuple[float, float] | None, reason: str
) -> None:
    folder.durations(P01_20240202_110250=10)
    folder.write(FILE, recipes(capture(step_times={"P01_R01_S01": [span(start, end)], "P01_R01_S02": [span(0, 1)]})))
    [video] = folder.read()
    assert [(step.start, step.end) for step in video.steps if step.text == "Pour milk"] == ([kept] if kept else [])
    counted = folder.findings.repaired if kept else folder.findings.dropped
    assert counted == ({reason: 1} if reason else {})


def test_the_word_end_is_dropped_where_the_duration_is_not_known(folder: Any) -> None:
    folder.write(FILE, recipes(capture(step_times={"P01_R01_S01": [span(0, "end"), span(0, 1)]})))
    assert len(folder.read()[0].steps) == 1
    assert folder.findings.dropped == {"unknown_end": 1}


def test_what_belongs_nowhere_is_counted(folder: Any) -> None:
    folder.durations(P01_20240202_110250=10, P01_20240203_093333=10)
    steps = {"P01_R01_S09": [span(0, 1)], "P01_R01_S01": [span(0, 1), span(0, 1, OTHER), span(0, 1, "P09-1-1")]}
    folder.write(FILE, recipes(capture(step_times=steps, ingredients=milk([span(1, 2)], amount=0, unit="g"))))
    one, other = folder.read()
    assert folder.findings.dropped == {"unknown_step": 1, "unknown_video": 1}
    assert folder.findings.repaired == {"video_not_in_capture": 1, "unreadable_amount": 1}
    assert other.recipes == one.recipes  # a step of it is carried out there
    assert (one.portions[0].amount, one.portions[0].unit) == ("", "")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ('{"P01_R01": ', "not valid JSON"),
        ("[]", "Input should be an object"),
        ('{"P01_R01": {"name": "x", "steps": {}}}', "P01_R01.captures"),
        (b"\x1f\x8b\x08broken", "cannot be read"),
        (b"\xff\xfe", "not valid JSON"),
        ("[" * 100_000, "JSON"),
    ],
)
def test_a_broken_file_stops_with_one_line(folder: Any, content: str | bytes, what: str) -> None:
    path = folder.write(FILE, content)
    with pytest.raises(InputError) as error:
        folder.read()
    assert str(error.value).startswith(f"{path}: ")
    assert what in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < len(str(path)) + 400
