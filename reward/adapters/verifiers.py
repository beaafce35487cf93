"""Reward functions for verifiers: for the tasks of its v1 stack, which prime-rl trains on, and for classic rubrics.

    class ItemTask(vf.Task[ItemData]):              # verifiers 0.3 and 0.4; ItemData has a field `label`
        @vf.reward
        async def correct(self, trace: vf.Trace) -> float:
            return await trace_correct(self.data, trace)

    vf.Rubric(funcs=[correct, well_formed, unscored], weights=[1.0, 0.1, 0.0])          # verifiers up to 0.3

A trace without a verdict raises NoVerdict: verifiers records an error, and prime-rl leaves the trace out of training. A
rubric makes 0.0 of every exception, so its functions raise none: an unscored reply gets NO_VERDICT, and the metric
`unscored` is 1.
"""

import asyncio
import logging
from typing import Any

from reward.adapters.columns import columns, given, told
from reward.adapters.configured import score
from reward.rollout import Rollout
from reward.verdict import Fault, Verdict
from reward.verdict import unscored as no_verdict

KEPT = "answerkey"
"""Where a state and a trace keep what was said of the reply."""
logger = logging.getLogger("answerkey")
_under_way: dict[str, "asyncio.Task[Verdict]"] = {}


async def trace_correct(task: Any, trace: Any) -> float:
    """The reward of a v1 trace for a right answer, in [0, 1]; `task`: its data, with `label` or `item_id`, or neither.

    It records the other numbers of `columns` as metrics, and in `trace.info` what was said. Raises NoVerdict where
    there is no verdict, and ValueError for an environment that cannot be used.
    """
    return given(await _of_trace(task, trace))


async def trace_well_formed(task: Any, trace: Any) -> float:
    """The reward of a v1 trace for the asked-for form, 1 or 0. Raises as `trace_correct` does, which asks with it."""
    verdict = await _of_trace(task, trace)
    given(verdict)
    return float(verdict.format_ok)


async def correct(completion: Any, answer: Any = None, prompt: Any = None, state: Any = None) -> float:
    """The reward of a classic rollout for a right answer, in [0, 1]; `answer` is a label, "" for none. Never raises."""
    return await _of_state("correct", completion, answer, prompt, state)


async def well_formed(completion: Any, answer: Any = None, prompt: Any = None, state: Any = None) -> float:
    """The reward of a classic rollout for the asked-for form, 1 or 0. Never raises."""
    return await _of_state("well_formed", completion, answer, prompt, state)


async def unscored(completion: Any, answer: Any = None, prompt: Any = None, state: Any = None) -> float:
    """1 for a classic rollout without a verdict: a metric, to be given the weight 0. Never raises."""
    return await _of_state("unscored", completion, answer, prompt, state)


async def undecided(completion: Any, answer: Any = None, prompt: Any = None, state: Any = None) -> float:
    """1 for a classic rollout that neither a rule nor a judge decided: a metric. Never raises."""
    return await _of_state("undecided", completion, answer, prompt, state)


async def _of_state(name: str, completion: Any, answer: Any, prompt: Any, state: Any) -> float:
    """One column of the verdict, which the state keeps: a rubric calls its functions one after the other."""
    if not isinstance(state, dict):
        state = {}
    if KEPT not in state:
        verdict = await _of_rollout(Rollout(_messages(completion), label=answer, prompt=_messages(prompt)))
        state[KEPT] = {**columns(verdict), **told(verdict)}
    return float(state[KEPT][name])


async def _of_rollout(rollout: Rollout) -> Verdict:
    try:
        [verdict] = await score([rollout])
    except Exception as error:  # verifiers would make 0.0 of it, and of the metric `unscored` as well
        message = f"{type(error).__name__}: {error}"
        logger.error("every reply is unscored. %s", message)
        return no_verdict("misconfigured", message, Fault(code="misconfigured", message=message))
    return verdict


async def _of_trace(task: Any, trace: Any) -> Verdict:
    """The verdict on a trace; its reward functions run at once, and share one request."""
    found = _under_way.get(trace.id)
    if found is None or found.get_loop() is not asyncio.get_running_loop():
        work = _under_way[trace.id] = asyncio.ensure_future(_scored(task, trace))
        work.add_done_callback(lambda _: _under_way.pop(trace.id, None))
    return await asyncio.shield(_under_way[trace.id])


async def _scored(task: Any, trace: Any) -> Verdict:
    label, item_id = getattr(task, "label", None), getattr(task, "item_id", None)
    rollout = Rollout(trace.last_reply, label=label, prompt=_messages(task.prompt), item_id=item_id)
    [verdict] = await score([rollout])
    trace.record_metrics({name: value for name, value in columns(verdict).items() if name != "correct"})
    trace.info[KEPT] = told(verdict)
    return verdict


def _messages(value: Any) -> Any:
    """Text as it is, and messages as dictionaries: verifiers has classes for them."""
    if not isinstance(value, list | tuple):
        return value
    return [message.model_dump() if hasattr(message, "model_dump") else message for message in value]
