"""What is asked of a language model about a question, and what comes of it once its answers have been checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["opened", "options", "drop", "failed"]
Kind = Literal["phrase", "text", "same"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its options, in plain words. `options[correct]` is the key.

    `sort` is "name" or "text", or the kind of a typed key ("number", "list", …) whose wording may depend on the list.
    """

    id: str
    stem: str
    options: tuple[str, ...]
    correct: int
    sort: str = "name"

    @property
    def key(self) -> str:
        """The right option."""
        return self.options[self.correct]

    @property
    def wrong(self) -> tuple[str, ...]:
        """The other options, in order."""
        return self.options[: self.correct] + self.options[self.correct + 1 :]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What is left of a model's answers after the checks.

    `outcome`: "opened" (it stands without its options), "options" (it does not), "drop" (it is no fair question), or
    "failed" (a call failed; it counts as not standing). `reason` can be counted: "stands", "needs_options",
    "rewrite_adds_words", "rated_low_unique", …, or the kind of the failure. Where it is opened, `stem` is the wording
    to ask with, `kind` says how to answer ("same" for a key that is typed already), and `aliases` are those that a rule
    can prove. `unproved` are names that the model proposed and nothing proves: no rule may take them, though a judge
    may still match such words. `ratings` are 1 to 10: same, answerable, unique.
    """

    outcome: Outcome
    reason: str
    stem: str
    aliases: tuple[str, ...] = ()
    kind: Kind = "same"
    ratings: Mapping[str, int] = field(default_factory=dict)
    unproved: tuple[str, ...] = ()
