"""What users of verifiers and prime-rl rely on: no trace is trained on without a verdict, and rubrics say of which."""

import asyncio
import math
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from any_json import VALUES
from doc_pages import snippets
from hypothesis import given, settings
from trainer_packages import drive
from trainer_rollouts import BAD, CASES, KEY, NAMES, PAN, Case

from reward import Item, adapters, score
from reward.adapters import verifiers
from reward.adapters.columns import NoVerdict
from reward.adapters.configured import configured
from reward.adapters.verifiers import correct, trace_correct, trace_well_formed, undecided, unscored, well_formed
from reward.answers import Phrase
from reward.probe import verifiers as probe

FUNCTIONS = (correct, well_formed, unscored, undecided)
ASKED = [{"role": "user", "content": PAN.question}]


def in_rubric(reply: Any, label: Any, prompt: Any = ASKED, state: Any = None) -> list[float]:
    """As a rubric calls its functions: one after the other, with what it has by the names of the arguments."""
    state = {} if state is None else state
    completion = [{"role": "assistant", "content": reply}]

    async def called() -> list[float]:
        return [
            await function(completion=completion, answer=label, prompt=prompt, state=state) for function in FUNCTIONS
        ]

    return asyncio.run(called())


def a_trace(reply: Any) -> Any:
    return probe._Trace(reply)


