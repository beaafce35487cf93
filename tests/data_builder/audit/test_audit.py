"""The command: exit codes, the page, the numbers beside it, and what it reads."""

import gzip
import json
import random
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import pytest

from data_builder.audit.cli import add_command
from data_builder.audit.limits import Limits, passed
from data_builder.audit.report import write_audit
from reward import Clip, Item
from reward.answers import Choice, Judgements, Phrase, YesNo
from reward.jsonl import InputError, write_jsonl

WORDS = ["cup", "pan", "lid", "tap", "bag", "hob", "jar", "mug"]
S = {"accuracy", "corrected", "low", "high"}


def parsed(*arguments: str | Path) -> Namespace:
    parser = ArgumentParser()
    add_command(parser.add_subparsers())
    return parser.parse_args(["audit", *map(str, arguments)])


def audit(*arguments: str | Path) -> int:
    args = parsed(*arguments)
    code: int = args.run(args)
    return code


def items(bundles: int = 20, leak: bool = False) -> list[Item]:
    """Bundles of four questions; with the leak the key is said at length."""
    draw = random.Random("items")
    found = []
    for number in range(bundles):
        clip = Clip(video_id=f"v{number // 2}", start=0, end=30)
        keys = draw.sample(WORDS, 4)
        for place, key in enumerate(keys):
            order = draw.sample(keys, 4)
            texts = tuple(f"the {text} that is used" if leak and text == key else text for text in order)
            stem = f"What is touched at {number} and {place} seconds?"
            common: dict[str, Any] = {
                "stem": stem,
                "subtype": "touched",
                "clips": (clip,),
                "base_id": f"{number} {place}",
            }
            options = [{"text": text, "from": "clip" if i < 3 else "video"} for i, text in enumerate(texts)]
            choice = Choice(options=texts, correct="ABCD"[order.index(key)])
            found.append(Item(question=stem, answer=choice, meta={"options": options}, **common))
            judged = Judgements(statements=texts, truth=tuple(text == key for text in order), exactly_one=True)
            found.append(Item(question=stem, answer=judged, format="options", **common))
            found.append(Item(question=f"{stem} ", answer=Phrase(text=key), **common))
            true = place % 2 == 0
            found.append(
                Item(
                    question=f"{key} {number}",
                    answer=YesNo(value=true),
                    format="statement",
                    subtype="said",
                    clips=(clip,),
                )
            )
    return found


@pytest.fixture
def balanced(tmp_path: Path) -> Path:
    path = tmp_path / "set" / "items.jsonl"
    path.parent.mkdir()
    write_jsonl(path, items())
    return path


