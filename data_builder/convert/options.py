"""The options of a row, however they are written, and which of them its key names."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from data_builder.convert.mapping import KeyIs
from data_builder.convert.rows import RowError
from data_builder.convert.written import list_of
from reward.jsonl import printable
from reward.plain import plain

MAX_OPTIONS = 26
TEXTS = (str, int, float)
MAX_OPTION = 10_000
"""Characters."""
LABEL = re.compile(r"\(?([A-Z])(?:[.):]\s*|\s+)(?=\S)")
LETTER = re.compile(r"\(?([A-Za-z])[.):]?")
LINE = re.compile(r"[ \t]{0,8}(?:\(([A-Z])\)|([A-Z])[.):])[ \t]?(.*)")
COLUMN = re.compile(r"(|option|choice|opt|answer|op)([a-z]|\d\d?)")
INDEX = re.compile(r"-?\d{1,9}", re.ASCII)
INDEX_FIELD = re.compile(r"correct.*|.*(?:idx|index)", re.DOTALL)
MARKED = re.compile(r"<answer>([^<]{1,1000})</answer>|\\boxed\{([^{}]{1,1000})\}")


@dataclass(frozen=True, slots=True)
class Options:
    """The texts without the letters before them; `lists` where they are lists; `labels` where the file names each."""

    texts: tuple[str, ...]
    lists: tuple[tuple[str, ...], ...] = ()
    labels: tuple[str, ...] = ()


def options_of(value: Any) -> Options:
    """The options that one field holds: a list, an object of letters, or either of them written out as a text.

    Raises RowError for fewer than 2 and more than 26, and for one that is no text.
    """
    if isinstance(value, str):
        value = written_options(value)
    labels: tuple[str, ...] = ()
    if isinstance(value, dict) and isinstance(value.get("text"), list) and isinstance(value.get("label"), list):
        labels, value = tuple(map(str, value["label"])), value["text"]
    elif isinstance(value, dict):
        named = {str(name): option for name, option in value.items() if option is not None}
        labels = tuple(sorted(named))
        value = [named[name] for name in labels]
    if not isinstance(value, list):
        raise RowError("options", "bad_options", "are no list; give a list, or an object of letters")
    _check_count(len(value))
    lists = tuple(tuple(map(str, option)) for option in value if isinstance(option, list))
    texts = _unlabelled([text_of(option, "options") for option in value])
    return Options(texts, lists if len(lists) == len(texts) else (), labels if len(labels) == len(texts) else ())


def column_options(row: Mapping[str, Any], columns: tuple[str, ...]) -> Options:
    """The options that stand in a field each. Those at the end may be empty, as where questions have fewer."""
    if missing := [name for name in columns if name not in row]:
        raise RowError("options", "missing_options", f"have no field {printable(missing[0], 60)!r}; check its name")
    values = [row[name] for name in columns]
    while values and (values[-1] is None or not str(values[-1]).strip()):
        values.pop()
    _check_count(len(values))
    return Options(_unlabelled([text_of(value, "options") for value in values]))


def columns_in(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields of a row that look like one option each, in order: A, B, …; option_a, …; choice1, …; or none."""
    return _columns_in(tuple(row))


@lru_cache(maxsize=256)
def _columns_in(names: tuple[str, ...]) -> tuple[str, ...]:
    families: dict[tuple[str, bool], dict[int, str]] = {}
    for name in names:
        shape = COLUMN.fullmatch(re.sub(r"[ _.-]", "", name.lower())) if len(name) <= 20 else None
        if shape and (shape[1] or not shape[2].isdigit()):
            place = int(shape[2]) if shape[2].isdigit() else ord(shape[2]) - ord("a")
            families.setdefault((shape[1], shape[2].isdigit()), {}).setdefault(place, name)
    for (_, numbered), places in families.items():
        first = 1 if numbered and 0 not in places else 0
        last = max(places)
        if {first, first + 1} <= places.keys() and last - first < MAX_OPTIONS:
            return tuple(places.get(place, "") for place in range(first, last + 1))
    return ()


def in_question(text: str) -> tuple[str, tuple[str, ...]]:
    """A question that ends in its options, a line "(A) …" or "A. …" each, as the question alone and the options.

    Lines behind the options are dropped: they say how to answer. No options where there are no two such lines in order.
    """
    lines = text.split("\n")
    first = next((i for i, line in enumerate(lines) if (found := LINE.fullmatch(line)) and _letter(found) == "A"), None)
    options: list[str] = []
    for line in lines[first:] if first is not None else ():
        found = LINE.fullmatch(line)
        if not found or len(options) == MAX_OPTIONS or _letter(found) != chr(ord("A") + len(options)):
            break
        options.append(found[3].strip())
    return (" ".join(lines[:first]), tuple(options)) if len(options) > 1 else (text, ())


def written_options(text: str) -> Any:
    """What a cell with all options says: a list in JSON or as Python writes it, or lines "A. …"; else the text."""
    parsed = list_of(text.strip())
    if parsed is not None:
        return parsed
    _, options = in_question(text)
    return list(options) or text


