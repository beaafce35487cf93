"""Markers: where a reply says in words that what follows is its answer: "Answer: …", "the answer is …", "#### 42"."""

import re
from collections import deque

from reward.containers import LAST_SPANS, Span, denied

Hit = re.Match[str]
"""A word such as "answer" that what follows makes a marker."""

WORDS = ("answer", "option", "choice")
CHOSEN = ("correct", "right", "best", "final", "selected", "chosen", "my")
FOLLOWS = re.compile(
    r"(?:answers?(?: (?:choice|option|letter))?|option|choice)[*_\"'`)\]]{0,4}[ \t]{0,3}(?:"
    r"(?P<colon>:)"
    r"|(?P<dash>[=→–—-]>?(?=[ \t]))"
    r"|(?P<line>$)"
    r"|(?P<verb>(?:here )?(?:(?:to|for) (?:the|this|that|your) (?:\w{1,12} ){0,2}(?:question|problem|task|query) )?"
    r"(?:is|was|are|(?:would|must|should|will|has to|ought to) be|['’]s)\b"
    r"(?![ \t]{1,3}(?:clear|obvious|evident|based|supported|given|derived|consistent"
    r"|(?:shown|seen|visible|found) (?:in|on|at|by) the (?:video|clip|image|picture|frame|table|text|figure))\b))"
    r")[ \t:*_]{0,9}",
    re.MULTILINE,
)
LINE_START = re.compile(
    r"[\s#>*_(\[\"'`|-]{0,9}(?:(?:so|the|my|your|our|final|correct|right|best|short|exact)[ *_]{1,3}){0,4}"
)
FIELD = re.compile(r"answers?[\"'][ \t]{0,3}:")
FIELD_START = re.compile(r"[\"'](?:(?:final|correct|your)[ _-]?)?$")
VALUE = re.compile(r"\"((?:[^\"\\\n]|\\.){0,999})\"|'((?:[^'\\\n]|\\.){0,999})'|([^\s,{}\[\]\"']{1,99})")
LEAD = (
    r"(?:so|thus|therefore|hence|and|i think|i believe|that|the|my|our|final|correct|right|best|most likely|option|is)"
)
FILL = re.compile(rf"[\s*_:\"'$>#,.-]{{0,9}}(?:{LEAD}\b[ \t*_:,]{{1,4}}){{0,6}}")
LEAD_LAST = re.compile(rf"(?:[\s*_(]{LEAD}\b(?=[\s*_,])){{1,6}}[\s*_,]{{0,4}}$")
SENTENCE_END = re.compile(r"(?:(?<!\b[A-Za-z])\.|[!?;])(?=\s)|,?\s(?:because|since)\s", re.IGNORECASE)
TRAILING = re.compile(
    r"[\s.,;:!(*_–—-]{1,9}(?:(?:explanation|reason(?:ing)?|rationale|justification|confidence|evidence|analysis|note)"
    r"[*_]{0,3} ?:|(?:i )?hope (?:it|this|that)\b|let me know\b|feel free\b)",
    re.IGNORECASE,
)
BULLET = re.compile(r"[ \t*_|>]{0,6}(?:[-*•]|\(?\d{1,2}[.)]|\(?[A-Za-z]\)?[*_ ]{0,3}[:.)|])")
BLANK = re.compile(
    r"\W{0,9}(?:<[^<>]{1,40}>|\[(?:your|insert|the|letter|number|final|yes/no)\b[^\[\]]{0,40}\])?\W{0,9}", re.DOTALL
)
LABEL = re.compile(
    r"\banswer[*_]{0,3}[ \t]{0,3}:[*_]{0,3}[ \t]{0,9}|^[ \t#*_]{0,9}(?:final |correct )?answer[ \t*_]{0,5}$",
    re.IGNORECASE | re.MULTILINE,
)
SENTENCE_CHARS = 200
CONDITION = re.compile(
    r"[\s*_>]{0,4}(?:(?:so|and|but|then|now),? )?\b(?:if|unless|suppos(?:e|ing)|assum(?:e|ing)|imagine|provided)\b"
)
CONDITION_SIGNS = ("if ", "unless ", "suppos", "assum", "imagine", "provided")
GSM8K = re.compile(
    r"^####[ \t]{0,3}([-+]?[$€£]?-?\d[\d,./:]{0,99}%?|\(?[A-Za-z]\)?|yes|no|true|false)[ \t.]{0,3}$",
    re.IGNORECASE | re.MULTILINE,
)
RARE_CHARS = 1_000
RARE = re.compile(
    r"^[ \t#>*_-]{0,9}(?:ans\.?|final (?:choice|decision|verdict|selection|result|output|response)|conclusion|verdict"
    r"|choice|(?:my|the) (?:choice|pick)|(?:réponse|antwort|respuesta|risposta|resposta|ответ|答案|回答|答え|정답)"
    r"(?: (?:finale?|final|correcte?|correcta))?)[*_]{0,3}[ \t]{0,3}(?:[:=]|は|是:?)[ \t*_]{0,9}",
    re.IGNORECASE | re.MULTILINE,
)
RARE_SIGNS = (
    "ans", "final ", "conclusion", "verdict", "choice", "pick", "antwort", "respuesta", "risposta", "resposta",
)  # fmt: skip
"""One of these is in whatever RARE finds in a text of ASCII alone."""


