"""With a judge, too, a reply gets the same verdict from the library, the command, the server and the TRL adapter."""

import asyncio
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Start
from judge_endpoint import process
from pairs import make_pairs

from reward import Item, Scorer, Verdict
from reward.adapters.trl import rewards
from reward.jsonl import write_jsonl
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge

BEHAVIOURS = ["right", "filtered"]
"""An endpoint that takes what comes first, decoys too, and one whose every completion is a failure."""


@pytest.fixture
def pairs() -> list[tuple[Item, str]]:
    return make_pairs()


@pytest.fixture(params=BEHAVIOURS)
def endpoint(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    """The name of a behaviour, and the URL of an endpoint that behaves so once its first call is over."""
    with process(behaviour=request.param) as url:
        yield request.param, url


def told(verdict: Verdict) -> dict[str, Any]:
    """A verdict without what differs from one run to the next."""
    kept = verdict.model_dump()
    if verdict.judge:
        kept["judge"] = {name: verdict.judge[name] for name in ("model", "prompt_version", "chosen")}
    return kept


def by_library(url: str, pairs: list[tuple[Item, str]]) -> list[Verdict]:
    async def go() -> list[Verdict]:
        async with LanguageJudge([Endpoint(url, "judge")]) as judge:
            return await Scorer(judge).score_all(pairs)

    return asyncio.run(go())


def test_every_path_asks_the_judge_alike(
    pairs: list[tuple[Item, str]], endpoint: tuple[str, str], tmp_path: Path, serve: Start
) -> None:
    behaviour, url = endpoint
    expected = by_library(url, pairs)
    asked = [verdict for verdict in expected if verdict.judge]
    assert len(asked) > 10
    assert {verdict.score for verdict in asked} <= ({None} if behaviour == "filtered" else {0, 1, None})

    completions = [[{"role": "assistant", "content": reply}] for _, reply in pairs]
    columns = {"item": [item.model_dump_json() for item, _ in pairs]}
    in_trainer = rewards(judge=LanguageJudge([Endpoint(url, "judge")]))[0]
    assert asyncio.run(in_trainer(completions=completions, **columns)) == [verdict.score for verdict in expected]
    if behaviour == "filtered":
        return  # the commands ask once at their start, and would refuse this endpoint

    items = tmp_path / "items.jsonl"
    write_jsonl(items, {item.id: item for item, _ in pairs}.values())
    flags = ["--judge-url", url, "--judge-model", "judge"]
    server = serve("--items", str(items), *flags)
    body = json.dumps({"items": [{"id": item.id, "reply": reply} for item, reply in pairs]}).encode()
    with urllib.request.urlopen(f"{server}/score", data=body) as response:
        served = [Verdict.model_validate(verdict) for verdict in json.load(response)["verdicts"]]
    assert list(map(told, served)) == list(map(told, expected))
    assert asyncio.run(rewards(server)[0](completions=completions, **columns)) == [
        verdict.score for verdict in expected
    ]
    formed = asyncio.run(rewards(server)[1](completions=completions, **columns))
    assert formed == [None if verdict.score is None else float(verdict.format_ok) for verdict in expected]

    replies, out = tmp_path / "replies.jsonl", tmp_path / "verdicts.jsonl"
    replies.write_text("".join(json.dumps({"id": item.id, "reply": reply}) + "\n" for item, reply in pairs))
    arguments = ["score", str(items), str(replies), "-o", str(out), "--undecided", "zero", *flags]
    subprocess.run([sys.executable, "-m", "evaluation", *arguments], check=True, capture_output=True)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    offline = [Verdict.model_validate({name: row[name] for name in Verdict.model_fields}) for row in rows]
    assert list(map(told, offline)) == list(map(told, expected))
