"""What the fake judge endpoint does with a request: the parts of a behaviour, and those of a good endpoint.

A behaviour is a function from a `Request` to what is sent: the bytes of a whole response, a `Cut`, a
`Later`, or an asynchronous generator of bytes that are sent piece by piece; or a coroutine function that returns one.
"""

import json
import random
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """One request: `headers` by lower-case name, `body` as parsed from JSON, {} where there is none."""

    method: str
    path: str
    headers: dict[str, str]
    body: Body


@dataclass(frozen=True, slots=True)
class Cut:
    """These bytes are sent, and then the connection is closed."""

    sent: bytes = b""


@dataclass(frozen=True, slots=True)
class Later:
    """After so many seconds it is what `behaviour` sends. A timer costs a third of a coroutine that sleeps."""

    seconds: float
    behaviour: "Behaviour"


Sent = bytes | Cut | Later | AsyncGenerator[bytes, None]
Behaviour = Callable[[Request], Sent | Awaitable[Sent]]
Pick = Callable[[Body], str]

PROMPT_TOKENS, COMPLETION_TOKENS = 100, 10
"""The usage that every completion states."""
LIST = re.compile(r"^(?:Candidates|Options)\b.*\n((?:.+\n?)+)", re.MULTILINE)
LISTED = re.compile(r"^(?:-|([A-Z]{1,2})[.)]) (.+)$", re.MULTILINE)


# What a request asks.


def user_message(body: Body) -> str:
    """The text of the user's messages."""
    contents = [message["content"] for message in body.get("messages", ()) if message["role"] == "user"]
    return "\n".join(c if isinstance(c, str) else "\n".join(part.get("text", "") for part in c) for c in contents)


def labelled_options(body: Body) -> dict[str, str]:
    """What the judge may choose, by name, with what it must say for it: the name itself, or the letter before it."""
    form = body.get("response_format") or {}
    properties = form.get("json_schema", {}).get("schema", {}).get("properties", {})
    for values in properties.values():
        if "enum" in values:
            return {name: name for name in values["enum"]}
    if (found := LIST.search(user_message(body))) and (listed := LISTED.findall(found[1])):
        return {name: label or name for label, name in listed}
    return {"same": "same", "different": "different"}


def options(body: Body) -> list[str]:
    """The names of what the judge may choose, in the order shown: the schema's enum, else the message's list."""
    return list(labelled_options(body))


def first(body: Body) -> str:
    """The first option."""
    return options(body)[0]


def none_of(body: Body) -> str:
    """The option that credits nothing: "none …" or "different", else the last."""
    names = options(body)[::-1]
    return next((name for name in names if re.match(r"\W*(none|different)\b", name, re.IGNORECASE)), names[0])


def said(body: Body, verdict: str) -> str:
    """The content that states a verdict in the form that the request asks for."""
    if (body.get("response_format") or {}).get("type") in ("json_schema", "json_object"):
        return json.dumps({"verdict": verdict})
    return f"Verdict: {labelled_options(body).get(verdict, verdict)}"


# What is sent.


def response(body: bytes | Any, status: str = "200 OK", **headers: str) -> bytes:
    """The bytes of a response; a body that is not bytes is sent as JSON. Header names are written with "_" for "-"."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    fields = {"Content-Type": "application/json", "Content-Length": str(len(data))}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode() + data


def completion(request: Request, content: Any, finish_reason: str = "stop", **message: Any) -> Body:
    """A chat completion as OpenAI's API gives it; `message` adds fields to the assistant's message."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": request.body.get("model"),
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content, **message},
                "logprobs": None,
                "finish_reason": finish_reason,
            }
        ],
        "usage": {
            "prompt_tokens": PROMPT_TOKENS,
            "completion_tokens": COMPLETION_TOKENS,
            "total_tokens": PROMPT_TOKENS + COMPLETION_TOKENS,
        },
    }


def saying(write: Callable[[Body], Any], finish_reason: str = "stop", **message: Any) -> Behaviour:
    """A well-formed completion whose content is what `write` makes of the request's body."""

    @lru_cache
    def around(model: str | None) -> list[str]:
        """The text before and behind the content, which is made once, for a call is to cost next to nothing."""
        request = Request("POST", "", {}, {"model": model})
        return json.dumps(completion(request, "\0", finish_reason, **message)).split(json.dumps("\0"))

    def say(request: Request) -> bytes:
        return response(json.dumps(write(request.body)).join(around(request.body.get("model"))).encode())

    return say


def choosing(pick: Pick) -> Behaviour:
    """A good endpoint, whose verdict is what `pick` says: an option's name, or anything else as it stands."""
    return saying(lambda body: said(body, pick(body)))


def constantly(option: str) -> Pick:
    """The same option always."""
    return lambda body: option


def after(seconds: float, behaviour: Behaviour) -> Behaviour:
    """The behaviour after a wait in which not a byte is sent."""
    return (lambda request: Later(seconds, behaviour)) if seconds else behaviour


def flaky(rate: float, seed: int, behaviour: Behaviour, fault: Behaviour) -> Behaviour:
    """The fault in a share of the calls, drawn from the seed; else the behaviour."""
    draw = random.Random(seed)
    return lambda request: (fault if draw.random() < rate else behaviour)(request)


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """One behaviour per call; the last stays."""
    left = list(behaviours)
    return lambda request: (left.pop(0) if len(left) > 1 else left[0])(request)


def listing(*models: str) -> Behaviour:
    """What `GET /v1/models` answers."""
    data = [{"id": name, "object": "model", "created": 0, "owned_by": "tests"} for name in models]
    return lambda request: response({"object": "list", "data": data})


good = choosing(first)
