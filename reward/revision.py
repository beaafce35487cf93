"""Revisions: the words by which a reply takes back what it said, and what stands as its answer after them."""

import re

from reward.plain import plain

REVISION = re.compile(
    r"\b(?:wait(?=[,.!:—-]| no\b|\n)|sorry(?=[,.!])|actually(?=,| no\b| it\b| the (?:correct |right )?answer\b)"
    r"|correction|scratch that|on second thoughts?|i was wrong|i made a mistake|hold on(?=[,.!:—-]|\n|$)"
    r"|oops|or rather\b|let me (?:re-?check|correct|reconsider))"
)
BETWEEN = re.compile(
    r"\b(?:actually|hmm+|i mean|make that|after (?:re-?|double-?)?(?:check|think|review|reconsider|watch)ing)\b"
    r"|[.!\n][\s*_]{0,3}no(?:pe)?[,.!:—-]"
)
"""Words that revise only where another answer follows them."""
TAKES_BACK = (
    r"\W{0,9}(?:(?:no|nope|but|wait|hmm?)\b\W{1,3})?"
    r"(?:(?:that|this|it|which)(?: (?:is|was)|['’]s)(?: (?:just|only|all|a))?"
    r" (?:wrong|false|incorrect|untrue|lie|joke|not (?:true|right|correct|so|the (?:case|answer)))"
    r"|(?:that|this|it) (?:isn|wasn)['’]t (?:true|right|correct|so|the (?:case|answer))"
    r"|(?:just |only )?kidding|not (?:really|true)\b)"
)
TAKEN_BACK = re.compile(TAKES_BACK, re.IGNORECASE)
"""What takes back the answer right before it."""
TAKEN_BACK_LATER = re.compile(rf"[.!\n]{TAKES_BACK}", re.IGNORECASE)
ANOTHER_LATER = re.compile(
    r"[.!;\n][\s*_]{1,3}(?:no|nope|or|hmm+|rather|i mean|make that|hold on|actually)[,.:;!— ]{1,3}"
    r"(?:it is |it['’]s |maybe )?\(?(?:[a-z]|\d[\d.:,]{0,9})\)?\W{0,3}(?:\n|$)"
)
"""A last letter or number that replaces one: "A. No, B."."""

STRONG = (
    r"actually|i meant?|or rather|rather|correction|make (?:that|it)|sorry|wait|oops|my (?:mistake|bad)|scratch that"
    r"|on (?:second|further) (?:thoughts?|reflection)|hold on"
)
GAP = r"[\s,.:;!…*_—–-]{0,5}"
MAY_BE = r"(?:(?:it|this|that|the answer) )?(?:could|might|may) (?:(?:also|equally|well|instead|even|possibly) ){0,2}be"
OPENERS = rf"(?:(?:{STRONG}|no|nope|hmm+|not|or|alternatively|but|however|{MAY_BE})\b{GAP}){{1,4}}"
FRAME = r"(?:it|that|this|the (?:(?:correct|right|real|actual|final) )?answer)(?: (?:is|was|should be|must be)|['’]s) "
CONTRARY = re.compile(rf"[\s.,;:!?*_\"'”’)\]}}$`—–-]{{0,12}}(?P<openers>{OPENERS})(?P<frame>{FRAME})?")
TURNED = re.compile(rf"\W{{0,4}}{OPENERS}(?:{FRAME})?(?:(?:maybe|perhaps|possibly|option) )?\(?[a-z]\)?\W{{0,4}}")
HAS_STRONG = re.compile(rf"\b(?:{STRONG})\b|\b(?:no|nope)[ *_]{{0,2}}[,:—–-]")
OPEN = re.compile(r"\b(?:or|alternatively|could|might|may|hmm+)\b")
LINKS = re.compile(r"\b(?:but|however)\b")
DENIES = re.compile(r"no(?:pe)?\b")
SENTENCE = re.compile(r"[.!?;](?=\s|$)")
DOUBTS = re.compile(
    r"\d|\?|\b(?:maybe|perhaps|possibl[ey]|probably|might|could|may|should|not|or|wrong|right|correct|answer|likely|also"
    r"|better|instead|option|mistake|actually)\b|n['’]t\b"
)
GUESS = re.compile(r"\?|\b(?:maybe|perhaps|possibly|probably|might|could|may|not|or|wrong|than)\b|n['’]t\b")
SIDES = frozenset(("yes", "no", "true", "false"))
DIGIT = re.compile(r"\d")
NEGATIVE = re.compile(r"\W{0,4}(?:no|not|false|none|never)\b", re.IGNORECASE)

LABEL_CHARS = 40
LATER = re.compile(r"\b(final|revised|corrected|updated|amended|new)(?:[ *_]{1,3}(?:correct|short|exact))?[ *_]{1,4}$")
EARLIER = re.compile(r"\b(?:initial|first|draft|preliminary|tentative|earlier|previous|provisional)[ *_]{1,4}$")
ORDINAL = re.compile(r"\b(?:second|third|other|another|next|last)[ *_]{1,4}$")

STRAY_CHARS = 80
ASIDE = re.compile(r"[a-z][a-z ]{1,20}:|.*[<({]|(?:done|end|thank|thanks|ok|okay|hope|i hope|let me)\b")
LETTER = re.compile(r"\W{0,3}[A-Za-z]\W{0,3}")


