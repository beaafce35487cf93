"""The console command `answerkey`: the commands of all packages, and what their failures look like.

Exit codes: 0 done; 1 done with findings; 2 bad use or bad input, said in one line; 130 interrupted; 143 and 129
ended by SIGTERM and SIGHUP.
"""

import argparse
import asyncio
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn, get_args

import data_builder.cli
import reward.cli
import reward.judge.cli
import reward.probe.cli
from evaluation.score import Tally, score_file, spent
from reward import Scorer
from reward.cli import open_scoring
from reward.jsonl import InputError, printable
from reward.judge.settings import OFFLINE, add_judge_options
from reward.scorer import Undecided

INTERRUPTED = 130
READER_LEFT = 141
MAX_LINE = 1_000
"""Characters of a message on stderr, the path of a file included."""


class OneLineParser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line, as everything here does."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {printable(_without_values(message))}; see {self.prog} --help\n")


def _without_values(message: str) -> str:
    """A message on options that nobody knows, without what was given to them: it may be a key."""
    words = message.removeprefix("unrecognized arguments: ").split()
    if message.startswith("unrecognized arguments: ") and any(word.startswith("-") for word in words):
        options = [word.partition("=")[0] for word in words if word.startswith("-")]
        return f"unrecognized arguments: {' '.join(options)}"
    return re.sub(r"^(ambiguous option: [^=]*)=.*( could match )", r"\1\2", message, flags=re.DOTALL)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    # Either is None where it was closed from outside.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  # open until the end
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115  # open until the end
    args = make_parser().parse_args(argv)
    serving = args.run is reward.cli.run_server  # which ends in its own way
    try:
        with nullcontext() if serving else _stopping():
            code: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has left: give the interpreter's last flush somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_LEFT
    except KeyboardInterrupt:
        return INTERRUPTED
    except InputError as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{error.filename2 or error.filename}: {error.strerror}" if error.filename else str(error))
    return code


@contextmanager
def _stopping() -> Iterator[None]:
    """While inside, a signal to stop is an exception, so that a file half written is taken away."""
    wanted = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) is signal.SIG_DFL]
    for number in wanted:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in wanted:
            signal.signal(number, signal.SIG_DFL)


def _stop(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)


def _fail(message: str) -> int:
    print(f"answerkey: {printable(message, MAX_LINE)}", file=sys.stderr)
    return 2


def make_parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = OneLineParser(
        prog="answerkey", description="Verifiable items and rule-first rewards for vision-language models."
    )
    parser.add_argument("--version", action="version", version=f"answerkey {version('answerkey')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    data_builder.cli.add_commands(commands)
    reward.cli.add_commands(commands)
    reward.judge.cli.add_commands(commands)
    reward.probe.cli.add_commands(commands)
    add_commands(commands)
    return parser


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this package's commands to the parser of `answerkey`."""
    score = commands.add_parser("score", help="score a file of replies", description="One verdict for every reply.")
    score.add_argument("items", type=Path, help="items.jsonl")
    score.add_argument("replies", type=Path, help='one {"id": …, "reply": …} a line; an id may come several times')
    score.add_argument("-o", "--output", type=Path, required=True, metavar="VERDICTS", help="the file to write")
    score.add_argument(
        "--undecided",
        choices=get_args(Undecided),
        default="null",
        help="what a reply counts as that no rule decides (default: %(default)s, unscored)",
    )
    score.add_argument(
        "--max-unscored",
        type=_share,
        default=1.0,
        metavar="SHARE",
        help="exit 1 when a larger share of the replies is unscored (default: %(default)s)",
    )
    add_judge_options(score)
    score.set_defaults(run=run_score)

    report = commands.add_parser(
        "report",
        help="make a page of verdicts, alone or before and after",
        description="One HTML page on files of verdicts, and a .json file with its numbers beside it. The first file "
        "is compared with each later one, item by item. Exit 1 when they hold different items.",
    )
    report.add_argument("verdicts", type=Path, nargs="+", help="files that `answerkey score` wrote")
    report.add_argument(
        "-o", "--output", type=Path, required=True, metavar="PAGE", help="the page, such as report.html"
    )
    report.set_defaults(run=run_report)


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is no share; give a number from 0 to 1")
    return value


def run_score(args: argparse.Namespace) -> int:
    """Score a file of replies; 1 when more than the allowed share is unscored."""
    scoring = open_scoring(args, os.environ, args.undecided, OFFLINE)
    tally = asyncio.run(_score(args, scoring.scorer))
    print(f"{args.output}: {tally}")
    if scoring.tally is not None:
        print(tally.decided)
        print(f"{', '.join(scoring.judge)}: {spent(scoring.tally)}")
    if tally.unscored <= args.max_unscored * tally.replies:
        return 0
    print(
        f"answerkey: {tally.unscored} of {tally.replies} replies are unscored, more than the allowed share of "
        f"{args.max_unscored}",
        file=sys.stderr,
    )
    return 1


async def _score(args: argparse.Namespace, scorer: Scorer) -> Tally:
    """Score the file, and close the scorer: at the end with all audits, after a failure at once."""
    try:
        tally = await score_file(args.items, args.replies, args.output, scorer)
    except BaseException:
        await replace(scorer, audit=None).close()
        raise
    await scorer.close()
    return tally


def run_report(args: argparse.Namespace) -> int:
    """Write a report; 1 when it has findings."""
    try:
        from evaluation.report import write_report  # noqa: PLC0415  # needs optional dependencies
    except ModuleNotFoundError as error:
        raise InputError(f"the report needs {error.name}: pip install 'answerkey[eval]'") from None
    report = write_report(args.verdicts, args.output)
    for finding in report["findings"]:
        print(f"answerkey: {finding}", file=sys.stderr)
    print(f"{args.output}: {report['headline']}")
    return 1 if report["findings"] else 0
