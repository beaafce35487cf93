"""Containers: where a reply marks its answer as the answer, by a tag or a box around it.

`<answer>…</answer>` and `\\boxed{…}`, found in time linear in the text. `markers.py` finds "Answer: …" and
"the answer is …", `fields.py` finds `{"answer": …}`.
"""

import re
from typing import NamedTuple

MAX_ANSWER_CHARS = 1_000
LAST_SPANS = 16
"""Of the containers of one kind, only the last ones are read."""
CLAUSE_CHARS = 60
CONTAINERS = ("tag", "json", "marker", "boxed", "sentence")
"""The strongest first: a box in the reasoning does not compete with the line "Answer: …"."""

TAG = re.compile(
    r"(?P<close></(?:(?:final[_ -]?)?answer|ans)>|<\|end_of_box\|>)"
    r"|<(?:(?:final[_ -]?)?answer|ans)>|<\|begin_of_box\|>"
)
# Around a whole reply as often as around an answer alone: they count where nothing else marks the answer.
WRAPPER = re.compile(
    r"(?P<close></(?:conclusion|solution|response|output|result)>|<\|end_of_solution\|>)"
    r"|<(?:conclusion|solution|response|output|result)>|<\|begin_of_solution\|>"
)
BOX = re.compile(r"box(ed)?[ ]{0,3}\{")
BRACE = re.compile(r"\\[{}]|[{}]")
UNIT = re.compile(
    r"[ ~]?\$?[ ~]?(?:\\text\{ ?)?"
    r"((?!(?:[Nn]o(?:pe|t)?|[Hh]m+|[Oo]r|[Bb]ut|[Ww]ait|[Oo]ops|[Ss]orry)\b)"
    r"[A-Za-z°µ%]{1,12}(?:(?:/| per )[A-Za-z]{1,12})?)\}?[\s.$*]*?(?:\n|$)"
)
UNASSERTED = re.compile(
    r"\b(?:not|no|nobody|never|neither|cannot|wrong|incorrect|false|possible|example|another|doubt|whether|if|unless|why"
    r"|suppose|assum(?:e|ing)|imagine|pretend)\b|n['’]t\b",
    re.IGNORECASE,
)
CLAUSE_ENDS = "\n.!?;:,"


class Span(NamedTuple):
    """One answer container: where it stands in the text, what it holds, and its kind.

    The kind is one of CONTAINERS.
    """

    start: int
    end: int
    text: str
    kind: str


def tags(text: str, lowered: str, tag: re.Pattern[str] = TAG) -> list[Span]:
    """The contents of `<answer>…</answer>`; the last one may be left open, as generation often stops at its end.

    `lowered`: the text in small letters, which must be as long.
    """
    spans, opening = [], None
    for found in tag.finditer(lowered):
        if found.lastgroup != "close":
            opening = found
        elif opening is not None:
            spans.append(Span(opening.start(), found.end(), text[opening.end() : found.start()], "tag"))
            opening = None
    if opening is not None:
        spans.append(Span(opening.start(), len(text), text[opening.end() :], "tag"))
    return _asserted(spans[-LAST_SPANS:], text)


def boxes(text: str, start: int = 0) -> list[Span]:
    """The contents of the last outermost `\\boxed{…}`, each with the unit that follows it; longer ones are none."""
    spans: list[Span] = []
    for at, opened in _box_openings(text, start):
        if spans and at < spans[-1].end:
            continue
        depth = 1
        for brace in BRACE.finditer(text, opened, opened + 2 * MAX_ANSWER_CHARS):
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
            if not depth:
                unit = UNIT.match(text, brace.end())
                content = text[opened : brace.start()]
                end = unit.end(1) if unit else brace.end()
                spans.append(Span(at, end, f"{content} {unit[1]}" if unit else content, "boxed"))
                break
    return _asserted([span for span in spans if span.text.strip()], text)


def _box_openings(text: str, start: int) -> list[tuple[int, int]]:
    """Where each of the last boxes starts and where its content does, in order."""
    openings: list[tuple[int, int]] = []
    at = len(text)
    while len(openings) < LAST_SPANS and (at := text.rfind("box", start, at)) >= 0:
        before = text[max(0, at - 2) : at]
        if (found := BOX.match(text, at)) and (
            before == "\\f" or before.endswith("\\") or (found[1] and not before[-1:].isalnum())
        ):
            openings.append((at - 2 if before == "\\f" else at - before.endswith("\\"), found.end()))
    return openings[::-1]


def _asserted(spans: list[Span], text: str) -> list[Span]:
    before = [0, *(span.end for span in spans)]
    return [span for span, last in zip(spans, before, strict=False) if not denied(text, span.start, last)]


def denied(text: str, start: int, last: int = 0) -> bool:
    """Whether the clause before `start` keeps what follows it from being asserted ("I doubt that the answer is …").

    `last`: where the container before ends; a clause that belongs to its answer denies nothing.
    """
    before = text[max(last, start - CLAUSE_CHARS) : start]
    if before[-1:] in ("", "\n") or not UNASSERTED.search(before):
        return False
    ended = max(map(before.rfind, CLAUSE_ENDS))
    if last and before[ended + 1 :].strip().lower() in ("false", "no", "incorrect", "wrong"):
        return False  # the answer before
    return not (0 < last > start - CLAUSE_CHARS and ended < 0) and UNASSERTED.search(before, ended + 1) is not None