def traced(reply: Any, label: Any, prompt: Any = ASKED, trace: Any = None) -> tuple[float, float]:
    """As a v1 task calls its rewards: at once, the first exception wins."""
    trace, data = trace or a_trace(reply), SimpleNamespace(prompt=prompt, label=label)

    async def called() -> tuple[float, float]:
        work = trace_correct(task=data, trace=trace), trace_well_formed(task=data, trace=trace)
        return tuple(await asyncio.gather(*work))

    return asyncio.run(called())


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_trace_gets_its_rewards_from_the_server_or_an_exception(case: Case, served: str) -> None:
    trace = a_trace(case.rollout.reply)
    if case.score is None:
        with pytest.raises(NoVerdict):
            traced(case.rollout.reply, case.rollout.label, case.rollout.prompt, trace)
    else:
        assert traced(case.rollout.reply, case.rollout.label, case.rollout.prompt, trace)[0] == case.score
    assert trace.metrics["unscored"] == float(case.score is None)
    assert sorted(trace.metrics) == ["judged", "undecided", "unscored", "well_formed"]
    assert trace.info["answerkey"]["rule"] == case.code or case.code is None


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_rubric_gets_a_number_and_a_flag_for_each_reply(case: Case, served: str) -> None:
    state: dict[str, Any] = {}
    found = in_rubric(case.rollout.reply, case.rollout.label, case.rollout.prompt, state)
    assert found[0] == (case.score or 0.0)
    assert found[2] == float(case.score is None)
    assert all(math.isfinite(number) for number in found)
    assert state["answerkey"]["rule"] == case.code or case.code is None


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The calls for a verdict from here on."""
    calls: list[Any] = []

    async def scored(rollouts: Any) -> Any:
        calls.append(rollouts)
        await asyncio.sleep(0.01)
        return [score(PAN, rollouts[0].reply if isinstance(rollouts[0].reply, str) else "Answer: pan")]

    monkeypatch.setattr(verifiers, "score", scored)
    return calls


def test_the_functions_of_a_task_or_a_rubric_ask_once_for_each_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch)
    assert in_rubric("Answer: pan", "pan") == [1.0, 1.0, 0.0, 0.0]
    assert len(calls) == 1
    trace = a_trace("Answer: pan")
    assert traced("Answer: pan", "pan", trace=trace) == (1.0, 1.0)
    assert len(calls) == 2
    assert traced("Answer: pan", "pan", trace=trace) == (1.0, 1.0)  # scored anew, as by `replay`
    assert len(calls) == 3
    assert not verifiers._under_way


def test_a_scoring_time_limit_that_ends_first_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    counted(monkeypatch)

    async def main() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.001):
                await trace_correct(SimpleNamespace(prompt=ASKED, label="pan"), a_trace("Answer: pan"))
        await asyncio.sleep(0.05)

    asyncio.run(main())
    assert not verifiers._under_way


@pytest.mark.parametrize("label", [PAN.id, "", None])
def test_a_reply_is_read_from_messages_of_verifiers_own_classes(label: Any, served: str) -> None:
    class Message:
        def __init__(self, **fields: Any) -> None:
            self.fields = fields

        def model_dump(self) -> dict[str, Any]:
            return self.fields

    given = {"prompt": [Message(role="user", content=PAN.question)], "answer": label, "state": {}}
    completion = [
        Message(role="assistant", content="Answer: cup"),
        Message(role="user", content="Are you sure?"),
        Message(role="assistant", content="Answer: pan", reasoning_content="A cup?"),
    ]
    assert asyncio.run(correct(completion=completion, **given)) == 1.0
    assert asyncio.run(correct(completion="Answer: pan", answer=label, prompt=PAN.question)) == 1.0


def test_a_server_without_verdicts_raises_in_a_task_and_flags_in_a_rubric(broken: str) -> None:
    start = time.monotonic()
    with pytest.raises(NoVerdict, match="server gave no verdict"):
        traced("Answer: pan", KEY)
    assert in_rubric("Answer: pan", KEY) == [0.0, 0.0, 1.0, 0.0]
    assert time.monotonic() - start < 3


def test_an_environment_that_cannot_be_used_is_an_error_in_a_task_and_flagged_in_a_rubric(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ANSWERKEY_UNDECIDED", "perhaps")
    with pytest.raises(ValueError, match="ANSWERKEY_UNDECIDED"):
        traced("Answer: pan", KEY)
    state: dict[str, Any] = {}
    assert in_rubric("Answer: pan", KEY, state=state) == [0.0, 0.0, 1.0, 0.0]
    assert "ANSWERKEY_UNDECIDED" in state["answerkey"]["note"]


def test_what_no_rule_decides_is_a_verdict_of_0_unless_asked_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_rubric("Answer: some crockery", "pan")[::3] == [0.0, 1.0]
    assert traced("Answer: some crockery", "pan")[0] == 0.0
    monkeypatch.setenv("ANSWERKEY_UNDECIDED", "null")
    configured.cache_clear()
    assert in_rubric("Answer: some crockery", "pan")[2] == 1.0
    with pytest.raises(NoVerdict):
        traced("Answer: some crockery", "pan")


@settings(max_examples=50, deadline=None)
@given(reply=VALUES, label=VALUES, prompt=VALUES)
def test_whatever_a_row_holds_gives_finite_numbers_or_that_exception(reply: Any, label: Any, prompt: Any) -> None:
    assert all(math.isfinite(number) for number in in_rubric(reply, label, prompt))
    with suppress(NoVerdict):
        assert all(math.isfinite(number) for number in traced(reply, label, prompt))


def test_the_functions_can_be_pickled_and_are_found_by_their_path() -> None:
    for function in (*FUNCTIONS, trace_correct, trace_well_formed):
        assert pickle.loads(pickle.dumps(function)) is function
        assert getattr(adapters.verifiers, function.__name__) is function


def test_the_probe_gives_each_reply_the_fate_it_has(served: str) -> None:
    made = asyncio.run(probe.ask(served, [case.rollout for case in CASES]))
    dropped = [one for one in made if one.fate == "left out"]
    assert (len(made), len(dropped)) == (len(CASES), len(BAD))
    assert all(one.reward is None and one.flag for one in dropped)
    shapes = dict(asyncio.run(probe.odd(served)))
    assert [name for name, (one,) in shapes.items() if one.fate == "left out" or one.flag] == [
        f"{name}, {way}"
        for name in (
            "no label and an unknown prompt",
            "a label that is empty",
            "an item id that names nothing",
            "a label that is no key",
        )
        for way in ("v1", "rubric")
    ]
    assert shapes["a prompt with pictures, rubric"][0].reward == 1.0


def test_the_pages_rows_keep_pictures_in_order_and_can_be_scored(
    served: str, converted: Callable[..., list[dict[str, Any]]]
) -> None:
    plain, shown = converted("verifiers")
    assert plain == {"prompt": ASKED, "answer": PAN.id}
    parts = shown["prompt"][0]["content"]
    assert [part.get("image_url", {}).get("url") for part in parts] == [
        "data:image/jpeg;base64,LmpwZw==",
        "data:image/png;base64,LnBuZw==",
        None,
    ]
    for row in (plain, shown):
        assert traced("Answer: pan", row["answer"], row["prompt"]) == (1.0, 1.0)


# The page's taskset in verifiers' own rollouts, with a harness that says what it is told; and the page's rubric in a
# classic environment, one reply a call and in groups.
REAL = r"""
import asyncio, json, os, sys
from trainer_absent import absent

