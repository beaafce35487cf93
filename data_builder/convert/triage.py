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
from data_builder.convert.words import APART, words_of
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
COMPARATIVE = wordset(
    "closest nearest best better likely mainly primarily primary least approximately roughly accurately"
    " appropriate suitable predominantly typically usually frequently"
)
"""Words by which an answer is right in comparison with others: more than one may be true, and one is most so."""
RELATIVE = COMPARATIVE | wordset(
    "might could would should probably suggest suggests imply implies infer inferred conclude concluded relative more"
)
"""Words by which an answer is right in comparison, or as a view."""
SUPERLATIVE = wordset(
    "odd differs alike unlike heaviest lightest largest smallest longest shortest highest lowest fastest slowest"
    " biggest tallest oldest youngest farthest furthest earliest latest"
)
"""Words by which options are compared with one another: the one that is right is so among them."""
NEAR = wordset(
    "closest nearest likely approximately approximate roughly estimate estimated estimates rounded plausible possible"
)
"""Words by which a value is right in comparison: of a typed key the others say nothing."""
THINGS = wordset("what which whose who whom")
OPENERS = wordset("in on at from to with by of for during about under into through among")
QUESTIONS = THINGS | wordset("why how where when")
ASKS_FOR_MORE = wordset(
    "why how doing done do happen happens happened happening occur occurs occurred occurring sequence order difference"
    " reason purpose relation relationship describe describes described description mean means meant meaning role"
    " significance feature contrast change changed state status position aspect scenario statement characteristic"
    " method approach strategy strategies factor element emotion emotional feel feels felt feeling attitude mood theme"
    " message impression effect impact cause caused action activity activities task movement interaction event cue"
    " context tone behavior behaviour gesture expression motion detail"
)
ASKS_FOR_MORE |= {f"{word}s" for word in ASKS_FOR_MORE}
"""A question for an action, a place, a reason, a state or an abstract noun: it can be answered in many ways."""
ANCHORS = wordset(
    "after before when while during until once first last second third fourth final finally initial initially"
    " beginning start end middle between currently most highest lowest largest smallest only"
)
"""Words by which a question says which one it asks for, or that what it asks for has few values."""
NAME_WORDS = 3
ARTICLES = frozenset(["a", "an", "the", "some"])
JOINING = wordset("and or then with while by but to in on at from into")
BEYOND = re.compile(r"\bwill\b.{0,80}\bnext\b|\bnext\b.{0,40}\bwill\b", re.IGNORECASE)
"""Asks what comes after the clip, for which nothing in it need be the only answer."""
TIME = re.compile(r"\d ?(?:s|sec|seconds?|min|minutes?)\b|\d:\d\d")
FEW = re.compile(
    r"\b(?:which|what)(?: \w{1,20})? (?:colou?r|hand|side|shape|material|brand|letter|number|season|language|gender)\b"
    r"|^(?:who|whose)\b.{25,}|^(?:who|whose)\b.*[\"'“‘]",
    re.IGNORECASE,
)
"""Asks for what has few values, or for the one of whom something is said."""
TWICE = re.compile(
    r",? and (?:to |with |for |from |by )?(?:who|whom|whose|what|which|where|when|why|how)\b", re.IGNORECASE
)
"""Asks for two things, of which the options name one or both."""
OF_VALUES = re.compile(
    r"(?:which|what) (?:\w{1,20} )?"
    r"(?:number|value|fraction|digit|duration|price|segment|date|angle|range|interval|time)s? (?:is|are|has|was)\b",
    re.IGNORECASE,
)
SCENE = wordset(
    "video clip image picture scene shown displayed written seen heard appears visible said mentioned on screen sign"
    " display label board card shirt"
)
"""Words by which a value is one of the scene, and not of the list."""
ABOUT_HOW = re.compile(
    r"\b(?:about|around) (?:how|what)\b|\bat (?:least|most)\b|\bup to\b|\bgive or take\b", re.IGNORECASE
)
CLAUSE = re.compile(r"[,.;:?!] ")
SHORT = 15.0
"""Seconds of a clip that has room for one thing that is asked about."""
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
    if BEYOND.search(mcq.stem):
        return Triage("no", "lies_beyond_the_clip")
    if "caption" in words or "captions" in words:
        return Triage("open", "speaks_of_a_caption")
    if TWICE.search(mcq.stem):
        return Triage("open", "asks_two_things")
    if isinstance(found, Typed):
        return _of_values(mcq, found, words)
    if not words.isdisjoint(RELATIVE):
        return Triage("open", "right_in_comparison")
    if not _asks_for_a_thing(mcq.stem) or not words.isdisjoint(ASKS_FOR_MORE):
        return Triage("open", "asks_for_no_thing")
    if not _says_which(mcq, words):
        return Triage("open", "does_not_say_which")
    return _of_names(mcq)


def _of_values(mcq: Mcq, found: Typed, words: set[str]) -> Triage:
    """A typed key stands, unless it is near to the truth only, or what the question says is said of the options."""
    compared = COMPARATIVE if found.sort == "list" else NEAR
    if not words.isdisjoint(compared) or ABOUT_HOW.search(mcq.stem) or (found.sort == "list" and "other" in words):
        return Triage("open", "right_in_comparison")
    if OF_VALUES.match(mcq.stem) and words.isdisjoint(SCENE):
        return Triage("open", "asks_about_its_list")
    return Triage("yes", "typed_key")


def _asks_for_a_thing(stem: str) -> bool:
    """Whether the first question word that begins a clause asks for a thing; "when …," may only say which moment."""
    leads = []
    for clause in CLAUSE.split(stem.lower()):
        words = [word for word in clause.translate(APART).split()[:3] if word not in OPENERS]
        leads += [word for word in words[:1] if word in QUESTIONS]
    return next((word in THINGS for word in leads if word not in ("when", "where")), False)


def _says_which(mcq: Mcq, words: set[str]) -> bool:
    """Whether a question says which thing it asks for, or its clip is too short to hold several."""
    if not words.isdisjoint(ANCHORS) or TIME.search(mcq.stem) or FEW.search(mcq.stem):
        return True
    return bool(mcq.clips) and all(clip.end is not None and clip.end - clip.start <= SHORT for clip in mcq.clips)


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
