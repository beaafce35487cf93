"""`answerkey build SOURCE`: items and a manifest from annotations."""

import argparse
import json
import math
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from data_builder.arguments import folder, positive
from data_builder.audit.cli import add_command as add_audit
from data_builder.build import Settings, build
from data_builder.convert.cli import add_arguments as add_mcq
from data_builder.convert.cli import add_command as add_convert
from data_builder.facts import Video
from data_builder.manifest import manifest_of
from data_builder.output import ITEMS, MANIFEST, check_output, check_own, exchange
from data_builder.sources import epic_kitchens, epic_sounds, hd_epic, visor
from data_builder.sources.findings import Findings
from data_builder.tally import Tally
from data_builder.work import fingerprint_of, inputs_of, work_folder, write_whole
from reward.jsonl import InputError

TOY_VIDEOS = 60
LENGTH = "length of clips about a moment, in seconds (default: %(default)s; none: what each subtype needs, 30 to 120)"
SHORTEST = 2.0
"""Seconds; in a shorter window there is no moment that is "about" a whole second in."""
LONGEST = 86_400.0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this package's commands to the parser of `answerkey`."""
    build_parser = commands.add_parser("build", help="items from annotations", description="Items from annotations.")
    sources = build_parser.add_subparsers(title="sources", metavar="SOURCE", required=True)
    epic = sources.add_parser("epic-sounds", help="EPIC-Sounds, with what else is known of its videos")
    epic.add_argument("sounds", type=Path, nargs="+", metavar="SOUNDS.csv", help="EPIC_Sounds_*.csv, gzipped or not")
    epic.add_argument("--narrations", type=Path, nargs="+", default=[], metavar="CSV", help="EPIC_100_*.csv")
    _add_file(epic, "--not-categorised", "sound_events_not_categorised.csv: without it no sound is absent for sure")
    _add_epic(epic)
    epic.set_defaults(run=build_epic_sounds)
    kitchens = sources.add_parser("epic-kitchens", help="the narrations of EPIC-KITCHENS-100")
    kitchens.add_argument("narrations", type=Path, nargs="+", metavar="NARRATIONS.csv", help="EPIC_100_*.csv")
    _add_epic(kitchens)
    kitchens.set_defaults(run=build_epic_kitchens)
    outlined = sources.add_parser("visor", help="VISOR's outlined objects alone")
    outlined.add_argument("views", type=Path, metavar="VISOR", help="a file of frames, or the folder of its files")
    _add_file(outlined, "--video-info", "EPIC_100_video_info.csv: how long each video is")
    _add_common(outlined)
    outlined.set_defaults(run=build_visor)
    hd = sources.add_parser("hd-epic", help="HD-EPIC: recipes, activities, movements, narrations, sounds")
    hd.add_argument("folder", type=Path, metavar="FOLDER", help="the published annotation repository")
    hd.add_argument(
        "--narrations", type=Path, nargs="+", default=[], metavar="JSONL", help="the narrations as JSON lines"
    )
    hd.add_argument("--events", type=Path, nargs="+", default=[], metavar="JSONL", help="picks and drops with fixtures")
    _add_common(hd)
    hd.set_defaults(run=build_hd_epic)
    toy = sources.add_parser("toy-kitchen", help="a small drawn kitchen that needs nothing from outside")
    toy.add_argument("--videos", type=positive, default=TOY_VIDEOS, help="how many videos (default: %(default)s)")
    _add_common(toy, window=12.0)
    toy.set_defaults(run=build_toy_kitchen)
    add_mcq(sources.add_parser("mcq", help="multiple-choice questions: the same as answerkey convert"))
    add_convert(commands)
    add_audit(commands)


def _add_epic(parser: argparse.ArgumentParser) -> None:
    _add_file(parser, "--video-info", "EPIC_100_video_info.csv: how long each video is")
    _add_file(parser, "--visor", "a file of VISOR's frames, or the folder of its files")
    _add_file(parser, "--nouns", "EPIC_100_noun_classes_v2.csv: the noun classes that there are")
    _add_common(parser)


def _add_file(parser: argparse.ArgumentParser, name: str, about: str) -> None:
    parser.add_argument(name, type=Path, metavar="FILE", help=about)


def _add_common(parser: argparse.ArgumentParser, window: float | None = None) -> None:
    parser.add_argument("--window", type=_seconds, default=window, metavar="S", help=LENGTH)
    parser.add_argument("--seed", type=int, default=0, help="seed of all that is drawn (default: %(default)s)")
    parser.add_argument(
        "--split-by",
        choices=("video", "participant"),
        default="video",
        help="what a split is drawn for (default: video)",
    )
    parser.add_argument(
        "--workers", type=positive, default=os.cpu_count() or 1, help="processes (default: one for each CPU)"
    )
    parser.add_argument("-o", "--output", type=folder, required=True, metavar="DIR", help="folder to write to")


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if SHORTEST <= value <= LONGEST:
        return value
    raise argparse.ArgumentTypeError(f"{text!r} is no length of a clip; give {SHORTEST:g} to {LONGEST:g} seconds")


