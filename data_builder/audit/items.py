"""Our own items as the audit sees them: questions with options, statements, and free answers."""

from collections.abc import Collection, Iterator
from pathlib import Path

from data_builder.audit.question import Free, Judged, Question
from reward import Item
from reward.answers import Choice, Judgements, YesNo
from reward.jsonl import read_items

UNKNOWN = "unknown video"


def read_own(path: Path, splits: Collection[str] = ()) -> Iterator[Question | Judged | Free]:
    """What the items of a file ask, of all splits or of some. Raises InputError for a line that is no item.

    Of the items of one base question, the first that shows its options counts as the question: the others would ask it
    again. A question about items without clips is in a group of its own.
    """
    asked: set[str] = set()
    for item in read_items(path):
        if splits and item.split not in splits:
            continue
        videos = tuple(dict.fromkeys(clip.video_id for clip in item.clips)) or (f"{UNKNOWN} of {item.base_id}",)
        answer = item.answer
        if isinstance(answer, Choice):
            if item.base_id not in asked:
                yield _question(item, videos, answer.options, answer.letters.index(answer.correct))
            asked.add(item.base_id)
        elif isinstance(answer, Judgements):
            if answer.exactly_one and item.base_id not in asked:
                yield _question(item, videos, answer.statements, answer.truth.index(True))
                asked.add(item.base_id)
            yield Judged(
                item.id, item.subtype, videos, item.format, answer.statements, answer.truth, answer.exactly_one
            )
        elif isinstance(answer, YesNo) and item.format == "statement":
            yield Judged(item.id, item.subtype, videos, item.format, (item.stem,), (answer.value,), False)
        elif item.format == "short":
            yield Free(item.subtype, answer.gold())


def _question(item: Item, videos: tuple[str, ...], options: tuple[str, ...], correct: int) -> Question:
    return Question(
        id=item.id,
        subtype=item.subtype,
        videos=videos,
        stem=item.stem,
        options=options,
        correct=correct,
        format=item.format,
        level=item.level,
        options_in_clip=_in_clip(item, options),
    )


def _in_clip(item: Item, options: tuple[str, ...]) -> tuple[bool, ...] | None:
    """Whether each option is from the clip, as `meta.options` says; None where it does not say so of all."""
    listed = item.meta.get("options")
    if not isinstance(listed, list):
        return None
    origin = {str(one.get("text")): one.get("from") for one in listed if isinstance(one, dict)}
    return tuple(origin[text] == "clip" for text in options) if all(text in origin for text in options) else None
