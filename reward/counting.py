"""Counting: the number that a sentence gives where its question asks "how many …" or "when …".

"How many episodes are in season 7?" – "There are 20 episodes in season 7." Beside the numbers of the question there may
be one number alone, of the things that are counted, or one year alone.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from reward.nouns import singular
from reward.numerals import Numeral, normal, numerals
from reward.plain import wordset
from reward.quantities import ABOUT, COMPARING, words_in

HOW_MANY = re.compile(
    r"\b(?:how many|(?:what is|what was) the (?:total )?number of) ((?:[\w'-]+[ ?]?){1,8})", re.IGNORECASE
)
WHEN = re.compile(r"\b(?:when|(?:what|which) year)\b", re.IGNORECASE)
NO_NOUN = wordset(
    "is are was were do does did has have had can could will would in of on at to from by for with there that which who"
    " different distinct the a an more other total full u r s"
)
PLURALS = frozenset(["people", "men", "women", "children", "feet", "teeth", "mice", "geese", "knives"])
PHRASE = re.compile(r"[ -]?((?:[^\W\d_]+[ -]?){0,4})")
JOINT = re.compile(r"\W*(?:(?:or|and|to|then)\b\W*)?", re.IGNORECASE)
ASIDE = re.compile(r"\(([^()]{1,120})\)")
DOUBTFUL = COMPARING - wordset("at by from last first may part line each between under above no % : - – — /")
THINGS = re.compile(r"(?<![\w.,])\d{1,9} ([a-z]{3,20}[^s\W]s)\b(?![-'’])", re.IGNORECASE)
ANY_THING = wordset(
    "time item thing object one piece unit instance occurrence example individual person member was has this plu thu"
    " total distinct different separate other pc"
)
CLOSE = 4
"""How many words right before a number can make it another one ("at least the first 3")."""


def answering(text: str, found: Sequence[Numeral], stem: str, year: bool) -> Numeral | None:
    """The number of a text that answers its question, None where there is none, or more than one.

    `year`: the answer is one, so that a single year in a sentence answers "when".
    """
    if year and asks_when(stem):
        own = [one for one in found if one.value is not None and _is_year(one)]
        own = [one for one in own if text[one.start : one.end] not in stem]
        others = [one for one in found if not _is_year(one)]
    else:
        if not (noun := counted_noun(stem)):
            return None
        own = [one for one in found if _counts(text, one, noun)]
        others = [one for one in found if one not in own and not _is_year(one)]
    if len({one.value for one in own}) != 1 or not all(_given(text, one, stem) for one in others):
        return None
    if any(JOINT.fullmatch(text, a.end, b.start) for a, b in pairwise(found) if (a in own) != (b in own)):
        return None
    return own[0] if all(_plainly(text, one) for one in own) else None


@lru_cache(maxsize=4096)
def asks_when(stem: str) -> bool:
    """Whether a question asks for a date."""
    return WHEN.search(stem) is not None


@lru_cache(maxsize=4096)
def counted_noun(stem: str) -> str | None:
    """The noun behind "how many", in the singular."""
    if not (found := HOW_MANY.search(stem)):
        return None
    nouns: list[str] = []
    for word in found[1].lower().replace("?", " ").split():
        if word in NO_NOUN and nouns:
            break
        if word not in NO_NOUN:
            nouns.append(word)
            if word.endswith("s") or word in PLURALS:
                break
    return singular(nouns[-1]) if nouns else None


def counts_others(text: str, stem: str) -> bool:
    """Whether a number in a text is one of other things than those that the question counts: plates, not cups."""
    if not stem or not (thing := THINGS.search(text)):
        return False
    noun, word = counted_noun(stem), singular(thing[1].lower())
    if noun in (None, "time") or word in ANY_THING or word == noun:
        return False
    return word not in {singular(word) for word in words_in(stem)}


def _is_year(one: Numeral) -> bool:
    return one.end - one.start == 4 and one.step == 1 and one.value is not None and 1000 <= one.value <= 2100


def _counts(text: str, one: Numeral, noun: str) -> bool:
    """Whether a number stands before the noun, with no more than an adjective or two between."""
    found = PHRASE.match(text, one.end)
    return one.value is not None and found is not None and noun in [singular(word) for word in words_in(found[1])[:3]]


def _given(text: str, one: Numeral, stem: str) -> bool:
    """Whether a number comes from the question ("season 7"), or stands in an aside that says more of the answer."""
    if any(same.value == one.value for same in numerals(normal(stem))):
        return True
    aside = next((found for found in ASIDE.finditer(text) if found.start() < one.start < found.end()), None)
    words = words_in(aside[1]) if aside else []
    return len(words) > 1 and DOUBTFUL.isdisjoint(words)


def _plainly(text: str, one: Numeral) -> bool:
    """Whether nothing right before or behind a number changes it."""
    before, after = words_in(text[max(0, one.start - 60) : one.start]), words_in(text[one.end : one.end + 40])
    near = {*before[-CLOSE:], *after[:2]}
    if text[one.end : one.end + 1].isalpha() or text[one.start - 1 : one.start].isalpha():
        return False
    return DOUBTFUL.isdisjoint(near) and ABOUT.isdisjoint(near) and not ("least" in near or "most" in near)
