"""A phrase: a name or a few words, with other names for the same thing and the known wrong answers."""

from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import model_validator
from rapidfuzz.distance import DamerauLevenshtein

from reward.answers.base import BaseAnswer, Mark, right, undecided, wrong
from reward.assertion import Assertion, asserted, negates, parts
from reward.text import plain

TYPO_LENGTH = 6


class Phrase(BaseAnswer[str]):
    """The key is `text`; `aliases` are as good; `wrong` are the candidates that are known to be wrong."""

    kind: Literal["phrase"] = "phrase"
    text: str
    aliases: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    how: ClassVar[str] = "Answer with a few words."

    @model_validator(mode="after")
    def _keys_differ(self) -> Self:
        if not plain(self.text):
            raise ValueError("text: the key is empty once marks are set aside")
        if same := self._right & self._wrong:
            raise ValueError(f"wrong: {sorted(same)[0]!r} is also the key or one of its aliases")
        return self

    @cached_property
    def _right(self) -> frozenset[str]:
        return frozenset(form for name in (self.text, *self.aliases) if (form := plain(name)))

    @cached_property
    def _wrong(self) -> frozenset[str]:
        return frozenset(form for name in self.wrong if (form := plain(name)))

    @property
    def hint(self) -> str:
        return "Answer: <your answer>"

    def read(self, text: str) -> str | Mark:
        form, known = plain(text), self._right | self._wrong
        if form in known:
            return form
        assertion = asserted(text)
        if assertion.mode == "empty":
            return wrong("empty", None, "The reply states no answer.")
        if assertion.mode == "refused":
            return wrong("refused", text, "The reply declines to answer.")
        named = {asserted(part).core for part in parts(text)} & known
        if len(named) > 1 and named - self._right:
            return wrong("several_answers", text, "The reply names several different answers.")
        if assertion.mode != "asserted":
            return self._qualified(assertion, text)
        return assertion.core if not negates(text) else undecided("negated", text, "The reply says what it is not.")

    def _qualified(self, assertion: Assertion, text: str) -> Mark:
        if assertion.core in self._right | self._wrong:
            return wrong(assertion.mode, text, "The reply names an answer without asserting it.")
        return undecided(assertion.mode, text, "The reply does not plainly assert an answer.")

    def grade(self, said: str) -> Mark:
        if said == plain(self.text):
            return right("equal", said)
        if said in self._right:
            return right("alias", said)
        if said in self._wrong:
            return wrong("wrong_candidate", said, "The reply gives an answer that is known to be wrong.")
        if self._typo(said):
            return right("typo", said, "One letter away from the key, and from no other candidate.")
        return undecided("unread", said, "The reply is neither the key nor a known wrong answer.")

    def _typo(self, said: str) -> bool:
        """One slip away from the key or an alias of some length, and not as near to a wrong candidate."""
        near = [name for name in self._right if len(name) >= TYPO_LENGTH and _slip(name, said)]
        return bool(near) and not any(_slip(name, said) for name in self._wrong)

    def gold(self) -> str:
        return f"Answer: {self.text}"

    @property
    def chance(self) -> float:
        return 0.0


def _slip(name: str, said: str) -> bool:
    """Whether two forms differ by one letter (added, left out, changed or swapped), not by a digit or the first."""
    same_digits = [c for c in name if c.isdigit()] == [c for c in said if c.isdigit()]
    return same_digits and name[:1] == said[:1] and DamerauLevenshtein.distance(name, said, score_cutoff=1) <= 1
