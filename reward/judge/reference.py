"""The reference judge: do two answers to a question mean the same? Asked in both orders; a positive needs both.

The protocol for items that have only a key. The two answers are shown alike, so that the judge does not know which of
them is the key, and a verdict that depends on their order counts for nothing.
"""

from reward.item import Item
from reward.judge.asking import Asking
from reward.judge.scope import question_of, reference_of

VERSION = "reference-1"
SAME, DIFFERENT = "same", "different"


def reference_askings(item: Item, said: str, vote: int = 0) -> tuple[Asking, Asking]:
    """Both orders of the same question."""
    question, key, options = question_of(item), reference_of(item), (SAME, DIFFERENT)
    return (
        Asking(VERSION, question, said, options, first=key, vote=vote),
        Asking(VERSION, question, key, options, first=said, vote=vote),
    )
