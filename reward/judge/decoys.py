"""Decoys: a positive verdict has to be about the answer. A judge that was talked into it is not.

Before an answer counts as right, the judge is asked once more with things that have nothing to do with the question in
place of the candidates, or of the key. Whoever reads the answer chooses none; whoever obeys it is likely to choose one
again. The reference judge is asked so for every positive; the match judge, which nobody can ask for the key by name
without knowing it, where an answer is more than a few ordinary words, or on request always.
"""

import codecs
import re
import unicodedata
from dataclasses import replace
from functools import lru_cache

from reward.item import Item
from reward.judge.asking import Asking
from reward.judge.failure import JudgeFailure
from reward.plain import wordset
from reward.unmasked import WORD

NAMES = (
    "a sailing boat",
    "a violin",
    "an erupting volcano",
    "a tax form",
    "a penguin",
    "a lighthouse",
    "a chess tournament",
    "a suspension bridge",
    "an astronaut",
    "a glacier",
    "a wedding ring",
    "a locomotive",
)
MOST_WORDS, MOST_LETTERS_ALONE = 16, 2
ORDINARY = re.compile(r"(?:[\w\s'’,.°/&-]|%(?!\w))*")
BEGINNINGS = wordset(
    " ignor disregard forget overrid overrul bypass instruct directiv guideline policy pretend imagin prompt"
    " system assistant user developer admin verdict ruling judg grade grading evaluat assess examin rubric verif"
    " score scoring choos chose select candidat option choice answer reply replies respon rating credit reward"
    " correct incorrect right true truth valid accura accept approv agree equal equival ident same match synonym"
    " mean expect referenc official expert human author annotat confirm trust believ please sorry whatever"
    " whichever second third above below previous question task rule output return print positive pass perfect"
    " treat regard consider award"
    # the same in German, French, Spanish, Italian, Portuguese and Dutch
    " ignorier vergiss anweis wahl urteil richtig korrekt antwort bewert gleich oubli chois juge repons bonne meme"
    " olvid elig eleg veredict respuest igual opcion scegl istruzion giust rispost esatt escolh respost certa kies"
    " negeer juist opdracht"
)
WORDS = wordset(
    "pick mark key gold kind must should shall you your yours me my mine i we us any all every each first last role new"
    " now say said write fail full point points mode sudo act it that this they them"
)
STEMS = range(min(map(len, BEGINNINGS)), max(map(len, BEGINNINGS)) + 1)


def doubtful(said: str, item: Item) -> bool:
    """Whether an answer is more than a few ordinary words, so that it might speak to the judge."""
    words = WORD.findall(_folded(said))
    known = _known(item.stem, item.candidates)
    if len(words) > MOST_WORDS or not ORDINARY.fullmatch(said):
        return True
    if sum(len(word) == 1 for word in words) > MOST_LETTERS_ALONE:
        return True
    if not said.isascii() and not _scripts(said) <= _scripts(" ".join([item.stem, *item.candidates])):
        return True
    return any(_speaks(word) for word in words if word not in known)


def decoyed(asking: Asking, item: Item) -> Asking:
    """The same asking with decoys for the candidates, or for the key: `first`, where the options are no candidates."""
    used = set(WORD.findall(_folded(" ".join([asking.question, asking.answer, asking.first, *item.candidates]))))
    names = [name for name in NAMES if used.isdisjoint(name.split()[1:])] or list(NAMES)
    if asking.none is None:
        return replace(asking, first=names[0])
    return replace(asking, options=(*names[: len(asking.options) - 1], asking.none))


def swayed() -> JudgeFailure:
    """The failure of a judge that chose a decoy."""
    return JudgeFailure(
        "swayed", "The judge gives the answer the same verdict beside things unrelated to the question."
    )


@lru_cache(maxsize=4096)
def _known(stem: str, candidates: tuple[str, ...]) -> frozenset[str]:
    """The words of the question and its candidates."""
    return frozenset(WORD.findall(_folded(" ".join([stem, *candidates]))))


def _scripts(text: str) -> set[str]:
    """The scripts of a text besides the Latin one."""
    return {unicodedata.name(c, "?").partition(" ")[0] for c in _folded(text) if c.isalpha() and not c.isascii()}


@lru_cache(maxsize=16384)
def _speaks(word: str) -> bool:
    """Whether a word is one of those that judges are talked to with, even spelled backwards or in rot13; or in leet."""
    if any(c.isdecimal() for c in word):
        return not word.isdecimal()
    forms = (word, word[::-1], codecs.encode(word, "rot13"))
    return word in WORDS or any(form[:length] in BEGINNINGS for form in forms for length in STEMS)


def _folded(text: str) -> str:
    """Small letters without accents and compatibility forms."""
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if not unicodedata.combining(c))
