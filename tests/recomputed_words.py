"""Words of the shipped questions and of the annotation files, compared without anything that the builder knows."""

import re
from difflib import SequenceMatcher
from functools import cache

# What a class of sounds is called in questions; the names of collisions follow a pattern.
SOUND_CLASSES = {
    "background noise": "background",
    "beeping": "beep",
    "clicking": "click",
    "cutting or chopping": "cut / chop",
    "drinking or eating": "drink / eat",
    "footsteps": "footstep",
    "a vacuum cleaner or fan": "hoover / fan",
    "a human voice or breath": "human",
    "an electric appliance": "kettle / mixer / appliance",
    "something being opened or closed": "open / close",
    "pouring": "pour",
    "rustling": "rustle",
    "scrubbing or wiping": "scrub / scrape / scour / wipe",
    "sizzling or boiling": "sizzling / boiling",
    "an object sliding": "slide object",
    "spraying": "spray",
    "stirring or mixing": "stir / mix / whisk",
    "running or splashing water": "water",
    "a zip": "zip",
}
HITTING = re.compile(r"(\w+) hitting (\w+)")
LIKE_EACH_OTHER = [
    {"water", "pour"},
    {"hoover / fan", "kettle / mixer / appliance"},
    {"rustle", "paper-only collision", "plastic / paper collision"},
    {"slide object", "open / close"},
]
KNOCK = re.compile(r"clang|clat|tapping|put object")

BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
WHERE = re.compile(r" (?:in|on|from|inside|picked)(?: .*)?$")
POINTERS = frozenset([
    "a", "an", "another", "the", "other", "one", "two", "some", "new", "more", "few", "correct", "wrong", "different",
    "retrieved", "normal", "last", "final", "unknown", "together", "combined", "first", "second", "third", "fourth",
    "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth",
    "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
])  # fmt: skip
SPELLED = {
    "center": "centre", "chequered": "checkered", "clining": "cling", "galss": "glass", "gray": "grey",
    "peper": "pepper", "quash": "squash", "thermo": "thermal", "towen": "towel", "towl": "towel", "whitw": "white",
}  # fmt: skip
SAME_THINGS = [{"mug", "cup"}, {"pan", "pot", "saucepan"}, {"fridge", "refrigerator"}, {"hob", "stove"}]
FRIDGES = {"fridge", "freezer", "fridge freezer"}
IRREGULAR = {"knives": "knife", "leaves": "leaf", "halves": "half", "loaves": "loaf"}


@cache
def sound_class(said: str) -> str:
    """The class that a name of a sound stands for."""
    if found := HITTING.fullmatch(said):
        one, other = found.groups()
        return f"{one}-only collision" if one == other else f"{one} / {other} collision"
    return SOUND_CLASSES.get(said, said)


def sounds_like(one: str, other: str) -> bool:
    return one == other or any(one in group and other in group for group in LIKE_EACH_OTHER)


def could_be(description: str, name: str) -> bool:
    """Whether a sound that is in no class could be of a class: a clatter is a collision, and nothing else is known."""
    return name.endswith("collision") or not KNOCK.search(description)


def object_of(noun: str) -> str:
    """A "chopping board" for `board:chopping`."""
    head, *rest = noun.split(":")
    return " ".join([*rest, head])


@cache
def words(text: str) -> frozenset[str]:
    """The words in the singular, without articles."""
    return frozenset(map(_singular, re.findall(r"[a-z0-9]+", text.lower()))) - {"a", "an", "the"}


def _singular(word: str) -> str:
    if word in IRREGULAR:
        return IRREGULAR[word]
    for plural, single in (("ies", "y"), ("oes", "o"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")):
        if len(word) > len(plural) + 1 and word.endswith(plural):
            return word.removesuffix(plural) + single
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@cache
def nested(one: str, other: str) -> bool:
    """Whether one name has all words of the other, so that they may be of one thing."""
    a, b = words(one), words(other)
    return a <= b or b <= a


@cache
def core(typed: str) -> tuple[str, ...]:
    """The words of a name as it was typed, without those that only point at one instance ("second plate2")."""
    text = BRACKETS.sub(" ", typed.lower().replace("_", " "))
    text = WHERE.sub("", " ".join(re.sub(r"(?<=[a-z]{2}) ?\d+(?:-\d+)?(?![a-z])", " ", text).split()))
    found = [SPELLED.get(word, word) for word in re.findall(r"[a-z]+", text)]
    return tuple(word for word in found if word not in POINTERS and not word.startswith("twent"))


@cache
def named(typed: str, said: str) -> bool:
    """Whether a name as it was typed is the one that is said, but for its spelling."""
    one, other = core(typed), core(said)
    if "".join(one) == "".join(other):
        return bool(one)
    return len(one) == len(other) and all(_spelled_alike(a, b) for a, b in zip(one, other, strict=True))


def _spelled_alike(one: str, other: str) -> bool:
    return one == other or (one[0] == other[0] and SequenceMatcher(None, one, other).ratio() >= 0.85)


@cache
def may_be_named(typed: str, said: str) -> bool:
    """Whether what was typed may be of the thing that is said."""
    one, other = " ".join(core(typed)), " ".join(core(said))
    if not one or named(typed, said) or nested(one, other):
        return True
    heads = {one.split()[-1], other.split()[-1]} if other else set()
    return any(heads <= group for group in SAME_THINGS)
