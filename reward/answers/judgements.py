"""Judgements: true or false for each of several lettered statements; right only when all of them are."""

import re
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, Text, wrong
from reward.answers.choice import LETTERS, Choice
from reward.assertion import asserted
from reward.groups import grouped
from reward.labelled import Said, doubted, labelled, led_by_doubt, relabelled
from reward.plain import plain
from reward.text import Reading
from reward.values import in_digits, in_words, judging, only_values

A_LABEL = re.compile(r"\W{0,4}(?:A|1) ?[.:)] ?(?=[TtFfYyNn])")
TICK = re.compile(r"\s{0,3}[✅✓✔☑]\ufe0f?\s{0,3}(?=[A-Z] ?(?:is|:|=) ?(?:true|false))", re.IGNORECASE)
LEAD = re.compile(r"(?:it is|it[’']s|they are|these are)[ :]{1,3}(?=[A-Z] ?[:=])", re.IGNORECASE)

DOUBTED = "What stands beside the judgements takes them back, or makes them a guess."


class Judgements(BaseAnswer[dict[str, bool]]):
    """`truth[i]` says whether `statements[i]` is true; `exactly_one` whether the asker knows that just one is."""

    kind: Literal["judgements"] = "judgements"
    statements: tuple[Text, ...] = Field(min_length=2, max_length=len(LETTERS))
    truth: tuple[bool, ...]
    exactly_one: bool = False

    how: ClassVar[str] = "Answer true or false for each."

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if len(self.truth) != len(self.statements):
            raise ValueError(
                f"truth: {len(self.truth)} values for {len(self.statements)} statements; give one for each"
            )
        if self.exactly_one and sum(self.truth) != 1:
            raise ValueError(f"truth: exactly_one is set, but {sum(self.truth)} statements are true")
        forms = [plain(statement) for statement in self.statements]
        if "" in forms or len(set(forms)) < len(forms):
            raise ValueError("statements: two are the same, or one is empty, once case and marks are set aside")
        return self

    @cached_property
    def letters(self) -> str:
        return LETTERS[: len(self.statements)]

    @cached_property
    def hint(self) -> str:
        return "\n".join(f"{letter}: <true/false>" for letter in self.letters)

    def read(self, text: str) -> dict[str, bool] | Mark:
        text = text[tick.end() :] if not text.isascii() and (tick := TICK.match(text)) else text
        if asked := self._at_the_end(text):
            before = text.rsplit("\n", len(self._asked))[0] if text.count("\n") >= len(self._asked) else ""
            return self._settled(None, "negated", DOUBTED, asked) if led_by_doubt(before) else asked
        if self._led_by_a(text):
            return self._settled(None, "unread", 'The "A" may stand for the answer or for a statement.', {})
        found = self._found(text)
        if not found and self.exactly_one:
            return self._chosen(text)
        if not found and (mode := asserted(text).mode) in ("empty", "refused"):
            return wrong(mode, None, "The reply judges none of the statements.")
        said = {letter: True in values for letter, values in found.items() if len(values - {None}) == 1}
        if both := [letter for letter, values in found.items() if {True, False} <= values]:
            return self._settled(0.0, "several_answers", f"The reply says both true and false of {both[0]}.", said)
        unread = None in set().union(*found.values())
        if len(said) == len(self.letters) and not unread:
            return self._settled(None, "negated", DOUBTED, said) if doubted(text) else said
        if found and not unread:
            missing = ", ".join(letter for letter in self.letters if letter not in said)
            return self._settled(0.0, "missing", f"The reply does not judge {missing}.", said)
        return self._settled(None, "unread", "Not every judgement could be read.", said)

    def _led_by_a(self, text: str) -> bool:
        """Whether a text gives all values in a row behind one "A:", which may mean "Answer"."""
        found = A_LABEL.match(text)
        return found is not None and len(only_values(text[found.end() :], self.letters) or ()) == len(self.letters)

    def _at_the_end(self, text: str) -> dict[str, bool] | None:
        """The values of a text that ends in the asked-for lines, if nothing before them judges a statement."""
        if not text.endswith(("true", "false")):
            return None
        lines = text.rsplit("\n", len(self._asked))
        before = lines.pop(0) if len(lines) > len(self._asked) else ""
        values = [value for asked, line in zip(self._asked, lines, strict=False) if (value := asked.get(line))]
        return dict(values) if len(values) == len(self._asked) and not (before and judging(before)) else None

    @cached_property
    def _asked(self) -> list[dict[str, tuple[str, bool]]]:
        """For each letter the lines in which it may be judged in the asked-for form, with what they say."""
        return [{f"{letter}: true": (letter, True), f"{letter}: false": (letter, False)} for letter in self.letters]

    def _found(self, text: str) -> Said:
        """What the reply says of each letter; None where that could not be read."""
        if digits := in_digits(text, self.letters):
            return {letter: {value} for letter, value in digits.items()}
        if not judging(text):
            return {}
        text = in_words(text)
        text = text[lead.end() :] if (lead := LEAD.match(text)) else text
        listed = only_values(text, self.letters)
        lowered = text.casefold()
        if listed is None and any(statement in lowered for statement in self._letter_of):
            quoted = relabelled(text, self._quoted, self._letter_of, self.letters)
            if quoted is None:
                return {letter: {None} for letter in self.letters}
            text = quoted
            listed = only_values(text, self.letters)
        if listed is not None:
            return {letter: {value} for letter, value in listed.items()}
        found = grouped(text, self.letters, exactly_one=self.exactly_one) or labelled(text, self.letters)
        if self.exactly_one and None not in set().union(*found.values()) and {True} in found.values():
            return {letter: found.get(letter, {False}) for letter in self.letters}
        return found

    @cached_property
    def _letter_of(self) -> dict[str, str]:
        """The letter of each statement, as a reply may repeat it before it judges it."""
        return {text.strip(" .").casefold(): letter for text, letter in zip(self.statements, self.letters, strict=True)}

    @cached_property
    def _quoted(self) -> re.Pattern[str]:
        texts = sorted(self._letter_of, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, texts))})(?!\w)", re.IGNORECASE)

    @cached_property
    def _choice(self) -> Choice:
        return Choice(options=self.statements, correct=self.letters[self.truth.index(True)])

    def _chosen(self, text: str) -> dict[str, bool] | Mark:
        """A reply that names the one true statement, by its letter or its words, says that the others are false."""
        chosen = self._choice.read(text)
        if isinstance(chosen, Mark):
            return replace(chosen, details={"statements": [None] * len(self.letters)})
        return {letter: letter == chosen for letter in self.letters}

    def _settled(self, score: float | None, rule: str, note: str, said: dict[str, bool]) -> Mark:
        values = [said.get(letter) for letter in self.letters]
        return Mark(score, rule, _render(said) or None, note, {"statements": values})

    def grade(self, said: dict[str, bool]) -> Mark:
        values = [said[letter] for letter in self.letters]
        off = sum(value != true for value, true in zip(values, self.truth, strict=True))
        note = f"{off} of {len(values)} judgements are wrong." if off else "All judgements are right."
        return Mark(float(not off), "unequal" if off else "equal", _render(said), note, {"statements": values})

    def gold(self) -> str:
        return _render(dict(zip(self.letters, self.truth, strict=True)), "\n")

    @property
    def chance(self) -> float:
        return 1 / len(self.statements) if self.exactly_one else 0.5 ** len(self.statements)

    def in_form(self, mark: Mark, reading: Reading) -> bool:
        """One line "A: true" for each statement, in order, and nothing else."""
        text = reading.text or ""
        return (
            reading.container == "none" and text.count("\n") < len(self.letters) and self._at_the_end(text) is not None
        )


def _render(said: dict[str, bool], between: str = ", ") -> str:
    return between.join([f"{letter}: true" if said[letter] else f"{letter}: false" for letter in sorted(said)])
