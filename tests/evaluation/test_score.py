"""`answerkey score`: what it writes, what it prints, and how it refuses."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from judge_endpoint import FAULTS, Behaviour, choosing, constantly, in_turn, running

from evaluation.cli import main
from evaluation.score import Tally, score_file, spent
from evaluation.scored import Scored
from reward import Item, Scorer, score
from reward.jsonl import read_jsonl
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge
from reward.judge.tally import Tally as JudgeTally

REPLIES = [("both", "A: true\nB: true"), ("yes", "Answer: yes"), ("yes", "Answer: no"), ("pan", "Answer: a big wok")]


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def replies(tmp_path: Path) -> Path:
    return write(tmp_path / "replies.jsonl", [{"id": id_, "reply": reply} for id_, reply in REPLIES])


def test_one_row_per_reply_in_order_with_the_librarys_verdict(
    items_file: Path, replies: Path, items: list[Item], tmp_path: Path
) -> None:
    assert main(["score", str(items_file), str(replies), "-o", str(tmp_path / "out.jsonl")]) == 0
    rows = list(read_jsonl(tmp_path / "out.jsonl", Scored))
    by_id = {item.id: item for item in items}
    assert [(row.id, row.reply) for row in rows] == REPLIES
    assert [row.score for row in rows] == [0, 1, 0, None]
    for row in rows:
        expected = score(by_id[row.id], row.reply).model_dump()
        assert {
            name: getattr(row, name) for name in ("score", "by", "said", "rule", "note")
        }.items() <= expected.items()


def test_rows_carry_what_a_report_needs_of_the_item(
    items_file: Path, replies: Path, items: list[Item], tmp_path: Path
) -> None:
    main(["score", str(items_file), str(replies), "-o", str(tmp_path / "out.jsonl")])
    both, yes, _, pan = read_jsonl(tmp_path / "out.jsonl", Scored)
    assert (yes.base_id, yes.source, yes.subtype, yes.level) == (items[0].base_id, "custom", "custom", 1)
    assert (yes.format, yes.split, yes.chance, yes.gold) == ("statement", "test", 0.5, "Answer: yes")
    assert (yes.question, yes.videos, pan.videos, both.videos) == (items[0].question, ("P09_08",), ("P09_08",), ())
    assert (both.truth, both.over_true, pan.truth, pan.over_true) == ((True, False), True, (), False)


def test_summary_line_counts_undecided_and_unscored(
    items_file: Path, replies: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out.jsonl")
    assert main(["score", str(items_file), str(replies), "-o", out]) == 0
    assert capsys.readouterr().out == f"{out}: 4 replies: mean score 0.333, 1 undecided, 1 unscored\n"
    assert main(["score", str(items_file), str(replies), "-o", out, "--undecided", "zero"]) == 0
    assert capsys.readouterr().out == f"{out}: 4 replies: mean score 0.250, 1 undecided, 0 unscored\n"


@pytest.mark.parametrize(("limit", "code"), [("0.25", 0), ("0.24", 1), ("0", 1), ("1", 0)])
def test_more_unscored_than_allowed_is_exit_1_with_the_verdicts_written(
    items_file: Path, replies: Path, tmp_path: Path, limit: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["score", str(items_file), str(replies), "-o", str(out), "--max-unscored", limit]) == code
    assert len(out.read_text().splitlines()) == 4
    assert ("1 of 4 replies are unscored" in capsys.readouterr().err) is (code == 1)


def test_verdicts_are_the_same_bytes_again_and_across_batches(items_file: Path, tmp_path: Path) -> None:
    many = [{"id": id_, "reply": reply} for id_, reply in REPLIES] * 600
    replies = write(tmp_path / "many.jsonl", many)
    for name in ("a.jsonl", "b.jsonl"):
        assert main(["score", str(items_file), str(replies), "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert [row.id for row in read_jsonl(tmp_path / "a.jsonl", Scored)] == [row["id"] for row in many]


GOOD = {"id": "yes", "reply": "Answer: yes"}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([GOOD, {"id": "nobody", "reply": ""}], "bad.jsonl:2: id: no item of "),
        ([GOOD, {**GOOD, "modle": "x"}], "bad.jsonl:2: modle: unknown field"),
        ([GOOD, {"id": "yes"}], "bad.jsonl:2: reply: "),
        ([{"id": "yes", "reply": 3}], "bad.jsonl:1: reply: "),
        ([GOOD, GOOD, "{'id': 1}\n"], "bad.jsonl:3: not valid JSON"),
        ([], "bad.jsonl: holds no replies"),
    ],
)
def test_bad_replies_are_one_line_exit_2_and_nothing_written(
    items_file: Path, tmp_path: Path, rows: list[Any], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    replies = write(tmp_path / "bad.jsonl", rows)
    out = tmp_path / "out.jsonl"
    out.write_text("what was there before")
    files = set(tmp_path.iterdir())
    assert main(["score", str(items_file), str(replies), "-o", str(out)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("answerkey: ")
    assert error.count("\n") == 1
    assert out.read_text() == "what was there before"
    assert set(tmp_path.iterdir()) == files


def test_missing_and_broken_items_are_exit_2(
    items_file: Path, replies: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["-o", str(tmp_path / "out.jsonl")]
    assert main(["score", str(tmp_path / "none.jsonl"), str(replies), *out]) == 2
    assert "none.jsonl: cannot be read" in capsys.readouterr().err
    broken = write(tmp_path / "broken.jsonl", [items_file.read_text(), {"question": "?", "anwser": {}}])
    assert main(["score", str(broken), str(replies), *out]) == 2
    assert "broken.jsonl:4: " in capsys.readouterr().err
    assert not (tmp_path / "out.jsonl").exists()


def test_an_input_is_never_overwritten(items_file: Path, replies: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = replies.read_bytes()
    assert main(["score", str(items_file), str(replies), "-o", str(replies)]) == 2
    assert "is an input as well" in capsys.readouterr().err
    assert replies.read_bytes() == kept


def judged(behaviour: Behaviour, items: Path, replies: Path, output: Path) -> tuple[Tally, JudgeTally]:
    """What a file of replies is worth with a judge, and what the judge did."""

    async def go() -> tuple[Tally, JudgeTally]:
        async with (
            running(behaviour) as fake,
            LanguageJudge([Endpoint(fake.url, "judge", prompt_price=1000)], deadline=5) as judge,
        ):
            return await score_file(items, replies, output, Scorer(judge, "null")), judge.tally

    return asyncio.run(go())


def test_what_a_judge_decides_is_counted_apart_from_rules(items_file: Path, replies: Path, tmp_path: Path) -> None:
    pan = choosing(constantly("frying pan"))
    tally, judge = judged(pan, items_file, replies, tmp_path / "out.jsonl")
    assert str(tally) == "4 replies: mean score 0.500, 0 undecided, 0 unscored"
    assert tally.decided == "by rule 3, by judge 1"
    assert spent(judge) == "1 calls, 0 retries, 0 cached, 0 shared, 100 + 10 tokens, cost 0.1"
    *_, row = read_jsonl(tmp_path / "out.jsonl", Scored)
    assert row.judge is not None
    assert (row.by, row.score, row.judge["chosen"]) == ("judge", 1, "frying pan")


def test_what_a_judge_fails_at_is_unscored_and_counted_by_reason(items_file: Path, tmp_path: Path) -> None:
    answers = ["a big wok", "a wok", "a skillet", "some ware"]
    replies = write(tmp_path / "replies.jsonl", [{"id": "pan", "reply": f"Answer: {answer}"} for answer in answers])
    behaviour = in_turn(FAULTS["quota"], FAULTS["filtered"], FAULTS["quota"], choosing(constantly("kettle")))
    tally, _ = judged(behaviour, items_file, replies, tmp_path / "out.jsonl")
    assert tally.decided == "by rule 0, by judge 1; 3 unscored: 2 quota, 1 filtered"
    rows = list(read_jsonl(tmp_path / "out.jsonl", Scored))
    assert sorted(row.error.code for row in rows if row.error) == ["filtered", "quota", "quota"]
    assert [row.score for row in rows if row.error] == [None] * 3


def test_replies_that_nobody_was_asked_about_are_counted_by_the_rule_that_left_them(
    items_file: Path, replies: Path, tmp_path: Path
) -> None:
    tally = asyncio.run(score_file(items_file, replies, tmp_path / "out.jsonl", Scorer(undecided="null")))
    [reason] = tally.reasons
    assert tally.decided == f"by rule 3, by judge 0; 1 unscored: 1 {reason}"


def test_an_audit_is_shown_where_there_was_one() -> None:
    assert spent(JudgeTally(audited=5, audit_differences=1)).endswith(", rules audited: 5, seen differently: 1")
    assert "audited" not in spent(JudgeTally())
    assert "cost" not in spent(JudgeTally())
