"""The whole command with a language model: what a truthful one opens, and that nothing bad ships whatever one says."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from judge_behaviours import Behaviour
from judge_endpoint import running
from judge_faults import FAULTS
from llm_liars import LIARS
from llm_oracle import model
from llm_world import TRUTHS, WORLD

from data_builder.gate import faults
from evaluation.cli import main
from reward import Item, score
from reward.jsonl import read_items
from reward.judge import client

SOME = list(LIARS)[::3]
"""Of more than eighty; all of them lie to `opinions` in its own test."""
KEY = "sk-a-secret-key"


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)
    monkeypatch.setenv("ANSWERKEY_LLM_KEY", KEY)


@contextmanager
def served(behaviour: Behaviour) -> Iterator[tuple[str, Any]]:
    """The URL of an endpoint that runs in a thread of its own, and the endpoint."""
    ready, stop = threading.Event(), threading.Event()
    found: list[Any] = []

    async def serve() -> None:
        async with running(behaviour) as server:
            found.append(server)
            ready.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(10)
    try:
        yield found[0].url, found[0]
    finally:
        stop.set()
        thread.join()


def asked(tmp_path: Path) -> Path:
    file = tmp_path / "asked.jsonl"
    rows = [
        {
            "id": i,
            "question": t.asked.stem,
            "options": t.asked.options,
            "correct_idx": t.asked.correct,
            "video_id": f"v{i}",
        }
        for i, t in enumerate(WORLD)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def convert(tmp_path: Path, behaviour: Behaviour, name: str = "set", *flags: str) -> tuple[int, list[Item], Any]:
    folder = tmp_path / name
    with served(behaviour) as (url, server):
        command = ["convert", str(asked(tmp_path)), "-o", str(folder), "--workers", "1"]
        code = main([*command, "--llm-url", url, "--llm-model", "m", *flags])
    return code, list(read_items(folder / "items.jsonl")) if (folder / "items.jsonl").exists() else [], server


def bad(item: Item) -> list[str]:
    """What is wrong with an item, by what is true of its question."""
    published = item.meta["published"]
    truth = TRUTHS[published["question"]]
    found = [f"gate: {reason}" for reason in faults(item)]
    if item.format != "short":
        return found
    if item.stem.casefold() not in map(str.casefold, truth.wordings):
        found.append(f"wording: {item.stem}")
    for option in published["options"]:
        if score(item, f"Answer: {option}").score != (option == truth.asked.key):
            found.append(f"option: {option}")
    found += [f"alias: {name}" for name in getattr(item.answer, "aliases", ()) if name not in truth.aliases]
    return found


def test_a_truthful_model_opens_what_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, items, _ = convert(tmp_path, model())
    said = capsys.readouterr()
    assert code == 0
    assert not [fault for item in items for fault in bad(item)]
    opened = {item.meta["published"]["question"] for item in items if item.format == "short"}
    stands = {truth.asked.stem for truth in WORLD if truth.wordings and truth.asked.sort in ("name", "text")}
    assert len(opened & stands) >= len(stands) - 2
    assert {item.answer.kind for item in items} >= {"phrase", "text", "number"}
    assert KEY not in said.out + said.err
    for path in (tmp_path / "set").glob("*.*"):
        assert KEY not in path.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize("name", SOME)
def test_nothing_bad_ships_whatever_a_model_says(name: str, tmp_path: Path) -> None:
    _, items, _ = convert(tmp_path, model(LIARS[name]))
    assert not [fault for item in items for fault in bad(item)]


def test_a_model_that_fails_passes_nothing_and_is_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = []

    def later(request: Any) -> Any:
        calls.append(request)
        return (model() if len(calls) <= 20 else FAULTS["server_error"])(request)

    code, items, _ = convert(tmp_path, later)
    assert code == 1
    assert "the language model failed on" in capsys.readouterr().err
    assert not [fault for item in items for fault in bad(item)]
    first = len(calls)
    code, again, _ = convert(tmp_path, model(), "set")
    assert code == 0
    assert len(again) >= len(items)
    assert first > 20


def test_a_dry_run_asks_nothing_and_an_estimate_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls = []

    def counting(request: Any) -> Any:
        calls.append(request)
        return model()(request)

    code, _, _ = convert(tmp_path, counting, "dry", "--dry-run", "--llm-price", "1,2")
    told = capsys.readouterr().out
    assert code == 0
    assert not calls
    assert not (tmp_path / "dry").exists()
    most = int(told.split("at most ")[1].split(" calls")[0].replace(",", ""))
    convert(tmp_path, counting)
    assert len(calls) <= most + 3  # the probe of the form comes first


def test_a_further_run_asks_nothing_that_is_known(tmp_path: Path) -> None:
    calls = []

    def counting(request: Any) -> Any:
        calls.append(request)
        return model()(request)

    with served(counting) as (url, _):
        command = ["convert", str(asked(tmp_path)), "-o", str(tmp_path / "set"), "--workers", "1"]
        assert main([*command, "--llm-url", url, "--llm-model", "m"]) == 0
        first, before = (tmp_path / "set" / "items.jsonl").read_bytes(), len(calls)
        assert main([*command, "--llm-url", url, "--llm-model", "m"]) == 0
    assert (tmp_path / "set" / "items.jsonl").read_bytes() == first
    assert len(calls) - before <= 3  # the probe alone


def test_names_of_a_class_table_count_only_where_the_model_finds_them(tmp_path: Path) -> None:
    table = tmp_path / "nouns.csv"
    table.write_text(
        "id,key,instances,category\n0,carton:milk,\"['carton:milk', 'pack:milk', 'cow']\",x\n", encoding="utf-8"
    )

    def knows_one(case: Any, answer: Any) -> Any:
        if case.part != "round" or "milk pack" not in case.answers:
            return answer
        key = next(label for label, text in case.candidates.items() if text == "milk carton")
        labels = [
            key if said == "milk pack" else label for said, label in zip(case.answers, answer["answers"], strict=True)
        ]
        return {"answers": labels}

    _, items, _ = convert(tmp_path, model(knows_one), "set", "--nouns", str(table))
    [item] = [item for item in items if item.meta["published"]["id"] == "0" and item.format == "short"]
    assert "milk pack" in item.answer.aliases  # type: ignore[union-attr]
    assert "cow" not in item.answer.aliases  # type: ignore[union-attr]
    assert "cow" in item.meta["rewritten"]["unproved_names"]


def test_a_class_table_needs_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["convert", str(asked(tmp_path)), "-o", str(tmp_path / "set"), "--no-llm", "--nouns", "nouns.csv"]
    assert main(command) == 2
    assert "needs a language model" in capsys.readouterr().err
