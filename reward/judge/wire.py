"""The wire: chat completions as OpenAI-compatible endpoints take and give them.

Protocol: OpenAI's chat completions, as vLLM, SGLang, llama.cpp's server, Ollama and Gemini speak it; `response_format`
of type json_schema with an enum, where the endpoint enforces one. A thinking model's thoughts come as
`reasoning_content` (or `reasoning`), which is not looked at, or inside of `<think>…</think>`, which is cut off.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reward.judge.endpoint import Endpoint
from reward.judge.failure import JudgeFailure
from reward.judge.ruling import FIELD

MAX_RESPONSE_BYTES = 1024 * 1024
ENCODER = json.JSONEncoder(ensure_ascii=False)
THINKING = re.compile(r"<(/?)(?:think|thinking|thought|reasoning|reflection)>|◁(/?)think▷|<\|channel\|>", re.IGNORECASE)
MOST_TOKENS = 1024 * 1024
"""Of one call: an endpoint that states more is not believed, for it would spend any budget."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The text of one completion without its thinking, and the tokens that it took, 0 where the endpoint is silent."""

    text: str
    prompt_tokens: int
    completion_tokens: int


def request_body(endpoint: Endpoint, system: str, user: str, options: Sequence[str]) -> bytes:
    """The body of a request for one verdict among some options."""
    fields: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
        **endpoint.sampling,
    }
    if endpoint.output == "json_object":
        fields["response_format"] = {"type": "json_object"}
    if endpoint.output == "json_schema":
        schema = {
            "type": "object",
            "properties": {FIELD: {"type": "string", "enum": list(options)}},
            "required": [FIELD],
            "additionalProperties": False,
        }
        fields["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": FIELD, "strict": True, "schema": schema},
        }
    return ENCODER.encode(fields).encode("utf-8", "replace")


def read_usage(body: bytes) -> tuple[int, int]:
    """The tokens of the prompt and of the completion that a response states; (0, 0) where it states none."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return 0, 0
    return _usage(value) if isinstance(value, dict) else (0, 0)


def read_completion(body: bytes) -> Completion:
    """The completion in the body of a response with status 200. Raises JudgeFailure for anything that is none."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise JudgeFailure("not_json", "The judge's endpoint answered with something that is not JSON.") from None
    try:
        [choice] = value["choices"]
        message = choice["message"]
        content, reason = message.get("content"), choice.get("finish_reason")
    except (TypeError, KeyError, ValueError, AttributeError):
        raise JudgeFailure("bad_completion", "The judge's endpoint answered with no chat completion.") from None
    reason = reason.lower() if isinstance(reason, str) else ""
    if reason in ("content_filter", "safety", "recitation") or message.get("refusal"):
        raise JudgeFailure("filtered", "The judge declined to answer, or its endpoint filtered the answer.")
    if reason in ("length", "max_tokens"):
        raise JudgeFailure("cut_off", "The judge ran out of tokens before its verdict; raise max_tokens.")
    if reason in ("abort", "error", "cancelled"):
        raise JudgeFailure("bad_completion", "The judge's endpoint gave up in the middle of its answer.")
    text = _spoken(_text(content))
    if not text:
        raise JudgeFailure("empty", "The judge said nothing besides its thinking.")
    return Completion(text, *_usage(value))


def _text(content: Any) -> str:
    """The content of a message: text, or blocks of which those with text count."""
    if content is None:
        return ""
    if isinstance(content, list) and all(isinstance(block, dict) for block in content):
        content = "".join(str(block.get("text") or "") for block in content if block.get("type", "text") == "text")
    if not isinstance(content, str):
        raise JudgeFailure("bad_completion", "The judge's completion holds no text.")
    return content


def _spoken(text: str) -> str:
    """What stands behind the thinking, by whatever marks it is set apart; nothing when the thinking does not end."""
    marks = list(THINKING.finditer(text))
    if not marks:
        return text.strip()
    last = marks[-1]
    return text[last.end() :].strip() if last[1] or last[2] else ""


def _usage(value: dict[str, Any]) -> tuple[int, int]:
    usage = value.get("usage")
    counts = [usage.get(name) if isinstance(usage, dict) else 0 for name in ("prompt_tokens", "completion_tokens")]
    prompt, completion = (
        count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= MOST_TOKENS else 0
        for count in counts
    )
    return prompt, completion
