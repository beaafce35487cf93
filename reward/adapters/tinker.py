"""An environment for the Tinker cookbook's RL loop (tinker-cookbook 0.6): one question, one reply, its reward.

    EnvFromMessageEnv(renderer, ItemEnv(messages, label), failed_parse_reward=-0.1)

The cookbook turns the messages into tokens and the sampled tokens into a message, and awaits `step` of each environment
of a group by itself. The reward is the cookbook's own sum for problems: correct + form · (well_formed − 1). What the
cookbook asks of its class MessageEnv is here without it, so that nothing is imported.

A reply without a verdict raises NoVerdict. What becomes of it the trainer's Config says; its default ends the run:

    rollout_error_tolerance=MinViableGroup()    the reply is left out of its group, which needs ¾ of its replies
    rollout_error_tolerance=True                it is sampled anew, up to 3 times for each group, which is then left out

Either way the log counts it as `rollout_errors/NoVerdict`.
"""

from dataclasses import dataclass, field
from typing import Any

from reward.adapters.columns import columns, given, told
from reward.adapters.configured import score
from reward.rollout import Rollout
from reward.verdict import Verdict

Messages = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Step:
    """What the cookbook reads of a step: its MessageStepResult. `metrics` are averaged, `logs` are for a person."""

    reward: float
    metrics: dict[str, float]
    logs: dict[str, str]
    episode_done: bool = True
    next_messages: Messages = field(default_factory=list)
    next_stop_condition: None = None


@dataclass(frozen=True, slots=True)
class ItemEnv:
    """One question with its answer: what EnvFromMessageEnv of the cookbook wraps. It can be pickled.

    `messages`: what the model is asked, pictures included. The item is found by `item_id`, else by `label` (any form),
    else by the last turn of the user. `form`: what a reply loses that does not keep the asked-for form.
    """

    messages: Messages
    label: Any = None
    item_id: Any = None
    form: float = 0.1

    async def initial_observation(self) -> Messages:
        """What the model is asked."""
        return self.messages

    async def step(self, message: dict[str, Any]) -> Step:
        """The reward of a reply, in [-form, 1]. Raises NoVerdict, and ValueError for an environment that is no use."""
        reply = [{**message, "role": "assistant"}]
        rollout = Rollout(reply, label=self.label, prompt=self.messages, item_id=self.item_id)
        [verdict] = await score([rollout])
        return Step(given(verdict) + self.form * (verdict.format_ok - 1), _metrics(verdict), told(verdict))

    async def observe_truncated_response(self, message: dict[str, Any]) -> None:
        """A reply that was cut off is not continued."""

    async def add_messages(self, messages: Messages) -> None:
        """Nothing is put into the conversation."""


def _metrics(verdict: Verdict) -> dict[str, float]:
    """Numbers of a verdict; one that is unscored never comes here."""
    return {name: value for name, value in columns(verdict).items() if name != "unscored"}
