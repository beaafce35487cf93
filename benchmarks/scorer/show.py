"""The replies of a set on which our rules and the labels part, for whoever improves the rules."""

from collections import Counter
from collections.abc import Sequence

from benchmarks.scorer.outcome import Outcome
from benchmarks.scorer.sets import Row

CASES = {
    "false-right": (True, False),
    "false-wrong": (False, True),
    "undecided-right": (None, True),
    "undecided-wrong": (None, False),
    "true-right": (True, True),
    "true-wrong": (False, False),
    "read-as-key": (True, None),
    "read-as-other": (False, None),
    "unread": (None, None),
}
"""Name → (our verdict, the label); the last three are for sets without labels."""


def show(rows: Sequence[Row], outcomes: Sequence[Outcome], cases: Sequence[str], limit: int) -> None:
    """Print up to `limit` replies of each case, evenly spread over the set, after a count of the rules."""
    for case in cases:
        verdict, label = CASES[case]
        found = [(r, o) for r, o in zip(rows, outcomes, strict=True) if o.right is verdict and r.label is label]
        print(f"\n## {case}: {len(found)}")
        print(", ".join(f"{rule} {n}" for rule, n in Counter(o.rule for _, o in found).most_common(20)))
        for row, outcome in found[:: max(1, -(-len(found) // limit))]:
            key = " | ".join(row.references)[:200]
            print(f"\n  Q {row.question[-200:]!r}\n  K {key!r}" + (f"\n  W {row.wrong}"[:300] if row.wrong else ""))
            if row.options:
                print(f"  O {row.options}"[:400])
            print(f"  R {row.reply if len(row.reply) < 700 else '…' + row.reply[-700:]!r}")
            print(f"  = {outcome.rule}; read {(outcome.said or '')[:200]!r}")
