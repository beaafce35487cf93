"""The match judge: which of the known candidates does an answer mean, or none. It is not told which one is right.

The protocol for items with two candidates or more: the judge sees the question, the extracted answer and the candidates
in a shuffled order, with other letters in every call, and no clip. Which candidate is right stays here.
"""

import random

from reward.answers import Choice, Phrase, YesNo
from reward.item import Item
from reward.judge.asking import Asking, normalised
from reward.judge.shown import shown

VERSION = "match-1"
MOST_CANDIDATES = 24
"""More than that are drawn from, the right ones always among them: a wrong one that is not shown is "none"."""
NONE = "none of these"


def candidates_of(item: Item) -> tuple[str, ...]:
    """The known candidate answers: the item's own, or those that its key names."""
    if item.candidates:
        return item.candidates
    answer = item.answer
    if isinstance(answer, Choice):
        return answer.options
    if isinstance(answer, Phrase) and answer.wrong:
        return (answer.text, *answer.wrong)
    return ("yes", "no") if isinstance(answer, YesNo) else ()


def right_options(item: Item) -> dict[str, bool]:
    """The candidates as a judge is shown them, each with whether it is right; empty where there is nothing to match.

    That is: fewer than two, none that the key's own rule calls right, or none that it calls wrong.
    """
    options: dict[str, str] = {}
    right: dict[str, bool] = {}
    for name in candidates_of(item):
        if option := shown(name):
            option = options.setdefault(normalised(option), option)
            right[option] = right.get(option, False) or item.answer.mark(name).score == 1
    return right if len(set(right.values())) == 2 else {}


def match_asking(item: Item, said: str, right: dict[str, bool], vote: int = 0) -> Asking:
    """What the match judge is asked. The same item always shows the same candidates."""
    options = list(right)
    if len(options) > MOST_CANDIDATES:
        keys = [option for option in options if right[option]][:MOST_CANDIDATES]
        others = [option for option in options if not right[option]]
        drawn = random.Random(item.base_id).sample(others, min(len(others), MOST_CANDIDATES - len(keys)))
        options = sorted([*keys, *drawn])
    none = NONE
    while any(option.casefold() == none for option in options):
        none = f"({none})"
    return Asking(VERSION, item.stem, said, (*options, none), none=none, vote=vote)