def check_apart(options: tuple[str, ...]) -> None:
    """Raises RowError when two options are the same but for case, articles and marks."""
    seen: dict[str, str] = {}
    for option in options:
        form = plain(option) or option
        if form in seen:
            what = f"{printable(option, 60)!r} comes twice; one of the two is right at most: mend or drop the question"
            raise RowError("options", "duplicate_options", what)
        seen[form] = option


def correct_of(key: Any, options: Options, field: str, key_is: KeyIs | None = None) -> int:
    """The index of the key, which is an index from 0, a letter, a label, or the text of an option.

    Raises RowError for a key that names none of them, or one by one reading and another by the next. A number in a
    field such as `correct_idx` is an index and nothing else.
    """
    texts = options.texts
    if isinstance(key, list) and len(key) == 1:
        key = key[0]
    if isinstance(key, bool) or not isinstance(key, TEXTS):
        raise _no_key(key, texts, "bad_key")
    said = text_of(key, "key")
    marked = MARKED.search(said) if "<answer>" in said or "\\boxed" in said else None
    said = (marked[1] or marked[2]).strip() if marked else said
    if key_is is None and said in options.labels:
        return options.labels.index(said)
    by_text = _by_text(said, texts) if key_is in (None, "text") else None
    index = INDEX.fullmatch(said) if key_is is None and _is_index(key, field) else None
    if key_is in ("index0", "index1") or index:
        place = _by_index(said, key_is == "index1")
        if index and by_text not in (None, place) and not INDEX_FIELD.fullmatch(field):
            if place is None or place < len(texts):
                raise _two(said, place or 0, by_text)
            place = by_text
    else:
        place = _by_letter(said, texts) if key_is in (None, "letter") else None
        if place is not None and by_text not in (None, place):
            raise _two(said, place, by_text)
        place = by_text if place is None else place
    if place is None or not 0 <= place < len(texts):
        one_past = index is not None and place == len(texts)
        out = index or LETTER.fullmatch(said) or INDEX.fullmatch(said)
        raise _no_key(key, texts, "key_one_past" if one_past else "key_out_of_range" if out else "unknown_key")
    return place


def _is_index(key: Any, field: str) -> bool:
    """Whether a key is a number, or digits in a field that holds numbers by its name."""
    return not isinstance(key, str) or field.endswith(("idx", "index"))


def _by_index(said: str, from_one: bool) -> int | None:
    return int(said) - from_one if INDEX.fullmatch(said) else None


def text_of(value: Any, field: str, most: int = MAX_OPTION) -> str:
    """A text, or the texts of a list with commas between. Raises RowError for anything else, and an empty one."""
    if not isinstance(value, str):
        value = _as_text(value, field)
    text: str = value.strip()
    if not text:
        raise RowError(field, f"empty_{field}", "is empty; give a text")
    if len(text) > most:
        raise RowError(field, f"long_{field}", f"is longer than {most} characters; shorten it")
    return text


def _as_text(value: Any, field: str) -> str:
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(one, TEXTS) for one in values):
        raise RowError(field, f"bad_{field}", "is no text; give a string, or a list of strings")
    if any(isinstance(one, float) and not math.isfinite(one) for one in values):
        raise RowError(field, f"bad_{field}", "is no finite number; give a text")
    return ", ".join(map(_written, values))


def _written(value: str | int | float) -> str:
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e15  # tables make floats of whole numbers
    return str(int(value) if whole else value)


def _check_count(count: int) -> None:
    if count < 2:
        raise RowError("options", "too_few_options", f"are {count}; a choice needs two, and at most {MAX_OPTIONS}")
    if count > MAX_OPTIONS:
        raise RowError("options", "too_many_options", f"are {count}; give at most {MAX_OPTIONS}")


def _unlabelled(texts: list[str]) -> tuple[str, ...]:
    labels = [LABEL.match(text) for text in texts]
    if all(label and ord(label[1]) == ord("A") + i for i, label in enumerate(labels)):
        return tuple(text[label.end() :] for text, label in zip(texts, labels, strict=True) if label)
    return tuple(texts)


def _letter(found: re.Match[str]) -> str:
    return found[1] or found[2]


def _by_letter(said: str, texts: tuple[str, ...]) -> int | None:
    letter = LETTER.fullmatch(said)
    place = ord(letter[1].upper()) - ord("A") if letter else len(texts)
    return place if place < len(texts) else None


def _by_text(said: str, texts: tuple[str, ...]) -> int | None:
    """The one option with this text, if need be without the letter before it, or without case, articles and marks."""
    folded = [option.casefold() for option in texts]
    label = LABEL.match(said)
    for form in (said.casefold(), said[label.end() :].casefold() if label else ""):
        if form and folded.count(form) == 1:
            return folded.index(form)
    if len(said) < 2 or not (form := plain(said)):
        return None
    forms = list(map(plain, texts))
    return forms.index(form) if forms.count(form) == 1 else None


def _two(said: str, place: int, other: int | None) -> RowError:
    shown = printable(said, 40)
    what = f"{shown!r} may be option {place + 1} or the text of option {(other or 0) + 1}; say key_is in a mapping"
    return RowError("key", "ambiguous_key", what)


def _no_key(key: Any, texts: tuple[str, ...], reason: str) -> RowError:
    what = f"{printable(repr(key)[:200], 60)} is no index from 0, letter or text of one of the {len(texts)} options"
    return RowError("key", reason, what)
