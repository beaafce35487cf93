"""The numbers of one run: of all its replies, and of the replies to one subtype, one format, or one of both."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.intervals import Floats, Interval, cluster_bootstrap, ratio
from evaluation.runs import Ints, Run, grouped
from reward.item import FORMATS


@dataclass(frozen=True, slots=True)
class JudgeSummary:
    """What the judge did for a set of replies, as `evaluation.report` explains it."""

    replies: int
    models: dict[str, int]
    prompt_versions: dict[str, int]
    cached: float | None
    seconds: float | None
    tokens: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What a set of replies is worth; the meaning of each number is in `evaluation.report`. Shares are in [0, 1]."""

    replies: int
    items: int
    videos: int
    accuracy: Interval | None
    chance: float
    chance_corrected: Interval | None
    best_constant: float
    by_rule: int
    by_judge: int
    undecided: int
    unscored: int
    reasons: dict[str, int]
    judge: JudgeSummary | None
    worst: float
    best: float
    format_kept: float
    over_true_ratio: float | None


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run in numbers, whole and in slices."""

    name: str
    file: str
    sha256: str
    overall: Summary
    subtypes: dict[str, Summary]
    formats: dict[str, Summary]
    subtype_formats: dict[str, dict[str, Summary]]


def summarise_run(run: Run, seed: int) -> RunSummary:
    """All numbers of a run."""
    subtypes = sorted({asked.subtype for asked in run.asked})
    places = [run.asked[item] for item in run.item]
    cells = grouped((asked.subtype, asked.format) for asked in places)
    formats = [name for name in FORMATS if any(name == format_ for _, format_ in cells)]

    def summary(subtypes: Sequence[str], formats: Sequence[str]) -> Summary:
        rows = [cells[key] for key in ((s, f) for s in subtypes for f in formats) if key in cells]
        return summarise(run, np.sort(np.concatenate(rows)), seed)

    return RunSummary(
        run.name,
        str(run.path),
        run.sha256,
        summary(subtypes, formats),
        {name: summary([name], formats) for name in subtypes},
        {name: summary(subtypes, [name]) for name in formats},
        {s: {f: summary([s], [f]) for f in formats if (s, f) in cells} for s in subtypes},
    )


def summarise(run: Run, rows: Ints, seed: int) -> Summary:
    """The numbers of the replies at these places of a run."""
    item, score, by = run.item[rows], run.score[rows], run.by[rows]
    scored = ~np.isnan(score)
    accuracy, corrected = _accuracy(run, item[scored], score[scored], seed)
    total = float(score[scored].sum())
    return Summary(
        replies=len(rows),
        items=len(np.unique(item)),
        videos=len(np.unique(run.video[item])),
        accuracy=accuracy,
        chance=float(run.chance[item[scored] if scored.any() else item].mean()),
        chance_corrected=corrected,
        best_constant=float(np.bincount(run.gold[item]).max() / len(rows)),
        by_rule=int((by == "rule").sum()),
        by_judge=int((by == "judge").sum()),
        undecided=int((by == "none").sum()),
        unscored=int((~scored).sum()),
        reasons=run.reason.counts(rows),
        judge=_judge(run, rows),
        worst=total / len(rows),
        best=(total + int((~scored).sum())) / len(rows),
        format_kept=float(run.format_ok[rows].mean()),
        over_true_ratio=_over_true_ratio(run, rows),
    )


def _judge(run: Run, rows: Ints) -> JudgeSummary | None:
    """What the judge did for these replies; None where it was asked for none of them."""
    records = run.records
    asked = np.isin(records.reply, rows, assume_unique=True)
    if not asked.any():
        return None
    judged = asked & (run.by[records.reply] == "judge")
    seconds = records.seconds[judged & ~records.cached & ~np.isnan(records.seconds)]
    return JudgeSummary(
        replies=int(asked.sum()),
        models=records.model.counts(asked),
        prompt_versions=records.prompt_version.counts(asked),
        cached=float(records.cached[judged].mean()) if judged.any() else None,
        seconds=float(np.median(seconds)) if len(seconds) else None,
        tokens=int(records.tokens[asked].sum()),
    )


def _accuracy(run: Run, item: Ints, score: Floats, seed: int) -> tuple[Interval, Interval] | tuple[None, None]:
    """The mean of the scores, as it is and corrected for chance; of no scores there is neither."""
    if not len(score):
        return None, None
    columns = [score, np.ones_like(score), run.chance[item]]
    accuracy, corrected = cluster_bootstrap(columns, run.video[item], [ratio, _corrected], seed)
    return accuracy, corrected


def _corrected(totals: Floats) -> Floats:
    """(accuracy - chance) / (1 - chance), not clipped: a run worse than guessing is below 0."""
    score, count, chance = np.moveaxis(totals, -1, 0)
    values: Floats = (score - chance) / (count - chance)
    return values


def _over_true_ratio(run: Run, rows: Ints) -> float | None:
    """Among wrong replies that judge statements apart: the share that marks more of them true than are true."""
    wrong = rows[(run.score[rows] < 1) & run.judged_apart[run.item[rows]]]
    return float(run.over_true[wrong].mean()) if len(wrong) else None
