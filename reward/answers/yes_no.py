"""Yes or no: the answer to one statement about the clip."""

import re
from functools import lru_cache
from typing import ClassVar, Literal

from reward.answers.base import BaseAnswer, Mark, right, undecided, wrong
from reward.assertion import asks, asserted, negates
from reward.gainsaying import gainsays
from reward.plain import plain
from reward.polarity import (
    CLAIM,
    FALSE,
    NO,
    NOT,
    RATINGS,
    TRUE,
    YES,
    Clause,
    Polarity,
    clauses,
    elliptic,
    plainly_opened,
    polarity,
)
from reward.refusal import declines, unable
from reward.text import Reading

USUAL = {"yes": True, "Yes": True, "Yes.": True, "no": False, "No": False, "No.": False}
UNTICKED = re.compile(r"(?:\[ ?\]|☐|⬜) ?\w{1,9}")
TICKED = re.compile(r"(?:\[[xX✓✔]\]|☑)(?= ?\w)")
SIGNS = re.compile(r"([✓✔✅☑👍])|[✗✘❌✖❎👎]")
LABEL = re.compile(r"[(\[]?[A-Da-d][.):\]][ \t)]{0,3}(?=\w)")
# What a grader writes, or a reply that rates itself.
RATED = re.compile(r"\[(?:in)?correct\]|\W{0,3}(?:correct|right|valid)\W{0,3}[:=]", re.IGNORECASE)
RATES = re.compile(
    r"\b(?:answer|reply|response|solution) (?:is|was)\b[^\w\n]{1,9}(?:in)?(?:correct|right|wrong|accurate|valid)\b",
    re.IGNORECASE,
)
RATES_CHARS = 200
GOES_ON = re.compile(
    r"(yes|no) (?:(?:because|since|as(?! well as))\b|(?:it|there|that|this|they|he|she|i|we|these|those|both|you) \w"
    r"|the (?!(?:\w+ ){0,2}(?:answer|option|one|word)\b)"
    r"(?:(?<=yes the )|(?:\S+ ){1,5}(?:is|are|was|were|does|do|did)\b))"
)
# "Yes? No." asks, and answers itself; "no, not yes" and "not no, but yes" turn one side down and take the other.
ASKED_FIRST = re.compile(r"(?:\W{0,3}(?:is it |was it )?\b(?:yes|no|true|false)\?\W{1,9}){1,4}(?=\w)", re.IGNORECASE)
LABELLED = re.compile(r"\W{0,3}(?:the )?solution\W{0,3}[:=]\W{0,5}(?=(?:yes|no|true|false)\b)", re.IGNORECASE)
WORDS_OF = (("yes", "no"), ("no", "yes"), ("true", "false"), ("false", "true"))
TAKEN = {
    form: side in ("yes", "true")
    for side, other in WORDS_OF
    for form in (
        *(f"{side} {joint}not {other}" for joint in ("", "and ", "it is ", "it s ")),
        *(f"not {other} {joint}{side}" for joint in ("", "but ", "rather ", "but rather ", "instead ")),
        *(f"{other} is {wrong} {side}" for wrong in ("wrong", "incorrect", "not correct", "not right")),
    )
}
CORRECTED = re.compile(r"(?:yes|no) (?:oh )?wait (?:(yes)|no)")
NOW = re.compile(r"\b(?:is|s|now|be|becomes) (?:(yes)|no)$")
NUMBERED = re.compile(r"\bno\.? ?(?=\d)", re.IGNORECASE)
QUOTED = re.compile(r"\b(statement|claim|assertion|sentence):? ?[\"“][^\"”]{1,400}[\"”]", re.IGNORECASE)
SO = re.compile(r"(?:\S+ ){1,199}(?:so|thus|hence|therefore) (yes|no)")
ADJECTIVE = rf"(?P<not>(?:{'|'.join(NOT)}) )?(?:(?P<yes>{'|'.join(TRUE)})|(?:{'|'.join(FALSE)}))"
OF_A_CLAIM = re.compile(rf"(?:{CLAIM}|idea|notion) (?:that|about|of) (?P<what>.+?) is {ADJECTIVE}")
IT_IS = re.compile(rf"(?:it|that) (?:(?:is|s) )?(?:definitely |certainly )?{ADJECTIVE} that (?P<what>.+)")
CONDITIONS = frozenset(["if", "unless", "provided", "depending", "assuming", "only"])
CONCESSIONS = frozenset(["but", "although", "though", "however", "except"])
NEGATIVE = re.compile(r"\b(?:not|no|never|nobody|nothing|none|neither|without|false|wrong|incorrect|untrue)\b|n t\b")
# "Isn't it on?" "No, it isn't." agrees, and "Yes, it is." denies.
AGAINST = {
    False: re.compile(r"no\b.*?(?:n t\b|\b(?:not?(?! (?:true|correct|right|the case)\b)|never|none|nothing|nobody)\b)"),
    True: re.compile(r"yes (?:it|there|they|he|she|i|we) (?:is|are|was|were|does|do|did|has|have)$"),
}
EITHER = re.compile(r"\b(?:yes|true|correct|right) ?(?:or|/)? ?(?:no|false|incorrect|wrong|not)\b")
QUIZ = re.compile(
    r"\b(?:true|yes)\s?(?:/|or|-)\s?(?:false|no)[ -](?=question|statement|problem|quiz|format|task)", re.IGNORECASE
)
NO_SIDE = re.compile(
    r"(?:yes|no|true|false) (?:or )?not|.{0,60}\bor not"
    r"|.{0,60}\b(?:[0-7]?\d)(?: ?%| percent)? (?:sure|certain|confident)"
)
SIGNED = re.compile(
    r"\W{0,3}(?:([✓✔✅☑👍])|[✗✘✖]|[❌❎👎](?=\ufe0f?\s{0,3}(?:yes|true)))\ufe0f?\s{0,3}(?=(?:yes|no|true|false)\b)",
    re.IGNORECASE,
)
RATED_NO = re.compile(r"(?:no|false) ?\((?:incorrect|wrong|not (?:correct|right))\)\W{0,3}", re.IGNORECASE)
FEW_WORDS = 6
PROSE = frozenset(["right", "not right", "so", "positive", "negative"])  # after a yes or no, no answers
ONCE_MORE = ("actually", "rather", "i mean", "or rather", "sorry")


