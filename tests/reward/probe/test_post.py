"""One request of a probe: whatever is answered, it ends soon, with JSON or with what becomes of the reply."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from reward.probe.made import Made
from reward.probe.post import MOST_BYTES, Trouble, post, session


def asked(url: str, body: Any = None, seconds: float = 5.0, **how: Any) -> Any:
    async def go() -> Any:
        async with session(seconds) as opened:
            return await post(opened, url, body, **how)

    start = time.monotonic()
    found = asyncio.run(go())
    assert time.monotonic() - start < 5
    return found


@pytest.mark.parametrize(
    ("status", "body", "kind", "fate", "why"),
    [
        (404, {}, "application/json", "run ends", "HTTP status 404"),
        (500, {}, "application/json", "asked again", "HTTP status 500"),
        (200, {}, "text/html", "asked again", "content type text/html"),
        (200, b"<html>", "application/json", "asked again", "no JSON"),
        (200, b"", "application/json", "asked again", "no JSON"),
        (200, b"\xff\xfe\x00", "application/json", "asked again", "no JSON"),
        (200, b"[" * 200_000, "application/json", "asked again", "no JSON"),
        (200, b"9" * 10_000, "application/json", "asked again", "no JSON"),
        (200, b" " * MOST_BYTES + b"1", "application/json", "asked again", f"more than {MOST_BYTES} bytes"),
        (302, {}, "application/json", None, ""),
    ],
)
def test_what_is_no_json_says_so(
    saying: Callable[..., str], status: int, body: Any, kind: str, fate: str | None, why: str
) -> None:
    found = asked(saying(status, body, kind))
    if fate is None:
        assert found == {}
    else:
        assert found.fate == fate
        assert why in found.flag
        assert asked(saying(status, body, kind), again=()).fate == "run ends"


def test_json_is_read_up_to_the_limit_whatever_its_type_where_nobody_looks(saying: Callable[..., str]) -> None:
    assert asked(saying(200, b" " * (MOST_BYTES - 1) + b"1")) == 1
    assert asked(saying(200, {"score": 1}, "application/problem+json; charset=utf-8")) == {"score": 1}
    assert asked(saying(500, {"score": 1}, "text/plain"), checked=False) == {"score": 1}
    assert asked(saying(200, b"1" + b"0" * 400)) == 10**400


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.end_headers()
    with suppress(OSError):
        while True:
            handler.wfile.write(b" " * 65_536)


def trickling(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.end_headers()
    with suppress(OSError):
        while True:
            handler.wfile.write(b" ")
            time.sleep(0.05)


def raw(sent: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    return lambda handler: handler.wfile.write(sent) and None


@pytest.mark.parametrize(
    "respond",
    [
        endless,
        trickling,
        lambda handler: time.sleep(1),
        lambda handler: handler.connection.close(),
        raw(b""),
        raw(b"SSH-2.0-server\r\n"),
        raw(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{}"),
        raw(b"HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n{}"),
        raw(b"HTTP/1.1 200 OK\r\ncontent-type: \x1b[31m;=;;\r\n\r\n{"),
        raw(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n\r\n{}"),
        raw(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nx\r\n"),
        raw(b"HTTP/1.1 200 OK\r\nx: " + b"x" * 100_000 + b"\r\n\r\n{}"),
        raw(b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"),
        raw(b"HTTP/1.1 999 \x1b[31m\r\n\r\n"),
        raw(b"HTTP/1.1 307 Moved\r\nlocation: /again\r\n\r\n"),
        raw(b"HTTP/1.1 307 Moved\r\nlocation: file:///etc/passwd\r\n\r\n"),
        raw(b"HTTP/1.1 307 Moved\r\nlocation: http://[\r\n\r\n"),
        raw(b"HTTP/1.1 307 Moved\r\nlocation: http://a..b:99999/\r\n\r\n"),
    ],
)
@pytest.mark.parametrize("checked", [True, False])
def test_a_broken_answer_is_none(fake: Callable[..., str], respond: Any, checked: bool) -> None:
    found = asked(fake(respond), {}, seconds=0.15, checked=checked)
    assert isinstance(found, Made)
    assert found.reward is None
    assert found.flag


@pytest.mark.parametrize("again", [(), ("away",)])
def test_who_is_away_is_asked_again_where_the_client_does_so(again: tuple[Trouble, ...]) -> None:
    assert asked("http://127.0.0.1:9", again=again).fate == ("asked again" if again else "run ends")


def test_what_is_no_json_is_never_sent() -> None:
    assert asked("http://127.0.0.1:9", {"label": object()}).fate == "run ends"
