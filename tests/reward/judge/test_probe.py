"""The probe: which form of output an endpoint is asked in, and what is said at start-up of one that is of no use."""

import asyncio
import logging
import socket
from typing import Any

import pytest
from judge_behaviours import completion
from judge_endpoint import FAULTS, Behaviour, choosing, constantly, failing, first, in_turn, listing, response, running
from judge_faults import refusing_formats, unknown_model

from reward.jsonl import InputError
from reward.judge.endpoint import Endpoint, Output
from reward.judge.probe import probe

KEY = "sk-do-not-show-me"
GOOD = choosing(first)


def probed(
    behaviour: Behaviour, output: Any = "auto", seconds: float = 5, models: Behaviour | None = None, **endpoint: Any
) -> tuple[Output, list[Any]]:
    """The form that the probe finds, and the forms that it asked in."""

    async def go() -> tuple[Output, list[Any]]:
        async with running(behaviour, models or listing("judge", "other")) as fake:
            found = await probe(Endpoint(fake.url, **{"model": "judge", "key": KEY, **endpoint}), output, seconds)
            assert found.url == fake.url
            return found.output, [(body.get("response_format") or {}).get("type") for body in fake.requests]

    return asyncio.run(go())


def refusal(behaviour: Behaviour, output: Any = "auto", seconds: float = 5, **more: Any) -> str:
    """What is said, behind the URL, of an endpoint that is refused."""
    with pytest.raises(InputError) as refused:
        probed(behaviour, output, seconds, **more)
    message = str(refused.value)
    assert KEY not in message
    assert "\n" not in message
    url, _, said = message.partition("/v1: ")
    assert url.startswith("http://127.0.0.1:")
    return said


def test_an_endpoint_that_knows_schemas_is_asked_once() -> None:
    assert probed(GOOD) == ("json_schema", ["json_schema"])


@pytest.mark.parametrize("status", ["400 Bad Request", "422 Unprocessable Entity"])
def test_the_best_form_that_the_endpoint_takes_is_found(status: str) -> None:
    no_schema = in_turn(failing(status), GOOD)
    assert probed(no_schema) == ("json_object", ["json_schema", "json_object"])
    assert probed(refusing_formats(GOOD)) == ("text", ["json_schema", "json_object", None])


def test_a_form_that_breaks_the_server_is_left_for_the_next() -> None:
    def breaking(request: Any) -> Any:
        schema = (request.body.get("response_format") or {}).get("type") == "json_schema"
        return (FAULTS["server_error"] if schema else GOOD)(request)

    output, asked = probed(breaking)
    assert (output, set(asked)) == ("json_object", {"json_schema", "json_object"})


def test_a_form_in_which_no_verdict_can_be_read_is_left_for_the_next() -> None:
    def chatty(request: Any) -> bytes:
        return response(completion(request, "I have thought about it.\nVerdict: A"))

    assert probed(chatty)[0] == "text"


@pytest.mark.parametrize("output", ["json_object", "text"])
def test_a_form_that_is_given_is_the_only_one(output: Output) -> None:
    form = None if output == "text" else output
    assert probed(GOOD, output) == (output, [form])


def test_a_given_form_that_the_endpoint_does_not_take_is_refused() -> None:
    said = refusal(FAULTS["no_response_format"], "json_schema")
    assert said == "The judge's endpoint answered with HTTP status 400. Try ANSWERKEY_JUDGE_OUTPUT=auto."


def test_a_judge_that_chooses_what_it_was_not_offered_can_be_read_and_is_warned_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, "answerkey"):
        assert probed(choosing(constantly("a teapot")))[0] == "json_schema"
    assert "chose what it was not offered" in caplog.text
    assert KEY not in caplog.text


@pytest.mark.parametrize("fault", ["unauthorized", "forbidden"])
def test_a_wrong_key_is_said_and_not_shown(fault: str) -> None:
    said = refusal(FAULTS[fault])
    assert said.startswith("the judge's endpoint refuses the key: set ANSWERKEY_JUDGE_KEY ")


def test_a_missing_key_is_said() -> None:
    said = refusal(FAULTS["unauthorized"], key=None)
    assert said.startswith("the judge's endpoint wants a key: set ANSWERKEY_JUDGE_KEY ")