class YesNo(BaseAnswer[bool]):
    """A statement is true of the clip (`value` true, reply "yes") or is not (reply "no")."""

    kind: Literal["yes_no"] = "yes_no"
    value: bool

    how: ClassVar[str] = "Answer yes or no."

    @property
    def hint(self) -> str:
        return "Answer: <yes/no>"

    def mark(self, text: str, stem: str = "") -> Mark:
        said = _said(text, stem)
        if isinstance(said, bool) and stem and not _negative(stem) and gainsays(said, text, stem):
            return undecided("contradiction", text, "The reply goes on with the opposite of what it begins with.")
        if isinstance(said, bool) and _negative(stem) and AGAINST[said].match(plain(text)):
            return undecided("negative_question", text, "The question is negative, and the reply may agree or deny.")
        return said if isinstance(said, Mark) else self.grade(said)

    def mark_reply(self, reply: str, stem: str = "") -> tuple[Mark, Reading]:
        mark, reading = super().mark_reply(reply, stem)
        if mark.rule == "revised" and reading.text and (last := CORRECTED.fullmatch(plain(reading.text))):
            return self.grade(last[1] is not None), reading
        if reading.container != "none" and plain(reading.text or "") in RATINGS and RATES.search(reply[-RATES_CHARS:]):
            return undecided("self_rating", reading.text, "The reply rates itself, and takes no side."), reading
        return mark, reading

    def read(self, text: str) -> bool | Mark:
        return _said(text, "")

    def grade(self, said: bool) -> Mark:
        word = "yes" if said else "no"
        return right("equal", word) if said == self.value else wrong("unequal", word, "The reply is not the key.")

    def gold(self) -> str:
        return f"Answer: {'yes' if self.value else 'no'}"

    @property
    def chance(self) -> float:
        return 0.5


