"""The report of a conversion: its numbers against a hand-made account, and the files that are written."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from data_builder.audit.limits import Limits
from data_builder.audit.question import Judged, Question
from data_builder.audit.reading import ItemSet
from data_builder.audit.report import make_audit
from data_builder.convert.account import Account, Outcome
from data_builder.convert.report import NUMBERS, PAGE, make_report, write_report
from data_builder.convert.summary import lines
from reward.jsonl import InputError
from reward.judge.tally import Tally

ESTIMATE = {"calls": 12, "prompt_tokens": 9_000, "completion_tokens": 800, "cost": 0.5}


def made() -> Account:
    """Two sets: 10 questions of one, 2 of the other, and 3 rows that are none."""
    account = Account()
    for i in range(4):
        account.add(Outcome("cooking", "how much", "number", shipped="number", example=example(i)))
    weak = (("number", "tolerance_too_wide"),)
    account.add(Outcome("cooking", "how much", "number", shipped="phrase", demotions=weak))
    account.add(Outcome("cooking", "how much", "number", dropped="same_options", demotions=weak))
    listed = (("phrase", "list_dependent_wording"),)
    for kind, origin in (("options", "bundle"), ("options", "bundle"), ("statement", "published")):
        account.add(Outcome("cooking", "which", "name", shipped=kind, demotions=listed, llm="options", repaired=origin))
    account.add(Outcome("cooking", "which", "name", shipped="text", llm="opened"))
    for i in range(2):
        refused = {"id": str(i), "where": f"cooking.json:{i}: options", "why": "has one option; give two or more"}
        account.add(Outcome("cooking", "", "none", refused="too_few_options", example=refused))
    account.add(Outcome("music", "who", "name", shipped="phrase"))
    account.add(Outcome("music", "who", "name", dropped="subjective"))
    account.add(Outcome("music", "", "none", refused="no_key"))
    return account


def example(number: int, **changes: object) -> dict[str, object]:
    fields: dict[str, object] = {
        "id": f"q{number}",
        "where": f"cooking.json:{number}",
        "question": "How much salt is added?",
        "options": ["5 g", "10 g"],
        "key": "10 g",
        "stem": "How much salt is added, in g?",
        "answer": "10 g",
        "why": "the key is a number with a unit",
    }
    return fields | changes


def test_numbers_are_those_of_the_account() -> None:
    report = make_report(made())
    found = report["sets"]["cooking"]
    assert [found[name] for name in ("read", "refused", "questions", "shipped", "dropped")] == [12, 2, 10, 9, 1]
    assert found["kinds"] == {"number": 4, "phrase": 1, "text": 1, "options": 2, "statement": 1}
    assert found["sorts"] == {
        "number": {"number": 4, "phrase": 1, "dropped": 1},
        "name": {"text": 1, "options": 2, "statement": 1},
    }
    assert found["demotions"] == [
        {"from": "phrase", "to": "options", "reason": "list_dependent_wording", "count": 2},
        {"from": "number", "to": "phrase", "reason": "tolerance_too_wide", "count": 1},
        {"from": "number", "to": "dropped", "reason": "tolerance_too_wide", "count": 1},
        {"from": "phrase", "to": "statement", "reason": "list_dependent_wording", "count": 1},
    ]
    assert found["drops"] == {"same_options": 1}
    assert found["refusals"]["too_few_options"]["count"] == 2
    assert set(found["refusals"]["too_few_options"]["places"]) == {f"cooking.json:{i}: options" for i in range(2)}
    assert found["repaired"] == {"bundle": 2, "published": 1}
    assert found["asked"] == {"options": 3, "opened": 1}
    assert {name: (share["hits"], share["n"]) for name, share in found["shares"].items()} == {
        "with_options": (8, 9),
        "without_options": (5, 9),
        "of_questions": (5, 10),
    }
    assert found["subtypes"]["which"]["kinds"] == {"text": 1, "options": 2, "statement": 1}
    assert found["subtypes"]["how much"]["drops"] == {"same_options": 1}
    assert (report["overall"]["read"], report["overall"]["shipped"], report["overall"]["refused"]) == (15, 10, 3)
    assert [(e["before"], e["after"], len(e["shown"])) for e in found["examples"]] == [
        ("number", "number", 3),
        ("refused", "too_few_options", 2),
    ]
    assert report["headline"] == (
        "Of 12 questions, 6 (50.0%) ask openly and are decided by a rule; of the others 3 still show options, "
        "1 needs a judge and 2 were dropped."
    )
    assert (report["llm"], report["audit"]) == (None, None)


def test_summary_has_a_few_lines_for_each_set() -> None:
    said = lines(made())
    assert said[:6] == [
        "cooking: 12 rows, 2 refused, 9 shipped, 1 dropped",
        "  shipped: number 4, phrase 1, text 1, options 2, statement 1",
        "  dropped: same_options 1",
        "  refused: too_few_options 2",
        "  asked: options 3, opened 1",
        "  decided by a rule: 88.9 % [56.5, 98.0] of the items; open and decided by a rule: 55.6 % [26.7, 81.1] "
        "of them",
    ]
    assert said[6] == "music: 3 rows, 1 refused, 1 shipped, 1 dropped"
    assert "all: 15 rows, 3 refused, 10 shipped, 2 dropped" in said
    assert said[-1].startswith("Of 12 questions")
    assert lines(Account()) == ["Of 0 rows none is a question that could be read."]


def test_what_the_language_model_took_stands_beside_the_estimate() -> None:
    spent = Tally(asked=9, cached=2, calls=11, prompt_tokens=8_000, completion_tokens=700, cost=0.4)
    spent.failures["timeout"] = 1
    found = make_report(made(), spent=spent, estimate=ESTIMATE)["llm"]
    assert found["estimate"] == ESTIMATE
    assert found["spent"]["calls"] == 11
    assert found["spent"]["cached"] == 2
    assert found["spent"]["failures"] == {"timeout": 1}


@cache
def audits() -> tuple[dict[str, Any], dict[str, Any]]:
    """Of four questions before, and of the statements that are left of them."""
    asked = tuple(
        Question(str(i), subtype, (f"v{i}",), f"Which {i}?", ("cup", "pan", "lid"), i % 3)
        for i in range(4)
        for subtype in ("how much", "which")
    )
    judged = tuple(
        Judged(str(i), "which", (f"v{i}",), "options", ("It is the cup.", "It is the pan."), (i % 2 == 0, False), False)
        for i in range(3)
    )
    before, after = ItemSet((), asked, (), ()), ItemSet((), (), judged, ())
    return make_audit(before, Limits()), make_audit(after, Limits())


def test_audits_stand_side_by_side() -> None:
    before, after = audits()
    found = make_report(made(), (before, after))["audit"]
    given = before["subtypes"]["which"]
    assert found["subtypes"]["which"] == {
        "before": {name: given[name] for name in ("n", "options_only", "question_options")},
        "after": None,
        "converted": 4,
        "showing": 3,
    }
    assert (found["subtypes"]["how much"]["converted"], found["subtypes"]["how much"]["showing"]) == (5, 0)
    assert found["subtypes"]["who"]["before"] is None
    assert found["overall"]["before"]["n"] == 8
    assert (found["overall"]["converted"], found["overall"]["showing"]) == (10, 3)
    assert found["formats"]["options"]["items"] == 3


def test_files_are_written_with_the_same_bytes_each_time(tmp_path: Path) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    assert write_report(made(), first, audits(), Tally(), ESTIMATE, ["cooking.json"]) is None
    assert (
        write_report(Account.from_json(made().to_json()), again, audits(), Tally(), ESTIMATE, ["cooking.json"]) is None
    )
    assert sorted(path.name for path in first.iterdir()) == [PAGE, NUMBERS]
    for path in first.iterdir():
        assert path.read_bytes() == (again / path.name).read_bytes()
    report = make_report(made(), audits(), Tally(), ESTIMATE, ["cooking.json"])
    assert json.loads((first / NUMBERS).read_text("utf-8")) == report


def test_an_empty_conversion_has_a_report(tmp_path: Path) -> None:
    assert write_report(Account(), tmp_path) is None
    assert "none is a question" in (tmp_path / PAGE).read_text("utf-8")


def test_halves_of_characters_are_replaced(tmp_path: Path) -> None:
    account = Account()
    account.add(Outcome("a\ud800", "b\udfff", "name", shipped="phrase", example=example(1, stem="\ud800?")))
    assert write_report(account, tmp_path) is None
    assert "a?" in json.loads((tmp_path / NUMBERS).read_text("utf-8"))["sets"]


def test_without_jinja_there_are_numbers_and_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / PAGE).write_text("of an earlier run")
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.delitem(sys.modules, "data_builder.convert.page", raising=False)
    assert write_report(made(), tmp_path) == f"no {PAGE}: it needs jinja2: pip install 'answerkey[eval]'"
    assert [path.name for path in tmp_path.iterdir()] == [NUMBERS]


def test_the_account_and_the_report_need_nothing_optional() -> None:
    optional = ("jinja2", "numpy", "sklearn", "scipy", "aiohttp")
    script = "import sys, data_builder.convert.report\n" + f"print([n for n in {optional} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_a_folder_under_the_name_of_the_page_is_refused(tmp_path: Path) -> None:
    (tmp_path / PAGE).mkdir()
    with pytest.raises(InputError, match="is no regular file"):
        write_report(made(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [PAGE]
