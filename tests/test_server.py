"""`server.py`, the ASGI entry, and `answerkey serve`: what they take, and what they say of bad use."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from conftest import Start
from judge_endpoint import process

from reward import Item
from reward.answers import Phrase, YesNo
from reward.jsonl import read_items, write_jsonl

KEY = "sk-do-not-show-me"
PAN = Item(question="What is moved?", answer=Phrase(text="frying pan", wrong=("kettle", "cup")))
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
        ({"ANSWERKEY_JUDGE_URL": "http://127.0.0.1:1"}, "server: ANSWERKEY_JUDGE_URL: the judge has no model: give "),
        ({"ANSWERKEY_JUDGE_MODE": KEY}, "ANSWERKEY_JUDGE_MODE: no such setting of the judge; do you mean "),
        (
            {"ANSWERKEY_JUDGE_URL": "http://127.0.0.1:1", "ANSWERKEY_JUDGE_MODEL": "m", "ANSWERKEY_JUDGE_KEY": KEY},
            "server: http://127.0.0.1:1/v1: No connection to the judge's endpoint: ",
        ),
    ],
)
def test_the_asgi_entry_refuses_bad_settings_in_one_line(environment: dict[str, str], said: str) -> None:
    done = import_server(**environment)
    assert done.returncode == 2
    assert said in done.stderr
    assert KEY not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def verdict_of(url: str, reply: str) -> dict[str, Any]:
    """What a server says a reply to PAN is worth."""
    entry = {"item": PAN.model_dump(mode="json"), "reply": reply}
    request = urllib.request.Request(f"{url}/score", json.dumps({"items": [entry]}).encode())
    with urllib.request.urlopen(request, timeout=30) as response:
        [verdict] = json.load(response)["verdicts"]
    assert isinstance(verdict, dict)
    return verdict


def test_the_asgi_entry_has_a_judge_although_it_is_imported_within_an_event_loop() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with process() as judge:
        environment = {"ANSWERKEY_JUDGE_URL": judge, "ANSWERKEY_JUDGE_MODEL": "judge", "ANSWERKEY_JUDGE_KEY": KEY}
        command = [sys.executable, "-m", "uvicorn", "server:app", "--port", port]
        with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stderr=subprocess.PIPE) as server:
            assert server.stderr is not None
            said = b""
            while b"Uvicorn running" not in said:
                line = server.stderr.readline()
                assert line, said
                said += line
            verdict = verdict_of(f"http://127.0.0.1:{port}", "Answer: a skillet")
            server.terminate()
            said += server.stderr.read()
    assert (verdict["by"], verdict["judge"]["model"], verdict["error"]) == ("judge", "judge", None)
    assert KEY.encode() not in said
    assert b"Unclosed" not in said


def test_serve_says_which_judge_it_has_and_asks_it() -> None:
    with process() as judge:
        command = [
            sys.executable,
            "-m",
            "evaluation",
            "serve",
            "--port",
            "0",
            "--judge-url",
            judge,
            "--judge-model",
            "m",
        ]
        environment = {**os.environ, "ANSWERKEY_JUDGE_KEY": KEY}
        pipe = subprocess.PIPE
        with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True) as server:
            assert server.stdout is not None
            said = server.stdout.readline()
            start, address, _ = said.rsplit(", ", 2)
            verdict = verdict_of(address, "Answer: a skillet")
            server.terminate()
            out, err = server.communicate(timeout=30)
    assert start == "answerkey: 0 items, judge m (json_schema), cache in memory"
    assert verdict["by"] == "judge"
    assert KEY not in said + out + err


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


def test_serve_reveals_keys_only_where_it_is_told_to(serve: Start, items_file: Path) -> None:
    for flags, revealed in (((), False), (("--reveal-keys",), True)):
        body = json.dumps({"items": [{"id": "one", "reply": "no"}]}).encode()
        with urllib.request.urlopen(f"{serve('--items', str(items_file), *flags)}/score", body) as response:
            [verdict] = json.load(response)["verdicts"]
        assert ("key" in verdict["details"]) == revealed


def known(url: str) -> int:
    """How many items a server says that it knows."""
    with urllib.request.urlopen(f"{url}/healthz", timeout=30) as response:
        return int(json.load(response)["items"])


def test_sighup_reads_the_items_again_and_a_bad_file_changes_nothing(serve: Start, items_file: Path) -> None:
    url = serve("--items", str(items_file))
    [server] = serve.running
    assert known(url) == 1
    write_jsonl(items_file, [PAN, *read_items(items_file)])
    server.send_signal(signal.SIGHUP)
    for _ in range(100):
        if known(url) == 2:
            break
        time.sleep(0.05)
    assert known(url) == 2
    items_file.write_text("{")
    server.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert known(url) == 2
    assert server.poll() is None


def test_sigterm_ends_the_server_although_a_client_never_sends_the_rest_of_its_body(serve: Start) -> None:
    url = serve()
    with socket.create_connection(("127.0.0.1", int(url.rsplit(":", 1)[1]))) as half:
        half.sendall(b"POST /score HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
        [server] = serve.running
        server.terminate()
        server.wait(timeout=30)
