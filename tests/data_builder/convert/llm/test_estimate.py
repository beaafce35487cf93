"""The estimate before a run, held against what the run takes; and the test questions themselves."""

import asyncio

from judge_endpoint import running
from llm_oracle import model
from llm_world import WORLD

from data_builder.convert.llm.canaries import CANARIES
from data_builder.convert.llm.estimate import Estimate, estimate, spent
from data_builder.convert.llm.llm import Llm
from data_builder.convert.llm.meaning import unfit
from data_builder.convert.llm.opinion import Asked
from data_builder.convert.llm.opinions import opinions
from reward.judge.endpoint import Endpoint

ASKED = [truth.asked for truth in WORLD]


def test_the_estimate_is_the_calls_of_a_run_in_which_everything_passes() -> None:
    async def go() -> tuple[Estimate, Estimate]:
        async with running(model()) as server:
            endpoint = Endpoint(server.url, "m", prompt_price=2.0, completion_price=10.0)
            llm = Llm(endpoint)
            before = estimate(ASKED, endpoint)
            assert server.calls == 0
            await opinions(ASKED, llm)
            return before, spent(llm.tally)

    before, after = asyncio.run(go())
    fit = sum(bool(truth.wordings) for truth in WORLD)
    assert before.calls == after.calls == 3 * fit + len(CANARIES)
    assert 200 * before.calls < before.prompt_tokens < 900 * before.calls
    assert 20 * before.calls < before.completion_tokens < 150 * before.calls
    assert before.cost == (2 * before.prompt_tokens + 10 * before.completion_tokens) / 1_000_000
    assert after.prompt_tokens == 100 * after.calls
    assert after.cost > 0


def test_nothing_to_ask_costs_nothing() -> None:
    endpoint = Endpoint("http://127.0.0.1:1/v1", "m", prompt_price=1.0)
    closed = Asked("1", "Which of these is not there?", ("a", "b"), 0)
    assert estimate([], endpoint) == estimate([closed], endpoint) == Estimate(0, 0, 0, 0.0)


def test_the_test_questions_differ_and_there_are_some_of_each_sort() -> None:
    endpoint = Endpoint("http://127.0.0.1:1/v1", "m")
    assert len({canary.call.key(endpoint) for canary in CANARIES}) == len(CANARIES) == 13
    names = [canary.name for canary in CANARIES]
    assert all(names.count(name) >= 3 or "same" in name for name in names)
    assert unfit(Asked("1", "What does the woman pour into the tall glass?", ("milk", "tea"), 0)) is None
