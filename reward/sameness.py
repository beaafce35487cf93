"""Whether an answer in maths is the key: part by part, with three outcomes: the same, different, and not known.

Different means that both sides were read as the same kind of thing and that it is another one. What may be the same
in another form, with another name or unit, or rounded, is not known.
"""

import re
from dataclasses import replace
from fractions import Fraction

from reward.part import Part, is_word

DECIMAL = re.compile(r"(?:- )?(\d*)\.(\d+)")
MEASURED = re.compile(r"(?:- )?[\d.]+ [mgshlLNJWVAKCFTd]")
Pair = tuple[str, str]
"""A formula of the key and one of the reply."""


def compare(key: tuple[Part, ...], said: tuple[Part, ...], pairs: dict[Pair, str]) -> bool | None:
    """Whether two answers are the same; None where that is not known.

    `pairs` holds what is known of formulas that differ as texts; those that it lacks are added with "".
    """
    if len(key) == len(said) == 1:
        return _same(key[0], said[0], pairs)
    if len(said) == 1 and said[0].kind in ("tuple", "pair"):
        named = said[0].label.startswith("(") or len(key) > 2  # else it may be an interval
        return _as_tuple(key, said[0].items, pairs) if named else None
    if len(key) == 1 and key[0].kind in ("tuple", "interval"):
        same = _as_tuple(key[0].items, said, pairs)
        return None if same and key[0].ends not in ("", "[]") else same  # the brackets of an interval matter
    if len(said) == 1 and said[0].number is None:
        return None  # one formula where the key has several values: it may hold them all
    labels = [[part.label for part in side] for side in (key, said)]
    if any(len(set(side) - {""}) > 1 for side in labels):
        return _by_label(key, said, pairs)
    return _any_order(key, said, pairs)


def _as_tuple(key: tuple[Part, ...], said: tuple[Part, ...], pairs: dict[Pair, str]) -> bool | None:
    """A tuple on one side and the same values without brackets on the other."""
    return True if _in_order(key, said, pairs) else False if _any_order(key, said, pairs) is False else None


def _by_label(key: tuple[Part, ...], said: tuple[Part, ...], pairs: dict[Pair, str]) -> bool | None:
    """Values of several variables: by their names where both sides give them, else in their order."""
    names = [part.label for part in key]
    if all(names) and len(set(names)) == len(names) and sorted(names) == sorted(part.label for part in said):
        values = {part.label: part for part in said}
        return _in_order(key, tuple(values[name] for name in names), pairs)
    if _in_order(key, said, pairs) and not (all(names) and all(part.label for part in said)):
        return True
    return False if _any_order(key, said, pairs) is False else None


def _in_order(key: tuple[Part, ...], said: tuple[Part, ...], pairs: dict[Pair, str]) -> bool | None:
    """Whether all parts are the same, one by one."""
    if len(key) != len(said):
        return False
    found = [_same(a, b, pairs) for a, b in zip(key, said, strict=True)]
    return False if False in found else None if None in found else True


def _any_order(key: tuple[Part, ...], said: tuple[Part, ...], pairs: dict[Pair, str]) -> bool | None:
    """Whether each part has its like on the other side; a reply may say one twice. One without its like settles it."""
    table = [[_same(a, b, pairs) for b in said] for a in key]
    found = [next((j for j, same in enumerate(row) if same), None) for row in table]
    if None not in found and len(set(found)) == len(key) and all(True in side for side in zip(*table, strict=True)):
        return True
    alone = any(all(same is False for same in side) for side in (*table, *zip(*table, strict=True)))
    return False if alone else None


def _same(a: Part, b: Part, pairs: dict[Pair, str]) -> bool | None:
    """Whether one part of a key and one of a reply are the same."""
    if a.label and b.label and a.label != b.label:
        return None
    if a.unit != b.unit:
        return _same_in_units(a, b, pairs)
    if a.text == b.text:
        return True
    kinds = {a.kind, b.kind}
    if kinds <= {"pair", "interval"}:
        return _same_interval(a, b, pairs)
    if kinds in ({"tuple"}, {"matrix"}):
        return _in_order(a.items, b.items, pairs)
    if kinds in ({"set"}, {"union"}):
        return _any_order(a.items, b.items, pairs)
    if "ratio" in kinds:
        return _same_ratio(a, b)
    if kinds == {"relation"} and a.ends == b.ends:
        return _in_order(a.items, b.items, pairs) or None
    if kinds == {"equation"}:
        return _same_equation(a, b, pairs)
    if kinds == {"name"}:
        return a.text.lower() == b.text.lower() if len(a.text) == len(b.text) == 1 else _same_word(a.text, b.text)
    return _same_value(a, b, pairs) if kinds <= {"value", "name"} else None


