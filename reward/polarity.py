"""Polarity: whether a clause, taken by itself, says yes or no, and with what reserve.

"yes", "of course not", "that is not correct" and "I don't think so" are clauses that say nothing else. A clause that
says something about the world ("no one is talking") has no polarity. A clause is read in three steps: words that only
stress are left out, then the frame ("I would say that it is …"), and what remains must stand in a table.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reward.plain import plain

Polarity = Literal["yes", "no", "both", "hedged", "partial", "negated"]
"""`hedged`: a guess; `partial`: neither quite yes nor quite no; `negated`: a side is turned down, none is taken."""

CLAUSE_CHARS = 80
# A clause is what stands between two of these; group 1 ends a sentence as well.
CLAUSE_END = re.compile(
    r"((?:[.!?](?=[\s\"'”’)*_]|$)|[;\n…])[.!?…\s\"'”’)*_]{0,9})|[,:()/–—]|\s-{1,3}\s|\s(?=(?:because|since)\s)",
    re.IGNORECASE,
)
YES = frozenset(["yes", "yeah", "yep", "yup", "true", "correct", "right", "affirmative"])
NO = frozenset(["no", "nope", "nah", "false", "incorrect", "wrong", "negative", "untrue"])
CONNECTIVES = frozenset(["and", "or", "but", "also", "both", "either", "neither", "nor", "at", "once", "/", "vs"])

DOUBT = r"(?:without (?:a |any )?(?:shadow of a )?|beyond (?:any |all |a )?(?:reasonable )?)(?:doubt|question)"
STRESS = re.compile(
    rf"\b(?:(?:there (?:is|s) )?no (?:doubt|question)(?: about (?:it|that)\b| that\b)?|{DOUBT}|of course"
    r"|for (?:sure|certain)|(?:most |very |quite )?(?:definitely|certainly|absolutely|clearly|obviously|plainly"
    r"|undoubtedly|unquestionably|surely|indeed|evidently|truly|simply|factually)"
    r"|(?:an? )?(?:big|clear|definite|firm|hard|hell|resounding|strong)(?= (?:yes|no)\b)) ?"
)
ASSENTS = re.compile(
    rf"(?:(?:most )?(?:definitely|certainly|absolutely|undoubtedly|indeed|surely|sure|exactly|precisely)|{DOUBT}"
    r"|of course|for (?:sure|certain)|(?:there (?:is|s) )?no (?:doubt|question)(?: about (?:it|that))?|positive|agreed?"
    r"|i (?:fully |completely |strongly )?agree|i (?:do )?(?:think|believe) so"
    r"|oui|si|ja|sim|是|是的|对|對|正确|正確)"
)
DISSENTS = re.compile(
    r"(?:not (?:at all|in the least|a chance|in any way)|by no means|in no way|no (?:way|chance)"
    r"|under no circumstances|not so|disagree|i (?:fully |completely |strongly )?disagree|i m afraid not"
    r"|i (?:think|believe) not|i (?:do not|don t|would not|wouldn t) (?:think|believe|say) (?:so"
    r"|(?:that )?(?:it|this|that|statement|the statement|the claim) ?(?:is|s) (?:true|correct|right|the case))"
    r"|non|nein|nao|否|不|不是|不对|不對|错|錯|错误|錯誤)"
)
SCENE = (
    r"(?:(?:based on|according to|judging (?:by|from)|from|in) (?:(?:this|that|the|these) )?(?:given |provided )?"
    r"(?:videos?|images?|clip|picture|evidence|frames?|footage|scene|context|information|case)(?: provided| given)?)"
)
WHERE = re.compile(rf" (?:by (?:the|this) (?:video|image|clip|evidence|footage)|{SCENE})$")
LEAD = re.compile(
    rf"(?:(?:so|thus|therefore|hence|overall|well|and|but|then|ok|okay|oh|hmm?|again|finally|ultimately|actually"
    rf"|consequently|accordingly|in (?:conclusion|short|summary|other words)|to (?:conclude|summari[sz]e)|as such"
    rf"|{SCENE})(?: |$)){{1,4}}"
)
CLAIM = (
    r"(?:(?:the|this|that|your|given|above|following) ){0,3}(?:statement|claim|assertion|sentence|description|caption"
    r"|proposition|hypothesis)(?: (?:above|given|made|provided|in question|itself))?"
)
ANSWER = (
    r"(?:(?:the|my|our|final|correct|right|short|simple|overall) ){0,3}(?:answer|response|verdict|conclusion|result"
    r"|judge?ment|reply)(?: (?:here|to (?:this|that|the|your) (?:question|statement)))?"
)
FRAME = re.compile(
    r"(?:(?:i (?:would |d |will |ll |have to |must |can |do )?(?:say|answer|reply|conclude|think|believe|confirm)"
    r"|i (?:m|am) (?:sure|certain|confident)|we can (?:say|conclude))(?: that)?(?: |$))?"
    rf"(?:(?:{CLAIM}|(?P<answer>{ANSWER})|it|that|this|which)(?: |$))?"
    r"(?:(?:is|s|would be|must be|has to be)(?: |$))?(?:an? )?"
)
TRUE = ("true", "correct", "right", "accurate", "valid", "the case", "factual", "true statement", "correct statement")
FALSE = ("false", "incorrect", "wrong", "untrue", "inaccurate", "invalid", "false statement", "incorrect statement")
ADJECTIVES = frozenset([*TRUE, *FALSE])
RATINGS = ADJECTIVES - {"true", "false", "untrue"}
"""What may be said of a reply itself: "the answer is correct" takes no side."""
SIDES = (YES | NO) - ADJECTIVES
NOT = ("not", "isn t", "isnt", "cannot be", "can t be", "wasn t", "not a", "isn t a")
CORES: dict[str, Polarity] = {
    **dict.fromkeys([*YES, *TRUE, "t", "y", "yea", "aye", "supported", "confirmed", "verified"], "yes"),
    **dict.fromkeys([*NO, *FALSE, "f", "n", "nay", "refuted", "contradicted", "disproved"], "no"),
    **dict.fromkeys(["both", "neither"], "both"),
    **{f"{negation} {word}": "no" for negation in NOT for word in TRUE},
    **{f"{negation} {side}": "negated" for negation in (*NOT, "never") for side in ("yes", "no")},
}
"""What may remain of a clause once its stress and its frame are left out."""
DOUBLE_NEGATIONS = frozenset(f"{negation} {word}" for negation in NOT for word in FALSE)

WHO = r"(?:it|that|this|there|they|he|she|these|those|we|you)"
DOES = r"(?:is|are|was|were|does|do|did|has|have|had|will)"
ELLIPSIS = re.compile(
    rf"(?:(?P<yes>(?:{WHO}|i) {DOES})|never|{WHO} (?:(?:{DOES}|s|re) (?:not|none)|(?:{DOES}|ca|wo)n ?t|cannot))"
    r"(?: at all)?"
)
ADDRESSES = frozenset(["sir", "ma am", "madam"])
OF_THE_WORD = re.compile(
    r"(?:(?P<yes>yes)|no) (?:is|was|must be|would be) (?:correct|right|(?:the )?(?:(?:final|correct|right) )?answer)"
)
"""What is said of the word itself: "yes is correct", "no is the answer"."""
GUESSES = frozenset([
    "maybe", "perhaps", "possibly", "probably", "presumably", "likely", "unlikely", "guess", "suppose",
    "apparently", "supposedly", "possible", "plausible", "depends", "might", "may", "could",
])  # fmt: skip
PARTIALS = re.compile(
    r"\b(?:partly|partially|somewhat|mostly|technically|sometimes|half|in part|to (?:some|an|a certain) extent"
    r"|(?:sort|kind) of|bit of both|not (?:entirely|completely|fully|quite|exactly|always|necessarily|really|totally"
    r"|wholly|so|yet))\b"
)
SMALL_WORDS = frozenset([
    "i", "it", "that", "this", "there", "s", "is", "be", "am", "m", "a", "an", "the", "my", "most", "very",
    "more", "than", "just", "only", "not", "yes", "no", "so", "true", "false", "correct", "right", "wrong",
    "incorrect", "sure", "certain", "but", "and", "though", "although", "would", "statement", "claim", "answer",
    "some", "extent", "part", "in", "to", "of", "or", "both", "bit", "entirely", "completely", "fully", "quite",
    "exactly", "always", "necessarily", "really", "totally", "wholly", "yet", "can", "say", "case",
])  # fmt: skip
"""What may stand beside a guess in a clause that does nothing but guess."""


BEGINS = re.compile(r"(?:(yes)|no)[,.] (?=[a-z])", re.IGNORECASE)
WORD = re.compile(r"\w+")
# What follows a yes or no without any of these words neither takes it back nor doubts it.
TURNS = frozenset([
    *YES, *NO, *GUESSES,
    "absolutely", "accurate", "afraid", "agree", "agreed", "all", "always", "ambiguous", "answered", "assuming",
    "aye", "beg", "believe", "bit", "both", "case", "certain", "certainly", "chance", "circumstances", "claim",
    "clear", "clearly", "comment", "completely", "confirmed", "contradicted", "course", "data", "definitely",
    "depending", "determine", "determined", "difficult", "disagree", "disproved", "doubt", "enough", "entirely",
    "evidence", "evidently", "exactly", "extent", "f", "factually", "fully", "half", "hard", "however", "if",
    "impossible", "inaccurate", "inconclusive", "indeed", "inferred", "information", "invalid", "ja", "kind",
    "know", "known", "least", "means", "mostly", "n", "nao", "nay", "necessarily", "nein", "neither", "non",
    "obviously", "only", "oui", "part", "partially", "partly", "plainly", "positive", "possible", "precisely",
    "provided", "question", "quite", "really", "refuted", "say", "si", "sim", "simply", "so", "sometimes",
    "somewhat", "sort", "statement", "supported", "sure", "surely", "t", "technically", "tell", "think",
    "totally", "truly", "unable", "uncertain", "unclear", "undetermined", "undoubtedly", "unless",
    "unquestionably", "unsure", "valid", "verified", "way", "who", "wholly", "y", "yea", "yet",
])  # fmt: skip
FEW = 4


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause in `plain` form; `opens`: whether it begins a sentence; `led`: whether "so" or the like precedes it."""

    words: str
    opens: bool
    led: bool
    side: Polarity | None


