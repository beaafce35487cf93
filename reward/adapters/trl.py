"""Reward functions for TRL 1.16: GRPOTrainer, RLOOTrainer, and the experimental AsyncGRPOTrainer.

    trainer = GRPOTrainer(..., reward_funcs=rewards("http://127.0.0.1:8000"))     # [correct, well_formed]
    trl grpo --reward_funcs reward.adapters.trl.correct reward.adapters.trl.well_formed    # by ANSWERKEY_URL, …

TRL calls a function with keyword arguments: the completions, every column of the data set as a list of the same length,
and, in GRPO and RLOO, `log_extra` and `log_metric`. The data needs a column `item` (an item as JSON text), `item_id`
(the id of an item that the server knows), or a label, in one of LABELS. None in the result means unscored. TRL leaves a
row out of its group only when *every* function gives None, and counts a single None as 0: so both functions share one
verdict.

What rules leave undecided goes to the judge of the server, or to one in the trainer's process (reward.judge):

    judge = LanguageJudge([Endpoint("http://127.0.0.1:8001/v1", "a-model")], cache=MemoryCache())
    trainer = GRPOTrainer(..., reward_funcs=rewards(judge=judge))
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from reward.adapters.columns import told
from reward.adapters.configured import DEADLINE, Scoring, client, configured
from reward.catalog import Catalog
from reward.chat import question_text
from reward.rollout import LABELS, Rollout, of_row, rollouts_of
from reward.scorer import Judge, Scorer, Undecided
from reward.verdict import JUDGE_FAILED, Verdict

Name = Literal["correct", "well_formed"]
TOLD = ("said", "rule", "note")


@dataclass(slots=True, eq=False)
class _Shared:
    """The verdicts on one batch, which each function of the trainer takes once.

    `scoring`: how it scores, None for as the environment says.
    """

    scoring: Scoring | None
    batch: Any = None
    verdicts: "asyncio.Task[list[Verdict]] | None" = None
    taken: set[str] = field(default_factory=set)

    def check(self, columns: Mapping[str, Any]) -> None:
        """Raises ValueError where neither the columns say what is right, nor anybody knows the items."""
        scoring = self.scoring or configured()
        here = isinstance(scoring.scores, Scorer) and not scoring.catalog
        if here and all(columns.get(name) is None for name in ("item", *LABELS)):
            labels = ", ".join(map(repr, LABELS))
            raise ValueError(f"the data needs a column 'item', one of {labels}, or a server that knows the items")

    async def take(self, name: str, rollouts: list[Rollout | Verdict]) -> list[Verdict]:
        """The verdicts on a batch: those under way for the other function, where it asks for the same."""
        same = name not in self.taken and self.batch == rollouts
        if self.verdicts is None or not same or self.verdicts.get_loop() is not asyncio.get_running_loop():
            self.verdicts = asyncio.ensure_future((self.scoring or configured()).verdicts(rollouts))
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
        self.shared.check(columns)
        verdicts = await self.shared.take(self.__name__, _rollouts(completions, prompts, columns))
        if self.__name__ == "well_formed":
            return [None if verdict.score is None else float(verdict.format_ok) for verdict in verdicts]
        if log_extra is not None:
            rows = [told(verdict) for verdict in verdicts]
            for name in TOLD:
                log_extra(name, [row[name] for row in rows])
        if log_metric is not None and verdicts:
            for name, share in _shares(verdicts).items():
                log_metric(name, share)
        return [verdict.score for verdict in verdicts]


def rewards(
    url: str | None = None,
    undecided: Undecided | None = None,
    deadline: float | None = None,
    judge: Judge | None = None,
    fallback: bool = False,
) -> list[RewardFunction]:
    """The rewards for a right answer, in [0, 1], and for the asked-for form of the reply, 1 or 0; or None for both.

    They are scored by the server at `url` within `deadline` seconds, 60 (with `fallback`, rules score here what it does
    not); or here, with a `judge` and with what counts for `undecided` replies ("zero" or "null"); or, without any of
    these, as the environment says (`configured`). Logged besides: the columns `said`, `rule`, `note`, and the shares
    `unscored`, `judged`, `judge_failed`, `fallback`. The judge's calls run in the trainer's event loop. Raises
    ValueError for a `judge` or `undecided` beside a `url`, which has its own, and for what needs one without it.
    """
    scoring: Scoring | None = None
    if url and (judge is not None or undecided is not None):
        raise ValueError("give either url, or judge and undecided: a server has its own")
    if not url and (deadline is not None or fallback):
        raise ValueError("deadline and fallback are for a url: give one")
    if url:
        scoring = Scoring(client(url, DEADLINE if deadline is None else deadline, fallback), Catalog())
    elif judge is not None or undecided is not None:
        scoring = Scoring(Scorer(judge, undecided or "zero"), Catalog())
    shared = _Shared(scoring)
    return [RewardFunction("correct", shared), RewardFunction("well_formed", shared)]


correct, well_formed = rewards()


def _rollouts(completions: Sequence[Any], prompts: Any, columns: Mapping[str, Any]) -> list[Rollout | Verdict]:
    """The rollouts of a batch, by what each row says is right, or else by its prompt."""
    names = [name for name in ("item", "item_id", *LABELS) if columns.get(name) is not None]

    def made(reply: Any, prompt: Any, *values: Any) -> Rollout:
        return of_row(reply, _asked(prompt), dict(zip(names, values, strict=True)))

    lists = {"completions": completions, "prompts": prompts, **{name: columns[name] for name in names}}
    return rollouts_of(lists, made)


def _asked(prompt: Any) -> Any:
    """A prompt without its pictures, which nobody needs here: what was asked, and what the reply goes on with."""
    if not isinstance(prompt, list | tuple):
        return prompt
    asked = {"role": "user", "content": question_text(prompt)}
    begun = [message for message in prompt[-1:] if isinstance(message, dict) and message.get("role") == "assistant"]
    return [asked, *begun]


def _shares(verdicts: Sequence[Verdict]) -> dict[str, float]:
    """The metrics of a batch, each a share of its replies."""
    counts = {
        "unscored": sum(verdict.score is None for verdict in verdicts),
        "judged": sum(verdict.by == "judge" for verdict in verdicts),
        "judge_failed": sum(verdict.rule == JUDGE_FAILED for verdict in verdicts),
        "fallback": sum("fallback" in verdict.details for verdict in verdicts),
    }
    return {name: count / len(verdicts) for name, count in counts.items()}
