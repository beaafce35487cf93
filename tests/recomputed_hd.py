"""Whether the raw rows of HD-EPIC say that a claim about a clip is right."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from recomputed_claims import Asked
from recomputed_movements import (
    easy_moved_object,
    longest_moved,
    moved_after,
    moved_before,
    moved_count,
    moved_order,
    moved_together,
    where,
)
from recomputed_raw_hd import Activity, Clip, Portion, Step
from recomputed_times import during, in_order, right_or_wrong
from recomputed_words import nested, words


def told(label: str) -> str:
    text = " ".join(re.sub(r"\([^()]*\)", " ", label).split()).strip(" .,;:-")
    return text[:1].upper() + text[1:]


def is_activity(found: Sequence[Activity], said: str) -> bool | None:
    if len(found) != 1:
        return None
    return right_or_wrong(told(found[0].label) == said, not nested(told(found[0].label), said))


def easy_goal(clip: Clip, said: str, asked: Asked) -> bool | None:
    going_on = [one for one in clip.activities if one.start <= clip.start and clip.end <= one.end]
    return is_activity(going_on, said) if len(clip.activities) == 1 else None


def _shown(clip: Clip) -> list[Activity]:
    return during(clip.activities, clip.start + 1, clip.end - 1)


def medium_goal(clip: Clip, said: str, asked: Asked) -> bool | None:
    return is_activity(_shown(clip), said) if all(map(clip.holds, _shown(clip))) else None


def next_activity(clip: Clip, said: str, asked: Asked) -> bool | None:
    beginning = [one for one in clip.video.activities if clip.end - 0.001 <= one.start <= clip.end + 1]
    return is_activity(beginning, said)


def activity_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets = []
    for name in asked.listed:
        same = [one for one in clip.activities if nested(told(one.label), name)]
        if len(same) != 1 or told(same[0].label) != name or same[0].start < clip.start:
            return None
        onsets.append((same[0].start, same[0].start))
    return in_order(onsets, said, 1.0)


BEFORE = re.compile(r"^(?:after that|finally|lastly|meanwhile|next|now|then)\b,? ", re.IGNORECASE)


def quoted(text: str) -> str:
    """A step as questions quote it, without the "then" that it may begin with."""
    text = BEFORE.sub("", text.strip(" .")).replace("“", "'").replace("”", "'")
    text = text.lower() if text.isupper() else text
    return text[:1].upper() + text[1:]


def of_recipe(clip: Clip, asked: Asked) -> list[Step]:
    ids = {recipe for recipe, name in clip.video.recipes.items() if name == asked.recipe}
    return [step for step in clip.video.steps if step.recipe in ids]


def easy_step(clip: Clip, said: str, asked: Asked) -> bool | None:
    inside = during(of_recipe(clip, asked), clip.start, clip.end)
    carried_out = [one for one in inside if not one.preparing and quoted(one.text) == said]
    covered = clip.start
    for one in carried_out:
        covered = max(covered, one.end) if one.start <= covered else covered
    others = {one.step for one in inside} - {one.step for one in carried_out}
    known = any(quoted(one.text) == said for one in clip.video.steps)
    return right_or_wrong(covered >= clip.end and not others, known and inside and not _among(inside, said))


def _among(steps: Iterable[Step], said: str) -> bool:
    return any(quoted(one.text) == said for one in steps)


def next_step(clip: Clip, said: str, asked: Asked) -> bool | None:
    ahead = [one for one in of_recipe(clip, asked) if clip.end <= one.start <= clip.end + 120]
    first = next((one for one in ahead if not one.preparing), None)
    if not first:
        return None
    begun = [one for one in ahead if one.start < first.start + 3]
    going_on = [one for one in of_recipe(clip, asked) if one.start < clip.end < one.end]
    if {one.step for one in begun} != {first.step} or first.step in {one.step for one in going_on}:
        return None
    return right_or_wrong(quoted(first.text) == said, any(quoted(one.text) == said for one in clip.video.steps))


def step_interval(clip: Clip, said: str, asked: Asked) -> bool | None:
    found = [one for one in clip.steps if quoted(one.text) == asked.object and not one.preparing]
    start, end = min((one.start for one in found), default=0.0), max((one.end for one in found), default=0.0)
    joined = sum(one.end - one.start for one in found) >= end - start  # stretches that overlap are one
    if not found or not joined or start < clip.start or end > clip.end:
        return None
    first, last = map(float, said.split(" - "))
    return abs(first + clip.start - start) < 0.06 and abs(last + clip.start - end) < 0.06


def step_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets, begun = [], []
    for name in asked.listed:
        own = [one for one in during(of_recipe(clip, asked), clip.start, clip.end) if quoted(one.text) == name]
        carried_out = [one for one in own if not one.preparing]
        if not carried_out or not clip.holds(carried_out[0]):
            return None
        onsets.append((carried_out[0].start, carried_out[0].start))
        begun.append(own[0].start)
    alike = sorted(range(3), key=onsets.__getitem__) == sorted(range(3), key=begun.__getitem__)
    return in_order(onsets, said, 1.5) if alike else None


def name_of(portion: Portion) -> str:
    return " ".join(re.sub(r"\([^()]*\)", " ", portion.name).lower().split())


def is_ingredient(found: Sequence[Portion], said: str) -> bool | None:
    names = {name_of(one) for one in found}
    return right_or_wrong(names == {said}, names and not any(nested(name, said) for name in names))


def ingredient_added(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    around = during(clip.video.portions, at - 1, at + 1)
    covering = any(one.start <= at <= one.end and not one.weighing for one in around)
    return is_ingredient(around, said) if covering else None


def ingredient_amount(clip: Clip, said: str, asked: Asked) -> bool | None:
    found = during([one for one in clip.video.portions if one.weighing], clip.start, clip.end)
    parts = [one for one in clip.video.portions if one.weighing and found and _same(one, found[0])]
    if len({(one.capture, one.ingredient) for one in found}) != 1 or len(parts) != len(found):
        return None
    try:
        amount = float(found[0].amount)
    except ValueError:
        return None
    return right_or_wrong(abs(amount - int(said)) <= 0.02 * amount, abs(amount - int(said)) > 0.1 * amount)


def _same(one: Portion, other: Portion) -> bool:
    return (one.capture, one.ingredient) == (other.capture, other.ingredient)


def ingredient_order(clip: Clip, said: str, asked: Asked) -> bool | None:
    onsets = []
    for name in asked.listed:
        may_be = [one for one in clip.added if nested(name_of(one), name)]
        own = [one for one in may_be if name_of(one) == name]
        if not own or not clip.holds(own[0]):
            return None
        onsets.append((own[0].start, may_be[0].start))
    return in_order(onsets, said, 1.5)


def next_ingredient(clip: Clip, said: str, asked: Asked) -> bool | None:
    added = [one for one in clip.video.portions if not one.weighing]
    ahead = [one for one in added if clip.end <= one.start <= clip.end + 60]
    if not ahead:
        return None
    first = [one for one in ahead if one.start < ahead[0].start + 3]
    going_on = {name_of(one) for one in clip.added if one.end > clip.end}
    return None if going_on & {name_of(one) for one in first} else is_ingredient(first, said)


def missing_ingredient(clip: Clip, said: str, asked: Asked) -> bool | None:
    for recipe, name in clip.video.recipes.items():
        added = [one for one in clip.video.portions if one.recipe == recipe and not one.weighing]
        if name != asked.recipe or not added or {one.ingredient for one in added} != clip.video.wanted[recipe]:
            continue
        before = {one.ingredient for one in added if one.end <= clip.end and one.start >= clip.start}
        left = [one for one in added if one.ingredient not in before]
        if len({one.ingredient for one in left}) != 1 or any(one.start < clip.end for one in left):
            return None
        return is_ingredient(left, said)
    return None


AS_TOLD = {
    "i": "they",
    "we": "they",
    "my": "their",
    "our": "their",
    "me": "them",
    "myself": "themselves",
    "i'm": "they're",
}
SMALL = words(
    """all and any are as at be better by can each for from his i in inside into is it its itself make more of off on
    one onto other out over own properly some still sure that their them they this those through to under up with
    both hand left right using"""
)


def purpose(clip: Clip, said: str, asked: Asked) -> bool | None:
    at = asked.at or 0.0
    around = during(clip.narrations, at - 1, at + 1)
    covering = [one for one in around if one.start <= at <= one.end]
    told = [one for one in around if _says(one.text, said)]
    why = [clause for one in covering for clause in re.findall(r"\bto ((?:\S+ ?){1,12})", one.text.lower())]
    content = words(said) - SMALL
    shared = any(2 * len(words(text) & content) > len(content) for text in why)
    return right_or_wrong(len(covering) == 1 and covering[0] in told, not told and not shared)


def _says(narration: str, purpose: str) -> bool:
    """Whether a narration has the words of a purpose, in which the camera wearer is told of as "they"."""
    said = f" {purpose.removeprefix('to ')} "
    text = [AS_TOLD.get(word, word) for word in re.sub(r"[.,;:()]", " ", narration.lower()).split()]
    return said in f" {' '.join(text)} "


Judge = Callable[[Clip, str, Asked], bool | None]
JUDGES: dict[str, Judge] = {
    "easy_moved_object": easy_moved_object,
    "put_where": partial(where, putting=True),
    "taken_where": partial(where, putting=False),
    "moved_after": moved_after,
    "moved_before": moved_before,
    "moved_together": moved_together,
    "moved_count": moved_count,
    "moved_order": moved_order,
    "longest_moved": longest_moved,
    "easy_goal": easy_goal,
    "medium_goal": medium_goal,
    "next_activity": next_activity,
    "activity_order": activity_order,
    "easy_step": easy_step,
    "next_step": next_step,
    "step_interval": step_interval,
    "step_order": step_order,
    "ingredient_added": ingredient_added,
    "ingredient_amount": ingredient_amount,
    "ingredient_order": ingredient_order,
    "next_ingredient": next_ingredient,
    "missing_ingredient": missing_ingredient,
    "purpose": purpose,
}
