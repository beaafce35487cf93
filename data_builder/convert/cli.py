"""`answerkey convert`: multiple-choice questions become verifiable items."""

import argparse
import os
from pathlib import Path

from data_builder.arguments import folder, positive
from data_builder.convert.llm.settings import add_llm_options, llm_settings_from
from data_builder.convert.mapping import read_mapping
from data_builder.convert.run import Job, dry_run, run
from reward.jsonl import InputError

ABOUT = (
    "Takes the options away where the question stands without them and a rule can score its key, and has each option "
    "judged by itself where it does not. Rules decide first; a language model, if one is given, is asked about the "
    "rest, and nothing it says is believed without a check."
)


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `convert` to the parser of `answerkey`."""
    add_arguments(
        commands.add_parser("convert", help="multiple-choice questions to verifiable items", description=ABOUT)
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what a conversion can be told."""
    parser.add_argument(
        "files",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="questions: CSV, TSV, JSON, JSON lines (each gzipped or not), Parquet, or a folder of them",
    )
    parser.add_argument("-o", "--output", type=folder, required=True, metavar="DIR", help="folder to write to")
    parser.add_argument(
        "--mapping", type=Path, metavar="FILE", help="which field is which, for files of no known shape"
    )
    parser.add_argument("--by-category", action="store_true", help="subtypes by the rows' own categories, not by file")
    parser.add_argument("--no-llm", action="store_true", help="convert what rules alone can prove")
    parser.add_argument("--dry-run", action="store_true", help="say what a language model would cost; write nothing")
    parser.add_argument("--nouns", type=Path, metavar="CSV", help="noun classes, whose names the model checks")
    parser.add_argument(
        "--choice", action="store_true", help="ship questions that show their options as a choice as well"
    )
    parser.add_argument("--audit", action="store_true", help="audit the set before and after, for the report")
    parser.add_argument("--seed", type=int, default=0, help="seed of all that is drawn (default: %(default)s)")
    parser.add_argument(
        "--split-by", choices=("video", "kitchen"), default="video", help="what a split is drawn for (default: video)"
    )
    parser.add_argument(
        "--workers", type=positive, default=os.cpu_count() or 1, help="processes (default: one for each CPU)"
    )
    parser.add_argument("--ray", action="store_true", help="make the parts with Ray Data, on all machines of a cluster")
    add_llm_options(parser)
    parser.set_defaults(run=run_convert)


def run_convert(args: argparse.Namespace) -> int:
    """Convert; 1 when there are findings. Raises InputError."""
    llm = None if args.no_llm else llm_settings_from(args, os.environ)
    if llm is None and not args.no_llm:
        raise InputError("no language model is given: give --llm-url and --llm-model, or --no-llm for rules alone")
    if args.nouns and llm is None:
        raise InputError(f"{args.nouns}: a table of names needs a language model, which checks each: give --llm-url")
    job = Job(
        files=tuple(args.files),
        output=args.output,
        mapping=read_mapping(args.mapping) if args.mapping else None,
        mapping_file=args.mapping,
        by_category=args.by_category,
        nouns=args.nouns,
        choice=args.choice,
        audit=args.audit,
        seed=args.seed,
        by_kitchen=args.split_by == "kitchen",
        workers=args.workers,
        ray=args.ray,
        llm=llm,
    )
    return dry_run(job) if args.dry_run else run(job)
