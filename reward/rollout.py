"""A rollout: one reply that a trainer wants scored, with whatever says what the right answer is.

trainer's row ──► Rollout ──► (item, reply) ──► scorer or client ──► verdict
                      └── unusable: an unscored verdict that says which field, and why
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from reward.catalog import Catalog, Unknown
from reward.chat import aloud, question_text, reply_text
from reward.item import Item
from reward.label import WRAPPED, read_label
from reward.verdict import Fault, Verdict, unscored

LABELS = ("ground_truth", "expected_answer", "label", "answer", "solution")
"""Fields of a row that are read as its label, the first that is there, where it has neither `item` nor `item_id`."""


@dataclass(frozen=True, slots=True)
class Rollout:
    """`reply`: text or messages. The item is found by `item_id`, else by `label`, else by `prompt`.

    `prompt`: text, templated text or messages; it also is the question of a label that is a bare key.
    """

    reply: Any
    label: Any = None
    prompt: Any = None
    item_id: Any = None


@dataclass(frozen=True, slots=True)
class Asked:
    """An item that is known by nothing but what it asks."""

    prompt: str


Pair = tuple[Item | str | Asked, str]
"""An item, or what names one that a server knows, its id or what it asks; and the reply as text."""
Named = TypeVar("Named", bound=Item | str | Asked)
Score = Callable[[Sequence[Rollout | Verdict]], Awaitable[list[Verdict]]]
"""Gives the verdicts on rollouts, in their order; what is a verdict already is counted with them."""
Handler = Callable[[dict[str, Any], Score], Awaitable[Any]]
"""Answers one JSON object that a trainer posts, in the trainer's own shape; raises only what `Score` does."""


def of_row(reply: Any, prompt: Any, row: Mapping[str, Any]) -> Rollout:
    """The rollout of a row whose fields say what is right: `item`, else `item_id`, else the first of LABELS."""
    if not blank(row.get("item")):
        return Rollout(reply, {"item": row["item"]}, prompt)
    if not blank(row.get("item_id")):
        return Rollout(reply, prompt=prompt, item_id=row["item_id"])
    return Rollout(reply, next((row[name] for name in LABELS if not blank(row.get(name))), None), prompt)


def blank(label: Any) -> bool:
    """Whether a label says nothing at all, not even wrapped: the item is then found by the prompt."""
    if isinstance(label, dict):
        return all(name in WRAPPED and blank(value) for name, value in label.items()) and bool(label)
    return label is None or (isinstance(label, str) and not label.strip())


def pair_of(rollout: Rollout, catalog: Catalog, place: int) -> Pair | Verdict:
    """What is to be scored, or the unscored verdict that says why it cannot be; never raises.

    `place`: the index of the rollout in its request.
    """
    reply = reply_text(rollout.reply)
    if reply is None:
        kind = type(rollout.reply).__name__
        return refused("invalid_reply", f"the reply is of type {kind}, not text or messages", place, "reply")
    try:
        item = _item(rollout, catalog)
    except Unknown as error:
        return refused(error.code, str(error), place, "label")
    whole = isinstance(item, Asked) and isinstance(rollout.prompt, str)  # who knows the item sees the prompt, too
    return item, reply if whole else aloud(rollout.prompt, reply)


def _item(rollout: Rollout, catalog: Catalog) -> Item | str | Asked:
    """The item, or what names one. Raises Unknown."""
    if not blank(rollout.item_id):
        if not isinstance(rollout.item_id, str):
            raise Unknown("unknown_id", f"the item id is of type {type(rollout.item_id).__name__}, not text")
        return catalog.get(rollout.item_id) or rollout.item_id
    if not blank(rollout.label):
        return read_label(rollout.label, question_text(rollout.prompt), catalog)
    if rollout.prompt is None:
        raise Unknown("no_label", "there is no item id, no label and no prompt")
    return Asked(rollout.prompt if isinstance(rollout.prompt, str) else question_text(rollout.prompt))


def pairs_of(rollouts: Sequence[Rollout | Verdict], catalog: Catalog) -> list[Pair | Verdict]:
    """All rollouts of a request, in order; what is a verdict already stays one."""
    return [one if isinstance(one, Verdict) else pair_of(one, catalog, i) for i, one in enumerate(rollouts)]


def resolve(rollouts: Sequence[Rollout | Verdict], catalog: Catalog) -> list[tuple[Item, str] | Verdict]:
    """The same where nobody else can be asked: what names no item of the catalog is an unscored verdict."""
    pairs = pairs_of(rollouts, catalog)
    return [pair if isinstance(pair, Verdict) else known(*pair, catalog, i) for i, pair in enumerate(pairs)]


def known(item: Item | str | Asked, reply: str, catalog: Catalog, place: int) -> tuple[Item, str] | Verdict:
    """A pair whose item is at hand, or the unscored verdict that says why there is none."""
    try:
        if isinstance(item, str):
            return catalog.named(item), reply
        return (catalog.asked(item.prompt), aloud(item.prompt, reply)) if isinstance(item, Asked) else (item, reply)
    except Unknown as error:
        return refused(error.code, str(error), place, "prompt" if isinstance(item, Asked) else "id")


async def filled(
    found: Sequence[tuple[Named, str] | Verdict],
    score_all: Callable[[list[tuple[Named, str]]], Awaitable[list[Verdict]]],
) -> list[Verdict]:
    """The verdicts in the order of `found`: the pairs among it are scored, what is a verdict stays as it is."""
    scored = iter(await score_all([pair for pair in found if not isinstance(pair, Verdict)]))
    return [pair if isinstance(pair, Verdict) else next(scored) for pair in found]


def rollouts_of(columns: Mapping[str, Any], make: Callable[..., Rollout]) -> list[Rollout | Verdict]:
    """The rollouts of a batch that comes as columns, made of one value of each; the first column holds the replies.

    What is None stands for a column of None, what is no list for a list of one. Where the columns differ in length,
    nobody knows whose label is whose: each reply then is an unscored verdict.
    """
    lists = {name: _listed(values) for name, values in columns.items() if values is not None}
    lengths = {name: len(lists.get(name, ())) for name in columns}
    replies = next(iter(columns))
    size = lengths[replies] if replies in lists else max(lengths.values())
    if any(lengths[name] != size for name in {replies, *lists}):
        shown = ", ".join(f"{name} {length}" for name, length in lengths.items())
        why = f"the lists differ in length ({shown}), so no reply has a label"
        return [refused("mixed_lengths", why, place, None) for place in range(size)]
    nothing = [None] * size
    return [make(*row) for row in zip(*(lists.get(name, nothing) for name in columns), strict=True)]


def _listed(values: Any) -> list[Any]:
    values = values.tolist() if hasattr(values, "tolist") else values  # of numpy
    return list(values) if isinstance(values, list | tuple) else [values]


def refused(code: str, message: str, place: int | None, field: str | None) -> Verdict:
    """An unscored verdict on the rollout at this index of its request."""
    fault = Fault(code=code, message=message, item=place, field=field)
    return unscored(code, f"The reply could not be scored: {message}.", fault)
