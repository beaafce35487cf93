"""`answerkey probe`: every trainer takes our server's answers as they are meant, and a wrong answer is a finding."""

import logging
import subprocess
import sys
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from trainer_rollouts import PAN, TAP

from evaluation.cli import main
from reward import Item
from reward.adapters.configured import configured
from reward.answers import Phrase
from reward.jsonl import InputError, write_jsonl
from reward.probe.cli import NAMES
from reward.probe.made import Made
from reward.probe.run import TRAINERS, Line, probe, shown

ESCAPE = "\x1b[31mall is well\x1b[0m\r\n\x07" * 100


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "evaluation", "probe", *arguments]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


def test_all_trainers_are_there() -> None:
    assert tuple(TRAINERS) == NAMES


def test_the_command_shows_a_line_for_each_reply(url: str, items: Path) -> None:
    done = command(url, "--as", "openrlhf", "--items", str(items))
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    lines = done.stdout.splitlines()
    [line] = [line for line in lines if line.startswith(f"item {PAN.id} by its prompt")]
    assert line.endswith("trained with 1")


@pytest.mark.parametrize("trainer", NAMES)
def test_each_trainer_takes_our_answers_as_they_are_meant(
    url: str, items: Path, trainer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those to items that ask the same as others, which no prompt names, are not asked for."""
    code = main(["probe", url, "--as", trainer, "--items", str(items)])
    *lines, last = capsys.readouterr().out.splitlines()
    assert (code, last) == (0, f"{trainer}: {len(lines)} replies, 0 that the trainer would take wrongly")
    by_item = [line for line in lines if line.startswith("item ")]
    assert {line.split()[1] for line in by_item} == {PAN.id, TAP.id}
    assert len(by_item) == (2 if trainer == "easyr1" else 4)
    assert all(line.endswith("trained with 1") for line in by_item)


@pytest.mark.parametrize("count", [0, 2])
def test_a_file_in_which_no_item_is_alone_is_refused(
    url: str, tmp_path: Path, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "items.jsonl"
    twins = [
        Item(question=f"{space}Is it open?", answer=Phrase(text="pan"), source=space or "a")
        for space in ("", "\n")[:count]
    ]
    write_jsonl(path, twins)
    assert main(["probe", url, "--as", "verl", "--items", str(path)]) == 2
    assert f"none of its {count} items asks what no other does" in capsys.readouterr().err


def test_without_items_llama_factory_has_nothing_to_ask(url: str) -> None:
    with pytest.raises(InputError, match="--items"):
        probe(url, "llama-factory", [])


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [(500, {}, "asked again"), (422, {}, "run ends"), (200, None, "run ends"), (200, 1.0, "this is worth 0")],
)
def test_a_server_that_would_ruin_a_run_is_a_finding(
    saying: Callable[..., str], status: int, body: Any, said: str
) -> None:
    faults = [line.fault for line in probe(saying(status, body), "slime", []) if line.fault]
    assert any(said in fault for fault in faults)


def test_findings_are_marked_and_exit_1(saying: Callable[..., str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", saying(200, {"rewards": [1.0], "scores": [1.0]}), "--as", "openrlhf"]) == 1
    out = capsys.readouterr().out
    assert "a wrong answer" in out
    assert "← this is worth 0" in out


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "127.0.0.1:8000", "file:///etc/hostname", "nonsense"])
def test_an_address_without_a_server_is_refused(url: str) -> None:
    with pytest.raises(InputError, match="answerkey serve"):
        probe(url, "verl", [])


@pytest.mark.parametrize("tail", ["me:secret@127.0.0.1:9", "127.0.0.1:9/?key=secret", "127.0.0.1:9/#secret"])
def test_an_address_that_may_hold_a_password_is_refused_and_not_repeated(
    tail: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["probe", f"http://{tail}", "--as", "verl"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert len(err.strip().splitlines()) == 1
    assert "password" in err
    assert "secret" not in err


def test_no_server_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "http://127.0.0.1:9", "--as", "verl"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize("route", ["/verl", "/score", "/nowhere/at/all"])
def test_an_address_with_a_route_is_one_finding(url: str, route: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", url + route, "--as", "verl"]) == 2
    out, err = capsys.readouterr()
    assert not out
    [line] = err.strip().splitlines()
    assert f"{url}{route}: no reward server answers (HTTP status 404); start one with answerkey serve" in line


def test_a_slash_behind_the_address_is_none(url: str) -> None:
    assert not [line for line in probe(f"{url}/", "verl", []) if line.fault]


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (404, {"status": "ok"}, "application/json"),
        (200, {"healthy": True}, "application/json"),
        (200, ["status"], "application/json"),
        (200, "status", "application/json"),
        (200, b"status: ok", "text/plain"),
        (200, b"[" * 100_000, "application/json"),
        (200, ESCAPE, "application/json"),
    ],
)
def test_what_is_no_reward_server_is_one_line(
    saying: Callable[..., str], status: int, body: Any, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["probe", saying(status, body, kind, None), "--as", "trl"]) == 2
    out, err = capsys.readouterr()
    [line] = (out + err).splitlines()
    assert "no reward server answers" in line
    assert line.isprintable()
    assert len(line) < 700


def test_what_the_server_says_is_shown_in_one_line_without_escapes() -> None:
    lines = [Line("a\x1b", Made(None, "run ends", ESCAPE), "this is bad"), Line("b", Made(1.0), "")]
    first, second = shown(lines).split("\n")
    assert first.isprintable()
    assert len(first) < 400
    assert second == "b" + " " * len("\\x1b") + "  trained with 1"


@pytest.mark.parametrize("trainer", [name for name in NAMES if name != "llama-factory"])
def test_a_server_that_writes_escapes_reaches_no_terminal(
    trainer: str,
    saying: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Neither by an answer, nor by a log of our functions."""
    verdict = {"score": None, "by": "none", "said": ESCAPE, "rule": ESCAPE, "format_ok": False, "note": ESCAPE}
    names = ("score", "reward", "rewards", "scores", "extra_logs", "unscored", "rule", "errcode", "errmsg")
    texts = dict.fromkeys((*names, "reward_request_id", "reward_score", ESCAPE), ESCAPE)
    log = logging.getLogger("answerkey")
    monkeypatch.setattr(log, "propagate", False)  # to pytest's handlers, with which there is no last resort
    monkeypatch.setattr("reward.adapters.configured._next_log", 0.0)
    monkeypatch.setattr("reward.probe.run.SECONDS", 0.3)
    monkeypatch.setattr("reward.probe.roll.LIMIT", 0.1)
    before = list(log.handlers)
    assert main(["probe", saying(200, {**texts, "verdicts": [verdict]}), "--as", trainer]) == 1
    log.handlers = before
    out, err = capfd.readouterr()
    assert not err
    assert all(line.isprintable() for line in out.split("\n"))


def silent(handler: BaseHTTPRequestHandler) -> None:
    """Answer nothing, as long as anybody waits."""
    time.sleep(5)
    handler.close_connection = True


@pytest.mark.parametrize("trainer", NAMES)
def test_a_probe_ends_where_nothing_is_answered(
    trainer: str, fake: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = fake(silent)
    monkeypatch.setattr("reward.probe.run.SECONDS", 0.15)
    monkeypatch.setenv("ANSWERKEY_URL", address)
    monkeypatch.setenv("ANSWERKEY_DEADLINE", "1")
    configured.cache_clear()  # which threads of the probe before may have filled
    start = time.monotonic()
    lines = probe(address, trainer, [PAN])
    assert time.monotonic() - start < 3
    assert {line.made for line in lines} == {Made(None, "asked again", "no answer within 0.15 s")}
    assert all(line.fault for line in lines)
