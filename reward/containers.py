"""Containers: where a reply marks its answer as the answer.

`<answer>…</answer>`, JSON, `Answer: …`, `\\boxed{…}` and "the answer is …", each found in one pass over the text.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

MAX_ANSWER_CHARS = 1_000
LAST_SPANS = 16
CLAUSE_CHARS = 60
TAG = re.compile(r"<(/?)answer>", re.IGNORECASE)
COLON = re.compile(
    r"\banswer[*_]{0,3}[ \t]{0,3}:[*_]{0,3}[ \t]{0,9}|^[ \t#*_]{0,9}(?:final |correct )?answer[ \t*_]{0,5}$",
    re.IGNORECASE | re.MULTILINE,
)
ANSWER_IS = re.compile(
    r"\b(?:answer|(?:correct|right) (?:option|choice))[ \t]{1,3}(?:is|would be|must be)\b[ \t]{0,3}:?[ \t]{0,3}",
    re.IGNORECASE,
)
UNASSERTED = re.compile(
    r"\b(?:not|no|nobody|never|neither|cannot|wrong|incorrect|possible|example|another|doubt|whether|if|unless|why)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
MARKER_WORDS = ("answer", "option", "choice")
CLAUSE_ENDS = "\n.!?;:,"
SENTENCE_END = re.compile(r"(?:(?<!\b[A-Za-z])\.|[!?;])(?=\s)|,?\s(?:because|since)\s", re.IGNORECASE)
BRACE = re.compile(r"\\[{}]|\\f?boxed[ ]?\{|[{}]")
BULLET = re.compile(r"[ \t*_|>]{0,6}(?:[-*•]|\(?\d{1,2}[.)]|\(?[A-Za-z]\)?[*_ ]{0,3}[:.)|])")
BLANK = re.compile(r"\W{0,9}<[^<>]{1,40}>\W{0,9}")


@dataclass(frozen=True, slots=True)
class Span:
    """One answer container: where it stands in the text, and what it holds."""

    start: int
    end: int
    text: str


def _tags(text: str) -> list[Span]:
    """The contents of `<answer>…</answer>`; the last one may be left open, as generation often stops at its end."""
    spans, start = [], None
    for tag in TAG.finditer(text):
        if not tag[1]:
            start = tag.end()
        elif start is not None:
            spans.append(Span(start, tag.end(), text[start : tag.start()]))
            start = None
    if start is not None:
        spans.append(Span(start, len(text), text[start:]))
    spans = [span for span in spans if span.text.strip()] or spans
    return spans[:-LAST_SPANS] + [Span(s.start, s.end, _innermost(s.text)) for s in spans[-LAST_SPANS:]]


def _innermost(text: str) -> str:
    marked = _markers(text)
    return marked[-1].text if marked else text


def _markers(text: str) -> list[Span]:
    """What follows "Answer:", on its line or below; an echo of the template ("Answer: <your answer>") is none."""
    spans = [_after_colon(text, start, limit) for start, limit in _asserting(COLON, text)]
    return [span for span in spans if span.text and not BLANK.fullmatch(span.text)]


def _after_colon(text: str, start: int, limit: int) -> Span:
    """The rest of the line, or the next paragraph where the line is empty; a list goes on while its lines do."""
    lines = text[start:limit].split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip(" \t*_\"'`>")), None)
    if first is None:
        return Span(start, start, "")
    kept, listed = [lines[first]], BULLET.match(lines[first])
    for line in lines[first + 1 :]:
        goes_on = (not line.strip() or BULLET.match(line)) if listed else (first > 0 and line.strip())
        if not goes_on:
            break
        kept.append(line)
    end = start + sum(len(line) + 1 for line in (*lines[:first], *kept)) - 1
    return Span(start, end, "\n".join(kept).strip())


def _sentences(text: str) -> list[Span]:
    """What follows "the answer is", to the end of its sentence or list."""
    spans = []
    for start, limit in _asserting(ANSWER_IS, text):
        line, _, below = text[start:limit].partition("\n")
        stop = SENTENCE_END.search(line)
        answer = line[: stop.start()] if stop else line
        listed = BULLET.match(line) and BULLET.match(below)
        spans.append(_after_colon(text, start, limit) if listed else Span(start, start + len(answer), answer))
    return [span for span in spans if span.text.strip()]


def _asserting(marker: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """Where the text after each of the last markers starts and where the next marker does.

    A marker that its clause keeps from asserting ("I doubt that the answer is …") is left out.
    """
    found = [m.span() for m in marker.finditer(text, _first_line(text))][-LAST_SPANS:]
    spans, last = [], 0
    for (start, end), (limit, _) in zip(found, [*found, (len(text), 0)][1:], strict=True):
        before = text[max(last, start - CLAUSE_CHARS) : start]
        ended = max(map(before.rfind, CLAUSE_ENDS))
        answered = 0 < last > start - CLAUSE_CHARS and ended < 0  # the clause is the last marker's answer
        if answered or not UNASSERTED.search(before, ended + 1):
            spans.append((end, limit))
        last = end
    return spans


def _first_line(text: str) -> int:
    """Where the first line starts that can hold a marker: what comes before need not be searched."""
    lowered = text.lower()
    if len(lowered) != len(text):
        return 0  # some letters grow when they are made small
    first = min((at for word in MARKER_WORDS if (at := lowered.find(word)) >= 0), default=len(text))
    return text.rfind("\n", 0, first) + 1


def boxes(text: str) -> list[Span]:
    """The contents of every outermost `\\boxed{…}`, braces matched in one pass."""
    spans: list[Span] = []
    open_braces: list[tuple[int, bool]] = []
    boxes_open = 0
    first = text.find("boxed")
    for brace in BRACE.finditer(text, max(0, first - 2)) if first >= 0 else ():
        if brace[0] == "}" and open_braces:
            start, boxed = open_braces.pop()
            boxes_open -= boxed
            if boxed and not boxes_open:
                spans.append(Span(start, brace.end(), text[start : brace.start()]))
        elif brace[0].endswith("{") and brace[0] != "\\{":
            open_braces.append((brace.end(), len(brace[0]) > 1))
            boxes_open += open_braces[-1][1]
    return [span for span in spans if span.text.strip()] or spans


def _json(text: str) -> list[Span]:
    """The "answer" of a reply that is one small piece of JSON, or all of it where no field has that name."""
    if not (text.startswith(("{", "[")) and text.endswith(("}", "]")) and len(text) <= MAX_ANSWER_CHARS):
        return []
    try:
        value = json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return []
    if isinstance(value, dict):
        fields = {name.casefold().replace("_", " "): field for name, field in value.items()}
        value = fields.get("answer", fields.get("final answer", value))
    return [] if (shown := _shown(value)) is None else [Span(0, len(text), shown)]


def _shown(value: object) -> str | None:
    """A JSON value as a model writes it in plain text, one field a line; None for values inside of values."""
    if isinstance(value, dict | list):
        fields = list(value.values()) if isinstance(value, dict) else value
        if any(isinstance(field, dict | list) for field in fields):
            return None
        labels = [f"{name}: " for name in value] if isinstance(value, dict) else [""] * len(fields)
        return "\n".join(f"{label}{_shown(field)}" for label, field in zip(labels, fields, strict=True))
    return value if isinstance(value, str) else "" if value is None else str(value).lower()


# The strongest container first: a box in the reasoning does not compete with the line "Answer: …".
# Each comes with signs without any of which there is none of its kind: looking for those is cheap.
CONTAINERS: dict[str, tuple[tuple[str, ...], Callable[[str], list[Span]]]] = {
    "tag": (("<answer>",), _tags),
    "json": (("{", "["), _json),
    "marker": (("answer",), _markers),
    "boxed": (("boxed",), boxes),
    "sentence": (MARKER_WORDS, _sentences),
}
