"""`answerkey serve`: the reward server. `answerkey explain`: why a reply is worth what it is worth."""

import argparse
import gc
import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from reward.catalog import read_catalog
from reward.explain import SHOWN, as_json, explain, load_item, shown
from reward.jsonl import MAX_LINE_BYTES, InputError
from reward.judge.settings import SERVING, add_judge_options, settings_from
from reward.judge.tally import Tally
from reward.scorer import Scorer, Undecided

GRACE = 10
"""Seconds that requests under way have to end in when the server is told to stop."""


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this package's commands to the parser of `answerkey`."""
    serve = commands.add_parser("serve", help="run the reward server", description="Run the reward server.")
    serve.add_argument(
        "--items",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="items.jsonl to score by id or prompt; read again on SIGHUP",
    )
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    serve.add_argument("--port", type=_port, default=8000, help="port to listen on (default: %(default)s)")
    serve.add_argument(
        "--undecided",
        choices=get_args(Undecided),
        default="zero",
        help="what a reply counts as that no rule decides (default: %(default)s)",
    )
    serve.add_argument("--reveal-keys", action="store_true", help="let verdicts say the key, as details.key")
    add_judge_options(serve)
    serve.set_defaults(run=run_server)

    why = commands.add_parser(
        "explain",
        help="say why a reply is worth what it is",
        description="The path from one reply to its verdict, by rules alone, and the verdict as JSON.",
    )
    why.add_argument("item", type=Path, metavar="ITEM", help="item.json, or items.jsonl with --id")
    why.add_argument("reply", metavar="REPLY", help="the reply's text, or - to read it from standard input")
    why.add_argument("--id", help="which item of items.jsonl")
    why.add_argument("--json", action="store_true", help="print the verdict alone")
    why.set_defaults(run=run_explain)


@dataclass(frozen=True, slots=True)
class Scoring:
    """A scorer; where it has a judge, that one in words (at most one) and its tally."""

    scorer: Scorer
    judge: tuple[str, ...] = ()
    tally: Tally | None = None


def open_scoring(
    args: argparse.Namespace, environ: Mapping[str, str], undecided: Undecided, deadline: float
) -> Scoring:
    """The scorer that flags and environment configure. Raises InputError for a judge that cannot be used.

    `deadline`: seconds that the judge has for each item, where the settings say nothing.
    """
    settings = settings_from(args, environ)
    if settings is None:
        return Scoring(Scorer(undecided=undecided))
    try:
        from reward.judge.opening import described, opened, opened_audit  # noqa: PLC0415  # aiohttp is optional
    except ImportError as error:
        raise InputError(f"the judge needs {error.name}: pip install 'answerkey[judge]'") from None
    judge = opened(settings, deadline)
    scorer = Scorer(judge, undecided, opened_audit(settings, judge))
    return Scoring(scorer, (described(judge, settings),), judge.tally)


def run_server(args: argparse.Namespace) -> int:
    """Serve until interrupted. Raises InputError when the server's packages or the items are missing."""
    try:
        import uvicorn  # noqa: PLC0415  # an optional dependency

        from reward.service import create_app  # noqa: PLC0415
    except ImportError as error:
        raise InputError(f"the server needs {error.name}: pip install 'answerkey[server]'") from None
    catalog = read_catalog(args.items)
    with _listen(args.host, args.port) as listening:
        scoring = open_scoring(args, os.environ, args.undecided, SERVING)
        app = create_app(scoring.scorer, catalog, args.reveal_keys)
        port = listening.getsockname()[1]
        what = ", ".join([f"{len(catalog)} items", *scoring.judge])
        print(f"answerkey: {what}, http://{args.host}:{port}, stop with Ctrl-C", flush=True)
        gc.freeze()  # what is loaded by now stays, and is not to be looked through again
        gc.set_threshold(20_000, 20, 20)  # thousands of replies under way are no garbage
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=GRACE)
        uvicorn.Server(config).run(sockets=[listening])
    return 0


def run_explain(args: argparse.Namespace) -> int:
    """Explain one verdict. Raises InputError for a file that holds no such item, and for a reply that is no text."""
    item = load_item(args.item, args.id)
    steps, verdict = explain(item, _standard_input() if args.reply == "-" else args.reply)
    text = as_json(verdict) if args.json else f"{shown(steps)}\n{as_json(verdict, SHOWN)}"
    coding = sys.stdout.encoding or "utf-8"
    print(text.encode(coding, "backslashreplace").decode(coding))
    return 0


def _standard_input() -> str:
    data = sys.stdin.buffer.read(MAX_LINE_BYTES + 1)
    if len(data) > MAX_LINE_BYTES:
        raise InputError(f"standard input: the reply is longer than {MAX_LINE_BYTES} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"standard input: the reply is not UTF-8 at byte {error.start + 1}") from None


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=2048
        )
    except OSError as error:
        raise InputError(f"--host {host} --port {port}: {error.strerror or error}; choose another") from None


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port; give a number from 0 (any free one) to 65535")
    return int(text)
