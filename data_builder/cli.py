"""`answerkey build SOURCE`: items and a manifest from annotations."""

import argparse
import math
import sys
from pathlib import Path

from data_builder.build import Tally, build, write
from data_builder.output import ITEMS, MANIFEST, check_output, check_own, whole
from data_builder.sources import epic_sounds
from data_builder.windows import Frame
from reward.jsonl import InputError

WINDOW = 30.0
TOY_VIDEOS = 60
LENGTH = "length of a clip in seconds"
SHORTEST = 2.0
"""Seconds; in a shorter window there is no moment that is "about" a whole second in."""
LONGEST = 86_400.0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this package's commands to the parser of `answerkey`."""
    build_parser = commands.add_parser("build", help="items from annotations", description="Items from annotations.")
    sources = build_parser.add_subparsers(title="sources", metavar="SOURCE", required=True)
    epic = sources.add_parser("epic-sounds", help="EPIC-Sounds with the narrations of EPIC-KITCHENS-100")
    epic.add_argument("sounds", type=Path, metavar="SOUNDS.csv", help="EPIC_Sounds_*.csv, gzipped or not")
    epic.add_argument("--narrations", type=Path, required=True, metavar="NARRATIONS.csv", help="EPIC_100_*.csv")
    epic.add_argument("--window", type=_seconds, default=WINDOW, metavar="S", help=f"{LENGTH} (default: %(default)g)")
    _add_common(epic)
    epic.set_defaults(run=build_epic_sounds)
    toy = sources.add_parser("toy-kitchen", help="a small drawn kitchen that needs nothing from outside")
    toy.add_argument("--videos", type=_positive, default=TOY_VIDEOS, help="how many videos (default: %(default)s)")
    toy.add_argument("--window", type=_seconds, metavar="S", help=f"{LENGTH} (default: whole slots of the toy)")
    _add_common(toy)
    toy.set_defaults(run=build_toy_kitchen)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=0, help="seed of all that is drawn (default: %(default)s)")
    parser.add_argument("-o", "--output", type=_folder, required=True, metavar="DIR", help="folder to write to")


def _folder(text: str) -> Path:
    if text.strip():
        return Path(text)
    raise argparse.ArgumentTypeError("the name is empty; give a folder to write to")


def _positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of videos; give a whole number from 1")


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if SHORTEST <= value <= LONGEST:
        return value
    raise argparse.ArgumentTypeError(f"{text!r} is no length of a clip; give {SHORTEST:g} to {LONGEST:g} seconds")


def build_epic_sounds(args: argparse.Namespace) -> int:
    """Build from the two annotation files. Raises InputError when one of them cannot be used."""
    check_output(args.output, "epic-sounds")
    inputs = (args.sounds, args.narrations)
    found = build(epic_sounds.read(*inputs), source="epic-sounds", length=args.window, seed=args.seed)
    parameters = {"window": args.window, "seed": args.seed}
    with whole(args.output) as made:
        tally, findings = write(made, found, source="epic-sounds", parameters=parameters, inputs=inputs)
    return _conclude(args.output, tally, findings)


def build_toy_kitchen(args: argparse.Namespace) -> int:
    """Draw the toy kitchen into the output folder, then build from its annotations like from any others.

    Raises InputError when the package that draws is missing, and when the folder holds other things than a toy kitchen.
    """
    try:
        from data_builder.sources import toy_kitchen  # noqa: PLC0415  # needs Pillow, which is optional
    except ImportError as error:
        raise InputError(f"the toy kitchen needs {error.name}: pip install 'answerkey[toy]'") from None
    check_output(args.output, "toy-kitchen")
    check_own(args.output, "toy-kitchen")
    length = toy_kitchen.WINDOW if args.window is None else args.window
    parameters = {"window": length, "seed": args.seed, "videos": args.videos}
    with whole(args.output) as made:
        toy_kitchen.render(made, seed=args.seed, videos=args.videos)
        inputs = _in_annotations(made, "sounds.csv"), _in_annotations(made, "narrations.csv")
        videos, frames = epic_sounds.read(*inputs), _frames(made)
        found = build(videos, source="toy-kitchen", length=length, seed=args.seed, frames=frames)
        tally, findings = write(made, found, source="toy-kitchen", parameters=parameters, inputs=inputs)
    return _conclude(args.output, tally, findings)


def _in_annotations(folder: Path, name: str) -> Path:
    (folder / "annotations").mkdir(exist_ok=True)
    return (folder / name).rename(folder / "annotations" / name)


def _frames(folder: Path) -> dict[str, list[Frame]]:
    """The frames of each video by time; a file is named after its milliseconds."""
    found: dict[str, list[Frame]] = {}
    for file in sorted((folder / "frames").glob("*/*.png")):
        found.setdefault(file.parent.name, []).append((int(file.stem) / 1000, file.relative_to(folder).as_posix()))
    return found


def _conclude(folder: Path, tally: Tally, findings: list[str]) -> int:
    """Say what was written; 1 when there are findings."""
    items, dropped = tally.counts.total(), tally.drops.total()
    print(f"{folder / ITEMS}: {items} items; {dropped} candidates dropped, see {MANIFEST}")
    for finding in findings:
        print(f"finding: {finding}", file=sys.stderr)
    return 1 if findings else 0
