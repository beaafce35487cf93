"""Repair: questions of one sort share their keys as options, so that no text is right more often than another.

Published wrong options give much away: they are drawn from elsewhere, or are written by someone. Here k questions with
k keys that exclude each other show these keys; each of them is right once. The clip alone tells the questions apart:
they are of one subtype, one split and one action, and of one video, or of one kitchen where a video has too few. Where
a kitchen has too few as well, one does the same to different things, and no key names a thing that is done to.
"""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import product

from data_builder.convert.mcq import Mcq
from data_builder.convert.shown import Shown
from data_builder.convert.wording import worded
from reward.item import Clip, Split
from reward.nouns import singular
from reward.plain import plain, wordset

FEWEST = 3
"""Options that a question must have: of two, the one tells the other."""
LOOK = 40
"""Keys that are looked at to complete a bundle, so that large groups take time in proportion to their size."""
AGAIN = 2
"""Questions of one key that are tried as partners."""
SMALLER = (4, 3)
"""How many options are shown where there are not enough partners for as many as were published."""

MOST_WORDS, OFTEN = 100, 20
"""How many words the keys have at most, and how often each comes on average, where a vocabulary is closed."""
SHARED = 3
"""Of free texts that share a third of their words both may be right: "by tipping it" and "tip it with a hand"."""

ACTION = re.compile(r"<([^<>]{1,200})>")
ENDING = re.compile(r"(?:ing|ed)$")
VERB = re.compile(r"[^\W\d_]+(?: (?:up|down|on|off|in|out|over|away|through|together)\b)?")
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
EMPTY = wordset(
    "a an the some any this that these those it its of to in into on onto at by with using use used from for and or as "
    "so then while is are was were be been being has have had do does did can could will would i me my we our you your "
    "he him his she her they them their person someone one two three four five six seven eight nine ten eleven twelve "
    "both all several once twice few many"
)
"""Words by which two keys do not differ: articles, small words, numbers in words."""


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """A question that takes part: its key and published wrong options in small letters, and `words` of its key.

    `about` are the words of its action.
    """

    mcq: Mcq
    shown: Shown
    key: str
    wrong: frozenset[str]
    words: frozenset[str]
    action: str
    about: frozenset[str]

    @property
    def id(self) -> str:
        return self.mcq.base_id

    @property
    def text(self) -> str:
        return self.shown.options[self.shown.truth.index(True)]


@dataclass(frozen=True, slots=True)
class Proof:
    """What the questions of one subtype tell of their keys.

    `rivals` are pairs of a key and a text that is published as wrong beside it. The vocabulary is `closed` where the
    same few words come again and again, such as places: then each word was put to tell one thing from another.
    """

    rivals: frozenset[tuple[str, str]]
    closed: bool


def repaired(
    shown: Sequence[tuple[Mcq, Shown]], split: Mapping[str, Split], seed: int
) -> tuple[dict[str, Shown], Counter[str]]:
    """What each question shows by its id, and how many were `bundled`, or stay as they are for which reason.

    The questions are spoken, without tags; `split` is by their ids. Where they stand in the list does not matter.
    """
    asked = {mcq.base_id: (mcq, one) for mcq, one in shown}
    found = {id: one for id, (_, one) in asked.items()}
    reasons: dict[str, str] = {}
    groups: dict[tuple[str, str, int], list[Ask]] = defaultdict(list)
    for mcq, one in asked.values():
        if reason := _unfit(mcq, one):
            reasons[mcq.base_id] = reason
        else:
            groups[mcq.source, mcq.subtype, len(one.options)].append(_asked(mcq, one))
    for (source, subtype, size), group in sorted(groups.items()):
        rng = random.Random(f"{seed} repair {source} {subtype} {size}")
        found |= _in_group(group, size, split, rng, reasons)
    counts = Counter(reasons[id] if one.origin == "published" else "bundled" for id, one in found.items())
    return found, counts


def action_of(stem: str) -> str:
    """What questions of one sort have in common: the action in <angle brackets>, else the stem without its numbers."""
    return plain(" ".join(ACTION.findall(stem))) or plain(NUMBER.sub("0", stem))


def _unfit(mcq: Mcq, shown: Shown) -> str:
    """Why a question can take no part, or ""."""
    if len(shown.options) < FEWEST:
        return "too_few_options"
    if shown.truth.count(True) != 1:
        return "not_one_right"
    return "" if isinstance(worded(mcq), Mcq) else "own_wording"


def _asked(mcq: Mcq, shown: Shown) -> Ask:
    right = shown.truth.index(True)
    forms = [option.strip(" .").casefold() for option in shown.options]
    wrong = frozenset(forms[:right] + forms[right + 1 :])
    action = action_of(shown.stem)
    return Ask(mcq, shown, forms[right], wrong, content(plain(forms[right])), action, content(action))


def content(form: str) -> frozenset[str]:
    """The words of a plain text that say what it is about, without endings and numbers."""
    return frozenset(_root(word) for word in form.split() if word not in EMPTY and not word[0].isdigit())


@lru_cache(maxsize=65536)
def _root(word: str) -> str:
    """A word without its ending, roughly: "tipping", "tipped" and "tips" are "tip"."""
    root = ENDING.sub("", word) if len(word) > 5 else word
    root = root[:-1] if len(root) > 2 and root[-1] == root[-2] else root
    return singular(root) if root == word else root


