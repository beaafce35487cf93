"""Reading a reply: the one place that finds the final answer in a model's text.

A reply may think aloud, put its answer into a container (`<answer>…</answer>`, `Answer: …`, `\\boxed{…}`) or just say
it. `final_answer` returns the text of the last container of the strongest kind, or else the whole short reply, or the
last paragraph of a long one. Everything here takes time linear in the length of the reply.
"""

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

MAX_REPLY_CHARS = 131_072
MAX_ANSWER_CHARS = 1_000
SHORT_REPLY_CHARS = 400

TAG = re.compile(r"<(/?)answer>", re.IGNORECASE)
THINK_OPEN = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
THINK_CLOSE = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
COLON = re.compile(r"\banswer[*_]{0,3}[ \t]{0,3}:[*_]{0,3}[ \t]{0,9}", re.IGNORECASE)
ANSWER_IS = re.compile(r"\banswer[ \t]{1,3}is[ \t]{0,3}:?[ \t]{0,3}", re.IGNORECASE)
SENTENCE_END = re.compile(r"[.!?;](?=\s)|,?\s(?:because|since)\s", re.IGNORECASE)
BRACE = re.compile(r"\\[{}]|\\f?boxed[ ]?\{|[{}]")
BECAUSE = re.compile(r"^[ \t>*_]{0,6}because[*_]{0,3}[ \t]{0,3}:[*_]{0,3}", re.IGNORECASE | re.MULTILINE)
LINE_ANSWER = re.compile(r"^[ \t>*_]{0,6}answer[*_]{0,3}[ \t]{0,3}:", re.IGNORECASE | re.MULTILINE)
BULLET = re.compile(r"[ \t*_]{0,6}(?:[-*•]|\(?\d{1,2}[.)]|\(?[A-Za-z]\)?[:.)])")
REVISION = re.compile(
    r"\b(?:wait|actually|correction|scratch that|on second thoughts?|sorry|i was wrong|i made a mistake"
    r"|let me (?:re-?check|correct|reconsider))\b",
    re.IGNORECASE,
)
BLANK = re.compile(r"<[^<>]{1,40}>")
WRAPPED = re.compile(
    r"\\(?:text|mathrm|mathbf|textbf)\{([^{}]*)\}|\${1,2}([^$]*)\${1,2}|`{1,3}(?:[a-z]{0,9}\n)?([^`]*)`{1,3}"
)
WRAPPERS = re.compile("[*\"'“”‘’`$\\\\]")
INVISIBLE = dict.fromkeys(
    [0xAD, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)]
)
MARKS = re.compile(r"[^\w\s%°$€£¥+./:-]|_|(?<!\d)[./:]|[./:](?!\d)|(?<=\w)-|-(?!\d)")
ARTICLES = re.compile(r"(?:(?:the|an?|some)\s)+")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a reply.

    `text`: the answer, or None when the reply states none. `container`: "tag", "marker", "boxed", "json" or "none".
    `marked`: how many answers stand in containers of that kind; `several`: whether they differ without a revision.
    `because`: what follows "Because:", if anything does.
    """

    text: str | None
    container: str = "none"
    marked: int = 0
    several: bool = False
    because: str | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """One answer container: where it stands in the text, and what it holds."""

    start: int
    end: int
    text: str


def final_answer(reply: str) -> Reading:
    """Find the final answer in a reply; one longer than MAX_REPLY_CHARS states none."""
    if len(reply) > MAX_REPLY_CHARS:
        return Reading(None)
    text, because = _without_reason(spoken(reply))
    for container, find in CONTAINERS.items():
        if spans := find(text):
            last = spans[-1]
            others = [span for span in spans[:-1] if plain(span.text) != plain(last.text)]
            revised = bool(others) and REVISION.search(text, others[-1].start, last.start) is not None
            return Reading(_capped(unwrap(last.text)), container, len(spans), bool(others) and not revised, because)
    return Reading(_capped(unwrap(_tail(text))), because=because)


def spoken(reply: str) -> str:
    """The reply without its thinking and without invisible characters, in one Unicode form (NFKC)."""
    text = reply if reply.isascii() else unicodedata.normalize("NFKC", reply).translate(INVISIBLE)
    text = text.replace("\r\n", "\n")
    closings = list(THINK_CLOSE.finditer(text))
    text = text[closings[-1].end() :] if closings else text
    if unfinished := THINK_OPEN.search(text):
        text = text[: unfinished.start()]
    return text.strip()


def plain(text: str) -> str:
    """A short text in the form in which answers are compared: no case, accents, articles or marks; single spaces."""
    return _plain_cached(text) if len(text) <= 100 else _plain(text)


def _plain(text: str) -> str:
    text = text.casefold()
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    text = " ".join(MARKS.sub(" ", text).split())
    return text[found.end() :] if (found := ARTICLES.match(text)) else text


_plain_cached = lru_cache(maxsize=8192)(_plain)  # keys and candidates come again with every reply


def unwrap(text: str) -> str:
    """A text without the quotes, bold, code or LaTeX wrappers around the whole of it."""
    text = text.strip()
    if not WRAPPERS.search(text):
        return text
    for _ in range(4):
        before = text
        text = text.strip().strip("*\"'“”‘’").strip()
        if found := WRAPPED.fullmatch(text):
            text = next(group for group in found.groups() if group is not None)
        elif (boxes := _boxes(text)) and boxes[-1].end == len(text) and text.startswith("\\"):
            text = boxes[-1].text
        if text == before:
            break
    return text


def _capped(text: str) -> str | None:
    return text if text and len(text) <= MAX_ANSWER_CHARS else None


def _without_reason(text: str) -> tuple[str, str | None]:
    """The text before the line "Because: …", and the reason; a reason that precedes the answer stays in place."""
    found = BECAUSE.search(text)
    if not found or not text[: found.start()].strip() or LINE_ANSWER.search(text, found.end()):
        return text, None
    return text[: found.start()].rstrip(), text[found.end() :].strip() or None


def _tags(text: str) -> list[Span]:
    spans, start = [], None
    for tag in TAG.finditer(text):
        if not tag[1]:
            start = tag.end()
        elif start is not None:
            inside = text[start : tag.start()]
            inner = _marks(inside)
            spans.append(Span(start, tag.end(), inner[-1].text if inner else unwrap(inside)))
            start = None
    return spans


def _marks(text: str) -> list[Span]:
    """Answers after "Answer:" or "the answer is"; an echo of the template ("Answer: <your answer>") is none."""
    found = sorted(
        [(m.end(), True) for m in COLON.finditer(text)] + [(m.end(), False) for m in ANSWER_IS.finditer(text)]
    )
    spans = []
    for (start, is_colon), (limit, _) in pairwise([*found, (len(text), True)]):
        end, answer = _after_colon(text, start, limit) if is_colon else _after_is(text, start, limit)
        if answer and not BLANK.fullmatch(answer):
            spans.append(Span(start, end, answer))
    return spans


def _after_colon(text: str, start: int, limit: int) -> tuple[int, str]:
    """The rest of the line, or the next paragraph where the line is empty; a list goes on while its lines do."""
    lines = text[start:limit].split("\n")
    if not unwrap(lines[0]):
        paragraph = text[start:limit].strip().split("\n\n")[0]
        return limit, unwrap(paragraph)
    kept = [lines[0]]
    if BULLET.match(lines[0]):
        for line in lines[1:]:
            if not BULLET.match(line):
                break
            kept.append(line)
    answer = "\n".join(kept)
    return start + len(answer), unwrap(answer)


def _after_is(text: str, start: int, limit: int) -> tuple[int, str]:
    line = text[start:limit].split("\n", 1)[0]
    stop = SENTENCE_END.search(line)
    sentence = line[: stop.start()] if stop else line
    return start + len(sentence), unwrap(sentence)


def _boxes(text: str) -> list[Span]:
    """The contents of every outermost `\\boxed{…}`, braces matched in one pass."""
    if "boxed" not in text:
        return []
    spans: list[Span] = []
    open_braces: list[tuple[int, bool]] = []
    boxes_open = 0
    for brace in BRACE.finditer(text):
        if brace[0] == "}" and open_braces:
            start, boxed = open_braces.pop()
            boxes_open -= boxed
            if boxed and not boxes_open:
                spans.append(Span(start, brace.end(), text[start : brace.start()]))
        elif brace[0].endswith("{") and brace[0] != "\\{":
            open_braces.append((brace.end(), len(brace[0]) > 1))
            boxes_open += open_braces[-1][1]
    return spans


def _json(text: str) -> list[Span]:
    """The "answer" of a reply that is one small JSON object."""
    body = unwrap(text)
    if not (body.startswith("{") and body.endswith("}") and len(body) <= MAX_ANSWER_CHARS):
        return []
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return []
    answer = value.get("answer") if isinstance(value, dict) else None
    return [Span(0, len(text), str(answer))] if isinstance(answer, str | int | float | bool) else []


def _tail(text: str) -> str:
    """A short reply whole; of a long one the list that it ends with, else its last paragraph or line, if short."""
    if len(text) <= SHORT_REPLY_CHARS:
        return text
    lines = text.split("\n")
    first = len(lines)
    while first > 0 and (BULLET.match(lines[first - 1]) or not lines[first - 1].strip()):
        first -= 1
    if first < len(lines):
        return "\n".join(lines[first:]).strip()
    paragraph = text.rsplit("\n\n", 1)[-1]
    last = paragraph if len(paragraph) <= SHORT_REPLY_CHARS else lines[-1]
    return last if len(last) <= SHORT_REPLY_CHARS else ""


# The strongest container first: a box in the reasoning does not compete with the line "Answer: …".
CONTAINERS: dict[str, Callable[[str], list[Span]]] = {"tag": _tags, "json": _json, "marker": _marks, "boxed": _boxes}
