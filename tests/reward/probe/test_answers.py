"""Whatever JSON a server answers, each client makes something of it, and the probe ends with a table."""

import asyncio
import json
import math
from typing import Any
from unittest.mock import patch

import pytest
from any_json import VALUES, objects
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reward.probe import llama_factory, nemo_gym, openrlhf, roll, slime, verl
from reward.probe.made import Made, finite, short
from reward.probe.run import Line, shown
from reward.probe.samples import labelled

CLIENTS = {
    module.__name__.rpartition(".")[2]: module for module in (llama_factory, nemo_gym, openrlhf, roll, slime, verl)
}
FIELDS = (
    *("score", "unscored", "reward", "rule", "rewards", "scores", "extra_logs", "reward_request_id", "errcode"),
    *("errmsg", "reward_score", "responses_create_params", "response", "expected_answer", "_ng_failure_class"),
)
NUMBERS = st.sampled_from([0, 1, 2, 0.5, True, 10**400, -(10**400), 1e400, math.nan, "\x1b[31m"])
ANY = NUMBERS | VALUES | st.lists(NUMBERS, max_size=2)
ANSWERS = ANY | objects(*FIELDS) | st.dictionaries(st.sampled_from(FIELDS), ANY, max_size=len(FIELDS))
HUGE = dict.fromkeys(FIELDS, 10**400)
DEEP = json.loads("[" * 900 + "]" * 900)
ECHO = {name: 1 for name in FIELDS if name != "_ng_failure_class"}
SAMPLES = [sample.rollout for sample in labelled()[:2]]


def made(name: str, answer: Any) -> list[Made]:
    """What a client makes of requests that are all answered alike."""
    client = CLIENTS[name]

    async def post(*_: Any, **__: Any) -> Any:
        return answer

    async def go() -> list[Made]:
        asked = await client.ask("http://127.0.0.1:9", SAMPLES)
        assert len(asked) == len(SAMPLES)
        return [*asked, *(one for _, some in await client.odd("http://127.0.0.1:9") for one in some)]

    with patch.object(client, "post", post), patch.multiple(roll, LIMIT=0.01, PAUSE=0.0):
        return asyncio.run(go())


@pytest.mark.parametrize("name", CLIENTS)
@settings(max_examples=20, deadline=None)
@given(ANSWERS)
@example({"score": 10**400})
@example({"reward": 0, "unscored": 1})
@example({"rewards": [0], "extra_logs": 5})
@example({"rewards": [0], "extra_logs": {"unscored": [10**400]}})
@example({"rewards": [0], "extra_logs": {"rewards": ["x"]}})
@example({"scores": [10**400, 10**400]})
@example([{"score": 1}])
@example({"reward_request_id": [], "errcode": 0, "reward_score": 10**400})
@example(HUGE)
@example(ECHO)
def test_any_answer_becomes_something(name: str, answer: Any) -> None:
    check(made(name, answer))


@pytest.mark.parametrize("name", CLIENTS)
def test_a_deep_answer_becomes_something(name: str) -> None:
    ids = {"reward_request_id": None, "errcode": 2}
    for answer in (
        DEEP,
        dict.fromkeys(FIELDS, DEEP),
        {**ECHO, "rule": DEEP, "_ng_failure_class": DEEP},
        {**ids, "errmsg": DEEP},
    ):
        check(made(name, answer))


def check(found: list[Made]) -> None:
    assert all(isinstance(one, Made) for one in found)
    assert all(one.reward is None or (one.fate == "trained" and math.isfinite(one.reward)) for one in found)
    table = shown([Line("a reply", one, "") for one in found])
    assert all(line.isprintable() and len(line) < 400 for line in table.split("\n"))


