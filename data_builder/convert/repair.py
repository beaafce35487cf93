"""Repair: questions of one sort share their keys as options, so that no text is right more often than another.

Published wrong options give much away: they are drawn from elsewhere, or are written by someone. Here k questions with
k keys that exclude each other show these keys; each of them is right once. The clip alone tells the questions apart:
they are of one subtype, one split and one action, and of one video, or of one kitchen where a video has too few. Where
a kitchen has too few as well, one does the same to different things, and no key names a thing that is done to.
"""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from heapq import heapify, heappop, heappush

from data_builder.convert.exclusive import ACTION, Ask, exclusive, proof_of
from data_builder.convert.mcq import Mcq
from data_builder.convert.shown import Shown
from data_builder.convert.wording import worded
from reward.item import Split

FEWEST = 3
"""Options that a question must have: of two, the one tells the other."""
LOOK = 40
"""Keys that are looked at to complete a bundle, so that large groups take time in proportion to their size."""
AGAIN = 2
"""Questions of one key that are tried as partners."""
PAIRS = 100_000
"""Pairs of questions of which is kept whether they may share a bundle."""
SMALLER = (4, 3)
"""How many options are shown where there are not enough partners for as many as were published."""

VERB = re.compile(r"[^\W\d_]+(?: (?:up|down|on|off|in|out|over|away|through|together)\b)?")
Name = tuple[str, ...]
"""What near questions have in common."""
Names = tuple[Name, Name, Name]
Fits = Callable[[Ask, Ask], bool]


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
            groups[mcq.source, mcq.subtype, len(one.options)].append(Ask(mcq, one))
    for (source, subtype, size), group in sorted(groups.items()):
        rng = random.Random(f"{seed} repair {source} {subtype} {size}")
        found |= _in_group(group, size, split, rng, reasons)
    found = {id: replace(one, kept=reasons[id]) if one.origin == "published" else one for id, one in found.items()}
    return found, Counter(one.kept or "bundled" for one in found.values())


def _unfit(mcq: Mcq, shown: Shown) -> str:
    """Why a question can take no part, or ""."""
    if len(shown.options) < FEWEST:
        return "too_few_options"
    if shown.truth.count(True) != 1:
        return "not_one_right"
    return "" if isinstance(worded(mcq), Mcq) else "own_wording"


def _in_group(
    group: Iterable[Ask], size: int, split: Mapping[str, Split], rng: random.Random, reasons: dict[str, str]
) -> dict[str, Shown]:
    """The bundles of one subtype, the nearest questions first; and why the others found none."""
    asks = sorted(group, key=lambda ask: ask.mcq.base_id)
    asks = rng.sample(asks, len(asks))
    reasons |= dict.fromkeys((ask.mcq.base_id for ask in asks), "no_partner")
    named = _in_company([(ask, _names(ask, split[ask.mcq.base_id])) for ask in _sharing_a_place(asks, split)])
    fits: Fits | None = None
    found: dict[str, Shown] = {}
    for fewer in [size, *(smaller for smaller in SMALLER if smaller < size)]:
        for nearness in range(3):
            near: dict[Name, list[Ask]] = defaultdict(list)
            for ask, names in named:
                if name := names[nearness]:
                    near[name].append(ask)
            for _, some in sorted(near.items()):
                if not (lack := _lack(some, fewer)):
                    # Most groups need none; what two questions are to each other is asked again and again.
                    fits = fits or lru_cache(PAIRS)(partial(exclusive, proof=proof_of(asks)))
                    for bundle in bundles(some, fewer, fits):
                        found |= _sharing(bundle, rng)
                reasons |= dict.fromkeys((ask.mcq.base_id for ask in some), lack or "not_exclusive")
            named = [(ask, names) for ask, names in named if ask.mcq.base_id not in found]
    return found


def _sharing_a_place(asks: Sequence[Ask], split: Mapping[str, Split]) -> list[Ask]:
    """Those of whose videos or kitchen there are enough: a quick look, as most questions of some sets are alone."""
    places = []
    for ask in asks:
        of, kitchen = split[ask.mcq.base_id], ask.mcq.kitchen
        places.append(((of, *_videos(ask)), (of, "", kitchen) if kitchen else ()))
    count = Counter(place for both in places for place in both if place)
    return [ask for ask, both in zip(asks, places, strict=True) if any(count[place] >= FEWEST for place in both)]


def _in_company(named: Sequence[tuple[Ask, Names]]) -> list[tuple[Ask, Names]]:
    """Those of which there are enough of any name."""
    count = Counter(name for _, names in named for name in names if name)
    return [one for one in named if any(count[name] >= FEWEST for name in one[1])]


def _names(ask: Ask, split: Split) -> Names:
    """What questions of the same video, of the same kitchen, and of the same kitchen and verb have in common.

    The verb is what is done, to whatever: "pick up". Without angle brackets no word is the verb. What cannot be said
    is empty.
    """
    kitchen, action = ask.mcq.kitchen, ask.action
    verb = VERB.match(action) if kitchen and ACTION.search(ask.shown.stem) else None
    return (
        (split, action, *_videos(ask)),
        (split, action, kitchen) if kitchen else (),
        (split, verb[0], kitchen) if verb else (),
    )


def _videos(ask: Ask) -> Name:
    videos = ask.mcq.videos
    return videos if len(videos) == 1 else tuple(sorted(set(videos))) or (ask.mcq.base_id,)


def _lack(near: Sequence[Ask], size: int) -> str:
    """What is missing for a bundle, or ""."""
    if len(near) < size:
        return "no_partner"
    return "too_few_keys" if len({ask.key for ask in near}) < size else ""


def _sharing(bundle: Sequence[Ask], rng: random.Random) -> dict[str, Shown]:
    """The questions of a bundle with its keys in one order: so each place holds the key of one of them."""
    order = rng.sample(bundle, len(bundle))
    options, name = tuple(ask.text for ask in order), min(ask.mcq.base_id for ask in order)
    return {
        ask.mcq.base_id: replace(
            ask.shown,
            options=options,
            truth=tuple(other is ask for other in order),
            origin="bundle",
            bundle=name,
        )
        for ask in order
    }


def bundles(asks: Iterable[Ask], size: int, fits: Fits) -> Iterator[list[Ask]]:
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
        bundle = _completed(first[-1], others, size, fits)
        if bundle:
            yield bundle
        for ask in bundle or [first[-1]]:
            _take(waiting[ask.key], ask)
        for _, rank, key in taken:
            if waiting[key]:
                heappush(heap, (-len(waiting[key]), rank, key))


def _take(same: list[Ask], ask: Ask) -> None:
    """Remove a question, which stands near the end: equal ones are not looked for from the start."""
    del same[next(i for i in range(len(same) - 1, -1, -1) if same[i] is ask)]


def _completed(first: Ask, others: Sequence[Sequence[Ask]], size: int, fits: Fits) -> list[Ask]:
    """A bundle with this question, or none. Keys that are published as wrong beside its own come first."""
    bundle = [first]
    for same in sorted(others, key=lambda same: (same[-1].key not in first.wrong) + (first.key not in same[-1].wrong)):
        fitting = (ask for ask in same[-AGAIN:] if all(fits(ask, one) for one in bundle))
        if partner := next(fitting, None):
            bundle.append(partner)
        if len(bundle) == size:
            return bundle
    return []
