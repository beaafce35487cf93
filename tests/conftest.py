"""Fixtures that several tests share: a real reward server in a process of its own."""

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from real_data import ABSENT, FOLDER


class Start:
    """Starts `answerkey serve` with the given arguments; returns its URL once it answers."""

    def __init__(self) -> None:
        self.running: list[subprocess.Popen[bytes]] = []

    def __call__(self, *arguments: str) -> str:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "evaluation", "serve", "--port", str(port), *arguments]
        self.running.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
        return _wait_for(f"http://127.0.0.1:{port}", self.running[-1])


@pytest.fixture
def serve() -> Iterator[Start]:
    """Reward servers in processes of their own, which end with the test."""
    start = Start()
    yield start
    for process in start.running:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> str:
    for _ in range(300):
        assert process.poll() is None, "the server ended before it answered"
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=5) as response:
                assert json.load(response)["status"] == "ok"
                return url
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not answer within 30 s")


@pytest.fixture
def data_folder() -> Path:
    """The folder of real annotations; the test is skipped where it is not there."""
    if not FOLDER.is_dir():
        pytest.skip(ABSENT)
    return FOLDER
