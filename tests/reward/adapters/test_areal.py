"""What AReaL's users rely on: a float or an exception for each reply, never an invented 0, in AReaL's processes too."""

import asyncio
import json
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from doc_pages import snippets
from trainer_packages import drive
from trainer_rollouts import BAD, CASES, GOOD, PAN, Case

from reward.adapters import areal
from reward.adapters.areal import Scored, async_reward_fn, reward_fn
from reward.adapters.columns import NoVerdict
from reward.adapters.configured import configured
from reward.probe import areal as probe

LOST = "0a1b2c3d4e5f6a7b"
TEMPLATED = f"<|im_start|>user\n{PAN.question}<|im_end|>\n<|im_start|>assistant\n"
INSTALL = "needs areal: pip install areal"


@pytest.fixture(autouse=True)
def unpaused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(areal, "_paused_until", 0.0)


def call(case: Case, awaited: bool = False, **row: Any) -> float:
    """As RLVRWorkflow calls it: four arguments by place, and the columns of the row."""
    row = {"messages": case.rollout.prompt, "label": case.rollout.label, "query_id": "7", **row}
    given = (case.rollout.prompt, case.rollout.reply, [1, 2], [3])
    return asyncio.run(async_reward_fn(*given, **row)) if awaited else reward_fn(*given, **row)


@pytest.mark.parametrize("awaited", [False, True], ids=["pooled", "awaited"])
def test_a_reply_gets_its_reward_or_raises_with_the_reason(scoring: None, awaited: bool) -> None:
    for case in GOOD:
        assert call(case, awaited) == case.score, case.name
    for case in BAD:
        with pytest.raises(NoVerdict, match="could not be scored"):
            call(case, awaited)


