"""Other trainers' own code, run in a process of its own: their packages lie in .trainers, which `make trainers` fills.

Some of their packages import vllm, deepspeed and the like in `__init__`: `shell` makes such a package importable
without running that, so that its other modules can be.
"""

import importlib.machinery
import json
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[1] / ".trainers"
ABSENT = "needs the trainers' packages: make trainers"


def shell(*names: str) -> None:
    """Make these packages of .trainers importable without their `__init__`, the outer ones first."""
    for name in names:
        module = types.ModuleType(name)
        module.__path__ = [str(FOLDER.joinpath(*name.split(".")))]
        module.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=True)
        sys.modules[name] = module


def drive(code: str, *arguments: str, timeout: float = 60, **environment: str) -> Any:
    """Run code with the trainers' packages on the path; returns the JSON that its last line of output holds."""
    if not FOLDER.is_dir():
        pytest.skip(ABSENT)
    path = os.pathsep.join([str(Path(__file__).parent), str(FOLDER), str(FOLDER.parent)])
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.strip().splitlines()[-1])
