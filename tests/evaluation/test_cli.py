"""The console command as a process: its help, its exit codes, and its manners."""

import os
import signal
import subprocess
import sys
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
    for command in ("build", "serve", "score", "report"):
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


def test_output_that_cannot_be_written_is_one_line_and_exit_2(
    items_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "replies.jsonl").write_text('{"id": "yes", "reply": "Answer: yes"}\n')
    (tmp_path / "folder").mkdir()
    assert main(["score", str(items_file), str(tmp_path / "replies.jsonl"), "-o", str(tmp_path / "folder")]) == 2
    assert capsys.readouterr().err == f"answerkey: {tmp_path / 'folder'}: Is a directory\n"


def test_a_reader_that_leaves_is_no_traceback(items_file: Path, tmp_path: Path) -> None:
    (tmp_path / "replies.jsonl").write_text('{"id": "yes", "reply": "Answer: yes"}\n')
    read, write = os.pipe()
    os.close(read)
    command = [*RUN, "score", str(items_file), str(tmp_path / "replies.jsonl"), "-o", str(tmp_path / "out")]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


def test_an_interrupt_is_exit_130_and_leaves_nothing(items_file: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "replies.jsonl"
    os.mkfifo(pipe)
    command = [*RUN, "score", str(items_file), str(pipe), "-o", str(tmp_path / "out.jsonl")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with pipe.open("w") as replies:  # opens once the command reads
        process.send_signal(signal.SIGINT)
        replies.write('{"id": "yes", "reply": "Answer: yes"}\n' * 1_001)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, ""), err
    assert "Traceback" not in err
    assert {path.name for path in tmp_path.iterdir()} == {"items.jsonl", "replies.jsonl"}
