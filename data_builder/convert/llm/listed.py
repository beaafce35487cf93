"""Wording that depends on a list: which questions cannot do without theirs, and what goes when a list goes."""

import re

from data_builder.standing import LISTED

# What may stand for anything behind "which of the following", and so says nothing that the question word does not.
NEUTRAL = r"(?:items?|objects?|things?|options?|choices?|answers?|ones?)"
OPTIONS = r"(?:options?|choices?|answers?|list|alternatives?)"
POSITION = r"(?: (?:below|above|given|listed|provided|shown))?"
WHICH_OF = re.compile(
    rf"\b(?P<word>which|what)(?: one)? of (?:the following|these|those|the (?:given |listed )?{OPTIONS}){POSITION}"
    rf"(?P<noun> {NEUTRAL}\b)?{POSITION}"
)
FROM_LIST = re.compile(
    r"(?:^|,? )\b(?:from|among|out of|between) (?:the following|these|those"
    rf"|the (?:given |following |listed )?{OPTIONS})(?: {NEUTRAL})?{POSITION}"
    r"(?:, ?|(?=[.?!]|$)| (?=(?:which|what|who|whose|where|when|why|how|choose|select|pick)\b))"
)
PLACE = re.compile(r",? ?\b(?:listed|given|shown) (?:above|below)\b")
CHOOSE = re.compile(
    r"(?<=[.?!] )(?:please )?(?:choose|select|pick)"
    rf" (?:one|the (?:(?:one|best|correct|right) )?{OPTIONS})\b[^.?!]{{0,40}}[.?!]?$"
)
FRAME = re.compile(
    r"\b(?:(?:what|which) (?:is|was) the (?:best )?(?:description|explanation) (?:for|of)"
    r"|which of the following (?:best |correctly |accurately )?(?:describes|explains|shows))"
    r" (?=(?:why|how|what|where|when|who) )"
)
CORRECT = re.compile(
    r"\b(?:correct|right|accurate|true) (?=(?:order|sequence|number|amount|weight|time|length|duration)\b)"
)
BETWEEN = re.compile(r"\b(?:among|between) (?:the|these|those) (?:following|options?|choices?)\b")
TEXTS = re.compile(
    r"\bwhich (?:of (?:the following|these|those) )?(?:\w{1,12} ){0,2}"
    r"(?:statement|description|sentence|option|choice|claim|caption|answer|summary|conclusion|sequence|combination|pair)s?\b"
)
DENIAL = re.compile(r"\b(?:not|never|cannot|except|besides|other than)\b|n['’]t\b")
DENIED = re.compile(
    r"(?:^|[,.?!] )(?:in the \w{1,20},? )?(?:which|what)\b(?:(?! (?:if|when|while|after|before|because|that|as|until"
    rf"|unless|about|who|since)\b)[^,.?!]){{0,120}}?(?:{DENIAL.pattern})|\bexcept\b"
)
ASKS_WHAT_IS_DONE = re.compile(r"\b(?:which|what)(?: \w{1,20}){0,3} (?:do|does|did)\b")
BOUND = re.compile(
    r"\b(?:best|worst|most|least|first|second|third|fourth|fifth|sixth|seventh|last|next|correct\w{0,2}|incorrect\w{0,2}"
    r"|true|false|accurate\w{0,2}|likely|only|common|same|different|order|sequence"
    r"|(?:larg|small|bigg|long|short|tall|high|low|fast|slow|earli|lat|near|clos|loud|clean|dark|bright|heavi|light"
    r"|cheap|old|young|hott|cold|strong|weak)est"
    r"|see|sees|saw|hear|hears|heard|have|has|had|own|appear\w{0,3}|contain\w{0,3}|include\w{0,1}|mention\w{0,3}|show\w{0,3}"
    r"|describe\w{0,1}|exist\w{0,3}|belong\w{0,3}|happen\w{0,3}|occur\w{0,3}|say|says|know|knows|like|likes|want|wants)\b"
)
BOUND_TYPED = re.compile(r"\b(?:best|likely|true|false|incorrect\w{0,2}|not|never|except|could|might|possible)\b")


def needs_list(stem: str, typed: bool) -> bool:
    """Whether a question cannot do without its list, whatever a model says. `typed`: the key is a number, a time, ….

    It asks which text is right, or what is not so; or its wording depends on a list and it does not ask what somebody
    did, but what there is, what comes first or what is most: of all that could be named, only a list says what counts.
    """
    text = _flat(stem)
    if DENIAL.search(text) and DENIED.search(text):
        return True
    if TEXTS.search(text):
        return not (typed and CORRECT.search(text))
    if not (LISTED.search(text) or BETWEEN.search(text)):
        return False
    if FRAME.search(text):
        return False
    if typed:
        return BOUND_TYPED.search(CORRECT.sub("", text)) is not None
    return BOUND.search(text) is not None or ASKS_WHAT_IS_DONE.search(without_list(text)) is None


def without_list(stem: str) -> str:
    """A question in small letters without its list-dependent wording, where that changes nothing else."""
    text = FRAME.sub("", _flat(stem))
    text = CHOOSE.sub("", text)
    for pattern in (FROM_LIST, PLACE):
        text = pattern.sub(" ", text)
    return " ".join(WHICH_OF.sub(lambda found: found["word"], text).split())


def neutral_nouns(stem: str) -> frozenset[str]:
    """Nouns that a new wording may have or not: those of the list-dependent wording that say nothing more."""
    found = [match["noun"].strip() for match in WHICH_OF.finditer(_flat(stem)) if match["noun"]]
    kept = {noun.removesuffix("s") for noun in found} & {"item", "object", "thing"}
    return frozenset(["thing", "things", *kept, *(f"{noun}s" for noun in kept)]) if depends(stem) else frozenset()


def depends(stem: str) -> bool:
    """Whether a question's wording depends on a list."""
    return LISTED.search(stem) is not None or BETWEEN.search(_flat(stem)) is not None


def _flat(stem: str) -> str:
    return " ".join(stem.lower().split())
