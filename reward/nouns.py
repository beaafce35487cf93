"""Nouns: the singular of an English word, so that "knives" and "knife" are one name."""

from functools import lru_cache

IRREGULAR = {
    "knives": "knife", "leaves": "leaf", "loaves": "loaf", "halves": "half", "shelves": "shelf", "lives": "life",
    "wives": "wife", "wolves": "wolf", "calves": "calf", "men": "man", "women": "woman", "children": "child",
    "feet": "foot", "teeth": "tooth", "mice": "mouse", "geese": "goose",
}  # fmt: skip
UNCHANGED = ("ss", "us", "is", "as", "os")
SHORTEST = 4


@lru_cache(maxsize=65536)
def singular(word: str) -> str:
    """A word in lower case in the singular, by its ending; a word of three letters stays as it is."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) < SHORTEST or not word.endswith("s") or word.endswith(UNCHANGED) or not word.isalpha():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "ches", "shes", "xes", "zzes", "oes")):
        return word[:-2]
    return word[:-1]
