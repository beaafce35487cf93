"""Names of objects as annotators typed them, and what is left of them as the name of a sort of thing.

What tells one instance from another goes: numbers, ordinals, "another", and where it was found ("fork in dishwasher").
"""

import re

LONGEST = 200
"""Characters: what is longer is no name."""

BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
NUMBER = re.compile(r"(?<=[a-z]{2}) ?\d{1,6}(?:-\d{1,6})?(?!\w)-?")  # not that of a v60 coffee filter
WHERE = re.compile(r" (?:in|on|from|inside|picked)(?: .*)?$")
ORDINALS = frozenset([
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth", "twentieth", "last", "final", "unknown",
])  # fmt: skip
TWENTY = re.compile(r"twent[yh]-[a-z]+")
BEFORE = frozenset([
    "a", "an", "another", "the", "other", "one", "some", "new", "more", "few", "correct", "wrong",
    "different", "retrieved", "normal",
])  # fmt: skip
BEHIND = frozenset([
    "new", "one", "two", "together", "combined",
])  # fmt: skip
NAMELESS = frozenset([
    "thing", "things", "something", "object", "objects", "obj", "item", "items", "clue", "track", "deleted",
    "problematic", "deletion",
])  # fmt: skip
TOO_LITTLE = frozenset(
    ["", "bit", "small bit", "cut pieces", "cut slice", "end", "hand", "part", "piece", "pieces", "small piece"]
)
SPELLING = {
    "2pint": "pint", "aluminum": "aluminium", "balsemic": "balsamic", "bottile": "bottle", "cardamon": "cardamom",
    "cayennne": "cayenne", "center": "centre", "centerpiece": "centrepiece", "chequered": "checkered",
    "chili": "chilli", "chilies": "chillies", "chilly": "chilli", "choptsticks": "chopsticks", "clining": "cling",
    "cnatiner": "container", "collander": "colander", "contailer": "container", "cuttlery": "cutlery",
    "dispencer": "dispenser", "foodwaste": "food waste", "galss": "glass", "gray": "grey", "jarn": "jar",
    "keepcup": "keep cup", "metalic": "metallic", "onione": "onion", "onionhalf": "onion half", "peper": "pepper",
    "placemat": "place mat", "processer": "processor", "quash": "squash", "scissor": "scissors", "skinx": "skin",
    "tablecloth": "table cloth", "thermo": "thermal", "tong": "tongs", "towen": "towel", "towl": "towel",
    "tuuperware": "tupperware", "whitw": "white", "yoghurt": "yogurt",
}  # fmt: skip


def name_of(written: str) -> str:
    """The name of the sort of thing in lower case, "plate" for "second Plate2"; "" where there is no usable name."""
    if len(written) > LONGEST:
        return ""
    text = BRACKETS.sub(" ", written.lower().replace("_", " ").replace("’", "'").replace("-unknown", " "))
    text = " ".join(text.split())
    text = WHERE.sub("", " ".join(NUMBER.sub(" ", text).split()))
    words = [SPELLING.get(word, word) for word in text.split()]
    if NAMELESS & set(words):
        return ""
    name = " ".join(_sort(words)).strip(" -.,;:'\"")
    return "" if name in TOO_LITTLE or re.search(r"[a-z]{2}\d", name) or not name.isprintable() else name


def _sort(words: list[str]) -> list[str]:
    """The words that are left when those are taken off that only point at one instance."""
    if words[:2] == ["one", "fourth"]:  # a fraction
        return words
    kept = [word for word in words if word not in ORDINALS and not TWENTY.fullmatch(word)]
    while kept and kept[0] in BEFORE:
        kept = kept[1:]
    while kept and kept[-1] in BEHIND:
        kept = kept[:-1]
    return kept
