"""The judge's settings: where they come from, and how one that is wrong is refused without showing a secret."""

import argparse
import os
from pathlib import Path

import pytest

from reward.jsonl import InputError
from reward.judge.settings import KNOWN, JudgeSettings, ModelSettings, add_judge_options, settings_from

KEY = "sk-do-not-show-me"
URL, MODEL = "ANSWERKEY_JUDGE_URL", "ANSWERKEY_JUDGE_MODEL"
JUDGE = {URL: "http://127.0.0.1:8001/v1", MODEL: "a-model"}


def settings(*flags: str, **environ: str) -> JudgeSettings:
    """The settings of a judge that is configured."""
    found = settings_of(*flags, **{**JUDGE, **{f"ANSWERKEY_JUDGE{name}": value for name, value in environ.items()}})
    assert found is not None
    return found


def settings_of(*flags: str, **environ: str) -> JudgeSettings | None:
    parser = argparse.ArgumentParser()
    add_judge_options(parser)
    return settings_from(parser.parse_args(flags), environ)


def refusal(*flags: str, **environ: str) -> str:
    """What is said of settings that are refused; no message shows the key."""
    with pytest.raises(InputError) as refused:
        settings_of(*flags, **environ)
    message = str(refused.value)
    assert KEY not in message
    assert message.isprintable()
    return message


def test_nothing_given_is_no_judge() -> None:
    assert settings_of() is None
    assert settings_from(argparse.Namespace(), {"PATH": "/bin", "ANSWERKEY_ITEMS": "items.jsonl"}) is None


@pytest.mark.parametrize("name", ["KEY", "REDIS", "KEY_FILE"])
def test_a_secret_alone_is_no_judge_for_it_may_stay_in_an_environment(name: str) -> None:
    assert settings_of(**{f"ANSWERKEY_JUDGE_{name}": KEY}) is None


def test_a_variable_that_is_empty_gives_nothing() -> None:
    assert settings_of(**dict.fromkeys(KNOWN, "")) is None
    assert settings(_VOTES="").votes == 1


def test_every_setting_can_be_given_by_the_environment(tmp_path: Path) -> None:
    found = settings(
        _KEY=f" {KEY}\n",
        _OUTPUT="text",
        _BODY='{"max_tokens": 4096, "temperature": null}',
        _PRICE="0.15, 0.60",
        _CACHE=str(tmp_path / "judge.sqlite"),
        _REDIS="redis://:secret@localhost:6379/0",
        _VOTES="3",
        _DEADLINE="12.5",
        _TRY_SECONDS="4",
        _CONNECTIONS="512",
        _BUDGET_CALLS="1000",
        _BUDGET_TOKENS="100000",
        _AUDIT="0.02",
        _AUDIT_LOG=str(tmp_path / "audit.jsonl"),
    )
    endpoint = found.endpoint
    assert (endpoint.url, endpoint.model, endpoint.key) == ("http://127.0.0.1:8001/v1", "a-model", KEY)
    assert (endpoint.output, endpoint.sampling) == ("text", {"max_tokens": 4096})
    assert (endpoint.prompt_price, endpoint.completion_price) == (0.15, 0.6)
    assert (found.votes, found.deadline, found.try_seconds, found.connections) == (3, 12.5, 4, 512)
    assert (found.budget_calls, found.budget_tokens, found.audit) == (1000, 100000, 0.02)
    assert (found.cache, found.audit_log) == (tmp_path / "judge.sqlite", tmp_path / "audit.jsonl")
    assert found.redis is not None
    assert found.redis.get_secret_value() == "redis://:secret@localhost:6379/0"


def test_a_flag_overrides_its_variable() -> None:
    found = settings("--judge-model", "another", "--judge-votes", "5", _VOTES="3", _DEADLINE="9")
    assert (found.model, found.votes, found.deadline) == ("another", 5, 9)
    assert settings("--judge-votes", "", _VOTES="3").votes == 1


