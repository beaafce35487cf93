"""Wording: how a sound class or an object is called in questions, and what else it may be called in a reply."""

import re
from functools import cache

# Sound class -> its name after "a sound like", then other names. A class such as "cut / chop" holds near synonyms, so
# each of them is a right answer; the materials of a collision are not synonyms.
SOUND_WORDS: dict[str, tuple[str, ...]] = {
    "background": ("background noise",),
    "beep": ("beeping", "beep"),
    "click": ("clicking", "click"),
    "cut / chop": ("cutting or chopping", "cutting", "chopping", "cut", "chop"),
    "drink / eat": ("drinking or eating", "drinking", "eating", "drink", "eat"),
    "footstep": ("footsteps", "footstep", "walking"),
    "hoover / fan": ("a vacuum cleaner or fan", "vacuum cleaner", "vacuum", "hoover", "fan"),
    "human": ("a human voice or breath", "human", "voice", "human voice"),
    "kettle / mixer / appliance": ("an electric appliance", "appliance", "kettle", "mixer"),
    "kneading": ("kneading",),
    "open / close": ("something being opened or closed", "opening or closing", "opening", "closing", "open", "close"),
    "pour": ("pouring", "pour", "pouring liquid"),
    "rustle": ("rustling", "rustle"),
    "scrub / scrape / scour / wipe": (
        *("scrubbing or wiping", "scrubbing", "scraping", "scouring", "wiping"),
        *("scrub", "scrape", "scour", "wipe"),
    ),
    "sizzling / boiling": ("sizzling or boiling", "sizzling", "boiling"),
    "slide object": ("an object sliding", "sliding"),
    "spray": ("spraying", "spray"),
    "stir / mix / whisk": ("stirring or mixing", "stirring", "mixing", "whisking", "stir", "mix", "whisk"),
    "water": ("running or splashing water", "water", "running water", "splashing water"),
    "zip": ("a zip", "zipping"),
    # sounds of the toy kitchen that are no class of EPIC-Sounds
    "buzz": ("buzzing", "buzz"),
    "chop": ("chopping", "chop"),
    "clink": ("clinking", "clink"),
    "hum": ("humming", "hum"),
    "ping": ("pinging", "ping"),
    "rattle": ("rattling", "rattle"),
    "sizzle": ("sizzling", "sizzle"),
    "splash": ("splashing", "splash"),
}
COLLISION = re.compile(r"(\w+)(?:-only| / (\w+)) collision")
"""Classes of two things that hit each other."""

# A listener can hardly tell these apart, so the one is never offered as a wrong answer where the other is right.
CONFUSABLE = [
    {"water", "pour", "sizzling / boiling"},
    {"hoover / fan", "kettle / mixer / appliance", "background"},
    {"rustle", "paper-only collision", "plastic / paper collision"},
    {"slide object", "open / close"},
]
# Annotated, but nobody can be expected to name it: it may be heard at any time.
UNASKED = {"background"}

KNOCKS = frozenset({"clang", "clatter", "clattert", "evenclang", "put", "tapping"})  # as they are spelled in the files

# Other names of an object that no other object has.
SYNONYMS = [
    frozenset({"fridge", "refrigerator"}),
    frozenset({"chopping board", "cutting board"}),
    frozenset({"courgette", "zucchini"}),
    frozenset({"aubergine", "eggplant"}),
    frozenset({"spring onion", "scallion"}),
    frozenset({"cling film", "plastic wrap"}),
]

ARTICLES = frozenset({"a", "an", "the"})
PLURALS = {"ies": "y", "oes": "o", "sses": "ss", "shes": "sh", "ches": "ch", "xes": "x"}
IRREGULAR = {"chillies": "chilli", "halves": "half", "knives": "knife", "leaves": "leaf", "loaves": "loaf"}


def sound_words(name: str) -> tuple[str, ...]:
    """What a sound class is called: first its name in questions, then its other names, the class itself among them."""
    if found := COLLISION.fullmatch(name):
        one, other = found[1], found[2]
        if other is None:
            return f"{one} hitting {one}", f"two {one} objects knocking together", name
        return f"{one} hitting {other}", f"{other} hitting {one}", name
    words = SOUND_WORDS.get(name, (name,))
    return words if name in words else (*words, name)


def alike(one: str, other: str) -> bool:
    """Whether two sound classes are the same or can hardly be told apart."""
    return one == other or any(one in group and other in group for group in CONFUSABLE)


def may_be(description: str, name: str) -> bool:
    """Whether a sound that annotators described and put in no class may be taken for one of a class.

    Most of them are told as "clang / clatter", which may be any collision and nothing else.
    """
    return COLLISION.fullmatch(name) is not None or not words_of(description) & KNOCKS


def object_words(noun: str) -> str:
    """An annotated noun as it is said: `board:chopping` is a chopping board."""
    head, *rest = noun.split(":")
    return " ".join([*rest, head])


def object_names(noun: str) -> tuple[str, ...]:
    """What an object may be called in a reply: its name in questions first, `box:carrot` also "box of carrot"."""
    name, (head, *rest) = object_words(noun), noun.split(":")
    turned = (f"{head} of {' '.join(rest)}",) if rest else ()
    same = next((group for group in SYNONYMS if name in group), frozenset())
    return name, *turned, *sorted(same - {name})


@cache
def words_of(text: str) -> frozenset[str]:
    """The words of a text without articles, in the singular as far as a plain `s` or `es` makes the plural."""
    return frozenset(_singular(word) for word in re.findall(r"[a-z0-9]+", text.lower())) - ARTICLES


def with_article(name: str) -> str:
    """A name of one thing as an unknown one: "a plate", "an onion"."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _singular(word: str) -> str:
    """Good enough to compare: blueberries and blueberry, knives and knife, tomatoes and tomato, glasses and glass."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    for plural, single in PLURALS.items():
        if len(word) > len(plural) + 1 and word.endswith(plural):
            return word.removesuffix(plural) + single
    return word.removesuffix("s") if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@cache
def nested(one: str, other: str) -> bool:
    """Whether all words of one name are in the other: a pan lid is a lid, so the two do not exclude each other."""
    a, b = words_of(one), words_of(other)
    return a <= b or b <= a


@cache
def named_by(sound: str, text: str) -> bool:
    """Whether a sound's class gives a text away: "cut / chop" does so with "chopping onion"."""
    roots = [word.removesuffix("e") for word in re.findall(r"[a-z]{3,}", sound)]
    return any(word.startswith(root) for word in words_of(text) for root in roots if root != "only")
