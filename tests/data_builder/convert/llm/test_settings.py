"""The language model's settings: where they come from, and how one that is wrong is refused without a secret."""

import argparse
from pathlib import Path

import pytest

from data_builder.convert.llm.settings import LlmSettings, add_llm_options, llm_settings_from
from reward.jsonl import InputError

KEY = "sk-do-not-show-me"
LLM = {"ANSWERKEY_LLM_URL": "http://127.0.0.1:8001/v1", "ANSWERKEY_LLM_MODEL": "a-model"}


def settings_of(*flags: str, **environ: str) -> LlmSettings | None:
    parser = argparse.ArgumentParser()
    add_llm_options(parser)
    return llm_settings_from(parser.parse_args(flags), environ)


def refusal(*flags: str, **environ: str) -> str:
    with pytest.raises(InputError) as refused:
        settings_of(*flags, **environ)
    message = str(refused.value)
    assert KEY not in message
    assert message.isprintable()
    assert "JUDGE" not in message
    assert "judge" not in message
    return message


def test_nothing_given_is_no_model() -> None:
    assert settings_of() is None
    assert settings_of(ANSWERKEY_LLM_KEY=KEY) is None
    assert settings_of(ANSWERKEY_JUDGE_URL="http://x/v1", ANSWERKEY_LLM_URL="") is None
    assert llm_settings_from(argparse.Namespace(), {"PATH": "/bin"}) is None


def test_variables_and_flags_that_override_them(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(f"{KEY}\nmore\n")
    found = settings_of(
        *("--llm-model", "another", "--llm-key-file", str(file), "--llm-cache", "x.sqlite", "--llm-connections", "7"),
        *("--llm-output", "text", "--llm-price", "0.15,0.60"),
        **LLM, ANSWERKEY_LLM_BODY='{"max_tokens": 9}', ANSWERKEY_LLM_DEADLINE="5", ANSWERKEY_LLM_BUDGET_CALLS="11",
    )  # fmt: skip
    assert found is not None
    assert (found.endpoint.model, found.endpoint.key, found.endpoint.output) == ("another", KEY, "text")
    assert (found.cache, found.connections, found.deadline, found.budget_calls) == (Path("x.sqlite"), 7, 5, 11)
    assert (found.endpoint.prompt_price, found.endpoint.sampling["max_tokens"]) == (0.15, 9)


@pytest.mark.parametrize(
    ("flags", "environ", "said"),
    [
        (["--llm-url", "http://x/v1"], {}, "--llm-url: the language model has no model: give --llm-model, or set"),
        ([], {"ANSWERKEY_LLM_CACHE": "x"}, "ANSWERKEY_LLM_CACHE: the language model has no url and no model"),
        (["--llm-key-file", "x"], {}, "--llm-key-file: the language model has no url"),
        (
            [],
            {**LLM, "ANSWERKEY_LLM_URI": "x"},
            "ANSWERKEY_LLM_URI: no such setting of the language model; do you mean",
        ),
        ([], {**LLM, "ANSWERKEY_LLM_URL": f"http://{KEY}@x/v1"}, "ANSWERKEY_LLM_URL: it holds credentials"),
        ([], {**LLM, "ANSWERKEY_LLM_PRICE": "1"}, "ANSWERKEY_LLM_PRICE: write what a million tokens"),
        ([], {**LLM, "ANSWERKEY_LLM_BODY": '{"messages": []}'}, "ANSWERKEY_LLM_BODY: messages is not to be set"),
        (["--llm-connections", "0"], LLM, "--llm-connections:"),
        (["--llm-output", "xml"], LLM, "--llm-output:"),
        (["--llm-key-file", "/nowhere/at/all"], LLM, "--llm-key-file: the file cannot be read"),
        (["--llm-key-file", "x"], {**LLM, "ANSWERKEY_LLM_KEY": KEY}, "are both given; keep one"),
    ],
)
def test_what_is_wrong_is_said_under_the_name_that_was_used(
    flags: list[str], environ: dict[str, str], said: str
) -> None:
    assert said in refusal(*flags, **environ)


def test_a_key_is_no_flag(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        settings_of("--llm-key", KEY)
    said = capsys.readouterr().err
    assert KEY not in said
    assert "set ANSWERKEY_LLM_KEY, or give --llm-key-file FILE" in said
