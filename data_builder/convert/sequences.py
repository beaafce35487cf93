"""Options that are orders: the same things in several orders, labelled numbers, or places in an order."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from data_builder.convert.amounts import number
from data_builder.convert.keys import MIXED, NOT_PROVED, Typed, Untyped, alike, in_unit, number_names, proved
from data_builder.convert.mcq import Mcq
from reward.answers import List, Number, Phrase
from reward.numerals import ORDINALS, SMALL
from reward.plain import plain

LONGEST = 600
LEAST, MOST = 3, 12
"""Things to be put in order: of two, an order that is not the key's would tell the key."""
ARROW = re.compile(r" ?(?:→|->|=>|➡|⇒) ?")
THEN = re.compile(r",? (?:and )?(?:then|finally) ")
QUOTED = re.compile(r"'([^'\"\[\]]{1,200})'|\"([^\"\[\]]{1,200})\"")
LABELLED = re.compile(
    r"([A-Za-z][A-Za-z ]{1,40}?)(?: changed by|:| =| is| of)? (-?\d{1,9}(?:\.\d{1,6})?)([ a-zA-Z%]{0,12})"
)
FIRST = re.compile(r"firstly,? |first,? (?!aid\b)(?!.{1,600}\bsecond\b)", re.IGNORECASE)
LAST = re.compile(r"(?:and )?(?:then |next |finally |lastly )?", re.IGNORECASE)
"""What stands before a thing and tells its place."""
NAMED_THINGS = re.compile(r"[^\W\d_]")
"""What the parts of a vector do not hold."""
UNITS = dict.fromkeys(
    ("fat", "fats", "carbs", "carbohydrates", "protein", "proteins", "fibre", "fiber", "sugar", "sugars", "salt"), "g"
)
"""The usual unit of a label that names none; calories have none here, as kilocalories are called so too."""
WIDE = 0.0099
"""A tolerance as a part of the key that is one percent, but for rounding."""
NAMED = (*ORDINALS, "eleventh", "twelfth")
PLACE = re.compile(
    rf"(?:(?:in|at|on) )?(?:the )?(?:({'|'.join(NAMED)})|(\d{{1,2}})(?:st|nd|rd|th))(?: ([a-z]{{2,20}}))?"
)
ASKS_WHICH = re.compile(r"\b(?:which|what)\b", re.IGNORECASE)
ASKS_PLACE = re.compile(r"\b(?:in|which|what) (?:which |what )?(?:order|place|position|rank) (?!of\b)", re.IGNORECASE)
AS_ORDINAL = "Answer with an ordinal number."
MOST_FORMS = 200
IN_ORDER = "Answer with all of them, in order, separated by commas."


OTHER_ORDER = re.compile(r"\b(?:impossible|not|reverse[ds]?|incorrect|wrong|unlikely|backwards)\b", re.IGNORECASE)
"""Asks for an order that things do not have."""


def sequence(mcq: Mcq) -> Typed | Untyped | None:
    """The key as an order of things that all options share; None where it is no list."""
    options = mcq.lists or tuple(_parts(option) for option in mcq.options)
    if not all(options) or not _same_things(options):
        shown_as_order = len(options[mcq.correct]) > 1 and all(options)
        options = _between_commas(mcq.options)
        if not options:
            return Untyped("no_orders_of_the_same") if shown_as_order else None
    if OTHER_ORDER.search(mcq.stem):
        return Untyped("asks_for_another_order")
    options = _in_one_style(options)
    key = options[mcq.correct]
    if not LEAST <= len(key) <= MOST:
        return Untyped("too_few_or_too_many_things") if len(key) > 1 else None
    answer = _list([(thing,) for thing in key])
    if answer is None:
        return Untyped("a_thing_comes_twice")
    apart = "; " if any("," in thing for thing in key) else ", "
    addition = f"Put these in the right order: {apart.join(_shuffled(key, mcq.base_id))}."
    return proved(Typed("list", answer, tuple(map(", ".join, options)), IN_ORDER, addition), mcq.correct)


def _same_things(options: Sequence[tuple[str, ...]]) -> bool:
    first = sorted(map(plain, options[0]))
    return all(len(option) == len(first) and sorted(map(plain, option)) == first for option in options[1:])


