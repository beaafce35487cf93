"""What a short answer asserts: nothing, one thing, one of several things, a guess, or that something is not so.

Every kind that compares words asks these questions in the same way, so that "maybe X", "not X" and "X or Y" are
worth the same whatever X is. All patterns here run over `plain` text, in which apostrophes are spaces ("don t").
"""

import re
from dataclasses import dataclass

from reward.text import plain

REFUSALS = re.compile(
    r"(?:i |we )?(?:do not|don t|cannot|can not|can t|could not|couldn t|am not|m not)? ?"
    r"(?:know|tell|say|determine|be determined|answer|see|sure|unknown|unclear|unsure|uncertain|unanswerable"
    r"|no idea|no answer|not sure|n a|idk)"
    r"(?: (?:the answer|from the (?:clip|video|image|picture)|for sure|it|that|this))?"
)
SUBJECT = (
    r"(?:it|this|that|there|they|these|those|he|she|the (?:correct |right |final )?"
    r"(?:answer|option|choice|object|sound|activity|action|number|count|total|order))"
)
LEAD_IN = re.compile(
    r"(?:so |thus |therefore |well )?(?:i (?:think|believe|see|hear|would say|d say) (?:that )?)?"
    rf"(?:{SUBJECT} (?:is |s |are |re |was |were |would be |must be ))?(?:the |an? )?(?:option |letter |choice )?"
)
IS = rf"(?:{SUBJECT} )?(?:is |s |are |was )?"
NEGATION = re.compile(
    rf"{IS}(?:definitely |certainly |probably )?(?:not|no|never|neither|isn t|isnt|aren t|wasn t|cannot be|can t be"
    r"|anything but|other than|except) "
)
INNER_NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|isn t|isnt|aren t|wasn t|cannot|can t|except|rather than|instead of)\b"
)
HEDGE = re.compile(
    rf"{IS}(?:maybe|perhaps|possibly|probably|presumably|likely|either|might be|may be|could be|seems to be"
    r"|(?:a |i |my )?guess(?: is)?|(?:i m )?not sure but) "
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


def asserted(text: str) -> Assertion:
    """Take lead-ins ("it is the …") off a short answer and say how its core is meant."""
    words = plain(text)
    if not any(c.isalnum() for c in words):
        return Assertion("", "empty")
    if REFUSALS.fullmatch(words):
        return Assertion(words, "refused")
    for mode, pattern in (("hedged", HEDGE), ("negated", NEGATION)):
        if (found := pattern.match(words)) and found.end() < len(words):
            return Assertion(plain(words[found.end() :]), mode)
    found = LEAD_IN.match(words)
    return Assertion(words[found.end() :] or words if found else words, "asserted")


def negates(text: str) -> bool:
    """Whether a negation stands anywhere in the text, so that what it mentions may not be what it asserts."""
    return INNER_NEGATION.search(plain(text)) is not None


def parts(text: str) -> list[str]:
    """The parts of an enumeration ("A, B and C"; "A or B"; one a line), without bullets; one part when it is none."""
    lines = [line[found.end() :] if (found := BULLET.match(line)) else line for line in text.split("\n")]
    found_parts = [part.strip() for line in lines for part in SEPARATOR.split(line)]
    return [part for part in found_parts if plain(part)]
