"""`answerkey explain`: what it shows of a reply, that it shows what scoring does, and that a reply cannot harm it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pairs import make_pairs

from evaluation.cli import main
from reward import Item, Verdict, containers, score
from reward.answers import Phrase, YesNo
from reward.explain import CONTAINERS, SHOWN, explain, shown
from reward.text import MAX_REPLY_CHARS

ITEM = Item(
    id="film",
    question="What is on the counter?",
    answer=Phrase(text="roll of cling film", aliases=("cling film",), wrong=("measuring jar", "no lid")),
)


def lines(reply: str, item: Item = ITEM) -> dict[str, str]:
    return {step.name: step.text for step in explain(item, reply)[0]}


@pytest.fixture
def item_file(tmp_path: Path) -> Path:
    path = tmp_path / "item.json"
    path.write_text(json.dumps(json.loads(ITEM.model_dump_json()), indent=2))
    return path


def test_the_path_from_reply_to_verdict_names_every_step() -> None:
    thinking, because = "<think>A jar?\nAnswer: jar</think>", "Because: I saw it."
    reply = f"{thinking}\nAnswer: measuring jar\n\u200bAnswer: the **cling film**\n{because}"
    said = lines(reply)
    assert said["question"] == "“What is on the counter?”"
    assert said["key"].startswith('phrase: text "roll of cling film", aliases ["cling film"]')
    assert said["reply"].startswith(f"{len(reply)} characters, ")
    assert said["reply"].endswith("left out: thinking, 1 invisible")
    assert said["found"] == 'the last of 2: line "Answer: …"; others say “measuring jar”'
    assert "cling film" in said["answer"]
    assert said["meant"] == "asserted"
    assert said["because"] == "“I saw it.”"
    assert said["rule"].startswith("several_answers: ")
    assert said["verdict"] == "score 0, not in the asked-for form"


@pytest.mark.parametrize(
    ("reply", "step", "expected"),
    [
        ("Answer: cling film", "found", 'one line "Answer: …"'),
        ("\\boxed{cling film}", "found", "one \\boxed{…}"),
        ("cling film", "found", "no container"),
        ("<answer>cling film</answer>", "found", "one <answer> tag"),
        ("The answer is cling film.", "found", "one sentence"),
        ('{"answer": "cling film"}', "found", "one JSON object"),
        ("", "answer", "none"),
        ("Answer: cling film\nWait, I was wrong.", "answer", "none that can be read"),
        ("maybe cling film", "meant", "hedged"),
        ("not cling film", "meant", "negated"),
        ("no lid", "meant", "asserted"),
        ("I don't know", "meant", "refused"),
        ("```\ncling film\n```", "reply", "18 characters, 10 of them read; left out: code fences"),
        ("Answer: <your answer>\nAnswer: cling film", "reply", "40 characters, 18 of them read; left out: an echo"),
        ("cling film", "rule", "alias: The reply gives the key."),
        ("cling film", "verdict", "score 1, not in the asked-for form"),
        ("Answer: a ladder", "verdict", "nothing decided, in the asked-for form"),
        ("x" * (MAX_REPLY_CHARS + 1), "reply", f"{MAX_REPLY_CHARS + 1} characters; no more than"),
    ],
)  # fmt: skip
def test_a_step_says_what_happened(reply: str, step: str, expected: str) -> None:
    assert lines(reply)[step].startswith(expected)


def test_every_container_has_a_name_for_people() -> None:
    assert set(CONTAINERS) == set(containers.CONTAINERS)


def test_the_verdict_is_the_one_of_scoring_for_every_pair() -> None:
    for item, reply in make_pairs():
        steps, verdict = explain(item, reply)
        assert verdict == score(item, reply)
        assert next(step for step in steps if step.name == "rule").text.startswith(f"{verdict.rule}: ")


@pytest.mark.parametrize(
    "reply",
    ["Answer: \x1b[31mred\x1b]0;title\x07 mug\nBecause: \u202eereht\x9b1m",
     "\x00\ud800Answer: \x7f\u2028x", "\\boxed{\r\r\n\x08}"],
)  # fmt: skip
def test_control_characters_of_a_reply_never_reach_the_terminal(
    reply: str, item_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ([], ["--json"]):
        assert main(["explain", str(item_file), *more, "--", reply]) == 0
        out = capsys.readouterr().out
        assert [line for line in out.split("\n") if not line.isprintable()] == []
        assert json.loads(out.rstrip("\n").split("\n")[-1])["rule"] == score(ITEM, reply).rule


@pytest.mark.parametrize("long", ["x " * 50_000, "Answer: " + "y" * 900 + "\nBecause: " + "z" * 100_000, "(" * 100_000])
def test_what_is_shown_of_a_long_reply_is_short(
    long: str, item_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert all(len(step.text) < 3 * SHOWN for step in explain(ITEM, long)[0])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(long.encode())))
    assert main(["explain", str(item_file), "-"]) == 0
    assert len(capsys.readouterr().out) < 15 * SHOWN


def test_json_alone_is_the_whole_verdict(item_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reply = "Answer: cling film\nBecause: " + "long " * 100
    assert main(["explain", str(item_file), reply, "--json"]) == 0
    assert Verdict.model_validate_json(capsys.readouterr().out) == score(ITEM, reply)


def test_the_last_line_is_the_verdict_and_the_rest_is_the_explanation(
    item_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", str(item_file), "Answer: cling film"]) == 0
    steps, _, last = capsys.readouterr().out.rstrip("\n").rpartition("\n")
    assert steps == shown(explain(ITEM, "Answer: cling film")[0])
    assert Verdict.model_validate_json(last) == score(ITEM, "Answer: cling film")


def test_an_item_is_chosen_by_id_and_a_file_of_one_needs_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = Item(id="tap", question="Does the tap run?", answer=YesNo(value=True))
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text(other.model_dump_json() + "\n")
    two.write_text(f"{ITEM.model_dump_json()}\n{other.model_dump_json()}\n")
    for arguments in ([str(one)], [str(two), "--id", "tap"]):
        assert main(["explain", *arguments, "yes"]) == 0
        assert capsys.readouterr().out.startswith("question  “Does the tap run?”\nkey       yes_no: value true")


@pytest.mark.parametrize(
    ("name", "content", "more", "message"),
    [
        ("none.json", None, [], "none.json: cannot be read: No such file"),
        ("bad.json", "{", [], "bad.json: not valid JSON"),
        ("bad.json", '{"question": "?", "answer": {"kind": "phrase", "text": "."}}', [], "bad.json: answer.phrase: "),
        ("bad.json", '{"question": "?", "answr": 1}', [], "bad.json: "),
        ("bad.jsonl", '\n{"question": 3}', [], "bad.jsonl:2: question: "),
        ("two.jsonl", "", [], "two.jsonl: holds 0 items; name one with --id"),
        ("two.jsonl", "", ["--id", "a\x1bb"], "two.jsonl: id: no item is called "),
    ],
)  # fmt: skip
def test_a_bad_item_is_one_line_and_exit_2(
    name: str,
    content: str | None,
    more: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    assert main(["explain", str(tmp_path / name), "yes", *more]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"answerkey: {tmp_path / message}")
    assert (said.count("\n"), "\x1b" in said) == (1, False)


def run(arguments: list[str], stdin: bytes, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "evaluation", "explain", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, env={**os.environ, **environment})


def test_a_reply_from_standard_input_is_read_whole_and_must_be_utf_8(item_file: Path) -> None:
    done = run([str(item_file), "-"], "Answer: cling film\nBecause: ☕\n".encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert '"score": 1.0' in done.stdout.decode()
    assert b"score 0" in run([str(item_file), "-"], b"x" * 10_000_000).stdout
    done = run([str(item_file), "-"], b"abc\xff")
    assert (done.returncode, done.stderr) == (2, b"answerkey: standard input: the reply is not UTF-8 at byte 4\n")


def test_a_terminal_that_knows_ascii_alone_gets_ascii(item_file: Path) -> None:
    done = run([str(item_file), "Answer: ☕"], b"", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
