"""Options one by one: each is stated to be the answer or not to be it, and the reply says which statements are true.

Exactly one of a question's options is right, and who knows that needs no clip to rule things out. So one option is
left out, the key as often as any other, some statements are turned round, and what is true comes in shuffled rounds. Or
one option stands alone, to be confirmed or denied. Without the clip 1/k of the first can be got, and 1/2 of the other.
"""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from data_builder.convert.shown import Shown
from data_builder.formats import Form
from data_builder.plan import Deck
from data_builder.standing import LISTED
from reward.answers import Choice, Judgements, YesNo
from reward.answers.choice import LETTERS
from reward.plain import plain

IS, IS_NOT = "The answer “{}” fits.", "The answer “{}” does not fit."
"""With "not" behind the option: "it is not x" could also be said of an option "not x"."""
ASK_IS, ASK_IS_NOT = "{}\nIs the answer “{}”?", "{}\nIs the answer something other than “{}”?"
"""Nothing is asked to be wrong: "yes, it is wrong" reads like two answers."""
ALONE = (True, False, False, False)
"""One question in four is asked about one option."""
SIDES = ((True, True), (True, False), (False, True), (False, False))
"""Whether a right option is stated, and whether it is stated not to be the answer."""
DEALT = 8
"""Statements up to which the patterns of true and false come in rounds; those of more are drawn."""

Stated = tuple[tuple[int, ...], tuple[bool, ...]]
"""The indices of the options that are stated, in order, and which of them are stated not to be the answer."""
Asked = tuple[str, Shown]
"""A question's id, and what it shows."""


@dataclass(frozen=True, slots=True)
class Deal:
    """How one question is asked: `order` are the indices of the options that are stated, in the order of the letters.

    `negated` are those that are stated not to be the answer. `choice` are the indices of all options, in the order that
    they have as a choice.
    """

    form: Literal["options", "statement"]
    order: tuple[int, ...]
    negated: tuple[bool, ...]
    choice: tuple[int, ...]


def dealt(shown: Sequence[Asked], seed: int) -> dict[str, Deal]:
    """How each question is asked, by its id. Where they stand in the list does not matter.

    Dealt in even rounds, apart for each number of options: which option is left out, the patterns of true and false,
    the letter of the key, and who is asked about one option. A bundle is asked in one form, and each letter is the key
    of one of its questions.
    """
    deck = Deck(random.Random(f"{seed} per option"))
    units: dict[tuple[str, str], list[Asked]] = defaultdict(list)
    for id, one in sorted(shown, key=lambda asked: asked[0]):
        units["" if one.bundle else id, one.bundle].append((id, one))
    ordered = [units[name] for name in sorted(units)]
    deals: dict[str, Deal] = {}
    for unit in deck.rng.sample(ordered, len(ordered)):
        form: Literal["options", "statement"] = "statement" if _alone(unit, deck) else "options"
        stated = _one_each(unit, deck) if form == "statement" else [_all_but_one(one, deck) for _, one in unit]
        for (id, one), (order, negated) in zip(unit, stated, strict=True):
            deals[id] = Deal(form, order, negated, _lettered(one, deck))
    return deals


def _size(shown: Shown) -> str:
    return str(len(shown.options))


def _alone(unit: Sequence[Asked], deck: Deck) -> bool:
    """Whether a question, or a whole bundle, is asked about one option; never where the wording needs the others."""
    first = unit[0][1]
    if len(first.options) == 2:
        return True
    if any(LISTED.search(one.stem) for _, one in unit):
        return False
    alone = deck.deal(ALONE, "form", _size(first), "bundle" if first.bundle else "single")
    return alone and not any(map(LISTED.search, first.options))


def _all_but_one(shown: Shown, deck: Deck) -> Stated:
    """All options but one, in any order. What is true is dealt, and what is negated follows from it."""
    ranked = sorted(range(len(shown.options)), key=lambda i: not shown.truth[i])
    ranked.pop(deck.deal(range(len(ranked)), "left out", _size(shown)))
    order = deck.rng.sample(ranked, len(ranked))
    if len(order) <= DEALT:
        pattern = deck.deal(range(2 ** len(order)), "pattern", _size(shown))
    else:
        pattern = deck.rng.getrandbits(len(order))
    return tuple(order), tuple(shown.truth[index] != bool(pattern >> i & 1) for i, index in enumerate(order))


