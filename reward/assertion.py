"""What a short answer asserts: nothing, one thing, one of several things, a guess, or that something is not so.

Every kind that compares words asks these questions in the same way, so that "maybe X", "not X" and "X or Y" are
worth the same whatever X is. All patterns here run over `plain` text, in which apostrophes are spaces ("don t").
"""

import re
from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache

from reward.plain import plain

REFUSALS = re.compile(
    r"(?:(?:i m )?sorry )?(?:but )?(?:i |we |it |that )?(?:is |s |do |am |m |have )?"
    r"(?:(?:not|don t|cannot|can not|can t|could not|couldn t|isn t|impossible to|unable to) (?:be )?"
    r"(?:know|tell|say|see|determined?|answer(?:ed)?|sure|clear|certain|visible|possible to (?:say|tell|determine))"
    r"|unknown|unclear|unsure|uncertain|unanswerable|undetermined|idk|n a|no idea|no answer"
    r"|(?:not enough|insufficient) information)"
    r"(?: (?:the answer|what it is|(?:from|in) the (?:clip|video|image|picture)|for sure|it|that|this))?"
)
NOUN = (
    r"(?:(?:correct |right |final |main |first |total )?(?:answer|option|choice|object|item|thing|tool|utensil|sound"
    r"|event|activity|action|step|place|time|colou?r|number|count|total|order|statement|claim|name|result"
    r"|solution)s?)"
)
SUBJECT = rf"(?:it|this|that|there|they|these|those|he|she|i|(?:(?:the|my) )?{NOUN})"
IS = rf"(?:{SUBJECT} )?(?:is |s |are |re |was |were )?"
LEAD_IN = re.compile(
    r"(?:(?:so|thus|therefore|hence|well) )?"
    r"(?:i (?:(?:think|believe|see|saw|hear|heard|would say|d say)) (?:that )?(?:the |an? )?)?"
    rf"(?:{SUBJECT} (?:is|s|are|re|was|were|would be|must be) (?:the |an? )?"
    r"|(?:final )?(?:result|solution|conclusion) )?"
)
ENDING = re.compile(
    r" (?:obviously|clearly|of course|for sure|for certain|i (?:think|believe)"
    r"|(?:is|was|would be|must be) (?:the )?(?:final |only )?(?:correct|right|(?:correct |right )?answer)(?: one)?)$"
)
LONGEST_ENDING = 40
HYPOTHETICAL = re.compile(
    r"(?:let (?:us|s|me) )?(?:suppose|assume|assuming|imagine|pretend|say)\b|hypothetically|for example"
)
NEGATION = re.compile(
    rf"{IS}(?:definitely |certainly |probably )?(?:not|never|neither|isn t|isnt|aren t|wasn t|cannot be|can t be"
    r"|anything but|everything but|other than|except|rather than|instead of) "
)
INNER_NEGATION = re.compile(
    r"\b(?:not|no|nobody|never|neither|nor|whether|if|unless"
    r"|(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should)n ?t"
    r"|cannot|except|excluding|without|but|rather than|instead of|unlike(?:ly)?|impossible|doubt\w{0,3}"
    r"|wrong|incorrect|false|rul\w{1,3} out)\b"
)
HEDGE = re.compile(
    rf"{IS}(?:maybe|perhaps|possibly|probably|presumably|likely|either|might be|may be|could be|seems to be"
    r"|(?:i |my )?(?:a )?guess(?: is)?|(?:i m )?not sure but) "
)
AFTERTHOUGHT = re.compile(
    r" (?:maybe|perhaps|possibly|probably|(?:just )?(?:a )?guess(?:ing)?|i (?:guess|suppose)|unsure"
    r"|uncertain|unverified|unconfirmed|tentative(?:ly)?|or so|or something)$"
)
LETTER = re.compile("[a-z]")
CROSSES = "❌✗✘✕"
LONGEST_CONTRAST = 100
THIS_NOT_THAT = re.compile(r"(?P<this>.{1,80}?) (?:and |but )?(?:not|rather than|instead of) (?P<that>.{1,80})")
NOT_THAT_BUT_THIS = re.compile(
    r"(?:it |this |that )?(?:is |s )?not (?P<that>.{1,80}?) (?:but|(?:it|this|that) (?:is|s)) (?P<this>.{1,80})"
)
SEPARATOR = re.compile(r"[,;|\n]|\b(?:and/or|and|or|also|as well as|plus|then)\b|\s[/&]\s", re.IGNORECASE)
BULLET = re.compile(r"\s{0,9}(?:[-*•]|\(?\d{1,3}[.):])\s{0,9}")


