"""Gainsaying: a yes that goes on with a negation of the statement, or a no that goes on with the statement itself."""

import re
from functools import lru_cache

from reward.plain import plain
from reward.polarity import YES

SENTENCE = re.compile(r"[.,;:!?\n–—]")
DENIED = re.compile(r"\b(?:not|never|no|nobody|nothing|none|isn t|aren t|wasn t|weren t|doesn t|don t|didn t)\b|n t\b")
SHORT_WORDS = frozenset([
    "the", "and", "are", "was", "were", "does", "did", "has", "have", "had", "not", "never", "isn", "aren", "wasn",
    "weren", "doesn", "don", "didn", "there", "that", "this", "its", "while", "nobody", "nothing", "none",
])  # fmt: skip
STEM_CHARS = 3
"""Words with the same first letters are forms of one word."""


def gainsays(said: bool, text: str, stem: str) -> bool:
    """Whether a yes goes on with a negation of the statement's own words, or a no with the statement itself."""
    if len(text) < 8 or '"' in text or "“" in text:
        return False
    asked = _own_words_of(stem)
    for sentence in SENTENCE.split(text):
        words = plain(sentence)
        own = _own_words(words)
        if own and (own <= asked and DENIED.search(words) if said else own == asked and not DENIED.search(words)):
            return True
    return False


@lru_cache(maxsize=4096)
def _own_words_of(stem: str) -> frozenset[str]:
    return _own_words(plain(stem))


def _own_words(words: str) -> frozenset[str]:
    """The beginnings of the words that carry the sense of a sentence in plain form."""
    return frozenset(w[:STEM_CHARS] for w in words.split() if len(w) > 2 and w not in SHORT_WORDS and w not in YES)