def build_epic_sounds(args: argparse.Namespace) -> int:
    """Build from sounds. Raises InputError when a file cannot be used."""
    findings = Findings()
    videos = epic_sounds.read(
        args.sounds,
        narrations=args.narrations,
        not_categorised=args.not_categorised,
        video_info=args.video_info,
        visor=args.visor,
        nouns=args.nouns,
        findings=findings,
    )
    given = [*args.sounds, *args.narrations, args.not_categorised, args.video_info, args.visor, args.nouns]
    return _build(args, "epic-sounds", videos, given, findings)


def build_epic_kitchens(args: argparse.Namespace) -> int:
    """Build from narrations. Raises InputError when a file cannot be used."""
    findings = Findings()
    videos = epic_kitchens.read(
        args.narrations, video_info=args.video_info, visor=args.visor, nouns=args.nouns, findings=findings
    )
    given = [*args.narrations, args.video_info, args.visor, args.nouns]
    return _build(args, "epic-kitchens", videos, given, findings)


def build_visor(args: argparse.Namespace) -> int:
    """Build from outlined objects. Raises InputError when a file cannot be used."""
    findings = Findings()
    videos = visor.read(args.views, video_info=args.video_info, findings=findings)
    return _build(args, "visor", videos, [args.views, args.video_info], findings)


def build_hd_epic(args: argparse.Namespace) -> int:
    """Build from the published folder and what was converted beside it. Raises InputError when a file is broken."""
    findings = Findings()
    videos = hd_epic.read(args.folder, narrations=args.narrations, events=args.events, findings=findings)
    given = [*hd_epic.published_files(args.folder), *args.narrations, *args.events]
    return _build(args, "hd-epic", videos, given, findings)


def build_toy_kitchen(args: argparse.Namespace) -> int:
    """Draw the toy kitchen, then build from its annotations like from any others, and put both into the output folder.

    Raises InputError when the package that draws is missing, and when the folder holds other things than a toy kitchen.
    """
    try:
        from data_builder.sources import toy_kitchen  # noqa: PLC0415  # needs Pillow, which is optional
    except ImportError as error:
        raise InputError(f"the toy kitchen needs {error.name}: pip install 'answerkey[toy]'") from None
    check_own(args.output, "toy-kitchen")
    with tempfile.TemporaryDirectory() as name:
        drawn, findings = Path(name), Findings()
        videos = toy_kitchen.drawn(drawn, args.seed, args.videos, findings)
        inputs = sorted((drawn / "annotations").iterdir())
        more = {"videos": args.videos}
        return _build(args, "toy-kitchen", videos, inputs, findings, more=more, beside=drawn)


def _build(
    args: argparse.Namespace,
    source: str,
    videos: Sequence[Video],
    given: Sequence[Path | None],
    findings: Findings,
    *,
    more: Mapping[str, object] = MappingProxyType({}),
    beside: Path | None = None,
) -> int:
    """Build and write, with a copy of the files in `beside`."""
    check_output(args.output, source)
    settings = Settings(source, args.window, args.seed, args.split_by == "participant")
    parameters = {"window": args.window, "seed": args.seed, "split_by": args.split_by, **more}
    inputs = inputs_of([path for path in given if path])
    with work_folder(args.output, fingerprint_of(source, parameters, [digest for _, digest in inputs])) as work:
        made = work / "made"
        made.mkdir(exist_ok=True)
        if beside:
            shutil.copytree(beside, made, dirs_exist_ok=True)
        built = build(videos, settings, work, args.workers)
        manifest, faults = manifest_of(
            built, made / ITEMS, source=source, parameters=parameters, inputs=inputs, read=findings
        )
        write_whole(made / MANIFEST, [json.dumps(manifest, indent=2, ensure_ascii=False), "\n"])
        exchange(made, args.output, work / "old")
    return _conclude(args.output, built.tally, findings, faults)


def _conclude(folder: Path, tally: Tally, findings: Findings, faults: Sequence[str]) -> int:
    """Say what came out; 1 when there are findings."""
    print(f"{folder / ITEMS}: {tally.counts.total()} items; {tally.drops.total()} candidates dropped, see {MANIFEST}")
    if changed := findings.dropped.total() + findings.repaired.total():
        print(f"{changed} entries of the annotations were repaired or dropped, see {MANIFEST}")
    for place in findings.places.get(hd_epic.NOT_READ, []):
        print(place)
    for fault in faults:
        print(f"finding: {fault}", file=sys.stderr)
    return 1 if faults else 0
