"""slime's rewards: the routes for `--rm-type remote_rm`, and a function for `--custom-rm-path`.

slime posts one reply at a time, {"prompt": text or messages, "response", "label"}, and takes the JSON of the answer as
the reward. It waits for 120 s, asks ten times, and then ends the run. An unscored reply gets 0, for there is no other
way over HTTP; the detailed answer says so.

    --rm-type remote_rm --rm-url http://HOST:8000/slime
    --rm-type remote_rm --rm-url http://HOST:8000/slime/detail --reward-key reward --log-reward-category rule

The function leaves an unscored reply out of the loss. It needs ANSWERKEY_URL (see `configured`):

    --custom-rm-path reward.adapters.slime.custom_rm [--group-rm] [--reward-key reward --log-reward-category rule]
"""

from statistics import mean
from typing import Any

from reward.adapters.columns import NO_VERDICT, columns, number, told
from reward.adapters.configured import score as score_configured
from reward.rollout import Rollout, Score, blank, of_row
from reward.verdict import Verdict


async def remote_rm(body: dict[str, Any], score: Score) -> float:
    """slime: one reply, answered by the bare reward"""
    [verdict] = await score([_posted(body)])
    return number(verdict)


async def remote_rm_detail(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """slime: one reply, answered by an object with `reward` and why"""
    [verdict] = await score([_posted(body)])
    return detail(verdict)


async def custom_rm(args: Any, sample: Any, **_: Any) -> Any:
    """The reward of slime's Sample; with --group-rm, those of a group, in order.

    With --reward-key each is an object as in `detail`. An unscored sample gets `remove_sample`, which takes it out of
    the loss, and `metadata["unscored"]`, which says why. slime still counts its reward in the mean of its group: that
    is 0 for a sample alone, and in a group the mean of the others, so that it shifts nobody's advantage. Raises
    ValueError for an environment that cannot be used.
    """
    group = list(sample) if isinstance(sample, list | tuple) else [sample]
    verdicts = await score_configured([_sampled(one) for one in group])
    scored = [verdict.score for verdict in verdicts if verdict.score is not None]
    # An exact mean: where all others are equal, slime has to see that the group has no spread.
    neutral = mean(scored) if scored else NO_VERDICT
    detailed = bool(getattr(args, "reward_key", None))
    rewards: list[Any] = []
    for one, verdict in zip(group, verdicts, strict=True):
        if verdict.score is None:
            one.remove_sample = True
            if isinstance(getattr(one, "metadata", None), dict):
                one.metadata["unscored"] = verdict.note
        reward = neutral if verdict.score is None else verdict.score
        rewards.append({**detail(verdict), "reward": reward} if detailed else reward)
    return rewards if isinstance(sample, list | tuple) else rewards[0]


def detail(verdict: Verdict) -> dict[str, Any]:
    """`reward` and numbers on the verdict (see `columns`), `rule`: why, in a word, and `note`: why, in a sentence.

    slime averages none of these. --log-reward-category logs the shares of one's values; use `rule` or `unscored`.
    """
    return {"reward": number(verdict), **columns(verdict), **told(verdict)}


def _posted(body: dict[str, Any]) -> Rollout:
    return Rollout(reply=body.get("response"), label=body.get("label"), prompt=body.get("prompt"))


def _sampled(sample: Any) -> Rollout:
    """What a Sample says; its label, or else what its metadata holds."""
    reply, prompt, label = (getattr(sample, name, None) for name in ("response", "prompt", "label"))
    metadata = getattr(sample, "metadata", None)
    if not blank(label) or not isinstance(metadata, dict):
        return Rollout(reply=reply, label=label, prompt=prompt)
    return of_row(reply, prompt, metadata)
