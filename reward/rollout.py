"""A rollout: one reply that a trainer wants scored, with whatever says what the right answer is.

trainer's row ──► Rollout ──► (item, reply) ──► scorer or client ──► verdict
                      └── unusable: an unscored verdict that says which field, and why
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from reward.catalog import Catalog, Unknown
from reward.chat import aloud, question_text, reply_text
from reward.item import Item
from reward.label import read_label
from reward.verdict import Fault, Verdict, unscored


@dataclass(frozen=True, slots=True)
class Asked:
    """An item that is known by nothing but what it asks."""

    prompt: str


Pair = tuple[Item | str | Asked, str]
"""An item, or what names one that a server knows, its id or what it asks; and the reply as text."""


@dataclass(frozen=True, slots=True)
class Rollout:
    """`reply`: text or messages. The item is found by `item_id`, else by `label`, else by `prompt`.

    `prompt`: text, templated text or messages; it also is the question of a label that is a bare key.
    """

    reply: Any
    label: Any = None
    prompt: Any = None
    item_id: Any = None


Score = Callable[[Sequence[Rollout | Verdict]], Awaitable[list[Verdict]]]
"""Gives the verdicts on rollouts, in their order; what is a verdict already is counted with them."""
Handler = Callable[[dict[str, Any], Score], Awaitable[Any]]
"""Answers one JSON object that a trainer posts, in the trainer's own shape; it never raises."""


def pair_of(rollout: Rollout, catalog: Catalog, place: int | None) -> Pair | Verdict:
    """What is to be scored, or the unscored verdict that says why it cannot be; never raises.

    `place`: the index of the rollout in its request, None where it is alone there.
    """
    reply = reply_text(rollout.reply)
    if reply is None:
        kind = type(rollout.reply).__name__
        return refused("invalid_reply", f"the reply is of type {kind}, not text or messages", place, "reply")
    try:
        return _item(rollout, catalog), aloud(rollout.prompt, reply)
    except Unknown as error:
        return refused(error.code, str(error), place, "label")


def _item(rollout: Rollout, catalog: Catalog) -> Item | str | Asked:
    """The item, or what names one. Raises Unknown."""
    if rollout.item_id is not None:
        if not isinstance(rollout.item_id, str):
            raise Unknown("unknown_id", f"the item id is of type {type(rollout.item_id).__name__}, not text")
        return catalog.get(rollout.item_id) or rollout.item_id
    if rollout.label is not None and not (isinstance(rollout.label, str) and not rollout.label.strip()):
        return read_label(rollout.label, question_text(rollout.prompt), catalog)
    if rollout.prompt is None:
        raise Unknown("no_label", "there is no item id, no label and no prompt")
    return Asked(rollout.prompt if isinstance(rollout.prompt, str) else question_text(rollout.prompt))


def pairs_of(rollouts: Sequence[Rollout | Verdict], catalog: Catalog) -> list[Pair | Verdict]:
    """All rollouts of a request, in order; what is a verdict already stays one."""
    placed = zip(_places(rollouts), rollouts, strict=True)
    return [one if isinstance(one, Verdict) else pair_of(one, catalog, place) for place, one in placed]


def resolve(rollouts: Sequence[Rollout | Verdict], catalog: Catalog) -> list[tuple[Item, str] | Verdict]:
    """The same where nobody else can be asked: what names no item of the catalog is an unscored verdict."""
    placed = zip(pairs_of(rollouts, catalog), _places(rollouts), strict=True)
    return [pair if isinstance(pair, Verdict) else _known(*pair, catalog, place) for pair, place in placed]


def _places(rollouts: Sequence[Rollout | Verdict]) -> Sequence[int | None]:
    return range(len(rollouts)) if len(rollouts) > 1 else [None] * len(rollouts)


def _known(item: Item | str | Asked, reply: str, catalog: Catalog, place: int | None) -> tuple[Item, str] | Verdict:
    """A pair whose item is at hand."""
    if isinstance(item, str):
        return refused("unknown_id", f"no item has the id {item[:40]!r}", place, "label")
    try:
        return catalog.asked(item.prompt) if isinstance(item, Asked) else item, reply
    except Unknown as error:
        return refused(error.code, str(error), place, "prompt")


def misaligned(lengths: dict[str, int], place: int) -> Verdict:
    """The verdict of each reply in a request whose lists differ in length: nobody knows which label is whose."""
    shown = ", ".join(f"{name} {length}" for name, length in lengths.items())
    return refused("mixed_lengths", f"the lists differ in length ({shown}), so no reply has a label", place, None)


def refused(code: str, message: str, place: int | None, field: str | None) -> Verdict:
    """An unscored verdict on the rollout at this index, None where it is alone."""
    note = f"{'the reply' if place is None else f'samples[{place}]'} could not be scored: {message}"
    return unscored(code, note, Fault(code=code, message=message, item=place, field=field))
