"""Opinions with models that lie in every way: nothing bad survives, whatever else does."""

import asyncio
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from judge_behaviours import Behaviour, in_turn
from judge_endpoint import running
from judge_faults import FAULTS
from judge_server import Endpoint as Server
from llm_liars import LIARS, OUTAGES
from llm_oracle import model
from llm_world import WORLD, bad

from data_builder.convert.llm import llm as llm_module
from data_builder.convert.llm.canaries import CANARIES
from data_builder.convert.llm.llm import Llm
from data_builder.convert.llm.opinion import Asked, Opinion
from data_builder.convert.llm.opinions import opinions
from reward.jsonl import InputError
from reward.judge import breaker, client
from reward.judge.endpoint import Endpoint, Output
from reward.judge.sqlite_cache import SqliteCache
from reward.judge.tally import Budget

ASKED = [truth.asked for truth in WORLD]
FEW = ASKED[:3]
Found = tuple[list[Opinion], Llm, Server]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)


def ask(behaviour: Behaviour, asked: Sequence[Asked] = ASKED, output: Output = "json_schema", **more: Any) -> Found:
    async def go() -> Found:
        async with running(behaviour) as server:
            llm = Llm(Endpoint(server.url, "m", output=output), **{"deadline": 5.0, "try_seconds": 2.0, **more})
            try:
                return await opinions(asked, llm), llm, server
            finally:
                await llm.close()

    return asyncio.run(go())