def test_flags_alone_are_enough() -> None:
    found = settings_of("--judge-url", "http://localhost:1", "--judge-model", "m", "--judge-output", "json_object")
    assert found is not None
    assert (found.endpoint.url, found.output) == ("http://localhost:1/v1", "json_object")


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({URL: "http://x"}, f"{URL}: the judge has no model: give --judge-model, or set {MODEL}"),
        ({MODEL: "m"}, f"{MODEL}: the judge has no url: give --judge-url, or set {URL}"),
        ({"ANSWERKEY_JUDGE_VOTES": "3"}, "ANSWERKEY_JUDGE_VOTES: the judge has no url and no model: give --judge-url "),
        ({"ANSWERKEY_JUDGE2_MODEL": "m"}, "ANSWERKEY_JUDGE2_MODEL: the judge has no url and no model: "),
    ],
)
def test_half_a_judge_is_refused_with_what_is_missing(environ: dict[str, str], said: str) -> None:
    assert refusal(**environ).startswith(said)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("_URL", KEY, "it is no address"),
        ("_URL", f"htp://host/v1?key={KEY}", "it is no address"),
        ("_URL", f"http://{KEY}@host/v1", "it holds credentials or a query"),
        ("_URL", f"https://host/v1?key={KEY}", "it holds credentials or a query"),
        ("_MODEL", "  ", "String should have at least 1 character"),
        ("_OUTPUT", "xml", "Input should be 'auto', 'json_schema', 'json_object' or 'text'"),
        ("_VOTES", "0", "Input should be greater than or equal to 1"),
        ("_VOTES", KEY, "Input should be a valid integer"),
        ("_DEADLINE", "nan", "Input should be "),
        ("_DEADLINE", "0", "Input should be greater than 0"),
        ("_TRY_SECONDS", "-1", "Input should be greater than 0"),
        ("_CONNECTIONS", "100000", "Input should be less than or equal to 4096"),
        ("_BUDGET_CALLS", "many", "Input should be a valid integer"),
        ("_BUDGET_TOKENS", "0", "Input should be greater than or equal to 1"),
        ("_PRICE", "0.15", "write what a million tokens of prompt and of completion cost, such as 0.15,0.60"),
        ("_PRICE", "a,b", "Input should be a valid number"),
        ("_PRICE", "inf,0", "Input should be a finite number"),
        ("_BODY", f"{{{KEY}", "write a JSON object"),
        ("_BODY", f'["{KEY}"]', "write a JSON object"),
        ("_BODY", '{"temperature": NaN}', "write a JSON object"),
        ("_BODY", "[" * 100_000, "write a JSON object"),
        ("_BODY", '{"messages": []}', "messages is not to be set here"),
        ("_AUDIT", "2", "Input should be less than or equal to 1"),
        ("_AUDIT", "0.01", "it needs a file: give --judge-audit-log, or set ANSWERKEY_JUDGE_AUDIT_LOG"),
        ("_KEY", f"{KEY}\n{KEY}", "it is empty, or holds characters that no key holds"),
        ("_KEY", f"{KEY}é", "it is empty, or holds characters that no key holds"),
        ("2_KEY", KEY, "the second judge has no model: set ANSWERKEY_JUDGE2_MODEL"),
        ("2_MODEL", "a-model", "it is the first model again"),
    ],
)
def test_a_bad_setting_is_refused_under_the_name_of_its_variable(name: str, value: str, said: str) -> None:
    environ = {**JUDGE, f"ANSWERKEY_JUDGE{name}": value}
    assert refusal(**environ).startswith(f"ANSWERKEY_JUDGE{name}: {said}")


@pytest.mark.parametrize(("name", "value"), [("URL", "b"), ("PRICE", "1"), ("OUTPUT", "xml"), ("BODY", "5")])
def test_a_bad_setting_of_the_second_model_is_refused_under_its_own_name(name: str, value: str) -> None:
    environ = {**JUDGE, "ANSWERKEY_JUDGE2_MODEL": "b", f"ANSWERKEY_JUDGE2_{name}": value}
    assert refusal(**environ).startswith(f"ANSWERKEY_JUDGE2_{name}: ")


@pytest.mark.parametrize(
    ("flag", "value", "said"),
    [
        ("--judge-votes", "0", "--judge-votes: "),
        ("--judge-url", "ftp://host", "--judge-url: "),
        ("--judge-deadline", "soon", "--judge-deadline: "),
        ("--judge-connections", "0", "--judge-connections: "),
        ("--judge-audit", "0.01", "--judge-audit: it needs a file: "),
        ("--judge-audit", "1.5", "--judge-audit: "),
        ("--judge-key-file", KEY, "--judge-key-file: the file cannot be read: No such file"),
    ],
)
def test_a_bad_flag_is_refused_under_its_name(flag: str, value: str, said: str) -> None:
    assert refusal(flag, value, **JUDGE).startswith(said)


def test_a_flag_without_a_judge_is_refused() -> None:
    said = "--judge-cache: the judge has no url and no model: "
    assert refusal("--judge-cache", "x.sqlite").startswith(said)
    assert refusal("--judge-key-file", "key").startswith("--judge-key-file: the judge has no url and no model: ")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("ANSWERKEY_JUDGE_ULR", "ANSWERKEY_JUDGE_URL"),
        ("ANSWERKEY_JUDGE_VOTE", "ANSWERKEY_JUDGE_VOTES"),
        ("ANSWERKEY_JUDGE_API_KEY", "ANSWERKEY_JUDGE_KEY"),
        ("ANSWERKEY_JUDGEMODEL", "ANSWERKEY_JUDGE_MODEL"),
        ("ANSWERKEY_JUDGE2_MODLE", "ANSWERKEY_JUDGE2_MODEL"),
        ("ANSWERKEY_JUDGE2_VOTES", "ANSWERKEY_JUDGE_VOTES"),
        ("ANSWERKEY_JUDGE", "ANSWERKEY_JUDGE_"),
        ("ANSWERKEY_JUDGE_\x1b[31m", "ANSWERKEY_JUDGE_"),
    ],
)
def test_a_misspelt_variable_is_refused_with_the_nearest_name(name: str, nearest: str) -> None:
    for environ in ({name: KEY}, {**JUDGE, name: KEY}):
        assert f": no such setting of the judge; do you mean {nearest}" in refusal(**environ)


