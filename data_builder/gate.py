"""The gate: what an item must pass to ship, and what a set of items must not give to a reply that never looked."""

import re
from collections.abc import Iterator
from functools import lru_cache
from math import inf

from data_builder.standing import LISTED
from reward import Item
from reward.answers import Answer, Choice, Interval, Judgements, List, Moment, Number, Phrase, Text, YesNo
from reward.plain import plain

BOX = re.compile(r"\[\d{1,5}(?:, \d{1,5}){3}\]")
"""The coordinates of a box, which say no number that is asked for."""
OPTION_FREE = ("statement", "short", "reasoned")


def faults(item: Item) -> list[str]:
    """Why an item must not ship, as reasons that can be counted; empty when it may.

    That its `gold()` scores 1 by its own rule is not asked again: without that, there is no Item.
    """
    checks = {
        "wrong_candidate_not_wrong": not _wrong_are_wrong(item),
        "key_in_stem": item.format != "statement" and names_key(item.stem, item.answer),
        "list_dependent_wording": item.format in OPTION_FREE and LISTED.search(item.question) is not None,
        "tolerance_too_wide": _tolerance_too_wide(item),
        "same_candidates": len({plain(text) for text in item.candidates}) < len(item.candidates),
        "time_outside_clip": not _in_clip(item),
    }
    return [reason for reason, found in checks.items() if found]


def _wrong_are_wrong(item: Item) -> bool:
    if isinstance(item.answer, Text):  # whose wrong candidates only the item knows
        return all(item.mark_reply(reply)[0].score == 0 for reply in _wrong_replies(item.answer, item.candidates))
    return _wrong_ones_are_wrong(item.answer, item.candidates)


@lru_cache(maxsize=4)  # `short` and `reasoned` share a key
def _wrong_ones_are_wrong(answer: Answer, candidates: tuple[str, ...]) -> bool:
    return all(answer.mark_reply(reply)[0].score == 0 for reply in _wrong_replies(answer, candidates))


def _wrong_replies(answer: Answer, candidates: tuple[str, ...]) -> Iterator[str]:
    """A well-formed reply for everything that is known to be wrong; of judgements, each alone turned round."""
    if isinstance(answer, Judgements):
        lines = answer.gold().split("\n")
        for i, line in enumerate(lines):
            turned = f"{line[0]}: {'false' if line.endswith('true') else 'true'}"
            yield "\n".join([*lines[:i], turned, *lines[i + 1 :]])
    else:
        yield from (f"Answer: {text}" for text in candidates if plain(text) not in _names(answer))


def _names(answer: Answer) -> set[str]:
    """The key in comparison form, as candidates write it."""
    match answer:
        case YesNo():
            return {"yes" if answer.value else "no"}
        case Phrase():
            return {plain(answer.text)}
        case Number():
            return {plain(answer.value)}
        case Choice():
            return {plain(answer.options[answer.letters.index(answer.correct)])}
        case List():
            names = [item[0] for item in answer.items]
            return {plain(", ".join(names)), plain(", then ".join(names))}
        case Judgements():
            return {plain(text) for text, true in zip(answer.statements, answer.truth, strict=True) if true}
        case _:
            return {plain(answer.gold().removeprefix("Answer: "))}


def names_key(stem: str, answer: Answer) -> bool:
    """Whether a stem contains the key, or another name for it."""
    names = _names(answer)
    if isinstance(answer, Phrase):
        names |= {plain(alias) for alias in answer.aliases}
    said = f" {plain(BOX.sub(' ', stem) if isinstance(answer, Number) else stem)} "
    return any(f" {name} " in said for name in names)


def _tolerance_too_wide(item: Item) -> bool:
    """Whether a number's tolerance reaches half of the way to the nearest wrong candidate."""
    if not isinstance(item.answer, Number):
        return False
    wrong = [Number(value=text) for text in item.candidates if plain(text) not in _names(item.answer)]
    gaps = [abs(other.amount - item.answer.amount) for other in wrong]
    return bool(gaps) and item.answer.allowed >= min(gaps) / 2


def _in_clip(item: Item) -> bool:
    """Whether the times that are asked about, and those of a key, lie in the clip."""
    asked = item.meta.get("asked", {})
    times = [asked[name] for name in ("seconds", "from", "to") if name in asked]
    length = max(((clip.end or inf) - clip.start for clip in item.clips), default=0.0)
    last = {Interval: "end", Moment: "seconds"}.get(type(item.answer))
    if last and not getattr(item.answer, last) <= length:
        return False
    return all(any(clip.start <= at <= (clip.end or inf) for clip in item.clips) for at in times)


@lru_cache(maxsize=64)  # `short` and `reasoned` share a key, and come one after the other
def worth(answer: Answer, reply: str) -> float:
    """What a reply scores by rule; undecided counts as wrong."""
    return answer.mark_reply(reply)[0].score or 0.0


def constant_replies(example: Answer) -> list[str]:
    """What can be said to every item that asks like the example, in its form; and nothing at all."""
    if isinstance(example, Judgements):
        said = ["\n".join(f"{letter}: {word}" for letter in example.letters) for word in ("true", "false")]
    elif isinstance(example, Choice):
        said = [f"Answer: {letter}" for letter in example.letters]
    else:
        said = ["Answer: no", "Answer: yes"] if isinstance(example, YesNo) else ["Answer: 0"]
    return ["", *said]
