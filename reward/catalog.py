"""The catalog: the items that a server or a trainer's process knows, by id and by what they ask.

It is read from files of items and can be read again while it is used: a file with a fault leaves it as it was. Who
has no field for an id may put `tag(item.id)`, such as "[item 3f0c5a9be1d2c4f7]", into the prompt.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock

from reward.chat import bare, question_text
from reward.item import Item
from reward.jsonl import InputError, read_items

TAG = re.compile(r"\[item ([^\]\s]{1,200})\]")
SHOWN = 5
"""Ids that a message names."""


class Unknown(LookupError):
    """No item, or no single one, is meant: `code` is a stable word for it, the message is for a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Index:
    """Items by id, and ids by the hash of what they ask, which is made when somebody first asks by prompt."""

    def __init__(self, items: Mapping[str, Item]) -> None:
        self.items = items
        self._lock = Lock()
        self._prompts: dict[bytes, list[str]] | None = None

    def asking(self, question: str) -> Sequence[str]:
        """The ids of the items that ask this."""
        with self._lock:
            if self._prompts is None:
                self._prompts = {}
                for item in self.items.values():
                    self._prompts.setdefault(_hash(bare(item.question)), []).append(item.id)
        return self._prompts.get(_hash(question), ())


class Catalog:
    """Known items. `paths`: the files that they come from, for `reload`. May be used from several threads."""

    def __init__(self, items: Mapping[str, Item] | None = None, paths: Iterable[Path] = ()) -> None:
        self.paths = tuple(paths)
        self._index = _Index(items or {})
        self._reading = Lock()

    def __len__(self) -> int:
        return len(self._index.items)

    def __reduce__(self) -> tuple[type["Catalog"], tuple[dict[str, Item], tuple[Path, ...]]]:
        return Catalog, (dict(self._index.items), self.paths)

    def get(self, id_: str) -> Item | None:
        """The item with this id."""
        return self._index.items.get(id_)

    def named(self, id_: str) -> Item:
        """The item with this id. Raises Unknown where there is none."""
        return _named(self._index.items, id_)

    def asked(self, prompt: object) -> Item:
        """The item that a prompt (text, templated text, or messages) names by a tag, or asks in its last user turn.

        Raises Unknown where there is none, and where several items ask the same.
        """
        index = self._index  # the same to the end, whatever is read meanwhile
        question = question_text(prompt)
        if tag := TAG.search(question):
            return _named(index.items, tag[1])
        if not question:
            raise Unknown("unknown_prompt", "the prompt asks nothing; give an item id or a key as the label")
        whole = bare(prompt) if isinstance(prompt, str) else question  # a question may hold words like "User:"
        ids = index.asking(whole) or index.asking(question)
        if len(ids) == 1:
            return index.items[ids[0]]
        if not ids:
            raise Unknown("unknown_prompt", "no known item asks this; give an item id or a key as the label")
        named = ", ".join(ids[:SHOWN]) + (", …" if len(ids) > SHOWN else "")
        raise Unknown("ambiguous_prompt", f"{len(ids)} items ask this ({named}); give the id as the label")

    def reload(self) -> int:
        """Read the files again; returns how many items there are. Raises InputError, and is then as before.

        What is no file, or holds no item where there were some, is a fault too: it may be half written.
        """
        with self._reading:
            for path in self.paths:
                if not path.is_file():
                    raise InputError(f"{path}: cannot be read: there is no such file")
            items = _by_id(self.paths)
            if not items and len(self):
                raise InputError(f"{self.paths[0]}: it holds no items; write a new file aside, and move it here")
            self._index = _Index(items)
            return len(self)


def read_catalog(paths: Iterable[Path]) -> Catalog:
    """The items of several files. Raises InputError for a bad file, and when two files hold the same id."""
    paths = tuple(paths)
    return Catalog(_by_id(paths), paths)


def tag(id_: str) -> str:
    """What names an item within a prompt."""
    return f"[item {id_}]"


def _named(items: Mapping[str, Item], id_: str) -> Item:
    if id_ not in items:
        raise Unknown("unknown_id", f"no item has the id {id_[:40]!r}")
    return items[id_]


def _by_id(paths: Iterable[Path]) -> dict[str, Item]:
    items: dict[str, Item] = {}
    for path in paths:
        for item in read_items(path):
            if item.id in items:
                raise InputError(f"{path}: id: {item.id!r} is also in another file; ids are unique")
            items[item.id] = item
    return items


def _hash(question: str) -> bytes:
    return hashlib.blake2b(question.encode("utf-8", "replace"), digest_size=16).digest()
