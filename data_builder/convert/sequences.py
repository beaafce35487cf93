"""Options that are lists: the same things in several orders, or labelled numbers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from data_builder.convert.amounts import number
from data_builder.convert.keys import MIXED, NOT_PROVED, Typed, Untyped, proved
from data_builder.convert.mcq import Mcq
from reward.answers import List
from reward.plain import plain

LONGEST = 600
LEAST, MOST = 3, 12
"""Things to be put in order: of two, an order that is not the key's would tell the key."""
ARROW = re.compile(r" ?(?:→|->|=>|➡|⇒) ?")
THEN = re.compile(r",? (?:and )?then ")
QUOTED = re.compile(r"'([^'\"\[\]]{1,200})'|\"([^\"\[\]]{1,200})\"")
LABELLED = re.compile(
    r"([A-Za-z][A-Za-z ]{1,40}?)(?: changed by|:| =| is| of)? (-?\d{1,9}(?:\.\d{1,6})?)([ a-zA-Z%]{0,12})"
)
IN_ORDER = "Answer with all of them, in order, separated by commas."


def sequence(mcq: Mcq) -> Typed | Untyped | None:
    """The key as an order of things that all options share; None where it is no list."""
    key = mcq.lists[mcq.correct] if mcq.lists else _parts(mcq.key)
    if len(key) < 2:
        return None
    options = mcq.lists or tuple(_parts(option) for option in mcq.options)
    if not all(options):
        return None
    forms = [sorted(map(plain, option)) for option in options]
    if any(form != forms[mcq.correct] for form in forms):
        return Untyped("no_orders_of_the_same")
    if not LEAST <= len(key) <= MOST:
        return Untyped("too_few_or_too_many_things")
    answer = _list([(thing,) for thing in key])
    if answer is None:
        return Untyped("a_thing_comes_twice")
    apart = "; " if any("," in thing for thing in key) else ", "
    addition = f"Put these in the right order: {apart.join(_shuffled(key, mcq.base_id))}."
    return proved(Typed("list", answer, tuple(map(", ".join, options)), IN_ORDER, addition), mcq.correct)


def _shuffled(things: Sequence[str], seed: str) -> list[str]:
    """The things in an order that is not theirs."""
    random, order = Random(f"order {seed}"), list(things)
    while order == list(things):
        random.shuffle(order)
    return order


def labelled(mcq: Mcq) -> Typed | Untyped | None:
    """The key as several numbers that all options give under the same labels; None where it is no such list.

    Where no rule tells the wrong lists from the key, it is the number whose label comes first of those that do.
    """
    key = _labelled(mcq.key)
    if len(key) < 2:
        return None
    options = [_labelled(option) for option in mcq.options]
    labels = [label for label, _ in key]
    if any([label for label, _ in option] != labels for option in options):
        return MIXED
    answer = _list([_names(value) for _, value in key])
    if answer is not None:
        how = f"Answer with the numbers for {', '.join(labels)}, in this order, separated by commas."
        candidates = tuple(", ".join(value for _, value in option) for option in options)
        if isinstance(typed := proved(Typed("list", answer, candidates, how), mcq.correct), Typed):
            return typed
    for i, label in enumerate(labels):
        one = number(replace(mcq, options=tuple(option[i][1] for option in options)))
        if isinstance(one, Typed):
            return replace(one, how=f"Answer with a number, for {label} only.")
    return NOT_PROVED


def _parts(option: str) -> tuple[str, ...]:
    """The things that an option puts in order, as it shows by arrows, by "then" or by brackets; else none."""
    if len(option) > LONGEST:
        return ()
    text = option.strip().rstrip(".")
    if text[:1] == "[" and text[-1:] == "]":
        return tuple(single or double for single, double in QUOTED.findall(text))
    if ARROW.search(text):
        parts = ARROW.split(text)
    elif " then " in text:
        *first, last = THEN.split(text)
        parts = [*(", ".join(first).split(", ")), last]
    else:
        return ()
    return tuple(parts) if all(map(plain, parts)) else ()


def _labelled(option: str) -> list[tuple[str, str]]:
    """The labels, with a unit where there is one, and the numbers of an option that consists of them; else none."""
    if len(option) > LONGEST or ", " not in option:
        return []
    found = [LABELLED.fullmatch(part) for part in option.strip().rstrip(".").split(", ")]
    if not all(found):
        return []
    return [(f"{one[1]} ({unit})" if (unit := one[3].strip()) else one[1], one[2]) for one in found if one]


def _names(value: str) -> tuple[str, ...]:
    """A number as it is written, and without decimals that say nothing."""
    short = value.rstrip("0").rstrip(".") if "." in value else value
    return (value,) if short == value else (value, short)


def _list(items: Sequence[tuple[str, ...]]) -> List | None:
    try:
        return List(items=tuple(items), ordered=True)
    except ValueError:
        return None
