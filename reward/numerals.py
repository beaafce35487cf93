"""Numerals: reading numbers out of text, exactly, as fractions.

A numeral is written in digits ("1,234.5", "3e5", "1.2·10⁻³", "2 1/2"), in words ("one hundred and five", "a dozen",
"three quarters") or in both ("1.5 million"). What could be two different numbers has no value or two readings; nothing
here gives nan or infinity, and time is linear in the length of the text.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, islice

from reward.plain import DIGITS_APART

MAX_DIGITS = 40
MAX_EXPONENT = 200
LAST_DIGIT = [Fraction(1, 10**decimals) for decimals in range(2 * MAX_DIGITS + 1)]
"""The worth of the last digit by the number of decimals."""
MAX_RUN = 24
MAX_ELEMENTS = 40
TEENS = "ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen"
SMALL = f"zero,one,two,three,four,five,six,seven,eight,nine,{TEENS}".split(",")
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SCALES = {"thousand": 10**3, "lakh": 10**5, "million": 10**6, "crore": 10**7, "billion": 10**9, "trillion": 10**12}
PARTS = {"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}
PARTS |= {"hundredth": 100, "thousandth": 1000}
SUFFIXES = {"k": 10**3, "K": 10**3, "M": 10**6, "mn": 10**6, "mln": 10**6, "bn": 10**9, "B": 10**9, "tn": 10**12}
"""Letters glued to a number; not "m", which may be metres."""

# The class of a word says where in a number it may stand: see WHOLE. Z zero, U below 10, E below 20, T tens, H hundred,
# M a scale, X a dozen, O "twice", F a part, P several parts, D digits, & "and", a "a" or "an", . "point", "," a comma.
CLASSES: dict[str, tuple[str, int]] = {
    **{word: ("ZU"[n > 0] if n < 10 else "E", n) for n, word in enumerate(SMALL)},
    **{word: ("T", 10 * n) for n, word in enumerate(TENS, 2)},
    **{word: ("M", scale) for word, scale in SCALES.items()},
    **{word: ("F", below) for word, below in PARTS.items()},
    **{f"{word}s": ("P", below) for word, below in PARTS.items()},
    **{
        "mio": ("M", 10**6),
        "half": ("S", 2),
        "quarter": ("S", 4),
        "halves": ("P", 2),
        "quarters": ("P", 4),
        "hundred": ("H", 100),
        "dozen": ("X", 12),
        "nil": ("Z", 0),
        "nought": ("Z", 0),
        "once": ("O", 1),
        "twice": ("O", 2),
        "thrice": ("O", 3),
    },
}
BELOW_1000 = r"(?:(?:D|a|U|E|TU?)?H(?:&?(?:TU?|E|U))?|D|TU?|E|U)"
WHOLE = rf"(?:(?:{BELOW_1000}|a)?M(?:[,&]?{BELOW_1000}M)*(?:[,&]?{BELOW_1000})?|{BELOW_1000}|Z)"
PART = r"(?:(?:a|U|E|TU?|D)[FS]|(?:U|E|TU?|D)P)"
SHAPE = re.compile(
    rf"(?P<whole>{WHOLE})(?P<dozens>X)?|(?P<point>(?:Z|{BELOW_1000})?\.[ZU]+)"
    rf"|(?:(?P<add>{WHOLE})&)?(?P<part>{PART}|(?<=&)D|^S)(?P<scale>a?[MX])?|a?X|O|(?P<year>[ET](?:TU?|E))"
)
GAPS = {" ": "", "-": "", " and ": "&", "-and-": "&", ", ": ",", " point ": "."}
EXPONENT = r"10 ?[-−]?(?:\^|\*\*) ?[({]?[-+−]?\d{1,9}[)}]?(?:\^\d)*"
NOT_ONCE = r"once(?! (?:the|an?|it|he|she|they|we|you|i|this|that|again|more|upon|all)\b)"  # not the conjunction
SPELLED = sorted((word.replace("once", NOT_ONCE) for word in CLASSES), key=lambda word: (word[0], -len(word)))
# One branch for each first letter: four times as fast as one for each word.
WORD = "|".join(f"{first}(?:{'|'.join(w[1:] for w in words)})" for first, words in groupby(SPELLED, lambda w: w[0]))
IN_DIGITS = (
    r"(?:\b(?P<minus>minus|negative) |(?<![\w.)\]}%°])(?P<sign>[-+−–]))?"
    rf"(?:(?P<power>{EXPONENT})"
    r"|(?:(?P<mixed>\d{1,9})(?: {1,2}|(?P<dash>-))(?=\d{1,9}[/⁄]\d))?"
    r"(?P<body>\d{1,3}(?: \d{3})+(?![\d/⁄])(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*|(?<![\d.])\.\d+)"
    rf"(?:[eE](?P<e>[-+−]?\d{{1,9}})(?!\w)| ?(?:[×x*·⋅]|times) ?(?P<ten>{EXPONENT}|10−\d{{1,2}}(?![\d.])))?"
    r"(?P<below>(?: ?[/⁄] ?\d+(?:\.\d+)?)*)"
    r"|"
)
ELEMENT = re.compile(rf"(?=[-+−–.\d]|\b[abcdefhlmnoqstz]){IN_DIGITS}\b(?P<a>an?[ -])?(?P<word>{WORD})\b)")
DIGITS_ONLY = re.compile(rf"(?=[-+−–.\d]){IN_DIGITS}(?P<a>(?!))(?P<word>(?!)))")
"""For a text without number words, three times as fast."""
SPELLING = CLASSES.keys() | {"minus", "negative"}
LETTERS = re.compile(r"[a-z]+")
DIGIT = re.compile(r"\d")
POINTED = re.compile(r"\d*\.\d+")
GROUPED = re.compile(
    r"(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?: \d{3})+|\d{1,3}(?:['’]\d{3})+)(?:\.\d+)?"
)
GROUPED_BY_POINT = re.compile(r"[1-9]\d{0,2}\.\d{3}")
GROUPED_EUROPEAN = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?: \d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}")
DECIMAL_COMMA = re.compile(r"\d+,\d+")
FRAC = re.compile(r"(-?)\\[dtc]?frac ?(?:\{(-?)(\d+(?:\.\d+)?)\}\{(\d+(?:\.\d+)?)\}|(\d)(\d))")
LATEX_WORDS = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|mathit|operatorname|mbox)\{([^{}\\]*)\}")
CIRCLED = {ord(circled): f" {number} " for number, circled in enumerate("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳", 1)}
APART = DIGITS_APART | CIRCLED | dict.fromkeys((0x2010, 0x2011), "-")
LATEX_MARKS = {
    ",\\! ": ",",
    "{,}": ",", "\\,": " ", "\\;": " ", "\\:": " ", "\\!": "", "\\ ": " ", "\\%": "%", "\\$": "$", "\\times": "×",
    "\\cdot": "·", "^{\\circ}": "°", "^\\circ": "°", "\\circ": "°", "\\degree": "°", "\\approx": "≈", "\\pm": "±",
    "\\(": "(", "\\)": ")", "\\left": "", "\\right": "", "\\dots": "…", "\\ldots": "…", "\\mu": "µ", "\\quad": " ",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number in a text: where it stands and its exact value, None where it cannot be said.

    `step`: the worth of its last digit, 0 for what is exact as it is written (words, fractions).
    `other`: its value if the mark in it was meant in the other way ("1,234", "1.234"); `loose`: that mark is a comma
    between digits that group no thousands ("1,5"), which may also part two numbers.
    """

    start: int
    end: int
    value: Fraction | None
    step: Fraction = Fraction(0)
    other: Fraction | None = None
    loose: bool = False


