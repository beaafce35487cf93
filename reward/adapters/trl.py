"""Reward functions for TRL 1.16: GRPOTrainer, RLOOTrainer, and the experimental AsyncGRPOTrainer.

    trainer = GRPOTrainer(..., reward_funcs=rewards("http://127.0.0.1:8000"))     # [correct, well_formed]
    trl grpo --reward_funcs reward.adapters.trl.correct reward.adapters.trl.well_formed    # by ANSWERKEY_URL, …

TRL calls a function with keyword arguments: the completions, every column of the data set as a list of the same length,
and, in GRPO and RLOO, `log_extra` and `log_metric`. The data needs a column `item` (an item as JSON text), `item_id`
(the id of an item that the server knows), or one of LABELS. None in the result means unscored. TRL leaves a row out of
its group only when *every* function gives None, and counts a single None as 0: so both functions share one verdict.

What rules leave undecided goes to the judge of the server, or to one in the trainer's process (reward.judge):

    judge = LanguageJudge([Endpoint("http://127.0.0.1:8001/v1", "a-model")], cache=MemoryCache())
    trainer = GRPOTrainer(..., reward_funcs=rewards(judge=judge))
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, Literal

from reward.adapters.configured import Scoring, client, configured
from reward.catalog import Catalog
from reward.chat import question_text
from reward.rollout import Rollout, misaligned
from reward.scorer import Judge, Scorer, Undecided
from reward.verdict import JUDGE_FAILED, Verdict

LABELS = ("solution", "ground_truth", "answer", "label")
"""Columns that are read as labels, the first that is there, where there is neither `item` nor `item_id`."""
DEADLINE = 60.0
"""Seconds of a call. TRL has no limit of its own, but all other ranks wait, by default for 1800 s in all."""
Name = Literal["correct", "well_formed"]


@dataclass(slots=True, eq=False)
class _Shared:
    """The verdicts on one batch, which each function of the trainer takes once."""

    scoring: Callable[[], Scoring]
    batch: Any = None
    verdicts: "asyncio.Task[list[Verdict]] | None" = None
    taken: set[str] = field(default_factory=set)

    async def take(self, name: str, rollouts: list[Rollout]) -> list[Verdict]:
        """The verdicts on a batch: those under way for the other function, where it asks for the same."""
        same = name not in self.taken and self.batch == rollouts
        scoring = self.scoring()
        if isinstance(scoring.scores, Scorer) and not scoring.catalog and any(r.item_id is not None for r in rollouts):
            raise ValueError(
                "the column 'item_id' needs the url of a server that knows the ids; or give a column 'item'"
            )
        if self.verdicts is None or not same or self.verdicts.get_loop() is not asyncio.get_running_loop():
            self.verdicts = asyncio.ensure_future(scoring.verdicts(rollouts))
            self.batch, self.taken = rollouts, set()
        self.taken.add(name)
        return await asyncio.shield(self.verdicts)

    def __reduce__(self) -> Any:
        return _Shared, (self.scoring,)


class RewardFunction:
    """An asynchronous reward function with a name of its own, under which TRL logs its metrics.

    It can be pickled, unless it has a judge, which holds connections.
    """

    def __init__(self, name: Name, shared: _Shared) -> None:
        self.__name__ = name
        self.shared = shared

    async def __call__(
        self,
        completions: Sequence[Any],
        prompts: Sequence[Any] | None = None,
        log_extra: Callable[[str, list[Any]], None] | None = None,
        log_metric: Callable[[str, float], None] | None = None,
        **columns: Any,
    ) -> list[float | None]:
        name = _column(columns)
        lengths = {"completions": len(completions), name: len(columns[name])}
        if len(set(lengths.values())) > 1:
            verdicts = [misaligned(lengths, place) for place in range(len(completions))]
        else:
            rollouts = _rollouts(completions, prompts, name, columns[name])
            verdicts = await self.shared.take(self.__name__, rollouts)
        if self.__name__ == "well_formed":
            return [None if verdict.score is None else float(verdict.format_ok) for verdict in verdicts]
        if log_extra is not None:
            for name, values in _table(verdicts).items():
                log_extra(name, values)
        if log_metric is not None and verdicts:
            for name, shared in _shares(verdicts).items():
                log_metric(name, shared)
        return [verdict.score for verdict in verdicts]


def rewards(
    url: str | None = None,
    undecided: Undecided = "zero",
    deadline: float = DEADLINE,
    judge: Judge | None = None,
    fallback: bool = False,
) -> list[RewardFunction]:
    """The rewards for a right answer and for the asked-for form of the reply, each 1 or 0, or None for both.

    They are scored here, or by the server at `url` within `deadline` seconds; with `fallback`, what the server does not
    score is scored here by rules. Logged besides: the columns `said`, `rule`, `note`, and the shares `unscored`,
    `judged`, `judge_failed`, `fallback`. The judge's calls run in the trainer's event loop. Raises ValueError for a
    `judge` beside a `url`: the server has its own.
    """
    if url and judge is not None:
        raise ValueError("give either url or judge: a server judges by itself")
    scores = client(url, deadline, fallback) if url else Scorer(judge, undecided)
    shared = _Shared(_Fixed(Scoring(scores, Catalog())))
    return [RewardFunction("correct", shared), RewardFunction("well_formed", shared)]


@dataclass(frozen=True, slots=True)
class _Fixed:
    """Gives one scoring; a function that is local to another could not be pickled."""

    scoring: Scoring

    def __call__(self) -> Scoring:
        return self.scoring


def _from_environment() -> Scoring:
    return configured(DEADLINE)


_SHARED = _Shared(_from_environment)
correct = RewardFunction("correct", _SHARED)
well_formed = RewardFunction("well_formed", _SHARED)


def _column(columns: Mapping[str, Any]) -> str:
    """The column that says what is right. Raises ValueError where the data set has none."""
    name = next((name for name in ("item", "item_id", *LABELS) if columns.get(name) is not None), None)
    if name is None:
        named = ", ".join(repr(label) for label in LABELS)
        raise ValueError(f"the data set needs a column 'item' or 'item_id', or a label: {named}")
    return name


def _rollouts(completions: Sequence[Any], prompts: Sequence[Any] | None, name: str, values: Any) -> list[Rollout]:
    """The rollouts of a batch, by the column of this name."""
    asked = map(_asked, prompts) if prompts is not None else repeat(None)
    rows = zip(completions, asked, values, strict=False)
    return [Rollout(reply, prompt=prompt, **_known(name, value)) for reply, prompt, value in rows]


def _asked(prompt: Any) -> str:
    """A prompt as text; its messages hold pictures, which nobody needs here."""
    return prompt if isinstance(prompt, str) else question_text(prompt)


def _known(name: str, value: Any) -> dict[str, Any]:
    """How a rollout is told what a column holds."""
    return {"label": {"item": value}} if name == "item" else {"item_id" if name == "item_id" else "label": value}


def _table(verdicts: Sequence[Verdict]) -> dict[str, list[Any]]:
    """What the table of completions says of each reply."""
    return {
        "said": [verdict.said or "" for verdict in verdicts],
        "rule": [verdict.rule for verdict in verdicts],
        "note": [verdict.note for verdict in verdicts],
    }


def _shares(verdicts: Sequence[Verdict]) -> dict[str, float]:
    """The metrics of a batch, each a share of its replies."""
    counts = {
        "unscored": sum(verdict.score is None for verdict in verdicts),
        "judged": sum(verdict.by == "judge" for verdict in verdicts),
        "judge_failed": sum(verdict.rule == JUDGE_FAILED for verdict in verdicts),
        "fallback": sum("fallback" in verdict.details for verdict in verdicts),
    }
    return {name: count / len(verdicts) for name, count in counts.items()}
