"""LaTeX and plain maths as tokens in one canonical form: `\\dfrac12`, `\\frac{1}{2}` and `\\frac 1 2` are the same.

All of it is linear in the length of the text, and nothing is computed: what no short answer needs, and what would keep
a computer algebra system busy, is refused here.
"""

import re
import unicodedata

from reward.plain import DIGITS_APART
from reward.predicate import CLOSING_WORDS, predicate

MAX_DEPTH = 20
MAX_PARTS = 40
MAX_DIGITS = 256
MAX_EXPONENT = 5_000
MAX_FACTORIAL = 5_000


def words(text: str) -> list[str]:
    return text.split()


GREEK = {
    **dict(zip("αβγδθλμρσφψω", words("alpha beta gamma delta theta lambda mu rho sigma phi psi omega"), strict=True)),
    **dict(zip("εητξπ", words("epsilon eta tau xi pi"), strict=True)),
}
SIGNS = str.maketrans(
    {
        "−": "-", "–": "-", "×": r"\cdot ", "·": r"\cdot ", "⋅": r"\cdot ", "∙": r"\cdot ", "÷": "/", "⁄": "/",
        "∞": r"\infty ", "√": r"\sqrt ", "≤": r"\le ", "≥": r"\ge ", "⩽": r"\le ", "⩾": r"\ge ", "≠": r"\ne ",
        "≈": r"\approx ", "±": r"\pm ", "∓": r"\mp ", "∪": r"\cup ", "∩": r"\cap ", "∈": r"\in ", "°": r"\degree ",
        "∅": r"\emptyset ", "′": "'", "’": "'", "ℝ": r"\mathbb{R}", "∖": r"\setminus ",
        **{letter: f"\\{name} " for letter, name in GREEK.items()},
    }
)  # fmt: skip
NAMES = words(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln exp lim max min gcd sqrt pi infty frac"
    " alpha beta gamma delta theta lambda"
)
WORDS = {
    **{name: f"\\{name}" for name in NAMES},
    **{"and": ",", "or": ",", "infinity": r"\infty", "inf": r"\infty", "percent": "%", "pct": "%"},
    **{"percentage": "%", "degrees": r"\degree", "degree": r"\degree", "deg": r"\degree", "lg": r"\log"},
}
SYNONYMS = {
    **dict.fromkeys((r"\dfrac", r"\tfrac", r"\cfrac"), r"\frac"),
    **dict.fromkeys((r"\leq", r"\leqslant", r"\leqq", "<="), r"\le"),
    **dict.fromkeys((r"\geq", r"\geqslant", r"\geqq", ">="), r"\ge"),
    **dict.fromkeys((r"\times", r"\ast", r"\bullet", "*"), r"\cdot"),
    **dict.fromkeys((r"\vert", r"\lvert", r"\rvert", r"\mid"), "|"),
    **dict.fromkeys((r"\lparen", r"\langle"), "("),
    **dict.fromkeys((r"\rparen", r"\rangle"), ")"),
    **{r"\lt": "<", r"\gt": ">", r"\neq": r"\ne", r"\div": "/", r"\lbrace": r"\{", r"\rbrace": r"\}"},
    **{r"\lbrack": "[", r"\rbrack": "]", r"\colon": ":", r"\%": "%", r"\varphi": r"\phi", r"\circ": r"\degree"},
    **{r"\varepsilon": r"\epsilon", r"\infin": r"\infty", r"\varnothing": r"\emptyset", r"\prime": "'"},
    **{r"\arctg": r"\arctan", r"\tg": r"\tan", r"\ctg": r"\cot", r"\lg": r"\log", r"\land": ",", r"\lor": ","},
    **{r"\dots": "…", r"\ldots": "…", r"\cdots": "…", r"\wedge": ",", r"\vee": ",", r"\smallsetminus": r"\setminus"},
}
SIZES = [f"\\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")]
DROPPED = frozenset(
    [
        *words(r"\text \textbf \textit \mathrm \mathbf \mbox \boxed \fbox"),
        *words(r"\left \right \displaystyle \textstyle \limits \quad \qquad \rm \bf \it \space"),
        *words(r"~ $ \$ \, \; \: \! \( \) \[ \] \/ \ "),
        "\\ ",
        *SIZES,
    ]
)
TOKEN = re.compile(r"\\[A-Za-z]+|\\[^A-Za-z]|\d+(?:\.\d+)?|\.\d+|[A-Za-z]+|<=|>=|[^\s\w]|\n|\w")
TEXT = re.compile(r"\\(?:text(?:bf|it|rm|normal)?|math(?:rm|bf|it|sf)|mbox|boldsymbol|bm|boxed|fbox)\s?\{([^{}]*)\}")
ESCAPED_TWICE = re.compile(r"\\\\(?=[A-Za-z({\[])")
SPACES = re.compile(r"[ \t\r]+")
CIRCLED = re.compile("[①-⓿❶-➓㊀-㊿]")
OPERATOR = re.compile(r"\\operatorname\*?\s?\{\s?([A-Za-z]+)\s?\}")
THOUSANDS_MARK = re.compile(r"(?<=\d)(?:\{,\}|,\\!|\\,|\\ )\s?(?=\d{3}(?!\d))")
SHORT_FRACTION = re.compile(r"\\[dtc]?frac\s?(\d)\s?(\d)(?!\d)")
SHORT_FRACTION_TOP = re.compile(r"\\[dtc]?frac\s?(\d)(?=\s?[\d{])")
SCIENTIFIC = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)[eE]([-+]?\d{1,4})(?![\w.^])")
PLUS_MINUS = re.compile(r"\+/-|\+-|\bplus or minus\b")
POWER = re.compile(r"(?<=[\w)\]}])\*\*(?=[\w(\\-])")
"""A power as programs write it."""
ARGUMENT = re.compile(r"([\^_]|\\sqrt) (?![{(\[])((?:- )?\S+)")
IN_BRACKETS = re.compile(r"(\^|\\sqrt) \( ([^()]*) \)")
NUMERATOR = re.compile(r"\\frac (?!\{)(\S+)")
DENOMINATOR = re.compile(r"(\\frac \{[^{}]*\}) (?!\{)(\S+)")
DEGREE = re.compile(r"\^ \{ \\degree \}")