def _one_each(unit: Sequence[Asked], deck: Deck) -> list[Stated]:
    """One option for each question. Two questions of a bundle state the same one, so that its text tells nothing."""
    found: dict[str, Stated] = {}
    shuffled = deck.rng.sample(unit, len(unit))
    for (id, one), (other_id, other) in zip(shuffled[::2], shuffled[1::2], strict=False):
        right = [i for i, pair in enumerate(zip(one.truth, other.truth, strict=True)) if pair == (True, False)]
        if right and one.options == other.options:
            found[id] = found[other_id] = (right[0],), (deck.deal((True, False), "negated", _size(one)),)
    return [found.get(id) or _one(one, deck) for id, one in unit]


def _one(shown: Shown, deck: Deck) -> Stated:
    """A right option or a wrong one, as it is dealt; where there is none, any."""
    right, negated = deck.deal(SIDES, "side", _size(shown))
    those = [i for i, true in enumerate(shown.truth) if true == right] or range(len(shown.options))
    return (deck.rng.choice(those),), (negated,)


def _lettered(shown: Shown, deck: Deck) -> tuple[int, ...]:
    """All options in an order in which the right one, if it is one, has the letter that is dealt to it."""
    order = deck.rng.sample(range(len(shown.options)), len(shown.options))
    if shown.truth.count(True) == 1:
        right = shown.truth.index(True)
        order.remove(right)
        order.insert(deck.deal(range(len(shown.options)), "letter", _size(shown), shown.bundle), right)
    return tuple(order)


def per_option(shown: Shown, deal: Deal) -> Form | None:
    """The question as `options` or `statement`, as it was dealt; `blind_chance` is what a reply can get without a clip.

    None where two options are the same once case, articles and marks are set aside: one may be right and one wrong.
    Raises ValidationError for options that are too long to be stated.
    """
    if len({plain(option) for option in shown.options}) < len(shown.options):
        return None
    meta = {
        "stated": [shown.options[i] for i in deal.order],
        "negated": list(deal.negated),
        "left_out": [option for i, option in enumerate(shown.options) if i not in deal.order],
    }
    truth = tuple(shown.truth[i] != negated for i, negated in zip(deal.order, deal.negated, strict=True))
    if deal.form == "statement":
        sentence = ASK_IS_NOT if deal.negated[0] else ASK_IS
        stem = sentence.format(shown.stem, _bare(shown.options[deal.order[0]]))
        return Form("statement", stem, YesNo(value=truth[0]), ("yes", "no"), meta=_meta(shown, deal.form, 0.5) | meta)
    statements = tuple(
        (IS_NOT if negated else IS).format(_bare(shown.options[i]))
        for i, negated in zip(deal.order, deal.negated, strict=True)
    )
    answer = Judgements(statements=statements, truth=truth)
    return Form("options", shown.stem, answer, meta=_meta(shown, deal.form, 1 / len(shown.options)) | meta)


def as_choice(shown: Shown, deal: Deal) -> Form | None:
    """The question as a choice whose key has the letter that was dealt; None unless exactly one option is right.

    Raises ValidationError for options that are too long, or the same once case, marks and writing are set aside.
    """
    if shown.truth.count(True) != 1:
        return None
    texts = tuple(shown.options[i] for i in deal.choice)
    correct = LETTERS[deal.choice.index(shown.truth.index(True))]
    meta = _meta(shown, "choice", 1 / len(texts))
    return Form("choice", shown.stem, Choice(options=texts, correct=correct), texts, meta=meta)


def _meta(shown: Shown, form: str, blind: float) -> dict[str, Any]:
    return {
        "form": form,
        "origin": shown.origin,
        "bundle": shown.bundle,
        "kept": shown.kept,
        "blind_chance": round(blind, 4),
    }


def _bare(option: str) -> str:
    """An option without its full stop, which stands in the middle of a sentence."""
    return option[:-1] if option.endswith(".") and not option.endswith("..") and len(option) > 1 else option
