"""A server as NeMo Gym sees it: its agent posts a row to /seed_session and, with the model's answer, to /verify."""

import asyncio
from collections.abc import Sequence
from typing import Any

import aiohttp

from reward.probe.made import Made, finite, short
from reward.probe.post import Trouble, post, session
from reward.rollout import Rollout

WAITED_FOR: tuple[Trouble, ...] = ("away",)
QUESTION = "Which object is moved?"
ASKED = [{"type": "input_text", "text": QUESTION}, {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}]
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "It is the pan."}]}
CALL = {"type": "function_call", "name": "zoom", "arguments": "{}", "call_id": "call_1"}
REFUSED = [{"type": "refusal", "refusal": "I cannot help with that."}]
REFUSAL = {"id": "msg_1", "type": "message", "role": "assistant", "content": REFUSED}


def said(text: Any) -> dict[str, Any]:
    """A message of the model in the output of a response."""
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": content}


def row(output: Any, prompt: Any = QUESTION, response: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """What the agent posts to /verify."""
    tools = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    made = {"id": "resp_1", "object": "response", "created_at": 0.0, "model": "policy", "output": output, **tools}
    return {
        "responses_create_params": {"input": prompt, **tools},
        "response": {**made, "error": None, **(response or {})},
        **fields,
    }


ODD: dict[str, Any] = {
    "a prompt with a picture, thinking before the reply": row(
        [THOUGHT, said("Answer: pan")], [{"role": "user", "content": ASKED}], expected_answer="pan"
    ),
    "nothing but thinking, cut off": row([THOUGHT], response={"status": "incomplete"}, expected_answer="pan"),
    "a refusal": row([REFUSAL], expected_answer="pan"),
    "a call of a tool, no reply": row([CALL], expected_answer="pan"),
    "an empty output": row([], expected_answer="pan"),
    "the model's server failed": row([], response={"status": "failed"}, expected_answer="pan"),
    "an item that the server does not know": row([said("Answer: pan")], item_id="0a1b2c3d4e5f6a7b"),
    "expected_answer null": row([said("Answer: pan")], "Does anybody know this question?", expected_answer=None),
    "an answer that is no key": row([said("Answer: pan")], expected_answer={"colour": "red"}),
    "no response": {"expected_answer": "pan"},
    "no fields at all": {},
}


async def ask(url: str, samples: Sequence[Rollout]) -> list[Made]:
    """What NeMo Gym makes of the answers of the server at `url`."""
    return await _made(url, [_posted(sample) for sample in samples])


async def odd(url: str) -> list[tuple[str, list[Made]]]:
    """NeMo Gym's good and bad shapes."""
    return [(name, [made]) for name, made in zip(ODD, await _made(url, list(ODD.values())), strict=True)]


def _posted(sample: Rollout) -> dict[str, Any]:
    messages = isinstance(sample.reply, list) and all(isinstance(message, dict) for message in sample.reply)
    output = sample.reply if messages else [said(sample.reply)]
    fields = {"item_id": sample.item_id} if sample.item_id is not None else {"expected_answer": sample.label}
    prompt = sample.prompt if isinstance(sample.prompt, list) else [{"role": "user", "content": sample.prompt or ""}]
    return row(output, prompt, **fields)


async def _made(url: str, rows: Sequence[dict[str, Any]]) -> list[Made]:
    async with session() as opened:
        return await asyncio.gather(*(_one(opened, url.rstrip("/"), body) for body in rows))


async def _one(opened: aiohttp.ClientSession, url: str, body: dict[str, Any]) -> Made:
    """NeMo Gym asks a server that is away for ever; any status but 2xx, and an answer without a reward, is an error."""
    answer: Any = None
    for route in ("seed_session", "verify"):
        answer = await post(opened, f"{url}/{route}", body, again=WAITED_FOR)
        if isinstance(answer, Made):
            return answer
    return read(answer, body)


def read(answer: Any, body: dict[str, Any]) -> Made:
    """What becomes of a row by the answer of /verify, which repeats it, beside a `reward`."""
    if not isinstance(answer, dict) or not finite(answer.get("reward")) or not set(body) <= set(answer):
        return Made(None, "run ends", f"{short(answer)} is no answer")
    if (failed := answer.get("_ng_failure_class")) is not None:
        return Made(None, "left out", f"{short(failed)}: {short(answer.get('_ng_failure_judge_error'))}")
    return Made(float(answer["reward"]))
