"""Requests are what OpenAI-compatible endpoints take; of a response only the text behind the thinking counts."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reward.judge.endpoint import Endpoint
from reward.judge.failure import JudgeFailure
from reward.judge.wire import read_completion, read_usage, request_body

URL = "http://127.0.0.1:1/v1"


def body(endpoint: Endpoint) -> dict[str, Any]:
    return dict(json.loads(request_body(endpoint, "rules", "case \ud800 é", ["cup", "none of these"])))


def response(content: Any, finish: str | None = "stop", **message: Any) -> bytes:
    choice = {"message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}
    return json.dumps({"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 3}}).encode()


def test_a_request_asks_for_one_of_the_options_by_a_schema() -> None:
    request = body(Endpoint(URL, "a-model"))
    assert request["model"] == "a-model"
    assert [message["role"] for message in request["messages"]] == ["system", "user"]
    assert request["messages"][1]["content"] == "case ? é"
    assert request["temperature"] == 0
    form = request["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["strict"] is True
    assert form["json_schema"]["schema"]["properties"]["verdict"]["enum"] == ["cup", "none of these"]


def test_endpoints_that_know_less_are_asked_for_less() -> None:
    assert body(Endpoint(URL, "m", output="json_object"))["response_format"] == {"type": "json_object"}
    assert "response_format" not in body(Endpoint(URL, "m", output="text"))


def test_fields_of_the_configuration_replace_ours_and_null_takes_one_away() -> None:
    request = body(Endpoint(URL, "m", body={"max_tokens": None, "max_completion_tokens": 9, "temperature": 1}))
    assert "max_tokens" not in request
    assert (request["max_completion_tokens"], request["temperature"]) == (9, 1)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("cup", "cup"),
        ("<think>pan?</think> cup", "cup"),
        ("so it is the pan</think>\ncup", "cup"),
        ("<think>a</think><think>b</think>cup", "cup"),
        ([{"type": "text", "text": "cu"}, {"type": "text", "text": "p"}], "cup"),
    ],
)
def test_the_text_is_what_stands_behind_the_thinking(content: Any, text: str) -> None:
    completion = read_completion(response(content))
    assert (completion.text, completion.prompt_tokens, completion.completion_tokens) == (text, 7, 3)


def test_thoughts_in_a_field_of_their_own_are_not_looked_at() -> None:
    assert read_completion(response("cup", reasoning_content="pan", reasoning="pan")).text == "cup"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (response(""), "empty"),
        (response(None), "empty"),
        (response(None, reasoning_content='{"verdict": "cup"}'), "empty"),
        (response("<think>Verdict: A</think>"), "empty"),
        (response("<think>Verdict: A"), "empty"),
        (response("Verdict: A <think> but"), "empty"),
        (response([]), "empty"),
        (response("cup", "length"), "cut_off"),
        (response("", "length"), "cut_off"),
        (response("", "content_filter"), "filtered"),
        (response(None, refusal="I cannot help with that."), "filtered"),
        (response(5), "bad_completion"),
        (response(["cup"]), "bad_completion"),
        (b"", "not_json"),
        (b"<html>busy</html>", "not_json"),
        (b'{"choices": [{"mess', "not_json"),
        (b"\xff\xfe", "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"null", "bad_completion"),
        (b'"cup"', "bad_completion"),
        (b"{}", "bad_completion"),
        (b'{"choices": []}', "bad_completion"),
        (b'{"choices": {}}', "bad_completion"),
        (b'{"choices": [1]}', "bad_completion"),
        (b'{"choices": [{"message": "cup"}]}', "bad_completion"),
        (b'{"error": {"message": "overloaded"}}', "bad_completion"),
        (json.dumps({"choices": json.loads(response("a"))["choices"] * 2}).encode(), "bad_completion"),
    ],
)
def test_what_is_no_completion_is_a_failure_by_kind(data: bytes, kind: str) -> None:
    with pytest.raises(JudgeFailure) as caught:
        read_completion(data)
    assert caught.value.kind == kind


@pytest.mark.parametrize("usage", [None, 5, {}, {"prompt_tokens": "7"}, {"prompt_tokens": -1}, {"prompt_tokens": True}])
def test_tokens_that_are_no_numbers_count_as_none(usage: Any) -> None:
    data = json.loads(response("cup"))
    data["usage"] = usage
    assert read_completion(json.dumps(data).encode()).prompt_tokens == 0


def test_tokens_are_counted_where_the_text_is_no_use() -> None:
    assert read_usage(response("")) == (7, 3)
    assert read_usage(b"<html>") == (0, 0)
    assert read_usage(b"[]") == (0, 0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choices", "message", "content", "finish_reason", "usage", "refusal"]), inner, max_size=4
        )
    ),
)


@given(JSON | st.binary(max_size=50))
def test_no_response_does_more_than_fail(value: Any) -> None:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    read_usage(data)
    with suppress(JudgeFailure):
        assert read_completion(data).text
