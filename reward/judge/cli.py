"""`answerkey judge check`: whether a model can be trusted as a judge, in numbers."""

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path

from reward.jsonl import InputError, check_output, write_atomically
from reward.judge.cache import MemoryCache
from reward.judge.canaries import canaries
from reward.judge.known import known_cases
from reward.judge.printed import printed
from reward.judge.settings import add_judge_options, settings_from
from reward.judge.trust import trust

DEADLINE = 120.0
"""Seconds per verdict where the settings say nothing: nobody waits for it but the one who asked."""
QUICK = 3
"""A quick check asks every third question."""


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `judge` and its commands to the parser of `answerkey`."""
    judge = commands.add_parser(
        "judge", help="measure a judge", description="A language model as a judge of what no rule decides."
    )
    parts = judge.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check = parts.add_parser(
        "check",
        help="say whether a model can be trusted as a judge",
        description="Asks the judge about answers whose meaning is known, in several orders, and about replies that "
        "mean nothing but ask for credit: some 330 calls of a single model. Exit 0 when it can be trusted, 1 when not.",
    )
    check.add_argument("--json", type=Path, metavar="FILE", help="write the numbers to this file as well")
    check.add_argument(
        "--with-cache",
        action="store_true",
        help="use the judge's cache; without this it is left alone, for it would be measured instead of the model",
    )
    check.add_argument(
        "--quick",
        action="store_true",
        help="a third of the questions, some 120 calls: enough to tell that a model is no use, too few to trust one",
    )
    add_judge_options(check)
    check.set_defaults(run=run_check)


def run_check(args: argparse.Namespace) -> int:
    """Check the judge that is configured; 1 when it is not to be trusted. Raises InputError where none can be used."""
    if args.json is not None:
        check_output(args.json)
    settings = settings_from(args, os.environ)
    if settings is None:
        raise InputError("no judge is configured: give --judge-url and --judge-model")
    try:
        from reward.judge.check import checked  # noqa: PLC0415  # aiohttp is optional
        from reward.judge.opening import opened  # noqa: PLC0415
    except ImportError as error:
        raise InputError(f"the judge needs {error.name}: pip install 'answerkey[judge]'") from None
    if not args.with_cache:
        settings = settings.model_copy(update={"cache": None, "redis": None})
    judge = opened(settings, DEADLINE)
    if not args.with_cache:
        judge.cache = MemoryCache(0)
    step = QUICK if args.quick else 1
    report = asyncio.run(checked(judge, known_cases()[::step], canaries()[::step]))
    found = trust(report)
    coding = sys.stdout.encoding or "utf-8"
    print(printed(report, found).encode(coding, "backslashreplace").decode(coding))
    if args.json is not None:
        with write_atomically(args.json) as file:
            numbers = {"verdict": found.word, "findings": found.findings, "advice": found.advice, **report.as_json()}
            file.write(json.dumps(numbers, ensure_ascii=False, indent=1) + "\n")
    return 0 if found.word == "trust it" else 1
