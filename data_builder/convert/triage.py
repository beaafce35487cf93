"""Triage: whether a question stands without its options. Rules prove that it does, or that it does not, or neither.

A question stands when its wording depends on no list, when it has one answer, and when a reply can be expected to say
that answer. A typed key shows all three; a short name that a question for a thing asks for does so far enough for a
rule. Everything else is open: a language model may be asked, and without one the options stay.
"""

import re
from dataclasses import dataclass
from typing import Literal

from data_builder.convert.keys import MIXED, TEXT
from data_builder.convert.mcq import Mcq
from data_builder.convert.values import Typed, Untyped
from data_builder.standing import LISTED, MOST_WORDS
from reward.plain import plain

OF_SOME = re.compile(
    r"\bwhich of (?!them\b)|\bof (?:these|those)\b|\bthese (?:time )?(?:segments|options)\b", re.IGNORECASE
)
"""Wording that points at a list, whatever it is called: "Which of these recipes"."""
RELATIVE = re.compile(
    r"\b(?:closest|nearest|best|better|most (?:likely|accurate\w*|appropriate|suitable)|likely|mainly|primar(?:y|ily)"
    r"|main|key|might|could|would|should|probably|suggests?|impl(?:y|ies)|infer\w*|conclude\w*|approximately|roughly"
    r"|relative)\b",
    re.IGNORECASE,
)
"""Wording by which an answer is right in comparison, or as a view."""
ASKS_FOR_A_THING = re.compile(r"\b(?:what|which|whose|who|whom)\b", re.IGNORECASE)
ASKS_FOR_MORE = re.compile(
    r"\b(?:why|how|where|when|do(?:ing|ne)?|happen\w*|occur\w*|sequence|order|difference|reason|purpose"
    r"|relation\w*|describe[sd]?|description|mean\w*|role|significance|feature|contrast|change[sd]?|state|status"
    r"|position|aspect|scenario|statement|characteristic|method|approach|strateg\w+|factor|element|emotion|feel\w*"
    r"|attitude|mood|theme|message|impression|effect|impact|cause[sd]?)\b",
    re.IGNORECASE,
)
"""A question for an action, a place, a reason, a state or an abstract noun: it can be answered in many ways."""
NAME_WORDS = 3
ARTICLES = frozenset(["a", "an", "the", "some"])
JOINED = re.compile(r"\b(?:and|or|then|with|while|by|but|to|in|on|at|from|into)\b|[,;:()/→]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Triage:
    """`stands`: "yes" and "no" are proved by rules, "open" is not. `reason` can be counted."""

    stands: Literal["yes", "no", "open"]
    reason: str


def triage(mcq: Mcq, found: Typed | Untyped) -> Triage:
    """Decide for a question in plain words, whose options are ordinary ones and whose key was read as `found`."""
    if isinstance(found, Typed):
        if not found.addition and (LISTED.search(mcq.stem) or OF_SOME.search(mcq.stem)):
            return Triage("open", "wording_depends_on_a_list")
        if RELATIVE.search(mcq.stem):
            return Triage("open", "right_in_comparison")
        return Triage("yes", "typed_key")
    if found not in (TEXT, MIXED):
        return Triage("no", found.reason)
    if LISTED.search(mcq.stem) or OF_SOME.search(mcq.stem):
        return Triage("open", "wording_depends_on_a_list")
    if RELATIVE.search(mcq.stem):
        return Triage("open", "right_in_comparison")
    if not ASKS_FOR_A_THING.search(mcq.stem) or ASKS_FOR_MORE.search(mcq.stem):
        return Triage("open", "asks_for_no_thing")
    return _of_names(mcq)


def _of_names(mcq: Mcq) -> Triage:
    names = [tuple(word for word in plain(text).split() if word not in ARTICLES) for text in mcq.options]
    if any(not 0 < len(name) <= MOST_WORDS for name in names) or len(names[mcq.correct]) > NAME_WORDS:
        return Triage("open", "no_short_name")
    if any(JOINED.search(text.strip(" .")) for text in mcq.options):
        return Triage("open", "no_short_name")
    key = set(names[mcq.correct])
    if any(key <= set(name) or set(name) <= key for i, name in enumerate(names) if i != mcq.correct):
        return Triage("open", "one_name_within_another")
    return Triage("yes", "short_name")
