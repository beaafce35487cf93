"""Class tables: the files of EPIC-KITCHENS-100 and HD-EPIC that say which nouns, or verbs, name the same sort of thing.

As aliases of a key they let "mug" pass for "cup"; `Phrase` reads their notation, in which "bottle:water" is a water
bottle.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from data_builder.sources.rows import rows
from reward.answers.phrase import TABLE_NOUN
from reward.jsonl import InputError

COLUMNS = ["id", "key", "instances", "category"]
PARTS = frozenset(["back", "bottom", "centre", "content", "edge", "end", "front", "handle", "side", "stack", "top"])
"""Words that name a part of a thing, or several of it: "top:cupboard" is no cupboard."""


@dataclass(frozen=True, slots=True)
class NounClass:
    """A class of nouns or verbs: `key` names it, `instances` are its words, `category` is a group of classes."""

    key: str
    instances: tuple[str, ...]
    category: str


def read_classes(path: Path) -> dict[int, NounClass]:
    """The classes by number, in the order of the file.

    Raises InputError for a file that cannot be read, a row without a key or a list of instances, and a number that
    comes twice.
    """
    classes: dict[int, NounClass] = {}
    for row in rows(path, COLUMNS):
        number = row.number("id")
        if number in classes:
            raise row.fail("id", f"class {number} stands above already; keep one")
        classes[number] = NounClass(row.text("key"), row.several("instances"), row.optional("category"))
    if not classes:
        raise InputError(f"{path}:1: id: the file has no rows; give the published table")
    return classes


def read_noun_classes(path: Path) -> dict[str, tuple[str, ...]]:
    """The other nouns of each noun's class, in the order of the file; a noun of two classes names none for certain.

    Raises InputError as `read_classes` does.
    """
    classes = [list(dict.fromkeys([entry.key, *entry.instances])) for entry in read_classes(path).values()]
    owners = Counter(noun for nouns in classes for noun in nouns)
    aliases: dict[str, tuple[str, ...]] = {}
    for nouns in classes:
        kept = [noun for noun in nouns if owners[noun] == 1 and _names_a_thing(noun)]
        aliases |= {noun: tuple(other for other in kept if other != noun) for noun in kept}
    return aliases


def _names_a_thing(noun: str) -> bool:
    simple = noun.isalpha() and noun.islower()
    return (simple or TABLE_NOUN.fullmatch(noun) is not None) and noun.split(":")[0] not in PARTS
