"""Reading a reply: the one place that finds the final answer in a model's text.

A reply may think aloud, put its answer into a container (`<answer>…</answer>`, `Answer: …`, `\\boxed{…}`, "the answer
is …") or just say it. `final_answer` returns the text of the last container of the strongest kind, or else the whole
short reply, or the end of a long one. Everything here takes time linear in the length of the reply.
"""

import re
import unicodedata
from dataclasses import dataclass

from reward.containers import BULLET, COLON, CONTAINERS, LAST_SPANS, MAX_ANSWER_CHARS, Span, boxes
from reward.plain import DIGITS_APART, plain

MAX_REPLY_CHARS = 131_072
SHORT_REPLY_CHARS = 400

THINK_OPEN = re.compile(r"<(?:think(?:ing)?|thought|reasoning)>|◁think▷", re.IGNORECASE)
THINK_CLOSE = re.compile(r"</(?:think(?:ing)?|thought|reasoning)>|◁/think▷", re.IGNORECASE)
FENCE = re.compile(r"^[ \t]{0,9}`{3,9}\w{0,12}[ \t]{0,9}$\n?", re.MULTILINE)
BECAUSE = re.compile(r"^[ \t>*_]{0,6}because[*_]{0,3}[ \t]{0,3}:[*_]{0,3}", re.IGNORECASE | re.MULTILINE)
LINE_ANSWER = re.compile(r"^[ \t>*_]{0,6}answer[*_]{0,3}[ \t]{0,3}:", re.IGNORECASE | re.MULTILINE)
REVISION = re.compile(
    r"\b(?:wait(?=[,.!:—-]| no\b|\n)|sorry(?=[,.!])|actually(?=,| no\b| it\b| the (?:correct |right )?answer\b)"
    r"|correction|scratch that|on second thoughts?|i was wrong|i made a mistake"
    r"|let me (?:re-?check|correct|reconsider))",
    re.IGNORECASE,
)
REVISION_SIGNS = ("wait", "sorry", "actually", "correct", "scratch", "thought", "wrong", "mistake", "let me")
WRAPPED = re.compile(r"\${1,2}([^$]*)\${1,2}|`{1,3}([^`]*)`{1,3}|\\[(\[]([^\\]*)\\[)\]]")
LATEX_TEXT = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|operatorname)\{([^{}]*)\}")
INVISIBLE = dict.fromkeys(
    [0xAD, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)]
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a reply.

    `text`: the answer; "" when the reply states none, None when what it states is too long to be read as an answer or
    is taken back. `container`: "tag", "json", "marker", "boxed", "sentence" or "none"; `marked`: how many answers stand
    in containers of that kind; `others`: those that differ from `text` and that the reply did not revise.
    `because`: what follows "Because:", if anything does.
    """

    text: str | None
    container: str = "none"
    marked: int = 0
    others: tuple[str, ...] = ()
    because: str | None = None


def final_answer(reply: str) -> Reading:
    """Find the final answer in a reply; one longer than MAX_REPLY_CHARS is not read."""
    if len(reply) > MAX_REPLY_CHARS:
        return Reading(None)
    text, because = _without_reason(spoken(reply))
    lowered = text.lower()
    for container, (signs, find) in CONTAINERS.items():
        if any(sign in lowered for sign in signs) and (spans := find(text)):
            last = spans[-1]
            answer = None if revises(text[last.end :]) else _capped(unwrap(last.text))
            return Reading(answer, container, len(spans), _others(spans[-LAST_SPANS:], text), because)
    tail = _tail(COLON.sub(" ", text).strip() if "answer" in lowered else text)
    return Reading(None if tail is None else _capped(unwrap(tail)), because=because)


def _others(spans: list[Span], text: str) -> tuple[str, ...]:
    """The different answers in containers of one kind, without the last one and without those before a revision."""
    differing = [span for span in spans[:-1] if plain(span.text) != plain(spans[-1].text)]
    if not differing or revises(text[differing[-1].end : spans[-1].start]):
        return ()
    return tuple({plain(span.text): unwrap(span.text)[:MAX_ANSWER_CHARS] for span in differing}.values())


def revises(text: str) -> bool:
    """Whether a text takes back what was said before it."""
    lowered = text.lower()
    return any(sign in lowered for sign in REVISION_SIGNS) and REVISION.search(text) is not None


def spoken(reply: str) -> str:
    """The reply without its thinking and without invisible characters, in one Unicode form (NFKC)."""
    text = reply.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text = text.encode(errors="ignore").decode().translate(INVISIBLE | DIGITS_APART)
        text = unicodedata.normalize("NFKC", text)[-MAX_REPLY_CHARS:]
    if "<" in text or "◁" in text:
        closings = list(THINK_CLOSE.finditer(text))
        text = text[closings[-1].end() :] if closings else text
        if unfinished := THINK_OPEN.search(text):
            text = text[: unfinished.start()]
    return (FENCE.sub("", text) if "```" in text else text).strip()


def unwrap(text: str) -> str:
    """A text without the quotes, bold, code or LaTeX wrappers around the whole of it."""
    if len(text) > 2 * MAX_ANSWER_CHARS:
        return text
    text = LATEX_TEXT.sub(r"\1", text)
    for _ in range(4):
        before = text
        text = text.strip().strip("*\"'“”‘’").strip()
        if found := WRAPPED.fullmatch(text):
            text = next(group for group in found.groups() if group is not None)
        elif text.startswith("\\") and (found_boxes := boxes(text)) and found_boxes[-1].end == len(text):
            text = found_boxes[-1].text
        if text == before:
            break
    return text


def _capped(text: str) -> str | None:
    return text if len(text) <= MAX_ANSWER_CHARS else None


def _without_reason(text: str) -> tuple[str, str | None]:
    """The text before the line "Because: …", and the reason; a reason that precedes the answer stays in place."""
    found = BECAUSE.search(text) if "because" in text.lower() else None
    if not found or not text[: found.start()].strip() or LINE_ANSWER.search(text, found.end()):
        return text, None
    return text[: found.start()].rstrip(), text[found.end() :].strip() or None


def _tail(text: str) -> str | None:
    """A short reply or single paragraph whole; of a long one the list at its end, else its last paragraph or line."""
    if len(text) <= (MAX_ANSWER_CHARS if "\n" not in text else SHORT_REPLY_CHARS):
        return text
    lines = text.split("\n")
    first = len(lines)
    while first > 0 and (BULLET.match(lines[first - 1]) or not lines[first - 1].strip()):
        first -= 1
    if first < len(lines):
        return "\n".join(lines[first:]).strip()
    ends = (text.rsplit("\n\n", 1)[-1], lines[-1])
    return next((end for end in ends if len(end) <= SHORT_REPLY_CHARS), None)
