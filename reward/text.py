"""Reading a reply: the one place that finds the final answer in a model's text.

A reply may think aloud, put its answer into a container (`<answer>…</answer>`, `Answer: …`, `\\boxed{…}`, "the answer
is …") or just say it. `final_answer` returns the text of the last container of the strongest kind, or else the whole
short reply, or the end of a long one. Everything here takes time linear in the length of the reply.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from reward.containers import CONTAINERS, LAST_SPANS, MAX_ANSWER_CHARS, UNASSERTED, WRAPPER, Span, boxes, tags
from reward.fields import fields
from reward.markers import BULLET, LABEL, markers, rare_markers
from reward.plain import plain, small
from reward.revision import HAS_STRONG, TAKEN_BACK, comparable, replaced, revises, standing, stray, takes_back, turned
from reward.spoken import spoken

MAX_REPLY_CHARS = 131_072
SHORT_REPLY_CHARS = 400

BECAUSE = re.compile(r"^[ \t>*_]{0,6}because[*_]{0,3}[ \t]{0,3}:[*_]{0,3}", re.IGNORECASE | re.MULTILINE)
ASKED = re.compile(r"[ \t>*_]{0,6}answer[*_]{0,3}[ \t]{0,3}:[ \t*_]{0,9}(?=\S)")
LINE_ANSWER = re.compile(r"^[ \t>*_]{0,6}answer[*_]{0,3}[ \t]{0,3}:", re.IGNORECASE | re.MULTILINE)
# An answer that goes on to reason, as in "Answer: Let's think step by step. …": what is concluded later counts.
REASONING = re.compile(
    r"\W{0,9}(?:let'?s|let us|to (?:find|determine|solve|answer|figure)|we (?:need|can|have|know|are|first)|first,|step"
    r"|looking|based on|the (?:question|problem)|i (?:need|will|have)|i'll)\b",
    re.IGNORECASE,
)
EXPLAINED = re.compile(
    r"([^\n]{1,200})\n{1,3}[ \t#>*_-]{0,9}(?:explanation|reason(?:ing)?|rationale|justification)[*_]{0,3} ?:[^\n]*",
    re.IGNORECASE,
)
FIRST_END = re.compile(r"[.!;](?=\s)")
LETTERED = re.compile(r"\W{0,3}[A-Za-z][.)]\s")
CONDITIONAL = re.compile(
    r"(?:^|[.!?\n]\s{1,3})(?:if|unless|suppos(?:e|ing)|assum(?:e|ing)|imagine)\b[^.!?\n]{0,200}\banswer"
)
EXAMPLE = re.compile(
    r"(?:an?|the|one) (?:possible |sample )?(?:example|reference|sample|placeholder)\b[^.!?\n]{0,40}\b(?:is|are)\b"
)
HEADING = re.compile(
    r"(?:#{1,6} ?|\*\*)(?:solution|result|conclusion|explanation|analysis|reasoning|summary|response|step \d{1,2})\b"
    r"[^\n]{0,60}\n+"
)
KEPT_CHARS = 200
EXPLAINS = ("explanation", "reason", "rationale", "justification")
DRESS = re.compile(r"[*\"'“”‘’$`\\]")
WRAPPED = re.compile(r"\${1,2}([^$]*)\${1,2}|`{1,3}([^`]*)`{1,3}|\\[(\[]([^\\]*)\\[)\]]")
STRAY_DOLLAR = re.compile(r"\$[A-Za-z\\][^$]*|[^$]*[A-Za-z}]\$")
LATEX_TEXT = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|operatorname)\{([^{}]*)\}")
BEFORE_BOX = re.compile(r"(?:|.*(?:\b(?:is|be|are|option|choice)\b|[=:≈]))[\s$*(\[\\]*", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a reply.

    `text`: the answer; "" when the reply states none, None when what it states is too long to be read as an answer or
    is taken back. `container`: "tag", "json", "marker", "boxed", "sentence" or "none"; `marked`: how many answers stand
    in containers of that kind; `others`: those that differ from `text` and that the reply did not revise, of that kind
    or behind it in a weaker one. `because`: what follows "Because:", if anything does. `in_line`: whether it stands in
    a line "Answer: …".
    """

    text: str | None
    container: str = "none"
    marked: int = 0
    others: tuple[str, ...] = ()
    because: str | None = None
    in_line: bool = False


