"""Compare our rules with the scorers that others publish, on labelled replies. Prints Markdown."""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from importlib.metadata import version

from benchmarks.scorer import baselines, ours, peer_process, sets, tables
from benchmarks.scorer.outcome import Outcome
from benchmarks.scorer.show import CASES, show
from benchmarks.scorer.tables import OURS, Results

KINDS: dict[str, Callable[[], Iterable[sets.Row]]] = {
    "free": sets.labelled,
    "letters": sets.letters,
    "yes_no": sets.yes_no,
}
AS_PHRASE = f"{OURS}, all phrases"


def main() -> None:
    options = arguments()
    if not sets.FOLDER.is_dir():
        sys.exit(f"{sets.FOLDER}: no such folder; set ANSWERKEY_DATA to one with labelled-replies/ and mcq-replies/")
    wanted = [options.show] if options.show else options.sets
    rows = {kind: [row for row in read() if not wanted or row.set in wanted] for kind, read in KINDS.items()}
    key = ours.phrase if options.phrase else ours.typed
    if options.show:
        chosen = [row for some in rows.values() for row in some]
        show(chosen, list(ours.outcomes(chosen, key)), options.cases, options.limit)
    elif options.peers:
        compare({kind: sets.spread(some, options.rows) for kind, some in rows.items()})
    else:
        print(tables.ours_alone(by_set((row for some in rows.values() for row in some), key)))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scorer", description=__doc__)
    parser.add_argument("--sets", nargs="*", help="only these sets")
    parser.add_argument("--peers", action="store_true", help="the peers as well, which peers.txt says how to install")
    parser.add_argument("--rows", type=int, default=1_000, help="with --peers: at most so many replies of each set")
    parser.add_argument("--show", metavar="SET", help="print our replies of this set, by case, instead of tables")
    parser.add_argument("--cases", nargs="*", default=["false-right", "false-wrong"], choices=list(CASES))
    parser.add_argument("--limit", type=int, default=30, help="replies to print of each case")
    parser.add_argument("--phrase", action="store_true", help="every key as a phrase, whatever it is")
    return parser.parse_args()


def by_set(rows: Iterable[sets.Row], key: ours.Key) -> dict[str, tuple[list[sets.Row], Results]]:
    """Our outcomes, set by set."""
    grouped: dict[str, list[sets.Row]] = {}
    for row in rows:
        grouped.setdefault(row.set, []).append(row)
    return {name: (some, {OURS: list(ours.outcomes(some, key))}) for name, some in grouped.items()}


def compare(rows: dict[str, list[sets.Row]]) -> None:
    """Every scorer on the rows of its kind: a table per set, then the summary, then the times."""
    packages = peer_process.peers()
    results = {kind: scorers(kind, some, packages.get(kind, {})) for kind, some in rows.items() if some}
    machine = f"{platform.machine()}, one of {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{date.today()}, {machine}")
    named = sorted({package for kind in packages.values() for package in kind.values()})
    print(f"answerkey {version('answerkey')}, {', '.join(named)}")
    labelled: dict[str, tuple[list[sets.Row], Results]] = {}
    for kind, said in results.items():
        for name in dict.fromkeys(row.set for row in rows[kind]):
            at = [i for i, row in enumerate(rows[kind]) if row.set == name]
            some = [rows[kind][i] for i in at]
            of_set = {scorer: [outcomes[i] for i in at] for scorer, outcomes in said.items()}
            known = some[0].label is not None
            print(f"\n## {name}, {len(some)} replies\n")
            print(tables.labelled_table(some, of_set) if known else tables.reading_table(some, of_set))
            if known:
                labelled[name] = some, of_set
    print(f"\n## Summary of the sets with labels\n\n{tables.summary(labelled)}")
    timed = [(f"{name} ({kind})", outcomes) for kind, said in results.items() for name, outcomes in said.items()]
    print(f"\n## Time\n\n{tables.times(timed)}")


def scorers(kind: str, rows: Sequence[sets.Row], packages: dict[str, str]) -> Results:
    """Ours, the baselines and the peers of a kind, each with its outcomes on the rows."""
    results: dict[str, list[Outcome]] = {OURS: list(ours.outcomes(rows))}
    if kind == "free":
        results[AS_PHRASE] = list(ours.outcomes(rows, ours.phrase))
        results |= {name: list(baselines.free(rows, same)) for name, same in baselines.FREE.items()}
    else:
        readers = baselines.LETTERS if kind == "letters" else baselines.YES_NO
        results |= {name: list(baselines.read(rows, reader)) for name, reader in readers.items()}
    for name, package in packages.items():
        print(f"{name} …", file=sys.stderr, flush=True)
        results[name] = peer_process.outcomes(name, package, rows)
    return results


if __name__ == "__main__":
    main()
