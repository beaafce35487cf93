"""A choice: one of several lettered options, given by its letter, its text, or both."""

import re
import string
from functools import cached_property
from itertools import takewhile
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, Text, right, undecided, wrong
from reward.assertion import BULLET, asks, asserted, negates, parts
from reward.plain import plain

LETTERS = string.ascii_uppercase
LABEL = re.compile(r"[(\[{<]?([A-Za-z])(?:[)\]}>.:]|(?![\w'’]))[\s.:,)\]}>*_–—-]{0,9}")
LEAD_IN = re.compile(
    r"(?:(?:so|thus|hence|therefore|i(?= |['’])|we|would|will|(?<=['’])(?:d|ll|s)|think|believe|say|choose|pick"
    r"|select|go|with|it|that|this|is|be|must|my|the|correct|right|best|final|answer|option|choice|letter)\b"
    r"[\s.,:;*_\"'’“(–-]{0,9})*",
    re.IGNORECASE,
)
ENDING = re.compile(
    r"[\s,*_\"')]{1,5}(?:is|was|would be|must be) (?:the )?(?:correct|right|best|answer)"
    r"(?: (?:answer|option|choice|one))?$",
    re.IGNORECASE,
)
LETTER_LAST = re.compile(r"(.{1,999}?)[\s,]{0,3}[(\[]([A-Z])[)\]]", re.DOTALL)
CAPITAL = re.compile(r"(?<![\w'’])(?:([B-HJ-Z])(?![\w'’])|([AI])(?=\s?[(.:),;/|]|\s(?:[B-Z]|and|or)\b|$))")
SENTENCES = re.compile(
    r"(?<=[.!?;])\s+|(?<=^\w[:)])\s+|(?<=^\(\w\))\s+|\n+|,?\s(?:because|since|so|thus|hence|therefore)\s",
    re.IGNORECASE,
)
CONNECTIVES = frozenset(["and", "or", "both", "either", "option", "options"])


class Choice(BaseAnswer[str]):
    """The option that answers the question: `correct` is its letter, "A" for the first."""

    kind: Literal["choice"] = "choice"
    options: tuple[Text, ...] = Field(min_length=2, max_length=len(LETTERS))
    correct: str

    how: ClassVar[str] = "Answer with the letter of the right option."

    @model_validator(mode="after")
    def _options_differ(self) -> Self:
        if self.correct not in list(self.letters):
            raise ValueError(f"correct: {self.correct!r} is no option's letter; use A to {self.letters[-1]}")
        forms = [plain(option) for option in self.options]
        if "" in forms or len(set(forms)) < len(forms):
            raise ValueError("options: two options are the same, or one is empty, once case and marks are set aside")
        return self

    @property
    def letters(self) -> str:
        return LETTERS[: len(self.options)]

    @property
    def hint(self) -> str:
        return "Answer: <letter>"

    def read(self, text: str) -> str | Mark:
        if len(text) == 1 and text in self.letters and self._letter_of.get(plain(text), text) == text:
            return text  # the usual case, which needs no closer reading
        assertion = asserted(text.rstrip("? ") if any(map(asks, self.options)) else text, self._letter_of)
        if assertion.mode == "empty":
            return wrong("empty", None, "The reply states no answer.")
        if assertion.mode == "refused":
            return wrong("refused", text, "The reply declines to answer.")
        if assertion.mode != "asserted":
            letter = self._named(assertion.core)
            mark = wrong if letter else undecided
            return mark(assertion.mode, letter or text, "The reply does not plainly assert an option.")
        letter = self._letter_of.get(assertion.core, "")
        plainly = letter if letter and not self._mentions_other(text, letter) else None
        return self._named(text) or plainly or self._enumerated(text) or self._in_sentences(text)

    def _named(self, text: str) -> str | None:
        """The option that a text names and does nothing else: by letter, text or both, perhaps in "the answer is …"."""
        text = text[bullet.end() :] if (bullet := BULLET.match(text)) else text
        text = text.strip(" \t\n*_\"'“”.,;:!`")
        bare = ENDING.sub("", text)
        bare = bare[found.end() :] if (found := LEAD_IN.match(bare)) else bare
        return self._exact(text) or self._exact(bare)

    def _exact(self, text: str) -> str | None:
        named, label = self._letter_of.get(plain(text)), LABEL.match(text)
        if last := LETTER_LAST.fullmatch(text):
            return last[2] if self._letter_of.get(plain(last[1])) == last[2] else None
        if not label or label[1].upper() not in self.letters:
            return named
        letter, rest = label[1].upper(), text[label.end() :]
        if named and (letter == named or (label[0] == f"{label[1]} " and rest[:1].isalnum())):
            return named  # an option's own words, which may begin with "A"
        own = not rest and named is None
        return letter if own or self._letter_of.get(plain(rest)) == letter else None

    @cached_property
    def _letter_of(self) -> dict[str, str]:
        return {plain(option): letter for letter, option in zip(self.letters, self.options, strict=True)}

    def _enumerated(self, text: str) -> Mark | None:
        """A reply that only lists several options is wrong."""
        tokens = [t for t in re.findall(r"\w+", text) if t.lower() not in CONNECTIVES]
        if all(set(token) <= set(self.letters) and list(token) == sorted(set(token)) for token in tokens):
            several = len(set("".join(tokens))) > 1
        else:
            named = list(takewhile(bool, map(self._named, listed := parts(text))))
            several = len(named) == len(listed) and len(set(named)) > 1
        return wrong("several_answers", text, "The reply names more than one option.") if several else None

    def _in_sentences(self, text: str) -> str | Mark:
        """The option that the first or the last sentence names, if nothing else in the text speaks against it."""
        sentences = SENTENCES.split(text)
        named = {letter for end in (sentences[0], sentences[-1]) if (letter := self._named(end))}
        if negates(text) and any(negates(sentence) for sentence in sentences if not self._named(sentence)):
            return undecided("negated", text, "The reply says what it does not choose.")
        if len(named) != 1:
            return undecided("contradiction" if named else "unread", text, "The reply does not plainly name an option.")
        letter = named.pop()
        if self._mentions_other(text, letter):
            return undecided("contradiction", text, "The reply also mentions another option, or a doubt.")
        return letter

    def _mentions_other(self, text: str, letter: str) -> bool:
        words = f" {plain(text)} "
        capitals = {(a or b) for a, b in CAPITAL.findall(text)} & set(self.letters)
        return bool(capitals - {letter}) or any(
            f" {form} " in words for form, other in self._letter_of.items() if other != letter
        )

    def grade(self, said: str) -> Mark:
        text = f"{said}. {self.options[self.letters.index(said)]}"
        if said == self.correct:
            return right("equal", text)
        return wrong("wrong_candidate", text, "The reply chooses another option.")

    def gold(self) -> str:
        return f"Answer: {self.correct}"

    @property
    def chance(self) -> float:
        return 1 / len(self.options)
