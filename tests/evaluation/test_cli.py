"""The console command as a process: its help, its exit codes, and its manners."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from evaluation.cli import main

RUN = [sys.executable, "-m", "evaluation"]
EXTRAS = ("numpy", "scipy", "jinja2", "fastapi", "uvicorn", "aiohttp", "torch", "trl", "PIL", "datasets")


def run_without(packages: tuple[str, ...], *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command in a process in which some packages cannot be imported."""
    hide = f"import sys; sys.modules.update(dict.fromkeys({packages!r}))"
    code = f"{hide}; from evaluation.cli import main; sys.exit(main())"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)


def test_help_names_every_command_with_the_core_dependencies_alone() -> None:
    done = run_without(EXTRAS, "--help")
    assert done.returncode == 0, done.stderr
    for command in ("build", "serve", "score", "report", "explain"):
        assert f"    {command} " in done.stdout


def test_scoring_needs_the_core_dependencies_alone(items_file: Path, tmp_path: Path) -> None:
    (tmp_path / "replies.jsonl").write_text('{"id": "yes", "reply": "Answer: yes"}\n')
    done = run_without(EXTRAS, "score", str(items_file), str(tmp_path / "replies.jsonl"), "-o", str(tmp_path / "out"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 replies: mean score 1.000" in done.stdout


@pytest.mark.parametrize("missing", ["numpy", "jinja2"])
def test_report_without_its_packages_says_what_to_install(missing: str, tmp_path: Path) -> None:
    done = run_without((missing,), "report", "x.jsonl", "-o", str(tmp_path / "page.html"))
    assert done.returncode == 2
    assert done.stderr == f"answerkey: the report needs {missing}: pip install 'answerkey[eval]'\n"


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out.startswith("answerkey 0.")


@pytest.mark.parametrize(
    "arguments", [[], ["sing"], ["score"], ["report", "x.jsonl"], ["score", "--max-unscored", "2"]]
)
def test_bad_use_is_one_line_and_exit_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("output", ["folder", "", ".", "fifo", "v.jsonl.gz", "items.jsonl/v.jsonl"])
def test_output_that_cannot_be_written_is_one_line_exit_2_and_writes_nothing(
    items_file: Path,
    tmp_path: Path,
    output: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "replies.jsonl").write_text('{"id": "yes", "reply": "Answer: yes"}\n')
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    before = set(tmp_path.rglob("*"))
    assert main(["score", str(items_file), "replies.jsonl", "-o", output]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"answerkey: {output or '.'}: ")
    assert error.count("\n") == 1
    assert set(tmp_path.rglob("*")) == before


def test_what_a_message_repeats_is_cut_and_its_control_characters_are_escaped(
    items_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replies = tmp_path / "replies.jsonl"
    for row in ({"id": "\x1b[31m" * 5_000, "reply": ""}, {"id": "yes", "reply": "", "\x1b]0;" * 5_000: 1}):
        replies.write_text(json.dumps(row))
        assert main(["score", str(items_file), str(replies), "-o", str(tmp_path / "out")]) == 2
        error = capsys.readouterr().err
        assert r"\x1b" in error
        assert error.removesuffix("\n").isprintable()
        assert len(error) < 1_100
    with pytest.raises(SystemExit):
        main(["score", "--max-unscored", "\x1b" * 5_000])
    error = capsys.readouterr().err
    assert error.removesuffix("\n").isprintable()
    assert len(error) < 1_100


@pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream_is_no_traceback(items_file: Path, tmp_path: Path, closing: str) -> None:
    (tmp_path / "replies.jsonl").write_text('{"id": "yes", "reply": "Answer: yes"}\n')
    command = [*RUN, "score", str(items_file), str(tmp_path / "replies.jsonl"), "-o", str(tmp_path / "out")]
    closed = ["sh", "-c", f'exec "$@" {closing}', "sh", *command]
    done = subprocess.run(closed, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len((tmp_path / "out").read_text().splitlines()) == 1


def test_a_reader_that_leaves_is_no_traceback(items_file: Path, tmp_path: Path) -> None:
    (tmp_path / "replies.jsonl").write_text('{"id": "yes", "reply": "Answer: yes"}\n')
    read, write = os.pipe()
    os.close(read)
    command = [*RUN, "score", str(items_file), str(tmp_path / "replies.jsonl"), "-o", str(tmp_path / "out")]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


def _heed_signals() -> None:
    """A run in the background or under nohup passes on that these are ignored."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_an_interrupt_has_its_exit_code_and_leaves_nothing(
    items_file: Path, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    pipe = tmp_path / "replies.jsonl"
    os.mkfifo(pipe)
    command = [*RUN, "score", str(items_file), str(pipe), "-o", str(tmp_path / "out.jsonl")]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=_heed_signals
    )
    # It opens once the command reads; the command may have stopped before it has read all.
    with suppress(BrokenPipeError), pipe.open("w") as replies:
        process.send_signal(number)
        replies.write('{"id": "yes", "reply": "Answer: yes"}\n' * 1_001)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (code, ""), err
    assert "Traceback" not in err
    assert {path.name for path in tmp_path.iterdir()} == {"items.jsonl", "replies.jsonl"}
