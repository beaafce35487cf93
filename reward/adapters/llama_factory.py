"""LLaMA-Factory's PPO rewards (reward_model_type: api): scores for texts that hold prompt and reply.

LLaMA-Factory posts {"model": "model", "messages": [text, …]}, each a prompt in its chat template with the reply behind
it, and takes `scores`, one number each, with no limit of time and no second try. There is no label: the question in the
prompt is looked up among the server's items, or the tag in it, "[item ID]" (`reward.catalog.tag`), where several items
ask the same. It cannot leave a reply out: an unscored one gets 0. LLaMA-Factory logs nothing but the mean; `unscored`
and `notes` beside the scores are for a person, and the server counts them in /metrics.

    stage: ppo
    reward_model_type: api
    reward_model: http://HOST:8000/v1/score/evaluation

Whoever writes the reply may write marks of turns, too, to be asked something that it can answer. So nothing behind the
true prompt may decide which item is meant: the first mark in a text decides which template it has, and the question
stands between its first mark of a user and the next mark, which has to be one of an assistant. Where that is no known
question, the reply is unscored, whatever follows. Hence a prompt is one question, without turns before it.
"""

import re
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from reward.adapters.columns import columns
from reward.marks import marks
from reward.rollout import Rollout, Score, refused
from reward.verdict import Verdict

MAX_MARKS = 16
"""Marks before the reply; a prompt with one question has two or three."""
SYSTEM = re.compile(r"\A\s*<<SYS>>.*?<</SYS>>", re.DOTALL)
"""Llama 2 puts the system prompt into the question's turn."""
END = re.compile(
    r"(?:<turn\|>|\[e~\[|<end_of_sentence>|<seed:eos>|<｜hy_[^｜]{1,40}｜>|\[\|endofturn\|\]|<\|role_end\|>|###)\s*\Z"
)
"""Ends of turns that nothing else takes for special tokens: Gemma 4, MiniMax, Seed, Hunyuan, EXAONE, Ling, Yi VL."""


async def score_evaluation(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """LLaMA-Factory: texts of prompt and reply, answered by scores"""
    messages = body.get("messages")
    messages = [] if messages is None else messages if isinstance(messages, list) else [messages]
    verdicts = await score([_read(message, place) for place, message in enumerate(messages)])
    return _answer(body.get("model"), verdicts)


def question_and_reply(text: str) -> tuple[str, str] | None:
    """What the one user of a templated text asks, and what follows; None where no template is found.

    The question depends on no character behind the first mark of an assistant, where the reply begins.
    """
    asked = None
    for mark in marks(text, MAX_MARKS):
        if mark.role == "assistant":
            return None if asked is None else (_bared(text[asked : mark.start]), END.sub("", text[mark.end :]))
        if mark.role == "user":
            if asked is not None:
                return None
            asked = mark.end
    return None


def _bared(question: str) -> str:
    return END.sub("", SYSTEM.sub("", question))


def _read(message: Any, place: int) -> Rollout | Verdict:
    if not isinstance(message, str):
        return refused("invalid_reply", f"the message is of type {type(message).__name__}, not text", place, "messages")
    if (parts := question_and_reply(message)) is None:
        why = "the text is no prompt of one question in a chat template that we know, with a reply behind it"
        return refused("unknown_template", why, place, "messages")
    return Rollout(reply=parts[1], prompt=[{"role": "user", "content": parts[0]}])


def _answer(model: Any, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    rows = [columns(verdict) for verdict in verdicts]
    return {
        "id": f"scoreval-{uuid4().hex}",
        "object": "score.evaluation",
        "model": model if isinstance(model, str) else "model",
        "scores": [row["correct"] for row in rows],
        "unscored": [row["unscored"] for row in rows],
        "notes": [verdict.note if verdict.score is None else None for verdict in verdicts],
    }
