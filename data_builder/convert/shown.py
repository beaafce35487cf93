"""What a question shows where its options stay: its wording, the options, and whether each of them is right."""

from dataclasses import dataclass, replace
from typing import Literal

from data_builder.convert.mcq import Mcq
from reward.plain import plain

From = Literal["published", "bundle"]
"""Whether the options are the set's own, or the keys of several questions that share them."""


@dataclass(frozen=True, slots=True)
class Shown:
    """`truth[i]` says whether `options[i]` is a right answer to `stem`; usually one is, but all or none may be.

    `bundle` names the questions that share these options, "" where none does; `kept` says why they stay as published.
    """

    stem: str
    options: tuple[str, ...]
    truth: tuple[bool, ...]
    origin: From = "published"
    bundle: str = ""
    kept: str = ""


def as_published(mcq: Mcq) -> Shown:
    """The question with the options that its file gives it."""
    return Shown(mcq.stem, mcq.options, tuple(i == mcq.correct for i in range(len(mcq.options))))


def unnested(shown: Shown) -> Shown:
    """Without wrong options that are a stretch of a right one: "green" is not quite wrong where it is green and white.

    A bundle stays whole, and so does a question that would have a single option left.
    """
    if shown.origin == "bundle":
        return shown
    right = [f" {plain(text)} " for text, true in zip(shown.options, shown.truth, strict=True) if true]
    pairs = zip(shown.options, shown.truth, strict=True)
    kept = [(text, true) for text, true in pairs if true or not any(f" {plain(text)} " in key for key in right)]
    if len(kept) in (1, len(shown.options)):
        return shown
    options, truth = zip(*kept, strict=True)
    return replace(shown, options=options, truth=truth)
