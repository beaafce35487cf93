"""AReaL's rewards: a reward function, and what leaves an unscored reply out of training.

AReaL calls the function once a reply, with the texts, the token ids and the row of the data set: `item` (an item),
`item_id` (the id of one), or any label in one of rollout.LABELS; without these the prompt says which item it is. It
takes a float. A reply without a verdict raises NoVerdict: AReaL then leaves its whole group out.

    workflow_kwargs = dict(reward_fn="reward.adapters.areal.reward_fn", ...)

AReaL runs such a function in a few processes, ends it after 15 s, waiting in line included, and takes 0 for a reply
whose four tries all end so: it is for rules, and for a server that is quick. With a judge, or with few cores for each
accelerator, put `Scored` before the workflow. It awaits the server without a line, and leaves out one reply, not its
group:

    class Workflow(Scored, RLVRWorkflow): ...
"""

import logging
import sys
from contextlib import suppress
from time import monotonic
from typing import Any

from reward.adapters.columns import NoVerdict, given
from reward.adapters.configured import configured, score, score_now
from reward.rollout import of_row
from reward.verdict import SERVER_FAILED

POOL_DEADLINE = 8.0
"""Seconds. AReaL's limit is 15, in which a reply may have to wait for the one before it."""
PAUSE = 5.0
"""Seconds for which a process raises at once after the server gave no answer: else the replies that wait in line for
its deadline, one after the other, would be past AReaL's limit, and count as 0. (A fallback makes its own pause.)"""
logger = logging.getLogger("answerkey")
_paused_until = 0.0


def reward_fn(prompt: Any, completions: Any, prompt_ids: Any = None, completion_ids: Any = None, **data: Any) -> float:
    """The reward of one reply, in [0, 1]. Raises NoVerdict, and ValueError for an environment that cannot be used."""
    global _paused_until
    if monotonic() < _paused_until:
        raise NoVerdict("the reward server gave no answer a moment ago")
    [verdict] = score_now([of_row(completions, prompt, data)], POOL_DEADLINE)
    if verdict.rule == SERVER_FAILED and not getattr(configured(POOL_DEADLINE).scores, "fallback", False):
        _paused_until = monotonic() + PAUSE
    return given(verdict)


async def async_reward_fn(
    prompt: Any, completions: Any, prompt_ids: Any = None, completion_ids: Any = None, **data: Any
) -> float:
    """The same, to be awaited in a workflow of AReaL's."""
    [verdict] = await score([of_row(completions, prompt, data)])
    return given(verdict)


class Scored:
    """What to put before RLVRWorkflow or VisionRLVRWorkflow: rewards are awaited, outside of AReaL's processes.

    An episode whose reply has no verdict gives None: AReaL leaves it out and keeps the others of its group. The share
    of such episodes is in AReaL's log as `unscored`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reward_fn = self.async_reward_fn = async_reward_fn  # a name would be wrapped for AReaL's processes

    async def arun_episode(self, engine: Any, data: dict[str, Any]) -> Any:
        try:
            episode = await super().arun_episode(engine, data)  # type: ignore[misc]  # that of the workflow behind it
        except NoVerdict as error:
            logger.warning("left a reply out of training. %s", error)
            _count(unscored=1.0)
            return None
        _count(unscored=0.0)
        return episode


def _count(**numbers: float) -> None:
    """Put numbers beside `reward` in the log of the AReaL that runs us; a log is worth no episode."""
    tracker, context = (sys.modules.get(f"areal.{name}") for name in ("utils.stats_tracker", "infra.workflow_context"))
    if tracker and context:
        with suppress(AttributeError):
            tracker.get(context.stat_scope()).scalar(**numbers)
