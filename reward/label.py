"""Labels: what a trainer's data gives as the right answer, in whatever form its column holds.

A label is the id of a known item; an item or a typed key, as an object or as JSON text; or a plain answer: text, a
number, true or false, or a list of wordings that are all right. (In text, only a JSON list of texts is one: "[0, 1]"
is plain.) An object may also wrap one of these:
{"item": …}, {"item_id": …}, {"ground_truth": …}, {"question": …, "answer": …}.
"""

import json
import math
import re
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from reward.answers import Number, YesNo
from reward.catalog import Catalog, Unknown
from reward.item import Item
from reward.jsonl import describe, printable
from reward.key import key_of

ID = re.compile(r"[0-9a-fA-F]{16}")
"""An id as items get it from their content: nobody's plain answer looks like that."""
MAX_CHARS = 1_000_000
MAX_WORDINGS = 200
WHOLE = 1e15
"""Below this, a whole float is written as an integer."""
CACHED_CHARS = 8_192
WRAPPED = ("item", "item_id", "ground_truth")
FORMS = "an item id, an item or a typed key as JSON, text, a number, true or false, or a list of wordings"


def read_label(label: Any, question: str, catalog: Catalog) -> Item | str:
    """The item that a label stands for; the id itself where it is one that the catalog does not know.

    `question`: what was asked, for a key without a question of its own. Raises Unknown with the code "invalid_label".
    """
    label = label.tolist() if hasattr(label, "tolist") else label  # of numpy, as columns of objects hold it
    for _ in range(4):  # an object may wrap JSON text that wraps an object
        if isinstance(label, str):
            label = _opened(label, catalog)
            if isinstance(label, Item | _Plain):
                break
        name = next((name for name in WRAPPED if isinstance(label, dict) and label.get(name) is not None), None)
        if name is None:
            break
        if name == "item" and not _holds_item(label[name]):
            raise Unknown("invalid_label", "item holds no item; give a line of items.jsonl, as an object or as text")
        if name == "item_id":
            return catalog.get(str(label[name])) or str(label[name])
        question = label["question"] if isinstance(label.get("question"), str) else question
        label = label[name]
    if isinstance(label, Item):
        return label
    if isinstance(label, _Plain):
        return str(label) if ID.fullmatch(label) else _item(json.dumps(str(label)), question)
    return _item(_canonical(label), question)


class _Plain(str):
    """A text that is no JSON and no id of a known item."""


def _holds_item(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, str) and value.lstrip().startswith("{"))


def _opened(text: str, catalog: Catalog) -> Any:
    """What a text stands for: a known item, the value that it is JSON of, or itself."""
    text = text.strip()
    if len(text) > MAX_CHARS:
        raise Unknown("invalid_label", f"the label has {len(text)} characters, more than {MAX_CHARS}")
    if item := catalog.get(text):
        return item
    if text[:1] in ("{", "[", '"'):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            if text.startswith(('{"', '[{"')):
                raise Unknown("invalid_label", f"the label is no JSON: {printable(str(error), 100)}") from None
            return _Plain(text)
        if isinstance(value, str):
            return catalog.get(value) or _Plain(value)
        wordings = isinstance(value, list) and all(isinstance(word, str) for word in value)
        return value if wordings or isinstance(value, dict) else _Plain(text)  # "[0, 1]" is an interval, or numbers
    return _Plain(text)


def _canonical(label: Any) -> str:
    try:
        text = json.dumps(label, sort_keys=True)
        if len(text) <= MAX_CHARS:
            return text
        raise Unknown("invalid_label", f"the label has {len(text)} characters, more than {MAX_CHARS}")
    except (TypeError, ValueError, RecursionError):
        raise Unknown("invalid_label", f"the label is of type {type(label).__name__}; give {FORMS}") from None


def _item(label: str, question: str) -> Item:
    small = len(label) + len(question) <= CACHED_CHARS
    found = (_cached if small else _made)(label, question)
    if isinstance(found, Item):
        return found
    raise Unknown("invalid_label", found)


def _made(label: str, question: str) -> Item | str:
    """The item of a label in canonical JSON, or why there is none."""
    value = json.loads(label)
    try:
        if isinstance(value, dict) and "kind" not in value and "answer" in value:
            answer = value["answer"]
            if not isinstance(answer, dict):
                value = {**value, "answer": _key(answer, str(value.get("question") or question))}
            return Item.model_validate({"question": question or "?", **value})
        if isinstance(value, dict) and "kind" in value:
            return Item.model_validate({"question": question or "?", "answer": value})
        return Item(question=question or "?", answer=_key(value, question))
    except ValidationError as error:
        return f"the label holds no key: {describe(error)}"
    except (ValueError, TypeError) as error:
        return f"the label holds no key: {printable(str(error), 200)}"


_cached = lru_cache(maxsize=2048)(_made)  # a group of rollouts comes with one label


def _key(value: Any, question: str) -> Any:
    """The typed key of a plain answer: text, a number, true or false, or wordings that are all right."""
    if isinstance(value, list) and len(value) == 1:
        [value] = value
    if isinstance(value, bool):
        return YesNo(value=value)
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return Number(value=str(int(value)) if value == int(value) and abs(value) < WHOLE else str(value))
    if isinstance(value, str):
        return key_of([value], question=question)
    if isinstance(value, list) and 0 < len(value) <= MAX_WORDINGS and all(isinstance(word, str) for word in value):
        return key_of(value, question=question)
    what = f"wordings are texts, at most {MAX_WORDINGS}; else give a typed key"
    raise ValueError(what if isinstance(value, list) and len(value) > 1 else f"give {FORMS}")