def _between_commas(options: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The things that all options name between commas, each in another order; none where they are not the same."""
    commas = options[0].count(", ")
    if (
        commas < LEAST - 1
        or not NAMED_THINGS.search(options[0])
        or any(option.count(", ") != commas or len(option) > LONGEST for option in options)
    ):
        return ()
    things = tuple(_between(option.strip(" .")) for option in options)
    return things if all(map(plain, things[0])) and _same_things(things) else ()


def _between(text: str) -> tuple[str, ...]:
    """What stands between commas, without the words that tell of a place in the order."""
    start = found.end() if (found := FIRST.match(text)) else 0
    return tuple(part[found.end() :] if (found := LAST.match(part)) else part for part in text[start:].split(", "))


def _in_one_style(options: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The options with each thing in one spelling: in small letters where it has a capital only to begin a sentence."""
    shown: dict[str, str] = {}
    inside = {plain(thing) for option in options for thing in option[1:] if not thing[:1].islower()}
    for thing in (thing.strip(" .") for option in options for thing in option):
        if thing[:1].islower() or plain(thing) not in shown:
            shown[plain(thing)] = thing
    if any(thing[:1].islower() for thing in shown.values()):
        begins = {form for form in shown.keys() - inside if not shown[form][1:2].isupper()}
        shown |= {form: shown[form][:1].lower() + shown[form][1:] for form in begins}
    return tuple(tuple(shown[plain(thing)] for thing in option) for option in options)


def _shuffled(things: Sequence[str], seed: str) -> list[str]:
    """The things in an order that is not theirs."""
    random, order = Random(f"order {seed}"), list(things)
    while order == list(things):
        random.shuffle(order)
    return order


def ordinal(mcq: Mcq) -> Typed | Untyped | None:
    """The key as a place in an order, where the question asks which one it is: "the third row"; None for others."""
    if not ASKS_WHICH.search(mcq.stem):
        return None
    places = [_place(option, mcq.stem) for option in mcq.options]
    told = [place for place in places if place is not None]
    if len(told) < len(places) or len({noun for _, noun in told}) > 1:
        return None
    numbers = [number for number, _ in told]
    if (same := alike(numbers, mcq.correct)) is not None:
        return same
    noun, key = told[0][1], numbers[mcq.correct]
    others = [number for number in range(1, max(len(NAMED), *numbers) + 1) if number != key]
    forms = _places(key, noun)
    wrong = tuple(form for other in others for form in _places(other, noun))[:MOST_FORMS]
    answer = Phrase(text=forms[0], aliases=forms[1:], wrong=wrong)
    return proved(Typed("ordinal", answer, tuple(_places(one, noun)[0] for one in numbers), AS_ORDINAL), mcq.correct)


def _place(option: str, stem: str) -> tuple[int, str] | None:
    """The number of a place in an order, and the noun behind it."""
    text = option.strip(" .").lower()
    if text.isdecimal() and len(text) < 3 and ASKS_PLACE.search(stem):
        return (int(text), "") if int(text) else None
    if not (found := PLACE.fullmatch(text)):
        return None
    word, digits, noun = found.groups()
    number = int(digits) if digits else NAMED.index(word) + 1
    return (number, noun or "") if number else None


@lru_cache(maxsize=256)
def _places(number: int, noun: str) -> tuple[str, ...]:
    """The ways to write a place in an order."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    names = [f"{number}{ending}"] if number > len(NAMED) else [NAMED[number - 1], f"{number}{ending}"]
    plainly = [str(number), *SMALL[number : number + 1]]
    of_noun = [f"{name} {noun}" for name in names] + [f"{noun} {one}" for one in plainly] if noun else []
    ones = [f"{name} one" for name in names]
    return (*names, *plainly, *ones, *of_noun, *(f"in the {name}" for name in of_noun[: len(names)]))


def labelled(mcq: Mcq) -> Typed | Untyped | None:
    """The key as whole numbers that all options give under the same labels; None where it is no such list.

    Where the numbers have decimals, or no rule tells the wrong lists from the key, it is the number of one label, of
    the first that a reply may miss by a whole percent, or else of the first that tells the key from the wrong options.
    """
    key = _labelled(mcq.key)
    if len(key) < 2:
        return None
    options = [_labelled(option) for option in mcq.options]
    labels = [label for label, _ in key]
    if any([label for label, _ in option] != labels for option in options):
        return MIXED
    answer = _list([number_names(value) for _, value in key])
    if answer is not None and all(
        len(number_names(value)[-1].split(".")) == 1 for option in options for _, value in option
    ):
        how = f"Answer with the numbers for {', '.join(labels)}, in this order, separated by commas."
        candidates = tuple(", ".join(value for _, value in option) for option in options)
        if isinstance(typed := proved(Typed("list", answer, candidates, how), mcq.correct), Typed):
            return typed
    found = [_of_label(mcq, label, [option[i][1] for option in options]) for i, label in enumerate(labels)]
    keys = [one for one in found if one]
    return next(iter([one for one in keys if _is_wide(one)] or keys), NOT_PROVED)


def _is_wide(typed: Typed) -> bool:
    """Whether a reply may miss the key by a whole percent."""
    answer = typed.answer
    return isinstance(answer, Number) and answer.allowed >= WIDE * abs(answer.amount) > 0


def _of_label(mcq: Mcq, label: str, values: Sequence[str]) -> Typed | None:
    """The number of one label as the key, with the question that asks for it."""
    name, _, unit = label.removesuffix(")").partition(" (")
    unit = unit or UNITS.get(name.lower(), "")
    found = number(replace(mcq, options=tuple(f"{value} {unit}".strip() for value in values)))
    if not isinstance(found, Typed):
        return None
    changed = f"{name} changed by" in mcq.key
    addition = f"How much did the {name} change?" if changed else f"Give the number for {name} only."
    how = f"Answer with a number in {in_unit(unit)}." if unit else "Answer with a number."
    return replace(found, how=how, addition=addition)


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
        parts = [*_between(", ".join(first)), last]
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


def _list(items: Sequence[tuple[str, ...]]) -> List | None:
    try:
        return List(items=tuple(items), ordered=True)
    except ValueError:
        return None
