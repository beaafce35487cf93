"""Whether the movements of HD-EPIC say that a claim about a clip is right."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from recomputed_claims import Asked
from recomputed_raw_hd import Clip, Movement
from recomputed_times import during, in_order, right_or_wrong
from recomputed_words import FRIDGES, core, may_be_named, named, nested


def near(clip: Clip, asked: Asked) -> list[Movement]:
    at = asked.at or 0.0
    return during(clip.movements, at - 1, at + 1)


def is_object(movements: Sequence[Movement], said: str, plain: bool = True) -> bool | None:
    """Whether it is the thing that all of these are movements of."""
    right = movements and plain and all(named(one.name, said) for one in movements)
    return right_or_wrong(right, movements and not any(may_be_named(one.name, said) for one in movements))


def easy_moved_object(clip: Clip, said: str, asked: Asked) -> bool | None:
    found = near(clip, asked)
    return is_object(found, said, any(one.start <= (asked.at or 0.0) <= one.end for one in found))


def where(clip: Clip, said: str, asked: Asked, putting: bool) -> bool | None:
    at = asked.at or 0.0
    moments = [(one.end, one.put) if putting else (one.start, one.taken) for one in clip.movements]
    kinds = {fixture for moment, fixture in moments if abs(moment - at) < 1}
    alike = said in FRIDGES and kinds & FRIDGES
    return right_or_wrong(kinds == {said}, kinds and "" not in kinds and said not in kinds and not alike)


def moved_after(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    put = [one for one in clip.movements if abs(one.end - at) < 1]
    if len(put) != 1:
        return None
    later = [one for one in clip.movements if one is not put[0] and one.start >= put[0].end - 0.5]
    alone = later and (len(later) == 1 or later[1].start - later[0].start >= 0.4)
    if not alone or not put[0].end <= later[0].start <= put[0].end + 2:
        return None
    return is_object(later[:1], said)


def moved_before(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    taken = [one for one in clip.movements if abs(one.start - at) < 1]
    if len(taken) != 1:
        return None
    earlier = [one for one in clip.movements if one is not taken[0] and one.end <= taken[0].start + 0.5]
    earlier.sort(key=lambda one: -one.end)
    alone = earlier and (len(earlier) == 1 or earlier[0].end - earlier[1].end >= 0.4)
    if not alone or not taken[0].start - 2 <= earlier[0].end <= taken[0].start:
        return None
    return is_object(earlier[:1], said)


def moved_together(clip: Clip, said: str, asked: Asked) -> bool | None:
    found, at = near(clip, asked), asked.at or 0.0
    if len(found) != 2 or not all(one.start <= at <= one.end for one in found):
        return None
    one, other = (movement.name for movement in found)
    pairs = [(a, b) for a, b in _pairs(said)]
    right = any((named(one, a) and named(other, b)) or (named(one, b) and named(other, a)) for a, b in pairs)
    may = any(
        (may_be_named(one, a) and may_be_named(other, b)) or (may_be_named(one, b) and may_be_named(other, a))
        for a, b in pairs
    )
    return right_or_wrong(right, not may)


def _pairs(said: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(r" and the ", said):
        yield said[: match.start()], said[match.end() :]


def moved_count(clip: Clip, said: str, asked: Asked) -> bool | None:
    found = [one for one in clip.movements if _nested(one, asked.object)]
    one_thing = len({one.object for one in found}) == 1 and all(named(one.name, asked.object) for one in found)
    apart = all(later.start - earlier.end >= 1 for earlier, later in pairwise(found))
    return len(found) == int(said) if found and one_thing and apart and all(map(clip.holds, found)) else None


def _nested(one: Movement, said: str) -> bool:
    return named(one.name, said) or nested(" ".join(core(one.name)), said)


def moved_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets = []
    for name in asked.listed:
        may_be = [one for one in clip.movements if _nested(one, name)]
        own = [one for one in may_be if named(one.name, name)]
        if not own or own[0].start < clip.start:
            return None
        onsets.append((own[0].start, may_be[0].start))
    return in_order(onsets, said, 1.0)


def longest_moved(clip: Clip, said: str, asked: Asked) -> bool | None:
    runs: dict[str, list[Movement]] = defaultdict(list)
    for one in clip.movements:
        own = runs[one.object]
        if own and one.start - own[-1].end < 1:
            own[-1] = own[-1]._replace(end=max(own[-1].end, one.end))
        else:
            own.append(one)
    shown = [(min(run.end, clip.end) - max(run.start, clip.start), run) for own in runs.values() for run in own]
    shown.sort(key=lambda pair: pair[0])
    if not shown or not clip.holds(shown[-1][1]):
        return None
    length, longest = shown[-1]
    others = [(seconds, run) for seconds, run in shown[:-1] if not named(run.name, longest.name)]
    near = [run for seconds, run in others if length < seconds * (1.4 if clip.holds(run) else 2)]
    return None if near else is_object([longest], said)
