"""What the tests of several adapters share: one server, one application, an environment that sets nothing."""

import json
import os
import socket
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from conftest import Start
from doc_pages import snippets
from fastapi.testclient import TestClient
from trainer_rollouts import ITEMS, PAN

from reward import Clip, Item, Scorer
from reward.adapters.configured import configured
from reward.answers import Phrase
from reward.jsonl import write_jsonl
from reward.service import create_app

PICTURED = Item(
    question="Which is washed?",
    answer=Phrase(text="pan"),
    clips=(Clip(video_id="v", start=0, end=1, images=("frames/1.jpg", "frames/2.png")),),
)
KNOWN = {**ITEMS, PICTURED.id: PICTURED}
"""What the servers know."""


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in [name for name in os.environ if name.startswith("ANSWERKEY_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr("reward.adapters.configured._next_log", 0.0)
    configured.cache_clear()
    yield
    configured.cache_clear()


@pytest.fixture(scope="session")
def items(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of what the servers know."""
    path = tmp_path_factory.mktemp("adapters") / "items.jsonl"
    write_jsonl(path, list(KNOWN.values()))
    return str(path)


@pytest.fixture(scope="session")
def url(items: str) -> Iterator[str]:
    """A server in a process of its own."""
    start = Start()
    yield start("--items", items)
    for process in start.running:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture
def served(url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The environment of a process that has a server, which alone knows the items."""
    monkeypatch.setenv("ANSWERKEY_URL", url)
    return url


@pytest.fixture(params=["rules", "server"])
def scoring(request: pytest.FixtureRequest, items: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of a process that scores by rules, and that of one with a server."""
    if request.param == "server":
        monkeypatch.setenv("ANSWERKEY_URL", request.getfixturevalue("url"))
    else:
        monkeypatch.setenv("ANSWERKEY_ITEMS", items)


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """The same application in this process."""
    with TestClient(create_app(Scorer(), KNOWN)) as client:
        yield client


class Fails(BaseHTTPRequestHandler):
    """Answers 500."""

    def do_POST(self) -> None:
        self.send_error(500)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def hanging() -> Iterator[str]:
    """The address of a server that takes connections and answers nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield f"http://127.0.0.1:{silent.getsockname()[1]}"


@pytest.fixture
def failing() -> Iterator[str]:
    """The address of a server that answers 500."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Fails) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(params=["away", "hanging", "failing"])
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The environment of a process whose server gives no verdicts within its deadline."""
    url = "http://127.0.0.1:9" if request.param == "away" else str(request.getfixturevalue(request.param))
    monkeypatch.setenv("ANSWERKEY_URL", url)
    monkeypatch.setenv("ANSWERKEY_DEADLINE", "0.2")
    return url


@pytest.fixture
def no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of a process whose server has an address that is none."""
    monkeypatch.setenv("ANSWERKEY_URL", "127.0.0.1:8000")


@pytest.fixture
def converted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, Any]]]:
    """The rows that a page's conversion makes of items, in a folder that is then the current one."""
    monkeypatch.chdir(tmp_path)
    for name in PICTURED.clips[0].images:
        path = tmp_path / "items" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(path.suffix.encode())

    def convert(page: str, *items: Item, change: Callable[[str], str] = str) -> list[dict[str, Any]]:
        held_out = PAN.model_copy(update={"id": "held-out", "split": "test"})  # which no page may train on
        write_jsonl(Path("items/items.jsonl"), [*(items or [PAN, PICTURED]), held_out])
        [code] = [code for code in snippets(f"trainers/{page}.md") if "items.jsonl" in code]
        exec(compile(change(code), page, "exec"), {})
        [path] = Path("data").glob("*.jsonl")
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    return convert


@pytest.fixture
def pictures(tmp_path: Path) -> list[list[str]]:
    """The pictures of the items that are converted, as paths that hold in any folder."""
    return [[], [str(tmp_path / "items" / name) for name in PICTURED.clips[0].images]]