@pytest.mark.parametrize("behaviour", [unknown_model, failing("400 Bad Request", None, "no model 'juge'")])
def test_an_unknown_model_is_said_with_those_that_the_endpoint_knows(behaviour: Behaviour) -> None:
    assert (
        refusal(behaviour, model="juge") == "the judge's endpoint does not know the model 'juge'; it knows judge, other"
    )


def test_names_of_models_are_capped_and_cannot_harm_a_terminal_or_repeat_the_key() -> None:
    names = ["\x1b[31mred", "m" * 1_000, f"Bearer {KEY}", *(f"model-{i}" for i in range(20))]
    said = refusal(unknown_model, models=listing(*names), model="\x1b]0;x" * 100)
    assert said.isprintable()
    assert len(said) < 500
    assert r"it knows \x1b[31mred, mmm" in said
    assert said.endswith("model-7 and 12 more")


NO_LISTS: list[Behaviour] = [
    FAULTS["html"],
    FAULTS["unknown_model"],
    FAULTS["huge"],
    FAULTS["dropped"],
    lambda request: response({"data": [1, {"name": "x"}]}),
    lambda request: response([]),
    lambda request: response(b"[" * 100_000),
]


@pytest.mark.parametrize("models", NO_LISTS)
def test_a_path_that_does_not_exist_hints_at_the_base_url(models: Behaviour) -> None:
    said = refusal(failing("404 Not Found"), models=models)
    assert said == (
        "the judge's endpoint has nothing at /chat/completions (HTTP status 404), or no model 'judge': "
        "most base URLs end in /v1"
    )


def test_a_404_for_a_model_that_is_listed_is_said_as_it_is() -> None:
    assert refusal(unknown_model) == "the judge's endpoint does not know the model 'judge' (HTTP status 404)"


@pytest.mark.parametrize("fault", ["cut_off", "empty", "thinking_only", "think_tag_only", "think_unclosed"])
def test_thinking_that_uses_up_the_tokens_is_said_with_what_to_set(fault: str) -> None:
    said = refusal(FAULTS[fault], "json_schema")
    assert "raise max_tokens or switch thinking off, as with ANSWERKEY_JUDGE_BODY='{" in said


@pytest.mark.parametrize(
    ("behaviour", "seconds", "said"),
    [
        (FAULTS["quota"], 5, "The judge's endpoint answered with HTTP status 429. The account has nothing left"),
        (FAULTS["rate_limited_date"], 1, "The judge's endpoint answered with HTTP status 429. Wait"),
        (FAULTS["unavailable_seconds"], 1, "The judge's endpoint answered with HTTP status 503. Wait until it has"),
        (FAULTS["slow_headers"], 0.2, "The judge gave no answer within "),
        (FAULTS["slow_body"], 0.2, "The judge gave no answer within "),
        (
            failing("500 Internal Server Error", Retry_After="9"),
            5,
            "The judge's endpoint answered with HTTP status 500. ",
        ),
        (FAULTS["redirect"], 5, "The judge's endpoint answered with HTTP status 307. Check ANSWERKEY_JUDGE_URL"),
        (FAULTS["dropped"], 5, "The connection to the judge's endpoint was lost: ServerDisconnectedError. Check "),
        (FAULTS["html"], 5, "The judge's endpoint answered with something that is not JSON. Is it the base URL"),
        (FAULTS["huge"], 5, "The judge's endpoint sent more than 1048576 bytes. Is it the base URL"),
        (FAULTS["no_choices"], 5, "The judge's endpoint answered with no chat completion. Is it the base URL"),
        (FAULTS["two_lines"], 5, "The judge gave more than one verdict. Use another model."),
        (FAULTS["refusal"], 5, "The judge declined to answer, or its endpoint filtered the answer. Use another model."),
    ],
)
def test_every_fault_is_one_line_with_what_to_do(behaviour: Behaviour, seconds: float, said: str) -> None:
    assert refusal(behaviour, seconds=seconds).startswith(said)


def test_an_endpoint_that_is_not_there_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        with pytest.raises(
            InputError, match=r"^http://127.* No connection to the judge's endpoint: .* Is it running\?"
        ):
            asyncio.run(probe(Endpoint(url, "judge", KEY), "auto", 0.5))


def test_a_host_without_an_address_is_said() -> None:
    with pytest.raises(InputError, match="The host of the judge's endpoint has no address"):
        asyncio.run(probe(Endpoint("http://nowhere.invalid/v1", "judge", KEY), "auto", 5))
