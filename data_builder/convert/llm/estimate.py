"""What a conversion will cost in calls, tokens and money before it runs, and what it has cost after."""

from collections.abc import Sequence
from dataclasses import dataclass

from data_builder.convert.llm.answer import canonical
from data_builder.convert.llm.calls import Call, marks_call, opening_call, trip_call
from data_builder.convert.llm.canaries import CANARIES
from data_builder.convert.llm.meaning import unfit
from data_builder.convert.llm.opinion import Asked
from data_builder.convert.llm.prompts import OPEN, RATE, ROUND
from data_builder.convert.llm.trip import trip
from reward.judge.endpoint import Endpoint
from reward.judge.tally import Tally

CHARS_PER_TOKEN = 4
"""Of English; other scripts take more tokens."""
ANSWER_TOKENS = {OPEN: 140, RATE: 25, ROUND: 50}
"""About what an answer takes; a model that thinks takes many more."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Calls, tokens, and money by the endpoint's prices."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float


def estimate(asked: Sequence[Asked], endpoint: Endpoint) -> Estimate:
    """What the questions take at most, tries after failures aside: three calls each, and the test questions.

    No call is made. Questions that are demoted after the first or second call, and answers that are kept, take less.
    """
    calls = prompt = completion = 0
    for question in asked:
        if unfit(question) is None:
            one, two = opening_call(question), marks_call(question, question.stem)
            for call in (one, two, trip_call(trip(question, question.stem))):
                calls, prompt, completion = calls + 1, prompt + _size(call, endpoint), completion + _said(call)
    for canary in CANARIES if calls else ():
        calls, prompt, completion = calls + 1, prompt + _size(canary.call, endpoint), completion + _said(canary.call)
    cost = (endpoint.prompt_price * prompt + endpoint.completion_price * completion) / 1_000_000
    return Estimate(calls, prompt, completion, cost)


def spent(tally: Tally) -> Estimate:
    """What was taken in truth, tries that failed among it; tokens as the endpoint states them."""
    return Estimate(tally.calls, tally.prompt_tokens, tally.completion_tokens, tally.cost)


def _size(call: Call[object], endpoint: Endpoint) -> int:
    schema = len(canonical(call.fields)) if endpoint.output == "json_schema" else 0
    return (sum(map(len, call.messages(endpoint))) + schema) // CHARS_PER_TOKEN


def _said(call: Call[object]) -> int:
    return ANSWER_TOKENS[call.version]
