"""Questions as the audit sees them, whatever set they come from, and which of them belong together."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its options, of which the one at index `correct` is the key.

    `videos` are all that it is about; `group` names what must not be split between training and test, "" until
    `grouped` has set it. `options_in_clip` says of each option whether it happens in the clip; None where that is not
    known.
    """

    id: str
    subtype: str
    videos: tuple[str, ...]
    stem: str
    options: tuple[str, ...]
    correct: int
    format: str = "choice"
    level: int | None = None
    options_in_clip: tuple[bool, ...] | None = None
    group: str = ""

    @property
    def key(self) -> str:
        return self.options[self.correct]

    @property
    def option_set(self) -> tuple[str, ...]:
        """The options in an order that says nothing: bundles and repeated questions share it."""
        return tuple(sorted(self.options))


@dataclass(frozen=True, slots=True)
class Judged:
    """Statements that are true or false: one of format `statement`, several of `statements`, options of `options`."""

    id: str
    subtype: str
    videos: tuple[str, ...]
    format: str
    statements: tuple[str, ...]
    truth: tuple[bool, ...]
    exactly_one: bool


@dataclass(frozen=True, slots=True)
class Free:
    """A question without options; `key` is its answer as a perfect reply gives it."""

    subtype: str
    key: str


def grouped(questions: Sequence[Question]) -> tuple[list[Question], bool]:
    """The questions of one subtype with their groups, and whether the groups had to be relaxed.

    A question about several videos joins them. Where that leaves fewer groups than folds, the group is the key's own
    video if there is one for each option, else the first video: a relaxed split.
    """
    names = joined([question.videos for question in questions])
    relaxed = [q.videos[q.correct if len(q.videos) == len(q.options) else 0] for q in questions]
    relax = len(set(names)) < FOLDS < len(set(relaxed))
    names = relaxed if relax else names
    return [replace(question, group=name) for question, name in zip(questions, names, strict=True)], relax


def joined(videos: Sequence[tuple[str, ...]]) -> list[str]:
    """A group for each tuple of videos: tuples that share a video, directly or by way of others, are in one group."""
    parent: dict[str, str] = {}
    for together in videos:
        roots = sorted({_root(parent, video) for video in together})
        parent.update(dict.fromkeys(roots, roots[0]))
    return [_root(parent, together[0]) for together in videos]


def _root(parent: dict[str, str], video: str) -> str:
    """The smallest video of those that are joined with this one."""
    path = []
    while parent.setdefault(video, video) != video:
        path.append(video)
        video = parent[video]
    parent.update(dict.fromkeys(path, video))
    return video


def folds_of(groups: Sequence[str], seed: str) -> list[int]:
    """A fold, 0 to FOLDS - 1, for each question: whole groups, the largest first into the emptiest fold."""
    sizes = Counter(groups)
    names = sorted(sizes)
    random.Random(f"folds {seed}").shuffle(names)
    filled = [0] * FOLDS
    fold: dict[str, int] = {}
    for name in sorted(names, key=lambda name: -sizes[name]):
        fold[name] = filled.index(min(filled))
        filled[fold[name]] += sizes[name]
    return [fold[group] for group in groups]


def by_subtype(questions: Iterable[Question]) -> dict[str, list[Question]]:
    """The questions of each subtype, subtypes by name."""
    found: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        found[question.subtype].append(question)
    return dict(sorted(found.items()))
