"""The looser form of a text: one token after another, in which writings of the same thing come out the same.

LaTeX, case, accents, thousands marks, zeros after the point, plurals, articles, hyphens and the space before a unit are
set aside. `[b]` is a marked letter ("(B)"), `{b}` a bare capital that may be an option's letter, `¶` a line's end.
"""

import re
import unicodedata
from functools import lru_cache

FRACTION = re.compile(r"\\[dt]?frac\s?(?:\{([^{}]{1,40})\}\{([^{}]{1,40})\}|(\d)(\d))")
COMMAND = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|operatorname|left|right)(?![a-z])|\\[,;:!% ]")
GREEK = {at: f" {unicodedata.name(chr(at)).split()[-1].lower()} " for at in range(0x3B1, 0x3CA)}
WRITTEN = {**GREEK, 0x2212: "-", 0x2013: "-", 0x2014: ", ", 0x2019: "'"}
MARKED = re.compile(r"[(\[<]\*{0,2}([A-Z])\*{0,2}[)\]>](?![\w'])")
CAPITAL = re.compile(
    r"([A-Z])(?![\w']|-\w)(?<![\w'\x01][A-Z])"
    r"(?:(?<![AI])|(?<=[Oo]ption .)|(?<=[Cc]hoice .)|(?<=[Ll]etter .)|(?<=[Aa]nswer .)"
    r"|(?=[ *]?(?:[.(:),;/|!?\n]|- |$))|(?=\s(?:[B-Z]|and|or|is|was|because|to [B-Z])\b))"
)
"""A capital on its own, but "A" and "I" only where they are no words."""
THOUSANDS = re.compile(r",(?<=\d,)(?=\d{3}(?!\d))")
HYPHEN = re.compile(r"-(?:(?<=[^\W_]-)(?=[^\W\d_])|(?<=[^\W\d_]-)(?=\d))")
POSSESSIVE = re.compile(r"'s\b|'(?<=s')")
PLURAL = re.compile(r"s\b(?:(?<=[^\W\d_][^\W\d_][^\W\d_siu]s)|(?<=\ds))")
ARTICLE = re.compile(r" a(?= [a-z])")
POINT = re.compile(r"\.(?<=\d\.)(?=\d)")
ZEROS = re.compile(r"\x05(\d{0,15}?)0{1,15}(?!\d)")
NUMBER = re.compile(r"(\d[\d\x05]*)")
APART = "-,.;:!?()=+/^%°<>≠≤≥±√\n"
KEPT = str.maketrans("\1\2\3\4\5\n" + "\"'`*_[]{}|$\\~#&@“”‘«»", "[]{}.¶" + " " * 21)
STOPS = frozenset(",.;:!?()=¶")
OTHER_MARKS = re.compile(r"[^\w\s'\"≠≤≥±√°.,;:!?()\[\]{}<>|=+/^%$\\*-]")
LETTER = re.compile(r"[\[{]([a-z])[\]}]")


@lru_cache(maxsize=8)  # one reply asks for the form of its text several times
def loose(text: str) -> str:
    """A text in the looser form, its tokens apart by single spaces."""
    if "\\" in text:
        text = COMMAND.sub(" ", FRACTION.sub(r" \1\3/\2\4 ", text))
    if not text.isascii():
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text.translate(WRITTEN)))
        text = OTHER_MARKS.sub(" ", "".join(c for c in text if not unicodedata.combining(c)))
    text = _set("\3", "\4", CAPITAL.split(_set("\1", "\2", MARKED.split(text)))).lower()
    if "'" in text:
        text = POSSESSIVE.sub("", text.replace("can't", "cannot").replace("n't", " not"))
    text = PLURAL.sub("", HYPHEN.sub(" ", THOUSANDS.sub("", text)))
    if NUMBER.search(text):
        text = " ".join(NUMBER.split(ZEROS.sub(_decimals, POINT.sub("\5", text))))
    for sign in APART:
        if sign in text:
            text = text.replace(sign, f" {sign} ")
    text = f" {' '.join(text.translate(KEPT).split())} ".replace(" the ", " ").replace(" an ", " ")
    return ARTICLE.sub("", text)[1:-1]


def _set(before: str, after: str, pieces: list[str]) -> str:
    """A split text put together again, with every second piece between two marks."""
    if len(pieces) > 1:
        pieces[1::2] = [f"{before}{piece}{after}" for piece in pieces[1::2]]
    return "".join(pieces)


def _decimals(found: re.Match[str]) -> str:
    return f"\5{found[1]}" if found[1] else ""


def bare(text: str) -> str:
    """A text in the looser form without marks."""
    tokens = [token for token in loose(text).split() if token not in STOPS]
    return LETTER.sub(r"\1", " ".join(tokens)) or " ".join(text.casefold().split())
