"""Lists that a cell holds as a text: in JSON, or as Python writes them. Nothing is evaluated."""

import re
from typing import Any

from pydantic_core import from_json

MAX_TEXT = 1_000_000
MAX_ENTRIES = 1_000
ENTRY = re.compile(
    r"""\s*(?:'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)"|(-?\d{1,30}(?:\.\d{1,30})?|True|False|None))\s*(,|\])""",
    re.ASCII | re.DOTALL,
)
END = re.compile(r"\s*\]")
ESCAPE = re.compile(r"""\\(?:([\\'"])|([nrt])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(\n))""")
SIGNS = {"n": "\n", "r": "\r", "t": "\t"}


def list_of(text: str) -> list[Any] | dict[str, Any] | None:
    """The list, or the object, that a text is in JSON or in Python's notation; None for any other text."""
    if text[:1] not in ("[", "{") or len(text) > MAX_TEXT:
        return None
    try:
        value = from_json(text)
    except ValueError:
        return _python_list(text)
    return value if isinstance(value, list | dict) else None


def _python_list(text: str) -> list[str] | None:
    entries: list[str] = []
    at, more = 1, text.startswith("[")
    while more and len(entries) < MAX_ENTRIES and (entry := ENTRY.match(text, at)):
        single, double, bare, mark = entry.groups()
        quoted = single if single is not None else double
        entries.append(bare if quoted is None else _unescaped(quoted))
        at, more = entry.end(), mark == ","
        if more and END.fullmatch(text, at):  # a comma behind the last entry
            return entries
    return entries if not more and entries and at == len(text) else None


def _unescaped(text: str) -> str:
    return ESCAPE.sub(_sign, text) if "\\" in text else text


def _sign(found: re.Match[str]) -> str:
    mark, short, two, four, _ = found.groups()
    if code := two or four:
        sign = chr(int(code, 16))
        return "\ufffd" if "\ud800" <= sign <= "\udfff" else sign
    return mark or (SIGNS[short] if short else "")
