"""Naming: how objects and fixtures are called, what else they may be called, and which names exclude each other.

Annotators name one thing in several ways, so two names exclude each other only where no thing could bear both.
"""

import re
from functools import cache

from data_builder.subtypes.wording import SYNONYMS, words_of
from reward.plain import wordset

# Names for any of several things in view, or for a part of one.
VAGUE = wordset(
    """attachment bag base bit block bottle box can cap carton chunk clip container content cover crumb dish end food
    fruit half handle holder ingredient item jar leftover lid liquid mix mixture motor pack packaging packet part piece
    plastic punnet quarter rest rubbish seal side slice stack stand strip stuff thing tin top trash tub tube utensil
    vegetable waste wrapper wrapping"""
)
# What may be left out of a name: it says what the thing looks like, not what it is.
LOOKS = wordset(
    """beige big bigger biggest black blue bright brown clean clear cleaned color colored colour coloured cooked cut
    dark dirty dry empty fresh full glass gold golden green grey half hot large larger largest light little long
    medium metal metallic multiple new old open opened orange other pink plain plastic purple red remaining round
    sharp short silver single small smaller smallest square steel tall thick thin three tiny torn transparent two
    unused upper used very washed wet white whole wooden yellow"""
)
THINGS = wordset("glass orange")  # among the looks, but things on their own
COLOURS = wordset("black blue brown gold green grey orange pink purple red silver white yellow")
HOLDS = re.compile(r" (?:of|with|containing|for) ")
# Names of a part, of several things, or told by a place or a look that nobody could know.
UNPLAIN = re.compile(
    r"\b(?:and|another|back|broken|casing|discard\w*|ends?|entire|excess|fallen|fourth|half|halves|identical|inner|layers?"
    r"|left|leftmost|multiple|outer|padding|parts?|quarter|remaining|rest|right|rightmost|rolling pen|scraps?|sides?"
    r"|torn|whole set|(?:bottom|top) (?:of|one|two)|(?:bowl|cup) of glass|both|partly|plastic calendar)\b"
    r"|^(?:bottom|single|top) |^pieces? (?!of )|^tin (?!foil|lid|of|opener)"
    r"|\w (?:black|blue|brown|green|grey|pink|purple|red|white|yellow)$"
)
MOST_WORDS = 5
# What is opened or turned, and cannot be picked up.
FIXED = wordset(
    """burner button cabinet closet counter cupboard dial dishwasher door drawer fan floor freezer fridge hob hood knob
    light locker microwave oven refrigerator shelf sink socket stove surface switch table tap"""
)
# Words of which one may be said for the other.
KINDRED = [
    wordset("beaker cup glass mug tumbler"),
    wordset("beaker cup jug measure pitcher"),
    wordset("bowl dish plate ramekin saucer tupperware"),
    wordset("box container dish lunchbox tub tupperware"),
    wordset("bottle carton dispenser flask jar jug pot shaker"),
    wordset("cooker pan pot saucepan skillet stockpot wok"),
    wordset("pan sheet tin tray"),
    wordset("cloth dishcloth napkin paper rag roll scourer sponge tissue towel wipe"),
    wordset("scourer scraper scrub scrubber sponge brush"),
    wordset("ladle scoop spoon stirrer tablespoon teaspoon"),
    wordset("flipper paddle scraper spatula spoon stirrer turner"),
    wordset("blade cutter knife peeler"),
    wordset("chopstick cutlery fork knife silverware spoon tablespoon teaspoon tongs"),
    wordset("bag pack package packaging packet pouch sachet wrapper wrapping"),
    wordset("balance scale weighing"),
    wordset("book card notebook notepad paper recipe"),
    wordset("cellphone mobile phone smartphone tablet"),
    wordset("marker pen pencil"),
    wordset("glove grip mitt mitten pad"),
    wordset("bin compost rubbish trash waste"),
    wordset("board mat"),
    wordset("colander mesh sieve strainer"),
    wordset("blender chopper frother juicer machine mixer processor whisk"),
    wordset("cap cover lid top"),
    wordset("detergent liquid soap"),
    wordset("baguette bread bun loaf roll toast"),
    wordset("batter dough pastry"),
    wordset("chilli pepper"),
    wordset("coriander green herb leaf lettuce parsley rocket salad spinach"),
    wordset("chicken beef breast ham meat pork thigh"),
    wordset("stool chair"),
    wordset("film foil wrap"),
    wordset("cheddar cheese grana mozzarella padano paneer parmesan parmigiano stilton"),
]

# Other words for a thing.
SYNONYM: dict[str, set[str]] = {
    word: {other for other in group if other != word}
    for group in [
        *SYNONYMS,
        {"oven glove", "oven mitt", "oven gloves", "oven mitts"},
        {"scale", "scales", "kitchen scale", "kitchen scales", "weighing scale", "weighing scales"},
        {"tea towel", "dish towel", "kitchen towel"},
        {"phone", "mobile phone", "smartphone", "cell phone"},
        {"saucepan", "sauce pan", "pot"},
        {"mug", "cup"},
        {"tupperware", "plastic container", "food container"},
        {"washing up liquid", "dish soap"},
        {"napkin", "serviette"},
        {"notebook", "notepad"},
        {"scissors", "pair of scissors"},
        {"kitchen roll", "paper towel", "kitchen paper"},
        {"colander", "strainer"},
    ]
    for word in group
}

