"""A ruling: what the judge chose, read out of its completion. Exactly one verdict, at the place where it belongs."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reward.judge.endpoint import Output
from reward.judge.failure import JudgeFailure

FIELD = "verdict"
FENCE = "```"
VERDICT = re.compile(r"verdict[\s*_`\"']{0,9}:", re.IGNORECASE)
NAMED = re.compile(rf'"{FIELD}"\s{{0,9}}:', re.IGNORECASE)
LINE = re.compile(r"[\s*_#>`]*verdict[\s*_`]*:(.*)", re.IGNORECASE)
DRESS = " \t*_`\"'.()[]"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One of the options that the judge had, chosen by `model`, and the tokens that it took."""

    chosen: str
    model: str
    prompt_tokens: int = 0
    completion_tokens: int = 0


def read_verdict(text: str, output: Output, options: Sequence[str], labels: Sequence[str]) -> str:
    """The option that a completion's text names: as JSON, or in its last line by the label.

    `labels` stand for the options where the output is text. Raises JudgeFailure for anything but one clear verdict.
    """
    said, names = (_last_line(text), labels) if output == "text" else (_json_field(text), options)
    known = list(zip(names, options, strict=True))
    alike = [option for name, option in known if name == said]
    dress = DRESS if output == "text" else " \t"
    alike = alike or [option for name, option in known if name.strip(dress).casefold() == said.strip(dress).casefold()]
    if len(alike) != 1:
        raise JudgeFailure("bad_verdict", "The judge's verdict is none of its options.")
    return alike[0]


def _json_field(text: str) -> str:
    """The field of the one JSON object that a text is."""
    text = text.strip()
    if text.startswith(FENCE) and text.endswith(FENCE):
        text = text[len(FENCE) : -len(FENCE)].removeprefix("json")
    text = text.strip()
    try:
        value, end = DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        raise JudgeFailure("no_verdict", "The judge's verdict is not the JSON object that it was asked for.") from None
    if len(NAMED.findall(text)) > 1:
        raise JudgeFailure("two_verdicts", "The judge gave more than one verdict.")
    if text[end:].strip():
        raise JudgeFailure("no_verdict", "The judge's verdict is followed by more text.")
    if not isinstance(value, dict) or not isinstance(value.get(FIELD), str):
        raise JudgeFailure("no_verdict", f"The judge's JSON holds no text {FIELD!r}.")
    return str(value[FIELD])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names occur once each; with two verdicts the last would win silently."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise JudgeFailure("two_verdicts", "The judge's JSON names a field twice.")
    return found


DECODER = json.JSONDecoder(object_pairs_hook=_once)


def _last_line(text: str) -> str:
    """The verdict in the last line of a text that holds no other."""
    if len(VERDICT.findall(text)) > 1:
        raise JudgeFailure("two_verdicts", "The judge gave more than one verdict.")
    found = LINE.match(text.rstrip().rpartition("\n")[2])
    if found is None:
        raise JudgeFailure("no_verdict", "The judge's last line is no verdict.")
    return found[1]
