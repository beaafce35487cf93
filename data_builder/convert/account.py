"""The account of a conversion: what became of every row, in numbers, with a few examples of each.

Accounts of parts of a set add up, so that the parts can be converted by themselves: the same rows give the same account
in any order and in any parts.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reward.judge.share import Share

Example = Mapping[str, object]

PER_OPTION = frozenset(["options", "statement", "choice"])
"""Kinds of items that still show options: rules decide them, but they ask whether, not what."""
JUDGED = frozenset(["text"])
"""Kinds of items that a rule seldom decides."""
DROPPED, REFUSED = "dropped", "refused"
COUNTERS = ("shipped", "dropped", "refused", "demoted", "asked", "repaired")
EXAMPLES = 3
"""How many examples are kept of each pair of sorts, and of each reason, in each set."""
EXAMPLE_CHARS = 1_000
"""Characters of each text of an example; what is longer is cut."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one row. Exactly one of `shipped`, `dropped` and `refused` is given.

    `source` is the set and `subtype` its file or category, "" where none is known. `sort_before` is the sort of the
    published key (number, moment, …, name, text), or "none". `shipped` is the kind of the item: its answer's kind
    where it is open, else `options`, `statement` or `choice`. `demotions` are (from, reason), in their order; each
    leads to the next one's sort, the last one to what shipped, or out. `dropped` and `refused` are reasons that can be
    counted, the first of a question and the second of a row that is none. `llm` is how the model's opinion ended, None
    where it was not asked; `repaired` where the options come from that an item still shows: `bundle` or `published`.
    `example` is shown to people, each part of it where it is given: id, where, question, options and key as published,
    stem, statements and answer as shipped, and why; texts and lists of texts.
    """

    source: str
    subtype: str
    sort_before: str
    shipped: str | None = None
    demotions: tuple[tuple[str, str], ...] = ()
    dropped: str | None = None
    refused: str | None = None
    llm: str | None = None
    repaired: str | None = None
    example: Example = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shares:
    """How much a rule decides. `with_options` and `without_options` are of the items that shipped, with and without
    those that still show options; `of_questions` is like the latter, of all questions that could be read."""

    with_options: Share
    without_options: Share
    of_questions: Share

    def as_json(self) -> dict[str, object]:
        """The shares by name, each as `Share` gives it."""
        return {name: getattr(self, name).as_json() for name in self.__dataclass_fields__}


@dataclass(slots=True)
class Account:
    """Counts of rows by

    shipped   (source, subtype, sort before, kind)
    dropped   (source, subtype, sort before, reason)
    refused   (source, reason)
    demoted   (source, from, to, reason), where `to` is a sort or "dropped"
    asked     (source, how the model's opinion ended)
    repaired  (source, subtype, where the options come from)

    and examples by (source, sort before, kind), (source, "dropped", reason) and (source, "refused", reason), each with
    its rank. The examples with the lowest ranks are kept; a rank is a hash of the example's place.
    """

    shipped: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    dropped: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    demoted: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    repaired: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str, str], list[tuple[str, Example]]] = field(default_factory=dict)

    def add(self, row: Outcome) -> None:
        """Count one row. Raises ValueError unless exactly one thing became of it."""
        source, before = row.source, row.sort_before
        if (row.shipped is None) + (row.dropped is None) + (row.refused is None) != 2:
            raise ValueError(f"{source}: a row is shipped, dropped or refused, and only one of these: {row!r:.200}")
        if row.refused is not None:
            self.refused[source, row.refused] += 1
            self._keep((source, REFUSED, row.refused), row.example)
            return
        if row.shipped is not None:
            self.shipped[source, row.subtype, before, row.shipped] += 1
            self._keep((source, before, row.shipped), row.example)
        elif row.dropped is not None:
            self.dropped[source, row.subtype, before, row.dropped] += 1
            self._keep((source, DROPPED, row.dropped), row.example)
        for place, (sort, reason) in enumerate(row.demotions, 1):
            after = row.demotions[place][0] if place < len(row.demotions) else row.shipped or DROPPED
            self.demoted[source, sort, after, reason] += 1
        if row.llm is not None:
            self.asked[source, row.llm] += 1
        if row.repaired is not None:
            self.repaired[source, row.subtype, row.repaired] += 1

    def _keep(self, key: tuple[str, str, str], example: Example) -> None:
        if not example:
            return
        place = f"{key[0]}\n{example.get('id')}\n{example.get('where')}"
        rank = hashlib.sha256(place.encode("utf-8", "replace")).hexdigest()[:16]
        kept = self.examples.setdefault(key, [])
        if len(kept) < EXAMPLES or rank <= kept[-1][0]:
            self.examples[key] = _lowest([*kept, (rank, _cut(example))])

    def merge(self, other: "Account") -> None:
        """Count what another account counted as well."""
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))
        for key, kept in other.examples.items():
            self.examples[key] = _lowest([*self.examples.get(key, []), *kept])

    def sources(self) -> list[str]:
        """The sets, by name."""
        return sorted({key[0] for name in ("shipped", "dropped", "refused") for key in getattr(self, name)})

    def of(self, source: str) -> "Account":
        """The part of one set."""
        part = Account(examples={key: list(kept) for key, kept in self.examples.items() if key[0] == source})
        for name in COUNTERS:
            setattr(part, name, Counter({key: n for key, n in getattr(self, name).items() if key[0] == source}))
        return part

    def shares(self) -> Shares:
        """How much a rule decides, of everything that is counted."""
        items = self.shipped.total()
        decided = sum(n for key, n in self.shipped.items() if key[3] not in JUDGED)
        opened = sum(n for key, n in self.shipped.items() if key[3] not in JUDGED | PER_OPTION)
        return Shares(Share(decided, items), Share(opened, items), Share(opened, items + self.dropped.total()))

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON holds it, in one order: of a counter, lists of a key's parts and their count."""
        counts = {name: [[*key, n] for key, n in sorted(getattr(self, name).items())] for name in COUNTERS}
        examples = [[*key, [[rank, dict(one)] for rank, one in kept]] for key, kept in sorted(self.examples.items())]
        return {**counts, "examples": examples}

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> "Account":
        """The account that `to_json` gave."""
        account = cls(examples={(s, b, a): [(rank, one) for rank, one in kept] for s, b, a, kept in entry["examples"]})
        for name in COUNTERS:
            setattr(account, name, Counter({tuple(key): count for *key, count in entry[name]}))
        return account


def _lowest(kept: list[tuple[str, Example]]) -> list[tuple[str, Example]]:
    """The examples with the lowest ranks; rows of one place are told apart by all that they hold."""
    return sorted(kept, key=lambda one: (one[0], json.dumps(one[1], sort_keys=True)))[:EXAMPLES]


def _cut(example: Example) -> Example:
    """The example as JSON would give it back, with its texts cut."""
    return {name: _cut_value(value) for name, value in example.items()}


def _cut_value(value: object) -> object:
    if isinstance(value, str):
        return value if len(value) <= EXAMPLE_CHARS else value[: EXAMPLE_CHARS - 1] + "…"
    if isinstance(value, list | tuple):
        return [_cut_value(part) for part in value]
    return value
