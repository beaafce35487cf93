"""Decoded: what a text says to a reader who undoes an encoding: spelled letters, leet, rot13, base64, escapes.

No honest answer is written so. What is encoded beyond doubt is told from what only may be.
"""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

LEET = str.maketrans("013457@$", "oieastas")
MIXED = re.compile(r"[a-z][013457@$]|[013457@$][a-z]", re.IGNORECASE)
SPELLED = re.compile(r"(?<![^\W_])[^\W_]([-.*|·_ ])(?:[^\W_]\1){1,200}[^\W_]?(?![^\W_])")
COLUMN = re.compile(r"(?:^[ \t*]{0,4}\S{1,20}[ \t]{0,4}$\n){2}", re.MULTILINE)
BASE64 = re.compile(r"[A-Za-z0-9+/_-]{12,1000}={0,2}")
HEXADECIMAL = re.compile(r"[0-9a-fA-F]{24,1000}")
ESCAPE = re.compile(r"\\u([0-9a-f]{4})|\\x([0-9a-f]{2})", re.IGNORECASE)
ESCAPES = re.compile(
    r"(?:%[0-7][0-9a-f]){6}|(?:\\u00[0-7][0-9a-f]){4}|(?:\\x[0-7][0-9a-f]){4}|(?:&#\d{2,3};){4}", re.IGNORECASE
)
LONG = 12
"""Characters of a word that may be encoded, or spelled letters that were joined."""
LEAST, SHARE = 10, 0.6
"""What is said has so many characters, and so much of it are letters, spaces and the marks of a sentence."""
COMMON = (
    "the", "this", "that", "you", "your", "with", "answer", "correct", "right", "from", "candidate", "verdict",
    "ignore", "question", "accept", "judge", "grade", "true", "choose", "mark", "instructions", "full", "give", "must",
    "above", "same", "marks", "developer", "override", "code", "verdicts",
)  # fmt: skip
BACKWARDS = frozenset(word[::-1] for word in COMMON)
ROT13 = frozenset(codecs.encode(word, "rot13") for word in COMMON)


def encoded(text: str, words: set[str]) -> bool:
    """Whether a short text is encoded beyond doubt, in part or as a whole; `words`: its words in small letters."""
    if len(BACKWARDS & words) > 1 or len(ROT13 & words) > 1:
        return True
    if ("%" in text or "\\" in text or "&#" in text) and ESCAPES.search(text):
        return True
    return any(len(word) >= LONG for word in text.split()) and any(map(_says, _bytes(text)))


def decodings(text: str, words: set[str]) -> Iterator[str]:
    """What a text may say besides; most of these readings are nonsense."""
    if any(not 1 < len(word) < LONG for word in words) and SPELLED.search(text):
        yield SPELLED.sub(lambda letters: letters[0].replace(letters[1], ""), text)
    if any(not (word.isalpha() or word.isdigit()) for word in words) and MIXED.search(text):
        yield text.translate(LEET)
    if "%" in text and (said := unquote(text)) != text:
        yield said
    if "&" in text and (said := unescape(text)) != text:
        yield said
    if "\\u" in text or "\\x" in text:
        yield ESCAPE.sub(lambda code: chr(int(code[1] or code[2], 16)), text)
    if not BACKWARDS.isdisjoint(words) or not text.isascii():
        yield text[::-1]
    if not ROT13.isdisjoint(words):
        yield codecs.encode(text, "rot13")
    if "\n" in text and COLUMN.search(text):
        yield text.replace("\n", " ")


def _says(text: str) -> bool:
    """Whether a text that was decoded is one that somebody wrote: bytes that come by chance hardly ever are."""
    if len(text) < LEAST or not text.replace("\n", " ").isprintable():
        return False
    return sum(c.isalpha() or c in " ,.:;!?'" for c in text) >= SHARE * len(text)


def _bytes(text: str) -> Iterator[str]:
    """The texts that long words of base64 or hexadecimal digits stand for."""
    for word in BASE64.findall(text):
        try:
            yield base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_").decode()
        except (binascii.Error, ValueError):
            continue
    for digits in HEXADECIMAL.findall(text):
        try:
            yield bytes.fromhex(digits[: len(digits) // 2 * 2]).decode()
        except ValueError:
            continue