def numeral(text: str) -> Fraction | None:
    """The exact value of a text that is one number and nothing else, else None."""
    text = normal(text).strip()
    found = numerals(text) if len(text) <= 200 else ()
    if len(found) != 1 or found[0].start or found[0].value is None or found[0].loose:
        return None
    rest = text[found[0].end :]
    return found[0].value * SUFFIXES.get(rest, 1) if not rest or rest in SUFFIXES else None


def normal(text: str) -> str:
    """A text in the form in which numerals are read: NFKC, with powers and vulgar fractions apart, without LaTeX."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(APART))
    if "\\" not in text and "{" not in text:
        return text
    text = FRAC.sub(r" \1\2\3\5/\4\6", LATEX_WORDS.sub(r"\1", text))
    for mark, meant in LATEX_MARKS.items():
        text = text.replace(mark, meant)
    return text


def numerals(text: str) -> tuple[Numeral, ...]:
    """All numbers in a text of `normal` form, in order; number words that make one number together are one.

    Nothing is read behind MAX_ELEMENTS digits and number words.
    """
    return _numerals_cached(text) if len(text) <= 400 else _numerals(text)


def _numerals(text: str) -> tuple[Numeral, ...]:
    lowered = text.lower()
    text = lowered if len(lowered) == len(text) else text  # some letters grow when they are made small
    in_words = not SPELLING.isdisjoint(LETTERS.findall(text))
    if not in_words and not DIGIT.search(text):
        return ()
    found: list[Numeral] = []
    run: list[re.Match[str]] = []
    for element in islice((ELEMENT if in_words else DIGITS_ONLY).finditer(text), MAX_ELEMENTS):
        if run and not _joined(text, run[-1], element):
            found += _read(text, run)
            run = []
        run.append(element)
    return tuple(found + _read(text, run) if run else found)


_numerals_cached = lru_cache(maxsize=4096)(_numerals)  # a text is asked for again, and replies repeat one another


def _joined(text: str, left: re.Match[str], right: re.Match[str]) -> bool:
    """Whether two neighbours may be parts of one number: a joint stands between them, and not just digits around it."""
    if right.start() - left.end() > 7 or right["minus"] or right["sign"]:
        return False
    between = text[left.end() : right.start()]
    return between in GAPS if right["word"] else between == " and " and bool(right["below"])


def _read(text: str, run: list[re.Match[str]]) -> list[Numeral]:
    """The one number that a run of elements makes, or else each of them on its own."""
    if 1 < len(run) <= MAX_RUN and (whole := _together(text, run)):
        return [whole]
    alone = [_together(text, [element]) if element["word"] else _digits(element) for element in run]
    return [one for one in alone if one]


def _together(text: str, run: list[re.Match[str]]) -> Numeral | None:
    """The number that a run of words, with digits among them, makes; None when it makes none, as a lone "third"."""
    shape, values, step = [], [], Fraction(0)
    for i, element in enumerate(run):
        joint = GAPS[text[run[i - 1].end() : element.start()]] if i else ""
        digits = None if element["word"] else _digits(element)
        if digits is None:
            kind, n = CLASSES[element["word"]]
            kind, value = ("a" if element["a"] else "") + kind, Fraction(n)
        elif digits.value is None or digits.loose:
            return None
        else:
            kind, value, step = "D", abs(digits.value), digits.step
        shape.append(joint + kind)
        values.append((kind[-1], value))
    found = SHAPE.fullmatch("".join(shape))
    value_of_all = _evaluate(found, values) if found else None
    if value_of_all is None:
        return None
    scale = max((n for kind, n in values if kind in "HMX"), default=Fraction(1))
    sign = -1 if run[0]["minus"] or run[0]["sign"] not in (None, "+") else 1
    return Numeral(run[0].start(), run[-1].end(), sign * value_of_all, step * scale)


def _evaluate(found: re.Match[str], values: list[tuple[str, Fraction]]) -> Fraction | None:
    """The value of number words whose shape is that of a number."""
    if found["point"]:
        whole = _size(found["point"].partition(".")[0])
        decimals = [n / 10**place for place, (_, n) in enumerate(values[whole:], 1)]
        return sum(decimals, _sum(values[:whole]) or Fraction(0))
    if found["year"]:  # "nineteen ninety-five"
        century, rest = values[0][1], _sum(values[1:])
        return 100 * century + rest if rest and 17 <= century <= 20 else None
    if not found["part"]:
        return _sum(values)
    whole = _size(found["add"] or "")
    end = whole + _size(found["part"])
    count, (kind, below) = _sum(values[whole : end - 1]) or Fraction(1), values[end - 1]
    if kind in "FS" and count != 1:
        return None
    part = below if kind == "D" else count / below
    total, scale = _sum(values[:whole]), values[end][1] if values[end:] else Fraction(1)
    return None if total is None or (whole and part >= 1) else (total + part) * scale


def _size(shape: str) -> int:
    return sum(kind.isupper() for kind in shape)


def _sum(values: list[tuple[str, Fraction]]) -> Fraction | None:
    """The value of "two million three hundred and five"; None where the scales do not fall."""
    total, current, last = Fraction(0), Fraction(0), Fraction(10**18)
    for kind, n in values:
        if kind == "H":
            current = (current or 1) * n
        elif kind in "MX":
            if n >= last:
                return None
            total, current, last = total + (current or 1) * n, Fraction(0), n
        else:
            current += n
    return total + current


def _digits(found: re.Match[str]) -> Numeral:
    """A number in digits; without a value where its marks group nothing or it is too big or too long."""
    start, end, body = found.start(), found.end(), found["body"] or "1"
    negative = found["minus"] or found["sign"] not in (None, "+")
    shown = _plain_digits(body)
    power = _exponent(found["power"] or found["ten"] or found["e"])
    below = found["below"].replace("⁄", "/").replace(" ", "").split("/")[1:] if found["below"] else []
    if shown is None or power is None or end - start > 2 * MAX_DIGITS or len(below) > 1:
        return Numeral(start, end, None)
    digits, other, loose = shown
    value = Fraction(int(digits)) if digits.isdecimal() else Fraction(digits)
    step = LAST_DIGIT[len(digits.partition(".")[2])]
    if power:
        value, step = value * Fraction(10) ** power, step * Fraction(10) ** power
    if below:
        if not Fraction(below[0]) or (found["mixed"] and value >= Fraction(below[0])):
            return Numeral(start, end, None)
        value, step = value / Fraction(below[0]) + int(found["mixed"] or 0), Fraction(0)
    step = Fraction(0) if found["power"] else step
    if found["dash"]:  # "2-3/4", or the difference
        other = 2 * int(found["mixed"]) - value
        return Numeral(start, end, -value if negative else value, step, other)
    return Numeral(start, end, -value if negative else value, step, None if power or below else other, loose)


def _plain_digits(body: str) -> tuple[str, Fraction | None, bool] | None:
    """Digits with a decimal point alone; their value if the mark was meant otherwise; whether that is as likely."""
    if len(body) > MAX_DIGITS and sum(c.isdecimal() for c in body[: 2 * MAX_DIGITS]) > MAX_DIGITS:
        return None
    if body.isdecimal():
        return body, None, False
    if POINTED.fullmatch(body):
        grouped = GROUPED_BY_POINT.fullmatch(body)
        return body, Fraction(body.replace(".", "")) if grouped else None, False
    if GROUPED.fullmatch(body):
        other = Fraction(body.replace(",", ".")) if body.count(",") == 1 and "." not in body else None
        return "".join(c for c in body if c.isdecimal() or c == "."), other, False
    if GROUPED_EUROPEAN.fullmatch(body):
        return "".join(c for c in body if c.isdecimal() or c == ",").replace(",", "."), None, False
    return (body.replace(",", "."), None, True) if DECIMAL_COMMA.fullmatch(body) else None


def _exponent(text: str | None) -> int | None:
    """The exponent of "10^5", "10^{-5}", "e5", also of 10⁻⁵ and 10¹² as `normal` has them ("10−^5", "10^1^2")."""
    if not text:
        return 0
    digits = "".join(c for c in text.removeprefix("10") if c.isdecimal())
    if len(digits) > 4 or int(digits) > MAX_EXPONENT:
        return None
    return -int(digits) if "-" in text or "−" in text else int(digits)