@pytest.mark.parametrize(
    "row",
    [
        {"item_id": PAN.id},
        {"item": PAN.model_dump(mode="json")},
        {"item": PAN.model_dump_json()},
        {"label": "pan"},
        {"ground_truth": ["pan"]},
        {"answer": "pan"},
        {"item_id": PAN.id, "answer": "cup"},
        {"item_id": None, "label": None, "answer": "pan"},
    ],
    ids=lambda row: "-".join(row),
)
def test_the_columns_that_say_what_is_right(url: str, monkeypatch: pytest.MonkeyPatch, row: dict[str, Any]) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    extra = {"messages": [{"role": "user", "content": PAN.question}], "images": [b"\xff\xd8"], "messages_chat": []}
    assert reward_fn(TEMPLATED, "Answer: pan<|im_end|>", [1], [2], **extra, **row) == 1.0
    given = {"prompt": TEMPLATED, "completions": "Answer: cup<|im_end|>\n", "prompt_ids": [1], "completion_ids": [2]}
    assert reward_fn(**given, **extra, **row) == 0.0  # as VisionRLVRWorkflow calls it


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_the_function_and_its_exception_cross_to_processes(
    url: str, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    assert reward_fn(TEMPLATED, "pan", [], [], item_id=PAN.id) == 1.0  # the parent's loop and connections are in use
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        assert pool.submit(reward_fn, TEMPLATED, "pan", [1], [2], item_id=PAN.id).result(timeout=30) == 1.0
        with pytest.raises(NoVerdict, match="no item has"):
            pool.submit(reward_fn, TEMPLATED, "pan", [1], [2], item_id=LOST).result(timeout=30)


def test_the_limits_fit_areals_own() -> None:
    assert 2 * areal.POOL_DEADLINE > 15 > areal.POOL_DEADLINE + 5  # a reply may wait for one other, and no more
    assert areal.PAUSE > 0


def test_after_a_server_without_verdicts_replies_raise_at_once_and_after_a_pause_it_is_asked_again(
    url: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(areal, "PAUSE", 0.2)
    with pytest.raises(NoVerdict, match="server gave no verdict"):
        reward_fn("?", "pan", answer="pan")
    configured.cache_clear()
    monkeypatch.setenv("ANSWERKEY_URL", url)
    with pytest.raises(NoVerdict, match="a moment ago"):
        reward_fn("?", "pan", answer="pan")
    time.sleep(0.25)
    monkeypatch.delenv("ANSWERKEY_DEADLINE")
    configured.cache_clear()
    assert reward_fn("?", "pan", answer="pan") == 1.0


def test_a_reply_that_cannot_be_scored_stops_no_other() -> None:
    with pytest.raises(NoVerdict):
        reward_fn("?", "pan", item_id=LOST)
    assert reward_fn("?", "pan", answer="pan") == 1.0


@pytest.mark.parametrize("odd", [None, 3, b"pan", {"role": "assistant"}, [3], "\ud800"])
def test_odd_replies_and_columns_raise_nothing_else(odd: Any) -> None:
    for row in ({"answer": odd}, {"item": odd}, {"item_id": odd}, {}):
        for prompt, reply in (("?", odd), (odd, "pan"), (odd, odd)):
            with suppress(NoVerdict):
                assert reward_fn(prompt, reply, odd, odd, **row) in (0.0, 1.0)


def test_a_bad_configuration_is_said(no_address: None) -> None:
    with pytest.raises(ValueError, match="http://"):
        reward_fn("?", "pan", answer="pan")


class Episodes:
    """A workflow as AReaL's, of what `Scored` relies on."""

    def __init__(self, reward_fn: Any) -> None:
        self.reward_fn = reward_fn

    async def arun_episode(self, engine: Any, data: dict[str, Any]) -> dict[str, float]:
        assert not isinstance(self.reward_fn, str)
        return {"rewards": await self.async_reward_fn("?", engine, [1], [2], **data)}  # type: ignore[attr-defined]


class Workflow(Scored, Episodes):
    """As a user writes it."""


def test_a_workflow_with_scored_leaves_out_the_one_reply_without_a_verdict(caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> list[Any]:
        workflow = Workflow(reward_fn="reward.adapters.areal.reward_fn")
        replies = ("pan", "a cup", 17, "pan")
        return await asyncio.gather(*(workflow.arun_episode(reply, {"answer": "pan"}) for reply in replies))

    assert asyncio.run(go()) == [{"rewards": 1.0}, {"rewards": 0.0}, None, {"rewards": 1.0}]
    assert "left a reply out of training" in caplog.text


def test_a_workflow_with_scored_does_not_line_up_behind_a_server_without_verdicts(broken: str) -> None:
    async def go() -> list[Any]:
        workflow = Workflow(reward_fn=reward_fn)
        return await asyncio.gather(*(workflow.arun_episode("pan", {"answer": "pan"}) for _ in range(20)))

    start = time.monotonic()
    assert asyncio.run(go()) == [None] * 20
    assert time.monotonic() - start < 2


def test_the_probe_says_what_areal_makes_of_the_rewards(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    cases = [case for case in CASES if case.rollout.label is not None]

    async def go() -> tuple[Any, ...]:
        rollouts = [case.rollout for case in cases]
        return await probe.ask(url, rollouts), await probe.ask(url, rollouts, pooled=False), await probe.odd(url)

    pooled, awaited, odd = asyncio.run(go())
    assert [made.reward for made in pooled] == [made.reward for made in awaited] == [case.score for case in cases]
    lost = [made for made in pooled if made.fate == "left out"]
    assert len(lost) == sum(case.score is None for case in cases) == sum(case.rollout.label is not None for case in BAD)
    assert all(made.flag for made in lost)
    assert {made.fate for _, mades in odd for made in mades} == {"trained", "left out"}


WORKFLOWS = """
import asyncio, importlib, json, logging, os, sys, types
from trainer_absent import absent
from trainer_packages import shell

absent(
    *("uvloop", "torchdata", "hydra", "numba", "einops", "ray", "transformers", "datasets"),
    *("areal.infra.workflow_executor", "areal.infra.utils", "areal.api.cli_args", "areal.api.alloc_mode"),
    *("areal.utils.network", "areal.utils.name_resolve"),
)
shell("areal", "areal.infra", "areal.workflow", "areal.utils", "areal.experimental")
sys.modules["areal.utils"].logging = sys.modules["areal.utils.logging"] = logging
platform = types.SimpleNamespace(device_type="cpu", is_initialized=lambda: False)
sys.modules["areal.infra.platforms"] = types.SimpleNamespace(current_platform=platform)
sys.modules["areal.experimental.openai"] = types.SimpleNamespace(InteractionWithTokenLogpReward=Exception)
sys.modules["areal"].workflow_context = importlib.import_module("areal.infra.workflow_context")
from areal.api.reward_api import AsyncRewardWrapper
from areal.api import ModelResponse
from areal.infra.remote_inf_engine import GroupedRolloutWorkflow
from areal.utils import stats_tracker
from areal.workflow.rlvr import RLVRWorkflow
from areal.workflow.vision_rlvr import VisionRLVRWorkflow

from reward.adapters.areal import Scored, reward_fn

REWARD = "reward.adapters.areal.reward_fn"


class Letters:
    pad_token_id = eos_token_id = 0

    def decode(self, tokens):
        return "".join(map(chr, tokens))


class Settings:
    def new(self, *_, **__):
        return self

    new_with_stop_and_pad_token_ids = new


class Own(Scored, RLVRWorkflow):
    pass


async def said(error_or_reward):
    try:
        return await error_or_reward
    except Exception as error:
        return type(error).__name__


async def wrapped(limit, workers, rows):
    rewarded = AsyncRewardWrapper(reward_fn, timeout_seconds=limit, max_workers=workers)
    calls = (rewarded("Which?", "Answer: pan<|im_end|>", [1], [2], **row) for row in rows)
    return await asyncio.gather(*map(said, calls))


async def episode(kind, label, *replies):
    left = iter(replies)

    async def agenerate(request):
        tokens = [ord(letter) for letter in next(left)]
        return ModelResponse(request.input_ids, tokens, [0.0] * len(tokens), [0] * len(tokens))

    def tokens(messages, *_):
        return [ord(letter) for letter in messages[-1]["content"]]

    workflow = kind(reward_fn=REWARD, gconfig=Settings(), tokenizer=Letters(), get_input_ids_fn=tokens)
    grouped = GroupedRolloutWorkflow(workflow, len(replies), logging)
    row = {"messages": [{"role": "user", "content": "Which?"}], "answer": label}
    rolled = await grouped.arun_episode(types.SimpleNamespace(agenerate=agenerate), row)
    return rolled and rolled["rewards"].tolist()


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    good = asyncio.run(wrapped(15, 2, json.loads(sys.argv[1])))
    url = os.environ["ANSWERKEY_URL"]
    os.environ |= {"ANSWERKEY_URL": sys.argv[2], "ANSWERKEY_DEADLINE": "0.3"}
    hanging = asyncio.run(wrapped(0.9, 1, [{"answer": "pan"}] * 12))
    os.environ |= {"ANSWERKEY_URL": url, "ANSWERKEY_DEADLINE": "60"}
    lost = {"colour": "red"}
    episodes = [
        asyncio.run(said(episode(kind, label, "pan<|im_end|>", "a cup<|im_end|>")))
        for kind, label in ((Own, "pan"), (Own, lost), (RLVRWorkflow, lost))
    ]
    page = {}
    exec(sys.argv[3], page)
    order = [Scored, VisionRLVRWorkflow] == list(page["Workflow"].__mro__[1:3])
    unscored = stats_tracker.get("rollout").export()["rollout/unscored"]
    print(json.dumps([good, hanging, episodes, unscored, order]))
"""


def test_areals_own_wrapper_and_workflows_give_the_reward_or_the_exception_and_no_0(url: str, hanging: str) -> None:
    rows = [{"answer": "pan"}, {"item_id": PAN.id}, {"answer": "cup"}, {"item_id": LOST}]
    [workflow] = [code for code in snippets("trainers/areal.md") if "Scored" in code]
    found = drive(WORKFLOWS, json.dumps(rows), hanging, workflow, ANSWERKEY_URL=url)
    good, waited, episodes, unscored, order = found
    assert good == [1.0, 1.0, 0.0, "NoVerdict"]
    assert waited == ["NoVerdict"] * 12
    assert episodes == [[1.0, 0.0], None, "NoVerdict"]  # without Scored, one exception takes the whole group
    assert unscored == 0.5
    assert order


def test_the_pages_conversion_gives_rows_that_are_scored(
    served: str, converted: Callable[..., list[dict[str, Any]]], pictures: list[list[str]]
) -> None:
    rows = converted("areal")
    assert [row["images"] for row in rows] == pictures
    assert [row["messages"][0]["content"].count("<image>") for row in rows] == [0, 2]
    for row in rows:
        assert reward_fn(TEMPLATED, "Answer: pan<|im_end|>", [1], [2], **row) == 1.0
