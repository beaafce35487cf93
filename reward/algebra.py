"""Whether two formulas are worth the same: the task of the worker process behind the kind `expression`.

latex2sympy2_extended, the parser of math-verify, reads both. They are then evaluated at the same points, to 30 digits:
formulas that agree at all of them are equal (Schwartz 1980: two polynomials of degree d agree at a random point of a
set S with a chance of at most d/|S|), and those that agree at none are not. What has no value at a point, such as a
sum to n, is compared by math-verify in both directions, as its `verify` treats its two sides differently.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

ROUNDS, FEWEST = 4, 3
DIGITS = 30
EQUAL, EQUAL_DECIMALS, APART = 1e-20, 1e-11, 1e-9
CLOSE, CLOSE_DECIMALS = 0.001, 0.01
"""Relative distances: of equal values, of others, and of a value and its rounded form."""
BROKEN = (0.731, 1.327, 0.377, 0.873, 2.618)
WHOLE = (3, 5, 7, 4, 11)
CONSTANTS = frozenset("CcKk")
"""The names that a constant of integration has."""
Point = dict[str, float]
# "5 3" is no product, the subscript of "12_3" is its base, and "1/2x" is 1/(2x) to some and (1/2)x to others.
AMBIGUOUS = re.compile(r"\d \.?\d|\d _|/ (?:\d+(?:\.\d+)?|[A-Za-z]|\\pi) (?:[A-Za-z(]|\\(?!cdot)[a-z])")

LOG = re.compile(r"\\log(?! _)")
EXAMPLES = (r"\frac { 1 + \sqrt { 5 } } { 2 } - 3 \pi", r"2 x ^ { 2 } ( x - y ) / 3", r"2.5 \cdot 10 + \sin x")


def prepare() -> None:
    """Load the parser and let it meet the usual forms: its first formulas cost it a second."""
    for example in EXAMPLES:
        compared(example, example)


def run(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """For each pair of a key's and a reply's formula "equal", "differ", "close" (one may be rounded) or "unclear"."""
    return [compared(key, said) for key, said in pairs]


def compared(key: str, said: str) -> str:
    """One pair; where a "log" has no base, both the natural and the common one are tried."""
    found = _compared(key, said)
    if found == "differ" and (LOG.search(key) or LOG.search(said)):
        return "differ" if _compared(LOG.sub(r"\\ln", key), LOG.sub(r"\\ln", said)) == "differ" else "unclear"
    return found


def _compared(key: str, said: str) -> str:
    try:
        a, b = parsed(key), parsed(said)
    except MemoryError:
        raise
    except Exception:  # the parser raises bare exceptions for what it does not read
        return "unclear"
    try:
        found = "equal" if _same_sum(a, b) else _at_points(a, b, decimals="." in key + said)
    except (ArithmeticError, AttributeError, TypeError, ValueError, NotImplementedError):
        found = None
    return found or ("equal" if _verified(a, b) else "unclear")


@lru_cache(maxsize=1024)
def parsed(latex: str) -> Any:
    """The sympy expression of a formula in the form of `latex.canonical`. Raises for one that is not read."""
    from latex2sympy2_extended.latex2sympy2 import ConversionConfig, latex2sympy  # noqa: PLC0415
    from sympy import Expr, I, Symbol  # noqa: PLC0415

    if AMBIGUOUS.search(latex):
        raise ValueError("it can be read in two ways")
    config = ConversionConfig(lowercase_symbols=False)
    found = latex2sympy(latex, normalization_config=None, conversion_config=config)
    if not isinstance(found, Expr):
        raise ValueError("it is no single value")
    return found.xreplace({Symbol("i"): I})


def _same_sum(a: Any, b: Any) -> bool:
    """Whether two sums, products or integrals are the same up to the order of terms; their values may take long."""
    from sympy.concrete.expr_with_limits import ExprWithLimits  # noqa: PLC0415

    return bool(a.has(ExprWithLimits) and b.has(ExprWithLimits) and _ordered(a) == _ordered(b))


def _ordered(expression: Any) -> Any:
    """The expression with its terms and factors in sympy's order; the parser leaves them in the order of the text."""
    return expression.func(*map(_ordered, expression.args)) if expression.args else expression


def _verified(a: Any, b: Any) -> bool:
    from math_verify import verify  # noqa: PLC0415

    return bool(verify(a, b, timeout_seconds=None) and verify(b, a, timeout_seconds=None))


def _at_points(a: Any, b: Any, decimals: bool) -> str | None:
    """How two expressions compare at the points; None where they do not have enough values to tell."""
    of_a, of_b = ({str(symbol) for symbol in side.free_symbols} for side in (a, b))
    broken, whole = (_distances(a, b, points) for points in _points(sorted(of_a | of_b)))
    every = broken + whole
    if len(every) < (FEWEST if of_a or of_b else 1):
        return None
    equal = EQUAL_DECIMALS if decimals else EQUAL
    if max(every) <= equal:
        return "equal"
    close = CLOSE_DECIMALS if decimals else CLOSE
    if (decimals or not (of_a or of_b)) and max(every) <= close:
        return "close"
    if of_b - of_a or (of_a - of_b) & CONSTANTS:
        return "unclear"  # a variable may have another name
    differ = min(broken or whole) > APART and max(whole or broken) > equal
    return "differ" if differ else "unclear"


def _distances(a: Any, b: Any, points: Sequence[Point]) -> list[float]:
    """How far apart the values of two expressions are; a few points are enough where they are far apart."""
    found: list[float] = []
    for values in points:
        if (distance := _distance(_value(a, values), _value(b, values))) is not None:
            found.append(distance)
        if len(found) == FEWEST and min(found) > APART:
            break
    return found


def _points(names: Sequence[str]) -> tuple[list[Point], list[Point]]:
    """Values for the variables: broken ones, some below zero; and whole ones, as some formulas hold only for those."""
    if not names:
        return [{}], []
    broken: list[Point] = []
    for turn in range(ROUNDS):
        values = [BROKEN[(turn + i) % len(BROKEN)] + 0.109 * (i // 5) for i in range(len(names))]
        broken.append(dict(zip(names, values, strict=True)))
        broken.append({name: -x if (i + turn) % 2 else x for i, (name, x) in enumerate(broken[-1].items())})
    turns = range(1, ROUNDS)
    return broken, [{name: WHOLE[(t + 2 * i) % len(WHOLE)] + i // 5 for i, name in enumerate(names)} for t in turns]


def _value(expression: Any, values: Point) -> Any:
    """The real value of an expression at a point; None where it has none, or where no digit of it is certain."""
    from sympy import Rational  # noqa: PLC0415

    at = {symbol: Rational(str(round(values[str(symbol)], 6))) for symbol in expression.free_symbols}
    value = expression.evalf(DIGITS, subs=at)
    certain = value.is_Number and value.is_finite and not (value.is_Float and value._prec == 1)
    return value if certain else None


def _distance(a: Any, b: Any) -> float | None:
    """How far apart two values are, as a part of the larger one; None where one is missing."""
    if a is None or b is None:
        return None
    larger = max(abs(a), abs(b))
    return float(abs(a - b) / larger) if larger else 0.0
