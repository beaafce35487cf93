"""Enumerations: the pieces of a list as it is written, without bullets and words of order.

"1) water 2) tap", "first water, then tap", "water → tap", "- water\\n- tap" are all the pieces "water" and "tap". Where
several ways of splitting are possible ("salt and pepper, water"), the weaker separators come later.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

ARROWS = "→⇒➜➔⟶▶"
STRONG = (
    rf"[;|\n>{ARROWS}•·]|,(?!\d)|(?<!\d),|\b(?:and )?then\b|\bfollowed by\b|\bbefore\b"
    r"|\s(?=\([a-z]\)\s)|(?<!\bstep)\s(?=\(?(?:step )?\d{1,2}[.):]\s)"
)
JOINING = r"\b(?:and|plus|as well as|(?:along|together) with)\b"
SPLITTERS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        STRONG,
        rf"{STRONG}|&|\s\+\s|{JOINING}",
        rf"{STRONG}|,|&|\+|/|{JOINING}|\s[-–—]\s",
    )
]
SENTENCE_END = re.compile(r"(?<=\w)(?<!\d)[.!](?=\s)")
SEPARATING = frozenset(["and", "then", "followed", "before", "plus", "well", "along", "together"])
NUMBERED = re.compile(
    r"(?:step |no\. ?|number |#)?\(?(\d{1,2})(?:st|nd|rd|th)?(?:[.):](?=\s|[A-Za-z])|\s[-–](?=\s))\s{0,9}"
    r"|(first|second|third|fourth|fifth|finally|lastly|last)(?:ly)?\b[\s,:]{0,9}",
    re.IGNORECASE,
)
RANKS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "finally": 99, "lastly": 99, "last": 99}
TRAILING = re.compile(r"\s(?:at )?(first|second|third|fourth|fifth|last)\W{0,3}$", re.IGNORECASE)
BULLET = re.compile(r"\s{0,9}(?:-(?!\d)|[*•]|\(?[a-z][.)](?=\s))\s{0,9}", re.IGNORECASE)
ORDINAL = re.compile(
    r"(?:(?:and|then|next|plus|also|as well as|followed by|after that|after this|afterwards)\b[\s,:]{0,9})+",
    re.IGNORECASE,
)
IN_ORDER = re.compile(r",? (?:in (?:that|this|the given) (?:exact )?order|respectively)[\s.!*]{0,9}$", re.IGNORECASE)
SEALED = "\ue000"
"""A private character, taken out of every reply: with a number it stands for a name that holds a separator."""
OPEN = re.compile(
    r"(?:\.\.|…)[\s.…\"'”’)\]*]{0,9}$|\b(?:etc|and so (?:on|forth)|and more|among others)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of an enumeration: its name, which may be empty, and the number ("2.", "second") that precedes it."""

    name: str
    rank: int | None


def split(text: str) -> Iterator[list[str]]:
    """The ways to split a text, by strong separators first; each different way once."""
    if text.replace(" ", "").isalnum() and SEPARATING.isdisjoint(text.casefold().split()):
        yield [text]  # nothing but words, and none of them separates
        return
    *stronger, weakest = SPLITTERS
    finest = _parts(weakest, text)
    ways = [_parts(splitter, text) for splitter in stronger] if len(finest) > 1 else []
    for i, parts in enumerate([*ways, finest]):
        if parts not in ways[:i]:
            yield parts


def _parts(splitter: re.Pattern[str], text: str) -> list[str]:
    return [part for part in splitter.split(text) if part.strip()]


def sentences(text: str) -> list[str]:
    """The parts of a text whose sentences part them as well: "Cup. Spoon."; none where it is one sentence."""
    finest = SPLITTERS[-1]
    ends = SENTENCE_END.split(text)
    return [part for sentence in ends for part in _parts(finest, sentence)] if len(ends) > 1 else []


def piece(part: str) -> Piece:
    """A part of an enumeration without its bullets and words of order."""
    bare = _without(BULLET, _without(ORDINAL, _without(BULLET, part.strip())))
    ranked = NUMBERED.match(bare)
    if not ranked and (trailing := TRAILING.search(bare)):
        return Piece(_without(ORDINAL, bare[: trailing.start()]), RANKS[trailing[1].lower()])
    name = _without(ORDINAL, bare[ranked.end() :] if ranked else bare)
    return Piece(name, (int(ranked[1]) if ranked[1] else RANKS[ranked[2].lower()]) if ranked else None)


def is_divided(name: str) -> bool:
    """Whether a name holds what would separate two names."""
    return any(sum(bool(part.strip()) for part in splitter.split(name)) > 1 for splitter in SPLITTERS)


def _without(lead: re.Pattern[str], text: str) -> str:
    return text[found.end() :] if (found := lead.match(text)) else text
