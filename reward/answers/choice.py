"""A choice: one of several lettered options, given by its letter, its text, or both."""

import re
import string
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, right, undecided, wrong
from reward.assertion import asserted, negates, parts
from reward.text import plain

LETTERS = string.ascii_uppercase
LABEL = re.compile(r"\(?\b([A-Z])\b(?:[.:)]+|$)\s{0,9}|\(([A-Z])\)")
NAMED = re.compile(r"\b(?:option|letter|choice|answer)[ :(]{1,3}([A-Za-z])\b", re.IGNORECASE)
CAPITAL = re.compile(r"(?<![\w'’])(?:([B-HJ-Z])(?![\w'’])|([AI])(?=[.:),;]|$))")
CONNECTIVES = frozenset(["and", "or", "both", "either", "option", "options"])


class Choice(BaseAnswer[str]):
    """The option that answers the question: `correct` is its letter, "A" for the first."""

    kind: Literal["choice"] = "choice"
    options: tuple[str, ...] = Field(min_length=2, max_length=len(LETTERS))
    correct: str

    how: ClassVar[str] = "Answer with the letter of the right option."

    @model_validator(mode="after")
    def _options_differ(self) -> Self:
        if self.correct not in self.letters:
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
        assertion = asserted(text)
        if assertion.mode == "empty":
            return wrong("empty", None, "The reply states no answer.")
        if assertion.mode == "refused" and not self._by_text(text):
            return wrong("refused", text, "The reply declines to answer.")
        if letter := self._exact(text) or self._exact(assertion.core):
            if assertion.mode in ("hedged", "negated"):
                return wrong(assertion.mode, letter, f"The reply does not assert {letter}.")
            return letter
        return self._mentioned(text)

    def _exact(self, text: str) -> str | None:
        """The letter when the text is nothing but a letter, an option's text, or a letter and its own text."""
        text = text.strip()
        if letter := self._by_text(text):
            return letter
        if len(text) == 1 and text.upper() in self.letters:
            return text.upper()
        if found := LABEL.match(text):
            letter, rest = found[1] or found[2], text[found.end() :].strip(" .:-*")
            if letter in self.letters and (not plain(rest) or self._by_text(rest) == letter):
                return letter
        return None

    @cached_property
    def _letter_of(self) -> dict[str, str]:
        return {plain(option): letter for letter, option in zip(self.letters, self.options, strict=True)}

    def _by_text(self, text: str) -> str | None:
        return self._letter_of.get(plain(text))

    def _letters_in(self, text: str) -> set[str]:
        """The option letters that a text mentions; "A" and "I" only where they cannot be words."""
        tokens = re.findall(r"\w+", text)
        if all(token in self.letters or token.lower() in CONNECTIVES for token in tokens):
            return {token for token in tokens if token in self.letters}
        found = [*NAMED.findall(text), *(a or b for a, b in CAPITAL.findall(text))]
        return {letter.upper() for letter in found} & set(self.letters)

    def _mentioned(self, text: str) -> str | Mark:
        """What a longer text mentions: several options are wrong; one counts only if nothing speaks against it."""
        letters = self._letters_in(text)
        texts = {letter for part in parts(text) if (letter := self._by_text(part))}
        if negates(text):
            return undecided("negated", text, "The reply says what it does not choose.")
        if len(texts) > 1 or (len(letters) > 1 and not texts):
            return wrong("several_answers", text, "The reply names more than one option.")
        if letters and texts and letters != texts:
            return undecided("contradiction", text, "The letter and the text name different options.")
        if LABEL.match(text) and not texts:
            return undecided("contradiction", text, "The text after the letter is not that option's own.")
        if named := letters | texts:
            return named.pop()
        return undecided("unread", text, "No option was read.")

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