@pytest.mark.parametrize("content", [f"{KEY}", f"  {KEY} \r\nsecond line\n", f"\ufeff{KEY}\n"])
def test_a_key_is_the_first_line_of_its_file(tmp_path: Path, content: str) -> None:
    (tmp_path / "key").write_text(content, "utf-8")
    (tmp_path / "key").chmod(0o644)  # that others may read it is their affair
    assert settings(_KEY_FILE=str(tmp_path / "key")).endpoint.key == KEY
    assert settings("--judge-key-file", str(tmp_path / "key"), _KEY_FILE="nowhere").endpoint.key == KEY


def test_a_key_may_come_through_a_pipe() -> None:
    read, write = os.pipe()
    os.write(write, f"{KEY}\n".encode())
    os.close(write)
    assert settings(_KEY_FILE=f"/dev/fd/{read}").endpoint.key == KEY
    os.close(read)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file's first line is empty"),
        (b"\nkey\n", "the file's first line is empty"),
        (b"\x00\x01\x02" + KEY.encode(), "it is empty, or holds characters that no key holds"),
        (b"\xff\xfe" + KEY.encode(), "the file is no text"),
        (KEY.encode() * 10_000, "the file is larger than 16384 bytes"),
        (None, "the file cannot be read: Is a directory"),
    ],
)
def test_a_file_that_holds_no_key_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / KEY
    path.mkdir() if content is None else path.write_bytes(content)
    assert refusal(**JUDGE, ANSWERKEY_JUDGE_KEY_FILE=str(path)).startswith(f"ANSWERKEY_JUDGE_KEY_FILE: {said}")


def test_a_key_in_two_places_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("other")
    key = {**JUDGE, "ANSWERKEY_JUDGE_KEY": KEY}
    both = "ANSWERKEY_JUDGE_KEY and {} are both given; keep one of them"
    assert refusal(**key, ANSWERKEY_JUDGE_KEY_FILE="key") == both.format("ANSWERKEY_JUDGE_KEY_FILE")
    assert refusal("--judge-key-file", str(tmp_path / "key"), **key) == both.format("--judge-key-file")


@pytest.mark.parametrize("option", [("--judge-key", KEY), (f"--judge-key={KEY}",), ("--judge-key",)])
def test_a_key_on_the_command_line_is_refused_and_not_repeated(
    option: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        settings_of(*option, **JUDGE)
    error = capsys.readouterr().err
    assert "set ANSWERKEY_JUDGE_KEY, or give --judge-key-file FILE" in error
    assert KEY not in error


def test_no_secret_is_in_what_is_printed_of_settings() -> None:
    found = settings(_KEY=KEY, _REDIS=f"redis://:{KEY}@host", _KEY_FILE="", **{"2_MODEL": "b", "2_KEY": KEY})
    shown = [repr(found), str(found), found.model_dump_json(), repr(found.endpoint), str(found.model_dump())]
    assert KEY not in "".join(shown)


def test_a_second_model_is_asked_at_the_first_ones_address_with_its_key() -> None:
    found = settings(_KEY=KEY, _BODY='{"max_tokens": 9}', **{"2_MODEL": "b", "2_OUTPUT": "text", "2_PRICE": "1,2"})
    assert found.second is not None
    second = found.second.endpoint
    assert (second.url, second.model, second.key, second.output) == (found.endpoint.url, "b", KEY, "text")
    assert (second.body, second.prompt_price, second.completion_price) == ({}, 1, 2)


def test_the_first_models_key_goes_to_no_other_address() -> None:
    second = settings(_KEY=KEY, **{"2_MODEL": "a-model", "2_URL": "http://127.0.0.1:8002/v1"}).second
    assert second is not None
    assert second.endpoint.key is None


@pytest.mark.parametrize(
    ("url", "exposed"),
    [
        ("http://api.example.com/v1", True),
        ("HTTP://api.example.com/v1", True),
        ("http://8.8.8.8/v1", True),
        ("https://api.example.com/v1", False),
        ("http://127.0.0.1:8001/v1", False),
        ("http://localhost:8001/v1", False),
        ("http://[::1]:8001/v1", False),
        ("http://10.1.2.3/v1", False),
        ("http://192.168.0.9/v1", False),
        ("http://vllm:8000/v1", False),
        ("http://judge.default.svc.cluster.local/v1", False),
    ],
)
def test_a_key_is_exposed_on_its_way_as_plain_text_through_a_public_network(url: str, exposed: bool) -> None:
    assert ModelSettings.model_validate({"url": url, "model": "m", "key": KEY}).exposed is exposed
    assert not ModelSettings.model_validate({"url": url, "model": "m"}).exposed
