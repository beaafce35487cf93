"""Noun classes: the tables of EPIC-KITCHENS-100 and HD-EPIC that say which nouns name the same sort of thing.

As aliases of a key they let "mug" pass for "cup"; `Phrase` reads their notation, in which "bottle:water" is a water
bottle.
"""

from collections import Counter
from pathlib import Path

from data_builder.sources.epic_sounds import rows
from reward.answers.phrase import TABLE_NOUN

COLUMNS = ["id", "key", "instances", "category"]
PARTS = frozenset(["back", "bottom", "centre", "content", "edge", "end", "front", "handle", "side", "stack", "top"])
"""Words that name a part of a thing, or several of it: "top:cupboard" is no cupboard."""


def read_noun_classes(path: Path) -> dict[str, tuple[str, ...]]:
    """The other nouns of each noun's class, in the order of the file; a noun of two classes names none for certain.

    Raises InputError for a file that cannot be read, and for a row without a key or a list of instances.
    """
    classes = [list(dict.fromkeys([row.text("key"), *row.several("instances")])) for row in rows(path, COLUMNS)]
    owners = Counter(noun for nouns in classes for noun in nouns)
    aliases: dict[str, tuple[str, ...]] = {}
    for nouns in classes:
        kept = [noun for noun in nouns if owners[noun] == 1 and _names_a_thing(noun)]
        aliases |= {noun: tuple(other for other in kept if other != noun) for noun in kept}
    return aliases


def _names_a_thing(noun: str) -> bool:
    simple = noun.isalpha() and noun.islower()
    return (simple or TABLE_NOUN.fullmatch(noun) is not None) and noun.split(":")[0] not in PARTS
