"""The console command as a process: its help, its exit codes, and its manners."""

import json
import logging
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from judge_endpoint import counts_of, process

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


KEY = "sk-do-not-show-me"
JUDGE_URL, JUDGE_MODEL = "ANSWERKEY_JUDGE_URL", "ANSWERKEY_JUDGE_MODEL"


@pytest.fixture
def undecided(tmp_path: Path) -> Path:
    """Replies that no rule decides, and one that a rule does."""
    replies = [{"id": "pan", "reply": f"Answer: a {size} wok"} for size in ("big", "small", "big")]
    path = tmp_path / "undecided.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in [*replies, {"id": "yes", "reply": "Answer: yes"}]))
    return path


def judging(url: str, **environ: str) -> dict[str, str]:
    """The environment with a judge."""
    return {**os.environ, JUDGE_URL: url, JUDGE_MODEL: "judge", "ANSWERKEY_JUDGE_KEY": KEY, **environ}


def test_a_judge_decides_what_rules_leave_and_the_summary_says_who_decided(
    items_file: Path, undecided: Path, tmp_path: Path
) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n")
    with process(right="frying pan") as url:
        judge = ["--judge-url", url, "--judge-model", "judge", "--judge-key-file", str(tmp_path / "key")]
        audit = ["--judge-audit", "1", "--judge-audit-log", str(tmp_path / "audit.jsonl")]
        command = [*RUN, "score", str(items_file), str(undecided), "-o", str(tmp_path / "out.jsonl"), *judge, *audit]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    scores, decided, spent = done.stdout.splitlines()
    assert scores.endswith("out.jsonl: 4 replies: mean score 1.000, 0 undecided, 0 unscored")
    assert decided == "by rule 1, by judge 3"
    assert spent.startswith("judge judge (json_schema), cache in memory: ")
    assert ", 1 shared, " in spent
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["by"] for row in rows] == ["judge", "judge", "judge", "rule"]
    assert [row["judge"]["cached"] for row in rows[:3]] == [False, False, True]
    assert KEY not in done.stdout + done.stderr
    assert all(KEY not in path.read_text("utf-8", "replace") for path in tmp_path.iterdir() if path.name != "key")


