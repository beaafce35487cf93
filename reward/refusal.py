"""Refusal: a reply that declines to answer, in more words than "I don't know". Patterns run over `plain` text."""

import re

NO_ANSWER = re.compile(
    r"(?:(?:i m )?sorry )?(?:but )?(?:"
    r"(?:(?:it|that) (?:is|s) )?(?:(?:too |very |quite |really )?(?:hard|difficult|impossible)|not possible|unable)"
    r" (?:for me )?to (?:say|tell|know|determine|judge|answer|see)(?: (?:for sure|for certain|with certainty|it|this))?"
    r"|(?:i (?:m|am) )?(?:not (?:entirely |completely |quite |too |really )?|un)(?:sure|certain)(?: (?:about|of) \w+)?"
    r"|i (?:really |honestly )?(?:don t|do not) know(?: (?:for sure|(?:if|whether) .{1,60}))?|who knows|no comment"
    r"|(?:i )?(?:really |honestly )?(?:(?:have |ve )(?:got )?)?(?:absolutely |really )?no (?:real )?(?:idea|clue)"
    r"(?: really| at all)?"
    r"|(?:it |this |that )?(?:(?:cannot|can t|could not) be (?:determined|answered|confirmed|verified|known|inferred)"
    r"|(?:is |s )?(?:unclear|ambiguous|inconclusive|undetermined))(?: (?:from|in|if|whether|based on) .{1,60})?"
    r"|(?:there (?:is|s) )?(?:not enough|insufficient) (?:information|evidence|data)(?: (?:to|in|for) .{1,60})?)"
)
UNABLE = re.compile(
    r"\b(?:i|we) (?:do not|don t|cannot|can t|can not|could not|couldn t|am not able to|am unable to|m unable to)"
    r" (?:actually |definitively |accurately |really )?"
    r"(?:(?:have|provide|access|give|find) (?:\S+ ){0,6}(?:data|information|access|details|projections|statistics"
    r"|knowledge|context|figures|values|answer|breakdown|ability|evidence)|answer|determine|help|assist|tell)\b"
)
LONGEST = 160
"""Characters of a short refusal; NO_ANSWER is not tried on more."""


def declines(words: str) -> bool:
    """Whether a short text does nothing but decline to answer."""
    return len(words) <= LONGEST and NO_ANSWER.fullmatch(words) is not None


def unable(words: str) -> bool:
    """Whether a longer text says in the first person that it cannot answer, or lacks what it would need."""
    return UNABLE.search(words) is not None
