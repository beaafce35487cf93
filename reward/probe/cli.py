"""`answerkey probe`: what a trainer would make of a running server's answers."""

import argparse
import os
from itertools import islice
from pathlib import Path

from reward.jsonl import InputError, read_items

NAMES = (
    "areal", "easyr1", "llama-factory", "ms-swift", "nemo-gym", "openrlhf", "roll",
    "skyrl", "slime", "tinker", "trl", "verifiers", "verl",
)  # fmt: skip
MOST_ITEMS = 20


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this package's command to the parser of `answerkey`."""
    probe = commands.add_parser(
        "probe",
        help="send a trainer's requests to a reward server",
        description="Send a trainer's own requests, good and bad, to a running reward server, and say what the trainer "
        "would make of the answers. Exit 1 when it would get a wrong reward, or its run would end.",
    )
    probe.add_argument("url", metavar="URL", help="the server, such as http://127.0.0.1:8000")
    probe.add_argument("--as", dest="trainer", choices=NAMES, required=True, help="whose requests")
    probe.add_argument(
        "--items",
        type=Path,
        metavar="FILE",
        help=f"items that the server was started with: the first {MOST_ITEMS} are asked for by id and by prompt",
    )
    probe.set_defaults(run=run_probe)


def run_probe(args: argparse.Namespace) -> int:
    """Probe a server; 1 when it has findings. Raises InputError where no server answers."""
    os.environ.pop("ANSWERKEY_FALLBACK", None)
    os.environ["ANSWERKEY_URL"] = args.url  # for those whose functions a file or a dotted path names
    try:
        from reward.probe.run import probe, shown  # noqa: PLC0415  # aiohttp is optional
    except ImportError as error:
        raise InputError(f"probe needs {error.name}: pip install 'answerkey[client]'") from None
    items = list(islice(read_items(args.items), MOST_ITEMS)) if args.items else []
    lines = probe(args.url, args.trainer, items)
    print(shown(lines))
    faults = sum(bool(line.fault) for line in lines)
    print(f"{args.trainer}: {len(lines)} replies, {faults} that the trainer would take wrongly")
    return 1 if faults else 0
