"""The words of a text as a set: a cheap look at whether a closer one is worth it, and at single words."""

import string

APART = str.maketrans(dict.fromkeys(string.punctuation.replace("'", ""), " ") | {"’": "'", "–": " ", "—": " "})


def words_of(text: str) -> set[str]:
    """The words in small letters, without marks but for apostrophes; linear in the length of the text."""
    return set(text.lower().translate(APART).split())
