"""Rollouts as trainers send them: each form of a label, replies of all sizes, and bad ones with their codes."""

from dataclasses import dataclass
from typing import Any

from reward import Item
from reward.answers import Number, Phrase
from reward.rollout import Rollout

PAN = Item(question="Which object is moved?\n\nAnswer with its name.", answer=Phrase(text="pan", wrong=("cup",)))
TAP = Item(question="How often does the tap run?", answer=Number(value="3"))
TWIN_A = Item(question="Is the tap open?", answer=Phrase(text="pan"), source="a")
TWIN_B = Item(question="Is the tap open?", answer=Phrase(text="pan"), source="b")
ITEMS = {item.id: item for item in (PAN, TAP, TWIN_A, TWIN_B)}
"""What the server under test knows; the twins ask the same."""
KEY = {"kind": "phrase", "text": "pan", "wrong": ["cup"]}
THOUGHT = "I look at the frames one by one. "


@dataclass(frozen=True)
class Case:
    """A rollout with what it is worth; or, where it is unscored, the code of the reason."""

    name: str
    rollout: Rollout
    score: float | None
    code: str | None = None


def good(name: str, reply: Any, label: Any, score: float, prompt: Any = PAN.question) -> Case:
    return Case(name, Rollout(reply=reply, label=label, prompt=prompt), score)


GOOD = (
    good("id", "Answer: pan", PAN.id, 1.0),
    good("wrong", "Answer: cup", PAN.id, 0.0),
    good("text", "Answer: pan", "pan", 1.0),
    good("text-wrong", "Answer: the cup or a pan", "pan", 0.0),
    good("number", "Answer: three", 3, 1.0, TAP.question),
    good("float", "Answer: 3", 3.0, 1.0, TAP.question),
    good("bool", "Answer: no", False, 1.0, "Is it on?"),
    good("list", "Answer: skillet", ["pan", "skillet"], 1.0),
    good("dict", "Answer: pan", KEY, 1.0),
    good("json", "Answer: pan", '{"kind": "phrase", "text": "pan"}', 1.0),
    good("item", "Answer: pan", PAN.model_dump(mode="json"), 1.0),
    good("item-json", "Answer: cup", PAN.model_dump_json(), 0.0),
    good("prompt", "Answer: pan", None, 1.0),
    good("empty", "", PAN.id, 0.0),
    good("unicode", "思考… Ünïcödé 🍳\nAnswer: pan", PAN.id, 1.0),
    good("4kB", THOUGHT * 128 + "\nAnswer: pan", PAN.id, 1.0),
    good("100kB", "<think>" + THOUGHT * 3100 + "</think>\nAnswer: pan", PAN.id, 1.0),
)
BAD = (
    Case("unknown-id", Rollout("Answer: pan", label="1a2b3c4d5e6f7a8b", prompt="?"), None, "unknown_id"),
    Case("no-key", Rollout("Answer: pan", label={"colour": "red"}, prompt="?"), None, "invalid_label"),
    Case("unknown-prompt", Rollout("Answer: pan", prompt="Who is there?"), None, "unknown_prompt"),
    Case("two-items", Rollout("Answer: pan", prompt=TWIN_A.question), None, "ambiguous_prompt"),
    Case("no-text", Rollout(17, label=PAN.id, prompt=PAN.question), None, "invalid_reply"),
)
CASES = GOOD + BAD
NAMES = [case.name for case in CASES]
