"""What the questions of published sets come out as: every typed key passes the gate."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from real_data import FOLDER

from data_builder.convert.mcq import Mcq
from data_builder.convert.reading import read_mcqs
from data_builder.convert.tags import spoken
from data_builder.convert.values import Typed, typed
from data_builder.gate import faults
from reward.item import Clip, Item, ask

HD_EPIC = FOLDER / "hd-epic" / "vqa-benchmark"
OTHERS = FOLDER / "av-ego-qa"
needs_data = pytest.mark.skipif(
    not HD_EPIC.is_dir() or not OTHERS.is_dir(), reason="needs the real questions: set ANSWERKEY_DATA"
)
ONE = re.compile(r"in (?:an? )?(?:gram|litre|liter|metre|meter|teaspoon|tablespoon|hour|minute|dollar|cup)\b")
"""A unit in the singular."""
BESIDE = {"key_in_stem", "list_dependent_wording"}
"""Faults of a stem, which is not what is made here."""


def read(path: str) -> Any:
    with gzip.open(OTHERS / path) as file:
        return json.load(file)


def seconds(time: str | None) -> float | None:
    if time is None:
        return None
    hours, minutes, rest = time.split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(rest)


def hd_epic() -> Iterator[Mcq]:
    for path in sorted(HD_EPIC.glob("*.json.gz")):
        with gzip.open(path) as file:
            rows = json.load(file)
        for name, row in rows.items():
            clips = tuple(
                Clip(
                    video_id=one["id"],
                    start=seconds(one.get("start_time") or one.get("time")) or 0,
                    end=seconds(one.get("end_time")),
                )
                for one in row["inputs"].values()
            )
            choices = row["choices"]
            lists = tuple(map(tuple, choices)) if isinstance(choices[0], list) else ()
            options = tuple(map(", ".join, choices)) if lists else tuple(choices)
            subtype = path.name.removesuffix(".json.gz")
            yield Mcq(name, "hd-epic-vqa", subtype, name, row["question"], options, row["correct_idx"], clips, lists)


def others() -> Iterator[Mcq]:
    def of(source: str, stem: str, options: list[str], correct: int) -> Mcq:
        texts = tuple(re.sub(r"^[A-Z](?:[.):]\s*|\s+)", "", option) for option in options)
        return Mcq("1", source, source, source, stem, texts, correct)

    for row in read("daily-omni/qa.json.gz"):
        yield of("daily-omni", row["Question"], row["Choice"], ord(row["Answer"][0]) - ord("A"))
    for video in read("omnivideobench/data.json.gz"):
        for row in video["questions"]:
            yield of(
                "omnivideobench", row["question"], row["options"], ord(row["correct_option"].strip()[0]) - ord("A")
            )
    for row in read("egoexomem/egoexo4d_qa_merged_v6.json.gz"):
        yield Mcq("1", "egoexomem", "egoexo4d", "1", row["question"], tuple(row["options"]), row["correct_answer"])
    for mcq in read_mcqs(OTHERS / "egoexolearn" / "video_mcq.jsonl.gz"):
        if isinstance(mcq, Mcq):
            yield mcq


@cache
def sorts() -> tuple[Counter[tuple[str, str]], Counter[str], set[str]]:
    """How many questions of each subtype come out as what; the faults that the gate finds; how to answer."""
    counts: Counter[tuple[str, str]] = Counter()
    found_faults: Counter[str] = Counter()
    hows: set[str] = set()
    for published in (*hd_epic(), *others()):
        mcq = spoken(published)
        found = typed(mcq)
        counts[mcq.subtype, found.sort if isinstance(found, Typed) else found.reason] += 1
        if isinstance(found, Typed):
            stem = f"{mcq.stem} {found.addition}".strip()
            question = ask(stem, found.answer, "short", found.how)
            item = Item(question=question, stem=stem, answer=found.answer, candidates=found.candidates, clips=mcq.clips)
            found_faults.update(faults(item))
            hows.add(found.how or "")
            assert len(found.candidates) == len(mcq.options)
            assert item.mark_reply(f"Answer: {found.candidates[mcq.correct]}")[0].score == 1
    return counts, found_faults, hows


@needs_data
@pytest.mark.parametrize(
    ("subtype", "sort", "count"),
    [
        ("3d_perception_fixture_interaction_counting", "number", 300),
        ("3d_perception_fixture_location", "clock", 500),
        ("ingredient_exact_ingredient_recognition", "number", 50),
        ("ingredient_ingredient_weight", "number", 50),
        ("ingredient_ingredients_order", "list", 50),
        ("ingredient_ingredient_adding_localization", "interval", 83),
        ("ingredient_ingredient_adding_localization", "interval_too_short", 17),
        ("object_motion_object_movement_counting", "number", 200),
        ("object_motion_stationary_object_localization", "moment", 199),
        ("object_motion_stationary_object_localization", "tolerance_too_narrow", 1),
        ("recipe_rough_step_localization", "interval", 97),
        ("recipe_multi_step_localization", "several_segments", 50),
        ("recipe_step_localization", "interval", 4),
        ("recipe_prep_localization", "interval", 8),
        ("fine_grained_how_recognition", "text", 500),
        ("fine_grained_why_recognition", "text", 500),
        ("gaze_gaze_estimation", "text", 1000),
        ("gaze_interaction_anticipation", "text", 1000),
        ("daily-omni", "list", 16),
        ("egoexo4d", "list", 156),
        ("omnivideobench", "ordinal", 13),
        ("video_mcq", "list", 55),
    ],
)
def test_what_a_subtype_comes_out_as(subtype: str, sort: str, count: int) -> None:
    assert sorts()[0][subtype, sort] == count


@needs_data
def test_counts_that_depend_on_more_than_one_rule() -> None:
    counts = sorts()[0]
    assert counts["nutrition_nutrition_change", "number"] >= 49
    assert counts["omnivideobench", "number"] >= 175
    assert counts["video_mcq", "number"] >= 1450
    assert sum(n for (_, reason), n in counts.items() if reason == "interval_too_short") >= 29


@needs_data
def test_every_typed_key_of_the_real_sets_passes_the_gate() -> None:
    assert set(sorts()[1]) <= BESIDE


@needs_data
def test_how_to_answer_reads_well() -> None:
    assert {how for how in sorts()[2] if how and (not how.endswith(".") or ONE.search(how))} == set()
