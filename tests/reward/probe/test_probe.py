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

from reward.adapters.configured import configured
from reward.jsonl import InputError, write_jsonl
from reward.probe.cli import NAMES
from reward.probe.run import TRAINERS, Line, probe


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


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "evaluation", "probe", *arguments]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, url: str) -> Iterator[None]:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    configured.cache_clear()
    yield
    configured.cache_clear()


def test_all_trainers_are_there() -> None:
    assert tuple(TRAINERS) == NAMES


@pytest.mark.parametrize("trainer", NAMES)
def test_each_trainer_takes_our_answers_as_they_are_meant(url: str, trainer: str) -> None:
    lines = probe(url, trainer, [PAN, TAP])
    assert not [line for line in lines if line.fault]
    assert {line.made.fate for line in lines} <= {"trained", "left out"}
    assert sum(line.made.reward == 1 for line in lines) >= 2


def test_the_command_shows_a_line_for_each_reply(url: str, items: Path) -> None:
    done = command(url, "--as", "openrlhf", "--items", str(items))
    assert done.returncode == 0, done.stdout + done.stderr
    *lines, last = done.stdout.splitlines()
    assert last == f"openrlhf: {len(lines)} replies, 0 that the trainer would take wrongly"
    [line] = [line for line in lines if line.startswith(f"item {PAN.id} by its prompt")]
    assert line.endswith("trained with 1")


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
    async def go() -> list[Line]:
        async with answering(status, body) as url:
            return await asyncio.to_thread(probe, url, "slime", [])

    faults = [line.fault for line in asyncio.run(go()) if line.fault]
    assert any(said in fault for fault in faults)


def test_findings_are_marked_and_exit_1() -> None:
    async def go() -> subprocess.CompletedProcess[str]:
        async with answering(200, {"rewards": [1.0], "scores": [1.0]}) as url:
            return await asyncio.to_thread(command, url, "--as", "openrlhf")

    done = asyncio.run(go())
    assert done.returncode == 1, done.stdout + done.stderr
    assert "a wrong answer" in done.stdout
    assert "← this is worth 0" in done.stdout


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "127.0.0.1:8000", "file:///etc/hostname", "nonsense"])
def test_an_address_without_a_server_is_refused(url: str) -> None:
    with pytest.raises(InputError, match="answerkey serve"):
        probe(url, "verl", [])


def test_no_server_is_said_in_one_line() -> None:
    done = command("http://127.0.0.1:9", "--as", "verl")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