def final_answer(reply: str) -> Reading:
    """Find the final answer in a reply; one longer than MAX_REPLY_CHARS is not read."""
    if len(reply) > MAX_REPLY_CHARS:
        return Reading(None)
    return _kept(reply) if len(reply) <= KEPT_CHARS else _read(reply)


def _read(reply: str) -> Reading:
    text, lowered, because = _without_reason(spoken(reply))
    spans = _competing(_containers(text, lowered))
    if not spans:
        return _whole(_uncontained(text, lowered), because)
    kept = _unrevised(spans, text, lowered) if len(spans) > 1 else spans
    final = min(reversed(kept), key=_strength) if len(kept) > 1 else kept[0]
    marked = [span.kind for span in spans].count(final.kind)
    answer = _inside(final)
    end = spans[-1].end
    others = _others(kept, final) if len(kept) > 1 else ()
    if end < len(text):
        after = text[end:]
        if TAKEN_BACK.match(after):
            return Reading(None, final.kind, marked, because=because)
        now = standing(answer, after, lowered[end:])
        if now is None or (now is answer and takes_back(after)):
            return Reading(None, final.kind, marked, because=because)
        if now is not answer:
            return Reading(_capped(unwrap(now)), "sentence", because=because)
        if line := stray(answer, after):
            if not comparable(answer, line):
                return Reading(None, final.kind, marked, because=because)
            others += (line,)
    now = _revised(answer) if final.kind in ("marker", "sentence") else answer
    if now is not answer:
        return Reading(now, "sentence", because=because)
    revised = len(answer) > 8 and revises(answer[1:])
    in_line = final.kind == "marker" and ASKED.match(lowered, lowered.rfind("\n", 0, final.start) + 1) is not None
    return Reading(_capped(answer), "none" if revised else final.kind, marked, others, because, in_line)


_kept = lru_cache(maxsize=4096)(_read)  # short replies come again


def _whole(said: str | None, because: str | None) -> Reading:
    """What a reply without containers says."""
    if not said:
        return Reading(said, because=because)
    lowered = said.lower()
    supposed = EXAMPLE.match(lowered) or ("answer" in lowered and CONDITIONAL.search(lowered))
    if supposed or (_revised(said) is not said and HAS_STRONG.search(lowered)):
        return Reading(None, "sentence", because=because)
    return Reading(_capped(said), because=because)


def _revised(answer: str) -> str | None:
    """What stands as the answer where the text of one goes on to revise it: "3. Actually 4."."""
    stop = FIRST_END.search(answer, 1, MAX_ANSWER_CHARS)
    if not stop:
        return answer
    after = answer[stop.start() :]
    lowered = small(after)
    if LETTERED.match(answer) and not turned(lowered):
        return answer
    now = standing(answer[: stop.start()], after, lowered)
    return now if now is None or len(now) != stop.start() or not answer.startswith(now) else answer


def _strength(span: Span) -> int:
    return CONTAINERS.index(span.kind)


def _containers(text: str, lowered: str) -> list[Span]:
    """All containers of a text, the last few of each kind."""
    spans = tags(text, lowered) if "<" in text else []
    objects = fields(text) if "{" in text or text[:1] == "[" else []
    spans += objects
    said = markers(text, lowered)
    spans += [span for span in said if span.kind != "json"] if objects else said
    if "box" in text and "{" in text:
        spans += boxes(text)
    return spans or rare_markers(text, lowered)


def _competing(spans: list[Span]) -> list[Span]:
    """The containers of the strongest kind that says anything, and those of weaker kinds behind them, in order."""
    if len(spans) < 2:
        return spans
    spans = [span for span in spans if span.text.strip()] or spans
    spans = [span for span in spans if span.kind != "marker" or not REASONING.match(span.text)] or spans
    strongest = min(map(_strength, spans))
    strong = [span for span in spans if _strength(span) == strongest]
    weaker = [span for span in spans if _strength(span) > strongest and span.start >= strong[-1].end]
    return strong + sorted(weaker, key=lambda span: span.start)


def _unrevised(spans: list[Span], text: str, lowered: str) -> list[Span]:
    """The containers behind the last words that take back what stands before them, without first and draft answers."""
    for i in range(len(spans) - 1, 0, -1):
        if replaced([span.start for span in spans[: i + 1]], text, lowered):
            return spans[i:]
    return spans


