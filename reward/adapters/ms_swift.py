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

The functions share one scoring of a batch: the first waits for it, and the others have it at once. Those whose names
end in `_async` are awaited, together with asynchronous functions of your own.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from reward import background
from reward.adapters.configured import configured, score
from reward.rollout import Rollout, rollouts_of
from reward.verdict import Verdict

COLUMNS = ("item_id", "solution", "messages")


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
        configured()

    def verdicts(self, completions: Sequence[Any], columns: dict[str, Any]) -> "Future[list[Verdict]]":
        """The verdicts on a batch: those under way for another function, where that was given the same lists."""
        global _last
        given = (completions, *(columns.get(name) for name in COLUMNS))
        batch = _last
        same = batch is not None and all(one is other for one, other in zip(given, batch.given, strict=True))
        if batch is None or not same or type(self) in batch.taken:
            batch = _last = _Batch(given, background.submit(score(_rollouts(*given))))
        batch.taken.add(type(self))
        return batch.verdicts


class _Plain(_Function):
    """As ms-swift's ORM."""

    def __call__(self, completions: Sequence[Any], **columns: Any) -> list[float | None]:
        return [self.value(verdict) for verdict in self.verdicts(completions, columns).result()]


class _Awaited(_Function):
    """As ms-swift's AsyncORM: awaited together with other asynchronous functions, such as your own."""

    async def __call__(self, completions: Sequence[Any], **columns: Any) -> list[float | None]:
        return [self.value(verdict) for verdict in await asyncio.wrap_future(self.verdicts(completions, columns))]


def _correct(verdict: Verdict) -> float | None:
    return verdict.score


def _format(verdict: Verdict) -> float | None:
    return None if verdict.score is None else float(verdict.format_ok)


def _unscored(verdict: Verdict) -> float | None:
    return float(verdict.score is None)


class AnswerkeyCorrect(_Plain):
    """The reward for a right answer, in [0, 1]; None for a reply without a verdict."""

    value = staticmethod(_correct)


class AnswerkeyFormat(_Plain):
    """The reward for keeping the asked-for form of the reply, 1 or 0; None for a reply without a verdict."""

    value = staticmethod(_format)


class AnswerkeyUnscored(_Plain):
    """1 for a reply without a verdict, else 0: for the log, with the weight 0."""

    value = staticmethod(_unscored)


class AnswerkeyCorrectAsync(_Awaited):
    """AnswerkeyCorrect, awaited."""

    value = staticmethod(_correct)


class AnswerkeyFormatAsync(_Awaited):
    """AnswerkeyFormat, awaited."""

    value = staticmethod(_format)


class AnswerkeyUnscoredAsync(_Awaited):
    """AnswerkeyUnscored, awaited."""

    value = staticmethod(_unscored)


ORMS: dict[str, Any] = {
    "answerkey_correct": AnswerkeyCorrect,
    "answerkey_format": AnswerkeyFormat,
    "answerkey_unscored": AnswerkeyUnscored,
    "answerkey_correct_async": AnswerkeyCorrectAsync,
    "answerkey_format_async": AnswerkeyFormatAsync,
    "answerkey_unscored_async": AnswerkeyUnscoredAsync,
}
"""For ms-swift's `orms`."""


def _rollouts(completions: Any, item_id: Any, solution: Any, messages: Any) -> list[Rollout | Verdict]:
    lists = {"completions": completions, "item_id": item_id, "solution": solution, "messages": messages}
    return rollouts_of(lists, lambda reply, id_, label, prompt: Rollout(reply, label, prompt, id_))
