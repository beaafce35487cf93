"""`answerkey probe`: every trainer takes our server's answers as they are meant, and a wrong answer is a finding."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from conftest import Start
from trainer_rollouts import PAN, TAP

from reward.jsonl import write_jsonl
from reward.probe.cli import NAMES
from reward.probe.run import TRAINERS


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("probe") / "items.jsonl"
    write_jsonl(path, [PAN, TAP])
    return path


@pytest.fixture(scope="module")
def url(items: Path) -> Iterator[str]:
    start = Start()
    yield start("--items", str(items))
    for process in start.running:
        process.terminate()
        process.wait(timeout=20)


def probe(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "evaluation", "probe", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_all_trainers_are_there() -> None:
    assert tuple(TRAINERS) == NAMES


@pytest.mark.parametrize("trainer", NAMES)
def test_each_trainer_takes_our_answers_as_they_are_meant(url: str, items: Path, trainer: str) -> None:
    done = probe(url, "--as", trainer, "--items", str(items))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "←" not in done.stdout
    assert f"item {PAN.id} by its " in done.stdout
    assert done.stdout.splitlines()[-1].endswith(" 0 that the trainer would take wrongly")


@asynccontextmanager
async def answering(status: int, body: Any) -> AsyncIterator[str]:
    """A server that answers everything alike."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, text=json.dumps(body), content_type="application/json")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield "http://{}:{}".format(*runner.addresses[0])
    await runner.cleanup()


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [(500, {}, "asked again"), (422, {}, "run ends"), (200, None, "run ends"), (200, 1.0, "this is worth 0")],
)
def test_a_server_that_would_ruin_a_run_is_a_finding(status: int, body: Any, said: str) -> None:
    async def go() -> subprocess.CompletedProcess[str]:
        async with answering(status, body) as url:
            return await asyncio.to_thread(probe, url, "--as", "slime")

    done = asyncio.run(go())
    assert done.returncode == 1, done.stdout + done.stderr
    assert said in done.stdout


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "127.0.0.1:8000", "file:///etc/hostname", "nonsense"])
def test_no_server_is_said_in_one_line(url: str) -> None:
    done = probe(url, "--as", "verl")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "answerkey serve" in done.stderr
