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
from data_builder.convert.words import words_of
from data_builder.standing import LISTED, MOST_WORDS
from reward.plain import plain, wordset

LISTING = wordset(
    "following these those option options choice choices listed given shown above list choose select pick which"
)
"""Words without which no wording depends on a list."""
OF_SOME = re.compile(
    r"\bwhich of (?!them\b)|\bof (?:these|those)\b|\bthese (?:time )?(?:segments|options)\b", re.IGNORECASE
)
"""Wording that points at a list, whatever it is called: "Which of these recipes"."""
RELATIVE = wordset(
    "closest nearest best better likely mainly primarily primary main key might could would should probably suggest"
    " suggests imply implies infer inferred conclude concluded approximately roughly relative accurately appropriate"
    " suitable"
)
"""Words by which an answer is right in comparison, or as a view."""
ASKS_FOR_A_THING = wordset("what which whose who whom")
ASKS_FOR_MORE = wordset(
    "why how where when do doing done happen happens happened happening occur occurs occurred occurring sequence order"
    " difference reason purpose relation relationship relations relationships describe describes described description"
    " mean means meant meaning role significance feature features contrast change changes changed state status position"
    " aspect aspects scenario scenarios statement statements characteristic characteristics method methods approach"
    " strategy strategies factor factors element elements emotion emotions feel feels felt feeling feelings attitude"
    " mood theme message impression effect effects impact cause causes caused"
)
"""A question for an action, a place, a reason, a state or an abstract noun: it can be answered in many ways."""
NAME_WORDS = 3
ARTICLES = frozenset(["a", "an", "the", "some"])
JOINING = wordset("and or then with while by but to in on at from into")
MARKS = re.compile(r"[,;:()/→]")


@dataclass(frozen=True, slots=True)
class Triage:
    """`stands`: "yes" and "no" are proved by rules, "open" is not. `reason` can be counted."""

    stands: Literal["yes", "no", "open"]
    reason: str


def triage(mcq: Mcq, found: Typed | Untyped) -> Triage:
    """Decide for a question in plain words, whose options are ordinary ones and whose key was read as `found`."""
    words = words_of(mcq.stem)
    listed = not words.isdisjoint(LISTING) and (LISTED.search(mcq.stem) or OF_SOME.search(mcq.stem))
    if isinstance(found, Untyped) and found not in (TEXT, MIXED):
        return Triage("no", found.reason)
    if listed and not (isinstance(found, Typed) and found.addition):
        return Triage("open", "wording_depends_on_a_list")
    if not words.isdisjoint(RELATIVE):
        return Triage("open", "right_in_comparison")
    if isinstance(found, Typed):
        return Triage("yes", "typed_key")
    if words.isdisjoint(ASKS_FOR_A_THING) or not words.isdisjoint(ASKS_FOR_MORE):
        return Triage("open", "asks_for_no_thing")
    return _of_names(mcq)


def _of_names(mcq: Mcq) -> Triage:
    names = [tuple(word for word in plain(text).split() if word not in ARTICLES) for text in mcq.options]
    if any(not 0 < len(name) <= MOST_WORDS for name in names) or len(names[mcq.correct]) > NAME_WORDS:
        return Triage("open", "no_short_name")
    if any(not JOINING.isdisjoint(name) for name in names) or MARKS.search(" ".join(mcq.options)):
        return Triage("open", "no_short_name")
    key = set(names[mcq.correct])
    if any(key <= set(name) or set(name) <= key for i, name in enumerate(names) if i != mcq.correct):
        return Triage("open", "one_name_within_another")
    return Triage("yes", "short_name")
