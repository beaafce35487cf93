"""What functions of all trainers share: how the environment configures them, and what they log."""

import asyncio
import logging
import pickle
import threading
from pathlib import Path

import pytest
from trainer_rollouts import ITEMS, PAN

from reward.adapters import areal, configured
from reward.adapters.columns import NAMES, NoVerdict, columns, given, number, told
from reward.catalog import Catalog
from reward.jsonl import InputError, write_jsonl
from reward.rollout import Rollout
from reward.scorer import Scorer
from reward.verdict import unscored

RIGHT = Rollout("Answer: pan", PAN.id)


def test_without_a_server_rules_score_here_with_the_items_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_jsonl(tmp_path / "items.jsonl", ITEMS.values())
    monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path / "items.jsonl"))
    replies = [RIGHT, Rollout("Answer: pan", prompt=PAN.question), Rollout("some crockery", PAN.id)]
    assert [verdict.score for verdict in configured.score_now(replies)] == [1.0, 1.0, 0.0]
    monkeypatch.setenv("ANSWERKEY_UNDECIDED", "null")
    configured.configured.cache_clear()
    assert [verdict.score for verdict in configured.score_now(replies)] == [1.0, 1.0, None]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("FALLBACK", "yes", "ANSWERKEY_FALLBACK: 'yes' is none of none, rules"),
        ("UNDECIDED", "half", "ANSWERKEY_UNDECIDED: 'half' is none of zero, null"),
        ("DEADLINE", "soon", "ANSWERKEY_DEADLINE: 'soon' is no number of seconds"),
        ("DEADLINE", "-1", "ANSWERKEY_DEADLINE: '-1' is no number of seconds"),
        ("DEADLINE", "86401", "ANSWERKEY_DEADLINE: '86401' is no number of seconds up to 86400"),
        ("DEADLINE", "nan", "ANSWERKEY_DEADLINE: 'nan' is no number of seconds"),
        ("URL", "127.0.0.1:8000", "is no address of a server"),
    ],
)
def test_an_environment_that_cannot_be_used_is_said_at_once(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", "http://127.0.0.1:9")
    monkeypatch.setenv(f"ANSWERKEY_{name}", value)
    with pytest.raises(ValueError, match=said):
        configured.configured()


def test_a_file_of_items_that_is_not_there_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_ITEMS", "nowhere.jsonl")
    with pytest.raises(InputError, match=r"nowhere.jsonl: cannot be read"):
        configured.configured()


def test_many_threads_read_the_items_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setenv("ANSWERKEY_ITEMS", str(tmp_path))  # no other test's
    monkeypatch.setattr(configured, "read_catalog", lambda paths: calls.append(1) or Catalog(ITEMS))  # type: ignore[func-returns-value]
    threads = [threading.Thread(target=configured.configured, args=(float(seconds),)) for seconds in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls == [1]


def test_unscored_replies_are_logged_with_their_reasons_but_not_each_time(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(configured, "_next_log", 0.0)
    scoring = configured.Scoring(Scorer(), Catalog(ITEMS))
    bad = Rollout("a secret reply", "0a1b2c3d4e5f6a7b")
    with caplog.at_level(logging.WARNING, "answerkey"):
        for _ in range(5):
            asyncio.run(scoring.verdicts([RIGHT, bad, bad]))
    [record] = caplog.records
    assert record.getMessage().startswith("2 of 3 replies are unscored (unknown_id 2). The reply could not be scored: ")
    assert "secret" not in caplog.text


def test_a_verdict_in_the_words_of_trainers() -> None:
    verdict = unscored("unknown_id", "The reply could not be scored.")
    assert tuple(columns(verdict)) == NAMES
    assert columns(verdict)["unscored"] == 1.0
    assert number(verdict) == 0.0
    assert told(verdict) == {"said": "", "rule": "unknown_id", "note": "The reply could not be scored."}
    with pytest.raises(NoVerdict, match="could not be scored") as caught:
        given(verdict)
    assert str(pickle.loads(pickle.dumps(caught.value))) == "The reply could not be scored."


def test_the_deadline_is_below_the_limits_of_all_trainers() -> None:
    limits = {
        "slime, of one request": 120,
        "verl's rate_limited": 300,
        "OpenRLHF, of one request": 180,
        "ranks of TRL": 1800,
    }
    assert min(limits.values()) > configured.DEADLINE
    assert areal.POOL_DEADLINE < 15 / 1.5  # a reply may wait for the one before it
