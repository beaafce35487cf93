"""An expression: a value, a formula, or several of them, written in LaTeX or as plain maths.

What can be compared as text or as exact fractions is compared here. Other formulas are compared by a computer algebra
system in a worker process that can be killed (see `reward.algebra`, which needs math-verify: the extra `[math]`).
"""

import re
from functools import cached_property, lru_cache
from importlib.util import find_spec
from typing import ClassVar, Literal, Self

from pydantic import model_validator

from reward import algebra
from reward.answers.base import BaseAnswer, Mark, Text, failed, right, says_nothing, undecided, wrong
from reward.assertion import asserted, negates
from reward.containers import MAX_ANSWER_CHARS
from reward.formula import read_parts
from reward.latex import Unreadable, canonical, tidy
from reward.part import Part
from reward.sameness import Pair, compare
from reward.surroundings import doubted
from reward.text import Reading
from reward.worker import WorkerError, Workers

LIMIT_SECONDS = 5.0
MAX_PAIRS, MAX_TOKENS = 100, 250
WORKERS = Workers(algebra.__file__, seconds=LIMIT_SECONDS)
INSTALLED = find_spec("math_verify") is not None
# "\n" before a capital is a line break; before other letters it begins a command.
COMMAND_IN_JSON = re.compile(r"(?<!\\)\\(?=[A-Za-z]{2})(?!n[A-Z])")
JSON = re.compile(r"(?:```(?:json)?)?\s{0,9}\{", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z]{2,}")
SEGMENTS = re.compile(r"\\frac\{[A-Z]{2}\}\{[A-Z]{2}\}")
"""A ratio of two sides, one of which may be called NO."""
# "5!" may end a sentence, and "e^2t" may be meant for e^{2t} by someone who does not write LaTeX.
BARE_POWER = re.compile(r"[e\d]\s?\^\s?-?\s?\d+\s?[A-Za-z]")
BY_ZERO = re.compile(r"(?:/|\\frac \{(?:[^{}]|\{[^{}]{0,200}\}){1,400}\}) (?:0(?:\.0+)?(?= |$)(?! !)|\{ 0(?:\.0+)? \})")
OR = re.compile(r"\bor\b|\\(?:lor|vee)\b", re.IGNORECASE)
BULLET = re.compile(r"\s*[-−–] ")
TWO_WAYS = re.compile(r"![\s.*$]{0,9}$|[e\d]\s?\^\s?-?\s?(?:\d+\s?[A-Za-z]|[A-Za-z]{2})")


class Expression(BaseAnswer[tuple[Part, ...]]):
    """The key `latex`: a value, several ("1, 2"; "x=1, y=2"), a tuple, a set, an interval, a matrix, an equation."""

    kind: Literal["expression"] = "expression"
    latex: Text

    how: ClassVar[str] = "Answer with a mathematical expression in LaTeX."

    @model_validator(mode="after")
    def _is_maths(self) -> Self:
        try:
            parts = read_parts(self.latex, one=True)
        except Unreadable as error:
            raise ValueError(
                f"latex: {self.latex[:40]!r} is not read as maths: {error}; write one answer in LaTeX, or use a phrase"
            ) from None
        if BY_ZERO.search(" ".join(canonical(tidy(self.latex)))):
            raise ValueError(f"latex: {self.latex[:40]!r} divides by zero; write a value")
        if INSTALLED and any(part.kind == "value" and part.number is None for part in parts):
            WORKERS.warm_up()  # replies to a formula will need it
        return self

    @property
    def hint(self) -> str:
        return "Answer: <expression in LaTeX>"

    def read(self, text: str) -> tuple[Part, ...] | Mark:
        assertion = asserted(text)
        if nothing := says_nothing(assertion, text):
            return nothing
        try:
            parts = read_parts(text, one=len(self.parts) == 1)
        except Unreadable as error:
            if assertion.mode in ("hedged", "negated") and self._named(assertion.core):
                return wrong(assertion.mode, text, "The reply names an expression without asserting it.")
            return undecided(error.rule, text, f"The reply is not read as maths: {error}.")
        if assertion.mode in ("hedged", "negated"):
            return wrong(assertion.mode, text, "The reply names an expression without asserting it.")
        if WORD.search(text) and negates(SEGMENTS.sub(" ", text)):
            return undecided("qualified", text, "The reply may not assert this as it stands.")
        return parts

    def mark(self, text: str, stem: str = "") -> Mark:
        """Read and grade; what can be read in two ways is not wrong because it is in one of them."""
        mark = super().mark(text, stem)
        if mark.score == 1 and WORD.search(text):
            either = len(self.parts) == 1 and self.parts[0].kind in ("tuple", "interval") and OR.search(text)
            if either or doubted(text):
                return undecided("qualified", text, "The reply may not assert this as it stands.")
        if mark.rule != "unequal":
            return mark
        listed = BULLET.match(text)  # a sign, or a bullet
        if TWO_WAYS.search(text) or BARE_POWER.search(self.latex) or (listed and self.mark(text[listed.end() :]).score):
            return undecided("unclear", mark.said, "The reply can be read in two ways.")
        return mark

    def _named(self, core: str) -> bool:
        try:
            return bool(read_parts(core))
        except Unreadable:
            return False

    def grade(self, said: tuple[Part, ...]) -> Mark:
        shown = ", ".join(part.shown() for part in said)
        pairs: dict[Pair, str] = {}
        same = compare(self.parts, said, pairs)
        if same is None and (open_pairs := [pair for pair, found in pairs.items() if not found]):
            if len(open_pairs) > MAX_PAIRS or any(text.count(" ") > MAX_TOKENS for pair in open_pairs for text in pair):
                return undecided("too_complex", shown, "The reply is too long to be computed.")
            if not INSTALLED:
                return undecided("not_installed", shown, "Comparing formulas needs: pip install 'answerkey[math]'.")
            try:
                pairs |= dict(zip(open_pairs, _computed(tuple(open_pairs)), strict=True))
            except WorkerError as error:
                return failed(error.cause, shown, str(error))
            same = compare(self.parts, said, pairs)
        if same:
            return right("equivalent" if "equal" in pairs.values() else "equal", shown)
        if same is None:
            return undecided("unclear", shown, "The reply may be the key in another form.")
        return wrong("unequal", shown, "The reply is not the key.")

    def mark_reply(self, reply: str, stem: str = "") -> tuple[Mark, Reading]:
        """LaTeX in JSON often has single backslashes, of which JSON makes something else: a form feed of "\\f"."""
        if JSON.match(reply.lstrip()) and len(reply) <= MAX_ANSWER_CHARS:
            reply = COMMAND_IN_JSON.sub(r"\\\\", reply)
        return super().mark_reply(reply, stem)

    def _only(self, last: Mark, others: list[Mark]) -> Mark:
        """Several boxes may hold one part of the answer each."""
        mark = super()._only(last, others)
        said = [m.said for m in (*others, last) if m.said]
        whole = mark.rule == "several_answers" and len(self.parts) > 1 and len(said) == len(others) + 1
        return self.mark(", ".join(said)) if whole else mark

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the key."""
        return read_parts(self.latex, one=True)

    def gold(self) -> str:
        return f"Answer: ${' '.join(self.latex.split()).strip('$ ')}$"

    @property
    def chance(self) -> float:
        return 0.0


@lru_cache(maxsize=4096)
def _computed(pairs: tuple[Pair, ...]) -> list[str]:
    """What the worker says of each pair; the replies of a group repeat their answers."""
    answer: list[str] = WORKERS.run(pairs)
    return answer
