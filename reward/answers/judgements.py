"""Judgements: true or false for each of several lettered statements; right only when all of them are."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, Text, undecided, wrong
from reward.answers.choice import LETTERS
from reward.assertion import asserted
from reward.plain import plain
from reward.text import Reading

TRUE = frozenset({"true", "t", "yes", "y", "correct", "right"})
FALSE = frozenset({"false", "f", "no", "n", "incorrect", "wrong"})
MARKUP = re.compile(r"[*_`\"'“”()\[\]{}✓✗✔✘]+")
BULLET = re.compile(
    r"[ \t|>•-]{0,9}(?:\d{1,2}\.?[ \t]{1,3}(?=[A-Za-z][ \t]{0,3}[:.=]))?(?:(?:statement|option|item)[ \t]{1,3})?",
    re.IGNORECASE,
)
LABEL = re.compile(r"([A-Za-z]|\d{1,2})(?!\w)[ \t]{0,3}")
# "no", "right" and single letters may begin a sentence ("No one speaks."): they count only where a value ends.
WORD = r"(true\b|false\b|yes\b|correct\b|incorrect\b|(?:no|right|wrong|[tfyn])\b(?=[ \t]{0,3}(?:[^\w\s]|$|[A-Z\d]\b)))"
VALUE = re.compile(rf"(?:[:.=|–—→>-][ \t:.=|–—→>-]{{0,9}}|is[ \t]|){WORD}", re.IGNORECASE)
LAST_VALUE = re.compile(rf"[:.=|–—→-][ \t|]{{0,9}}{WORD}[ \t|.,;]{{0,9}}$", re.IGNORECASE)
NEXT_VALUE = re.compile(r"[\s,/]{0,3}(?:or|and)?[\s/]{0,3}(?:(true|false)\b|(\w+)\W{0,3}$)", re.IGNORECASE)
BETWEEN = re.compile(r"[ \t,;.|]{0,9}")
LATER = re.compile(rf"\b(?=[A-Z][ \t]{{0,3}}[:=][ \t]{{0,3}}(?i:{WORD}))")
LONGEST_VALUE = 12  # characters, with what separates it from the next
AS_ASKED = re.compile(r"(?:[A-Z]: (?:true|false)(?:\n|$)){2,26}")


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

    @property
    def letters(self) -> str:
        return LETTERS[: len(self.statements)]

    @property
    def hint(self) -> str:
        return "\n".join(f"{letter}: <true/false>" for letter in self.letters)

    def read(self, text: str) -> dict[str, bool] | Mark:
        if self._as_asked(text):
            return {line[0]: line.endswith("true") for line in text.split("\n")}
        found = self._listed(text) or self._labelled(text)
        if not found and (mode := asserted(text).mode) in ("empty", "refused"):
            return wrong(mode, None, "The reply judges none of the statements.")
        said = {letter: True in values for letter, values in found.items() if len(values - {None}) == 1}
        if both := [letter for letter, values in found.items() if {True, False} <= values]:
            return self._settled(wrong, "several_answers", f"The reply says both true and false of {both[0]}.", said)
        if len(said) == len(self.letters):
            return said
        if found and None not in set().union(*found.values()):
            missing = ", ".join(letter for letter in self.letters if letter not in said)
            return self._settled(wrong, "missing", f"The reply does not judge {missing}.", said)
        return self._settled(undecided, "unread", "Not every judgement could be read.", said)

    def _listed(self, text: str) -> dict[str, set[bool | None]]:
        """The values of "true, false, false, true" or "TFFT"; nothing where the reply holds anything else."""
        if len(text) > LONGEST_VALUE * len(self.letters):
            return {}
        tokens = plain(text.replace(",", " ")).split()
        tokens = list(tokens[0]) if len(tokens) == 1 and set(tokens[0]) <= set("tf") else tokens
        if not set(tokens) <= TRUE | FALSE or len(tokens) > len(self.letters):
            return {}
        return {letter: {token in TRUE} for letter, token in zip(self.letters, tokens, strict=False)}

    def _labelled(self, text: str) -> dict[str, set[bool | None]]:
        """What the reply says of each label ("A", or "1" for the first); None where that could not be read."""
        found: dict[str, set[bool | None]] = {}
        for line in self._echo.sub(" ", MARKUP.sub(" ", text)).split("\n"):
            start = bullet.end() if (bullet := BULLET.match(line)) else 0
            while (label := _label(line, start)) and (letter := self._letter(label[1])):
                value = VALUE.match(line, label.end()) or LAST_VALUE.search(line, label.end())
                rest = line[value.end() if value else label.end() :]
                if value or rest.strip(" .:|-"):
                    found.setdefault(letter, set()).update(_values(value, rest))
                if not value or not (between := BETWEEN.match(line, value.end())):
                    break
                start = between.end()
        return found

    @cached_property
    def _echo(self) -> re.Pattern[str]:
        """The statements, which a reply may repeat before it judges them."""
        texts = [MARKUP.sub(" ", statement).strip(" .") for statement in self.statements]
        return re.compile("|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True)), re.IGNORECASE)

    def _letter(self, label: str) -> str | None:
        if label.isdecimal():
            return dict(enumerate(self.letters, 1)).get(int(label))
        return label.upper() if label.upper() in self.letters else None

    def _settled(self, mark: Callable[..., Mark], rule: str, note: str, said: dict[str, bool]) -> Mark:
        values = [said.get(letter) for letter in self.letters]
        return replace(mark(rule, _render(said) or None, note), details={"statements": values})

    def grade(self, said: dict[str, bool]) -> Mark:
        values = [said[letter] for letter in self.letters]
        off = [letter for letter, value, true in zip(self.letters, values, self.truth, strict=True) if value != true]
        note = f"{len(off)} of {len(values)} judgements are wrong." if off else "All judgements are right."
        return Mark(float(not off), "unequal" if off else "equal", _render(said), note, {"statements": values})

    def gold(self) -> str:
        return _render(dict(zip(self.letters, self.truth, strict=True)), "\n")

    @property
    def chance(self) -> float:
        return 1 / len(self.statements) if self.exactly_one else 0.5 ** len(self.statements)

    def in_form(self, mark: Mark, reading: Reading) -> bool:
        """One line "A: true" for each statement, in order, and nothing else."""
        return reading.container == "none" and self._as_asked(reading.text or "")

    def _as_asked(self, text: str) -> bool:
        plainly = AS_ASKED.fullmatch(text)  # the usual case, which needs no closer reading
        return plainly is not None and "".join(line[0] for line in text.split("\n")) == self.letters


def _label(line: str, start: int) -> re.Match[str] | None:
    """The label at a place, or a later one that is judged on the same line."""
    label, later = LABEL.match(line, start), LATER.search(line, start)
    return label or (LABEL.match(line, later.start()) if later and start else None)


def _values(value: re.Match[str] | None, rest: str) -> set[bool | None]:
    """What is said of one label: one value, both ("true or false"), or None for what is no plain value."""
    if not value or rest.startswith("?"):
        return {None}
    true = value[1].lower() in TRUE
    following = NEXT_VALUE.match(rest)
    opposite = (following[1] or following[2]).lower() in (FALSE if true else TRUE) if following else False
    return {True, False} if opposite else {true}


def _render(said: dict[str, bool], between: str = ", ") -> str:
    return between.join(f"{letter}: {'true' if value else 'false'}" for letter, value in sorted(said.items()))
