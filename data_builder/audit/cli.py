"""`answerkey audit`: how much of an item set can be answered without the clip."""

import argparse
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from data_builder.audit.limits import Limits
from reward.item import Split
from reward.jsonl import InputError

HELP = {
    "overall": "question and options on the whole set, corrected for chance",
    "options": "options alone in a subtype, corrected for chance",
    "question": "question and options in a subtype, corrected for chance",
    "upper": "the upper end of either interval in a subtype",
    "heuristic": "how far the accuracy of a plain heuristic may lie from chance",
    "fewest": "questions below which a subtype is shown, but has no limits of its own",
}


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `audit` to the parser of `answerkey`."""
    audit = commands.add_parser(
        "audit",
        help="find what an item set gives away without the clip",
        description="Heuristics and trained solvers that never see the clip, for each subtype: our own items, or "
        "multiple-choice sets of others as JSON. Exit 1 when more is given away than the limits allow.",
    )
    audit.add_argument("paths", type=Path, nargs="+", metavar="PATH", help="a folder or file of items or questions")
    audit.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="PAGE",
        help="the page to write, such as audit.html, with a .json beside it",
    )
    audit.add_argument(
        "--split",
        choices=get_args(Split),
        action="append",
        default=[],
        help="items of this split only; may be repeated",
    )
    audit.add_argument(
        "--by-category", action="store_true", help="subtypes of a foreign set by its own categories, not by its files"
    )
    for limit in fields(Limits):
        audit.add_argument(
            f"--limit-{limit.name}",
            type=_count if limit.type is int else _share,
            default=limit.default,
            metavar="N" if limit.type is int else "SHARE",
            help=f"{HELP[limit.name]} (default: %(default)g)",
        )
    audit.set_defaults(run=run_audit)


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share; give a number from 0 to 1")
    return value


def _count(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 10**9:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of questions; give a whole number from 1")


def run_audit(args: argparse.Namespace) -> int:
    """Audit the sets; 1 when a limit is passed. Raises InputError."""
    try:
        from data_builder.audit.report import write_audit  # noqa: PLC0415  # needs optional dependencies
    except ModuleNotFoundError as error:
        raise InputError(f"the audit needs {error.name}: pip install 'answerkey[eval]'") from None
    limits = Limits(**{limit.name: getattr(args, f"limit_{limit.name}") for limit in fields(Limits)})
    report = write_audit(args.paths, args.output, limits, args.split, args.by_category)
    for line in _table(report):
        coding = sys.stdout.encoding or "utf-8"
        print(line.encode(coding, "backslashreplace").decode(coding))
    for finding in report["findings"]:
        print(f"answerkey: {finding}", file=sys.stderr)
    print(f"{args.output}: {report['headline']}" if args.output else report["headline"])
    return 1 if report["findings"] else 0


def _table(report: dict[str, Any]) -> list[str]:
    """A line for each subtype and for all: chance, the best heuristic, and the solvers corrected for chance."""
    rows = [(name, found) for name, found in [*report["subtypes"].items(), ("overall", report["overall"])] if found]
    width = max((len(name) for name, _ in rows), default=0)
    lines = [f"{'':{width}}      n  chance  chosen  options only         question + options"] if rows else []
    return lines + [
        f"{name:{width}}  {found['n']:5}  {found['chance']:6.3f}  {found['chosen_heuristic']['accuracy']:6.3f}  "
        f"{_corrected(found['options_only']):19}  {_corrected(found['question_options'])}"
        for name, found in rows
    ]


def _corrected(estimate: dict[str, float | None]) -> str:
    if estimate["corrected"] is None:
        return "-"
    bounds = "" if estimate["low"] is None else f" [{estimate['low']:.2f}, {estimate['high']:.2f}]"
    return f"{estimate['corrected']:.2f}{bounds}"