def clauses(text: str) -> list[Clause]:
    """The clauses of a text, without those that only lead to the next one ("So, …")."""
    found: list[Clause] = []
    start, opens, led = 0, True, False
    for end in [*CLAUSE_END.finditer(text), None]:
        words = plain(text[start : end.start() if end else None])
        if words and LEAD.fullmatch(words):
            led = True
        elif words:
            found.append(Clause(words, opens, led or LEAD.match(words) is not None, polarity(words)))
            opens = led = False
        if end:
            start, opens = end.end(), opens or end[1] is not None
    return found


def plainly_opened(text: str) -> Polarity | None:
    """The side of "Yes, …" or "No. …" before prose that cannot take it back: cheap, and the usual case; else None."""
    begins = BEGINS.match(text)
    if not begins or not text.isascii() or "_" in text or text[-1] in "?\"')*":
        return None
    words = WORD.findall(text.lower(), begins.end())
    return ("yes" if begins[1] else "no") if len(words) > FEW and TURNS.isdisjoint(words) else None


@lru_cache(maxsize=8192)
def polarity(words: str) -> Polarity | None:
    """The polarity of a clause in `plain` form; None for one that says something else, or nothing."""
    if len(words) > CLAUSE_CHARS:
        return None
    if (lead := LEAD.match(words)) and lead.end() < len(words):
        words = words[lead.end() :]
    tokens = words.split()
    sides = {_side(token) for token in tokens if token in YES or token in NO}
    if sides and all(token in YES or token in NO or token in CONNECTIVES for token in tokens):
        if len(sides) == 2 or not CONNECTIVES.isdisjoint((tokens[0], tokens[-1])):
            return "both"
        mixed = tokens[0] in ADJECTIVES and len(set(tokens)) > 1  # "wrong no" is what remains of "wrong answer: no"
        return None if mixed else sides.pop()
    if ASSENTS.fullmatch(words):
        return "yes"
    if DISSENTS.fullmatch(words):
        return "no"
    return _reserve(words, tokens) or _framed(words)


