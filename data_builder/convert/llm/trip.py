"""The round trip: answers that have to find their way back to the candidates that they are, and strangers to none."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from data_builder.convert.llm.opinion import Asked
from reward.judge.asking import CODES
from reward.plain import plain

NONE = "none"
STRANGERS = 2
DECOYS = (
    "Michelangelo", "Saturn", "a peace treaty", "the bassoon", "a telescope", "Kilimanjaro", "a fossil of a trilobite",
    "the Mayflower", "an artery", "the Nile", "a hip joint", "Snell's law", "gravity", "mercury", "an inheritance",
    "photosynthesis",
)  # fmt: skip
"""Keys of unrelated questions, of which two are strangers in each round trip."""
TELLING = {key: [word for word in plain(key).split() if len(word) > 3] for key in DECOYS}


@dataclass(frozen=True, slots=True)
class Trip:
    """`candidates` behind their `labels`, and the `answers` with the label that each has to get."""

    question: str
    labels: tuple[str, ...]
    candidates: tuple[str, ...]
    answers: tuple[str, ...]
    expected: tuple[str, ...]


def trip(asked: Asked, question: str, aliases: Sequence[str] = ()) -> Trip:
    """The round trip of a question in its new wording: the key, its aliases, each wrong option and two strangers.

    The orders and the strangers are drawn from the question alone, so that they are the same in every run.
    """
    draw = random.Random("\n".join(["round trip", question, *asked.options]).encode("utf-8", "replace"))
    candidates = list(asked.options)
    draw.shuffle(candidates)
    labels = dict(zip(candidates, draw.sample(CODES, len(candidates)), strict=True))
    answers = [(option, labels[option]) for option in asked.options]
    answers += [(alias, labels[asked.key]) for alias in aliases]
    answers += [(decoy, NONE) for decoy in _strangers(asked, question, draw)]
    draw.shuffle(answers)
    texts, expected = zip(*answers, strict=True)
    return Trip(question, tuple(labels.values()), tuple(candidates), texts, expected)


def _strangers(asked: Asked, question: str, draw: random.Random) -> list[str]:
    """Keys of questions that share no word with this one, or its options."""
    known = set(plain(" ".join([question, asked.stem, *asked.options])).split())
    decoys = [key for key, words in TELLING.items() if known.isdisjoint(words)]
    return draw.sample(decoys, min(STRANGERS, len(decoys)))
