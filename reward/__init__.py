"""What a reply is worth: items with typed keys, rules that read replies, and verdicts that say why."""

from reward.item import Clip, Item
from reward.scorer import Scorer, score
from reward.verdict import Verdict

__all__ = ["Clip", "Item", "Scorer", "Verdict", "score"]
