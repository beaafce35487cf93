"""A phrase: a name or a few words, with other names for the same thing and the known wrong answers."""

import re
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import model_validator
from rapidfuzz.distance import DamerauLevenshtein

from reward.answers.base import BaseAnswer, Mark, Names, Text, right, says_nothing, undecided, wrong
from reward.assertion import asks, asserted, contrasted, negates, parts
from reward.gist import gist_of, gist_of_key, same_gist
from reward.nouns import singular
from reward.numerals import SMALL
from reward.plain import plain
from reward.restatement import filled
from reward.sentence import Question, Sentence, question_of, sentences_of

TYPO_LENGTH = 5
KNOWN_WRONG = "The reply gives an answer that is known to be wrong."
TABLE_NOUN = re.compile(r"[a-z]{2,}(?::[a-z]{2,}){1,3}")
NUMBERS = {word: str(number) for number, word in enumerate(SMALL)}
INNER = frozenset(["a", "an", "the", "and"])
"""Words that a name may be given with or without."""
LISTED = re.compile(r"(?:^|\n)\s{0,9}(?:[-*•]|\d{1,2}[.)])\s")
DOUBLED = re.compile(r"(.)\1+")


class Phrase(BaseAnswer[str]):
    """The key is `text`; `aliases` are as good; `wrong` are the candidates that are known to be wrong."""

    kind: Literal["phrase"] = "phrase"
    text: Text
    aliases: Names = ()
    wrong: Names = ()

    how: ClassVar[str] = "Answer with a few words."

    @model_validator(mode="after")
    def _keys_differ(self) -> Self:
        if not plain(self.text):
            raise ValueError("text: the key is empty once marks are set aside")
        right = set(map(_spelled, self._right))
        if same := [form for form in sorted(self._wrong) if _spelled(form) in right]:
            raise ValueError(f"wrong: {same[0]!r} is also the key or one of its aliases")
        return self

    @cached_property
    def _right(self) -> frozenset[str]:
        return frozenset(form for name in (self.text, *self.aliases) for form in _forms(name) if form)

    @cached_property
    def _wrong(self) -> frozenset[str]:
        return frozenset(form for name in self.wrong for form in _forms(name) if form)

    @cached_property
    def _known(self) -> frozenset[str]:
        return self._right | self._wrong

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """All known names in a fixed order: a set has another one in every process."""
        return tuple(sorted(self._known))

    @cached_property
    def _denials(self) -> bool:
        """Whether a name is a denial itself: "not seen"."""
        return any(name.startswith("not ") for name in self._known)

    @cached_property
    def _folded_right(self) -> frozenset[str]:
        return frozenset(map(_folded, self._right))

    @cached_property
    def _folded_wrong(self) -> frozenset[str]:
        return frozenset(map(_folded, self._wrong))

    @property
    def hint(self) -> str:
        return "Answer: <your answer>"

    def read(self, text: str) -> str | Mark:
        known = self._known
        assertion = asserted(text.rstrip("? ") if asks(self.text) else text, known)
        if nothing := says_nothing(assertion, text):
            return nothing
        if assertion.mode == "asserted" and assertion.core in known:
            return assertion.core
        if assertion.core in known:
            return wrong(assertion.mode, text, "The reply names an answer without asserting it.")
        if (chosen := contrasted(text)) in known and not self._denials:
            return chosen
        if negates(text):
            return undecided("negated", text, "The reply says what it is not.")
        if len(listed := parts(text)) > 1:
            named = {asserted(part).core for part in listed} & known
            if len(named) > 1 and named - self._right:
                return wrong("several_answers", text, "The reply names several different answers.")
        if assertion.mode != "asserted":
            return undecided(assertion.mode, text, "The reply does not plainly assert an answer.")
        return assertion.core

    def grade(self, said: str) -> Mark:
        if said == plain(self.text):
            return right("equal", said)
        if said in self._right:
            return right("alias", said)
        if said in self._wrong:
            return wrong("wrong_candidate", said, KNOWN_WRONG)
        folded = _folded(said)
        inflected = (folded in self._folded_right) - (folded in self._folded_wrong)
        if inflected:
            kind = right if inflected > 0 else wrong
            return kind("inflected", said, "Singular and plural, and number words, are the same here.")
        if self._typo(said):
            return right("typo", said, "One letter away from the key, and from no other candidate.")
        return undecided("unread", said, "The reply is neither the key nor a known wrong answer.")

    def mark(self, text: str, stem: str = "") -> Mark:
        """Read and grade; a text that repeats the question gives what it puts in its place."""
        mark = super().mark(text, stem)
        if mark.score is not None or not stem or "?" in text or LISTED.search(text):
            return mark
        sentences = sentences_of(text)
        if self._words.isdisjoint(word for sentence in sentences for word in sentence.words):
            return mark
        question = question_of(stem)
        name = filled(self._names, sentences, question) or self._same(sentences, question)
        if name is None or (name in self._right and self._mentions_wrong(text)):
            return mark
        if name in self._wrong:
            return wrong("wrong_candidate", name, KNOWN_WRONG)
        return right("restated", name, "The reply gives the key in a sentence that repeats the question.")

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(singular(word) for name in self._known for word in name.split())

    def _same(self, sentences: list[Sentence], question: Question) -> str | None:
        """The name that says the same as the reply, if those that do are all right or all wrong."""
        said = gist_of(sentences, question)
        if said is None:
            return None
        keys = ((name, gist_of_key(name, question)) for name in self._names)
        found = [name for name, key in keys if key and same_gist(said, key)]
        return found[0] if found and len({name in self._right for name in found}) == 1 else None

    def _mentions_wrong(self, text: str) -> bool:
        words = f" {plain(text)} "
        return any(f" {form} " in words for form in self._wrong)

    def _typo(self, said: str) -> bool:
        """One slip away from the key or an alias, and not as near to a wrong candidate."""
        return any(_slip(name, said) for name in self._right) and not any(_near(name, said) for name in self._wrong)

    def gold(self) -> str:
        return f"Answer: {self.text}"

    @property
    def chance(self) -> float:
        return 0.0


