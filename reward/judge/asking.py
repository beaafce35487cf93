"""An asking: one question to a judge, whose verdict is one of a few options. Both protocols ask in this form."""

import hashlib
import json
import random
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import factorial

from reward.judge.endpoint import Endpoint
from reward.judge.prompt import fill, load_prompt
from reward.judge.ruling import read_verdict
from reward.judge.shown import fence, shown
from reward.judge.wire import Completion, request_body

QUESTION_CHARS = 8_000
CODES = tuple(map("".join, permutations("KQVWXZJ", 2)))
"""What stands for the candidates in a text; letters would be taken for those of an answer."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A prompt's version, the answer as it was read, the options, and what else the prompt shows.

    `none`: the option that stands for no candidate, which comes last; the others come in an order drawn from the rest.
    `vote` tells apart askings that are alike but for the order.
    """

    version: str
    question: str
    answer: str
    options: tuple[str, ...]
    none: str | None = None
    first: str = ""
    vote: int = 0

    def key(self, endpoint: Endpoint) -> str:
        """The name of the verdict: 64 hexadecimal digits of all that it depends on, and of nothing secret."""
        parts = [endpoint.identity, self.version, self.question, normalised(self.answer), normalised(self.first)]
        text = json.dumps([*parts, self.none, sorted(self.options), self.vote])
        return hashlib.sha256(text.encode()).hexdigest()

    def ordered(self) -> Sequence[str]:
        """The options as they are shown: in another order for another answer, and for each vote while there are any."""
        options = sorted(option for option in self.options if option != self.none)
        if self.none is None:
            return options
        draw = random.Random("\n".join([self.version, self.question, normalised(self.answer), *options]))
        shown_before: set[tuple[str, ...]] = set()
        for _ in range(self.vote % factorial(len(options)) + 1):
            draw.shuffle(options)
            while tuple(options) in shown_before:
                draw.shuffle(options)
            shown_before.add(tuple(options))
        return [*options, self.none]

    def body(self, endpoint: Endpoint, options: Sequence[str]) -> bytes:
        """The request. What it shows of the answer is fenced by a delimiter that is fresh for each call."""
        as_text = endpoint.output == "text"
        labels = self.labels(options) if as_text else ["-"] * len(options)
        values = {
            "question": _shown_question(self.question),
            "options": "\n".join([f"{label} {option}" for label, option in zip(labels, options, strict=True)]),
            "answer": shown(self.answer),
            "first": shown(self.first) if self.first else "",
            "fence": fence(),
            "none": self.none or "",
        }
        prompt = load_prompt(self.version)
        values["form"] = fill(prompt.text if as_text else prompt.json, values)
        return request_body(endpoint, fill(prompt.system, values), fill(prompt.user, values), options)

    def labels(self, options: Sequence[str]) -> Sequence[str]:
        """What stands for an option in a text: a code that no answer uses, or the option itself."""
        return options if self.none is None else [f"{code}." for code in CODES[: len(options)]]

    def read(self, endpoint: Endpoint, options: Sequence[str], completion: Completion) -> str:
        """The option that a completion chooses. Raises JudgeFailure."""
        return read_verdict(completion.text, endpoint.output, options, self.labels(options))


def normalised(text: str) -> str:
    """The form in which two answers are one: spaces and ways to encode a letter make no difference, all else does."""
    return " ".join(unicodedata.normalize("NFC", text).split())


@lru_cache(maxsize=4096)  # the replies of a group share theirs
def _shown_question(question: str) -> str:
    """A question as it is shown; of a very long one the end, where it asks."""
    return shown(question[-QUESTION_CHARS:], QUESTION_CHARS)
