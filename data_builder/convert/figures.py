"""The numbers of an account under the names that they have in `report.json`."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from data_builder.convert.account import DROPPED, REFUSED, Account

Figures = dict[str, Any]
SORTS = (
    *(
        "number",
        "moment",
        "interval",
        "range",
        "clock",
        "ordinal",
        "date",
        "box",
        "yes_no",
        "list",
        "name",
        "phrase",
        "text",
    ),
    *("options", "statement", "choice", "none", DROPPED, REFUSED),
)
"""The order of sorts in a table; others stand where "none" does, by name."""


def figures(account: Account) -> Figures:
    """The figures of all that is counted: S in the report, without subtypes and examples."""
    shipped, dropped, refused = account.shipped.total(), account.dropped.total(), account.refused.total()
    sorts: dict[str, Counter[str]] = {}
    for (_, _, before, after), n in account.shipped.items():
        sorts.setdefault(before, Counter())[after] += n
    for (_, _, before, _), n in account.dropped.items():
        sorts.setdefault(before, Counter())[DROPPED] += n
    moved = counted((key[1:], n) for key, n in account.demoted.items())
    return {
        "read": shipped + dropped + refused,
        "refused": refused,
        "questions": shipped + dropped,
        "shipped": shipped,
        "dropped": dropped,
        "kinds": _ordered(counted((key[3], n) for key, n in account.shipped.items())),
        "shares": account.shares().as_json(),
        "sorts": {before: _ordered(sorts[before]) for before in sorted(sorts, key=place)},
        "demotions": [
            {"from": before, "to": after, "reason": reason, "count": n}
            for (before, after, reason), n in sorted(moved.items(), key=lambda e: (-e[1], *map(place, e[0])))
        ],
        "drops": most(counted((key[3], n) for key, n in account.dropped.items())),
        "refusals": {
            reason: {"count": n, "places": _places(account, reason)}
            for reason, n in most(counted((key[1], n) for key, n in account.refused.items())).items()
        },
        "repaired": most(counted((key[2], n) for key, n in account.repaired.items())),
        "asked": most(counted((key[1], n) for key, n in account.asked.items())),
    }


def of_set(part: Account) -> Figures:
    """The figures of one set, with its subtypes and examples."""
    examples = [
        {"before": before, "after": after, "shown": [dict(one) for _, one in kept]}
        for (_, before, after), kept in sorted(part.examples.items(), key=lambda e: (place(e[0][1]), place(e[0][2])))
    ]
    return {**figures(part), "subtypes": _subtypes(part), "examples": examples}


def _subtypes(part: Account) -> Figures:
    """Some of the figures of each subtype, by name."""
    parts: dict[str, Account] = {}
    for name in ("shipped", "dropped", "repaired"):
        for key, n in getattr(part, name).items():
            getattr(parts.setdefault(key[1], Account()), name)[key] = n
    found = {subtype: figures(parts[subtype]) for subtype in sorted(parts)}
    named = ("questions", "shipped", "dropped", "kinds", "shares", "drops", "repaired")
    return {subtype: {name: numbers[name] for name in named} for subtype, numbers in found.items()}


def _places(account: Account, reason: str) -> list[str]:
    """Where some of the rows are that are refused for this reason."""
    kept = [one for key, found in sorted(account.examples.items()) if key[1:] == (REFUSED, reason) for _, one in found]
    return [str(one["where"]) for one in kept if one.get("where")]


def counted(pairs: Iterable[tuple[Any, int]]) -> Counter[Any]:
    """The sum of each key's numbers."""
    counter: Counter[Any] = Counter()
    for key, n in pairs:
        counter[key] += n
    return counter


def most(counter: Counter[str]) -> dict[str, int]:
    """The most frequent first."""
    return dict(sorted(counter.items(), key=lambda one: (-one[1], one[0])))


def _ordered(counter: Counter[str]) -> dict[str, int]:
    return {name: counter[name] for name in sorted(counter, key=place)}


def place(sort: str) -> tuple[int, str]:
    """Where a sort, a kind or a reason stands among others."""
    return SORTS.index(sort if sort in SORTS else "none"), sort
