"""The report: one page for people, and beside it the same numbers for programs.

`report.json` holds every number under the name that it has in the page (spaces and hyphens are underscores there):

    answerkey, seed, draws        version of this package; seed and number of draws of the intervals
    few_videos                    an interval from fewer videos than this is too narrow
    headline                      the page's first sentence
    findings                      sentences on what makes the runs no clean pair; empty when nothing does
    runs[]                        name, file, sha256, overall: S, subtypes: {name: S}, formats: {name: S},
                                  subtype_formats: {subtype: {format: S}}
    comparisons[]                 the first run against each later one: first, later (names of runs), only_first,
                                  only_later, differently_asked, without_score (items left out, by reason), headline,
                                  overall: C or null, subtypes: {name: C}, formats: {name: C}, improved: [F], worse: [F]

An interval is {mean, low, high}; low and high are null when all items are from one video. A mean of nothing is null.

    S  replies, items, videos; accuracy: interval of the mean over scored replies; chance: mean declared chance of
       those; chance_corrected: interval of (accuracy - chance) / (1 - chance), not clipped; best_constant: what always
       giving the most frequent perfect reply would get; by_rule, by_judge, undecided (neither decided), unscored (no
       score): counts of replies; reasons: {why: count} of the unscored, by the code of the error, or by the rule where
       there is none; judge: J, or null where no judge was asked; worst, best: accuracy if all the unscored were wrong,
       or right; format_kept: share of replies in the asked-for form; over_true_ratio: among wrong replies to `options`
       and `statements` items, the share that marks more statements true than are
    J  replies: how many the judge was asked for, those for which it failed included; models, prompt_versions:
       {name: count} of those; cached: share of its verdicts that took no call of their own; seconds: median time of
       the others; tokens: of all calls
    C  items, videos, chance; before, after: mean over items of an item's mean over samples; difference: interval;
       improved, worse, same: counts of items
    F  id, subtype, format, question, key, before and after: {reply, said, score, rule, note}
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from evaluation.comparison import Comparison, compare
from evaluation.intervals import DRAWS, FEW_CLUSTERS, Interval
from evaluation.page import estimate, render, share
from evaluation.runs import Run, names, read_run
from evaluation.summary import RunSummary, Summary, summarise_run
from reward.jsonl import InputError, check_output, write_atomically

Report = dict[str, Any]


def write_report(verdicts: Sequence[Path], page: Path, seed: int = 0) -> Report:
    """Write the page and the JSON file beside it, and return what the JSON file holds. Raises InputError."""
    check_output(page)
    numbers = page.with_suffix(".json")
    check_output(numbers)
    _check_paths(verdicts, page, numbers)
    report = make_report(verdicts, seed)
    html = render(report)
    with write_atomically(numbers) as json_file, write_atomically(page) as html_file:
        json_file.write(json.dumps(report, ensure_ascii=False, allow_nan=False, indent=1) + "\n")
        html_file.write(html)
    return report


def _check_paths(verdicts: Sequence[Path], page: Path, numbers: Path) -> None:
    resolved = [path.resolve() for path in verdicts]
    if page.resolve() == numbers.resolve():
        raise InputError(f"{page}: the numbers go into a .json file of this name; name the page differently, as .html")
    for path in (page, numbers):
        if path.resolve() in resolved:
            raise InputError(f"{path}: is an input as well; write the report to another file")
    for i, path in enumerate(verdicts):
        if resolved[i] in resolved[:i]:
            raise InputError(f"{path}: is given twice")


def make_report(verdicts: Sequence[Path], seed: int = 0) -> Report:
    """All numbers of a report on some files of verdicts, the first one against each later one."""
    runs = [read_run(path, name) for path, name in zip(verdicts, names(list(verdicts)), strict=True)]
    comparisons = [compare(runs[0], later, seed) for later in runs[1:]]
    summaries = [summarise_run(run, seed) for run in runs]
    headlines = [_change_headline(runs[0], summaries[0].overall, comparison) for comparison in comparisons]
    return {
        "answerkey": version("answerkey"),
        "seed": seed,
        "draws": DRAWS,
        "few_videos": FEW_CLUSTERS,
        "headline": headlines[-1] if headlines else _run_headline(runs[0], summaries[0]),
        "findings": [finding for comparison in comparisons for finding in comparison.findings],
        "runs": [asdict(summary) for summary in summaries],
        "comparisons": [
            {"headline": headline, **asdict(comparison)}
            for headline, comparison in zip(headlines, comparisons, strict=True)
        ],
    }


def _change_headline(first: Run, before: Summary, comparison: Comparison) -> str:
    change = comparison.overall
    if change is None:
        return f"{comparison.first} and {comparison.later} have no scored item in common: there is nothing to compare."
    sentences = [
        f"Of {_questions(first, change.items)}, the share answered right went from {share(change.before)} to "
        f"{share(change.after)}: {estimate(asdict(change.difference), signed=True)}; "
        f"{_blind(change.chance, before)}.",
        *_doubts(change.difference, change.videos),
    ]
    if _holds_zero(change.difference):
        sentences.append("The interval includes 0: this may be chance.")
    if count := comparison.without_score:
        sentences.append(f"Left out: {count:,} without a score in one of the two.")
    return " ".join(sentences)


def _run_headline(run: Run, summary: RunSummary) -> str:
    overall = summary.overall
    if overall.accuracy is None:
        return f"None of the {overall.replies:,} replies to {_questions(run, overall.items)} is scored."
    sentence = (
        f"Of {_questions(run, overall.items)}, the share answered right is {estimate(asdict(overall.accuracy))}; "
        f"{_blind(overall.chance, overall)}."
    )
    return " ".join([sentence, *_left_out(overall), *_doubts(overall.accuracy, overall.videos)])


def _blind(chance: float, summary: Summary) -> str:
    """What replies that never looked would get."""
    return f"guessing would give {share(chance)}, the best constant reply {share(summary.best_constant)}"


def _left_out(summary: Summary) -> list[str]:
    if not summary.unscored:
        return []
    return [
        f"This leaves out {summary.unscored:,} of {summary.replies:,} replies, which have no score: "
        f"with them it is between {share(summary.worst)} and {share(summary.best)}."
    ]


def _questions(run: Run, count: int) -> str:
    """The number of items, said to be held out only where none of the run's items is for training."""
    held_out = "held-out " if all(asked.split != "train" for asked in run.asked) else ""
    return f"{count:,} {held_out}question{'s' * (count != 1)}"


def _doubts(interval: Interval, videos: int) -> list[str]:
    if interval.low is None:
        return ["All are from one video, which gives no interval."]
    if videos < FEW_CLUSTERS:
        return [f"The interval rests on only {videos} videos, and is too narrow."]
    return []


def _holds_zero(interval: Interval) -> bool:
    return interval.low is not None and interval.high is not None and interval.low <= 0 <= interval.high
