"""What a question shows where its options stay: its wording, the options, and whether each of them is right."""

from dataclasses import dataclass
from typing import Literal

from data_builder.convert.mcq import Mcq

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
