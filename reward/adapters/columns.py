"""A verdict in the words of trainers: as the reward, and as columns of numbers and of texts, the same for every reply.

A trainer that can leave a reply out gets `given`, which raises where there is no verdict. Most cannot: an unscored
reply then gets NO_VERDICT, and the column `unscored` says so.
"""

from reward.verdict import Verdict

NO_VERDICT = 0.0
NAMES = ("correct", "well_formed", "unscored", "undecided", "judged")


class NoVerdict(Exception):  # no TimeoutError and no ValueError, of which trainers make rewards or crashes
    """Nobody could say what the reply is worth; the message says why."""


def given(verdict: Verdict) -> float:
    """The reward, in [0, 1]. Raises NoVerdict where there is none."""
    if verdict.score is None:
        raise NoVerdict(verdict.note)
    return verdict.score


def number(verdict: Verdict) -> float:
    """The reward, in [0, 1]; NO_VERDICT where there is none."""
    return NO_VERDICT if verdict.score is None else verdict.score


def columns(verdict: Verdict) -> dict[str, float]:
    """The numbers NAMES of one verdict, each 0 or 1 except `correct`, in [0, 1].

    `undecided`: no rule and no judge decided, whatever that counts as; `judged`: a judge decided.
    """
    return {
        "correct": number(verdict),
        "well_formed": float(verdict.format_ok),
        "unscored": float(verdict.score is None),
        "undecided": float(verdict.by == "none" and verdict.error is None),
        "judged": float(verdict.by == "judge"),
    }


def told(verdict: Verdict) -> dict[str, str]:
    """What a person wants to know: `said`, the answer that was read; `rule`, why in a word; `note`, in a sentence."""
    return {"said": verdict.said or "", "rule": verdict.rule, "note": verdict.note}
