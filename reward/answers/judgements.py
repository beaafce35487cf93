"""Judgements: true or false for each of several lettered statements; right only when all of them are."""

import re
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, wrong
from reward.answers.choice import LETTERS
from reward.text import Reading, plain

TRUE = frozenset({"true", "t", "yes", "correct", "right"})
FALSE = frozenset({"false", "f", "no", "incorrect", "wrong"})
WORD = r"(true|false|yes|no|correct|incorrect|right|wrong|[tf])"
LINE = re.compile(rf"[ \t>*_(|-]{{0,9}}([A-Za-z])[ \t*_]{{0,3}}[:.)=|-][ \t*_|]{{0,9}}{WORD}\b", re.IGNORECASE)
ENDS_WITH = re.compile(rf"[:=|–—-][ \t*_|]{{0,9}}{WORD}[ \t*_|.,;]{{0,9}}$", re.IGNORECASE)
LABELLED = re.compile(r"[ \t>*_(|-]{0,9}([A-Za-z])[ \t*_]{0,3}[:.)|]")


class Judgements(BaseAnswer[dict[str, bool]]):
    """`truth[i]` says whether `statements[i]` is true; `exactly_one` whether the asker knows that just one is."""

    kind: Literal["judgements"] = "judgements"
    statements: tuple[str, ...] = Field(min_length=2, max_length=len(LETTERS))
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
        said: dict[str, bool] = {}
        for line in _lines(text):
            found = LINE.match(line)
            label = found or LABELLED.match(line)
            value = found or ENDS_WITH.search(line)
            if not (label and value) or label[1].upper() not in self.letters:
                continue
            letter, judged = label[1].upper(), value[value.lastindex or 0].lower() in TRUE
            if said.setdefault(letter, judged) != judged:
                return self._settled("several_answers", text, f"The reply says both true and false of {letter}.", said)
        if not said and (values := self._bare(text)):
            said = dict(zip(self.letters, values, strict=True))
        if not said:
            return wrong("empty" if not plain(text) else "no_answer", None, "The reply judges none of the statements.")
        if len(said) < len(self.letters):
            missing = ", ".join(letter for letter in self.letters if letter not in said)
            return self._settled("missing", text, f"The reply does not judge {missing}.", said)
        return said

    def _bare(self, text: str) -> list[bool] | None:
        """The values of "true, false, false, true": as many as there are statements and nothing else."""
        tokens = plain(text.replace(",", " ")).split()
        if len(tokens) != len(self.letters) or not set(tokens) <= TRUE | FALSE:
            return None
        return [token in TRUE for token in tokens]

    def _settled(self, rule: str, text: str, note: str, said: dict[str, bool]) -> Mark:
        values = [said.get(letter) for letter in self.letters]
        return Mark(0.0, rule, _render(said) or text, note, {"statements": values})

    def grade(self, said: dict[str, bool]) -> Mark:
        values = [said[letter] for letter in self.letters]
        off = [letter for letter, value, true in zip(self.letters, values, self.truth, strict=True) if value != true]
        note = f"Wrong on {', '.join(off)}." if off else "All judgements are right."
        return Mark(float(not off), "unequal" if off else "equal", _render(said), note, {"statements": values})

    def gold(self) -> str:
        return _render(dict(zip(self.letters, self.truth, strict=True)), "\n")

    @property
    def chance(self) -> float:
        return 1 / len(self.statements) if self.exactly_one else 0.5 ** len(self.statements)

    def in_form(self, mark: Mark, reading: Reading) -> bool:
        """One line "A: true" for each statement, in order, and nothing else."""
        lines = (reading.text or "").split("\n")
        found = [re.fullmatch(r"([A-Z]): (?:true|false)", line.strip()) for line in lines]
        return reading.container == "none" and [m[1] if m else None for m in found] == list(self.letters)


def _lines(text: str) -> list[str]:
    """The lines of a reply; one line with several labels ("A: true, B: false") counts as several."""
    return re.split(r"\n|[,;][ \t]{0,3}(?=\(?[A-Za-z]\)?[ \t]{0,3}[:.)=])", text)


def _render(said: dict[str, bool], between: str = ", ") -> str:
    return between.join(f"{letter}: {'true' if value else 'false'}" for letter, value in sorted(said.items()))