def markers(text: str, lowered: str, start: int = 0) -> list[Span]:
    """The last answers that are marked in words, in order: of kind "marker", "sentence" or (a loose field) "json".

    `lowered` is the text in small letters, which must be as long. A marker that its clause denies is left out, and so
    is an echo of the template ("Answer: <your answer>").
    """
    hits = _hits(lowered, start)
    spans: list[Span] = []
    opened: Hit | None = None  # a marker with nothing but another one behind it: "Final answer: the answer is …"
    last, limits = 0, [hit.start() for hit in hits[1:]] + [len(text)]
    for hit, limit in zip(hits, limits, strict=False):
        start, end = hit.span()
        said_no = opened is None and (denied(lowered, start, last) or _supposed(lowered, start, last))
        last = end
        if limit < len(text):
            if limit - end < 60 and FILL.fullmatch(lowered, end, limit):
                opened = None if said_no else opened or hit
                continue
            if lead := LEAD_LAST.search(lowered, max(end, limit - 40), limit):
                limit = lead.start()
        if not said_no and (span := _span(text, hit, opened or hit, limit)):
            spans.append(span)
        opened = None
    if "#" in text and "####" in text:
        spans += [Span(g.start(), g.end(), g[1], "marker") for g in deque(GSM8K.finditer(text), LAST_SPANS)]
        spans.sort(key=lambda span: span.start)
    return spans


def _supposed(lowered: str, start: int, last: int) -> bool:
    """Whether the sentence before a marker begins with a condition: "If it is not 7, the answer is 3."."""
    before = lowered[max(last, start - SENTENCE_CHARS) : start]
    if not any(sign in before for sign in CONDITION_SIGNS):
        return False
    begins = max(before.rfind(end) for end in (". ", "? ", "! ", "\n"))
    return CONDITION.match(before, begins + 1 if begins < 0 or before[begins] == "\n" else begins + 2) is not None


def rare_markers(text: str, lowered: str) -> list[Span]:
    """What follows less usual marks, each at the start of a line: "Ans:", "Verdict:", "Antwort:", "答案:".

    `lowered` is the text in small letters.
    """
    if lowered.isascii() and not any(sign in lowered for sign in RARE_SIGNS):
        return []
    found = [(mark.start(), mark.end()) for mark in RARE.finditer(text, _line_start(text))][-LAST_SPANS:]
    limits = [start for start, _ in found[1:]] + [len(text)]
    spans = [after_colon(text, end, limit, "sentence") for (_, end), limit in zip(found, limits, strict=False)]
    return [span for span in spans if not BLANK.fullmatch(span.text)]


