"""What a conversion did, in a few lines for a terminal."""

from collections.abc import Mapping

from data_builder.convert.account import JUDGED, PER_OPTION, Account, Shares
from data_builder.convert.figures import Figures, figures
from reward.jsonl import printable
from reward.judge.share import Share

PUBLISHED = {"with_options": [0.716, 0.959], "without_options": [0.456, 0.648]}
"""ReVeL's four benchmarks, by the counts on their card: with and without the true-or-false lists over the options."""
SHOWN = 12
"""Kinds or reasons in a line."""


def headline(overall: Figures) -> str:
    """One sentence on what became of all questions."""
    if not overall["questions"]:
        return f"Of {overall['read']:,} rows none is a question that could be read."
    opened = overall["shares"]["of_questions"]
    showing = sum(n for kind, n in overall["kinds"].items() if kind in PER_OPTION)
    judged = sum(n for kind, n in overall["kinds"].items() if kind in JUDGED)
    return (
        f"Of {overall['questions']:,} question{'s' * (overall['questions'] != 1)}, {opened['hits']:,} "
        f"({opened['value']:.1%}) ask openly and are decided by a rule; of the others {showing:,} still show options, "
        f"{judged:,} {'needs' if judged == 1 else 'need'} a judge and {overall['dropped']:,} "
        f"{'was' if overall['dropped'] == 1 else 'were'} dropped."
    )


def lines(account: Account) -> list[str]:
    """The account as a few lines for a terminal: each set, all of them where there are several, and the headline."""
    names = account.sources()
    parts = [*((name, account.of(name)) for name in names), *([("all", account)] if len(names) > 1 else [])]
    return [line for name, part in parts for line in _lines(name, part)] + [headline(figures(account))]


def _lines(name: str, part: Account) -> list[str]:
    found, shares = figures(part), part.shares()
    rows = f"{found['read']:,} row{'s' * (found['read'] != 1)}"
    first = f"{printable(name)}: {rows}, {found['refused']:,} refused, {found['shipped']:,} shipped, "
    first += f"{found['dropped']:,} dropped"
    refused = {reason: entry["count"] for reason, entry in found["refusals"].items()}
    told = [("shipped", found["kinds"]), ("dropped", found["drops"]), ("refused", refused), ("asked", found["asked"])]
    counted = [f"  {word}: {_listed(numbers)}" for word, numbers in told if numbers]
    return [first, *counted, *([_decided(shares)] if found["shipped"] else [])]


def _listed(numbers: Mapping[str, int]) -> str:
    shown = [f"{name} {n:,}" for name, n in list(numbers.items())[:SHOWN]]
    rest = sum(list(numbers.values())[SHOWN:])
    return ", ".join([*shown, f"others {rest:,}"] if rest else shown)


def _decided(shares: Shares) -> str:
    return (
        f"  decided by a rule: {percent(shares.with_options)} of the items; open and decided by a rule: "
        f"{percent(shares.without_options)} of them"
    )


def percent(share: Share) -> str:
    """A share as people read it: "93.0 % [92.4, 93.6]"."""
    low, high = share.interval
    return "–" if share.value is None else f"{100 * share.value:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