absent("math_verify", "anthropic")  # they take long to import
import verifiers.v1 as vf
from verifiers.v1.rollout import Rollout, RolloutTimeouts
from verifiers.v1.session import RolloutLimits

class Says(vf.Harness[vf.HarnessConfig]):
    EXECUTES_CODE = NEEDS_CONTAINER = False
    reply = ""
    async def launch(self, ctx, trace, *_, **__):
        said = vf.AssistantMessage(content=self.reply)
        trace.nodes.append(vf.MessageNode(message=said, sampled=True, mask=[True], token_ids=[1]))
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")

async def rolled(task, reply):
    says = Says(vf.HarnessConfig(id="says"))
    says.reply = reply
    one = Rollout(
        task=task, harness=says, agent_config=vf.AgentConfig(model="m", runtime={"type": "subprocess"}),
        ctx=vf.ModelContext(model="m", client=vf.EvalClientConfig()), runtime_config=vf.SubprocessConfig(),
        timeouts=RolloutTimeouts(), limits=RolloutLimits(),
    )
    assert await one.open()
    await one.step()
    trace = await one.close()
    record = trace.to_record()
    return {"ok": trace.ok, "reward": trace.reward, **{k: record[k] for k in ("metrics", "info", "errors")}}

sys.path.insert(0, os.getcwd())
import item_taskset
known, lost = item_taskset.ItemTaskset(vf.TasksetConfig(id="item-taskset"))
plugged = vf.TaskConfig(rewards={"correct": {"fn": "reward.adapters.verifiers:trace_correct", "weight": 2.0}})
tasks = [(known, "\u601d\u8003\nAnswer: pan"), (known, "cup, or so I would say of this one")]
tasks += [(lost, "Answer: pan"), (vf.Task(known.data, plugged), "Answer: pan")]
traces = [asyncio.run(rolled(*one)) for one in tasks]

from datasets import Dataset
import verifiers
from verifiers.types import Response, ResponseMessage

class Answers(verifiers.Client):
    setup_client = to_native_tool = to_native_prompt = get_native_response = None
    raise_from_native_response = from_native_response = None
    async def get_response(self, prompt, model, *_, **__):
        assert prompt[-1].role == "user"
        said = ResponseMessage(content="\u601d\u8003\nAnswer: pan", finish_reason="stop", is_truncated=False)
        return Response(id="1", created=0, model=model, message=said)
    async def close(self): pass

exec(sys.argv[1])
env = verifiers.SingleTurnEnv(dataset=Dataset.from_json("data/verifiers.jsonl"), rubric=rubric)

def generated(alone):
    how = {"model": "m", "state_columns": ["answerkey"], "independent_scoring": alone}
    outputs = asyncio.run(env.generate(env.get_dataset(), client=Answers(object()), **how))["outputs"]
    names = ("answer", "reward", "correct", "well_formed", "unscored", "undecided", "answerkey")
    return [{name: output[name] for name in names} for output in outputs]

print("\n" + json.dumps([traces, [generated(False), generated(True)]]))
"""


def test_verifiers_rolls_the_pages_taskset_and_rubric_and_drops_or_logs_what_is_unscored(
    served: str, converted: Callable[..., list[dict[str, Any]]]
) -> None:
    converted("verifiers", PAN, Item(question="Which one?", answer=Phrase(text="pan")))
    _, taskset, rubric = snippets("trainers/verifiers.md")
    Path("item_taskset.py").write_text(taskset)
    (right, wrong, dropped, plugged), classic = drive(REAL, rubric)
    assert (right["ok"], right["reward"], right["metrics"]["unscored"]) == (True, pytest.approx(1.1), 0.0)
    assert right["info"]["answerkey"]["said"] == "pan"
    assert (wrong["ok"], wrong["reward"]) == (True, 0.0)
    assert (dropped["ok"], dropped["metrics"]["unscored"]) == (False, 1.0)
    [error] = dropped["errors"]
    assert error["type"] == "TaskError"
    assert "could not be scored: no item has the id" in error["message"]
    assert plugged["reward"] == 2.0  # our function, named in the configuration of a task
    for outputs in classic:
        [right] = [output for output in outputs if output["answer"] == PAN.id]
        [lost] = [output for output in outputs if output["answer"] != PAN.id]
        assert (right["reward"], right["correct"], right["unscored"]) == (pytest.approx(1.1), 1.0, 0.0)
        assert (lost["reward"], lost["correct"], lost["unscored"]) == (0.0, 0.0, 1.0)
        assert lost["answerkey"]["rule"] == "unknown_id"
