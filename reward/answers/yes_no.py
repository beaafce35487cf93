"""Yes or no: the answer to one statement about the clip."""

import re
from typing import ClassVar, Literal

from reward.answers.base import BaseAnswer, Mark, right, undecided, wrong
from reward.assertion import IS, Assertion, asks, asserted, negates
from reward.plain import plain

YES = frozenset(["yes", "yeah", "yep", "yup", "true", "correct", "right", "affirmative"])
NO = frozenset(["no", "nope", "nah", "false", "incorrect", "wrong", "negative", "untrue"])
PLAIN_WORDS = frozenset(["yes", "no", "true", "false", "correct", "incorrect"])
CONNECTIVES = frozenset(["and", "or", "but", "also", "both", "either", "neither", "nor", "/"])
VERDICT_VERBS = frozenset(["is", "s", "be", "say", "so", "hence", "thus", "therefore", "definitely", "answer"])
OPENING = re.compile(
    r"\W{0,9}(?:(?:so|thus|hence|therefore|overall|well)[, ]{1,2})?(?:([A-Za-z]+)\b[ \t*_\"']{0,3}(?:[,.:;!\n—–-]|$)"
    r"|(yes)\b(?! is\b)|(no)\b(?= (?:it|there|that|this|they|he|she|the|i)\b))",
    re.IGNORECASE,
)
BARE = re.compile(r"\b([A-Za-z]+)\b(?=[ \t*_\"']{0,3}(?:[,.:;!?\n]|$))")
IDIOM = re.compile(r"\b(?:no doubt|without (?:a )?doubt|no question|not (?:wrong|false|incorrect|untrue))\b", re.I)
SAYS_NO = re.compile(
    rf"{IS}(?:definitely |certainly )?(?:not|isn t) (?:true|correct|right|the case)(?: that (?!.*\bnot?\b).*)?"
)


class YesNo(BaseAnswer[bool]):
    """A statement is true of the clip (`value` true, reply "yes") or is not (reply "no")."""

    kind: Literal["yes_no"] = "yes_no"
    value: bool

    how: ClassVar[str] = "Answer yes or no."

    @property
    def hint(self) -> str:
        return "Answer: <yes/no>"

    def read(self, text: str) -> bool | Mark:
        text = IDIOM.sub("surely", text)
        assertion = asserted(text)
        if assertion.mode == "empty":
            return wrong("empty", None, "The reply states no answer.")
        if assertion.mode == "refused":
            return wrong("refused", text, "The reply declines to answer.")
        words = plain(text)
        if SAYS_NO.fullmatch(words):
            return False
        sides = {side for token in words.split() if (side := _polarity(token)) is not None}
        if not sides:
            return undecided("unread", text, "No plain yes or no was found.")
        if len(sides) == 2 and set(words.split()) <= YES | NO | CONNECTIVES:
            return wrong("several_answers", text, "The reply says both yes and no.")
        if assertion.mode != "asserted" and _polarity(assertion.core) is not None:
            return wrong(assertion.mode, text, "The reply does not plainly assert one answer.")
        first = _first(text)
        first = _first(re.split(r"[.!][\"”]?\s", text)[-1]) if first is None and len(sides) == 1 else first
        if first is not None and not asks(text):
            if any(_polarity(bare.lower()) == (not first) for bare in BARE.findall(text)):
                return wrong("several_answers", text, "The reply says both yes and no.")
            return first
        return self._concluded(text, words.split(), sides, assertion)

    def _concluded(self, text: str, tokens: list[str], sides: set[bool], assertion: Assertion) -> bool | Mark:
        """The side of a text that does not open with it: "the statement is false", "…, so yes"."""
        if len(sides) == 2:
            return undecided("contradiction", text, "The reply holds both yes and no.")
        concludes = tokens[-1] in PLAIN_WORDS and tokens[-2:-1] and tokens[-2] in VERDICT_VERBS
        concludes = concludes and not negates(" ".join(tokens[:-1]))
        if assertion.mode == "asserted" and (concludes or _polarity(assertion.core) is not None):
            return sides.pop()
        return undecided("unread", text, "The reply does not plainly say yes or no.")

    def grade(self, said: bool) -> Mark:
        word = "yes" if said else "no"
        return right("equal", word) if said == self.value else wrong("unequal", word, "The reply is not the key.")

    def gold(self) -> str:
        return f"Answer: {'yes' if self.value else 'no'}"

    @property
    def chance(self) -> float:
        return 0.5


def _polarity(token: str) -> bool | None:
    return True if token in YES else False if token in NO else None


def _first(text: str) -> bool | None:
    """The side that the first word of the text takes, if it stands for itself ("No, …" but not "No one …")."""
    opening = OPENING.match(text)
    return _polarity((opening[1] or opening[2] or opening[3]).lower()) if opening else None
