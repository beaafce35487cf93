"""What the tests of probes share: a reward server, and servers that answer whatever a test wants."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from conftest import Start
from trainer_rollouts import PAN, TAP

from reward import Item
from reward.adapters.configured import configured
from reward.answers import Phrase
from reward.jsonl import write_jsonl

ALIKE = [Item(question="Is the tap open?", answer=Phrase(text="pan"), source=f"clip {i}") for i in range(25)]
"""Items whose prompt names none of them."""
Respond = Callable[[BaseHTTPRequestHandler], None]


@pytest.fixture(scope="session")
def items(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("probe") / "items.jsonl"
    write_jsonl(path, [*ALIKE[:20], PAN, TAP, *ALIKE[20:]])
    return path


@pytest.fixture(scope="session")
def url(items: Path) -> Iterator[str]:
    start = Start()
    yield start("--items", str(items))
    for process in start.running:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, url: str) -> Iterator[None]:
    """That of a process whose functions ask the server; what a probe puts in its place is taken back."""
    for name in ("FALLBACK", "ITEMS", "DEADLINE", "UNDECIDED"):
        monkeypatch.delenv(f"ANSWERKEY_{name}", raising=False)
    monkeypatch.setenv("ANSWERKEY_URL", url)
    monkeypatch.setattr("reward.adapters.areal._paused_until", 0.0)
    configured.cache_clear()
    yield
    configured.cache_clear()


@pytest.fixture
def fake() -> Iterator[Callable[..., str]]:
    """Starts a server whose /healthz says `health`, and which else does what a test wants; returns its URL."""
    with ExitStack() as running:

        def start(respond: Respond, health: Any = {"status": "ok"}) -> str:  # noqa: B006  # nobody changes it
            class Fake(BaseHTTPRequestHandler):
                def do_POST(self) -> None:
                    self.rfile.read(int(self.headers.get("content-length", 0)))
                    if self.path == "/healthz" and health is not None:
                        answer(self, 200, health)
                    else:
                        respond(self)

                do_GET = do_POST

                def log_message(self, *_: Any) -> None:
                    pass

            class Server(ThreadingHTTPServer):
                request_queue_size = 128  # else a client that comes with many others waits for a second

                def handle_error(self, *_: Any) -> None:
                    """A client that left has said what it makes of that."""

            server = Server(("127.0.0.1", 0), Fake)
            Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
            running.callback(server.server_close)
            running.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_port}"

        yield start


def answer(handler: BaseHTTPRequestHandler, status: int, body: Any, kind: str = "application/json") -> None:
    """Answer with JSON, or with bytes as they are."""
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    handler.send_response(status)
    handler.send_header("content-type", kind)
    handler.send_header("content-length", str(len(sent)))
    handler.end_headers()
    handler.wfile.write(sent)


@pytest.fixture
def saying(fake: Callable[..., str]) -> Callable[..., str]:
    """Starts a server that answers everything but /healthz alike."""

    def start(status: int, body: Any, kind: str = "application/json", health: Any = {"status": "ok"}) -> str:  # noqa: B006
        return fake(lambda handler: answer(handler, status, body, kind), health)

    return start
