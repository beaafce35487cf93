"""What every trainer is probed with: replies of all kinds, with what each of them has to be worth."""

from collections.abc import Iterable
from dataclasses import dataclass

from reward.item import Item
from reward.rollout import Rollout

QUESTION = "Which object is moved?"
KEY = {"kind": "phrase", "text": "pan", "wrong": ["cup"]}
THOUGHT = "I look at one frame after the other. "


@dataclass(frozen=True, slots=True)
class Sample:
    """One reply, and its score; None where the reply has to stay unscored."""

    name: str
    rollout: Rollout
    score: float | None


def labelled() -> list[Sample]:
    """Replies with labels that say all that is needed: any server can score them."""
    return [
        Sample("the right answer, its key as text", Rollout("Answer: pan", "pan", QUESTION), 1.0),
        Sample("a wrong answer", Rollout("Answer: cup", KEY, QUESTION), 0.0),
        Sample("two answers", Rollout("a pan or a cup", "pan", QUESTION), 0.0),
        Sample("an empty reply", Rollout("", "pan", QUESTION), 0.0),
        Sample("a key as an object", Rollout("Answer: pan", KEY, QUESTION), 1.0),
        Sample("a key as JSON text", Rollout("Answer: pan", '{"kind": "phrase", "text": "pan"}', QUESTION), 1.0),
        Sample("a number as the label", Rollout("Answer: three", 3, "How many?"), 1.0),
        Sample("a list of wordings", Rollout("Answer: skillet", ["pan", "skillet"], QUESTION), 1.0),
        Sample("Unicode", Rollout("思考 … 🍳\nAnswer: pan", "pan", QUESTION), 1.0),
        Sample("a reply of 4 kB", Rollout(THOUGHT * 110 + "\nAnswer: pan", "pan", QUESTION), 1.0),
        Sample("a reply of 100 kB", Rollout(f"<think>{THOUGHT * 2700}</think>\nAnswer: pan", "pan", QUESTION), 1.0),
        Sample("an id that names nothing", Rollout("Answer: pan", "0a1b2c3d4e5f6a7b", "?"), None),
        Sample("a label that is no key", Rollout("Answer: pan", {"colour": "red"}, "?"), None),
        Sample("a prompt that nobody knows, no label", Rollout("Answer: pan", None, "Does anybody know this?"), None),
    ]


def known(items: Iterable[Item], by_prompt: bool) -> list[Sample]:
    """Perfect replies to items that the server knows, by id, and by prompt where a trainer sends it."""
    found = []
    for item in items:
        gold, asked = item.gold(), item.question
        found.append(Sample(f"item {item.id} by its id", Rollout(gold, prompt=asked, item_id=item.id), 1.0))
        if by_prompt:
            found.append(Sample(f"item {item.id} by its prompt", Rollout(gold, prompt=asked), 1.0))
    return found
