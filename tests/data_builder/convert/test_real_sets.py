"""Real sets from end to end: everything that ships passes the gate, bundles are whole, splits share no video."""

from collections import defaultdict

import pytest
from real_data import FOLDER

from data_builder.gate import faults
from evaluation.cli import main
from reward import Item, score
from reward.jsonl import read_items

SETS = {
    "daily-omni": ("av-ego-qa/daily-omni/qa.json.gz",),
    "omnivideobench": ("av-ego-qa/omnivideobench/data.json.gz",),
    "hd-epic": tuple(
        f"hd-epic/vqa-benchmark/{name}.json.gz"
        for name in (
            "3d_perception_object_contents_retrieval",
            "ingredient_ingredient_weight",
            "ingredient_ingredients_order",
            "ingredient_ingredient_adding_localization",
            "fine_grained_why_recognition",
        )
    ),
}


@pytest.fixture(scope="module", params=SETS)
def items(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Item]:
    files = [FOLDER / name for name in SETS[request.param]]
    if not all(file.exists() for file in files):
        pytest.skip(f"needs the real sets: set ANSWERKEY_DATA to a folder with {SETS[request.param][0]}")
    out = tmp_path_factory.mktemp("set")
    assert main(["convert", *map(str, files), "-o", str(out), "--no-llm", "--workers", "1"]) == 0
    return list(read_items(out / "items.jsonl"))


def test_everything_that_ships_passes_the_gate(items: list[Item]) -> None:
    assert len(items) > 800
    for item in items:
        assert not faults(item), item.id
        assert score(item, item.gold()).score == 1, item.id


def test_no_published_wrong_option_is_right_in_an_open_question(items: list[Item]) -> None:
    for item in items:
        if item.format == "short" and item.answer.kind in ("phrase", "number"):
            published = item.meta["published"]
            for letter, option in zip("ABCDEFGH", published["options"], strict=False):
                right = score(item, f"Answer: {option}").score == 1
                assert right == (letter == published["correct"]), (item.id, option)


def test_no_video_is_in_two_splits(items: list[Item]) -> None:
    splits: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for clip in item.clips:
            splits[clip.video_id].add(item.split)
    assert {len(found) for found in splits.values()} == {1}


def test_each_option_of_a_bundle_is_one_keys(items: list[Item]) -> None:
    bundles: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        if item.meta.get("bundle"):
            bundles[item.meta["bundle"]].append(item)
    for asked in bundles.values():
        assert len({item.split for item in asked}) == 1
        assert len({item.subtype for item in asked}) == 1
