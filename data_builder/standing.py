"""Whether a question stands without its options: it has one clear answer, and a reply can be expected to name it.

Where it does not, the options stay and each one is judged (format `options`); where it does, they go (`short`).
"""

import re
from dataclasses import dataclass

from data_builder.question import BaseQuestion, KeyKind

LISTED = re.compile(
    r"\bwhich (?:one )?of (?:the following|these|those)\b|\b(?:the|these|those|following) (?:options?|choices?)\b"
    r"|\bthe following\b|\b(?:listed|given|shown) (?:above|below)\b|\b(?:all|none) of (?:the above|these)\b"
    r"|\bfrom the list\b|\b(?:choose|select|pick) (?:one|from)\b",
    re.IGNORECASE,
)
"""Wording that depends on a list of options."""

STANDS: dict[KeyKind, str] = {
    "name": "the answer is a common name, and its other names are known",
    "number": "the answer is a number",
    "time": "the answer is a stretch of time",
    "order": "the things to be put in order are named in the question",
    "purpose": "the action has one narrated purpose, and a judge can match other words for it",
}
NEEDS_OPTIONS: dict[KeyKind, str] = {
    "narration": "one movement can be told in many ways",
    "annotated": "the candidates are what annotators outlined, and nobody can know which those are",
}
MOST_WORDS = 5
"""Words beyond which nobody finds a name by themselves."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether options can be left out, and why."""

    alone: bool
    because: str


def standing(question: BaseQuestion) -> Standing:
    """Decide from the sort of the key, the wording of the stem, and the length of the key."""
    if LISTED.search(question.stem):
        return Standing(False, "the question's wording depends on its options")
    if reason := NEEDS_OPTIONS.get(question.key_kind):
        return Standing(False, reason)
    if question.key_kind == "name" and len(question.key.text.split()) > MOST_WORDS:
        return Standing(False, f"nobody can be expected to find a name of more than {MOST_WORDS} words")
    return Standing(True, STANDS[question.key_kind])
