"""The server behind the fake judge endpoint, on asyncio's transports.

So it can misbehave below HTTP, and costs less than the client under test, which is to be the bottleneck. Of HTTP/1.1 it
speaks what a client of chat completions needs: Content-Length and kept connections.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, Awaitable
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from judge_behaviours import Behaviour, Cut, Later, Request, Sent, response
from judge_faults import failing

logger = logging.getLogger("judge_endpoint")


@dataclass(slots=True)
class Endpoint:
    """A running endpoint. `behaviour` answers chat calls, `models` answers `GET /v1/models`; both may be replaced.

    `calls` counts those of the chat; `requests` and `headers` hold theirs in order, if it `keeps` them. `peak`: the
    most requests that were open at once.
    """

    behaviour: Behaviour
    models: Behaviour
    url: str = ""
    keeps: bool = True
    calls: int = 0
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    open: int = 0
    peak: int = 0
    sent_bytes: int = 0
    connections: "set[Connection]" = field(default_factory=set)
    error: Exception | None = None

    def route(self, request: Request) -> Behaviour:
        """What answers a request; a chat call is counted and kept."""
        match request.method, request.path:
            case "POST", "/v1/chat/completions":
                self.calls += 1
                if self.keeps:
                    self.requests.append(request.body)
                    self.headers.append(request.headers)
                return self.behaviour
            case "GET", "/v1/models":
                return self.models
            case "GET", "/v1/calls":
                return self.counts
        return failing("404 Not Found", None, f"Unknown request URL: {request.method} {request.path}")

    def counts(self, request: Request) -> bytes:
        return response({"calls": self.calls, "peak": self.peak, "cpu_seconds": time.process_time()})


class Connection(asyncio.Protocol):
    """One client's connection, which is kept; requests are answered one after the other."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.buffer = bytearray()
        self.pending: asyncio.Task[None] | asyncio.TimerHandle | None = None
        self.writable = asyncio.Event()
        self.writable.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.endpoint.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.endpoint.connections.discard(self)
        if self.pending is not None:
            self.pending.cancel()
        if isinstance(self.pending, asyncio.TimerHandle):
            self.finish(None)

    def pause_writing(self) -> None:
        self.writable.clear()

    def resume_writing(self) -> None:
        self.writable.set()

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        self.advance()

    def advance(self) -> None:
        """Answer the requests that have come in whole, up to one that takes time."""
        while self.buffer and not self.pending and not self.transport.is_closing() and (request := self.take()):
            self.endpoint.open += 1
            self.endpoint.peak = max(self.endpoint.peak, self.endpoint.open)
            self.answer(request, self.endpoint.route(request))

    def answer(self, request: Request, behaviour: Behaviour) -> None:
        try:
            sent = behaviour(request)
        except Exception as error:
            self.finish(error)
            return
        if isinstance(sent, bytes):  # the usual cases do without a task
            self.write(sent)
            self.finish(None)
        elif isinstance(sent, Later):
            loop = asyncio.get_running_loop()
            self.pending = loop.call_later(sent.seconds, self.resume, request, sent.behaviour)
        else:
            self.pending = asyncio.get_running_loop().create_task(self.send(request, sent))
            self.pending.add_done_callback(self.done)

    def resume(self, request: Request, behaviour: Behaviour) -> None:
        self.pending = None
        self.answer(request, behaviour)
        self.advance()

    def take(self) -> Request | None:
        """The next request, if all of it is there."""
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        method, path, headers = parsed_head(bytes(self.buffer[:end]))
        size = end + 4 + int(headers.get("content-length", "0"))
        if len(self.buffer) < size:
            return None
        data = self.buffer[end + 4 : size]
        del self.buffer[:size]
        return Request(method, path, headers, json.loads(data) if data else {})

    async def send(self, request: Request, sent: Sent | Awaitable[Sent]) -> None:
        while not isinstance(sent, bytes | Cut | AsyncGenerator):
            if isinstance(sent, Later):
                await asyncio.sleep(sent.seconds)
                sent = sent.behaviour(request)
            else:
                sent = await sent
        if isinstance(sent, Cut):
            self.write(sent.sent)
            self.transport.close()
        elif isinstance(sent, bytes):
            self.write(sent)
        else:
            async with aclosing(sent) as pieces:
                async for piece in pieces:
                    if self.transport.is_closing():
                        return
                    self.write(piece)
                    await asyncio.sleep(0)  # or a stream that never has to wait would keep the loop to itself
                    await self.writable.wait()

    def write(self, data: bytes) -> None:
        self.transport.write(data)
        self.endpoint.sent_bytes += len(data)

    def done(self, task: asyncio.Task[None]) -> None:
        self.pending = None
        error = None if task.cancelled() else task.exception()
        assert error is None or isinstance(error, Exception)
        self.finish(error)
        self.advance()

    def finish(self, error: Exception | None) -> None:
        """The end of a request. The error of a behaviour is kept, for it is the test's own fault."""
        self.endpoint.open -= 1
        if error is not None:
            logger.error("a behaviour failed", exc_info=error)
            self.endpoint.error = self.endpoint.error or error
            self.transport.abort()


@lru_cache
def parsed_head(head: bytes) -> tuple[str, str, dict[str, str]]:
    """Method, path and headers of a request; the calls of one client share theirs, which saves time."""
    line, *fields = head.decode("latin-1").split("\r\n")
    method, target, _ = line.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (text.partition(":") for text in fields)}
    if "transfer-encoding" in headers:
        raise ValueError("a request in chunks is not understood")
    return method, target.partition("?")[0], headers
