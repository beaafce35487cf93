"""The same reply gets the same verdict from the library, the offline command, the server and the TRL adapter."""

import asyncio
import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from conftest import Start
from pairs import make_pairs

from reward import Item, Scorer, Verdict
from reward.adapters.trl import rewards
from reward.jsonl import write_jsonl

pytestmark = pytest.mark.parametrize("undecided", ["zero", "null"])


@pytest.fixture
def pairs() -> list[tuple[Item, str]]:
    return make_pairs()


@pytest.fixture
def expected(pairs: list[tuple[Item, str]], undecided: str) -> list[Verdict]:
    verdicts = asyncio.run(Scorer(undecided=undecided).score_all(pairs))
    assert len(verdicts) == 200
    assert {verdict.by for verdict in verdicts} == {"rule", "none"}, "the pairs must hold decided and undecided replies"
    return verdicts


@pytest.fixture
def items_file(pairs: list[tuple[Item, str]], tmp_path: Path) -> Path:
    path = tmp_path / "items.jsonl"
    write_jsonl(path, {item.id: item for item, _ in pairs}.values())
    return path


def test_offline_command(
    pairs: list[tuple[Item, str]], expected: list[Verdict], items_file: Path, tmp_path: Path, undecided: str
) -> None:
    replies, out = tmp_path / "replies.jsonl", tmp_path / "verdicts.jsonl"
    replies.write_text("".join(json.dumps({"id": item.id, "reply": reply}) + "\n" for item, reply in pairs))
    arguments = ["score", str(items_file), str(replies), "-o", str(out), "--undecided", undecided]
    subprocess.run([sys.executable, "-m", "evaluation", *arguments], check=True, capture_output=True)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    found = [Verdict.model_validate({name: row[name] for name in Verdict.model_fields}) for row in rows]
    assert found == expected


def test_server(
    pairs: list[tuple[Item, str]], expected: list[Verdict], items_file: Path, serve: Start, undecided: str
) -> None:
    url = serve("--items", str(items_file), "--undecided", undecided)
    by_id = [{"id": item.id, "reply": reply} for item, reply in pairs]
    inline = [{"item": item.model_dump(mode="json"), "reply": reply} for item, reply in pairs]
    for entries in (by_id, inline):
        body = json.dumps({"items": entries}).encode()
        with urllib.request.urlopen(f"{url}/score", data=body) as response:
            found = [Verdict.model_validate(verdict) for verdict in json.load(response)["verdicts"]]
        assert found == expected


def test_trl_adapter(
    pairs: list[tuple[Item, str]], expected: list[Verdict], items_file: Path, serve: Start, undecided: str
) -> None:
    url = serve("--items", str(items_file), "--undecided", undecided)
    completions = [[{"role": "assistant", "content": reply}] for _, reply in pairs]
    columns = {"item": [item.model_dump_json() for item, _ in pairs]}
    ids = {"item_id": [item.id for item, _ in pairs]}
    for reward, kept in (
        (rewards(undecided=undecided)[0], columns),
        (rewards(url)[0], columns),
        (rewards(url)[0], ids),
    ):
        assert asyncio.run(reward(completions=completions, **kept)) == [verdict.score for verdict in expected]
    for reward in (rewards(undecided=undecided)[1], rewards(url)[1]):
        found = asyncio.run(reward(completions=completions, **columns))
        assert found == [None if v.score is None else float(v.format_ok) for v in expected]