def _said(text: str, stem: str) -> bool | Mark:
    """What a text says about the statement or question `stem`: yes, no, or nothing plain."""
    if text in USUAL:
        return USUAL[text]
    if (side := plainly_opened(text)) is not None:
        return side == "yes"
    if "≠" in text or "¬" in text or RATED_NO.fullmatch(text):
        return undecided("unread", text, "The reply does not plainly say yes or no.")
    if not text.isascii() and len(SIGNS.findall(text)) == 1 and (sign := SIGNED.match(text)):
        if not sign[1]:
            return undecided("negated", text, "A cross stands before the answer.")
        text = text[sign.end() :]
    text = _unsigned(text)
    words = plain(text)
    if NO_SIDE.fullmatch(words):
        return undecided("hedged", text, "The reply takes back, or doubts, what it begins with.")
    if words in TAKEN and not asks(text):
        return TAKEN[words]
    if not any(c.isalnum() for c in words):
        return wrong("empty", None, "The reply states no answer.")
    assertion = asserted(text)
    if assertion.mode == "refused" or declines(words):
        return wrong("refused", text, "The reply declines to answer.")
    parts = clauses(text)
    whole = polarity(words) if sum(clause.opens for clause in parts) == 1 else None
    if whole is None and not _negative(stem):
        whole = elliptic(words)
    if asks(text):
        return _asked(text, words, whole)
    if whole is None and assertion.mode in ("negated", "hedged") and polarity(assertion.core) in ("yes", "no"):
        return _settled(text, "negated" if assertion.mode == "negated" else "hedged")
    if whole is not None and not RATED.match(text):
        return _settled(text, whole)
    if not parts or RATED.match(text):
        return undecided("unread", text, "The reply does not plainly say yes or no.")
    opened = _opened(text, parts)
    return _concluded(text, words, parts, stem) if opened is None else opened


def _unsigned(text: str) -> str:
    """A text with ticks, crosses and ticked boxes in words, without a label ("A. Yes"), quoted statement or "No. 5"."""
    text = QUIZ.sub("", text) if "question" in text or "/" in text else text
    text = QUOTED.sub(r"\1", NUMBERED.sub("number ", text))
    text = text[first.end() :] if "?" in text and (first := ASKED_FIRST.match(text)) else text
    if "[" in text or not text.isascii():
        if UNTICKED.search(text):
            text = TICKED.sub("", UNTICKED.sub("", text))
        text = SIGNS.sub(lambda sign: " yes " if sign[1] else " no ", text)
    return text[label.end() :] if (label := LABEL.match(text) or LABELLED.match(text)) else text


def _settled(text: str, side: Polarity) -> bool | Mark:
    """The verdict on a text that is all one clause."""
    match side:
        case "yes" | "no":
            return side == "yes"
        case "both":
            return wrong("several_answers", text, "The reply says both yes and no.")
        case "negated":
            return undecided("negated", text, "The reply turns one side down, and takes none.")
        case "partial":
            return undecided("partial", text, "The reply says neither quite yes nor quite no.")
        case _:
            return wrong(side, text, "The reply does not plainly assert one answer.")


def _asked(text: str, words: str, whole: Polarity | None) -> Mark:
    """The verdict on a text that ends with a question mark."""
    if whole == "both":
        return wrong("several_answers", text, "The reply says both yes and no.")
    named = whole is not None or (len(words) <= 20 and not {*words.split()}.isdisjoint(YES | NO))
    return (wrong if named else undecided)("hedged", text, "The reply asks instead of asserting an answer.")


