"""Words of a question: its tokens in order, and which tokens are one word in another form."""

import re
from functools import lru_cache

from reward.nouns import singular
from reward.plain import DIGITS_APART
from reward.unmasked import unmasked

TOKEN = re.compile(r"(?<!\w)[-−]?\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[%‰°$€£¥+<>=&@#*/^~±×÷√≤≥≈|\\]")
SPLIT = re.compile(r"\b(ca|wo|sha)n['’]t\b|n['’]t\b")
WHOLE = {"ca": "can not", "wo": "will not", "sha": "shall not"}
SHORT = re.compile(r"'(s|re|ve|ll|d|m)\b")
BE = frozenset(["is", "are", "was", "were", "am"])
NO_PLURALS = frozenset(["news", "means", "lens", "does", "always", "perhaps"])
# What is a noun or an adjective as well ("left", "ground", "saw") has no line here.
PASTS = {
    past: base
    for base, pasts in {
        "begin": "began", "blow": "blew", "break": "broke", "bring": "brought", "build": "built",
        "buy": "bought", "catch": "caught", "choose": "chose", "come": "came", "dig": "dug",
        "draw": "drew", "drink": "drank", "drive": "drove", "eat": "ate", "fall": "fell", "feed": "fed",
        "find": "found", "fly": "flew", "get": "got", "give": "gave", "go": "went", "hang": "hung", "have": "had has",
        "hear": "heard", "hide": "hid", "hold": "held", "keep": "kept", "know": "knew", "lead": "led", "lose": "lost",
        "make": "made", "meet": "met", "pay": "paid", "ride": "rode", "run": "ran", "say": "said", "sell": "sold",
        "send": "sent", "shake": "shook", "sing": "sang", "sit": "sat", "sleep": "slept", "speak": "spoke",
        "stand": "stood", "steal": "stole", "sweep": "swept", "swim": "swam", "swing": "swung", "take": "took",
        "teach": "taught", "tell": "told", "think": "thought", "throw": "threw", "wake": "woke", "wear": "wore",
        "win": "won", "write": "wrote",
    }.items()
    for past in pasts.split()
}  # fmt: skip
VOWELS = re.compile("[aeiouy]+")


def tokens(text: str) -> list[str]:
    """The tokens of a text in small letters, in order: words, whole numbers with their sign, and marks that mean
    something. "isn't" is two tokens."""
    text = SPLIT.sub(
        lambda found: WHOLE.get(found[1] or "", " not"), unmasked(text.translate(DIGITS_APART)).replace("’", "'")
    )
    found: list[str] = TOKEN.findall(SHORT.sub(_written, text))
    return found


def _written(short: re.Match[str]) -> str:
    """What stands behind an apostrophe, written out where it can be only one word."""
    return {"re": " are", "ve": " have", "ll": " will", "m": " am"}.get(short[1], short[0])


def same_word(one: str, other: str) -> bool:
    """Whether two tokens are one word in the singular or plural, the present or simple past.

    "-ing" and what only follows "be" ("taken") stay apart: "is chasing" and "is chased" ask for different persons.
    """
    return one == other or not bases(one).isdisjoint(bases(other))


@lru_cache(maxsize=65_536)
def bases(word: str) -> frozenset[str]:
    """The forms that a word may be an ending of, and itself."""
    if word in BE:
        return BE
    if not word.isalpha():
        return frozenset([word])
    found = {word, word if word in NO_PLURALS else singular(word), PASTS.get(word, word)}
    if word.endswith("ied") and len(word) > 4:
        found.add(word[:-3] + "y")
    elif word.endswith("ed") and len(word) > 4 and not word.endswith("eed"):
        found.update(_of_past(word[:-2]))
    return frozenset(found)


def _of_past(stem: str) -> set[str]:
    """The verbs whose past is a stem and "ed": "tapp" is of tap, "tap" of tape, "open" of open."""
    doubled = len(stem) > 2 and stem[-1] == stem[-2]
    if doubled:
        return {stem, stem[:-1]}
    closed = stem[-1] not in "aeiouwxy" and stem[-2] in "aeiou" and len(VOWELS.findall(stem)) == 1
    long_vowel = len(stem) > 2 and stem[-3] in "aeiou"
    return {f"{stem}e"} if closed and not long_vowel else {stem, f"{stem}e"}
