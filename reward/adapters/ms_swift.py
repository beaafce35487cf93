"""Reward functions for GRPO in ms-swift (4.6): classes that a plugin file of yours hands over by name.

    from swift.rewards import orms                  # plugin.py, beside your script
    from reward.adapters.ms_swift import ORMS
    orms.update(ORMS)

    swift rlhf --rlhf_type grpo --external_plugins plugin.py \\
        --reward_funcs answerkey_correct answerkey_format answerkey_unscored --reward_weights 1 0.2 0

This file cannot be the plugin itself: it registers nothing, and ms-swift puts the plugin's folder first where Python
looks for modules, while the files in this folder are called like trainers, such as trl, which ms-swift needs.

ms-swift calls each function with the completions (texts), and each column of the data as a list: `item_id` (the id of
an item) or `solution` (any label), and `messages`. It takes numbers and None. None does not leave a reply out: its sum
of rewards counts a None as 0, and only --scale_rewards gdpo compares a reply with those that have a number. So a reply
without a verdict is None for both rewards, and `answerkey_unscored`, which is to have the weight 0, logs the share.

The functions share one scoring of a batch. They await it together; where no event loop can be started, take the names
that end in `_now`.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from reward import background
from reward.adapters.configured import configured, score
from reward.rollout import Rollout, misaligned
from reward.verdict import Verdict

DEADLINE = 60.0
"""Seconds of a call. ms-swift has no limit of its own, but all other ranks wait."""
COLUMNS = ("item_id", "solution", "messages")
logger = logging.getLogger("answerkey")


@dataclass(slots=True, eq=False)
class _Batch:
    """What is under way for the lists that ms-swift hands to each function; each of them takes it once."""

    given: tuple[Any, ...]
    verdicts: "Future[list[Verdict]]"
    taken: set[type] = field(default_factory=set)


_last: _Batch | None = None


class _Function:
    """What ms-swift makes once, with its own arguments; it logs `rewards/<class name>/mean`.

    Raises ValueError, before anything is generated, for an environment that cannot be used.
    """

    value: Callable[[Verdict], float | None]

    def __init__(self, args: Any = None, **_: Any) -> None:
        configured(DEADLINE)

    def verdicts(self, completions: Sequence[Any], columns: dict[str, Any]) -> "Future[list[Verdict]]":
        """The verdicts on a batch: those under way for another function, where that was given the same lists."""
        global _last
        given = (completions, *(columns.get(name) for name in COLUMNS))
        batch = _last
        same = batch is not None and all(one is other for one, other in zip(given, batch.given, strict=True))
        if batch is None or not same or type(self) in batch.taken:
            batch = _last = _Batch(given, background.submit(_scored(completions, given[1:])))
        batch.taken.add(type(self))
        return batch.verdicts


class _Awaited(_Function):
    """As ms-swift's AsyncORM."""

    async def __call__(self, completions: Sequence[Any], **columns: Any) -> list[float | None]:
        return [self.value(verdict) for verdict in await asyncio.wrap_future(self.verdicts(completions, columns))]


class _Now(_Function):
    """As ms-swift's ORM."""

    def __call__(self, completions: Sequence[Any], **columns: Any) -> list[float | None]:
        return [self.value(verdict) for verdict in self.verdicts(completions, columns).result()]


def _correct(verdict: Verdict) -> float | None:
    return verdict.score


def _format(verdict: Verdict) -> float | None:
    return None if verdict.score is None else float(verdict.format_ok)


def _unscored(verdict: Verdict) -> float | None:
    return float(verdict.score is None)


class AnswerkeyCorrect(_Awaited):
    """The reward for a right answer, in [0, 1]; None for a reply without a verdict."""

    value = staticmethod(_correct)


class AnswerkeyFormat(_Awaited):
    """The reward for keeping the asked-for form of the reply, 1 or 0; None for a reply without a verdict."""

    value = staticmethod(_format)


class AnswerkeyUnscored(_Awaited):
    """1 for a reply without a verdict, else 0: for the log, with the weight 0."""

    value = staticmethod(_unscored)


class AnswerkeyCorrectNow(_Now):
    """AnswerkeyCorrect, not awaited."""

    value = staticmethod(_correct)


class AnswerkeyFormatNow(_Now):
    """AnswerkeyFormat, not awaited."""

    value = staticmethod(_format)


class AnswerkeyUnscoredNow(_Now):
    """AnswerkeyUnscored, not awaited."""

    value = staticmethod(_unscored)


ORMS: dict[str, Any] = {
    "answerkey_correct": AnswerkeyCorrect,
    "answerkey_format": AnswerkeyFormat,
    "answerkey_unscored": AnswerkeyUnscored,
    "answerkey_correct_now": AnswerkeyCorrectNow,
    "answerkey_format_now": AnswerkeyFormatNow,
    "answerkey_unscored_now": AnswerkeyUnscoredNow,
}
"""For ms-swift's `orms`."""


async def _scored(completions: Sequence[Any], columns: Sequence[Any]) -> list[Verdict]:
    """The verdicts on a batch; says once why some replies have none, for ms-swift logs no text."""
    given = {name: column for name, column in zip(COLUMNS, columns, strict=True) if column is not None}
    lengths = {"completions": len(completions), **{name: _length(column) for name, column in given.items()}}
    if len(set(lengths.values())) > 1:
        verdicts = [misaligned(lengths, place) for place in range(len(completions))]
    elif completions:
        nothing = [None] * len(completions)
        ids, labels, prompts = (given.get(name, nothing) for name in COLUMNS)
        rows = zip(completions, labels, prompts, ids, strict=True)
        verdicts = await score([Rollout(*row) for row in rows], DEADLINE)
    else:
        verdicts = []
    if failed := [verdict for verdict in verdicts if verdict.score is None]:
        codes = ", ".join(f"{code} {n}" for code, n in Counter(verdict.rule for verdict in failed).most_common())
        logger.warning("%d of %d replies are unscored (%s). %s", len(failed), len(verdicts), codes, failed[0].note)
    return verdicts


def _length(column: Any) -> int:
    return len(column) if isinstance(column, list | tuple) else 0