def revises(text: str) -> bool:
    """Whether a text takes back what was said before it, or what it said itself."""
    return (
        takes_back(text) or TAKEN_BACK_LATER.search(text) is not None or ANOTHER_LATER.search(text.lower()) is not None
    )


def takes_back(text: str) -> bool:
    """Whether a text holds a plain sign that something was wrong, wherever it stands."""
    lowered = text.lower()
    return _may_revise(lowered) and REVISION.search(lowered) is not None


def _may_revise(lowered: str) -> bool:
    """A cheap look: whether a text in small letters holds any sign of REVISION."""
    return (
        ("wait" in lowered or "sorry" in lowered or "actually" in lowered or "correct" in lowered)
        or ("scratch" in lowered or "thought" in lowered or "wrong" in lowered or "mistake" in lowered)
        or ("let me" in lowered or "hold on" in lowered or "oops" in lowered or "or rather" in lowered)
    )


def replaces(between: str) -> bool:
    """Whether what stands between two answers says that the second one replaces the first."""
    return takes_back(between) or BETWEEN.search(between.lower()) is not None


def replaced(starts: list[int], text: str, lowered: str) -> bool:
    """Whether the last of several answers replaces those before it; `starts`: where they stand in the text.

    It does where it is called final or revised and none before it is, where the one before is called the first or a
    draft, and where words between the two take something back.
    """
    if replaces(text[starts[-2] : starts[-1]]):
        return True
    *before, label = (lowered[max(0, at - LABEL_CHARS) : at].rpartition("\n")[2] for at in starts)
    if EARLIER.search(before[-1]) and not ORDINAL.search(label):
        return True
    found = LATER.search(label)
    return found is not None and not any((other := LATER.search(b)) and other[1] == found[1] for b in before)


def turned(lowered: str) -> bool:
    """Whether what follows an option's letter does nothing but go over to another letter: "(A. )No, B."."""
    return len(lowered) <= STRAY_CHARS and TURNED.fullmatch(lowered) is not None


def standing(answer: str, after: str, lowered: str) -> str | None:
    """What stands as the answer once what follows it is read: itself, one that replaces it, or None if that is open.

    `lowered` is what follows in small letters, which must be as long. Only its first sentence is looked at.
    """
    found = CONTRARY.match(lowered)
    if not found:
        return answer
    openers = found["openers"]
    stop = SENTENCE.search(lowered, found.end(), found.end() + 300)
    line = lowered.find("\n", found.end())
    end = min(stop.start() if stop else len(lowered), line if line >= 0 else len(lowered))
    new, words = after[found.end() : end].strip(" \t*_`\"'"), lowered[found.end() : end].split()
    if HAS_STRONG.search(openers) or (found["frame"] and DENIES.match(openers)):
        if DENIES.match(openers) and NEGATIVE.match(answer) and len(words) > 1:
            return answer  # "no. No, he does not."
        closed = not any(c.isalnum() for c in after[end : end + 200])
        certain = not OPEN.search(openers.replace("or rather", "")) and not LINKS.search(openers)
        asked = lowered[end : end + 1] == "?"
        return (
            new if closed and certain and not asked and not GUESS.search(new.lower()) and _alike(answer, new) else None
        )
    if OPEN.search(openers) or found["frame"] or not words:
        return answer if words == [] and DENIES.match(openers) and NEGATIVE.match(answer) else None
    if openers.startswith("not"):
        same = plain(new) == plain(answer) or words[0] in ("sure", "certain", "quite", "exactly", "correct", "right")
        return None if same else answer
    explains = len(words) > (1 if DENIES.match(openers) else 2) and not DOUBTS.search(lowered, found.end(), end)
    return answer if explains else None


def _alike(old: str, new: str) -> bool:
    """Whether a short text can replace an answer: of about as many words, with digits if that has them."""
    if not new or (DIGIT.search(old) is None) != (DIGIT.search(new) is None):
        return False
    if LETTER.fullmatch(old) or LETTER.fullmatch(new):
        return LETTER.fullmatch(old) is not None and LETTER.fullmatch(new) is not None
    if plain(old) in SIDES or plain(new) in SIDES:
        return plain(old) in SIDES and plain(new) in SIDES
    return len(new.split()) <= max(len(old.split()) + 1, 2)


def stray(answer: str, after: str) -> str:
    """The one short line that follows an answer, if it may be another answer and says nothing else; else ""."""
    if len(after) > STRAY_CHARS or "\n" not in after or "\n" in answer:
        return ""
    first, _, line = after.partition("\n")
    line = line.strip(" \t\n*_`$>#-")
    if any(c.isalnum() for c in first) or "\n" in line or not any(c.isalnum() for c in line):
        return ""
    words = len(line.split())
    sentence = line[-1] in ".!?" and words > 2
    if sentence or ASIDE.match(line.lower()) or words > max(3, len(answer.split())) or plain(line) == plain(answer):
        return ""
    return line


def comparable(answer: str, line: str) -> bool:
    """Whether a stray line is plainly of the same sort as the answer before it, or names what its letter stands for."""
    if LETTER.fullmatch(answer):
        return True
    if DIGIT.search(answer):
        return DIGIT.search(line) is not None
    return plain(answer) in SIDES and plain(line) in SIDES