def test_a_balanced_set_passes(balanced: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(balanced.parent, "-o", tmp_path / "audit.html") == 0
    said = capsys.readouterr()
    assert "touched" in said.out
    assert "overall" in said.out
    assert not said.err
    assert "No limit is passed" in (tmp_path / "audit.html").read_text()


def test_the_numbers_have_their_shape(balanced: Path, tmp_path: Path) -> None:
    write_audit([balanced], tmp_path / "audit.html")
    found = json.loads((tmp_path / "audit.json").read_text())
    assert list(found)[:2] == ["overall", "subtypes"]
    assert list(found["subtypes"]) == ["touched"]
    for numbers in (found["overall"], found["subtypes"]["touched"]):
        assert list(numbers)[:5] == ["n", "chance", "heuristics", "options_only", "question_options"]
        assert set(numbers["options_only"]) == set(numbers["question_options"]) == S
        assert (numbers["n"], numbers["chance"], numbers["groups"]) == (80, 0.25, 10)
        assert {"position", "longest", "shortest", "freq_most", "centroid_least"} <= set(numbers["heuristics"])
        assert all(0 <= worth <= 1 for worth in numbers["heuristics"].values())
        assert numbers["bundled"] == 1
        assert 0.6 < numbers["wrong_in_clip"] < 0.9
    assert set(found["formats"]) == {"options", "statement"}
    assert found["formats"]["statement"]["all_true"] == 0.5
    assert found["free"]["touched"]["items"] == 80


def test_a_leak_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_jsonl(tmp_path / "items.jsonl", items(leak=True))
    assert audit(tmp_path / "items.jsonl", "--limit-fewest", "50", "-o", tmp_path / "audit.html") == 1
    said = capsys.readouterr().err
    assert "touched: options alone: 1.000 above chance, the limit is 0.05" in said
    assert "touched: the heuristic longest is right 1.000 of the time" in said
    assert audit(tmp_path / "items.jsonl") == 1  # too few for limits of their own, but the whole interval is above
    found = json.loads((tmp_path / "audit.json").read_text())
    assert len(found["surest"]) == 20
    assert found["surest_bundles"] == []
    loose = [f"--limit-{name}" for name in ("overall", "options", "question", "upper", "heuristic")]
    assert audit(tmp_path / "items.jsonl", *(word for name in loose for word in (name, "1"))) == 0


def test_the_same_bytes_twice(balanced: Path, tmp_path: Path) -> None:
    pages = [tmp_path / "a" / "audit.html", tmp_path / "b" / "audit.html"]
    for page in pages:
        write_audit([balanced], page)
    assert pages[0].read_bytes() == pages[1].read_bytes()
    assert pages[0].with_suffix(".json").read_bytes() == pages[1].with_suffix(".json").read_bytes()


def test_the_page_is_escaped(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    rows = [
        {"question": f"{evil} {i}", "options": [f"{evil}long long", "x"], "answer": "A", "video": f"{evil}{i}"}
        for i in range(30)
    ]
    path = tmp_path / "x.json"
    path.write_text(json.dumps(rows))
    write_audit([path], tmp_path / "audit.html")
    page = (tmp_path / "audit.html").read_text()
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "http" not in page.replace("http-equiv", "")


def test_only_a_split(balanced: Path, tmp_path: Path) -> None:
    mixed = [item.model_copy(update={"split": "test"}) if i < 160 else item for i, item in enumerate(items())]
    write_jsonl(balanced, mixed)
    assert write_audit([balanced], splits=["test"])["overall"]["n"] == 40
    with pytest.raises(InputError, match="in split validation"):
        write_audit([balanced], splits=["validation"])


def test_several_files_and_folders(tmp_path: Path) -> None:
    rows = [{"question": "?", "options": ["a", "b"], "answer": "A", "video": f"v{i}"} for i in range(9)]
    (tmp_path / "one.json.gz").write_bytes(gzip.compress(json.dumps(rows).encode()))
    (tmp_path / "two.jsonl").write_text("\n".join(map(json.dumps, rows)))
    report = write_audit([tmp_path, tmp_path / "two.jsonl"])
    assert {name: found["n"] for name, found in report["subtypes"].items()} == {"one": 9, "two": 9}


def test_statements_alone(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "items.jsonl", [item for item in items(4) if item.format == "statement"])
    report = write_audit([tmp_path], tmp_path / "audit.html")
    assert report["overall"] is None
    assert report["findings"] == []


def test_bad_input(balanced: Path, tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text('{"answer": {"kind": "nonsense"}, "question": "?"}\n')
    (tmp_path / "empty").mkdir()
    for path in ("items.jsonl", "empty", "missing.jsonl", "missing.csv"):
        with pytest.raises(InputError, match=path):
            audit(tmp_path / path)
    for page in (tmp_path / "audit.json", balanced.with_suffix(".jsonl")):
        with pytest.raises(InputError):
            audit(balanced, "-o", page)
    assert not (tmp_path / "audit.json").exists()


@pytest.mark.parametrize(
    "words", [["--limit-upper", "2"], ["--limit-fewest", "0"], ["--split", "dev"], ["--limit-options", "x"]]
)
def test_bad_use(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        parsed("items.jsonl", *words)


def numbers(n: int, corrected: float, high: float, worth: float = 0.25) -> dict[str, Any]:
    solver = {"corrected": corrected, "low": corrected - 0.02, "high": high}
    return {"n": n, "chance": 0.25, "groups": 9, "heuristics": {"longest": worth}} | dict.fromkeys(
        ("options_only", "question_options"), solver
    )


@pytest.mark.parametrize(
    ("overall", "subtype", "said"),
    [
        (numbers(900, 0.05, 0.2), numbers(300, 0.05, 0.15, 0.3), []),
        (numbers(900, 0.051, 0.2), numbers(299, 0.9, 0.9, 0.9), ["overall: question and options: 0.051"]),
        (numbers(299, 0.06, 0.2, 0.9), numbers(299, 0.9, 0.9, 0.9), []),
        (numbers(299, 0.08, 0.2), numbers(299, 0.9, 0.9, 0.9), ["overall: question and options, lower end: 0.060"]),
        (
            numbers(900, 0, 0.1, 0.31),
            numbers(300, 0, 0.1, 0.19),
            ["overall: the heuristic", "s: the heuristic longest"],
        ),
        (numbers(900, 0, 0.1), numbers(300, 0.06, 0.1), ["s: options alone: 0.060"]),
        (
            numbers(900, 0, 0.1),
            numbers(300, 0, 0.16),
            ["s: options alone, upper end: 0.160", "s: question and options, upper end: 0.160"],
        ),
    ],
)
def test_limits(overall: dict[str, Any], subtype: dict[str, Any], said: list[str]) -> None:
    found = list(passed(Limits(), overall, {"s": subtype}))
    assert len(found) == len(said)
    assert all(line.startswith(start) for line, start in zip(found, said, strict=True))
