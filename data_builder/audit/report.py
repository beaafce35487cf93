"""The audit of an item set: one page for people, and beside it the same numbers for programs.

`audit.json` holds `overall`: A and `subtypes`: {name: A}, where subtypes without questions with options are left out,
and besides them

    answerkey, draws, few_groups  version of this package; draws of the intervals; fewer groups make one too narrow
    headline, findings, limits    the page's first sentence; a sentence for each limit passed; the limits
    files[]                       what was read
    formats                       {name: B} of items whose statements are judged, B as data_builder.audit.judged.Balance
    free                          {subtype: K} of short answers, K as data_builder.audit.judged.Keys
    surest[], surest_bundles[][]  what gives most away: id, subtype, format, video, question, options, key, share

    A  n, chance: the questions and the mean of 1 / options; heuristics: {name: accuracy}; options_only and
       question_options: S; chosen_heuristic: S of the heuristic that was best on training folds, with its names;
       groups: of videos, which folds keep whole; relaxed_groups: whether a group is only the key's own video;
       left_out: questions beyond what a solver is given; wrong_in_clip: share of wrong options that happen in the
       clip, or null; repeated_sets: share of questions whose options another group has as well; bundled: share of
       questions whose options others of their group have as well, with other keys
    S  accuracy, corrected, low, high: (accuracy - chance) / (1 - chance) and its 95 % interval; null where there are
       fewer than three groups to learn from, and the bounds where there is one

`overall` is null, and so is all else on options, where no question has any.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits
from tqdm import tqdm

from data_builder.audit.figures import figures, surest
from data_builder.audit.interval import DRAWS, FEW_GROUPS
from data_builder.audit.judged import balances, frequent_keys
from data_builder.audit.limits import Limits, passed
from data_builder.audit.page import render
from data_builder.audit.question import by_subtype
from data_builder.audit.reading import ItemSet, read_sets
from data_builder.audit.solved import solve_subtype, together
from reward.jsonl import InputError, check_output, write_atomically

Report = dict[str, Any]


def write_audit(
    paths: Sequence[Path],
    page: Path | None = None,
    limits: Limits | None = None,
    splits: Collection[str] = (),
    by_category: bool = False,
) -> Report:
    """Audit the sets, write the page and the JSON file beside it where a page is named, and return what JSON holds.

    Raises InputError.
    """
    numbers = page.with_suffix(".json") if page else None
    for path in (page, numbers):
        if path is not None:
            check_output(path)
    if page is not None and page == numbers:
        raise InputError(f"{page}: the numbers go into a .json file of this name; name the page differently, as .html")
    found = read_sets(paths, splits, by_category)
    given = {file.resolve() for file in found.files}
    for path in (page, numbers):
        if path is not None and path.resolve() in given:
            raise InputError(f"{path}: is an input as well; write the audit to another file")
    report = make_audit(found, limits or Limits())
    if page is not None and numbers is not None:
        with write_atomically(numbers) as json_file, write_atomically(page) as html_file:
            json_file.write(json.dumps(report, ensure_ascii=False, allow_nan=False, indent=1) + "\n")
            html_file.write(render(report))
    return report


def make_audit(found: ItemSet, limits: Limits) -> Report:
    """All numbers on what was read. One thread, so that sums are the same on every run."""
    subtypes = by_subtype(found.questions)
    with threadpool_limits(limits=1):
        shown = tqdm(subtypes.values(), desc="solving", unit="subtype", disable=None)
        parts = [solve_subtype(questions) for questions in shown]
        formats = balances(found.judged)
    whole = together(parts) if parts else None
    overall = figures(whole) if whole else None
    by_name = {name: figures(part) for name, part in zip(subtypes, parts, strict=True)}
    questions, bundles = surest(whole) if whole else ([], [])
    return {
        "overall": overall,
        "subtypes": by_name,
        "answerkey": version("answerkey"),
        "draws": DRAWS,
        "few_groups": FEW_GROUPS,
        "headline": _headline(overall),
        "findings": list(passed(limits, overall, by_name)) if overall else [],
        "limits": asdict(limits),
        "files": [str(file) for file in found.files],
        "formats": {name: asdict(balance) for name, balance in formats.items()},
        "free": {name: asdict(keys) for name, keys in frequent_keys(found.free).items()},
        "surest": questions,
        "surest_bundles": bundles,
    }


def _headline(overall: Report | None) -> str:
    if overall is None:
        return "No question has options; only statements and free answers were looked at."
    asked, both = f"{overall['n']:,} question{'s' * (overall['n'] != 1)}", overall["question_options"]
    if both["accuracy"] is None:
        return f"{asked}: too few groups of videos for a solver to learn from."
    interval = "" if both["low"] is None else f" [{both['low']:.2f}, {both['high']:.2f}]"
    return (
        f"Without the clip, question and options answer {both['accuracy']:.1%} of {asked}; guessing gives "
        f"{overall['chance']:.1%}. Corrected for chance this is {both['corrected']:.2f}{interval}."
    )
