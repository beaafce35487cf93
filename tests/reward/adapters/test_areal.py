"""What AReaL's users rely on: a float or an exception for each reply, never an invented 0, in AReaL's processes too."""

import asyncio
import json
import multiprocessing
import os
import pickle
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import Start
from doc_pages import snippets
from trainer_packages import drive
from trainer_rollouts import BAD, CASES, ITEMS, NAMES, PAN, Case

from reward import Item
from reward.adapters import areal
from reward.adapters.areal import Scored, async_reward_fn, reward_fn
from reward.adapters.configured import configured
from reward.adapters.no_verdict import NoVerdict
from reward.answers import Phrase
from reward.jsonl import write_jsonl
from reward.probe import areal as probe

LOST = "0a1b2c3d4e5f6a7b"
TEMPLATED = f"<|im_start|>user\n{PAN.question}<|im_end|>\n<|im_start|>assistant\n"
INSTALL = "needs areal: pip install areal"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("areal") / "items.jsonl"
    write_jsonl(path, list(ITEMS.values()))
    start = Start()
    yield start("--items", str(path))
    for process in start.running:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in [name for name in os.environ if name.startswith("ANSWERKEY_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(areal, "_paused_until", 0.0)
    configured.cache_clear()
    yield
    configured.cache_clear()


def call(case: Case, awaited: bool = False, **row: Any) -> float:
    """As RLVRWorkflow calls it: four arguments by place, and the columns of the row."""
    row = {"messages": case.rollout.prompt, "label": case.rollout.label, "query_id": "7", **row}
    given = (case.rollout.prompt, case.rollout.reply, [1, 2], [3])
    return asyncio.run(async_reward_fn(*given, **row)) if awaited else reward_fn(*given, **row)


@pytest.mark.parametrize("awaited", [False, True], ids=["pooled", "awaited"])
@pytest.mark.parametrize("local", [True, False], ids=["rules", "server"])
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_reply_gets_its_reward_or_raises_with_the_reason(
    url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, case: Case, local: bool, awaited: bool
) -> None:
    if local:
        write_jsonl(tmp_path / "items.jsonl", list(ITEMS.values()))
        monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items.jsonl"))
    else:
        if case.code in ("unknown_prompt", "ambiguous_prompt") or case.name == "prompt":
            pytest.skip("the process of the trainer knows no items")
        monkeypatch.setenv("ANSWERKEY_URL", url)
    if case.score is None:
        with pytest.raises(NoVerdict, match="could not be scored"):
            call(case, awaited)
    else:
        assert call(case, awaited) == case.score


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


def test_no_verdict_is_no_timeout_for_areal_makes_0_of_that() -> None:
    assert not issubclass(NoVerdict, TimeoutError | OSError)
    assert str(pickle.loads(pickle.dumps(NoVerdict("why")))) == "why"


@asynccontextmanager
async def hanging() -> AsyncIterator[str]:
    """The address of a server that takes requests and never answers."""

    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(-1)
        writer.close()

    async with await asyncio.start_server(hang, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def wrapped(pool: ProcessPoolExecutor, limit: float, **row: Any) -> float | None:
    """After AsyncRewardWrapper: four tries within a limit that waiting in line counts to; then 0, or the exception."""
    for tries_left in (3, 2, 1, 0):
        work = partial(reward_fn, TEMPLATED, "Answer: pan", [1], [2], **row)
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, work), limit)
        except TimeoutError:
            if not tries_left:
                return 0
        except NoVerdict:
            if not tries_left:
                return None
    raise AssertionError


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_behind_a_server_that_hangs_no_reply_waits_past_areals_limit_and_counts_as_0(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go() -> list[float | None]:
        async with hanging() as url:
            monkeypatch.setenv("ANSWERKEY_URL", url)
            monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.8")
            with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
                return await asyncio.gather(*(wrapped(pool, 1.5, item_id=PAN.id) for _ in range(12)))

    assert asyncio.run(go()) == [None] * 12


def test_the_limits_fit_areals_own() -> None:
    assert 2 * areal.POOL_DEADLINE > 15 > areal.POOL_DEADLINE + 5  # a reply may wait for one other, and no more
    assert areal.PAUSE > 0


def test_after_a_pause_the_server_is_asked_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(areal, "PAUSE", 0.2)
    monkeypatch.setenv("ANSWERKEY_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.2")
    with pytest.raises(NoVerdict, match="server gave no verdict"):
        reward_fn("?", "pan", answer="pan")
    configured.cache_clear()
    monkeypatch.setenv("ANSWERKEY_URL", url)
    with pytest.raises(NoVerdict, match="a moment ago"):
        reward_fn("?", "pan", answer="pan")
    time.sleep(0.25)
    configured.cache_clear()
    monkeypatch.delenv("ANSWERKEY_DEADLINE")
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


def test_a_bad_configuration_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "127.0.0.1:8000")
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


def test_a_workflow_with_scored_does_not_line_up_behind_a_slow_server(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> list[Any]:
        async with hanging() as url:
            monkeypatch.setenv("ANSWERKEY_URL", url)
            monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.5")
            workflow = Workflow(reward_fn=reward_fn)
            return await asyncio.gather(*(workflow.arun_episode("pan", {"answer": "pan"}) for _ in range(20)))

    start = time.monotonic()
    assert asyncio.run(go()) == [None] * 20
    assert time.monotonic() - start < 3


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


WRAPPED = """
import asyncio, json, logging, os, sys
from trainer_packages import shell
shell("areal", "areal.api", "areal.utils")
sys.modules["areal.utils"].logging = logging
from areal.api.reward_api import AsyncRewardWrapper
from reward.adapters.areal import reward_fn

async def one(rewarded, row):
    try:
        return await rewarded("Which?", "Answer: pan<|im_end|>", [1], [2], **row)
    except Exception as error:
        return type(error).__name__

async def go(limit, workers, rows):
    rewarded = AsyncRewardWrapper(reward_fn, timeout_seconds=limit, max_workers=workers)
    return await asyncio.gather(*(one(rewarded, row) for row in rows))

if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    good = asyncio.run(go(15, 2, json.loads(sys.argv[1])))
    os.environ |= {"ANSWERKEY_URL": sys.argv[2], "ANSWERKEY_DEADLINE": "1"}
    print(json.dumps([good, asyncio.run(go(1.9, 1, [{"answer": "pan"}] * 12))]))
"""


def test_areals_own_wrapper_gives_the_reward_or_the_exception_and_no_0_for_a_server_that_hangs(url: str) -> None:
    rows = [{"answer": "pan"}, {"item_id": PAN.id}, {"answer": "cup"}, {"item_id": LOST}]

    async def go() -> Any:
        async with hanging() as other:
            return await asyncio.to_thread(partial(drive, WRAPPED, json.dumps(rows), other, ANSWERKEY_URL=url))

    assert asyncio.run(go()) == [[1.0, 1.0, 0.0, "NoVerdict"], ["NoVerdict"] * 12]


class Letters:
    """A tokenizer with a token for each letter."""

    pad_token_id = eos_token_id = 0

    def apply_chat_template(self, messages: Any, **_: Any) -> Any:
        return {"input_ids": [ord(letter) for letter in f"<|im_start|>user\n{messages[-1]['content']}<|im_end|>\n"]}

    def decode(self, tokens: list[int]) -> str:
        return "".join(map(chr, tokens))


def test_in_areals_own_workflows_a_group_keeps_its_other_replies() -> None:
    rlvr = pytest.importorskip("areal.workflow.rlvr", reason=INSTALL)
    engine_module = pytest.importorskip("areal.infra.remote_inf_engine", reason=INSTALL)
    from areal.api import ModelResponse  # noqa: PLC0415
    from areal.api.cli_args import GenerationHyperparameters  # noqa: PLC0415
    from areal.utils import stats_tracker  # noqa: PLC0415

    own = type("Own", (Scored, rlvr.RLVRWorkflow), {})
    logger = SimpleNamespace(warning=lambda *_: None)

    async def episode(workflow: Any, replies: list[str], label: Any) -> Any:
        left = iter(replies)

        async def agenerate(request: Any) -> Any:
            tokens = [ord(letter) for letter in next(left)]
            zeros = [0] * len(tokens)
            return ModelResponse(request.input_ids, tokens, [0.0] * len(tokens), zeros)

        grouped = engine_module.GroupedRolloutWorkflow(workflow, len(replies), logger)
        row = {"messages": [{"role": "user", "content": "Which?"}], "answer": label}
        return await grouped.arun_episode(SimpleNamespace(agenerate=agenerate), row)

    def made(kind: Any) -> Any:
        given = "reward.adapters.areal.reward_fn"
        return kind(reward_fn=given, gconfig=GenerationHyperparameters(), tokenizer=Letters())

    good = asyncio.run(episode(made(own), ["pan<|im_end|>", "a cup<|im_end|>"], "pan"))
    assert good["rewards"].tolist() == [1.0, 0.0]
    assert asyncio.run(episode(made(own), ["pan", "pan"], {"colour": "red"})) is None
    with pytest.raises(NoVerdict):  # without Scored, one exception takes the whole group
        asyncio.run(episode(made(rlvr.RLVRWorkflow), ["pan", "pan"], {"colour": "red"}))
    numbers = stats_tracker.get("rollout").export()
    assert numbers["rollout/unscored"] == 0.5


def test_the_pages_code_makes_rows_that_are_scored_and_a_workflow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "items").mkdir()
    clip = {"video_id": "v", "start": 0, "end": 1, "images": ["frames/1.jpg", "frames/2.jpg"]}
    pictured = Item(question="Which is washed?", answer=Phrase(text="pan"), clips=[clip])  # type: ignore[list-item]
    write_jsonl(tmp_path / "items" / "items.jsonl", [PAN, pictured])
    convert, workflow = snippets("trainers/areal.md")
    exec(convert, {})
    rows = [json.loads(line) for line in (tmp_path / "data" / "train.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["images"] for row in rows] == [[], [str(tmp_path / "items/frames" / f"{i}.jpg") for i in (1, 2)]]
    assert [row["messages"][0]["content"].count("<image>") for row in rows] == [0, 2]
    monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items" / "items.jsonl"))
    for row in rows:
        assert reward_fn(TEMPLATED, "Answer: pan<|im_end|>", [1], [2], **row) == 1.0
    pytest.importorskip("areal.workflow.vision_rlvr", reason=INSTALL)
    names: dict[str, Any] = {}
    exec(workflow, names)
    assert issubclass(names["Workflow"], Scored)
