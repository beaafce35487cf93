"""An environment for SkyRL, by SkyRL-Gym (0.4): one question, one reply, one reward.

    from skyrl_gym.envs import register             # in your entry point, as SkyRL's own examples do
    register(id="answerkey", entry_point="reward.adapters.skyrl:AnswerkeyEnv")

A row of the data has `env_class` "answerkey", the `prompt`, and `item_id` (also within `extra_info`), or else
`reward_spec.ground_truth`: the id of an item or any other label. Without one the prompt says which item it is.

SkyRL takes a float and cannot leave a reply out: one without a verdict gets 0, and is flagged. It logs what get_metrics
gives, averaged, as `environment/unscored` and so on; `environment/correct` is the mean over the replies that have a
verdict. It looks at no metadata, but writes the row into the files of an evaluation: there `answerkey` says why.

A step may take 60 s (ANSWERKEY_DEADLINE) in a thread of SkyRL's, of which there are 32 by default: see max_env_workers.
What steps raise ends the run, so they do not raise.
"""

from typing import Any

from reward.adapters.columns import columns, number, told
from reward.adapters.configured import configured, score_now
from reward.rollout import Rollout

try:
    from skyrl_gym.envs.base_text_env import BaseTextEnv  # type: ignore[import-not-found, unused-ignore]
except ImportError:  # only SkyRL's own `make` asks for its class
    BaseTextEnv = object


class AnswerkeyEnv(BaseTextEnv):  # type: ignore[misc, unused-ignore]
    """An episode: init(prompt), one step(reply), get_metrics(), close().

    `extras`: the row without its prompt. Raises ValueError for an environment (ANSWERKEY_URL, …) that cannot be used.
    """

    def __init__(self, env_config: Any = None, extras: Any = None) -> None:
        super().__init__()
        configured()
        self.extras: dict[str, Any] = extras if isinstance(extras, dict) else {}
        self.prompt: Any = None
        self.metrics: dict[str, float] = {}

    def init(self, prompt: Any) -> tuple[Any, dict[str, Any]]:
        """The prompt, as it is."""
        self.prompt = prompt
        return prompt, {}

    def step(self, action: Any) -> dict[str, Any]:
        """The reward of a reply, finite and in [0, 1], at which the episode ends; never raises for what is given."""
        [verdict] = score_now([self._rollout(action)])
        flags = columns(verdict)
        self.metrics = flags if verdict.score is not None else {k: v for k, v in flags.items() if k != "correct"}
        self.extras["answerkey"] = {"score": verdict.score, **told(verdict)}
        metadata = {**flags, **self.extras["answerkey"]}
        return {"observations": [], "reward": number(verdict), "done": True, "metadata": metadata}

    def get_metrics(self) -> dict[str, float]:
        """The flags of the episode; `correct` only where there is a verdict, nothing where there was no step."""
        return dict(self.metrics)

    def close(self) -> None:
        """There is nothing to close."""

    def _rollout(self, reply: Any) -> Rollout:
        spec, info = (_object(self.extras.get(name)) for name in ("reward_spec", "extra_info"))
        own = self.extras.get("item_id")
        return Rollout(reply, spec.get("ground_truth"), self.prompt, info.get("item_id") if own is None else own)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
