"""Taking in a request: its body within limits of size and time, as JSON; what is none is refused, not guessed at."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from starlette.requests import ClientDisconnect

from reward.verdict import Fault

MAX_BATCH = 10_000
MAX_DEPTH = 200
MAX_BODY_BYTES = 64 * 1024 * 1024
READ_SECONDS = 60


class Refused(Exception):
    """A request that cannot be answered at all: an HTTP status of 4xx, and the fault that its body says."""

    def __init__(self, status: int, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.fault = Fault(code=code, message=message, field=field)


async def refuse(_: Request, refused: Exception) -> Response:
    """The answer to a request that is refused: `{"error": {"code", "message", "field"?}}`."""
    assert isinstance(refused, Refused)
    return JSONResponse({"error": refused.fault.model_dump(exclude_none=True)}, status_code=refused.status)


async def read_body(request: Request) -> bytes:
    """The body. Raises Refused as soon as it has grown larger than the server takes, and when it does not arrive."""
    body = bytearray()
    try:
        async with asyncio.timeout(READ_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MAX_BODY_BYTES:
                    message = f"the body is larger than {MAX_BODY_BYTES} bytes; send smaller batches"
                    raise Refused(413, "too_large", message)
    except (TimeoutError, ClientDisconnect):
        raise Refused(408, "incomplete", f"the body did not arrive within {READ_SECONDS} s") from None
    return bytes(body)


async def read_object(request: Request) -> dict[str, Any]:
    """The JSON object in a body. Raises Refused where there is none."""
    body = await read_body(request)
    try:
        return await asyncio.to_thread(_object, body)
    except (ValueError, RecursionError):
        raise Refused(422, "invalid_request", "the body is no JSON") from None


def _object(body: bytes) -> dict[str, Any]:
    value = json.loads(body)
    if not isinstance(value, dict):
        raise Refused(422, "invalid_request", "the body is no JSON object")
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH and _deep(value):
        raise Refused(422, "invalid_request", f"the body is nested more than {MAX_DEPTH} deep")
    return value


def _deep(value: Any) -> bool:
    """Whether a value is nested deeper than MAX_DEPTH."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [part for one in level for part in _parts(one)]
        if not level:
            return False
    return True


def _parts(value: Any) -> Iterable[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (part for part in inner if isinstance(part, dict | list))


async def written(answer: Any) -> bytes:
    """An answer as JSON. What of a request it repeats, and JSON cannot carry, becomes null or "?"."""
    return await asyncio.to_thread(_written, answer)


def _written(answer: Any) -> bytes:
    try:
        return json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:  # NaN, an infinity, or half a surrogate pair
        finite = json.loads(json.dumps(answer), parse_constant=lambda _: None)
        return json.dumps(finite, ensure_ascii=False).encode("utf-8", "replace")
