"""Known answers: everyday questions of our own, with answers whose meaning is known, to measure a judge by.

Half of the answers are easy (a synonym, an inflection, another language, a slip), half are hard (a denial, a name that
fits several candidates, a near miss, a part of the thing, a bare letter, two candidates at once, a description). No
rule decides any of them, for a judge is asked nothing else.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reward.answers import Phrase, Text
from reward.item import Item, ask

Level = Literal["easy", "hard"]
Protocol = Literal["match", "reference"]


@dataclass(frozen=True, slots=True)
class Case:
    """An answer to an item, and the candidate (or the key) that it means; None for none of them."""

    item: Item
    answer: str
    means: str | None
    level: Level

    @property
    def key(self) -> str:
        """The answer that is right."""
        answer = self.item.answer
        return answer.reference if isinstance(answer, Text) else self.item.candidates[0]

    @property
    def protocol(self) -> Protocol:
        """How the judge is asked: to find the candidate, or to compare with the key where there are no candidates."""
        return "match" if self.item.candidates else "reference"


Answers = tuple[tuple[Level, str, str | None], ...]
"""The level, the answer, and what it means."""

MATCH: tuple[tuple[str, tuple[str, ...], Answers], ...] = (
    (
        "What does she take out of the cupboard first?",
        ("saucepan", "frying pan", "colander", "kettle"),
        (
            ("easy", "a small cooking pot", "saucepan"),
            ("easy", "Wasserkocher", "kettle"),
            ("hard", "something made of metal", None),
            ("hard", "the bowl with holes that pasta is drained in", "colander"),
        ),
    ),
    (
        "Which tool does he use to tighten the loose handle?",
        ("screwdriver", "pliers", "spanner", "hammer"),
        (
            ("easy", "Schraubenzieher", "screwdriver"),
            ("easy", "a wrench", "spanner"),
            ("hard", "a screw", None),
            ("hard", "(C)", None),
        ),
    ),
    (
        "Which sound can be heard while the door is closed?",
        ("dog barking", "phone ringing", "water dripping", "glass breaking"),
        (
            ("easy", "woof, woof", "dog barking"),
            ("easy", "a window gets smashed", "glass breaking"),
            ("hard", "it was not the dog", None),
            ("hard", "a leaky tap", "water dripping"),
        ),
    ),
    (
        "What does the man do right after he rinses the knife?",
        ("dries it with a towel", "puts it into the drawer", "sharpens it", "cuts an onion with it"),
        (
            ("easy", "he wipes it dry", "dries it with a towel"),
            ("easy", "lo afila", "sharpens it"),
            ("hard", "he rinses it", None),
            ("hard", "he takes the water off it with a cloth", "dries it with a towel"),
        ),
    ),
    (
        "Where is the phone at the end?",
        ("on the windowsill", "in the sink", "under the table", "on top of the fridge"),
        (
            ("easy", "auf der Fensterbank", "on the windowsill"),
            ("easy", "beneath the tabel", "under the table"),
            ("hard", "on the table", None),
            ("hard", "where the dishes are washed", "in the sink"),
        ),
    ),
    (
        "Why does she open the window?",
        (
            "because the kitchen is full of smoke",
            "to call somebody in the garden",
            "because it is too hot",
            "to water the flowers outside",
        ),
        (
            ("easy", "the fumes have to get out of there", "because the kitchen is full of smoke"),
            ("easy", "the heat had become unbearable", "because it is too hot"),
            ("hard", "to let some fresh air in", None),
            ("hard", "the pan had burnt and one could hardly see", "because the kitchen is full of smoke"),
        ),
    ),
    (
        "How long does the bread stay in the oven?",
        ("three quarters of an hour", "half an hour", "two hours", "a whole day"),
        (
            ("easy", "45 minutes", "three quarters of an hour"),
            ("easy", "120 min", "two hours"),
            ("hard", "90 minutes", None),
            ("hard", "less than an hour", None),
        ),
    ),
    (
        "What colour is the cup that falls?",
        ("dark blue", "light blue", "red", "green"),
        (
            ("easy", "navy", "dark blue"),
            ("easy", "scarlet", "red"),
            ("hard", "blue", None),
            ("hard", "the colour of grass", "green"),
        ),
    ),
    (
        "Who brings the parcel?",
        ("the postman", "a neighbour", "the grandmother", "a small child"),
        (
            ("easy", "el cartero", "the postman"),
            ("easy", "her granny", "the grandmother"),
            ("hard", "a man", None),
            ("hard", "the person who lives next door", "a neighbour"),
        ),
    ),
    (
        "When does the family eat together?",
        ("in the evening", "at noon", "early in the morning", "after midnight"),
        (
            ("easy", "am Abend", "in the evening"),
            ("easy", "at twelve o'clock midday", "at noon"),
            ("hard", "at seven o'clock", None),
            ("hard", "after work, when the sun goes down", "in the evening"),
        ),
    ),
    (
        "What is the new shelf made of?",
        ("wood", "glass", "steel", "cardboard"),
        (
            ("easy", "oak planks", "wood"),
            ("easy", "Pappe", "cardboard"),
            ("hard", "neither wood nor glass", None),
            ("hard", "planks of oak on a frame of metal", None),
        ),
    ),
    (
        "How does the child get to the top shelf?",
        ("by climbing on a chair", "with a ladder", "by jumping", "somebody lifts her up"),
        (
            ("easy", "elle grimpe sur une chaise", "by climbing on a chair"),
            ("easy", "her father picks her up", "somebody lifts her up"),
            ("hard", "she gets there in the end", None),
            ("hard", "she stands on a piece of furniture that one sits on", "by climbing on a chair"),
        ),
    ),
)
"""Questions with four candidates, of which the first is right."""

REFERENCE: tuple[tuple[str, str, tuple[tuple[Level, str, bool], ...]], ...] = (
    (
        "What has to be done before the dough is rolled out?",
        "Let it rest in the fridge for an hour.",
        (
            ("easy", "chill it in the refrigerator for sixty minutes", True),
            ("easy", "Knead it for ten minutes.", False),
            ("hard", "Let it rest in the fridge overnight.", False),
        ),
    ),
    (
        "Why does the alarm go off?",
        "The toast is burning.",
        (
            ("easy", "Somebody rang the doorbell.", False),
            ("easy", "Das Toastbrot brennt an.", True),
            ("hard", "the bread in the toaster is turning to charcoal", True),
        ),
    ),
    (
        "What does the sign on the gate say?",
        "Keep the gate closed.",
        (
            ("hard", "Do not leave the gate open.", True),
            ("easy", "that the gate should stay shut", True),
            ("hard", "Do not close the gate.", False),
        ),
    ),
    (
        "How do the two boxes differ?",
        "The left one is heavier.",
        (
            ("easy", "They have different colours.", False),
            ("hard", "The one on the right weighs less.", True),
            ("hard", "The right one is heavier.", False),
        ),
    ),
)
"""Questions with a key alone; of each answer, whether it means the same."""


@lru_cache
def known_cases() -> tuple[Case, ...]:
    """All known answers, in a fixed order."""
    cases = []
    for stem, candidates, answers in MATCH:
        key = Phrase(text=candidates[0], wrong=candidates[1:])
        item = Item(source="answerkey", question=ask(stem, key, "short"), stem=stem, answer=key, candidates=candidates)
        cases += [Case(item, answer, means, level) for level, answer, means in answers]
    for stem, reference, compared in REFERENCE:
        text = Text(reference=reference)
        item = Item(source="answerkey", question=ask(stem, text, "short"), stem=stem, answer=text)
        cases += [Case(item, answer, reference if same else None, level) for level, answer, same in compared]
    return tuple(cases)
