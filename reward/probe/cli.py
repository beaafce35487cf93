"""`answerkey probe`: what a trainer would make of a running server's answers."""

import argparse
import logging
import os
from collections import Counter
from itertools import islice
from pathlib import Path

from reward.chat import bare
from reward.item import Item
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
        description="Send a trainer's own requests, good and bad, to a running reward server (through our function, "
        "where the trainer calls one), and say what the trainer would make of the answers. Exit 1 when it would get a "
        "wrong reward, or its run would end.",
    )
    probe.add_argument("url", metavar="URL", help="the server, such as http://127.0.0.1:8000")
    probe.add_argument("--as", dest="trainer", choices=NAMES, required=True, help="whose requests")
    probe.add_argument(
        "--items",
        type=Path,
        metavar="FILE",
        help=f"items that the server knows: {MOST_ITEMS} whose questions differ are asked for by id and by prompt",
    )
    probe.set_defaults(run=run_probe)


def run_probe(args: argparse.Namespace) -> int:
    """Probe a server; 1 when it has findings. Raises InputError where no server answers."""
    for name in ("FALLBACK", "ITEMS", "DEADLINE", "UNDECIDED"):  # the server is to be probed, and it alone
        os.environ.pop(f"ANSWERKEY_{name}", None)
    os.environ["ANSWERKEY_DEADLINE"] = "50"  # less than the probe itself
    os.environ["ANSWERKEY_URL"] = args.url  # for trainers that call a function of ours
    logging.getLogger("answerkey").addHandler(logging.NullHandler())  # the table says what they log
    try:
        from reward.probe.run import probe, shown  # noqa: PLC0415  # aiohttp is optional
    except ModuleNotFoundError as error:
        raise InputError(f"probe needs {error.name}: pip install 'answerkey[client]'") from None
    lines = probe(args.url, args.trainer, _told_apart(args.items) if args.items else [])
    print(shown(lines))
    faults = sum(bool(line.fault) for line in lines)
    print(f"{args.trainer}: {len(lines)} replies, {faults} that the trainer would take wrongly")
    return 1 if faults else 0


def _told_apart(path: Path) -> list[Item]:
    """The first items of a file that ask what no other in it does, so that their prompts name them.

    Raises InputError where there are none.
    """
    asked = Counter(bare(item.question) for item in read_items(path))
    alone = (item for item in read_items(path) if asked[bare(item.question)] == 1)
    if not (items := list(islice(alone, MOST_ITEMS))):
        raise InputError(f"{path}: none of its {asked.total()} items asks what no other does; give items that differ")
    return items
