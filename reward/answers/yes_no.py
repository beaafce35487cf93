"""Yes or no: the answer to one statement about the clip."""

import re
from typing import ClassVar, Literal

from reward.answers.base import BaseAnswer, Mark, right, undecided, wrong
from reward.assertion import asserted, negates
from reward.text import plain

YES = frozenset(["yes", "yeah", "yep", "yup", "true", "correct", "right", "affirmative"])
NO = frozenset(["no", "nope", "nah", "false", "incorrect", "wrong", "negative"])
CONNECTIVES = frozenset(["and", "or", "but", "also", "both", "either", "/"])
OPENING = re.compile(r"\W{0,9}([A-Za-z]+)\b[ \t*_\"']{0,3}(?:[,.:;!\n—–-]|$)")
BARE = re.compile(r"\b([A-Za-z]+)\b(?=[ \t*_\"']{0,3}(?:[,.:;!?\n]|$))")
IDIOM = re.compile(r"\b(?:no doubt|without (?:a )?doubt|no question|not wrong|not false)\b")
SAYS_NO = re.compile(r"\bnot (?:true|correct|right|the case|so)\b|\bisn t (?:true|correct|right|so)\b|\buntrue\b")


class YesNo(BaseAnswer[bool]):
    """A statement is true of the clip (`value` true, reply "yes") or is not (reply "no")."""

    kind: Literal["yes_no"] = "yes_no"
    value: bool

    how: ClassVar[str] = "Answer yes or no."

    @property
    def hint(self) -> str:
        return "Answer: <yes/no>"

    def read(self, text: str) -> bool | Mark:
        assertion = asserted(text)
        if assertion.mode == "empty":
            return wrong("empty", None, "The reply states no answer.")
        if assertion.mode == "refused":
            return wrong("refused", text, "The reply declines to answer.")
        tokens = IDIOM.sub("surely", plain(text)).split()
        if assertion.mode == "hedged" and _polarity(tokens[-1]) is not None:
            return wrong("hedged", text, "The reply hedges instead of asserting one answer.")
        if SAYS_NO.search(" ".join(tokens)):
            return False
        if assertion.mode == "negated" and _polarity(assertion.core) is not None:
            return wrong("negated", text, "The reply only says which answer it does not give.")
        return self._stated(text.strip(), tokens)

    def _stated(self, text: str, tokens: list[str]) -> bool | Mark:
        """The side that the text states: by its first word, or by the only such word in it when that is the last."""
        sides = {side for token in tokens if (side := _polarity(token)) is not None}
        if not sides:
            return undecided("unread", text, "No plain yes or no was found.")
        opening = OPENING.match(text)
        first = _polarity(opening[1].lower()) if opening else None
        if len(sides) == 2:
            if first is None and not set(tokens) <= YES | NO | CONNECTIVES:
                return undecided("contradiction", text, "The reply holds both yes and no.")
            if first is None or any(_polarity(bare.lower()) == (not first) for bare in BARE.findall(text)):
                return wrong("several_answers", text, "The reply says both yes and no.")
            return first
        if first is not None or len(tokens) == 1 or (_polarity(tokens[-1]) is not None and not negates(text)):
            return sides.pop()
        return undecided("unread", text, "The reply does not plainly say yes or no.")

    def grade(self, said: bool) -> Mark:
        word = "yes" if said else "no"
        return (
            right("equal", word)
            if said == self.value
            else wrong("unequal", word, f"The key is the other one, not {word}.")
        )

    def gold(self) -> str:
        return f"Answer: {'yes' if self.value else 'no'}"

    @property
    def chance(self) -> float:
        return 0.5


def _polarity(token: str) -> bool | None:
    return True if token in YES else False if token in NO else None
