"""A task for the tests of `reward.worker`: it does what it is told, good or bad."""

import contextlib
import os
import signal
import sys
import time
from typing import Any


def run(request: dict[str, Any]) -> Any:
    (what, value), *_ = request.items()
    return ACTIONS[what](value)


def spin(seconds: float) -> str:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "spun"


def deaf(_: Any) -> str:
    """Swallow every exception and go on, as computer algebra systems do."""
    while True:
        with contextlib.suppress(BaseException):
            spin(1000)


def power(exponent: int) -> int:
    return len(str(9 ** (9**exponent)))


def noise(text: str) -> str:
    print(text, flush=True)
    print(text, file=sys.stderr, flush=True)
    os.write(1, text.encode())
    return text


def killed_once(path: str) -> str:
    """Die the first time, as if killed from outside, and answer the second time."""
    if os.path.exists(path):
        return "second try"
    os.mkfifo(path)
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def fail(text: str) -> None:
    raise ValueError(text)


def write(path: str) -> str:
    with open(path, "w") as file:
        file.write("x")
    return "written"


ACTIONS = {
    "echo": lambda value: value,
    "pid": lambda _: os.getpid(),
    "spin": spin,
    "sleep": time.sleep,
    "deaf": deaf,
    "power": power,
    "allocate": lambda megabytes: len(bytearray(megabytes << 20)),
    "noise": noise,
    "exit": os._exit,
    "kill": lambda number: os.kill(os.getpid(), number),
    "killed_once": killed_once,
    "fail": fail,
    "write": write,
    "environment": lambda _: dict(os.environ),
}