def _same_in_units(a: Part, b: Part, pairs: dict[Pair, str]) -> bool | None:
    """A reply may leave out the key's unit. A percentage may be written as a fraction, but not as its number alone."""
    if "%" in (a.unit, b.unit):
        if a.number is None or b.number is None or {a.unit, b.unit} != {"%", ""}:
            return None
        if a.number == b.number:
            return None
        scaled = replace(b, number=b.number * 100) if a.unit == "%" else replace(b, number=b.number / 100)
        return _same_value(a, scaled, pairs)
    if not b.unit and a.kind == b.kind == "value":
        return _same_value(a, b, pairs) if a.text != b.text else True
    return None


def _same_interval(a: Part, b: Part, pairs: dict[Pair, str]) -> bool | None:
    """Intervals, and points of two coordinates, which are written like open ones."""
    ends = _in_order(a.items, b.items, pairs)
    if not ends or a.ends == b.ends:
        return ends
    if {a.ends, b.ends} == {"()", "[]"}:
        return None  # a point in other brackets, perhaps
    return False


def _same_equation(a: Part, b: Part, pairs: dict[Pair, str]) -> bool | None:
    """The two sides of an equation may change places; equations in another form may still be the same."""
    (left, right), (left_too, right_too) = a.items, b.items
    first, second, turned = (
        Part("value", f"{x.text} - ( {y.text} )")
        for x, y in ((left, right), (left_too, right_too), (right_too, left_too))
    )
    return True if _same_value(first, second, pairs) or _same_value(first, turned, pairs) else None


def _same_value(a: Part, b: Part, pairs: dict[Pair, str]) -> bool | None:
    if a.number is not None and b.number is not None:
        if a.number == b.number or _rounds_to(b, a):
            return True
        return None if "." in a.text + b.text and _rounded(a.number, b.number) else False
    endless = [part.text.removeprefix("- ") == r"\infty" for part in (a, b)]
    if any(endless) or r"\infty" in a.text + b.text:
        return False if all(endless) or (any(endless) and (r"\infty" in a.text) != (r"\infty" in b.text)) else None
    if (b.number is not None and MEASURED.fullmatch(a.text)) or (a.number is not None and MEASURED.fullmatch(b.text)):
        return None  # the letter may be a unit
    if any(part.kind == "name" and is_word(part.text) for part in (a, b)):
        return None
    found = pairs.setdefault((_formula(a), _formula(b)), "")
    return {"equal": True, "differ": False}.get(found)


def _formula(part: Part) -> str:
    """What the worker is asked about; the letters of a name multiply."""
    return " ".join(part.text) if part.kind == "name" else part.text


def _same_ratio(a: Part, b: Part) -> bool | None:
    """Ratios of plain numbers, and times such as 12:00; "5:8" and 5/8 are the same."""
    first, second = _quotient(a), _quotient(b)
    if a.kind == b.kind and (first is None or second is None):
        return _in_order(a.items, b.items, {}) if None not in [x.number for x in (*a.items, *b.items)] else None
    return True if first == second is not None else False if a.kind == b.kind else None


def _quotient(part: Part) -> Fraction | None:
    if part.kind != "ratio":
        return part.number
    above, below = (item.number for item in part.items)
    return above / below if above is not None and below else None


def _same_word(a: str, b: str) -> bool | None:
    return True if a.casefold() == b.casefold() else None


def _rounds_to(exact: Part, decimal: Part) -> bool:
    """Whether a fraction is the value behind a key of three or more digits, rounded as that key is: 4/13 for 0.308."""
    found = DECIMAL.fullmatch(decimal.text)
    if found is None or "." in exact.text or exact.number is None or decimal.number is None:
        return False
    if len((found[1] + found[2]).lstrip("0")) < 3 or not exact.number.denominator > 1:
        return False
    return abs(exact.number - decimal.number) * 2 <= Fraction(1, 10 ** len(found[2]))


def _rounded(a: Fraction, b: Fraction) -> bool:
    """Whether one of two numbers may be the other one, rounded."""
    return bool(abs(a - b) * 100 <= max(abs(a), abs(b)))
