"""The path from a reply to its verdict, for a person: what was read, what was cut, what was found, what decided.

It shows what the scoring functions return and decides nothing of its own: the verdict is `score(item, reply)`.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from reward.assertion import asserted
from reward.item import Item
from reward.jsonl import MAX_LINE_BYTES, InputError, describe, printable, read_items
from reward.plain import plain
from reward.scorer import score
from reward.spoken import FENCE, INVISIBLE, THINK_CLOSE, THINK_OPEN, spoken
from reward.text import MAX_REPLY_CHARS, Reading
from reward.verdict import Verdict

SHOWN = 200
"""Characters of any text that is shown; a reply may be long and hostile."""
CONTAINERS = {
    "tag": "<answer> tag",
    "json": "JSON object",
    "marker": 'line "Answer: …"',
    "boxed": "\\boxed{…}",
    "sentence": 'sentence "the answer is …"',
}
MODES = {
    "asserted": "asserted",
    "hedged": "hedged: a guess or a question, which asserts nothing",
    "negated": "negated: it says what is not so",
    "refused": "refused: it declines to answer",
    "empty": "empty: no letter or digit stands in it",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the explanation: what it is about, and what is to be said."""

    name: str
    text: str


def explain(item: Item, reply: str) -> tuple[list[Step], Verdict]:
    """The steps from the reply to its verdict, each capped and printable, and the verdict itself."""
    verdict = score(item, reply)
    steps = [Step("question", _quoted(item.stem)), Step("key", _key(item)), Step("reply", _cut(item, reply))]
    if len(reply) <= MAX_REPLY_CHARS:
        mark, reading = item.mark_reply(reply)
        steps += _found(item, reading)
        steps.append(Step("read as", "nothing" if mark.said is None else _quoted(mark.said)))
    decided = "nothing decided" if verdict.score is None else f"score {verdict.score:g}"
    in_form = "in the asked-for form" if verdict.format_ok else "not in the asked-for form"
    steps += [Step("rule", f"{verdict.rule}: {printable(verdict.note)}"), Step("verdict", f"{decided}, {in_form}")]
    return steps, verdict


def shown(steps: list[Step]) -> str:
    """The steps as lines of text."""
    return "\n".join(f"{step.name:<9} {step.text}" for step in steps)


def _quoted(text: str) -> str:
    return f"“{printable(text, SHOWN)}”"


def _key(item: Item) -> str:
    fields = item.answer.model_dump(mode="json", exclude={"kind"}, exclude_defaults=True)
    said = ", ".join(f"{name} {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items())
    return f"{item.answer.kind}: {printable(said, SHOWN)}; a perfect reply: {_quoted(item.gold())}"


def _cut(item: Item, reply: str) -> str:
    """How long the reply is, and how much of it is read after what no answer may stand in was taken out."""
    if len(reply) > MAX_REPLY_CHARS:
        return f"{len(reply)} characters; no more than {MAX_REPLY_CHARS} are read"
    read = spoken(reply.replace(item.answer.hint, ""))
    unseen = sum(ord(c) in INVISIBLE for c in reply)
    causes = {
        "thinking": THINK_CLOSE.search(reply) or THINK_OPEN.search(reply),
        "code fences": FENCE.search(reply),
        f"{unseen} invisible": unseen,
        "an echo of the template": item.answer.hint in reply,
        "space around it": reply != reply.strip(),
    }
    named = ", ".join(cause for cause, present in causes.items() if present)
    return f"{len(reply)} characters, {len(read)} of them read" + (f"; left out: {named}" if named else "")


def _found(item: Item, reading: Reading) -> list[Step]:
    """Which container was found, the answer's text in it, and how that is meant."""
    if reading.container == "none":
        found = "no container: the whole short reply, or the end of a long one, is the answer"
    else:
        times = "one" if reading.marked == 1 else f"the last of {reading.marked}:"
        found = f"{times} {CONTAINERS.get(reading.container, reading.container)}"
    if reading.others:
        found += "; others say " + ", ".join(map(_quoted, reading.others[-3:]))
    if not reading.text:
        missing = "none" if reading.text == "" else "none that can be read: too long, or taken back"
        return [Step("found", found), Step("answer", missing)]
    known = {plain(text) for text in _strings(item.answer.model_dump())}
    mode = asserted(reading.text, known).mode
    steps = [Step("found", found), Step("answer", _quoted(reading.text)), Step("meant", MODES.get(mode, mode))]
    return steps + ([Step("because", _quoted(reading.because))] if reading.because else [])


def _strings(value: Any) -> list[str]:
    """Every text in a key: what it names is asserted as it stands."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [text for part in parts for text in _strings(part)]


def as_json(verdict: Verdict, most: int | None = None) -> str:
    """A verdict as one line of JSON that a terminal can show: characters that do not print are escaped.

    `most`: the longest text in it, in characters.
    """
    data = verdict.model_dump(mode="json")
    line = json.dumps(data if most is None else _capped(data, most), ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)


def _capped(value: Any, most: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= most else value[: most - 1] + "…"
    if isinstance(value, dict):
        return {name: _capped(field, most) for name, field in value.items()}
    return [_capped(field, most) for field in value] if isinstance(value, list) else value


def load_item(path: Path, id: str | None = None) -> Item:
    """One item: the only one of a .json or .jsonl file, or the one with this id. Raises InputError."""
    if path.suffix == ".json" and id is None:
        return _single(path)
    items = list(read_items(path)) if id is None else [item for item in read_items(path) if item.id == id]
    if len(items) == 1:
        return items[0]
    if id is not None:
        raise InputError(f"{path}: id: no item is called {id!r}")
    raise InputError(f"{path}: holds {len(items)} items; name one with --id")


def _single(path: Path) -> Item:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_LINE_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_LINE_BYTES:
        raise InputError(f"{path}: is longer than {MAX_LINE_BYTES} bytes")
    try:
        return Item.model_validate_json(data)
    except ValidationError as error:
        raise InputError(f"{path}: {describe(error)}") from None