OPENING, CLOSING = frozenset(["(", "[", "{", r"\{", r"\begin"]), frozenset([")", "]", "}", r"\}", r"\end"])


class Unreadable(ValueError):
    """A text is not read as maths; `rule` says why in one word."""

    def __init__(self, rule: str, note: str) -> None:
        super().__init__(note)
        self.rule = rule


def tidy(text: str) -> str:
    """The text in ASCII as far as it goes, without wrappers and lead-ins."""
    text = CLOSING_WORDS.sub("", text).strip()
    if not text.isascii():
        if CIRCLED.search(text):
            raise Unreadable("unread", "it holds signs that are not read")
        text = unicodedata.normalize("NFKC", text.translate(SIGNS).translate(DIGITS_APART)).translate(SIGNS)
    if "\\" in text:
        text = text if r"\begin" in text else ESCAPED_TWICE.sub(r"\\", text)
        for _ in range(3):
            before = text
            text = TEXT.sub(r" \1 ", OPERATOR.sub(r"\\\1 ", text))
            if text == before:
                break
        text = SHORT_FRACTION_TOP.sub(r"\\frac{\1}", SHORT_FRACTION.sub(r"\\frac{\1}{\2}", text))
    text = SPACES.sub(" ", text)
    text = THOUSANDS_MARK.sub("", text)
    text = SCIENTIFIC.sub(r"\1 \\cdot 10^{\2}", PLUS_MINUS.sub(r"\\pm ", text))
    text = predicate(text).lstrip(" \t\n,;:$*").rstrip(" \t\n.,;:$*")
    return POWER.sub("^", text) if "**" in text else text


