"""The reference judge: do two answers to a question mean the same? Asked in both orders; a positive needs both.

The protocol for items that have only a key. The two answers are shown alike, so that the judge does not know which of
them is the key, and a verdict that depends on their order counts for nothing.
"""

from reward.answers import Phrase
from reward.item import Item
from reward.judge.asking import Asking
from reward.text import final_answer

VERSION = "reference-1"
SAME, DIFFERENT = "same", "different"


def reference_of(item: Item) -> str:
    """The key in words, with its other names."""
    text = final_answer(item.answer.gold()).text or item.answer.gold()
    aliases = item.answer.aliases if isinstance(item.answer, Phrase) else ()
    return f"{text} (or: {', '.join(aliases)})" if aliases else text


def reference_askings(item: Item, said: str, vote: int = 0) -> tuple[Asking, Asking]:
    """Both orders of the same question."""
    key, options = reference_of(item), (SAME, DIFFERENT)
    return (
        Asking(VERSION, item.stem, said, options, first=key, vote=vote),
        Asking(VERSION, item.stem, key, options, first=said, vote=vote),
    )
