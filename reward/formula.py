"""What an answer in maths names: its parts, such as the values of a list, the ends of an interval, the x of "x = 5".

Only the outline is read here. What a single value is worth is left to `fractions` where it is a plain number, and to
`reward.algebra` where it is not. Words are no maths: a text that holds some is refused.
"""

import re
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from reward.latex import CLOSING, OPENING, Unreadable, canonical, check_size, enclosed, split, tidy
from reward.part import Part, number_of, plain_value, valued

MAX_CHARS = 1_000
MANY_WORDS = 20
LONG_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{4,}")
THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
DIGITS = re.compile(r"\d{1,40}(?:\.\d{1,40})?", re.ASCII)
LABEL = re.compile(
    r"(?:\\?[A-Za-z]+|\\[A-Za-z]+ \{[^{}]*\})(?: ')*(?: _ \{[^{}]*\})?(?: \( [^()]{0,40} \))?"
    r"|(?:\\(?:angle|triangle|overline|widehat) )?(?:\{ )?[A-Z](?: ?[A-Z]){0,4}(?: \})?|\( [a-z](?: , [a-z])+ \)"
)
ARGUMENTS = re.compile(r" \( [^()\d]* \)$")
ORDER = {"<": "<", r"\le": "<=", ">": ">", r"\ge": ">="}


def read_parts(text: str, one: bool = False) -> tuple[Part, ...]:
    """The parts of an answer; `one`: "1,234" is read as one number. Raises Unreadable."""
    return _read_cached(text, one) if len(text) <= 100 else _read(text, one)


def _read(text: str, one: bool) -> tuple[Part, ...]:
    if DIGITS.fullmatch(text):
        return (Part("value", text, number=Fraction(text)),)
    if len(text) > MAX_CHARS:
        raise Unreadable("too_complex", f"more than {MAX_CHARS} characters")
    if len(text) > MANY_WORDS * 5 and len(LONG_WORD.findall(text)) > MANY_WORDS:
        raise Unreadable("words", "it holds words")
    tidied = tidy(text)
    if one and THOUSANDS.fullmatch(tidied):
        tidied = tidied.replace(",", "")
    if not any(c.isalnum() for c in tidied):
        raise Unreadable("unread", "nothing is left of it")
    tokens = canonical(tidied)
    check_size(tokens)
    if len(groups := split(tokens, (";", "\n"))) > 1 and "=" in tokens and (points := _points(groups)):
        return points
    parts = [part for piece in split(tokens, (",", ";", "\n")) for part in _signs(piece)]
    if not parts:
        raise Unreadable("unread", "nothing is left of it")
    if len(parts) == 1 and parts[0].kind == "set":
        return parts[0].items
    if len(parts) > 1 and all(part.kind == "interval" for part in parts):
        return (Part("union", " , ".join(part.text for part in parts), tuple(parts)),)
    return tuple(parts)


_read_cached = lru_cache(maxsize=8192)(_read)  # the replies of a group repeat their answers


def _points(groups: list[list[str]]) -> tuple[Part, ...]:
    """The solutions of a system, such as "p = 5, q = 2; p = 7, q = 2", as points; none where it is no such list."""
    found = [tuple(_part(piece) for piece in split(group, (",",))) for group in groups]
    names = [tuple(part.label for part in point) for point in found]
    if len(names[0]) < 2 or "" in names[0] or len(set(names[0])) < len(names[0]) or len(set(names)) > 1:
        return ()
    kind = "pair" if len(names[0]) == 2 else "tuple"
    return tuple(Part(kind, " , ".join(part.text for part in point), point, ends="()") for point in found)


def _signs(tokens: list[str]) -> list[Part]:
    """The one part that these tokens are; two, where "±" stands for two."""
    if tokens.count(r"\pm") != 1 or r"\mp" in tokens or any(sign in tokens for sign in (",", ";")):
        return [_part(tokens)]
    at = tokens.index(r"\pm")
    plus = tokens[:at] + (["+"] if at and tokens[at - 1] not in ("=", "(", "{") else []) + tokens[at + 1 :]
    return [_part(plus), _part([*tokens[:at], "-", *tokens[at + 1 :]])]


