"""A fake OpenAI-compatible chat endpoint for tests and benchmarks, in the test's own event loop or in its own process.

`python tests/judge_endpoint.py --seconds 0.2` serves one as well; `GET /v1/calls` says what it has counted.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from gullible_judges import obeying, yes_man
from judge_behaviours import (
    Behaviour,
    Cut,
    Request,
    after,
    choosing,
    constantly,
    first,
    flaky,
    in_turn,
    listing,
    none_of,
    response,
)
from judge_faults import FAULTS, failing
from judge_server import Connection, Endpoint

__all__ = [
    "FAULTS",
    "Behaviour",
    "Cut",
    "Endpoint",
    "Request",
    "after",
    "choosing",
    "constantly",
    "counts_of",
    "failing",
    "first",
    "flaky",
    "in_turn",
    "listing",
    "none_of",
    "obeying",
    "process",
    "response",
    "running",
    "yes_man",
]
judge = listing("judge")


@asynccontextmanager
async def running(behaviour: Behaviour, models: Behaviour = judge, port: int = 0) -> AsyncIterator[Endpoint]:
    """An endpoint in this event loop. Raises, at its end, the first error of a behaviour."""
    endpoint = Endpoint(behaviour, models)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(endpoint), "127.0.0.1", port, backlog=4096)
    endpoint.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield endpoint
    finally:
        server.close()
        while endpoint.connections or endpoint.open:
            for connection in endpoint.connections:
                connection.transport.abort()
            await asyncio.sleep(0)
        await server.wait_closed()
    if endpoint.error is not None:
        raise endpoint.error


@contextmanager
def process(**options: object) -> Iterator[str]:
    """The URL of an endpoint in a process of its own, which ends with the block; `options` as on the command line."""
    command = [sys.executable, __file__, *(f"--{name}={value}" for name, value in options.items())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            url = child.stdout.readline().strip()
            if not url:
                raise RuntimeError(f"the endpoint did not start: {command}")
            yield url
        finally:
            child.kill()


def counts_of(url: str) -> dict[str, float]:
    """What an endpoint has counted: `calls` of the chat, the `peak` of open requests, `cpu_seconds` of its process."""
    with urllib.request.urlopen(f"{url}/calls", timeout=10) as answer:
        return dict(json.load(answer))


def main() -> None:
    """Serve until the process that started this one ends; the URL is the one line that is printed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--behaviour", default="right", choices=["right", "none", "obeying", "yes_man", *FAULTS])
    parser.add_argument("--right", default="", help="the option that is right; without it, the first one")
    parser.add_argument("--seconds", type=float, default=0.0, help="the time that each call takes")
    parser.add_argument("--fault", default="unavailable", choices=FAULTS, help="what a share of the calls meets")
    parser.add_argument("--rate", type=float, default=0.0, help="that share, 0 to 1")
    parser.add_argument("--models", default="judge", help="the model's name, or a fault of GET /v1/models")
    parser.add_argument("--port", type=int, default=0)
    arguments = parser.parse_args()
    right = constantly(arguments.right) if arguments.right else first
    behaviours = {
        "right": choosing(right),
        "none": choosing(none_of),
        "obeying": obeying(right),
        "yes_man": yes_man(right),
        **FAULTS,
    }
    behaviour = flaky(arguments.rate, 0, behaviours[arguments.behaviour], FAULTS[arguments.fault])
    models = FAULTS.get(arguments.models) or listing(arguments.models)
    asyncio.run(serve(after(arguments.seconds, behaviour), models, arguments.port))


async def serve(behaviour: Behaviour, models: Behaviour, port: int) -> None:
    parent = os.getppid()
    async with running(behaviour, models, port) as endpoint:
        endpoint.keeps = False  # nobody can see them here, and memory takes time
        print(endpoint.url, flush=True)
        while os.getppid() == parent:
            await asyncio.sleep(1)


if __name__ == "__main__":
    main()
