"""Faults of shipped items: what they claim, where it comes from and how they are worded, held against the raw rows."""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from recomputed_claims import Asked, Claim, Item, claims, key_of
from recomputed_words import sound_class

LISTS = re.compile(
    r"\b(?:following|above|below|listed|options?|choices?)\b|\b(?:which|one|any) of (?:the|these)\b", re.I
)
QUOTED = re.compile(r"“[^”]*”")
FREE = ("short", "reasoned", "statement")
WHOLE = ("choice", "options", "short", "reasoned")


class Clip(Protocol):
    """A stretch of a video with its raw rows."""

    start: float
    end: float

    def cut(self, start: float, end: float) -> Any: ...

    def spans(self, fact_id: str) -> dict[str, tuple[float, float]]: ...


Judges = Mapping[str, Callable[[Any, str, Asked], bool | None]]


@dataclass
class Report:
    """Counts by subtype and what was found, and the faults: what is wrong, the item's id, and more."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    faults: list[tuple[str, str, str]] = field(default_factory=list)

    def fault(self, what: str, item: Item, subtype: str, more: object = "") -> None:
        self.counts[subtype][what] += 1
        self.faults.append((what, item["id"], f"{subtype} {item['format']} {item['clips'][0]} {more}"))


def drawn(items: Iterable[Item], most: int) -> list[Item]:
    """So many items of each subtype, at random, and all where there are fewer."""
    by_subtype: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        by_subtype[item["subtype"]].append(item)
    return [
        item
        for subtype, found in sorted(by_subtype.items())
        for item in random.Random(subtype).sample(found, min(most, len(found)))
    ]


def check(items: Iterable[Item], judges: Judges, clip_of: Callable[[str, float, float], Any]) -> Report:
    """Every item by itself."""
    report, cached = Report(), cache(clip_of)
    for item in items:
        place = item["clips"][0]
        clip = cached(place["video_id"], place["start"], place["end"])
        _claims(item, clip, judges, report)
        _evidence(item, clip, report)
        _options(item, clip, report)
        _wording(item, report)
    return report


def _claims(item: Item, clip: Clip, judges: Judges, report: Report) -> None:
    """The rows say of each claim what the item says of it; what needs the whole clip is not told by half of it."""
    found = claims(item)
    report.counts[item["subtype"]]["items"] += 1
    for claim in found:
        report.counts[claim.subtype]["claims"] += 1
        judged = judges[claim.subtype](clip, claim.said, claim.asked)
        if judged is None:
            report.fault("key not settled" if claim.true else "wrong option not settled", item, claim.subtype, claim)
        elif judged is not claim.true:
            report.fault("wrong key" if claim.true else "wrong option that is right", item, claim.subtype, claim)
    if item["format"] in WHOLE:
        [key] = [claim for claim in found if claim.true]
        _agrees(item, clip, key, report)
        middle = round((clip.start + clip.end) / 2, 3)
        halves = (clip.start, middle), (middle, clip.end)
        if item["level"] == 3 and any(judges[key.subtype](clip.cut(*half), key.said, key.asked) for half in halves):
            report.fault("half tells the key", item, key.subtype, key)


def _agrees(item: Item, clip: Clip, claim: Claim, report: Report) -> None:
    """The question for a program is that for a person."""
    told, asked = item["meta"]["asked"], claim.asked
    stretch = asked.stretch or (clip.start, clip.end)
    worded: dict[str, Any] = {
        "seconds": asked.at,
        "from": stretch[0],
        "to": stretch[1],
        "sound": sound_class(asked.sound),
        "doing": asked.doing,
        "hand": asked.hand,
    }
    for name in told.keys() & worded.keys():
        same = told[name] == worded[name] if isinstance(told[name], str) else abs(told[name] - worded[name]) < 0.001
        if not same:
            report.fault("asked in other words", item, claim.subtype, (name, told[name], worded[name]))
    if asked.object and "object" in told and asked.object not in told["object"].lower().split("/"):
        report.fault("asked in other words", item, claim.subtype, (told["object"], asked.object))


def _evidence(item: Item, clip: Clip, report: Report) -> None:
    """It is in the clip, or for planning at least in part after it; a relation has two facts."""
    facts = [(kind, fact_id) for kind, ids in item["meta"]["facts"].items() for fact_id in ids]
    spans = [clip.spans(fact_id).get(kind) for kind, fact_id in facts]
    if {fact_id for _, fact_id in facts} != set(item["evidence"]) or not all(spans):
        report.fault("evidence not in the rows", item, item["subtype"], item["evidence"])
        return
    inside = [start <= clip.end and end >= clip.start for start, end in filter(None, spans)]
    beyond = [start >= clip.end for start, _ in filter(None, spans)]
    if not all(a or b for a, b in zip(inside, beyond, strict=True)):
        report.fault("evidence before the clip", item, item["subtype"], item["evidence"])
    if any(beyond) != (item["level"] == 4) or len(facts) < (2 if item["level"] == 2 else 1):
        report.fault("evidence of another level", item, item["subtype"], item["evidence"])


def _options(item: Item, clip: Clip, report: Report) -> None:
    """Wrong options of the clip happen in it, whole or for a second, and only those are shown that may be."""
    meta = item["meta"]
    for option in meta["options"]:
        if option["label"] == meta["key"]:
            continue
        spans = [span for fact_id in option["facts"] for span in clip.spans(fact_id).values()]
        if option["from"] == "clip" and not any(_in_clip(clip, *span) for span in spans):
            report.fault("option not in the clip", item, item["subtype"], option)
        if item["format"] in ("choice", "options") and option["from"] not in (*meta["shown_from"], "other"):
            report.fault("option of another source", item, item["subtype"], option)


def _in_clip(clip: Clip, start: float, end: float) -> bool:
    return min(end, clip.end) - max(start, clip.start) >= min(1.0, end - start) - 0.0005


def _wording(item: Item, report: Report) -> None:
    key = key_of(item)
    if item["format"] in FREE and LISTS.search(QUOTED.sub("", item["stem"])):
        report.fault("depends on a list", item, item["subtype"], item["stem"])
    said = re.compile(rf"(?<!\w){re.escape(key.lower())}(?!\w)")
    if item["format"] in WHOLE and re.search("[a-z]", key.lower()) and said.search(item["stem"].lower()):
        report.fault("stem holds the key", item, item["subtype"], item["stem"])


def unbalanced(items: Sequence[Item]) -> list[str]:
    """What a set of items gives away as a whole: videos in two splits, letters and truths that come too often."""
    found: list[str] = []
    splits: dict[str, set[str]] = defaultdict(set)
    letters: dict[str, Counter[str]] = defaultdict(Counter)
    truths: Counter[bool] = Counter()
    ids = Counter(item["id"] for item in items)
    for item in items:
        splits[item["clips"][0]["video_id"]].add(item["split"])
        if item["format"] == "choice":
            letters[item["subtype"]][item["answer"]["correct"]] += 1
        if item["format"] == "statement":
            truths[item["answer"]["value"]] += 1
    found += [f"{video} is in {sorted(own)}" for video, own in sorted(splits.items()) if len(own) > 1]
    found += [f"id {name} comes {count} times" for name, count in ids.items() if count > 1]
    for subtype, counts in sorted(letters.items()):
        few, many = min(counts[letter] for letter in "ABCD"), max(counts.values())
        if many - few > max(4, 0.02 * counts.total()):
            found.append(f"{subtype}: letters {dict(counts)}")
    if abs(truths[True] - truths[False]) > max(4, 0.02 * truths.total()):
        found.append(f"statements: {dict(truths)}")
    return found