def _part(tokens: list[str]) -> Part:
    """One part: its outermost structure decides what it is."""
    if not tokens:
        raise Unreadable("unread", "a part of it is empty")
    text = " ".join(tokens)
    if r"\approx" in tokens:
        return _approximate(tokens)
    sides = split(tokens, ("=",))
    if len(sides) > 1:
        return _equation(sides, text)
    sides = split(tokens, (r"\in",))
    if len(sides) == 2 and LABEL.fullmatch(" ".join(sides[0])):
        return replace(_part(sides[1]), label=_label(sides[0]))
    if len(pieces := split(tokens, tuple(ORDER))) > 1:
        return _inequality(tokens, pieces, text)
    if len(pieces := split(tokens, (r"\cup",))) > 1:
        return Part("union", text, tuple(_part(piece) for piece in pieces))
    if len(pieces := split(tokens, (":",))) == 2:
        name, values = " ".join(pieces[0]), [_part(piece) for piece in pieces[1:]]
        if name.replace(" ", "").isalpha():
            return replace(values[0], label=name)
        return Part("ratio", text, (_part(pieces[0]), values[0]))
    return _bracketed(tokens, text) or valued(text)


def _approximate(tokens: list[str]) -> Part:
    """An exact value with its rounded form after it is that value; a rounded one alone is not said to be exact."""
    exact = split(tokens, (r"\approx",))
    if len(exact) != 2 or tokens[0] == r"\approx":
        raise Unreadable("hedged", "it is an approximation")
    rounded, whole = number_of(" ".join(exact[1])), number_of(" ".join(exact[0]))
    if rounded is None or (whole is not None and abs(whole - rounded) * 10 > abs(whole)):
        raise Unreadable("unclear", "it equates two things that may differ")
    return _part(exact[0])


def _equation(sides: list[list[str]], text: str) -> Part:
    """ "x = 5" is the value 5 with the label x; "2 + 3 = 5" is 5; "x + y = 1" is an equation."""
    label, value = " ".join(sides[0]), _part(sides[-1])
    if len(sides) > 2 and not _one_chain(sides, value):
        raise Unreadable("unclear", "its equations may not agree")
    if LABEL.fullmatch(label) or label.replace(" ", "").isalpha() or _of_segments(label):
        return replace(value, label=_label(sides[0]))
    if not any(token[0].isalpha() for token in (*sides[0], *sides[-1])):
        return value
    if len(sides) == 2:
        return Part("equation", text, (plain_value(" ".join(sides[0])), plain_value(" ".join(sides[1]))))
    return Part("relation", text)


def _one_chain(sides: list[list[str]], value: Part) -> bool:
    """Whether "x = 2 + 3 = 5" works out one value: no step names the x again, or another number."""
    numbers = [number_of(" ".join(side)) for side in sides[1:-1]]
    again = sides[0][0].isalpha() and any(sides[0][0] in side for side in sides[1:])
    return not again and (value.unit != "" or all(number in (None, value.number) for number in numbers))


def _of_segments(label: str) -> bool:
    """Whether a left side is a ratio or a sum of named segments or areas, such as `\\frac{NO}{BO}` or `S_{ABC} : S`."""
    names = [token for token in label.split() if token.isalpha()]
    return all(name.isupper() for name in names) and (":" in label or any(len(name) > 1 for name in names))


def _label(tokens: list[str]) -> str:
    return ARGUMENTS.sub("", " ".join(tokens))


