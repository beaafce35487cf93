"""`server.py`, the ASGI entry, and `answerkey serve`: what they take, and what they say of bad use."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Start

from reward import Item
from reward.answers import YesNo
from reward.jsonl import write_jsonl

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def items_file(tmp_path: Path) -> Path:
    path = tmp_path / "items.jsonl"
    write_jsonl(path, [Item(id="one", question="Is a cup in the clip?", answer=YesNo(value=True))])
    return path


def import_server(**environment: str) -> subprocess.CompletedProcess[str]:
    code = (
        "import server; from fastapi.testclient import TestClient; print(TestClient(server.app).get('/healthz').text)"
    )
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def test_the_asgi_entry_reads_its_settings_from_the_environment(items_file: Path) -> None:
    done = import_server(ANSWERKEY_ITEMS=str(items_file), ANSWERKEY_UNDECIDED="null")
    assert done.stdout.strip() == '{"status":"ok","items":1}', done.stderr


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"ANSWERKEY_UNDECIDED": "half"}, "ANSWERKEY_UNDECIDED: 'half' is none of zero, null"),
        ({"ANSWERKEY_ITEMS": "nowhere.jsonl"}, "ANSWERKEY_ITEMS: nowhere.jsonl: cannot be read"),
    ],
)
def test_the_asgi_entry_refuses_bad_settings_in_one_line(environment: dict[str, str], said: str) -> None:
    done = import_server(**environment)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def run_serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "evaluation", "serve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_a_port_that_is_none_is_said_in_one_line(port: str) -> None:
    done = run_serve("--port", port)
    assert done.returncode == 2
    assert "is no port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_said_in_one_line_before_anything_is_promised() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run_serve("--port", port)
    assert done.returncode == 2
    assert f"--port {port}" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_sigterm_ends_the_server_although_a_client_never_sends_the_rest_of_its_body(serve: Start) -> None:
    url = serve()
    with socket.create_connection(("127.0.0.1", int(url.rsplit(":", 1)[1]))) as half:
        half.sendall(b"POST /score HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
        [server] = serve.running
        server.terminate()
        server.wait(timeout=30)
