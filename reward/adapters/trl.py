"""Reward functions for TRL's GRPOTrainer and RLOOTrainer (TRL 1.16).

    trainer = GRPOTrainer(..., reward_funcs=[correct(), well_formed()])

TRL calls a reward function with keyword arguments: the completions, every column of the data set as a list of the same
length, and `log_extra` and `log_metric`. The data needs a column `item` (an item as JSON text) or `item_id` (the id of
an item that the server knows). None in the result means unscored: TRL leaves such a row out of its group.

What rules leave undecided goes to the judge of the server, or to one in the trainer's process (reward.judge):

    judge = LanguageJudge([Endpoint("http://127.0.0.1:8001/v1", "a-model")], cache=MemoryCache())
    trainer = GRPOTrainer(..., reward_funcs=[correct(judge=judge), well_formed()])
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, Protocol

from pydantic import ValidationError

from reward.item import Item
from reward.jsonl import describe
from reward.scorer import Judge, Scorer, Undecided
from reward.verdict import JUDGE_FAILED, Fault, Verdict, unscored


class Scores(Protocol):
    """What scores the replies: a `Scorer` here, or a `reward.client.Client` of a server, which also takes ids."""

    async def score_all(self, pairs: Sequence[Any], /) -> list[Verdict]: ...


class RewardFunction:
    """An asynchronous reward function with a name of its own, under which TRL logs its metrics.

    It can be pickled, unless it has a judge, which holds connections.
    """

    def __init__(self, name: Literal["correct", "well_formed"], scorer: Scores) -> None:
        self.__name__ = name
        self.scorer = scorer

    async def __call__(
        self,
        completions: Sequence[Any],
        item: Sequence[Any] | None = None,
        item_id: Sequence[Any] | None = None,
        log_extra: Callable[[str, list[Any]], None] | None = None,
        log_metric: Callable[[str, float], None] | None = None,
        **_: Any,
    ) -> list[float | None]:
        replies = [reply_text(completion) for completion in completions]
        verdicts = await self._score(item, item_id, replies)
        if self.__name__ == "well_formed":
            return [_form(verdict) for verdict in verdicts]
        if log_extra is not None:
            log_extra("said", [verdict.said or "" for verdict in verdicts])
            log_extra("rule", [verdict.rule for verdict in verdicts])
        if log_metric is not None and verdicts:
            log_metric("unscored", sum(verdict.score is None for verdict in verdicts) / len(verdicts))
            log_metric("judged", sum(verdict.by == "judge" for verdict in verdicts) / len(verdicts))
            log_metric("judge_failed", sum(verdict.rule == JUDGE_FAILED for verdict in verdicts) / len(verdicts))
        return [verdict.score for verdict in verdicts]

    async def _score(
        self, items: Sequence[Any] | None, ids: Sequence[Any] | None, replies: list[str | None]
    ) -> list[Verdict]:
        """The verdicts of the replies; a row that cannot be used is unscored and holds up no other."""
        if items is None and (ids is None or isinstance(self.scorer, Scorer)):
            raise ValueError(
                "the data set needs a column 'item', or 'item_id' with the url of a server that knows the ids"
            )
        known = [_item(value) for value in items] if items is not None else [_id(value) for value in ids or ()]
        rows = [
            item if isinstance(item, Verdict) else NO_TEXT if reply is None else (item, reply)
            for item, reply in zip(known, replies, strict=True)
        ]
        scored = iter(await self.scorer.score_all([row for row in rows if not isinstance(row, Verdict)]))
        return [row if isinstance(row, Verdict) else next(scored) for row in rows]


def correct(
    url: str | None = None, undecided: Undecided = "zero", deadline: float = 60.0, judge: Judge | None = None
) -> RewardFunction:
    """The reward for a right answer, 1 or 0; scored here, or by the server at `url` within `deadline` seconds.

    Logged besides: the shares `unscored`, `judged`, and `judge_failed`. The judge's calls run in the trainer's event
    loop. Raises ValueError for a `judge` beside a `url`: the server has its own.
    """
    if url and judge is not None:
        raise ValueError("give either url or judge: a server judges by itself")
    return RewardFunction("correct", _client(url, deadline) if url else Scorer(judge, undecided))


def well_formed(url: str | None = None, deadline: float = 60.0) -> RewardFunction:
    """The reward for keeping the asked-for form of the reply, 1 or 0, whatever the answer is."""
    return RewardFunction("well_formed", _client(url, deadline) if url else Scorer())


def _form(verdict: Verdict) -> float | None:
    """The reward for the form; None where the reply was not read at all."""
    return None if verdict.error and verdict.rule != JUDGE_FAILED else float(verdict.format_ok)


def _client(url: str, deadline: float) -> Scores:
    try:
        from reward.client import Client  # noqa: PLC0415  # aiohttp is optional: local rewards do without it
    except ImportError as error:
        raise ImportError(f"rewards from a server need {error.name}: pip install 'answerkey[client]'") from None
    return Client(url, deadline)


def reply_text(completion: Any) -> str | None:
    """The reply in a completion: a string, or messages, whose last one from the assistant is the reply.

    A message's content is text, or a list of blocks of which those with text count. None for anything else.
    """
    if isinstance(completion, str):
        return completion
    if not isinstance(completion, list | tuple) or not all(isinstance(message, dict) for message in completion):
        return None
    said = [message.get("content") for message in completion if message.get("role") == "assistant"]
    content = said[-1] if said else ""
    if isinstance(content, list | tuple) and all(isinstance(block, dict) for block in content):
        texts = [block.get("text") or "" for block in content]
        return "".join(texts) if all(isinstance(text, str) for text in texts) else None
    return content if isinstance(content, str) else "" if content is None else None


def _item(value: Any) -> Item | Verdict:
    """The item of a row: JSON text, or the same as a dictionary."""
    if isinstance(value, str):
        return _read_item(value)
    return _read_item(json.dumps(value, default=str)) if isinstance(value, dict) else _read_item("null")


@lru_cache(maxsize=4096)
def _read_item(text: str) -> Item | Verdict:
    try:
        return Item.model_validate_json(text)
    except ValidationError as error:
        return _refused("invalid_item", f"the column 'item' holds no item: {describe(error)}")


def _id(value: Any) -> str | Verdict:
    return (
        value
        if isinstance(value, str)
        else _refused("unknown_id", f"the column 'item_id' holds {value!r:.50}, no text")
    )


def _refused(code: str, message: str) -> Verdict:
    return unscored(code, f"The row could not be scored: {message}.", Fault(code=code, message=message))


NO_TEXT = _refused("invalid_reply", "the completion is no text and no list of messages")