def _inequality(tokens: list[str], pieces: list[list[str]], text: str) -> Part:
    """ "a < x <= b" and "x >= c" as intervals of the label x."""
    depth, signs = 0, []
    for token in tokens:
        depth += (token in OPENING) - (token in CLOSING)
        if depth == 0 and token in ORDER:
            signs.append(ORDER[token])
    names = [" ".join(piece) for piece in pieces]
    if len(names) == len(signs) + 1 == 3 and LABEL.fullmatch(names[1]) and signs[0][0] == signs[1][0]:
        low, high = (pieces[0], pieces[2]) if signs[0][0] == "<" else (pieces[2], pieces[0])
        first, last = signs if signs[0][0] == "<" else signs[::-1]
        return _interval(low, high, first, last, text, _label(pieces[1]))
    if len(names) == len(signs) + 1 == 2 and (LABEL.fullmatch(names[0]) or LABEL.fullmatch(names[1])):
        named_first = LABEL.fullmatch(names[0]) is not None
        label, bound = (pieces[0], pieces[1]) if named_first else (pieces[1], pieces[0])
        above = (signs[0][0] == ">") == named_first
        ends = (bound, [r"\infty"]) if above else (["-", r"\infty"], bound)
        return _interval(*ends, *((signs[0], "<") if above else ("<", signs[0])), text, _label(label))
    return Part("relation", text, tuple(_part(piece) for piece in pieces), ends=" ".join(signs))


def _interval(low: list[str], high: list[str], first: str, last: str, text: str, label: str) -> Part:
    ends = ("[" if first.endswith("=") else "(") + ("]" if last.endswith("=") else ")")
    return Part("interval", text, (_part(low), _part(high)), label=label, ends=ends)


def _bracketed(tokens: list[str], text: str) -> Part | None:
    """A tuple, a set, an interval or a matrix, when one pair of brackets holds all of it."""
    first, last = tokens[0], tokens[-1]
    if first == r"\begin":
        return _matrix(tokens, text) if len(enclosed(tokens, 0)) + 3 == len(tokens) else None
    if first not in OPENING or len(enclosed(tokens, 0)) != len(tokens):
        return None
    inner = tokens[1:-1]
    if not inner:
        raise Unreadable("unread", "an empty bracket")
    if r"\begin" in (inner[0],) and first in "([":
        return _part(inner)
    if first == r"\{" and "|" in inner:
        return _part(inner[inner.index("|") + 1 :])
    pieces = split(inner, (",", ";"))
    if "," in inner and ";" in inner and len(split(inner, (",",))) > 1 < len(split(inner, (";",))):
        raise Unreadable("ambiguous_mark", "a comma beside a semicolon may be a decimal mark")
    if len(pieces) == 1:
        return (
            _part(inner)
            if first + last in ("()", "{}")
            else None
            if first == "["
            else Part("set", text, (_part(inner),))
        )
    if first in ("{", r"\{"):
        return Part("set", text, tuple(part for piece in pieces for part in _signs(piece)))
    if first + last == "()" and len(pieces) > 2:
        return Part("tuple", text, tuple(_part(piece) for piece in pieces))
    if first + last == "[]" and len(pieces) > 2:
        return Part("tuple", text, tuple(_part(piece) for piece in pieces))
    if len(pieces) != 2:
        raise Unreadable("unread", "brackets of two kinds")
    kind = "pair" if first + last == "()" else "interval"
    return Part(kind, text, (_part(pieces[0]), _part(pieces[1])), ends=first + last)


def _matrix(tokens: list[str], text: str) -> Part:
    """The rows of a matrix as tuples; of a matrix with one column or one row, its values."""
    inner = tokens[4:-4]
    if tokens[2:3] == ["array"] and inner[:1] == ["{"]:
        inner = inner[len(enclosed(inner, 0)) :]
    rows = [[_part(cell) for cell in split(row, ("&",))] for row in split(inner, ("\\\\",))]
    if len({len(row) for row in rows}) != 1:
        raise Unreadable("unread", "rows of different lengths")
    if len(rows[0]) == 1:
        return Part("tuple" if len(rows) > 2 else "pair", text, tuple(row[0] for row in rows), ends="()")
    return Part("matrix", text, tuple(Part("tuple", " & ".join(cell.text for cell in row), tuple(row)) for row in rows))