@pytest.fixture
def port() -> int:
    """A free one: the address is a part of what an answer is kept under."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def faults(found: Sequence[Opinion]) -> list[tuple[str, list[str]]]:
    pairs = zip(WORLD, found, strict=True)
    return [(truth.asked.stem, wrong) for truth, opinion in pairs if (wrong := bad(truth, opinion))]


@pytest.mark.parametrize("output", ["json_schema", "json_object", "text"])
def test_a_truthful_model_opens_what_stands_and_nothing_else(output: Output) -> None:
    found, llm, _ = ask(model(), output=output)
    assert faults(found) == []
    assert [opinion.outcome == "opened" for opinion in found] == [bool(truth.wordings) for truth in WORLD]
    assert [opinion.outcome == "drop" for opinion in found] == [truth.unfair for truth in WORLD]
    assert sum(len(opinion.aliases) for opinion in found) >= 5
    assert llm.tally.failures.total() == 0


@pytest.mark.parametrize("name", LIARS)
def test_no_lie_survives(name: str) -> None:
    found, _, _ = ask(model(LIARS[name]))
    assert faults(found) == []


@pytest.mark.parametrize("name", LIARS)
def test_no_lie_survives_from_a_model_that_lies_about_the_test_questions_too(name: str) -> None:
    try:
        found, _, _ = ask(model(LIARS[name], brazen=True))
    except InputError:
        return  # nothing of it is used
    assert faults(found) == []


@pytest.mark.parametrize("name", ["insists", "drops everything", "broken JSON", "everything to the first"])
def test_a_model_that_fails_the_test_questions_is_refused_in_one_line(name: str) -> None:
    said = r"'m' failed \d+ of 13 test questions, such as .*: nothing of it is used"
    with pytest.raises(InputError, match=said) as error:
        ask(model(LIARS[name], brazen=True))
    assert str(error.value).isprintable()


@pytest.mark.parametrize("name", OUTAGES)
def test_a_fault_of_the_endpoint_never_opens_a_question(name: str) -> None:
    found, llm, _ = ask(model(fault=FAULTS[name]), FEW, deadline=0.4, try_seconds=0.2)
    assert [opinion.outcome for opinion in found] == ["failed"] * len(FEW)
    assert all(opinion.stem == asked.stem and not opinion.aliases for opinion, asked in zip(found, FEW, strict=True))
    assert {opinion.reason for opinion in found} == set(llm.tally.failures)


def test_a_fault_that_passes_costs_nothing_but_time() -> None:
    def fault_first(fault: Behaviour) -> Behaviour:
        return model(fault=in_turn(fault, fault, model()))

    for name in ("server_error", "unavailable", "dropped", "rate_limited", "empty"):
        found, _, _ = ask(fault_first(FAULTS[name]), FEW)
        assert [opinion.outcome for opinion in found] == ["opened"] * len(FEW), name


def test_an_endpoint_that_is_gone_is_waited_for_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"FAILURES": 3, "PATIENCE": 0.0, "PAUSE": 0.05, "LONGEST_PAUSE": 0.1}.items():
        monkeypatch.setattr(breaker, name, value)
    monkeypatch.setattr(llm_module, "PAUSE", 0.05)
    gone = in_turn(*[model()] * len(CANARIES), *[FAULTS["server_error"]] * 12, model())
    assert {opinion.outcome for opinion in ask(gone, FEW)[0]} == {"opened"}
    for_good = in_turn(*[model()] * len(CANARIES), FAULTS["server_error"])
    started = time.monotonic()
    found, _, _ = ask(for_good, FEW * 40, deadline=0.5, connections=2)
    assert {(opinion.outcome, opinion.reason) for opinion in found[2:]} == {("failed", "circuit_open")}
    assert time.monotonic() - started < 5


def test_the_order_is_kept_and_progress_is_told_once_for_each() -> None:
    told: list[None] = []

    async def go() -> list[Opinion]:
        async with running(model()) as server:
            llm = Llm(Endpoint(server.url, "m"), connections=3)
            return await opinions(ASKED, llm, lambda: told.append(None))

    found = asyncio.run(go())
    assert len(told) == len(ASKED)
    assert [bool(truth.wordings) for truth in WORLD] == [opinion.outcome == "opened" for opinion in found]


def test_no_more_calls_run_at_once_than_there_are_connections() -> None:
    _, _, server = ask(model(), connections=2)
    assert server.peak <= 2


def test_what_no_model_can_open_is_not_asked() -> None:
    closed = [truth.asked for truth in WORLD if not truth.wordings]
    found, llm, server = ask(model(), closed)
    assert server.calls == llm.tally.calls == 0
    assert {opinion.reason for opinion in found} == {"needs_its_list", "asks_for_taste", "speaks_to_a_grader"}
    assert ask(model(), [])[0] == []


def test_the_test_questions_are_asked_once() -> None:
    async def go() -> tuple[int, int]:
        async with running(model()) as server:
            llm = Llm(Endpoint(server.url, "m"))
            await opinions(FEW[:1], llm)
            first = server.calls
            await opinions(FEW[1:2], llm)
            return first, server.calls

    assert asyncio.run(go()) == (len(CANARIES) + 3, len(CANARIES) + 6)


def test_a_run_that_was_ended_goes_on_and_ends_with_the_same(tmp_path: Path, port: int) -> None:
    whole = ask(model())[0]
    dies = in_turn(*[model()] * (len(CANARIES) + 12), FAULTS["unauthorized"])

    async def go(behaviour: Behaviour) -> tuple[list[Opinion], Llm]:
        async with running(behaviour, port=port) as server:
            llm = Llm(Endpoint(server.url, "m"), cache=SqliteCache(tmp_path / "llm.sqlite"), deadline=2.0)
            try:
                return await opinions(ASKED, llm), llm
            finally:
                await llm.close()

    broken, _ = asyncio.run(go(dies))
    assert any(opinion.outcome == "failed" for opinion in broken)
    resumed, llm = asyncio.run(go(model()))
    assert resumed == whole
    assert llm.tally.cached >= len(CANARIES) + 12
    again, llm = asyncio.run(go(FAULTS["server_error"]))
    assert again == whole
    assert llm.tally.calls == 0


def test_a_malformed_answer_is_never_kept(tmp_path: Path, port: int) -> None:
    path = tmp_path / "llm.sqlite"

    async def go(behaviour: Behaviour) -> list[Opinion]:
        async with running(behaviour, port=port) as server:
            llm = Llm(Endpoint(server.url, "m"), cache=SqliteCache(path), deadline=2.0)
            try:
                return await opinions(FEW, llm)
            finally:
                await llm.close()

    for name in ("broken JSON", "two objects", "a name twice", "wrong types", "an extra field", "too few"):
        assert {opinion.outcome for opinion in asyncio.run(go(model(LIARS[name])))} == {"failed"}, name
    assert {opinion.outcome for opinion in asyncio.run(go(model()))} == {"opened"}


def test_a_budget_ends_what_is_asked() -> None:
    found, llm, _ = ask(model(), budget=Budget(requests=len(CANARIES) + 4))
    assert llm.tally.calls == len(CANARIES) + 4
    assert "budget_spent" in {opinion.reason for opinion in found}
    assert faults(found) == []