@dataclass(frozen=True, slots=True)
class Assertion:
    """A short answer taken apart. `core`: what is asserted, in comparison form; `mode`: how it is meant.

    The mode is "asserted", "hedged", "negated", "refused" or "empty".
    """

    core: str
    mode: str


def asserted(text: str, known: Container[str] = ()) -> Assertion:
    """Take lead-ins ("it is the …") off a short answer and say how its core is meant.

    What is `known`, in comparison form, is asserted as it stands: "no lid" and "not sure" may be keys.
    """
    words = plain(text)
    if not words[:1].isalnum() and not any(map(str.isalnum, words)):
        return Assertion("", "empty")
    asked = asks(text)
    if not text.isascii() and any(cross in text for cross in CROSSES):
        return Assertion(stated(words), "negated")
    if known and not asked:
        for form in (words, stated(words)):
            if form in known:
                return Assertion(form, "asserted")
    return _manner_cached(words, asked) if len(words) <= 100 else _manner(words, asked)


def _manner(words: str, asked: bool) -> Assertion:
    if REFUSALS.fullmatch(words):
        return Assertion(words, "refused")
    if found := HYPOTHETICAL.match(words):
        return Assertion(stated(words[found.end() :].strip()), "hedged")
    for mode, pattern in (("hedged", HEDGE), ("negated", NEGATION)):
        if (found := pattern.match(words)) and found.end() < len(words):
            return Assertion(stated(plain(words[found.end() :])), mode)
    core = stated(words)
    if found := AFTERTHOUGHT.search(core, max(0, len(core) - LONGEST_ENDING)):
        return Assertion(core[: found.start()], "hedged")
    return Assertion(core, "hedged" if asked else "asserted")


_manner_cached = lru_cache(maxsize=8192)(_manner)  # the replies of a group repeat their answers


def stated(words: str) -> str:
    """A plain text without its lead-in and its ending; the whole of it when it is nothing else."""
    if not LETTER.search(words):
        return words
    lead, ending = LEAD_IN.match(words), ENDING.search(words, max(0, len(words) - LONGEST_ENDING))
    return words[lead.end() if lead else 0 : ending.start() if ending else None] or words


def contrasted(text: str) -> str:
    """What a text asserts by denying another thing ("X, not Y"; "not Y but X"), in comparison form; else ""."""
    words = plain(text)
    if len(words) > LONGEST_CONTRAST or not negates(text):
        return ""
    found = NOT_THAT_BUT_THIS.fullmatch(words) or THIS_NOT_THAT.fullmatch(words)
    if not found:
        return ""
    chosen, denied = (stated(plain(found[side])) for side in ("this", "that"))
    return "" if chosen == denied or INNER_NEGATION.search(f"{chosen} {denied}") else chosen


def asks(text: str) -> bool:
    """Whether the text ends with a question mark."""
    return text.rstrip(" \t\n*_`\"'”’)").endswith("?")


def negates(text: str) -> bool:
    """Whether a negation stands anywhere in the text, so that what it mentions may not be what it asserts."""
    words = plain(text)
    return LETTER.search(words) is not None and INNER_NEGATION.search(words) is not None


def parts(text: str) -> list[str]:
    """The parts of an enumeration ("A, B and C"; "A or B"; one a line), without bullets; one part when it is none."""
    lines = [line[found.end() :] if (found := BULLET.match(line)) else line for line in text.split("\n")]
    found_parts = [part.strip() for line in lines for part in SEPARATOR.split(line)]
    return [part for part in found_parts if plain(part)]
