"""What a scorer makes of one reply, and what is counted over many."""

from collections.abc import Sequence
from dataclasses import dataclass

from reward.judge.share import Share as Wilson


@dataclass(frozen=True, slots=True)
class Outcome:
    """`right`: True, False, or None for undecided; `said`: the letter, yes/no or text that was read, if known.

    `seconds`: of processor time for this one call; `rule`: why, in the scorer's words.
    """

    right: bool | None
    said: str | None
    seconds: float
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole`, with the 95 % interval after Wilson."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        return self.part / self.whole if self.whole else None

    def __str__(self) -> str:
        """Such as "98.7 [97.9, 99.2]", in per cent."""
        if not self.whole:
            return "–"
        low, high = Wilson(self.part, self.whole).interval
        return f"{100 * self.part / self.whole:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


@dataclass(frozen=True, slots=True)
class Counts:
    """How a scorer's verdicts on a set compare with the labels."""

    right: Share
    """Precision of "right"."""
    wrong: Share
    """Precision of "wrong"."""
    decided: Share
    recall: Share
    """Of the replies that are right, those that the scorer calls right."""


def counts(outcomes: Sequence[Outcome], labels: Sequence[bool]) -> Counts:
    """Count verdicts against labels, which align."""
    pairs = [(outcome.right, label) for outcome, label in zip(outcomes, labels, strict=True)]
    called_right = [label for said, label in pairs if said is True]
    called_wrong = [label for said, label in pairs if said is False]
    return Counts(
        right=Share(sum(called_right), len(called_right)),
        wrong=Share(called_wrong.count(False), len(called_wrong)),
        decided=Share(len(called_right) + len(called_wrong), len(pairs)),
        recall=Share(sum(called_right), sum(labels)),
    )
