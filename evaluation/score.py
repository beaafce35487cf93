"""Scoring a file of replies: one verdict per reply, in the same order, as a stream."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from tqdm import tqdm

from evaluation.scored import Scored
from reward import Item, Scorer
from reward.jsonl import InputError, check_output, enumerate_jsonl, read_items, write_atomically

BATCH = 1_000


class ReplyRow(BaseModel):
    """One line of a file of replies; the same id may come again, for another sample of the same item."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    reply: str


@dataclass(slots=True)
class Tally:
    """What a file of replies was worth. Undecided: neither a rule nor a judge decided. Unscored: without a score."""

    replies: int = 0
    undecided: int = 0
    unscored: int = 0
    total: float = 0.0

    def add(self, row: Scored) -> None:
        self.replies += 1
        self.undecided += row.by == "none"
        self.unscored += row.score is None
        self.total += row.score or 0.0

    @property
    def mean(self) -> float | None:
        """The mean of the scores; None when nothing is scored."""
        scored = self.replies - self.unscored
        return self.total / scored if scored else None

    def __str__(self) -> str:
        mean = "none" if self.mean is None else f"{self.mean:.3f}"
        return f"{self.replies} replies: mean score {mean}, {self.undecided} undecided, {self.unscored} unscored"


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