def test_what_the_judge_failed_at_is_unscored_and_counted_by_reason(
    items_file: Path, undecided: Path, tmp_path: Path
) -> None:
    with process(behaviour="no_option") as url:
        command = [*RUN, "score", str(items_file), str(undecided), "-o", str(tmp_path / "out"), "--max-unscored", "0"]
        done = subprocess.run(command, env=judging(url), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.splitlines()[1] == "by rule 1, by judge 0; 3 unscored: 3 bad_verdict"
    assert KEY not in done.stdout + done.stderr


def test_a_second_run_with_a_cache_asks_nothing_again(items_file: Path, undecided: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "judge.sqlite")
    with process() as url:
        for calls in ("2 calls", "0 calls"):
            command = [*RUN, "score", str(items_file), str(undecided), "-o", str(tmp_path / "out")]
            environ = judging(url, ANSWERKEY_JUDGE_CACHE=cache)
            done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
            assert done.stdout.splitlines()[2].startswith(f"judge judge (json_schema), cache {cache}: {calls}, "), done


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_that_waits_for_its_judge_ends_at_once_when_it_is_told_to(
    items_file: Path, undecided: Path, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    before = set(tmp_path.iterdir())
    with process(seconds=1) as url:
        command = [*RUN, "score", str(items_file), str(undecided), "-o", str(tmp_path / "out.jsonl")]
        score = subprocess.Popen(
            command,
            env=judging(url),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=_heed_signals,
        )
        while counts_of(url)["calls"] < 2:  # the first is the start-up's
            assert score.poll() is None
            time.sleep(0.02)
        score.send_signal(number)
        out, err = score.communicate(timeout=60)
    assert (score.returncode, out) == (code, ""), err
    assert err == ""
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", ["score", "serve"])
def test_a_wrong_key_ends_a_process_at_start_up_and_is_shown_nowhere(
    items_file: Path, undecided: Path, tmp_path: Path, command: str
) -> None:
    before = set(tmp_path.iterdir())
    score = ["score", str(items_file), str(undecided), "-o", str(tmp_path / "out.jsonl")]
    arguments = score if command == "score" else ["serve", "--port", "0"]
    with process(behaviour="unauthorized") as url:
        done = subprocess.run(
            [*RUN, *arguments], env=judging(url), capture_output=True, text=True, check=False, timeout=60
        )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith(f"answerkey: {url}: the judge's endpoint refuses the key: set ANSWERKEY_JUDGE_KEY ")
    assert done.stderr.count("\n") == 1
    assert KEY not in done.stderr
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", ["score", "serve"])
@pytest.mark.parametrize(
    ("behaviour", "environ", "said"),
    [
        ("right", {JUDGE_URL: ""}, "ANSWERKEY_JUDGE_MODEL: the judge has no url: give --judge-url, or set "),
        ("right", {JUDGE_MODEL: ""}, "ANSWERKEY_JUDGE_URL: the judge has no model: give --judge-model, or set "),
        ("right", {JUDGE_URL: "http://127.0.0.1:1"}, "No connection to the judge's endpoint: "),
        ("right", {JUDGE_URL: "http://nowhere.invalid"}, "The host of the judge's endpoint has no address."),
        ("right", {"ANSWERKEY_JUDGE_KEYS": KEY}, "ANSWERKEY_JUDGE_KEYS: no such setting of the judge; do you mean "),
        ("right", {"ANSWERKEY_JUDGE_KEY_FILE": KEY}, "ANSWERKEY_JUDGE_KEY and ANSWERKEY_JUDGE_KEY_FILE are both given"),
        ("right", {"ANSWERKEY_JUDGE_CACHE": "."}, ".: cannot be the judge's cache: "),
        ("forbidden", {}, "the judge's endpoint refuses the key: set ANSWERKEY_JUDGE_KEY "),
        ("unauthorized", {"ANSWERKEY_JUDGE_KEY": ""}, "the judge's endpoint wants a key: set ANSWERKEY_JUDGE_KEY "),
        ("unknown_model", {JUDGE_MODEL: "juge"}, "the judge's endpoint does not know the model 'juge'; it knows judge"),
        ("slow_headers", {"ANSWERKEY_JUDGE_DEADLINE": "0.2"}, "The judge gave no answer within "),
        ("thinking_only", {}, "raise max_tokens or switch thinking off"),
    ],
)
def test_a_judge_that_cannot_be_used_is_said_at_start_up_in_one_line(
    items_file: Path,
    undecided: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    command: str,
    behaviour: str,
    environ: dict[str, str],
    said: str,
) -> None:
    before = set(tmp_path.iterdir())
    caplog.set_level(logging.DEBUG)
    score = ["score", str(items_file), str(undecided), "-o", str(tmp_path / "out.jsonl")]
    arguments = score if command == "score" else ["serve", "--port", "0", "--items", str(items_file)]
    with process(behaviour=behaviour) as url:
        for name, value in judging(url, **environ).items():
            monkeypatch.setenv(name, value)
        assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("answerkey: ")
    assert err.count("\n") == 1
    assert said in err
    assert KEY not in err + caplog.text + "".join(str(vars(record)) for record in caplog.records)
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "option",
    [
        ["--judge-key", KEY],
        [f"--judge-key={KEY}"],
        [f"--judge-ke={KEY}"],
        ["--judge-api-key", KEY],
        [f"--api-key={KEY}"],
        [f"--judge-ke=a = {KEY}"],
        ["--judge-key-file", KEY],
        ["--judge-url", f"http://{KEY}@127.0.0.1/v1"],
        ["--judge-url", KEY],
    ],
)
def test_a_key_on_the_command_line_is_refused_and_not_repeated(
    option: list[str], capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    judge = ["--judge-url", "http://127.0.0.1:1", "--judge-model", "judge"]
    try:
        code: object = main(["serve", *judge, *option])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert KEY not in err + caplog.text


@pytest.mark.parametrize(
    ("package", "environ", "said"),
    [
        ("aiohttp", {}, "the judge needs aiohttp: pip install 'answerkey[judge]'"),
        (
            "redis",
            {"ANSWERKEY_JUDGE_REDIS": f"redis://:{KEY}@127.0.0.1:1/0"},
            "ANSWERKEY_JUDGE_REDIS needs redis: pip install 'answerkey[redis]'",
        ),
    ],
)
def test_a_judge_without_its_packages_says_what_to_install(
    items_file: Path,
    undecided: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    package: str,
    environ: dict[str, str],
    said: str,
) -> None:
    with process() as url:
        for name, value in judging(url, **environ).items():
            monkeypatch.setenv(name, value)
        done = run_without((package,), "score", str(items_file), str(undecided), "-o", str(tmp_path / "out"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"answerkey: {said}\n"
