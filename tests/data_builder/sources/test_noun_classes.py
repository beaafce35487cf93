"""The tables of nouns that name the same sort of thing."""

from pathlib import Path

import pytest
import real_data

from data_builder.sources.noun_classes import NounClass, read_classes, read_noun_classes
from reward.answers import Phrase
from reward.jsonl import InputError

TABLE = """id,key,instances,category
0,cup,"['cup', 'mug', 'cup:measuring', 'top:cup', 'glass']",crockery
1,bottle,"['bottle', 'bottle:water', 'glass', '2 bottles']",containers
"""
KITCHENS, HD = "epic-kitchens-100/EPIC_100_", "hd-epic/narrations-and-action-segments/HD_EPIC_"


def write(folder: Path, text: str) -> Path:
    path = folder / "nouns.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_class_has_a_key_and_its_words(tmp_path: Path) -> None:
    assert read_classes(write(tmp_path, TABLE)) == {
        0: NounClass("cup", ("cup", "mug", "cup:measuring", "top:cup", "glass"), "crockery"),
        1: NounClass("bottle", ("bottle", "bottle:water", "glass", "2 bottles"), "containers"),
    }


def test_a_noun_has_the_other_nouns_of_its_class(tmp_path: Path) -> None:
    aliases = read_noun_classes(write(tmp_path, TABLE))
    assert aliases["cup"] == ("mug", "cup:measuring")  # not a part of it, nor what may be of another class
    assert aliases["mug"] == ("cup", "cup:measuring")
    assert "glass" not in aliases
    answer = Phrase(text="bottle", aliases=aliases["bottle"], wrong=("cup",))
    assert answer.mark("a water bottle").score == 1
    assert answer.mark("the cup").score == 0


@pytest.mark.parametrize(
    "row",
    ["0,,\"['cup']\",x", "0,cup,cup,x", "0,cup,\"['cup']\"", "-1,cup,\"['cup']\",x", "x,cup,\"['cup']\",x"],
)
def test_a_broken_row_is_named(tmp_path: Path, row: str) -> None:
    path = write(tmp_path, f"id,key,instances,category\n{row}\n")
    for read in (read_classes, read_noun_classes):
        with pytest.raises(InputError, match=r"nouns\.csv:2: "):
            read(path)


def test_a_number_stands_once_and_a_table_has_rows(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nouns\.csv:4: id: class 1 stands above already"):
        read_classes(write(tmp_path, f"{TABLE}1,pot,\"['pot']\",containers\n"))
    with pytest.raises(InputError, match=r"nouns\.csv:1: id: the file has no rows"):
        read_classes(write(tmp_path, TABLE.splitlines()[0]))


@pytest.mark.skipif(not real_data.FOLDER.is_dir(), reason=real_data.ABSENT)
@pytest.mark.parametrize("name", [f"{KITCHENS}noun_classes_v2.csv.gz", f"{HD}noun_classes.csv.gz"])
def test_the_published_tables_are_keys_that_can_be_read(name: str) -> None:
    aliases = read_noun_classes(real_data.FOLDER / name)
    assert "mug" in aliases["cup"]
    assert len(aliases) > 1000
    for noun in ("cup", "pan", "spoon", "knife"):
        assert Phrase(text=noun, aliases=aliases[noun][:200]).mark(f"a {noun}").score == 1


@pytest.mark.skipif(not real_data.FOLDER.is_dir(), reason=real_data.ABSENT)
@pytest.mark.parametrize(
    ("name", "number", "key"),
    [
        (f"{KITCHENS}noun_classes_v2.csv.gz", 305, "tap"),
        (f"{KITCHENS}verb_classes.csv.gz", 97, "take"),
        (f"{HD}noun_classes.csv.gz", 303, "tap"),
        (f"{HD}verb_classes.csv.gz", 106, "take"),
    ],
)
def test_the_published_tables_are_read_whole(name: str, number: int, key: str) -> None:
    classes = read_classes(real_data.FOLDER / name)
    assert len(classes) == number
    assert classes[0].key == key
