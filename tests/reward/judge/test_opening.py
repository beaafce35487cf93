"""Opening a judge: what the settings become, and what stops it before the first reply."""

import argparse
import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from judge_endpoint import counts_of, process

from reward import Item
from reward.answers import Phrase
from reward.jsonl import InputError
from reward.judge.cache import MemoryCache
from reward.judge.judge import LanguageJudge
from reward.judge.opening import described, opened, opened_audit
from reward.judge.settings import SERVING, settings_from
from reward.judge.sqlite_cache import SqliteCache

KEY = "sk-do-not-show-me"
PAN = Item(question="What is moved?", answer=Phrase(text="frying pan", wrong=("kettle", "cup")))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A good endpoint in a process of its own, whose judge chooses what comes first."""
    with process() as url:
        yield url


def open_at(url: str, deadline: float = SERVING, **environ: str) -> LanguageJudge:
    settings = settings_from(argparse.Namespace(), environment(url, **environ))
    assert settings is not None
    return opened(settings, deadline)


def environment(url: str, **environ: str) -> dict[str, str]:
    names = {f"ANSWERKEY_JUDGE{name}": value for name, value in environ.items()}
    return {"ANSWERKEY_JUDGE_URL": url, "ANSWERKEY_JUDGE_MODEL": "judge", **names}


def test_no_settings_are_no_judge() -> None:
    assert settings_from(argparse.Namespace(), {}) is None


def test_the_settings_become_the_judges(url: str) -> None:
    judge = open_at(
        url,
        _VOTES="3",
        _TRY_SECONDS="4",
        _CONNECTIONS="7",
        _BUDGET_CALLS="8",
        _BUDGET_TOKENS="9",
        _OUTPUT="json_object",
    )
    assert (judge.votes, judge.deadline, judge.try_seconds, judge.connections) == (3, 45, 4, 7)
    assert (judge.budget.requests, judge.budget.tokens) == (8, 9)
    assert judge.endpoints[0].output == "json_object"
    assert isinstance(judge.cache, MemoryCache)
    assert judge.tally.calls == 0  # the probe is no judging


def test_a_deadline_is_the_commands_unless_it_is_set(url: str) -> None:
    assert open_at(url, 600).deadline == 600
    assert open_at(url, 600, _DEADLINE="5").deadline == 5


def test_a_judge_can_be_opened_where_an_event_loop_runs_and_works_there(url: str) -> None:
    async def import_of_an_application() -> None:
        async with open_at(url) as judge:
            verdict = await judge(PAN, "skillet")
        assert (verdict.by, verdict.error) == ("judge", None)

    asyncio.run(import_of_an_application())


def test_verdicts_are_kept_in_the_file_that_is_named(url: str, tmp_path: Path) -> None:
    for calls in (1, 0):

        async def go() -> int:
            async with open_at(url, _CACHE=str(tmp_path / "judge.sqlite")) as judge:
                assert isinstance(judge.cache, SqliteCache)
                await judge(PAN, "skillet")
            return judge.tally.calls

        assert asyncio.run(go()) == calls


def test_every_model_is_tried_and_shown(url: str) -> None:
    before = counts_of(url)["calls"]
    environ = environment(url, _KEY=KEY, **{"2_MODEL": "other", "2_OUTPUT": "text"})
    settings = settings_from(argparse.Namespace(), environ)
    assert settings is not None
    judge = opened(settings, SERVING)
    assert described(judge, settings) == "judge judge (json_schema) and other (text), cache in memory"
    assert counts_of(url)["calls"] >= before + 2
    assert KEY not in repr(judge)


def test_the_variable_of_the_second_model_is_named_where_that_one_fails(url: str) -> None:
    with process(behaviour="unauthorized") as other, pytest.raises(InputError) as refused:
        open_at(url, **{"2_MODEL": "other", "2_URL": other, "2_KEY": KEY})
    assert str(refused.value).startswith(f"{other}: the judge's endpoint refuses the key: set ANSWERKEY_JUDGE2_KEY ")
    assert KEY not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("_CACHE", "taken.txt", "taken.txt: cannot be the judge's cache: "),
        ("_CACHE", ".", ".: cannot be the judge's cache: "),
        ("_REDIS", f"http://:{KEY}@host", "ANSWERKEY_JUDGE_REDIS: this is no URL of a Redis server; "),
    ],
)
def test_a_cache_that_cannot_be_used_is_said(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken.txt").write_text("something else")
    with pytest.raises(InputError) as refused:
        open_at(url, **{name: value})
    assert str(refused.value).startswith(said)
    assert KEY not in str(refused.value)
    assert Path("taken.txt").read_text() == "something else"


def test_an_audit_log_that_cannot_be_written_is_said(url: str, tmp_path: Path) -> None:
    environ = environment(url, _AUDIT="0.01", _AUDIT_LOG=str(tmp_path / "no" / "log"))
    settings = settings_from(argparse.Namespace(), environ)
    assert settings is not None
    with pytest.raises(InputError, match="the audit's log cannot be written: No such file or directory"):
        opened_audit(settings, open_at(url))


def test_a_key_that_goes_through_a_public_network_as_plain_text_is_warned_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(InputError, match="has no address"):
        open_at("http://judge.nowhere.invalid/v1", _KEY=KEY)
    [warning] = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert warning.getMessage() == (
        "The key goes to http://judge.nowhere.invalid/v1 as plain text, which others can read: use https://."
    )
    assert KEY not in caplog.text
