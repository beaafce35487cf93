"""A verdict as numbers, for trainers that log nothing else: the same names for every reply, every value finite.

Most trainers cannot leave a reply out. What is unscored then gets NO_VERDICT, and `unscored` says so.
"""

from reward.verdict import Verdict

NO_VERDICT = 0.0


def number(verdict: Verdict) -> float:
    """The reward, in [0, 1]; NO_VERDICT where there is none."""
    return NO_VERDICT if verdict.score is None else verdict.score


def columns(verdict: Verdict) -> dict[str, float]:
    """Numbers on one verdict, each 0 or 1 except `correct`, in [0, 1].

    `undecided`: no rule and no judge decided, whatever that counts as; `judged`: a judge decided.
    """
    return {
        "correct": number(verdict),
        "well_formed": float(verdict.format_ok),
        "unscored": float(verdict.score is None),
        "undecided": float(verdict.by == "none" and verdict.error is None),
        "judged": float(verdict.by == "judge"),
    }
