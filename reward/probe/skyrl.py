"""Probing a server as SkyRL uses it: by the environment, in this process, one episode for each reply, in threads."""

import asyncio
import math
from collections.abc import Sequence
from typing import Any

from reward.adapters.skyrl import AnswerkeyEnv
from reward.chat import question_text
from reward.probe.made import Made
from reward.rollout import Rollout

RUN_ENDS = Made(None, "run ends")
"""The environment raises, or gives no number: SkyRL catches nothing."""


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What SkyRL makes of these samples. `url`: the same that ANSWERKEY_URL names."""
    return list(await asyncio.gather(*(asyncio.to_thread(_episode, *_row(sample)) for sample in samples)))


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """Rows that a data set may hold, each with what comes of it."""
    prompt = [{"role": "user", "content": "Which object is moved?"}]
    shapes: dict[str, Any] = {
        "a label as SkyRL's examples have it": {"reward_spec": {"method": "rule", "ground_truth": "pan"}},
        "a row without reward_spec": {"data_source": "kitchen"},
        "a reward_spec without ground_truth": {"reward_spec": {"method": "rule"}},
        "a label that is null": {"reward_spec": {"method": "rule", "ground_truth": None}},
        "a label that is no key": {"reward_spec": {"ground_truth": '{"colour": "red"}'}},
        "a reward_spec that is text": {"reward_spec": "pan"},
        "no row at all": None,
    }
    found = [(name, [await asyncio.to_thread(_episode, row, prompt, "Answer: pan")]) for name, row in shapes.items()]
    label = shapes["a label as SkyRL's examples have it"]
    replies = {"an empty reply": "", "a reply that is no text": 17}
    return found + [
        (name, [await asyncio.to_thread(_episode, label, prompt, reply)]) for name, reply in replies.items()
    ]


def _row(sample: Rollout) -> tuple[dict[str, Any], Any, Any]:
    """The extras, the prompt and the reply of an episode."""
    asked = [{"role": "user", "content": question_text(sample.prompt)}]
    spec = {"method": "rule", "ground_truth": sample.label}
    extras: dict[str, Any] = {"data_source": "probe", "reward_spec": spec, "max_turns": 1}
    return extras if sample.item_id is None else {**extras, "item_id": sample.item_id}, asked, sample.reply


def _episode(extras: Any, prompt: Any, reply: Any) -> Made:
    try:
        env = AnswerkeyEnv(env_config={}, extras=extras)
        env.init(prompt)
        step = env.step(reply)
        flags = env.get_metrics()
        env.close()
    except Exception:
        return RUN_ENDS
    reward = step["reward"]
    if not isinstance(reward, float) or not math.isfinite(reward) or not step["done"]:
        return RUN_ENDS
    return Made(reward, flag="unscored=1" if flags.get("unscored") else "")
