"""Scoring a file of replies: one verdict per reply, in the same order, as a stream."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from tqdm import tqdm

from evaluation.scored import Scored
from reward import Item, Scorer
from reward.jsonl import InputError, check_output, enumerate_jsonl, read_items, write_atomically
from reward.judge.tally import Tally as JudgeTally

BATCH = 1_000


class ReplyRow(BaseModel):
    """One line of a file of replies; the same id may come again, for another sample of the same item."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    reply: str


@dataclass(slots=True)
class Tally:
    """What a file of replies was worth: `by` whom they were decided, for which `reasons` they have no score.

    Undecided: neither a rule nor a judge decided, and nothing failed. Unscored: without a score.
    """

    replies: int = 0
    undecided: int = 0
    by: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    total: float = 0.0

    def add(self, row: Scored) -> None:
        self.replies += 1
        self.undecided += row.by == "none" and row.error is None
        self.by[row.by] += 1
        if row.score is None:
            self.reasons[row.reason] += 1
        self.total += row.score or 0.0

    @property
    def unscored(self) -> int:
        return self.reasons.total()

    @property
    def mean(self) -> float | None:
        """The mean of the scores; None when nothing is scored."""
        scored = self.replies - self.unscored
        return self.total / scored if scored else None

    def __str__(self) -> str:
        mean = "none" if self.mean is None else f"{self.mean:.3f}"
        return f"{self.replies} replies: mean score {mean}, {self.undecided} undecided, {self.unscored} unscored"

    @property
    def decided(self) -> str:
        """Who decided, and why some replies have no score."""
        reasons = ", ".join(f"{count} {reason}" for reason, count in self.reasons.most_common())
        return f"by rule {self.by['rule']}, by judge {self.by['judge']}" + (
            f"; {self.unscored} unscored: {reasons}" if reasons else ""
        )


def spent(tally: JudgeTally) -> str:
    """What the judge did for that, in one line; money only where a price is known."""
    parts = [
        f"{tally.calls} calls",
        f"{tally.retries} retries",
        f"{tally.cached} cached",
        f"{tally.coalesced} shared",
        f"{tally.prompt_tokens:,} + {tally.completion_tokens:,} tokens",
    ]
    if tally.cost:
        parts.append(f"cost {tally.cost:.4g}")
    if tally.audited:
        parts.append(f"rules audited: {tally.audited}, seen differently: {tally.audit_differences}")
    return ", ".join(parts)


async def score_file(items: Path, replies: Path, output: Path, scorer: Scorer) -> Tally:
    """Score every reply and write its verdict. Raises InputError for bad input; `output` is then left as it was."""
    if output.resolve() in (items.resolve(), replies.resolve()):
        raise InputError(f"{output}: is an input as well; write the verdicts to another file")
    check_output(output)
    known = {item.id: item for item in read_items(items)}
    pairs = _pairs(replies, known, items)
    tally = Tally()
    with write_atomically(output) as file, tqdm(desc="scoring", unit=" replies", disable=None) as progress:
        while batch := list(islice(pairs, BATCH)):
            verdicts = await scorer.score_all(batch)
            for (item, reply), verdict in zip(batch, verdicts, strict=True):
                row = Scored.of(item, reply, verdict)
                tally.add(row)
                file.write(row.model_dump_json() + "\n")
            progress.update(len(batch))
        if not tally.replies:
            raise InputError(f"{replies}: holds no replies; give one {{'id': …, 'reply': …}} on each line")
    return tally


def _pairs(replies: Path, known: dict[str, Item], items: Path) -> Iterator[tuple[Item, str]]:
    for number, row in enumerate_jsonl(replies, ReplyRow):
        if row.id not in known:
            raise InputError(f"{replies}:{number}: id: no item of {items} has the id {row.id!r}")
        yield known[row.id], row.reply
