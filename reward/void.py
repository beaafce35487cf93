"""Void answers: what rules leave undecided and no judge may see, since it names no answer or speaks to the judge.

Every path comes by here, so that such a reply is worth the same with a judge and without one.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from reward.answers.base import KEPT_CHARS, Mark, wrong
from reward.appeals import appeals
from reward.decoded import decodings, encoded
from reward.forgeries import forges
from reward.item import Item
from reward.openers import blank, opens
from reward.plain import wordset
from reward.pointers import affirms, asks_which, points
from reward.shoptalk import WORDS, shoptalk
from reward.text import Reading
from reward.unmasked import clauses, unmasked

SPEAKS = "addresses_grader"
NOTES = {
    "empty": "The reply states no answer.",
    "opener": "The reply announces an answer and gives none.",
    "names_no_answer": "The reply points at the right answer and does not name it.",
    SPEAKS: "The answer speaks to whoever grades it.",
}
"""The rules that make an answer void, each with its note."""
TELLING = wordset(
    "solution solutions answer answers explanation reasoning thought thoughts analysis rationale justification"
    " okay ok sure certainly absolutely understood step steps phase part question questions problem problems"
    " equation puzzle exercise task process result results conclusion summary output response responses proof"
    " approach method plan final first correct right left reference key keys gold golden true yes expected official"
    " accepted equivalent hidden choice choices option options label labels candidate candidates your"
)
"""Where the key or a candidate holds one of these, an answer that says it too may mean it."""
SIDES = frozenset(("left", "right"))


Found = tuple[str, bool]
"""A rule, and whether it holds only where neither the question nor the key speaks of the same."""


def unless_void(mark: Mark, reading: Reading, item: Item) -> Mark:
    """The mark that an item's rules give a reply, or one of 0 where they leave it undecided and its answer is void.

    An answer is not void for what the key or a candidate says itself. Of several answers, one that speaks to the grader
    is enough; else all have to be void.
    """
    if mark.score is not None or not reading.text:
        return mark
    first = _rule(reading.text, item.stem)
    if first is None and not reading.others:  # the usual case
        return mark
    found = [first, *(_rule(text, item.stem) for text in reading.others)]
    rule, soft = next((some for some in found if some and some[0] == SPEAKS), found[0]) or (None, False)
    if rule is None or (rule != SPEAKS and None in found) or _meant(rule, soft, reading, item):
        return mark
    return wrong(rule, None if rule == "empty" else reading.text, NOTES[rule])


def _meant(rule: str, soft: bool, reading: Reading, item: Item) -> bool:
    """Whether the key or a candidate would be void too, or holds a telling word of the answer.

    Where a rule is soft, or an answer may name a side, the question may hold such a word as well.
    """
    told = {word for text in (reading.text, *reading.others) for word in _words(text or "")}
    telling = told & (WORDS if rule == SPEAKS else TELLING) if soft or rule != SPEAKS else frozenset()
    names = (*_texts(item.answer.model_dump()), *item.candidates)
    if any(not telling.isdisjoint(_words(name)) for name in names):
        return True
    if (soft or telling & SIDES) and not (telling if soft else SIDES).isdisjoint(_words(item.stem)):
        return True
    own = [found[0] == SPEAKS for name in names if (found := _rule(name, ""))]
    return (rule == SPEAKS) in own


def _words(text: str) -> list[str]:
    return " ".join(clauses(unmasked(text))).split()


def _rule(text: str, stem: str) -> Found | None:
    return _kept(text, stem) if len(text) <= KEPT_CHARS else _found(text, stem)


def _found(text: str, stem: str) -> Found | None:
    seen, parts = _forms(text)
    if found := _read(text, seen, parts, stem):
        return found
    words = {word for part in parts for word in part.split()}
    if encoded(text, words) or any(_read(other, *_forms(other), stem) for other in decodings(text, words)):
        return SPEAKS, False
    return None


def _forms(text: str) -> tuple[str, list[str]]:
    seen = unmasked(text)
    return seen, clauses(seen)


def _read(text: str, seen: str, parts: list[str], stem: str) -> Found | None:
    """The rule that makes a text void as it stands; `seen`: its unmasked form, `parts`: the clauses of that."""
    if blank(text) or not seen.strip():
        return "empty", False
    if opens(seen, parts):
        return "opener", False
    if points(parts) or (affirms(parts) and asks_which(stem)):
        return "names_no_answer", False
    if forges(seen, stem) or appeals(seen, parts):
        return SPEAKS, False
    return (SPEAKS, True) if shoptalk(parts, stem) else None


_kept = lru_cache(maxsize=4096)(_found)  # the replies of a group repeat their answers


def _texts(value: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name != "kind":
                yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
