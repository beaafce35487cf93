"""A server as verifiers sees it: through our functions, for a v1 trace, which prime-rl trains on, and for a rubric."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from reward.adapters.columns import NoVerdict
from reward.adapters.verifiers import correct, trace_correct, trace_well_formed, unscored
from reward.probe.made import Made
from reward.rollout import Rollout

QUESTION = "Which object is moved?"
SHOWN = [
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}},
    {"type": "text", "text": QUESTION},
]
ODD: dict[str, tuple[Any, Any, Any]] = {
    "a prompt as text": ("Answer: pan", "pan", QUESTION),
    "a prompt with pictures": ("Answer: pan", "pan", [{"role": "user", "content": SHOWN}]),
    "an empty reply": ("", "pan", QUESTION),
    "no label and an unknown prompt": ("Answer: pan", None, QUESTION),
    "a label that is empty": ("Answer: pan", "", QUESTION),
    "an item id that names nothing": ("Answer: pan", "0a1b2c3d4e5f6a7b", QUESTION),
    "a label that is no key": ("Answer: pan", {"colour": "red"}, QUESTION),
}


@dataclass(slots=True)
class _Data:
    """The data of a v1 task."""

    prompt: Any
    label: Any
    item_id: Any = None


@dataclass(slots=True)
class _Trace:
    """What our functions use of a v1 trace."""

    last_reply: Any
    id: str = field(default_factory=lambda: uuid4().hex)
    metrics: dict[str, float] = field(default_factory=dict)
    info: dict[str, Any] = field(default_factory=dict)

    def record_metrics(self, values: Mapping[str, float]) -> None:
        self.metrics.update(values)


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What prime-rl makes of v1 traces with these replies; ANSWERKEY_URL has to be `url`."""
    return await asyncio.gather(*(_traced(one.reply, one.label, one.prompt, one.item_id) for one in samples))


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """The shapes of verifiers, good and bad, for a v1 trace and for a rubric."""
    ways: dict[str, Callable[..., Any]] = {"v1": _traced, "rubric": _in_rubric}
    calls = {f"{name}, {way}": call(*shape) for name, shape in ODD.items() for way, call in ways.items()}
    made = await asyncio.gather(*calls.values())
    return [(name, [one]) for name, one in zip(calls, made, strict=True)]


async def _traced(reply: Any, label: Any, prompt: Any, item_id: Any = None) -> Made:
    """All functions of a task at once; the first exception is an error of the trace, which is not trained on."""
    data, trace = _Data(prompt, label, item_id), _Trace(reply)
    try:
        reward, _ = await asyncio.gather(trace_correct(data, trace), trace_well_formed(data, trace))
    except NoVerdict as error:
        return Made(None, "left out", f"TaskError: {error}")
    except Exception as error:
        return Made(None, "left out", f"TaskError: {type(error).__name__}: {error}")
    return Made(reward)


async def _in_rubric(reply: Any, label: Any, prompt: Any) -> Made:
    """A rubric's functions one after the other; it trains on whatever number they give."""
    state: dict[str, Any] = {}
    given = {"completion": [{"role": "assistant", "content": reply}], "answer": label, "prompt": prompt, "state": state}
    reward, flag = [float(await function(**given)) for function in (correct, unscored)]
    return Made(reward, flag="unscored=1" if flag else "")
