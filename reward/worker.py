"""A warm worker process for work that can blow up: it runs under memory and CPU limits, and can be killed at any time.

A task is a Python file with a function `run(request)`, and `prepare()` if it is slow at first. Requests and answers are
JSON, one per line over pipes, so that nothing is forked, pickled or evaluated, and threads and CUDA in the parent do
not matter. At most `at_once` requests run at the same time, and one spare process is kept warm, so that the request
after a killed one need not wait.
"""

import atexit
import contextlib
import importlib.util
import json
import math
import os
import resource
import select
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Literal

START_SECONDS = 60.0
MOST_REQUESTS = 10_000
"""After so many requests a process is replaced: libraries that cache grow."""
INHERITED = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TMPDIR")

Cause = Literal["time_limit", "memory_limit", "worker_failed", "worker_died"]
NOTES: dict[Cause, str] = {
    "time_limit": "The rule ran out of time.",
    "memory_limit": "The rule ran out of memory.",
    "worker_failed": "The rule failed on this reply.",
    "worker_died": "The process that applies the rule was killed.",
}
ENDED_BY: dict[int, Cause] = {signal.SIGXCPU: "time_limit", signal.SIGKILL: "worker_died"}


class WorkerError(Exception):
    """A request has no answer; `cause` says why, and is the name of the rule in the verdict."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(NOTES[cause])
        self.cause: Cause = cause


class Workers:
    """The processes that run the task in one file; they start with the first request. Safe to call from any thread.

    `seconds`: the wall time and the CPU time that one request may take; `megabytes`: the address space of a process.
    """

    def __init__(self, task: str, seconds: float = 2.0, megabytes: int = 1024, at_once: int | None = None) -> None:
        self.task, self.seconds, self.megabytes = task, seconds, megabytes
        self.at_once = at_once or min(4, os.cpu_count() or 1)
        self._forget()
        os.register_at_fork(after_in_child=self._forget)
        atexit.register(self.close)

    def run(self, request: object) -> Any:
        """The task's answer. Raises WorkerError.

        A process that was killed from outside (by a person, or by a system that is out of memory) is replaced, and
        the request gets a second try within the same time.
        """
        line = json.dumps(request).encode() + b"\n"
        with self._places:
            deadline = time.monotonic() + self.seconds
            try:
                return self._ask(line, self.seconds)
            except WorkerError as error:
                left = deadline - time.monotonic()
                if error.cause != "worker_died" or left <= 0:
                    raise
                return self._ask(line, left)

    def warm_up(self) -> None:
        """Start a process now if there is none, and return without waiting for it."""
        with self._lock:
            if not self._processes:
                self._idle.append(self._start())

    def close(self) -> None:
        """End all processes; a later request starts new ones."""
        with self._lock:
            for process in self._processes:
                process.kill()
            self._processes.clear()
            self._idle.clear()

    def _ask(self, line: bytes, seconds: float) -> Any:
        process = self._take()
        answer = None
        try:
            answer = process.ask(line, seconds)
        finally:  # also when a person presses Ctrl-C: a process with half a request in it is of no more use
            self._give_back(process, answer is not None)
        if "failed" in answer:
            raise WorkerError(answer["failed"])
        return answer["answer"]

    def _take(self) -> "Process":
        """The process that has been idle for the longest, so that a new one gets time to warm up; and keep a spare."""
        with self._lock:
            process = self._idle.popleft() if self._idle else self._start()
            if not self._idle:
                self._idle.append(self._start())
            return process

    def _give_back(self, process: "Process", alive: bool) -> None:
        with self._lock:
            if alive and process in self._processes and process.served < MOST_REQUESTS:
                self._idle.appendleft(process)
                return
            self._processes.discard(process)
        process.kill()

    def _start(self) -> "Process":
        process = Process(self.task, self.seconds, self.megabytes)
        self._processes.add(process)
        return process

    def _forget(self) -> None:
        """Begin without processes; in a forked child, let go of the parent's, which go on working for the parent."""
        for process in getattr(self, "_processes", ()):
            process.let_go()
        self._lock, self._places = threading.Lock(), threading.BoundedSemaphore(self.at_once)
        self._idle: deque[Process] = deque()
        self._processes: set[Process] = set()


