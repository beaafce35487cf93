"""Misbehaviours of the fake judge endpoint, each by name.

A fault whose response holds a verdict names an option that was offered, so that a reader who is too kind takes it.
"""

import asyncio
import gzip
import json
import time
from collections.abc import AsyncGenerator, Awaitable
from email.utils import formatdate

from judge_behaviours import (
    Behaviour,
    Body,
    Cut,
    Request,
    Sent,
    after,
    choosing,
    completion,
    constantly,
    first,
    good,
    labelled_options,
    none_of,
    response,
    said,
    saying,
)

HUGE_BYTES = 64 << 20
LIMITED = "429 Too Many Requests"
PAGE = b"<!DOCTYPE html><html><body><h1>Sign in</h1></body></html>"


# Faults of the service.


def failing(status: str, code: str | None = None, message: str = "It failed.", **headers: str) -> Behaviour:
    """A response with a status such as "500 Internal Server Error", and an error in OpenAI's form."""
    return lambda request: response(error(message, code, code or "server_error"), status, **headers)


def error(message: str, code: str | None, kind: str = "invalid_request_error", param: str | None = None) -> Body:
    """The body of an error in OpenAI's form."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def rate_limited_until(seconds: float) -> Behaviour:
    """429 with a Retry-After that is a date, which many seconds after the response's own Date."""

    def limited(request: Request) -> bytes:
        now = time.time()
        dates = {"Date": formatdate(now, usegmt=True), "Retry_After": formatdate(now + seconds, usegmt=True)}
        return response(error("Rate limit reached.", "rate_limit_exceeded", "requests"), LIMITED, **dates)

    return limited


def refusing_key(status: str) -> Behaviour:
    """A response that repeats the key, as a careless endpoint does: nothing of it may come into a log."""

    def refuse(request: Request) -> bytes:
        message = f"Incorrect API key provided: {request.headers.get('authorization')}"
        return response(error(message, "invalid_api_key"), status)

    return refuse


def unknown_model(request: Request) -> bytes:
    message = f"The model `{request.body.get('model')}` does not exist or you do not have access to it."
    return response(error(message, "model_not_found"), "404 Not Found")


def refusing_formats(behaviour: Behaviour, *types: str) -> Behaviour:
    """400 for a `response_format` of one of these types, of any type where none is given; else the behaviour."""

    def refuse(request: Request) -> Sent | Awaitable[Sent]:
        asked = (request.body.get("response_format") or {}).get("type")
        if asked is None or (types and asked not in types):
            return behaviour(request)
        message = f"Invalid parameter: 'response_format' of type '{asked}' is not supported with this model."
        return response(error(message, None, param="response_format"), "400 Bad Request")

    return refuse


def redirecting(url: str) -> Behaviour:
    """307 to another URL."""
    return lambda request: response(b"", "307 Temporary Redirect", Location=url)


# Faults on the wire.


def good_body(request: Request) -> bytes:
    """The body of a good response."""
    return json.dumps(completion(request, said(request.body, first(request.body)))).encode()


def slow_body(seconds: float) -> Behaviour:
    """A good response whose headers come at once and whose body comes a byte at a time, with a wait before each."""

    async def drip(request: Request) -> AsyncGenerator[bytes, None]:
        body = good_body(request)
        yield response(body).removesuffix(body)
        for byte in body:
            await asyncio.sleep(seconds)
            yield bytes([byte])

    return drip


def dropped_mid_body(request: Request) -> Cut:
    """A whole completion, but a Content-Length that promises more."""
    body = good_body(request)
    return Cut(response(body, Content_Length=str(len(body) + 100)))


def truncated_json(request: Request) -> bytes:
    body = good_body(request)
    return response(body[: body.index(b'"usage"')])


def gzipped(request: Request) -> bytes:
    body = good_body(request)
    return response(gzip.compress(body), Content_Encoding="gzip")


async def huge(request: Request) -> AsyncGenerator[bytes, None]:
    """A good completion behind 64 MiB of spaces, which JSON allows, in chunks."""
    yield b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    spaces = b" " * (1 << 16)
    for _ in range(HUGE_BYTES // len(spaces)):
        yield b"%x\r\n%s\r\n" % (len(spaces), spaces)
    body = good_body(request)
    yield b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


# Faults of the completion.


def two(form: str) -> Behaviour:
    """A content that gives two verdicts; `form` is written with % for each."""
    return saying(lambda body: form % (json.dumps(first(body)), json.dumps(none_of(body))))


def two_lines(body: Body) -> str:
    names = labelled_options(body)
    return f"Verdict: {names[first(body)]}\nVerdict: {names[none_of(body)]}"


def without_choices(request: Request) -> bytes:
    return response({name: value for name, value in completion(request, "").items() if name != "choices"})


def thinking_only(request: Request) -> bytes:
    """A thinking model's answer that ran out of tokens: the verdict stands in its thoughts alone."""
    return response(completion(request, None, reasoning_content=said(request.body, first(request.body))))


FAULTS: dict[str, Behaviour] = {
    "rate_limited": failing(LIMITED, "rate_limit_exceeded"),
    "rate_limited_seconds": failing(LIMITED, "rate_limit_exceeded", Retry_After="1"),
    "rate_limited_date": rate_limited_until(2),
    "quota": failing(LIMITED, "insufficient_quota", "You exceeded your current quota."),
    "server_error": failing("500 Internal Server Error", None),
    "unavailable": failing("503 Service Unavailable", None),
    "unavailable_seconds": failing("503 Service Unavailable", None, Retry_After="1"),
    "unauthorized": refusing_key("401 Unauthorized"),
    "forbidden": refusing_key("403 Forbidden"),
    "unknown_model": unknown_model,
    "no_response_format": refusing_formats(good),
    "redirect": redirecting("http://127.0.0.1:9/v1/chat/completions"),
    "slow_headers": after(60, good),
    "slow_body": slow_body(0.2),
    "dropped": lambda request: Cut(),
    "dropped_mid_body": dropped_mid_body,
    "truncated_json": truncated_json,
    "html": lambda request: response(PAGE, Content_Type="text/html"),
    "huge": huge,
    "gzip": gzipped,
    "empty": saying(lambda body: ""),
    "thinking_only": thinking_only,
    "think_tag_only": saying(lambda body: f"<think>I choose it.\n{said(body, first(body))}</think>"),
    "think_unclosed": saying(lambda body: f"<think>I choose it.\n{said(body, first(body))}"),
    "no_choices": without_choices,
    "empty_choices": lambda request: response({**completion(request, ""), "choices": []}),
    "number_content": saying(lambda body: 5),
    "two_objects": two('{"verdict": %s}\n{"verdict": %s}'),
    "two_keys": two('{"verdict": %s, "verdict": %s}'),
    "two_lines": saying(two_lines),
    "no_option": choosing(constantly("a teapot that nobody offered")),
    "cut_off": saying(lambda body: said(body, first(body)), finish_reason="length"),
    "filtered": saying(lambda body: said(body, first(body)), finish_reason="content_filter"),
    "refusal": saying(lambda body: None, refusal="I'm sorry, I cannot help with that."),
}
"""Every misbehaviour by name. None of them gives a verdict, but for "gzip" and "no_response_format": these only need
a client that can do with it."""
