"""A text: an open-ended answer with a reference. Rules accept what equals it; a judge sees everything else."""

from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import model_validator

from reward.answers.base import BaseAnswer, Mark, right, says_nothing, undecided, wrong
from reward.answers.base import Text as Words
from reward.assertion import asserted
from reward.gist import gist_of, gist_of_key, same_gist
from reward.plain import plain
from reward.sentence import question_of, sentences_of

OTHER_WORDS = "The reply is worded otherwise than the reference."


class Text(BaseAnswer[str]):
    """The key `reference`: a sentence or a paragraph that says what a right reply says."""

    kind: Literal["text"] = "text"
    reference: Words

    how: ClassVar[str] = "Answer in one or two sentences."

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not any(c.isalnum() for c in plain(self.reference)):
            raise ValueError("reference: it says nothing; write the text of a right answer")
        return self

    @property
    def hint(self) -> str:
        return "Answer: <your answer>"

    def read(self, text: str) -> str | Mark:
        assertion = asserted(text, {self.form})
        if nothing := says_nothing(assertion, text):
            return nothing
        if assertion.mode != "asserted":
            if assertion.core == self.form:
                return wrong(assertion.mode, text, "The reply does not plainly assert the reference.")
            return undecided("unread", text, OTHER_WORDS)
        return text

    def mark(self, text: str, stem: str = "") -> Mark:
        """Read and grade; a text may repeat the question, or change words that say nothing."""
        mark = super().mark(text, stem)
        if mark.score is not None or not stem or "?" in text:
            return mark
        question = question_of(stem)
        said, key = gist_of(sentences_of(text), question), gist_of_key(self.reference, question)
        return right("restated", text) if said and key and same_gist(said, key) else mark

    def grade(self, said: str) -> Mark:
        if plain(said) == self.form:
            return right("equal", said)
        return undecided("unread", said, OTHER_WORDS)

    @cached_property
    def form(self) -> str:
        """The reference in comparison form."""
        return plain(self.reference)

    def gold(self) -> str:
        return f"Answer: {' '.join(self.reference.split())}"

    @property
    def chance(self) -> float:
        return 0.0