def _others(spans: list[Span], final: Span) -> tuple[str, ...]:
    """The answers in the other containers that differ from the final one."""
    forms = {plain(span.text[: 2 * MAX_ANSWER_CHARS]): span for span in spans}
    forms.pop(plain(final.text[: 2 * MAX_ANSWER_CHARS]), None)
    return tuple(_inside(span)[:MAX_ANSWER_CHARS] for span in forms.values())


def _inside(span: Span) -> str:
    """What a container holds, or what a container inside of it holds: "<answer>Answer: B</answer>"."""
    text = span.text
    if span.kind in ("tag", "json") and not text.lstrip().startswith("["):
        inner = _competing(_containers(text, small(text)))
        if inner and len({plain(span.text) for span in inner[-LAST_SPANS:]}) == 1:
            text = inner[-1].text
    return unwrap(_of_box(text) if "box" in text else text)


def _of_box(text: str) -> str:
    """What the only box in a text holds, if the text is otherwise a lead-in: "The length is x = \\boxed{4}."."""
    found = boxes(text)
    if len(text) > 2 * MAX_ANSWER_CHARS or len(found) != 1 or any(c.isalnum() for c in text[found[0].end :]):
        return text
    before = text[: found[0].start]
    return found[0].text if BEFORE_BOX.fullmatch(before) and not UNASSERTED.search(before) else text


def unwrap(text: str) -> str:
    """A text without the quotes, bold, code or LaTeX wrappers around the whole of it."""
    if len(text) > 2 * MAX_ANSWER_CHARS:
        return text
    text = text.strip()
    if not DRESS.search(text):
        return text
    text = LATEX_TEXT.sub(r"\1", text)
    for _ in range(4):
        before = text
        text = text.strip().strip("*\"'“”‘’").strip()
        if found := WRAPPED.fullmatch(text):
            text = next(group for group in found.groups() if group is not None)
        elif text.startswith("\\") and (found_boxes := boxes(text)) and found_boxes[-1].end == len(text):
            text = found_boxes[-1].text
        elif STRAY_DOLLAR.fullmatch(text):
            text = text.strip("$")
        if text == before:
            break
    return text


def _capped(text: str | None) -> str | None:
    return text if text is not None and len(text) <= MAX_ANSWER_CHARS else None


def _without_reason(text: str) -> tuple[str, str, str | None]:
    """The text before the line "Because: …", also in small letters, and the reason.

    A reason that precedes the answer stays in place.
    """
    lowered = small(text)
    found = BECAUSE.search(lowered) if "because" in lowered else None
    if not found or not lowered[: found.start()].strip() or LINE_ANSWER.search(lowered, found.end()):
        return text, lowered, None
    kept = text[: found.start()].rstrip()
    return kept, lowered[: len(kept)], text[found.end() :].strip() or None


def _uncontained(text: str, lowered: str) -> str | None:
    """The answer of a reply that marks none: all of a short one, the end of a long one."""
    if "answer" in lowered:
        text = LABEL.sub(" ", text).strip()
    if "<" in text and len(wrapped := tags(text, small(text), WRAPPER)) == 1:
        text = wrapped[0].text.strip()
    if "boxed{}" in text:
        text = text.replace("\\boxed{}", "").strip()
    if ":" in text and any(sign in lowered for sign in EXPLAINS) and (explained := EXPLAINED.fullmatch(text)):
        text = explained[1]
    if text[:1] in "#*" and (heading := HEADING.match(small(text[:200]))):
        text = _below(text[heading.end() :])
    tail = _tail(text)
    return None if tail is None else unwrap(tail)


def _below(text: str) -> str:
    """The last paragraph of what stands below a heading, unless that is a list or takes something back."""
    last = text.rpartition("\n\n")[2]
    return text if BULLET.match(last) or revises(text) else last


def _tail(text: str) -> str | None:
    """A short reply or single paragraph whole; of a long one the list at its end, else its last paragraph or line."""
    if len(text) <= (MAX_ANSWER_CHARS if "\n" not in text else SHORT_REPLY_CHARS):
        return text
    lines = text.split("\n")[-MAX_ANSWER_CHARS:]
    first = len(lines)
    while first > 0 and (BULLET.match(lines[first - 1]) or not lines[first - 1].strip()):
        first -= 1
    if first < len(lines):
        return "\n".join(lines[first:]).strip()
    ends = (text.rsplit("\n\n", 1)[-1], lines[-1])
    return next((end for end in ends if len(end) <= SHORT_REPLY_CHARS), None)
