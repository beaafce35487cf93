"""Decoded: what a text says to a reader who undoes an encoding: spelled letters, leet, rot13, base64, escapes."""

import base64
import binascii
import codecs
import re
from collections.abc import Collection, Iterator
from html import unescape
from urllib.parse import unquote

LEET = str.maketrans("013457@$", "oieastas")
MIXED = re.compile(r"[a-z][013457@$]|[013457@$][a-z]", re.IGNORECASE)
SPELLED = re.compile(r"(?<![^\W_])[^\W_]([-.*|·_ ])(?:[^\W_]\1){1,200}[^\W_]?(?![^\W_])")
BASE64 = re.compile(r"[A-Za-z0-9+/_-]{12,1000}={0,2}")
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")
CORE = (
    "ignore", "instructions", "correct", "candidate", "verdict", "answer", "accept", "choose", "grader", "judge",
    "equivalent", "reference", "marks",
)  # fmt: skip
"""What a text that was turned around or shifted would say in the least."""
BACKWARDS = frozenset(word[::-1] for word in CORE)
ROT13 = frozenset(codecs.encode(word, "rot13") for word in CORE)


def decodings(text: str, words: Collection[str]) -> Iterator[str]:
    """Other readings of a short text, of which most are nonsense; `words`: its words in small letters."""
    if SPELLED.search(text):
        yield SPELLED.sub(lambda letters: letters[0].replace(letters[1], ""), text)
    if MIXED.search(text):
        yield text.translate(LEET)
    if "%" in text and (said := unquote(text)) != text:
        yield said
    if "&" in text and (said := unescape(text)) != text:
        yield said
    if "\\u" in text or "\\x" in text:
        yield ESCAPE.sub(lambda code: chr(int(code[1] or code[2], 16)), text)
    if not BACKWARDS.isdisjoint(words):
        yield text[::-1]
    if not ROT13.isdisjoint(words):
        yield codecs.encode(text, "rot13")
    for word in BASE64.findall(text):
        try:
            yield base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_").decode()
        except (binascii.Error, ValueError):
            continue
