"""Opening a language model: what the settings become, and what stops it before the first question."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from judge_endpoint import process

from data_builder.convert.llm.opening import opened_llm
from data_builder.convert.llm.settings import LlmSettings
from reward.jsonl import InputError
from reward.judge.cache import MemoryCache
from reward.judge.sqlite_cache import SqliteCache


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with process() as url:
        yield url


def test_the_settings_become_the_models(url: str, tmp_path: Path) -> None:
    settings = LlmSettings(
        url=url, model="judge", cache=tmp_path / "a.sqlite", connections=5, deadline=7, try_seconds=3, budget_calls=9
    )
    llm = opened_llm(settings, {"tap": ("faucet",)})
    assert isinstance(llm.cache, SqliteCache)
    assert (llm.connections, llm.deadline, llm.try_seconds, llm.budget.requests) == (5, 7, 3, 9)
    assert llm.classes == {"tap": ("faucet",)}
    assert llm.endpoint.output == "json_schema"
    assert not llm.tried
    asyncio.run(llm.close())


def test_without_a_file_answers_are_kept_in_memory(url: str) -> None:
    assert isinstance(opened_llm(LlmSettings(url=url, model="judge"), {}).cache, MemoryCache)


def test_an_endpoint_of_no_use_is_refused_under_the_names_of_these_settings() -> None:
    with pytest.raises(InputError, match="ANSWERKEY_LLM_URL") as refused:
        opened_llm(LlmSettings(url="http://127.0.0.1:9/v1", model="m", deadline=2), {})
    assert "judge" not in str(refused.value).lower()


def test_a_key_that_others_can_read_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    settings = LlmSettings.model_validate({"url": "http://example.invalid/v1", "model": "m", "key": "k", "deadline": 1})
    with pytest.raises(InputError):
        opened_llm(settings, {})
    assert "plain text" in caplog.text
