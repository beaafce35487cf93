"""`answerkey build SOURCE`: items and a manifest from annotations."""

import argparse
import math
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from data_builder.build import build, write
from data_builder.question import Drop
from data_builder.sources import epic_sounds
from data_builder.windows import Frame
from reward import Item
from reward.jsonl import InputError

WINDOW = 30.0
TOY_VIDEOS = 60
LENGTH = "length of a clip in seconds"
SHORTEST = 2.0
"""Seconds; in a shorter window there is no moment that is "about" a whole second in."""


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
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="folder to write to")


def _positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of videos; give a whole number from 1")


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if SHORTEST <= value <= 86_400:
        return value
    raise argparse.ArgumentTypeError(f"{text!r} is no length of a clip; give seconds from {SHORTEST:g}")


def build_epic_sounds(args: argparse.Namespace) -> int:
    """Build from the two annotation files. Raises InputError when one of them cannot be used."""
    _check_output(args.output)
    videos = epic_sounds.read(args.sounds, args.narrations)
    found = build(videos, source="epic-sounds", length=args.window, seed=args.seed)
    parameters = {"window": args.window, "seed": args.seed}
    return _finish(args.output, found, "epic-sounds", parameters, (args.sounds, args.narrations))


def build_toy_kitchen(args: argparse.Namespace) -> int:
    """Draw the toy kitchen into the output folder, then build from its annotations like from any others.

    Raises InputError when the package that draws is missing.
    """
    try:
        from data_builder.sources import toy_kitchen  # noqa: PLC0415  # needs Pillow, which is optional
    except ImportError as error:
        raise InputError(f"the toy kitchen needs {error.name}: pip install 'answerkey[toy]'") from None
    _check_output(args.output)
    length = toy_kitchen.WINDOW if args.window is None else args.window
    with tempfile.TemporaryDirectory() as drawn:
        toy_kitchen.render(Path(drawn), seed=args.seed, videos=args.videos)
        inputs = _place(Path(drawn), args.output)
    found = build(
        epic_sounds.read(*inputs), source="toy-kitchen", length=length, seed=args.seed, frames=_frames(args.output)
    )
    parameters = {"window": length, "seed": args.seed, "videos": args.videos}
    return _finish(args.output, found, "toy-kitchen", parameters, inputs)


def _check_output(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file; give a folder to write to with -o")


def _place(drawn: Path, folder: Path) -> tuple[Path, Path]:
    """Move what was drawn to its place, in exchange for what an earlier build left there; returns the two tables."""
    annotations, frames = folder / "annotations", folder / "frames"
    annotations.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(frames, ignore_errors=True)
    shutil.move(drawn / "frames", frames)
    for name in ("sounds.csv", "narrations.csv"):
        shutil.move(drawn / name, annotations / name)
    return annotations / "sounds.csv", annotations / "narrations.csv"


def _frames(folder: Path) -> dict[str, list[Frame]]:
    """The frames of each video by time; a file is named after its milliseconds."""
    found: dict[str, list[Frame]] = {}
    for file in sorted((folder / "frames").glob("*/*.png")):
        found.setdefault(file.parent.name, []).append((int(file.stem) / 1000, file.relative_to(folder).as_posix()))
    return found


def _finish(
    folder: Path,
    found: Iterable[Item | Drop],
    source: str,
    parameters: dict[str, object],
    inputs: tuple[Path, Path],
) -> int:
    """Write, and say what was written; 1 when there are findings."""
    tally, findings = write(folder, found, source=source, parameters=parameters, inputs=inputs)
    items, dropped = tally.counts.total(), tally.drops.total()
    print(f"{folder / 'items.jsonl'}: {items} items; {dropped} candidates dropped, see manifest.json")
    for finding in findings:
        print(f"finding: {finding}", file=sys.stderr)
    return 1 if findings else 0