def _opened(text: str, parts: list[Clause]) -> bool | Mark | None:
    """The side that the first clause takes, if nothing that follows takes it back; None if it takes none."""
    first, rest = parts[0], parts[1:]
    goes_on = GOES_ON.match(first.words) if first.side is None else None
    if goes_on is None and first.side not in ("yes", "no"):
        return None if first.side is None else _settled(text, first.side)
    side = goes_on[1] if goes_on else first.side
    if not (goes_on or _hard(first) or any(clause.side == side for clause in rest)):
        return None
    others = {clause.side for clause in rest if clause.words not in PROSE} - {None, side}
    others |= {"yes" if now[1] else "no" for clause in rest if (now := NOW.search(clause.words))} - {side}
    others |= {other for clause in rest if (other := _ends_on(clause))} - {side}
    if not others:
        return _plainly(text, side, first, rest)
    if rest[-1].side == "hedged" and others == {"hedged"}:
        return wrong("hedged", text, "The reply takes its answer for a guess.")
    if all(clause.side in ("yes", "no", "both") for clause in parts) and not rest[-1].words.startswith(ONCE_MORE):
        return wrong("several_answers", text, "The reply says both yes and no.")
    return undecided("contradiction", text, "The reply takes back, or doubts, what it begins with.")


def _ends_on(clause: Clause) -> Polarity | None:
    """The plain yes or no that a short clause of no polarity ends on: "I also say no"."""
    words = clause.words.split() if clause.side is None else []
    if not 1 < len(words) <= FEW_WORDS or words[-1] not in ("yes", "no"):
        return None
    return "yes" if words[-1] == "yes" else "no"


def _hard(clause: Clause) -> bool:
    """Whether a clause holds a word that is itself an answer; "Certainly!" may only begin a chat."""
    return clause.words not in PROSE and any(word in YES or word in NO for word in clause.words.split())


def _plainly(text: str, side: str | None, first: Clause, rest: list[Clause]) -> bool | Mark:
    """The side of a first clause that nothing contradicts outright."""
    if any(declines(clause.words) for clause in rest):
        return undecided("hedged", text, "The reply is not sure of its answer.")
    goes_on = rest[0].words.split(" ", 1)[0] if rest else ""
    if goes_on in CONDITIONS or (goes_on in CONCESSIONS and first.words not in ("yes", "no")):
        return undecided("partial", text, "The reply grants what it says only in part.")
    return side == "yes"


def _concluded(text: str, words: str, parts: list[Clause], stem: str) -> bool | Mark:
    """The side of a text that does not open with it: "the statement is false", "…, so yes"."""
    sides = {clause.side for clause in parts if clause.side and clause.words not in PROSE}
    found = {goes_on[1] for clause in parts if clause.opens and (goes_on := GOES_ON.match(clause.words))}
    named = {token in YES for token in words.split() if token in YES or token in NO}
    if said := _of_what_is_said(words, stem):
        found.add(said)
    last = parts[-1]
    for clause in parts:
        placed = clause.opens or clause.led or (clause is last and " " in clause.words)
        if clause.side in ("yes", "no") and placed and _hard(clause):
            found.add(clause.side)
    if so := SO.fullmatch(last.words):
        found.add(so[1])
    if len(named) == 2 or len(found) == 2:
        return undecided("contradiction", text, "The reply holds both yes and no.")
    if not found and not named and unable(words):
        return wrong("refused", text, "The reply declines to answer.")
    if len(found) == 1 and sides <= found and not any(declines(clause.words) for clause in parts):
        return found == {"yes"}
    return undecided("unread", text, "The reply does not plainly say yes or no.")


def _of_what_is_said(words: str, stem: str) -> str | None:
    """The side of "it is not true that …" and "the claim that … is false", where "…" is no negation itself."""
    found = OF_A_CLAIM.fullmatch(words) or IT_IS.fullmatch(words)
    if not found or negates(found["what"]):
        return None
    side = "yes" if bool(found["yes"]) != bool(found["not"]) else "no"
    affirms = side == "yes" and found.re is IT_IS and plain(found["what"]) not in plain(stem)
    return None if affirms or _negative(stem) else side


@lru_cache(maxsize=4096)
def _negative(stem: str) -> bool:
    """Whether a question or statement is itself a negation, so that "it isn't" may mean yes."""
    return bool(stem) and NEGATIVE.search(EITHER.sub("", plain(stem))) is not None
