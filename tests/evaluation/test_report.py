"""`answerkey report`: the page, the numbers beside it, and how it refuses."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from html_page import Page

from evaluation.cli import main
from evaluation.page import bounds, duration, percent, share, whole_percent
from evaluation.runs import names
from evaluation.scored import NAME_CHARS

Write = Callable[[str, list[dict[str, Any]]], Path]
ATTACK = "</pre></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{ 7 * 7 }}"


BEFORE = [{"id": f"i{i}", "score": float(i % 4 == 0), "videos": (f"v{i % 12}",)} for i in range(24)]
AFTER = [{**row, "score": float(i % 4 != 1)} for i, row in enumerate(BEFORE)]


def make(tmp_path: Path, *files: Path, code: int = 0) -> tuple[Page, dict[str, Any]]:
    assert main(["report", *map(str, files), "-o", str(tmp_path / "out" / "page.html")]) == code
    numbers: dict[str, Any] = json.loads((tmp_path / "out" / "page.json").read_text("utf-8"))
    return Page((tmp_path / "out" / "page.html").read_text("utf-8")), numbers


def test_headline_says_before_after_interval_and_chance(
    verdicts: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, numbers = make(tmp_path, verdicts("before.jsonl", BEFORE), verdicts("after.jsonl", AFTER))
    pattern = (
        r"Of 24 held-out questions, the share answered right went from 0\.25 to 0\.75: \+0\.50 "
        r"\[0\.\d\d, 0\.\d\d\]; guessing would give 0\.50, the best constant reply 1\.00\."
    )
    assert re.fullmatch(pattern, numbers["headline"])
    assert numbers["headline"] in page.text
    assert numbers["headline"] in capsys.readouterr().out


def test_json_carries_the_numbers_of_the_page(verdicts: Write, tmp_path: Path) -> None:
    page, numbers = make(tmp_path, verdicts("before.jsonl", BEFORE), verdicts("after.jsonl", AFTER))
    comparison = numbers["comparisons"][0]
    assert (comparison["first"], comparison["later"]) == ("before", "after")
    assert comparison["overall"]["difference"]["mean"] == 0.5
    assert (comparison["overall"]["improved"], comparison["overall"]["worse"], comparison["overall"]["same"]) == (
        12,
        0,
        12,
    )
    assert [run["overall"]["accuracy"]["mean"] for run in numbers["runs"]] == [0.25, 0.75]
    assert numbers["runs"][0]["overall"]["chance_corrected"]["mean"] == -0.5
    assert numbers["runs"][0]["subtype_formats"]["easy_sound_object"]["statement"]["replies"] == 24
    for interval in (comparison["overall"]["difference"], *(run["overall"]["accuracy"] for run in numbers["runs"])):
        assert bounds(interval) in page.text
    for name in ("replies", "accuracy", "chance-corrected", "best constant", "by rule", "format kept", "improved"):
        assert name in page.text
        assert name.replace(" ", "_").replace("-", "_") in {**numbers["runs"][0]["overall"], **comparison["overall"]}


def test_replies_questions_and_names_are_escaped(verdicts: Write, tmp_path: Path) -> None:
    hostile = {"id": ATTACK, "question": ATTACK, "subtype": ATTACK, "gold": ATTACK, "videos": (ATTACK,)}
    said = {"reply": ATTACK, "rule": ATTACK, "note": ATTACK, "said": ATTACK}
    before = verdicts("before.jsonl", [{**hostile, **said, "score": 0.0}])
    page, numbers = make(tmp_path, before, verdicts("after.jsonl", [{**hostile, **said}]))
    assert not page.tags.keys() & {"script", "img"}
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert page.text.count(ATTACK) >= 8
    assert numbers["comparisons"][0]["improved"][0]["before"]["reply"] == ATTACK


def failed(code: str, **changes: Any) -> dict[str, Any]:
    """A reply that a judge was asked for in vain."""
    record = {"model": "a-model", "prompt_version": "match-1", "chosen": None, "cached": False, "seconds": 9.0}
    error = {"code": code, "message": "It failed."}
    return {"score": None, "by": "none", "rule": "judge_failed", "judge": record, "error": error, **changes}


def test_why_replies_are_unscored_is_said_in_words_and_in_the_json(verdicts: Write, tmp_path: Path) -> None:
    rows = [{"id": "a"}, *({"id": code, **failed(code)} for code in ("timeout", "bad_verdict"))]
    page, numbers = make(tmp_path, verdicts("x.jsonl", [*rows, {"id": "timeout", **failed("timeout")}]))
    assert numbers["runs"][0]["overall"]["reasons"] == {"timeout": 2, "bad_verdict": 1}
    assert "3 unscored: 2 timeout , 1 bad_verdict ." in page.text
    page, numbers = make(tmp_path, verdicts("y.jsonl", [{"id": "a"}]))
    assert numbers["runs"][0]["overall"]["reasons"] == {}
    assert " reasons" not in page.text.partition("who decided")[2]


def test_what_the_judge_did_is_one_line(verdicts: Write, tmp_path: Path) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 10}
    record = {"model": "org/a-model", "prompt_version": "match-1", "chosen": "cup", "usage": usage}
    rows: list[dict[str, Any]] = [
        {"id": f"i{i}", "by": "judge", "judge": {**record, "cached": i == 3, "seconds": 0.2 + i}} for i in range(4)
    ]
    page, numbers = make(tmp_path, verdicts("x.jsonl", rows))
    assert (
        "Judge: asked for 4 replies; model: org/a-model ; prompt: match-1 ; cached: 25 % of its verdicts; "
        "time of the others: 1.2 s (median); tokens: 4,040." in page.text
    )
    assert numbers["runs"][0]["overall"]["judge"]["tokens"] == 4040
    assert "Judge:" not in make(tmp_path, verdicts("y.jsonl", BEFORE))[0].text


def test_names_of_models_and_reasons_are_escaped(verdicts: Write, tmp_path: Path) -> None:
    record = {"model": ATTACK, "prompt_version": ATTACK}
    rows = [failed(ATTACK, judge=record), {"id": "b", "by": "judge", "judge": record}]
    page, numbers = make(tmp_path, verdicts("x.jsonl", rows))
    cut = ATTACK[:NAME_CHARS]
    assert numbers["runs"][0]["overall"]["judge"]["models"] == {cut: 2}
    assert not page.tags.keys() & {"script", "img"}
    assert page.text.count(cut) == 6  # model, prompt, the reason in a sentence and in three rows of the table


def test_more_reasons_than_a_page_holds_are_one_number(verdicts: Write, tmp_path: Path) -> None:
    page, numbers = make(tmp_path, verdicts("x.jsonl", [{"id": str(i), **failed(f"kind{i:03}")} for i in range(200)]))
    assert "1 kind007 , 192 for other reasons." in page.text
    assert "kind008" not in page.text
    assert len(numbers["runs"][0]["overall"]["reasons"]) == 200


def test_page_is_self_contained_and_its_tables_are_labelled(verdicts: Write, tmp_path: Path) -> None:
    page, _ = make(tmp_path, verdicts("before.jsonl", BEFORE), verdicts("after.jsonl", AFTER))
    html = (tmp_path / "out" / "page.html").read_text("utf-8")
    assert html.lstrip().startswith("<!doctype html>")
    assert not page.tags.keys() & {"script", "link", "img", "iframe", "object"}
    assert not [name for _, name, _ in page.attributes if name in ("src", "href", "srcset")]
    assert "url(" not in html
    assert "http://" not in html
    assert "https://" not in html
    assert page.tags["table"] == page.tags["caption"] == 7
    assert page.tags["th"] == sum(name == "scope" for tag, name, _ in page.attributes if tag == "th")
    assert page.tags["h1"] == 1
    labelled = {value for _, name, value in page.attributes if name == "aria-labelledby"}
    assert labelled == {value for _, name, value in page.attributes if name == "id"}


def test_one_run_has_no_comparison(verdicts: Write, tmp_path: Path) -> None:
    page, numbers = make(tmp_path, verdicts("only.jsonl", BEFORE))
    assert numbers["comparisons"] == []
    assert numbers["headline"].startswith("Of 24 held-out questions, the share answered right is 0.25 [")
    assert "Items that changed" not in page.text


def test_every_later_run_is_compared_with_the_first(verdicts: Write, tmp_path: Path) -> None:
    files = [verdicts(f"{name}.jsonl", rows) for name, rows in (("a", BEFORE), ("b", BEFORE), ("c", AFTER))]
    page, numbers = make(tmp_path, *files)
    assert [(c["first"], c["later"]) for c in numbers["comparisons"]] == [("a", "b"), ("a", "c")]
    assert numbers["comparisons"][0]["headline"].endswith("The interval includes 0: this may be chance.")
    assert numbers["headline"] == numbers["comparisons"][1]["headline"]
    assert all(comparison["headline"] in page.text for comparison in numbers["comparisons"])


def test_training_questions_are_not_called_held_out(verdicts: Write, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"id": "a"}, {"id": "b", "split": "train", "videos": ("v2",)}]
    assert make(tmp_path, verdicts("x.jsonl", rows))[1]["headline"].startswith("Of 2 questions, ")


def test_one_video_is_said_to_give_no_interval(verdicts: Write, tmp_path: Path) -> None:
    before, after = verdicts("x.jsonl", [{"score": 0.0}]), verdicts("y.jsonl", [{}])
    _, numbers = make(tmp_path, before, after)
    assert numbers["headline"].endswith("All are from one video, which gives no interval.")
    assert numbers["comparisons"][0]["overall"]["difference"] == {"mean": 1, "low": None, "high": None}


def test_few_videos_are_said_to_make_the_interval_too_narrow(verdicts: Write, tmp_path: Path) -> None:
    rows = [{"id": str(i), "score": float(i % 2), "videos": (f"v{i % 9}",)} for i in range(18)]
    _, numbers = make(tmp_path, verdicts("x.jsonl", rows))
    assert numbers["headline"].endswith("The interval rests on only 9 videos, and is too narrow.")


def test_unscored_shows_bounds_and_is_said(verdicts: Write, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"id": "a"}, {"id": "b", "score": None}]
    page, numbers = make(tmp_path, verdicts("x.jsonl", rows), verdicts("y.jsonl", [{"id": "a"}, {"id": "b"}]))
    assert (numbers["runs"][0]["overall"]["worst"], numbers["runs"][0]["overall"]["best"]) == (0.5, 1)
    assert numbers["headline"].endswith("Left out: 1 without a score in one of the two.")
    assert "Items left out: 1 without a score in one of the two." in page.text


def test_nothing_scored_and_nothing_in_common_still_make_a_page(verdicts: Write, tmp_path: Path) -> None:
    page, numbers = make(tmp_path, verdicts("x.jsonl", [{"score": None}]))
    assert numbers["headline"] == "None of the 1 replies to 1 held-out question is scored."
    page, numbers = make(tmp_path, verdicts("x.jsonl", [{"id": "a"}]), verdicts("y.jsonl", [{"id": "b"}]), code=1)
    assert numbers["comparisons"][0]["overall"] is None
    assert "nothing to compare" in page.text


def test_different_items_are_exit_1_and_said_on_the_page(
    verdicts: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, numbers = make(tmp_path, verdicts("x.jsonl", BEFORE), verdicts("y.jsonl", AFTER[:20]), code=1)
    assert len(numbers["findings"]) == 1
    assert numbers["findings"][0] in page.text
    assert "4 only in x, 0 only in y" in capsys.readouterr().err
    assert numbers["comparisons"][0]["overall"]["items"] == 20


def test_runs_of_the_same_stem_are_named_by_their_paths(verdicts: Write, tmp_path: Path) -> None:
    (tmp_path / "later").mkdir()
    files = [verdicts("run.jsonl", BEFORE), verdicts("later/run.jsonl", AFTER)]
    _, numbers = make(tmp_path, *files)
    assert [run["name"] for run in numbers["runs"]] == [str(path) for path in files]
    assert names([Path("a/before.jsonl.gz"), Path("b/after.jsonl")]) == ["before", "after"]


def test_the_same_files_make_the_same_bytes(verdicts: Write, tmp_path: Path) -> None:
    files = [str(verdicts("x.jsonl", BEFORE)), str(verdicts("y.jsonl", AFTER))]
    for name in ("a.html", "b.html"):
        assert main(["report", *files, "-o", str(tmp_path / name)]) == 0
    for suffix in ("html", "json"):
        assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "bad.jsonl: holds no verdicts"),
        ("{\n", "bad.jsonl:1: not valid JSON"),
        ('{"id": "a"}\n', "bad.jsonl:1: score: "),
        (None, "bad.jsonl: cannot be read"),
    ],
)
def test_bad_verdicts_are_one_line_exit_2_and_nothing_written(
    verdicts: Write, tmp_path: Path, text: str | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = verdicts("good.jsonl", BEFORE), tmp_path / "bad.jsonl"
    if text is not None:
        bad.write_text(text)
    files = set(tmp_path.iterdir())
    assert main(["report", str(good), str(bad), "-o", str(tmp_path / "page.html")]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert set(tmp_path.iterdir()) == files


@pytest.mark.parametrize("field", [{"score": 1.5}, {"score": "NaN"}, {"chance": 1.0}, {"format": "essay"}, {"x": 1}])
def test_verdicts_out_of_range_are_refused(
    verdicts: Write, tmp_path: Path, field: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    path = verdicts("run.jsonl", [{}])
    path.write_text(json.dumps({**json.loads(path.read_text()), **field}).replace('"NaN"', "NaN"))
    assert main(["report", str(path), "-o", str(tmp_path / "page.html")]) == 2
    assert f"run.jsonl:1: {next(iter(field))}: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("inputs", "output", "message"),
    [
        (["run.jsonl"], "page.json", "name the page differently"),
        (["run.jsonl", "run.jsonl"], "page.html", "is given twice"),
        (["run.jsonl"], "run.jsonl", "is an input as well"),
        (["."], "page.html", "is no regular file"),
    ],
)
def test_bad_use_is_exit_2_and_nothing_written(
    verdicts: Write, tmp_path: Path, inputs: list[str], output: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = verdicts("run.jsonl", BEFORE).read_bytes()
    assert main(["report", *(str(tmp_path / name) for name in inputs), "-o", str(tmp_path / output)]) == 2
    assert message in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["run.jsonl"]
    assert (tmp_path / "run.jsonl").read_bytes() == kept


def test_numbers_are_written_for_people() -> None:
    assert (share(-0.25), share(0.25, signed=True), share(None)) == ("−0.25", "+0.25", "–")
    assert bounds({"mean": 0.0, "low": -0.1, "high": 0.1}) == "[−0.10, 0.10]"
    assert [percent(value) for value in (-0.3, None, 0.5, 1.2)] == ["0.00%", "0.00%", "50.00%", "100.00%"]
    assert [whole_percent(value) for value in (0, 0.001, 0.25, 0.999, 1)] == ["0 %", "1 %", "25 %", "99 %", "100 %"]
    assert [duration(value) for value in (0, 0.0034, 0.0428, 0.0996)] == ["0.0 ms", "3.4 ms", "43 ms", "0.1 s"]
    assert [duration(value) for value in (0.212, 9.49, 9.5, 1234.5)] == ["0.21 s", "9.5 s", "10 s", "1,234 s"]


@pytest.mark.parametrize(
    "output", [".", "", "folder", "fifo", "link", "page.html.gz", "taken.html", "run.jsonl/page.html"]
)
def test_a_page_that_cannot_be_written_is_one_line_exit_2_and_writes_nothing(
    verdicts: Write, tmp_path: Path, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts("run.jsonl", BEFORE)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "taken.json").mkdir()
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to("link.json")
    before = set(tmp_path.rglob("*"))
    assert main(["report", "run.jsonl", "-o", output]) == 2
    error = capsys.readouterr().err
    assert error.startswith("answerkey: ")
    assert error.count("\n") == 1
    assert set(tmp_path.rglob("*")) == before