def canonical(text: str) -> list[str]:
    """The tokens of a tidied text, one way of writing for each thing: `x^2`, `x^{2}` and `x ^ {2}` are the same."""
    tokens = []
    for token in TOKEN.findall(text):
        token = WORDS.get(token.lower(), token) if token.isalpha() and len(token) > 1 else SYNONYMS.get(token, token)
        if token not in DROPPED:
            tokens.append(token)
    joined = " ".join(tokens)
    if any(sign in joined for sign in ("^", "_", "\\")):
        joined = IN_BRACKETS.sub(r"\1 { \2 }", joined)
        joined = DENOMINATOR.sub(r"\1 { \2 }", NUMERATOR.sub(r"\\frac { \1 }", joined))
        joined = ARGUMENT.sub(r"\1 { \2 }", joined)
        joined = DEGREE.sub(r"\\degree", joined)
    return joined.split(" ")


def check_size(tokens: list[str]) -> None:
    """Refuse what no short answer needs and what would keep a computer algebra system busy."""
    depth = deepest = 0
    for i, token in enumerate(tokens):
        depth += (token in OPENING) - (token in CLOSING)
        deepest = max(deepest, depth)
        if depth < 0:
            raise Unreadable("unread", "its brackets do not match")
        if len(token) > MAX_DIGITS:
            raise Unreadable("too_complex", f"a number of more than {MAX_DIGITS} digits")
        if token == "^":
            group = enclosed(tokens, i + 1)
            _check_exponent(group)
            if tokens[i + 1 + len(group) : i + 2 + len(group)] == ["^"]:
                raise Unreadable("unread", "a power of a power without brackets")
        if token in ("!", r"\binom", r"\dbinom", r"\tbinom"):
            _check_factorial(tokens, i)
    if depth:
        raise Unreadable("unread", "its brackets do not match")
    if deepest > MAX_DEPTH:
        raise Unreadable("too_complex", f"brackets more than {MAX_DEPTH} deep")


def enclosed(tokens: list[str], start: int) -> list[str]:
    """The tokens of the bracket that opens at `start`; the one token there when it is none."""
    depth = 0
    for end in range(start, len(tokens)):
        depth += (tokens[end] in OPENING) - (tokens[end] in CLOSING)
        if depth <= 0:
            return tokens[start : end + 1]
    return tokens[start:]


def _check_exponent(group: list[str]) -> None:
    sizes = [float(token) for token in group if token[0].isdigit()]
    tower = "^" in group or "!" in group
    if any(size > (4 if tower else MAX_EXPONENT) for size in sizes) or group.count("^") > 1:
        raise Unreadable("too_complex", "a power too large")


def _check_factorial(tokens: list[str], at: int) -> None:
    if tokens[at] == "!":
        group = tokens[at - 1 : at]
        if group and group[0] in CLOSING:
            depth, start = 0, at - 1
            for start in range(at - 1, -1, -1):
                depth += (tokens[start] in CLOSING) - (tokens[start] in OPENING)
                if not depth:
                    break
            group = tokens[start:at]
    else:
        top = enclosed(tokens, at + 1)
        group = [*top, *enclosed(tokens, at + 1 + len(top))]
    if {"!", "^"} & set(group) or any(float(t) > MAX_FACTORIAL for t in group if t[0].isdigit()):
        raise Unreadable("too_complex", "a factorial too large")


def split(tokens: list[str], at: tuple[str, ...]) -> list[list[str]]:
    """The pieces between separators that stand in no bracket."""
    if not any(separator in tokens for separator in at):
        return [tokens]
    pieces: list[list[str]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token in OPENING) - (token in CLOSING)
        if depth == 0 and token in at:
            pieces.append([])
        else:
            pieces[-1].append(token)
    if len(pieces) > MAX_PARTS:
        raise Unreadable("too_complex", f"more than {MAX_PARTS} parts")
    return [piece for piece in pieces if piece]
