"""The match judge: which of the known candidates does an answer mean, or none. It is not told which one is right.

The protocol for items with two candidates or more: the judge sees the question, the extracted answer and the candidates
in an order drawn for that answer, and no clip. Which candidate is right stays here.
"""

import random

from reward.answers import Choice, Expression, Phrase, YesNo
from reward.item import Item
from reward.judge.asking import Asking
from reward.judge.shown import shown

VERSION = "match-1"
MOST_CANDIDATES = 24
"""More than that are drawn from, half of them right at most: a wrong one that is not shown is "none"."""
NONE = ("none of these", "no candidate", "nothing in this list", "not among them")


def candidates_of(item: Item) -> dict[str, str]:
    """The known candidate answers, the item's own or those that its key names, each with how a judge is shown it.

    Options keep their letters, for an answer may name one.
    """
    answer = item.answer
    if isinstance(answer, Choice):
        return {text: f"({letter}) {text}" for letter, text in zip(answer.letters, answer.options, strict=True)}
    names: tuple[str, ...] = item.candidates
    if not names and isinstance(answer, Phrase) and answer.wrong:
        names = (answer.text, *answer.wrong)
    if not names and isinstance(answer, YesNo):
        names = ("yes", "no")
    return {name: name for name in names}


def right_options(item: Item) -> dict[str, bool]:
    """The candidates as a judge is shown them, each with whether it is right; empty where there is nothing to match.

    That is: none is right by the key's own rule, none is wrong, or a right and a wrong one look the same to the judge.
    """
    right: dict[str, bool] = {}
    for name, text in candidates_of(item).items():
        option, is_right = shown(text), _is_right(item, name)
        if option and right.setdefault(option, is_right) is not is_right:
            return {}
    return right if len(set(right.values())) == 2 else {}


def _is_right(item: Item, name: str) -> bool:
    """Whether a candidate is the key. Formulas are compared as they are written: a judge must not wait for algebra."""
    if isinstance(item.answer, Expression):
        return "".join(name.split()).strip("$") == "".join(item.answer.latex.split()).strip("$")
    return item.answer.mark(name).score == 1


def match_asking(item: Item, said: str, right: dict[str, bool], vote: int = 0) -> Asking:
    """What the match judge is asked. The same item always shows the same candidates."""
    options = list(right)
    if len(options) > MOST_CANDIDATES:
        draw = random.Random(item.base_id)
        keys = [option for option in options if right[option]]
        keys = draw.sample(keys, min(len(keys), MOST_CANDIDATES // 2))
        others = [option for option in options if not right[option]]
        options = sorted([*keys, *draw.sample(others, min(len(others), MOST_CANDIDATES - len(keys)))])
    words = " ".join(options).casefold()
    none = next(name for name in [*NONE, f"{NONE[0]} ({len(words)})"] if name not in words)
    return Asking(VERSION, item.stem, said, (*options, none), none=none, vote=vote)