def _line_start(text: str) -> int:
    """Where the first line begins that is wholly within the last RARE_CHARS of a text."""
    return text.find("\n", len(text) - RARE_CHARS) + 1 if len(text) > RARE_CHARS else 0


def _hits(lowered: str, start: int) -> list[Hit]:
    """The last words such as "answer" that what stands around them makes a marker, in order."""
    hits: list[Hit] = []
    for word in WORDS:
        at, most = lowered.rfind(word, start), len(hits) + LAST_SPANS
        while at >= 0 and len(hits) < most:
            hit = FOLLOWS.match(lowered, at)
            if hit and not (at and lowered[at - 1].isalnum()) and _marks(lowered, at, word, hit):
                hits.append(hit)
            at = lowered.rfind(word, start, at)
    return hits if len(hits) < 2 else sorted(hits, key=Hit.start)[-LAST_SPANS:]


def _marks(lowered: str, at: int, word: str, hit: Hit) -> bool:
    """Whether what stands before the word leaves it a marker."""
    easy = hit.lastgroup in ("colon", "verb")
    if easy and word == "answer":
        return True
    line = lowered[max(0, at - 40) : at].rpartition("\n")[2]
    return (easy or LINE_START.fullmatch(line) is not None) and (
        word == "answer" or line.rstrip(" *_").endswith(CHOSEN)
    )


def _span(text: str, hit: Hit, first: Hit, limit: int) -> Span | None:
    """What follows a marker; `first` is the one that led to it, and that says of what kind it is."""
    start, end = first.start(), hit.end()
    if FIELD.match(hit[0]) and FIELD_START.search(text, max(0, start - 12), start):
        value = VALUE.match(text, end, limit)
        return Span(start, value.end(), value[value.lastindex or 0], "json") if value else None
    kind = "sentence" if first.lastgroup == "verb" else "marker"
    span = _sentence(text, end, limit, kind) if hit.lastgroup == "verb" else after_colon(text, end, limit, kind)
    return None if BLANK.fullmatch(span.text) else Span(start, span.end, span.text, span.kind)


def _sentence(text: str, start: int, limit: int, kind: str) -> Span:
    """What follows "the answer is", to the end of its sentence or list."""
    line, _, below = text[start:limit].partition("\n")
    stop = SENTENCE_END.search(line)
    answer = line[: stop.start()] if stop else line
    if not answer.strip(" \t*_\"'`>") or (BULLET.match(line) and BULLET.match(below)):
        return after_colon(text, start, limit, kind)
    return Span(start, start + len(answer), answer, kind)


def after_colon(text: str, start: int, limit: int, kind: str) -> Span:
    """The rest of the line, or the next paragraph where the line is empty; a list goes on while its lines do."""
    end = text.find("\n", start, limit)
    line = text[start : end if end >= 0 else limit]
    if (end < 0 or not BULLET.match(line)) and line.strip(" \t*_\"'`>"):
        stop = TRAILING.search(line) if len(line) > 12 else None
        answer = line[: stop.start()] if stop and stop.start() else line
        return Span(start, start + len(answer), answer.strip(), kind)
    lines = text[start:limit].split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip(" \t*_\"'`>")), None)
    if first is None:
        return Span(start, start, "", kind)
    kept, listed = [lines[first]], BULLET.match(lines[first])
    for line in lines[first + 1 :]:
        goes_on = (not line.strip() or BULLET.match(line)) if listed else (first > 0 and line.strip())
        if not goes_on:
            break
        kept.append(line)
    end = start + sum(len(line) + 1 for line in (*lines[:first], *kept)) - 1
    return Span(start, end, "\n".join(kept).strip(), kind)