def _reserve(words: str, tokens: list[str]) -> Polarity | None:
    """Whether a clause only guesses ("it might be true"), or takes a side only in part ("not entirely")."""
    guesses = not GUESSES.isdisjoint(tokens)
    if not guesses and not PARTIALS.search(words):
        return None
    rest = PARTIALS.sub("", words).split()
    return ("hedged" if guesses else "partial") if all(t in GUESSES or t in SMALL_WORDS for t in rest) else None


def _framed(words: str) -> Polarity | None:
    """The polarity of what remains of a clause without its stress and its frame, or of "yes" and what follows it."""
    stress = STRESS.match(words)
    first, _, rest = words[stress.end() if stress else 0 :].partition(" ")
    if rest in ADDRESSES and first in SIDES:
        return _side(first)
    if rest and first in SIDES and not rest.startswith(("is ", "was ", "would ")):
        return _followed(_side(first), rest)
    if rest and (named := OF_THE_WORD.fullmatch(words)):
        return "yes" if named["yes"] else "no"
    core = STRESS.sub("", words).strip()
    if core == "not" and core != words:
        return "no"
    frame = FRAME.match(core)
    if core in DOUBLE_NEGATIONS:
        return "partial"
    core = WHERE.sub("", core[frame.end() :] if frame else core)
    if frame and frame["answer"] and core.removeprefix("not ") in RATINGS:
        return None
    return "yes" if core in DOUBLE_NEGATIONS else CORES.get(core)


def _followed(side: Polarity, rest: str) -> Polarity | None:
    """The polarity of a yes or no that goes on: "no it is not", "yes that is wrong"."""
    said = elliptic(rest)
    if said:
        return side if said == side else "partial"
    said = polarity(rest)
    if said in ("yes", "no"):
        return side if said == side else "both"
    return said


@lru_cache(maxsize=1024)
def elliptic(words: str) -> Polarity | None:
    """Yes for "it does", no for "there are not": answers that lean on the question for all the rest."""
    words = STRESS.sub("", words).strip()
    found = ELLIPSIS.fullmatch(words) if len(words) <= CLAUSE_CHARS else None
    return ("yes" if found["yes"] else "no") if found else None


def _side(token: str) -> Polarity:
    return "yes" if token in YES else "no"
