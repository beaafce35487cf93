"""The tally of a set: what the manifest says of the items that ship, and what replies that never looked would score.

Tallies of parts of a set add up, so that the parts can be made by themselves.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from data_builder.gate import constant_replies, worth
from data_builder.question import Drop
from reward import Item

TOLERANCE = 0.01
"""By how much the mean score of a constant reply may exceed the mean declared chance."""
ENOUGH = 400
"""Items of a format below which a constant's mean score says too little."""
FREQUENT = 2
"""Most frequent keys that are shown."""


@dataclass(slots=True)
class Group:
    """Items that ask in one way: how many, their summed chance, what constant replies score, and their keys."""

    items: int = 0
    chance: float = 0.0
    replies: Counter[str] = field(default_factory=Counter)
    keys: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Tally:
    """Counts of items by (subtype, level, format, split), of drops, of shown wrong options by origin, and groups."""

    counts: Counter[tuple[str, int, str, str]] = field(default_factory=Counter)
    drops: Counter[Drop] = field(default_factory=Counter)
    origins: Counter[tuple[str, str]] = field(default_factory=Counter)
    groups: dict[str, Group] = field(default_factory=lambda: defaultdict(Group))

    def shipped(self, found: Iterable[Item | Drop]) -> Iterator[Item]:
        """The items among what is found; everything is counted as it passes."""
        for one in found:
            if isinstance(one, Drop):
                self.drops[one] += 1
            else:
                self._count(one)
                yield one

    def _count(self, item: Item) -> None:
        self.counts[item.subtype, item.level, item.format, item.split] += 1
        if item.format == "choice" and "options" in item.meta:
            wrong = (option["from"] for option in item.meta["options"] if option["label"] != item.meta["key"])
            self.origins.update((item.subtype, origin) for origin in wrong)
        gold = item.answer.gold()
        constants = {reply: worth(item.answer, reply) for reply in constant_replies(item.answer)}
        for name in (item.format, f"{item.subtype} {item.format}"):
            group = self.groups[name]
            group.items += 1
            group.chance += item.meta.get("blind_chance", item.answer.chance)
            group.keys[gold] += 1
            for reply, score in constants.items():
                group.replies[reply] += score  # type: ignore[assignment]

    def add(self, other: "Tally") -> None:
        """Count what another tally counted as well."""
        self.counts.update(other.counts)
        self.drops.update(other.drops)
        self.origins.update(other.origins)
        for name, group in other.groups.items():
            mine = self.groups[name]
            mine.items += group.items
            mine.chance += group.chance
            mine.replies.update(group.replies)
            mine.keys.update(group.keys)

    def to_json(self) -> dict[str, Any]:
        return {
            "counts": [[*key, count] for key, count in sorted(self.counts.items())],
            "drops": [[drop.subtype, drop.reason, count] for drop, count in sorted(self.drops.items(), key=_named)],
            "origins": [[*key, count] for key, count in sorted(self.origins.items())],
            "groups": {
                name: [group.items, group.chance, dict(group.replies), dict(group.keys)]
                for name, group in sorted(self.groups.items())
            },
        }

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> "Tally":
        groups = {
            name: Group(items, chance, Counter(replies), Counter(keys))
            for name, (items, chance, replies, keys) in entry["groups"].items()
        }
        return cls(
            Counter({(s, level, f, split): count for s, level, f, split, count in entry["counts"]}),
            Counter({Drop(subtype, reason): count for subtype, reason, count in entry["drops"]}),
            Counter({(subtype, origin): count for subtype, origin, count in entry["origins"]}),
            defaultdict(Group, groups),
        )

    def constants(self) -> tuple[dict[str, dict[str, object]], list[str]]:
        """What replies that never looked would score, by group, beside the declared chance; and the findings.

        A finding is a constant of a format that beats chance by more than TOLERANCE on at least ENOUGH items. The most
        frequent keys are shown as well; of judgements they are constants, as any pattern can be a habit, but where
        answers are free they are none: in a small kitchen, some name must be the commonest.
        """
        table: dict[str, dict[str, object]] = {}
        findings = []
        for name, group in sorted(self.groups.items()):
            chance = group.chance / group.items
            means = {reply: total / group.items for reply, total in group.replies.items()}
            common = {k: n / group.items for k, n in sorted(group.keys.items(), key=lambda e: (-e[1], e[0]))[:FREQUENT]}
            table[name] = {
                "items": group.items,
                "chance": round(chance, 4),
                "constants": {reply: round(mean, 4) for reply, mean in sorted(means.items())},
                "frequent_keys": {reply: round(mean, 4) for reply, mean in common.items() if reply not in means},
            }
            if " " in name or group.items < ENOUGH:
                continue
            tested = means | common if name in ("statements", "options") else means
            findings += [
                f"{name}: the constant {reply!r} scores {mean:.3f}, chance is {chance:.3f}"
                for reply, mean in sorted(tested.items())
                if mean > chance + TOLERANCE
            ]
        return table, findings


def _named(entry: tuple[Drop, int]) -> tuple[str, str]:
    return entry[0].subtype, entry[0].reason
