"""For trainers that leave out a reply whose reward function raises: no number is better than an invented one."""

from reward.verdict import Verdict


class NoVerdict(Exception):  # no TimeoutError and no ValueError, of which trainers make rewards or crashes
    """Nobody could say what the reply is worth; the message says why."""


def given(verdict: Verdict) -> float:
    """The reward, in [0, 1]. Raises NoVerdict where there is none."""
    if verdict.score is None:
        raise NoVerdict(verdict.note)
    return verdict.score
