"""The catalog: the items that a server or a trainer's process knows, by id and by what they ask.

It is read from files of items and can be read again while it is used: a file with a fault leaves it as it was. Who
has no field for an id may put `tag(item.id)`, such as "[item 3f0c5a9be1d2c4f7]", into the prompt.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

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


@dataclass(frozen=True, slots=True)
class _Index:
    """Items by id, and ids by the hash of what they ask (None until somebody asks by prompt)."""

    items: Mapping[str, Item]
    prompts: Mapping[bytes, tuple[str, ...]] | None = None


class Catalog:
    """Known items. `paths`: the files that they come from, for `reload`. May be used from several threads."""

    def __init__(self, items: Mapping[str, Item] | None = None, paths: Iterable[Path] = ()) -> None:
        self.paths = tuple(paths)
        self._index = _Index(items or {})

    def __len__(self) -> int:
        return len(self._index.items)

    def get(self, id_: str) -> Item | None:
        """The item with this id."""
        return self._index.items.get(id_)

    def asked(self, prompt: object) -> Item:
        """The item that a prompt (text, templated text, or messages) names by a tag, or asks in its last user turn.

        Raises Unknown where there is none, and where several items ask the same.
        """
        question = question_text(prompt)
        index = self._indexed()
        if tag := TAG.search(question):
            if item := index.items.get(tag[1]):
                return item
            raise Unknown("unknown_id", f"no item has the id {tag[1][:40]!r}, which the prompt names")
        whole = bare(prompt) if isinstance(prompt, str) else question  # a question may hold words like "User:"
        prompts = index.prompts or {}
        ids = prompts.get(_hash(whole), ()) or prompts.get(_hash(question), ()) if question else ()
        if len(ids) == 1:
            return index.items[ids[0]]
        if not ids:
            raise Unknown("unknown_prompt", "no known item asks this; give an item id or a key as the label")
        named = ", ".join(ids[:SHOWN]) + (", …" if len(ids) > SHOWN else "")
        raise Unknown("ambiguous_prompt", f"{len(ids)} items ask this ({named}); give the id as the label")

    def reload(self) -> int:
        """Read the files again; returns how many items there are. Raises InputError, and is then as before."""
        self._index = _Index(_by_id(self.paths))
        return len(self)

    def _indexed(self) -> _Index:
        """The index with its prompts, which are hashed once."""
        index = self._index
        if index.prompts is None:
            prompts: dict[bytes, tuple[str, ...]] = {}
            for item in index.items.values():
                key = _hash(bare(item.question))
                prompts[key] = (*prompts.get(key, ()), item.id)
            index = self._index = _Index(index.items, prompts)
        return index


def read_catalog(paths: Iterable[Path]) -> Catalog:
    """The items of several files. Raises InputError for a bad file, and when two files hold the same id."""
    paths = tuple(paths)
    return Catalog(_by_id(paths), paths)


def tag(id_: str) -> str:
    """What names an item within a prompt."""
    return f"[item {id_}]"


def _by_id(paths: Iterable[Path]) -> dict[str, Item]:
    items: dict[str, Item] = {}
    for path, item in _all(paths):
        if item.id in items:
            raise InputError(f"{path}: id: {item.id!r} is also in another file; ids are unique")
        items[item.id] = item
    return items


def _all(paths: Iterable[Path]) -> Iterator[tuple[Path, Item]]:
    return ((path, item) for path in paths for item in read_items(path))


def _hash(question: str) -> bytes:
    return hashlib.blake2b(question.encode("utf-8", "replace"), digest_size=16).digest()