@pytest.mark.parametrize(
    ("answers", "fates"),
    [
        ([{"score": 1}, {"score": 0, "more": 1}], ["trained", "trained"]),
        ([{"score": 1, "more": 1}, {"score": 0}], ["trained", "run ends"]),
        ([0.5, {"score": 1}], ["trained", "trained"]),
        ([{"score": 1}, 0.5], ["trained", "run ends"]),
        ([{"score": None}], ["run ends"]),
        ([{"score": True}], ["run ends"]),
        ([Made(None, "run ends", "HTTP status 500")], ["run ends"]),
    ],
)
def test_verl_makes_columns_of_the_first_answers_keys(answers: list[Any], fates: list[str]) -> None:
    assert [one.fate for one in verl.read(answers)] == fates


@pytest.mark.parametrize(("answer", "fate"), [([1, 0, 1], "trained"), ([1], "run ends"), ({"score": 1}, "run ends")])
def test_verl_takes_a_batch_of_at_least_as_many(answer: Any, fate: str) -> None:
    assert [one.fate for one in verl.read_batch(answer, 2)] == [fate] * 2


@pytest.mark.parametrize(
    ("answer", "key", "one"),
    [
        (0.5, None, Made(0.5)),
        ({"reward": 0.5}, "reward", Made(0.5)),
        ({"reward": 0, "unscored": 1}, "reward", Made(0.0, flag="unscored=1 rule=None")),
        ({"reward": 0, "unscored": 1, "rule": "unknown_id"}, "reward", Made(0.0, flag="unscored=1 rule=unknown_id")),
        ({"reward": 0.5}, None, Made(None, "run ends", "{'reward': 0.5} is no reward")),
        (0.5, "reward", Made(None, "run ends", "None is no reward")),
    ],
)
def test_slime_takes_the_answer_or_what_its_key_names(answer: Any, key: str | None, one: Made) -> None:
    assert slime.read(answer, key) == one


def test_nemo_gym_takes_an_answer_that_repeats_the_row() -> None:
    assert nemo_gym.read({"a": 1, "reward": 0.5}, {"a": 1}) == Made(0.5)
    assert nemo_gym.read({"reward": 0.5}, {"a": 1}).fate == "run ends"
    assert nemo_gym.read({"a": 1, "reward": 10**400}, {"a": 1}).fate == "run ends"
    assert nemo_gym.read({"a": 1, "reward": 0, "_ng_failure_class": {}}, {"a": 1}) == Made(None, "left out", "{}: None")


@pytest.mark.parametrize(
    ("answer", "fate", "said"),
    [
        ({"reward_request_id": "1", "errcode": 0, "reward_score": 1}, "trained", ""),
        ({"reward_request_id": "1", "errcode": 0, "reward_score": "1"}, "run ends", "1 is no reward"),
        ({"reward_request_id": "1", "errcode": 0}, "trained", "Failed to get reward"),
        ({"reward_request_id": "1", "errcode": 1}, "asked again", "no reward within"),
        ({"reward_request_id": "1"}, "asked again", "no errcode"),
        ({"reward_request_id": "1", "errcode": 7, "errmsg": "hm"}, "asked again", "errcode=7, errmsg=hm"),
        (1.0, "trained", "no id: 1.0; Failed to get reward"),
    ],
)
def test_rolls_five_submissions_have_one_limit(answer: Any, fate: str, said: str) -> None:
    one = made("roll", answer)[0]
    assert one.fate == fate
    assert said in one.flag


@pytest.mark.parametrize("value", [0, 1.5, -3, 10**300])
def test_numbers_to_train_on(value: Any) -> None:
    assert finite(value)


@pytest.mark.parametrize("value", [True, False, None, "1", [1], 10**400, -(10**400), math.inf, -math.inf, math.nan])
def test_what_is_no_number_to_train_on(value: Any) -> None:
    assert not finite(value)


def test_what_an_answer_holds_is_said_in_few_characters() -> None:
    assert short("unknown_id") == "unknown_id"
    assert all(len(short(value)) <= 60 for value in (DEEP, HUGE, [[list(range(99))] * 99] * 99, 10**400))