def _in_group(
    group: Iterable[Ask], size: int, split: Mapping[str, Split], rng: random.Random, reasons: dict[str, str]
) -> dict[str, Shown]:
    """The bundles of one subtype, the nearest questions first; and why the others found none."""
    asks = sorted(group, key=lambda ask: ask.id)
    asks = rng.sample(asks, len(asks))
    proof = _proof(asks)
    found: dict[str, Shown] = {}
    sizes = [size, *(smaller for smaller in SMALLER if smaller < size)]
    for fewer, nearness in product(sizes, (_same_video, _same_kitchen, _same_verb)):
        near: dict[tuple[str, ...], list[Ask]] = defaultdict(list)
        for ask in asks:
            if name := nearness(ask):
                near[split[ask.id], *name].append(ask)
        for _, some in sorted(near.items()):
            for bundle in bundles(some, fewer, proof):
                found |= _sharing(bundle, rng)
            reasons |= dict.fromkeys((ask.id for ask in some), _lack(some, fewer))
        asks = [ask for ask in asks if ask.id not in found]
    return found


def _proof(asks: Sequence[Ask]) -> Proof:
    words = Counter(word for ask in asks for word in ask.words)
    return Proof(
        rivals=frozenset((ask.key, text) for ask in asks for text in ask.wrong),
        closed=len(words) <= MOST_WORDS and words.total() >= OFTEN * len(words),
    )


def _same_video(ask: Ask) -> tuple[str, ...]:
    return (ask.action, *sorted(set(ask.mcq.videos) or {ask.id}))


def _same_kitchen(ask: Ask) -> tuple[str, ...]:
    return (ask.action, ask.mcq.kitchen) if ask.mcq.kitchen else ()


def _same_verb(ask: Ask) -> tuple[str, ...]:
    """The kitchen and what is done, to whatever: "pick up". Not without angle brackets, where no word is the verb."""
    verb = VERB.match(ask.action) if ask.mcq.kitchen and ACTION.search(ask.shown.stem) else None
    return (verb[0], ask.mcq.kitchen) if verb else ()


def _lack(near: Sequence[Ask], size: int) -> str:
    if len(near) < size:
        return "no_partner"
    return "too_few_keys" if len({ask.key for ask in near}) < size else "not_exclusive"


def _sharing(bundle: Sequence[Ask], rng: random.Random) -> dict[str, Shown]:
    """The questions of a bundle with its keys in one order: so each place holds the key of one of them."""
    order = rng.sample(bundle, len(bundle))
    options, name = tuple(ask.text for ask in order), min(ask.id for ask in order)
    return {
        ask.id: replace(
            ask.shown,
            options=options,
            truth=tuple(other is ask for other in order),
            origin="bundle",
            bundle=name,
        )
        for ask in order
    }


def bundles(asks: Iterable[Ask], size: int, proof: Proof) -> Iterator[list[Ask]]:
    """As many bundles of `size` questions as a greedy search finds; a question that completes none is left out.

    The keys of most questions come first, or these would be left over.
    """
    waiting: dict[str, list[Ask]] = defaultdict(list)
    for ask in asks:
        waiting[ask.key].append(ask)
    heap = [(-len(same), rank, key) for rank, (key, same) in enumerate(waiting.items())]
    heapify(heap)
    while len(heap) >= size:
        taken = [heappop(heap) for _ in range(min(LOOK, len(heap)))]
        first, *others = (waiting[key] for _, _, key in taken)
        bundle = _completed(first[-1], others, size, proof)
        if bundle:
            yield bundle
        for ask in bundle or [first[-1]]:
            waiting[ask.key].remove(ask)
        for _, rank, key in taken:
            if waiting[key]:
                heappush(heap, (-len(waiting[key]), rank, key))


def _completed(first: Ask, others: Sequence[Sequence[Ask]], size: int, proof: Proof) -> list[Ask]:
    """A bundle with this question, or none. Keys that are published as wrong beside its own come first."""
    bundle = [first]
    for same in sorted(others, key=lambda same: (same[-1].key not in first.wrong) + (first.key not in same[-1].wrong)):
        fitting = (ask for ask in same[-AGAIN:] if all(exclusive(ask, one, proof) for one in bundle))
        if partner := next(fitting, None):
            bundle.append(partner)
        if len(bundle) == size:
            return bundle
    return []


def exclusive(one: Ask, other: Ask, proof: Proof) -> bool:
    """Whether neither question's key can be right for the other.

    By words: of a closed vocabulary each key has a word that the other lacks, else they share few words. Or by proof:
    each was published as wrong where the other is the key. Two questions in the same words about clips that overlap
    may both be right.
    """
    if (one.about ^ other.about) & (one.words | other.words):
        return False
    shared, fewer = len(one.words & other.words), min(len(one.words), len(other.words))
    apart = shared < fewer if proof.closed else SHARED * shared < fewer
    if not apart and not _told_apart(one.key, other.key, proof):
        return False
    return one.mcq.stem != other.mcq.stem or not any(
        _overlap(a, b) for a in one.mcq.clips for b in other.mcq.clips if a.video_id == b.video_id
    )


def _told_apart(one: str, other: str, proof: Proof) -> bool:
    """Whether each of two keys was published as wrong where the other is right."""
    return {(one, other), (other, one)} <= proof.rivals and plain(one) != plain(other)


def _overlap(one: Clip, other: Clip) -> bool:
    return (other.end is None or one.start < other.end) and (one.end is None or other.start < one.end)
