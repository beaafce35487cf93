"""Labels: how activities are told, and which labels may say the same, as "Tidy up" and "Clean and clear" do."""

import re
from functools import cache

from data_builder.subtypes.wording import words_of
from reward.plain import wordset

BRACKETS = re.compile(r"\([^()]*\)")
FILLERS = wordset(
    """about after again all and any around as aside at away back before being bit by content continue continuously
    down few final finish first for from if in inside into is it its last more next now of off on one onto other out
    over part resume second some start still that them then third this through to together try two up use using via
    when while with"""
)


def _root(word: str) -> str:
    """Enough to compare words of labels: stir for stirring, prepar for prepare, preparing and prepared."""
    for ending in ("ing", "ed", "er"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word.removesuffix(ending)
            doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls"
            return word[:-1] if doubled else word
    return word.removesuffix("e") if len(word) > 3 else word


def _roots(text: str) -> frozenset[str]:
    return frozenset(map(_root, text.split()))


# Verbs of labels by what is done: one of a group may be said for another of the same things.
SORTS = [
    _roots(
        """arrange clean clear dispose dry empty hoover keep load offload organise pack place put rearrange recycle
        reload replace return rinse scrape scrub sort stack store throw tidy tidied tidying unload unpack wash wipe"""
    ),
    _roots("bring collect fetch find gather get grab pick remove retrieve take"),
    _roots(
        """chop crush cube cut dice grate grind halve mash mix peel pluck prep prepare separate shred slice soak split
        squeeze tear trim"""
    ),
    _roots("measure note record scale update weigh weight"),
    _roots("add beat blend combine drizzle fill mix pour refill scramble season sprinkle stir transfer whisk"),
    _roots(
        """bake boil brew brown check cook fry grill heat melt microwave preheat roast saute season simmer soften steam
        stir toast"""
    ),
    _roots("assemble construct make prep prepare shape"),
    _roots("brew cook make prep prepare"),
    _roots("drink eat sip taste"),
    _roots("dish plate serve"),
    _roots("flip move press rub turn"),
    _roots("coat cover dab flatten fold grease knead lay line roll spread stretch unroll wrap"),
    _roots("close open set switch turn uncover"),
]
TIDYING = SORTS[0]
VERBS = _roots("adjust consult cool crack drain inspect look marinate read reduce scoop shake").union(*SORTS)
# Words that name no thing that could tell one activity from another.
GENERAL = _roots(
    """area cooking crockery cutlery equipment excess food freshly ingredient instruction item kitchen leftover low
    material measurement mixture new piece recipe remaining room space station stuff surface thing utensil"""
)
AGAIN = wordset(
    "again another continue continuing finish finishing more next remaining resume second start starting third"
)
# What is in any kitchen and is not moved, so that nobody can say that it is not in a clip.
ANYWHERE = _roots(
    "bin cabinet counter cupboard dishwasher drawer floor freezer fridge hand hob microwave oven sink stove table tap"
)
IDLE = _roots("idle interruption misc nothing pause rest talk unknown wait walk wander wonder")


MOST_WORDS, MOST_COMMAS = 9, 1
"""Words of a label, and commas, beyond which it tells a whole story."""
# What tells too little to somebody who has not written it: "put stuff away", "Clean - wash pot", "Lay on baking sheet".
PRIVATE = re.compile(
    r"\b(?:app|items?|scan|stuff|things?)\b|- | part \d|the rise\b|weight and\b|and saucepan$"
    r"|^(?:add|lay|move|place|pour|put|transfer) (?:in|on|onto|into|to) "
    r"|^(?:get|retrieve|bring) (?:a few|another|milk|more)\b|^(?:keep|look|use)\b",
    re.IGNORECASE,
)


def told(label: str) -> str:
    """A label as it is shown: without brackets and the full stop, with a capital letter."""
    text = " ".join(BRACKETS.sub(" ", label).split()).strip(" .,;:-")
    return text[:1].upper() + text[1:]


@cache
def gist(label: str) -> frozenset[str]:
    """The roots of the words that count: those of "Continue stirring the potatoes" are stir and potato."""
    words = words_of(BRACKETS.sub(" ", label)) - FILLERS
    return frozenset(map(_root, words)) - FILLERS


@cache
def things(label: str) -> frozenset[str]:
    """The roots of the words of a label that name things: all but its verbs and words such as "ingredients"."""
    return gist(label) - VERBS - GENERAL - IDLE


@cache
def vague(label: str) -> bool:
    """Whether a label does not say shortly what is being worked on: "Walking", "Prepare ingredients", "Orange juice".

    One that tells of tidying up does.
    """
    said = gist(label)
    long = len(label.split()) > MOST_WORDS or label.count(",") > MOST_COMMAS
    tells = bool(said & VERBS and (things(label) or said & TIDYING))
    return bool(said & IDLE) or not tells or long or PRIVATE.search(label) is not None


def begun(label: str) -> bool:
    """Whether a label does not itself say that the activity has been begun before, as "Continue stirring" does."""
    return not words_of(label) & AGAIN


def same_work(one: str, other: str) -> bool:
    """Whether two labels may say the same of one stretch of time.

    They may where all that the one says is in the other, where both are about tidying up, and where the same sort of
    thing is done with the same things. "Prepare puff pastry" and "Bake puff pastry" exclude each other.
    """
    a, b = gist(one), gist(other)
    if a <= b or b <= a or (a & TIDYING and b & TIDYING):
        return True
    shared = things(one) & things(other) or not things(one) or not things(other)
    return bool(shared) and (not (a & VERBS and b & VERBS) or any(a & group and b & group for group in SORTS))
