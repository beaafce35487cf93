"""Probing a server as SkyRL uses it: by the environment, in this process, one episode for each reply, in threads."""

import asyncio
from collections.abc import Sequence
from typing import Any

from reward.adapters.skyrl import AnswerkeyEnv
from reward.chat import question_text
from reward.probe.made import RUN_ENDS, Made, finite
from reward.probe.threads import in_thread
from reward.rollout import Rollout


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What SkyRL makes of these samples. `url`: the same that ANSWERKEY_URL names."""
    return list(await asyncio.gather(*(in_thread(_episode, *_row(sample)) for sample in samples)))


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
    label = shapes["a label as SkyRL's examples have it"]
    episodes: dict[str, tuple[Any, ...]] = {name: (row, prompt, "Answer: pan") for name, row in shapes.items()}
    episodes |= {"an empty reply": (label, prompt, ""), "a reply that is no text": (label, prompt, 17)}
    made = await asyncio.gather(*(in_thread(_episode, *episode) for episode in episodes.values()))
    return [(name, [one]) for name, one in zip(episodes, made, strict=True)]


def _row(sample: Rollout) -> tuple[dict[str, Any], Any, Any]:
    """The extras, the prompt and the reply of an episode."""
    asked = [{"role": "user", "content": question_text(sample.prompt)}]
    spec = {"method": "rule", "ground_truth": sample.label}
    extras: dict[str, Any] = {"data_source": "probe", "reward_spec": spec, "max_turns": 1}
    return extras if sample.item_id is None else {**extras, "item_id": sample.item_id}, asked, sample.reply


def _episode(extras: Any, prompt: Any, reply: Any) -> Made:
    """SkyRL catches nothing."""
    try:
        env = AnswerkeyEnv(env_config={}, extras=extras)
        env.init(prompt)
        step = env.step(reply)
        flags = env.get_metrics()
        env.close()
    except Exception:
        return RUN_ENDS
    reward = step["reward"]
    if not finite(reward) or not step["done"]:
        return RUN_ENDS
    return Made(reward, flag="unscored=1" if flags.get("unscored") else "")