# How the annotated kinds of fixtures are called, first in questions, then in replies. What is not here is vague.
FIXTURES: dict[str, tuple[str, ...]] = {
    "bin": ("bin", "trash can", "rubbish bin", "waste bin", "garbage can", "dustbin", "trash bin", "food bin"),
    "counter": ("counter", "worktop", "countertop", "counter top", "kitchen counter", "work surface", "work top"),
    "cupboard": ("cupboard", "cabinet", "kitchen cupboard", "kitchen cabinet"),
    "dishwasher": ("dishwasher", "dish washer", "dishwasher rack"),
    "drawer": ("drawer", "kitchen drawer"),
    "floor": ("floor", "kitchen floor", "ground"),
    "freezer": ("freezer",),
    "fridge": ("fridge", "refrigerator"),
    "fridge freezer": ("fridge freezer", "fridge", "refrigerator", "freezer"),
    "hob": ("hob", "stove", "stovetop", "stove top", "cooktop", "cooker"),
    "hook": ("hook",),
    "microwave": ("microwave", "microwave oven"),
    "oven": ("oven",),
    "radiator": ("radiator",),
    "shelf": ("shelf", "rack"),
    "sink": ("sink", "kitchen sink", "basin"),
    "table": ("table", "dining table", "kitchen table"),
    "top of microwave": ("top of the microwave", "microwave top"),
    "washing machine": ("washing machine", "washer"),
    "windowsill": ("windowsill", "window sill", "window ledge"),
}
# Kinds of which the one may hold the other, or be called like it.
NEIGHBOURS = [
    wordset("freezer fridge") | {"fridge freezer"},
    wordset("cupboard drawer freezer fridge shelf storage") | {"fridge freezer"},
    wordset("counter table shelf"),
    {"microwave", "oven", "top of microwave"},
    wordset("hob oven"),
]


@cache
def vague(name: str) -> bool:
    """Whether a name is no good answer: none at all, one like "lid" and "plastic box", one of a part of a thing, or one
    of what cannot be picked up."""
    if len(name.split()) > MOST_WORDS or len(HOLDS.findall(name)) > 1 or UNPLAIN.search(name) or fixed(name):
        return True
    return words_of(name) <= VAGUE | LOOKS and not _head(name) & THINGS


@cache
def fixed(name: str) -> bool:
    """Whether a thing cannot be picked up, as a drawer and a door."""
    return bool(_head(name) & FIXED)


@cache
def may_be_one(one: str, other: str) -> bool:
    """Whether one object could be called by both names.

    It could where the head of one, or a word that is said for it, is in the other: a white bowl may be the large bowl,
    and a pan is moved with the pan lid. A bottle of oil is no bottle of salt.
    """
    a, b = words_of(one), words_of(other)
    if a <= b or b <= a:
        return True
    contents = _content(one), _content(other)
    if all(contents):
        return bool(kin(contents[0]) & contents[1])
    return bool(_head(one) & kin(b) or _head(other) & kin(a))


def _head(name: str) -> frozenset[str]:
    """The words that say what it is: of a "frying pan grey" pan, of a "bottle of oil" bottle."""
    words = [word for word in re.findall(r"[a-z0-9]+", HOLDS.split(name)[0]) if word not in COLOURS]
    return words_of(words[-1] if words else name)


def _content(name: str) -> frozenset[str]:
    """What a "bottle of oil" holds; nothing where that says too little."""
    return words_of(" ".join(HOLDS.split(name)[1:])) - LOOKS - VAGUE


def kin(words: frozenset[str]) -> frozenset[str]:
    """The words, and those that are said for them."""
    return words.union(*(group for group in KINDRED if words & group))


@cache
def object_names(name: str) -> tuple[str, ...]:
    """What an object may be called in a reply: its name, the name without looks ("chopping board" for a white one), the
    other way round ("oil bottle"), and other words for it."""
    words = name.split()
    while len(words) > 1 and words[0] in LOOKS and words[1] != "of":
        words = words[1:]
    while len(words) > 1 and words[-1] in COLOURS:
        words = words[:-1]
    plain = " ".join(words)
    bare = plain if not vague(plain) else name
    same = [SYNONYM.get(known, set()) for known in (name, bare)]
    head, of, content = bare.partition(" of ")
    turned = (f"{content} {head}",) if of and " " not in head else ()
    return tuple(dict.fromkeys([name, bare, *turned, *sorted(set().union(*same) - {name})]))


def fixture_names(kind: str) -> tuple[str, ...]:
    """What a kind of fixture is called, its name in questions first; () for one that is not asked about."""
    return FIXTURES.get(kind, ())


def fixtures_alike(one: str, other: str) -> bool:
    """Whether a place may be told as either kind: a shelf may be in a fridge."""
    return one == other or any(one in group and other in group for group in NEIGHBOURS)
