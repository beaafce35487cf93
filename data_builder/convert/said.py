"""What a language model said of a set, what that took, and what it was estimated to take."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from data_builder.convert.first_pass import question_for_llm
from data_builder.convert.llm.estimate import Estimate, estimate
from data_builder.convert.llm.opinion import Asked, Opinion
from data_builder.convert.llm.settings import LlmSettings
from data_builder.convert.mcq import Mcq, Opened
from reward.jsonl import InputError
from reward.judge.tally import Tally


@dataclass(frozen=True, slots=True)
class Said:
    """What a language model said, by base_id, what that took, and what it was estimated to take."""

    opinions: Mapping[str, Opinion]
    tally: Tally | None = None
    before: Estimate | None = None

    def failures(self) -> list[str]:
        """A finding for each way in which the model failed; a further run asks again."""
        kinds = Counter(opinion.reason for opinion in self.opinions.values() if opinion.outcome == "failed")
        return [
            f"the language model failed on {count:,} questions ({kind}), whose options stay; run again to ask again"
            for kind, count in sorted(kinds.items())
        ]

    def estimated(self) -> dict[str, float] | None:
        """What was estimated, by name; None where no model was asked."""
        return None if self.before is None else {name: getattr(self.before, name) for name in self.before.__slots__}


def questions_of(asked: Sequence[Mcq | Opened]) -> list[Asked]:
    """What a language model would be asked about."""
    shown = tqdm(asked, desc="triage", unit="question", disable=None)
    return [question for one in shown if isinstance(one, Mcq) and (question := question_for_llm(one))]


def consult(
    settings: LlmSettings | None, asked: Sequence[Mcq | Opened], classes: Mapping[str, tuple[str, ...]], cache: Path
) -> Said:
    """Ask the language model, if there is one, about the questions that rules leave open.

    Its answers are kept in `cache` unless the settings name another file, so that a further run need not ask again.
    Raises InputError.
    """
    if settings is None:
        return Said({})
    try:
        from data_builder.convert.llm.opening import opened_llm  # noqa: PLC0415  # needs aiohttp, which is optional
        from data_builder.convert.llm.opinions import opinions  # noqa: PLC0415
    except ImportError as error:
        raise InputError(f"a language model needs {error.name}: pip install 'answerkey[judge]'") from None
    questions = questions_of(asked)
    before = estimate(questions, settings.endpoint)
    print(told("estimated: at most", before))
    llm = opened_llm(settings if settings.cache else settings.model_copy(update={"cache": cache}), classes)

    async def ask() -> list[Opinion]:
        with tqdm(total=len(questions), desc="asking", unit="question", disable=None) as progress:
            try:
                return await opinions(questions, llm, progress.update)
            finally:
                await llm.close()

    found = asyncio.run(ask())
    by_id = {question.id: opinion for question, opinion in zip(questions, found, strict=True)}
    return Said(by_id, llm.tally, before)


def told(what: str, cost: Estimate) -> str:
    """A cost as people read it."""
    return (
        f"{what} {cost.calls:,} calls, {cost.prompt_tokens:,} tokens of prompt, {cost.completion_tokens:,} of "
        f"completion, {cost.cost:.2f} in money by the price given"
    )