def _forms(name: str) -> tuple[str, ...]:
    """The plain forms of a name; one of the noun tables of EPIC-KITCHENS and HD-EPIC, "bottle:water": head first."""
    if not TABLE_NOUN.fullmatch(name):
        return (plain(name),)
    head, *rest = name.split(":")
    return plain(name), plain(" ".join([*rest, head])), plain(f"{head} of {' '.join(rest)}")


def _spelled(form: str) -> str:
    """A plain form with its numbers in digits, and no articles."""
    return " ".join(NUMBERS.get(word, word) for word in form.split() if word not in INNER) or form


def _folded(form: str) -> str:
    """A plain form with its last noun in the singular, numbers in digits, and no articles."""
    words = _spelled(form).split()
    heads = {len(words) - 1, *(i - 1 for i, word in enumerate(words) if word == "of")}
    return " ".join(singular(word) if i in heads else word for i, word in enumerate(words))


def _slip(name: str, said: str) -> bool:
    """Whether two forms differ by spaces alone, or by one slip in a long word that hardly makes another word of it.

    Such slips are a letter doubled or not, two letters swapped behind the first, and an "s" at the end; any other
    letter may make batter of butter.
    """
    if (joined := name.replace(" ", "")) == said.replace(" ", "") and joined.isalpha():
        return True
    pairs = [(a, b) for a, b in zip(name.split(), said.split(), strict=False) if a != b]
    if name.count(" ") != said.count(" ") or len(pairs) != 1 or not _near(name, said):
        return False
    a, b = sorted(pairs[0], key=len)
    if len(a) < TYPO_LENGTH or not (a.isalpha() and b.isalpha()):
        return False
    swapped = sorted(a) == sorted(b) and a[0] == b[0]
    return swapped or b == a + "s" or _single(a) == _single(b)


def _near(name: str, said: str) -> bool:
    return DamerauLevenshtein.distance(name, said, score_cutoff=1) <= 1


def _single(word: str) -> str:
    """A word without doubled letters."""
    return DOUBLED.sub(r"\1", word)
