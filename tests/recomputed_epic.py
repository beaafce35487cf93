"""Whether the raw rows of EPIC-Sounds, EPIC-KITCHENS and VISOR say that a claim about a clip is right."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import hypot

from recomputed_claims import Asked
from recomputed_raw_epic import Action, Clip, Frame, Sound, Thing
from recomputed_times import during, in_order, right_or_wrong
from recomputed_words import could_be, nested, object_of, sound_class, sounds_like, words

PICKS = frozenset(["take", "pick", "get", "grab", "fetch", "lift", "hold"])
PUTS = frozenset(["put", "place", "return", "replace", "insert", "hang", "drop", "throw", "toss"])
DOES = {"picking up": PICKS, "putting down or away": PUTS}
UNDOES = [({"take", "pick", "get", "grab"}, {"put", "place"}), ({"open"}, {"close"}), ({"turn-on"}, {"turn-off"})]


def is_doing(action: Action, doing: str) -> bool:
    """Whether an action picks up, or puts down; any action is handling."""
    return doing == "handling" or action.verb.split("-")[0] in DOES[doing]


TOOLED = frozenset(["clean", "cut", "mix", "scrub", "stir", "wipe"])
PLACE = re.compile(r"\b(?:from|in|into|off|on|onto|out|with)\b")


def easy_sound_event(clip: Clip, said: str, asked: Asked) -> bool | None:
    at, name = asked.at or 0.0, sound_class(said)
    wide = {sound.name for sound in [*during(clip.sounds, at - 1, at + 1), *during(clip.unclassed, at - 1, at + 1)]}
    near = {sound.name for sound in during(clip.sounds, at - 0.5, at + 0.5)}
    return right_or_wrong(near == wide == {name}, "" not in wide and not any(sounds_like(name, one) for one in wide))


def easy_action(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    near = during(clip.actions, at - 1, at + 1)
    covering = any(action.start <= at <= action.end for action in near)
    return _done(clip, said, near, covering and len(near) == 1)


def _done(clip: Clip, said: str, near: Sequence[Action], plain: bool) -> bool | None:
    """Whether `said` is what is done; wrong is what nobody does to that object, or what undoes it."""
    told = [action.narration for action in near]
    rows = [action for action in clip.actions if action.narration == said]
    clear = rows and not any(_may_be_same(row, action) for row in rows for action in near)
    return right_or_wrong(plain and told == [said], said not in told and clear)


def _may_be_same(one: Action, other: Action) -> bool:
    verbs = {one.verb, one.verb.split("-")[0]}, {other.verb, other.verb.split("-")[0]}
    undone = any((verbs[0] & a and verbs[1] & b) or (verbs[0] & b and verbs[1] & a) for a, b in UNDOES)
    return bool(set(one.classes) & set(other.classes)) and not undone


def easy_object(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    near = [action for action in during(clip.actions, at - 1, at + 1) if is_doing(action, asked.doing)]
    covering = any(action.start <= at <= action.end for action in near)
    return _object(clip, said, asked.doing, near, covering, at)


def _object(clip: Clip, said: str, doing: str, near: Sequence[Action], plain: bool, at: float) -> bool | None:
    right = plain and near and all(object_of(action.nouns[0]) == said for action in near)
    nouns = {object_of(noun) for action in near for noun in action.nouns}
    own = {a.classes[0] for a in clip.video.actions if object_of(a.nouns[0]) == said}
    same_class = own & {number for action in near for number in action.classes}
    held = doing == "handling" and in_hand(clip, said, at)
    wrong = near and not any(nested(said, noun) for noun in nouns) and not same_class and not held
    return right_or_wrong(right, wrong)


def in_hand(clip: Clip, said: str, at: float) -> bool:
    """Whether an object may still be in the hand that took it a short while ago."""
    for action in reversed([action for action in clip.video.actions if action.end <= at]):
        if said not in map(object_of, action.nouns):
            continue
        if is_doing(action, "putting down or away") or "put" in words(action.narration):
            return False
        if words(said) <= words(PLACE.split(action.narration)[0]) and is_doing(action, "picking up"):
            return at - action.end < 15
    return False


def once(clip: Clip, asked: Asked) -> Sound | None:
    """The one sound of the class asked about in the stretch; None where another one may be meant, or it is cut."""
    name = sound_class(asked.sound)
    start, end = asked.stretch or (clip.start, clip.end)
    found = [one for one in during(clip.sounds, start, end) if sounds_like(one.name, name)]
    found += [one for one in during(clip.unclassed, start, end) if could_be(one.description, name)]
    return found[0] if len(found) == 1 and found[0].name == name and clip.holds(found[0]) else None


def spans(action: Action, sound: Sound) -> bool:
    return action.start - 0.3 <= sound.start and sound.end <= action.end + 0.3


def easy_sound_object(clip: Clip, said: str, asked: Asked) -> bool | None:
    if not (sound := once(clip, asked)):
        return None
    near = [action for action in during(clip.actions, sound.start, sound.end) if is_doing(action, asked.doing)]
    beside = [a for a in during(clip.actions, sound.start - 0.5, sound.end + 0.5) if is_doing(a, asked.doing)]
    right = _object(clip, said, asked.doing, near, any(spans(action, sound) for action in near), sound.start)
    wrong = _object(clip, said, asked.doing, beside, False, sound.start)
    return right_or_wrong(right is True, wrong is False)


def low_sound_movement(clip: Clip, said: str, asked: Asked) -> bool | None:
    if not (sound := once(clip, asked)):
        return None
    near = during(clip.actions, sound.start, sound.end)
    right = _done(clip, said, near, len(near) == 1 and spans(near[0], sound))
    wrong = _done(clip, said, during(clip.actions, sound.start - 0.5, sound.end + 0.5), False)
    return right_or_wrong(right is True, wrong is False)


def low_object_sound(clip: Clip, said: str, asked: Asked) -> bool | None:
    start, end = asked.stretch or (clip.start, clip.end)
    found = [
        action
        for action in during(clip.actions, start, end)
        if is_doing(action, asked.doing) and any(nested(object_of(noun), asked.object) for noun in action.nouns)
    ]
    if len(found) != 1 or not clip.holds(found[0]) or object_of(found[0].nouns[0]) != asked.object:
        return None
    [action], name = found, sound_class(said)
    meanwhile = [*during(clip.sounds, action.start, action.end), *during(clip.unclassed, action.start, action.end)]
    right = len(meanwhile) == 1 and meanwhile[0].name == name and spans(action, meanwhile[0])
    beside = during(clip.sounds, action.start - 0.5, action.end + 0.5)
    wrong = all(one.name for one in meanwhile) and not any(sounds_like(one.name, name) for one in beside)
    return right_or_wrong(right, wrong)


def sound_next(clip: Clip, said: str, asked: Asked, after: bool) -> bool | None:
    if not (sound := once(clip, asked)):
        return None
    others = [one for one in clip.sounds if (one.start > sound.start if after else one.start < sound.start)]
    if not others:
        return None
    other, name = others[0 if after else -1], sound_class(said)
    first, second = (sound, other) if after else (other, sound)
    meanwhile = [one for one in [*clip.sounds, *clip.unclassed] if one.start < second.start + 0.5]
    clear = len([one for one in meanwhile if one.end > first.start]) == 2 and second.start - first.end <= 2
    if not clear or not clip.holds(other) or second.start - first.start < 0.3:
        return None
    return right_or_wrong(other.name == name, not sounds_like(other.name, name))


def sound_count(clip: Clip, said: str, asked: Asked) -> bool | None:
    name = sound_class(asked.sound)
    found = [sound for sound in clip.sounds if sounds_like(sound.name, name)]
    doubtful = any(could_be(one.description, name) for one in clip.unclassed) or any(one.name != name for one in found)
    apart = all(later.start - earlier.end >= 0.5 for earlier, later in pairwise(found))
    return len(found) == int(said) if found and not doubtful and apart and all(map(clip.holds, found)) else None


def sound_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets = []
    for name in map(sound_class, asked.listed):
        like = [one for one in clip.sounds if sounds_like(one.name, name)]
        if not like or like[0].name != name or not clip.holds(like[0]):
            return None
        doubtful = [one for one in clip.unclassed if could_be(one.description, name)]
        if any(one.start < like[0].end for one in doubtful):
            return None
        onsets.append((like[0].start, like[0].start))
    return in_order(onsets, said, 1.0)


def longest_sound(clip: Clip, said: str, asked: Asked) -> bool | None:
    """The longest one is whole in the clip; of the others counts what they last, those joined that hardly pause."""
    longest = max(clip.sounds, key=lambda sound: sound.end - sound.start, default=None)
    if not longest or not clip.holds(longest):
        return None
    rivals = [one.end - one.start for one in clip.unclassed]
    for name in {sound.name for sound in clip.sounds} - {longest.name}:
        start, end = 0.0, -1.0
        for sound in (one for one in clip.sounds if one.name == name):
            start, end = (start, max(end, sound.end)) if sound.start - end < 0.5 else (sound.start, sound.end)
            rivals.append(end - start)
    if longest.end - longest.start < 1.25 * max(rivals, default=0.0):
        return None
    return right_or_wrong(longest.name == sound_class(said), not sounds_like(longest.name, sound_class(said)))


def is_called(name: str, said: str) -> bool:
    """Some things have several names, such as hob/cooktop/stovetop."""
    return said in name.lower().split("/")


def touched(frames: Iterable[Frame], said: str, hand: str) -> bool | None:
    """Whether a hand touches a thing in all of the frames; wrong is what it touches and reaches in none of them."""
    names: list[str] = []
    in_reach: set[str] = set()
    for frame in frames:
        hands = [thing for thing in frame.things if thing.name == hand]
        ids = {thing.id: thing.name for thing in frame.things}
        names += [ids.get(one.touches, "") for one in hands]
        in_reach |= {one.name for one in frame.things if not hands or any(gap(one, h) == 0 for h in hands)}
    right = names and all(is_called(name, said) for name in names)
    called = {one for name in in_reach | set(names) for one in name.split("/")}
    return right_or_wrong(right, names and not any(nested(said, one) for one in called))


def held_object(clip: Clip, said: str, asked: Asked) -> bool | None:
    return touched([f for f in clip.frames if abs(f.start - (asked.at or 0.0)) <= 1], said, asked.hand)


def low_contact(clip: Clip, said: str, asked: Asked) -> bool | None:
    if not (sound := once(clip, asked)):
        return None
    return touched([f for f in clip.frames if abs(f.start - sound.start) <= 0.7], said, asked.hand)


def gap(one: Thing, other: Thing) -> float:
    (a1, b1, a2, b2), (c1, d1, c2, d2) = one.box, other.box
    return hypot(max(0.0, a1 - c2, c1 - a2), max(0.0, b1 - d2, d1 - b2))


def apart(one: Thing, other: Thing) -> float:
    (a1, b1, a2, b2), (c1, d1, c2, d2) = one.box, other.box
    return hypot((a1 + a2) / 2 - (c1 + c2) / 2, (b1 + b2) / 2 - (d1 + d2) / 2)


def nearest(frames: Iterable[Frame], said: str, asked: Asked) -> bool | None:
    """Whether it is the closest one of the four, by far, in all frames that have each of them, and the other, once."""
    found: set[bool | None] = set()
    for frame in frames:
        places = [[one for one in frame.things if is_called(one.name, name)] for name in (asked.object, *asked.four)]
        if any(len(place) != 1 for place in places):
            continue
        [anchor], *four = places
        far = sorted((apart(thing, anchor), name) for [thing], name in zip(four, asked.four, strict=True))
        clear = far[1][0] >= 1.4 * far[0][0] and said in asked.four
        found.add(said == far[0][1] if clear else None)
    return found.pop() if len(found) == 1 else None


def easy_nearest_object(clip: Clip, said: str, asked: Asked) -> bool | None:
    return nearest([f for f in clip.frames if abs(f.start - (asked.at or 0.0)) <= 1], said, asked)


def nearest_object(clip: Clip, said: str, asked: Asked) -> bool | None:
    if not (sound := once(clip, asked)):
        return None
    return nearest([f for f in clip.frames if abs(f.start - sound.start) <= 0.7], said, asked)


def object_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets = []
    for name in asked.listed:
        first = next((a for a in clip.actions if any(nested(object_of(noun), name) for noun in a.nouns)), None)
        if not first or object_of(first.nouns[0]) != name or not clip.holds(first):
            return None
        if is_doing(first, "putting down or away") or first.verb.split("-")[0] in TOOLED:
            return None
        if in_hand(clip, name, clip.start):
            return None
        onsets.append((first.start, first.start))
    return in_order(onsets, said, 1.0)


def object_count(clip: Clip, said: str, asked: Asked) -> bool | None:
    moved = [a for a in clip.actions if any(nested(object_of(noun), asked.object) for noun in a.nouns)]
    found = [action for action in moved if is_doing(action, "picking up")]
    plain = all(object_of(a.nouns[0]) == asked.object and clip.holds(a) for a in found)
    apart = all(later.start >= earlier.end for earlier, later in pairwise(found))
    return len(found) == int(said) if found and plain and apart else None


def heard(clip: Clip, said: str, asked: Asked) -> bool | None:
    name = sound_class(said)
    right = any(sound.name == name and clip.holds(sound) for sound in clip.sounds)
    doubtful = clip.video.unclassed is None or any(could_be(one.description, name) for one in clip.unclassed)
    return right_or_wrong(right, not doubtful and not any(sounds_like(sound.name, name) for sound in clip.sounds))


Judge = Callable[[Clip, str, Asked], bool | None]
JUDGES: dict[str, Judge] = {
    "easy_sound_event": easy_sound_event,
    "easy_action": easy_action,
    "easy_object": easy_object,
    "easy_sound_object": easy_sound_object,
    "low_sound_movement": low_sound_movement,
    "low_object_sound": low_object_sound,
    "sound_before": partial(sound_next, after=False),
    "sound_after": partial(sound_next, after=True),
    "sound_count": sound_count,
    "sound_order": sound_order,
    "longest_sound": longest_sound,
    "held_object": held_object,
    "low_contact": low_contact,
    "easy_nearest_object": easy_nearest_object,
    "nearest_object": nearest_object,
    "object_order": object_order,
    "object_count": object_count,
    "heard": heard,
}
