"""The page of a conversion: what it shows, that nothing in it is taken for markup, and that a browser opens it."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from html_page import Page

from data_builder.convert.account import Account, Outcome
from data_builder.convert.page import bands, columns, money, render
from data_builder.convert.report import PAGE, make_report, write_report
from reward.judge.tally import Tally

ATTACK = "</p></style><script>document.title='taken'</script><img src=x onerror=alert(1)>\"'&{{ 7 * 7 }}"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
EXAMPLE = {
    "id": "q1",
    "where": "set.json:3",
    "question": "Which of these is added?",
    "options": ["salt", "oil"],
    "key": "oil",
    "stem": "What is added?",
    "statements": ["The answer is “oil”.", "The answer is not “salt”."],
    "answer": "oil",
    "why": "it stands without its options",
}


def estimate(value: float | None) -> dict[str, float | None]:
    around = (None, None) if value is None else (value - 0.1, value + 0.1)
    return {"accuracy": value, "corrected": value, "low": around[0], "high": around[1]}


def audit(n: int, value: float | None, **subtypes: float | None) -> dict[str, Any]:
    def shown(of: float | None) -> dict[str, Any]:
        return {"n": n, "options_only": estimate(of), "question_options": estimate(of)}

    balance = {"items": 40, "statements": 160, "true": 0.5, "all_true": 0.06, "all_false": 0.06, "best_pattern": 0.07}
    balance |= {"over_true_blind": 0.5, "solver": estimate(0.03)}
    overall = shown(value) if n else None
    return {"overall": overall, "subtypes": {k: shown(v) for k, v in subtypes.items()}, "formats": {"options": balance}}


def account(text: str = "", example: dict[str, Any] | None = None) -> Account:
    """Some of everything, with a text in every place that a file or a model fills."""
    found = Account()
    shown = example or EXAMPLE
    moved = (("number", f"tolerance{text}"), ("phrase", "key_in_stem"))
    found.add(Outcome(f"set{text}", f"first{text}", f"name{text}", shipped=f"phrase{text}", example=shown))
    found.add(Outcome(f"set{text}", "second", "number", shipped="options", demotions=moved, llm=f"opened{text}"))
    found.add(Outcome(f"set{text}", "second", "number", shipped="text", repaired=f"bundle{text}", example=shown))
    found.add(Outcome(f"set{text}", "second", "text", dropped=f"subjective{text}", example=shown))
    found.add(Outcome(f"set{text}", "", "none", refused=f"no_key{text}", example=shown))
    return found


def whole(text: str = "", example: dict[str, Any] | None = None) -> dict[str, Any]:
    spent = Tally(asked=1_234, calls=2_000, cost=0.125)
    spent.failures["timeout"] = 7
    planned = {"calls": 3_000, "prompt_tokens": 1_000, "completion_tokens": 10, "cost": 12.5}
    audits = (audit(900, 0.42, **{f"first{text}": 0.4, "second": None}), audit(0, None))
    return make_report(account(text, example), audits, spent, planned, [f"set.json{text}"])


def test_the_page_shows_the_numbers() -> None:
    page = Page(render(whole()))
    for said in (
        "Of 4 questions, 1 (25.0%) ask openly and are decided by a rule",
        "subjective",
        "such as set.json:3",
        "0.42 [0.32, 0.52]",
        "none with one right option",
        "shows no options",
        "1,234 asked",
        "12.50",
        "0.12",
        "71.6 to 95.9",
        "45.6 to 64.8",
        "number → phrase tolerance",
        "phrase → options key in stem",
        "What is added?",
        "it stands without its options",
    ):
        assert said in page.text, said
    assert ("li", "class", "key") in page.attributes
    assert not [name for _, name, _ in page.attributes if name in ("src", "href")]
    assert not re.search(r"url\(|@import|https?:", render(whole()))


def test_texts_of_others_are_escaped_everywhere() -> None:
    hostile = {name: [ATTACK, "x"] if name in ("options", "statements") else ATTACK for name in EXAMPLE}
    page = Page(render(whole(ATTACK, hostile)))
    assert not page.tags.keys() & {"script", "img"}
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    said = " ".join(page.texts)
    assert said.count("document.title='taken'") >= 40
    assert "49" not in said
    assert sum(value is not None and "<script>" in value for _, _, value in page.attributes) == 0


def test_an_example_may_leave_anything_out() -> None:
    for name in EXAMPLE:
        page = Page(render(whole(example={k: v for k, v in EXAMPLE.items() if k != name})))
        assert page.tags["article"] == 4
    assert Page(render(make_report(Account()))).tags["article"] == 0


def test_bands_hold_every_question_once() -> None:
    found = {"kinds": {"number": 3, "box": 1, "phrase": 2, "text": 1, "choice": 1, "statement": 1}, "dropped": 1}
    assert bands({**found, "questions": 10}) == [
        ("typed", 4, 0.4),
        ("phrase", 2, 0.2),
        ("options", 2, 0.2),
        ("text", 1, 0.1),
        ("dropped", 1, 0.1),
    ]


def test_columns_stand_in_one_order() -> None:
    sorts = {"name": {"dropped": 1, "unheard": 1, "text": 2}, "number": {"number": 1, "options": 1}}
    assert columns(sorts) == ["number", "text", "options", "unheard", "dropped"]


@pytest.mark.parametrize(("value", "said"), [(None, "–"), (0, "0.00"), (0.0123, "0.012"), (1234.5, "1,234.50")])
def test_money(value: float | None, said: str) -> None:
    assert money(value) == said


@pytest.mark.skipif(CHROMIUM is None, reason="needs a browser: chromium or google-chrome on the path")
def test_a_browser_opens_the_page_and_runs_nothing(tmp_path: Path) -> None:
    hostile = {name: [ATTACK, "x"] if name in ("options", "statements") else ATTACK for name in EXAMPLE}
    assert write_report(account(ATTACK, hostile), tmp_path) is None
    run = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    url = (tmp_path / PAGE).as_uri()
    done = subprocess.run([*run, "--dump-dom", url], capture_output=True, text=True, timeout=120, check=True)
    assert "<title>answerkey conversion</title>" in done.stdout
    assert not re.search(r"<script|<img", done.stdout)
    shown = [re.sub(r"\s", "", part) for part in re.findall(r"<summary>.*?</summary>", done.stdout, re.DOTALL)]
    assert len(shown) == 5  # subtypes, and examples of two kinds, a drop and a refusal
    picture = tmp_path / "page.png"
    subprocess.run([*run, f"--screenshot={picture}", "--window-size=390,844", url], capture_output=True, timeout=120)
    assert picture.read_bytes().startswith(b"\x89PNG")