class Process:
    """One worker process, as its parent sees it. It ends with its parent: the end of its input is the end of it."""

    def __init__(self, task: str, seconds: float, megabytes: int) -> None:
        paths = [os.path.abspath(path) for path in sys.path if path and os.path.exists(path)]
        arguments = (os.path.abspath(__file__), os.path.abspath(task), str(seconds), str(megabytes), *paths)
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-s", "-B", *arguments],  # no path and no file but those that we name
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd="/",
            env={name: os.environ[name] for name in INHERITED if name in os.environ} | {"PYTHONHASHSEED": "0"},
            start_new_session=True,  # Ctrl-C in a terminal is the parent's matter
        )
        self.ready = False
        self.served = 0

    def ask(self, line: bytes, seconds: float) -> Any:
        """Send one request and wait for its answer. Raises WorkerError, after which the process is to be killed."""
        assert self.process.stdin is not None
        try:
            self.wait_until_ready()
            self.served += 1
            self.process.stdin.write(line)
            return json.loads(self._read_line(seconds))
        except TimeoutError:
            raise WorkerError("time_limit") from None
        except (EOFError, OSError, ValueError):
            raise WorkerError(ENDED_BY.get(self._signal(), "worker_failed")) from None

    def wait_until_ready(self) -> None:
        """Wait for the line that says that the task is loaded, if it has not been read yet."""
        if not self.ready:
            self._read_line(START_SECONDS)
            self.ready = True

    def _read_line(self, seconds: float) -> bytes:
        assert self.process.stdout is not None
        deadline, pipe, line = time.monotonic() + seconds, self.process.stdout.fileno(), b""
        poll = select.poll()
        poll.register(pipe, select.POLLIN)
        while not line.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not poll.poll(math.ceil(left * 1000)):
                raise TimeoutError
            chunk = os.read(pipe, 65_536)
            if not chunk:
                raise EOFError
            line += chunk
        return line

    def _signal(self) -> int:
        """The number of the signal that ended the process; 0 for none."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return max(0, -self.process.wait(1))
        return 0

    def kill(self) -> None:
        """End the process, whatever it is doing, and everything that it may have started."""
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._close()

    def let_go(self) -> None:
        """Close this side's pipes and never touch the process again: it belongs to the process we were forked from."""
        self.process.returncode = 0
        self._close()

    def _close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


def serve(task: str, seconds: str, megabytes: str, *paths: str) -> None:
    """The worker's side: answer requests until the input ends. Nothing that a library prints reaches the parent.

    The package itself is not imported, which would take longer than many a request.
    """
    sys.path[:0] = paths
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    module = _loaded(task)
    getattr(module, "prepare", lambda: None)()
    _limit(resource.RLIMIT_AS, int(megabytes) << 20)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    threading.Thread(target=_end_with_parent, args=(requests.fileno(),), daemon=True).start()
    answers.write(b"\n")
    for line in requests:
        _limit(resource.RLIMIT_CPU, math.ceil(time.process_time() + float(seconds)) + 1)
        answer = _answer(module.run, line)
        answers.write(json.dumps(answer).encode() + b"\n")


def _loaded(path: str) -> Any:
    spec = importlib.util.spec_from_file_location("task", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["task"] = module
    spec.loader.exec_module(module)
    return module


def _end_with_parent(requests: int) -> None:
    """End this process, whatever it is doing, once nobody can send it requests any more."""
    poll = select.poll()
    poll.register(requests, 0)  # which leaves the hang-up, the one event that cannot be turned off
    poll.poll()
    os._exit(1)


def _answer(run: Callable[[Any], Any], line: bytes) -> dict[str, Any]:
    try:
        return {"answer": run(json.loads(line))}
    except MemoryError:
        return {"failed": "memory_limit"}
    except Exception:
        return {"failed": "worker_failed"}


def _limit(kind: int, most: int) -> None:
    """Lower a soft limit, or raise it again, below the hard one that the system sets."""
    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    serve(*sys.argv[1:])
