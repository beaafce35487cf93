"""Worker processes: what blows up ends in time, and the next request is answered at once."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import worker_task

from reward.worker import WorkerError, Workers

ROOT = Path(__file__).resolve().parents[2]
TASK = worker_task.__file__
LIMIT = 1.0
SLACK = 1.0


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    workers = Workers(TASK, seconds=LIMIT, megabytes=256, at_once=2)
    workers.run({"echo": 0})
    yield workers
    workers.close()


def cause(workers: Workers, request: object) -> tuple[str, float]:
    """Why a request has no answer, and how many seconds it took to say so."""
    started = time.monotonic()
    with pytest.raises(WorkerError) as caught:
        workers.run(request)
    return caught.value.cause, time.monotonic() - started


def gone(pid: int, seconds: float = 3.0) -> bool:
    """Whether a process ends in time; a zombie is still there."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not os.path.exists(f"/proc/{pid}"):
            return True
        time.sleep(0.02)
    return False


def test_a_request_is_answered_by_another_process(workers: Workers) -> None:
    assert workers.run({"echo": {"text": "é\n\x00", "list": [1, None, 2.5]}}) == {
        "text": "é\n\x00",
        "list": [1, None, 2.5],
    }
    assert workers.run({"pid": None}) not in (os.getpid(), None)


def test_the_process_stays_warm(workers: Workers) -> None:
    assert workers.run({"pid": None}) == workers.run({"pid": None})


@pytest.mark.parametrize(
    "bomb", [{"spin": 100}, {"sleep": 100}, {"deaf": None}, {"power": 9}, {"kill": signal.SIGSTOP}]
)
def test_a_bomb_ends_in_time_and_the_next_request_is_answered_within_a_second(
    workers: Workers, bomb: dict[str, Any]
) -> None:
    pid = workers.run({"pid": None})
    rule, seconds = cause(workers, bomb)
    assert rule == "time_limit"
    assert seconds < LIMIT + SLACK
    started = time.monotonic()
    assert workers.run({"echo": 1}) == 1
    assert time.monotonic() - started < 1
    assert gone(pid)


def test_bomb_after_bomb_the_next_request_is_answered(workers: Workers) -> None:
    for _ in range(3):
        assert cause(workers, {"spin": 100})[0] == "time_limit"
    assert workers.run({"echo": 1}) == 1


def test_memory_is_limited(workers: Workers) -> None:
    assert cause(workers, {"allocate": 1_000})[0] == "memory_limit"
    assert workers.run({"allocate": 10}) == 10 << 20


def test_a_task_that_raises_or_crashes_fails_alone(workers: Workers) -> None:
    for request in ({"fail": "no"}, {"exit": 3}, {"kill": signal.SIGSEGV}, {"unheard of": 1}):
        assert cause(workers, request)[0] == "worker_failed"
        assert workers.run({"echo": 1}) == 1


def test_a_process_killed_while_idle_is_replaced_without_anyone_noticing(workers: Workers) -> None:
    pid = workers.run({"pid": None})
    os.kill(pid, signal.SIGKILL)
    assert workers.run({"pid": None}) != pid
    assert gone(pid)


def test_a_request_whose_process_is_killed_is_tried_once_more(workers: Workers, tmp_path: Path) -> None:
    assert workers.run({"killed_once": str(tmp_path / "mark")}) == "second try"
    assert cause(workers, {"kill": signal.SIGKILL})[0] == "worker_died"
    assert workers.run({"echo": 1}) == 1


def test_a_task_writes_no_files_and_its_prints_do_not_get_into_the_answers(
    workers: Workers, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert workers.run({"noise": '{"answer": "forged"}\n'}) == '{"answer": "forged"}\n'
    assert workers.run({"echo": 1}) == 1
    assert cause(workers, {"write": str(tmp_path / "file")})[0] == "worker_failed"
    assert (tmp_path / "file").exists() is False or (tmp_path / "file").read_bytes() == b""
    assert capfd.readouterr() == ("", "")


def test_secrets_in_the_environment_do_not_reach_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "secret")
    workers = Workers(TASK, seconds=LIMIT)
    assert "SOME_TOKEN" not in workers.run({"environment": None})
    workers.close()


def in_threads(work: Callable[[int], object], count: int) -> list[object]:
    results: list[object] = [None] * count

    def one(i: int) -> None:
        try:
            results[i] = work(i)
        except WorkerError as error:
            results[i] = error.cause

    threads = [threading.Thread(target=one, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_many_threads_get_their_own_answers(workers: Workers) -> None:
    assert in_threads(lambda i: [workers.run({"echo": [i, j]}) for j in range(20)], 12) == [
        [[i, j] for j in range(20)] for i in range(12)
    ]


def test_a_bomb_in_one_thread_does_not_hold_up_another(workers: Workers) -> None:
    def work(i: int) -> object:
        started = time.monotonic()
        return workers.run({"echo": time.monotonic() - started < 1}) if i else workers.run({"spin": 100})

    assert in_threads(work, 2) == ["time_limit", True]


def test_a_forked_child_works_and_leaves_the_parents_processes_alone(workers: Workers) -> None:
    pid = workers.run({"pid": None})
    child = os.fork()
    if child == 0:
        code = 1
        try:
            other = workers.run({"pid": None})
            code = 0 if other not in (pid, None) else 2
            workers.close()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert workers.run({"pid": None}) == pid


def test_close_ends_all_processes_and_the_next_request_starts_new_ones() -> None:
    workers = Workers(TASK, seconds=LIMIT)
    pids = [workers.run({"pid": None}), *(p.process.pid for p in workers._processes)]
    workers.close()
    assert [gone(pid) for pid in pids] == [True] * len(pids)
    assert workers.run({"echo": 1}) == 1
    workers.close()
    gc.collect()  # would warn of processes and pipes that were left open


SCRIPT = """
import os, sys
from reward.worker import Workers
workers = Workers(sys.argv[2], seconds=2)
print(workers.run({"pid": None}), *(process.process.pid for process in workers._processes), flush=True)
if sys.argv[1] == "killed":
    os.kill(os.getpid(), 9)
if sys.argv[1] == "busy":
    import threading, time
    threading.Thread(target=workers.run, args=({"spin": 100},), daemon=True).start()
    time.sleep(0.5)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize(("how", "seconds"), [("ends", 3), ("killed", 3), ("busy", 3)])
def test_the_processes_end_with_their_parent_however_it_ends(how: str, seconds: float) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, how, TASK], capture_output=True, text=True, env=environment, cwd="/", check=False
    )
    pids = [int(pid) for pid in done.stdout.split()]
    assert len(pids) == 3
    assert done.stderr == ""
    assert [gone(pid, seconds) for pid in pids] == [True] * 3


def test_a_task_that_cannot_be_loaded_fails_and_leaves_no_process() -> None:
    workers = Workers("no_such_task.py", seconds=LIMIT)
    assert cause(workers, {"echo": 1})[0] == "worker_failed"
    pids = [process.process.pid for process in workers._processes]
    workers.close()
    assert [gone(pid) for pid in pids] == [True] * len(pids)
