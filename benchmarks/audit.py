"""What `answerkey audit` finds in published multiple-choice sets, beside an earlier count by other code.

python benchmarks/audit.py DATA      the folder with hd-epic/vqa-benchmark and av-ego-qa
python benchmarks/audit.py DATA --permuted      the same with keys drawn by lot: all should be at chance
"""

import os
import platform
import random
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from data_builder.audit.limits import Limits
from data_builder.audit.reading import ItemSet, read_sets
from data_builder.audit.report import make_audit

SETS = {
    "Daily-Omni": "daily-omni/qa.json.gz",
    "OmniVideoBench": "omnivideobench/data.json.gz",
    "EgoExoMem LEMMA": "egoexomem/lemma_qa_verified.json.gz",
    "EgoExoMem Ego-Exo4D": "egoexomem/egoexo4d_qa_merged_v6.json.gz",
    "EgoExoLearn": "egoexolearn/video_mcq.jsonl.gz",
}

EARLIER = {
    "overall": (48.0, 46.5, 49.6),
    "nutrition_nutrition_change": (99.3, 97.8, 100.0),
    "recipe_multi_recipe_recognition": (78.7, 68.0, 88.0),
    "object_motion_object_movement_counting": (74.8, 68.3, 80.4),
    "lemma_qa_verified": (74.2, 72.2, 76.4),
    "ingredient_ingredient_adding_localization": (70.7, 59.1, 82.5),
    "recipe_multi_step_localization": (66.7, 54.5, 78.4),
    "object_motion_object_movement_itinerary": (66.2, 61.3, 70.8),
    "3d_perception_object_contents_retrieval": (64.2, 57.8, 70.3),
    "recipe_following_activity_recognition": (61.3, 47.4, 75.2),
    "egoexo4d_qa_merged_v6": (59.6, 56.2, 62.9),
    "video_mcq": (58.7, 57.6, 60.0),
    "fine_grained_how_recognition": (57.0, 53.1, 60.4),
    "3d_perception_object_location": (56.5, 50.8, 61.6),
    "object_motion_stationary_object_localization": (51.5, 44.8, 58.0),
    "gaze_gaze_estimation": (50.4, 46.6, 54.1),
    "fine_grained_why_recognition": (49.9, 45.7, 54.3),
    "3d_perception_fixture_location": (49.3, 45.3, 53.2),
    "nutrition_image_nutrition_estimation": (46.7, 37.0, 58.0),
    "recipe_recipe_recognition": (46.7, 34.8, 55.8),
    "nutrition_video_nutrition_estimation": (46.0, 32.7, 60.5),
    "ingredient_ingredient_weight": (45.3, 32.7, 58.3),
    "3d_perception_fixture_interaction_counting": (42.2, 36.8, 48.0),
    "qa": (41.3, 38.3, 44.3),
    "ingredient_exact_ingredient_recognition": (30.7, 19.5, 41.6),
    "data": (27.5, 25.1, 30.0),
    "gaze_interaction_anticipation": (26.3, 23.7, 28.9),
    "recipe_step_recognition": (26.0, 21.1, 31.0),
    "ingredient_ingredient_retrieval": (24.0, 18.3, 29.8),
    "ingredient_ingredients_order": (22.7, 14.5, 31.9),
    "recipe_rough_step_localization": (21.3, 14.6, 28.2),
    "recipe_step_localization": (20.0, 12.8, 27.1),
    "ingredient_ingredient_recognition": (19.3, 12.7, 26.7),
    "recipe_prep_localization": (18.7, 12.7, 24.9),
}
"""Accuracy of question and options in percent with its 95 % interval, found by a slower solver with MiniLM vectors."""


def permuted(found: ItemSet) -> ItemSet:
    """The same questions with keys drawn by lot."""
    draw = random.Random("permuted")
    asked = [replace(question, correct=draw.randrange(len(question.options))) for question in found.questions]
    return replace(found, questions=tuple(asked))


def audited(name: str, paths: Sequence[Path], shuffle: bool) -> None:
    start = time.perf_counter()
    found = read_sets(paths)
    report = make_audit(permuted(found) if shuffle else found, Limits())
    parts = dict(sorted(report["subtypes"].items(), key=lambda pair: -pair[1]["question_options"]["corrected"]))
    rows = {"overall": report["overall"], **parts} if len(parts) > 1 else parts
    inside = sum(line(part, numbers) for part, numbers in rows.items())
    print(
        f"\n{name}: {time.perf_counter() - start:.0f} s, {inside} of {len(rows)} inside the earlier interval\n",
        flush=True,
    )


def line(name: str, found: Mapping[str, Any]) -> bool:
    """Print a row; whether accuracy lies in the interval that was found earlier."""
    alone, both = found["options_only"], found["question_options"]
    accuracy, (earlier, low, high) = 100 * float(both["accuracy"]), EARLIER[name]
    print(
        f"| {name} | {found['n']} | {found['groups']} | {100 * found['chance']:.0f} | "
        f"{100 * found['chosen_heuristic']['accuracy']:.1f} | {100 * alone['accuracy']:.1f} | {accuracy:.1f} | "
        f"{alone['corrected']:.2f} | {both['corrected']:.2f} [{both['low']:.2f}, {both['high']:.2f}] | "
        f"{earlier} [{low}, {high}] |"
    )
    return low <= accuracy <= high


def main() -> None:
    data, shuffle = Path(sys.argv[1]), "--permuted" in sys.argv[2:]
    print(f"machine   {platform.machine()}, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")
    print(f"versions  Python {sys.version.split()[0]}, scikit-learn {version('scikit-learn')}\n")
    print(
        "| set | n | groups | chance | chosen heuristic | options | question + options | options corrected | ", end=""
    )
    print("question + options corrected | earlier |\n|---|---|---|---|---|---|---|---|---|---|")
    audited("HD-EPIC", [data / "hd-epic" / "vqa-benchmark"], shuffle)
    for name, path in SETS.items():
        audited(name, [data / "av-ego-qa" / path], shuffle)


if __name__ == "__main__":
    main()
