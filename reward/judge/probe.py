"""The probe: one small asking at start-up, so that what is wrong with an endpoint is said then, in one line.

It also finds out in which form the endpoint gives a verdict that can be read.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, get_args

import aiohttp

from reward.jsonl import InputError, printable
from reward.judge.asking import Asking
from reward.judge.client import ChatClient, headers_of, read_body
from reward.judge.endpoint import CHAT, Endpoint, Output
from reward.judge.failure import JudgeFailure, Kind
from reward.judge.match import NONE, VERSION
from reward.judge.tally import Budget, Spent, Tally

ASKING = Asking(
    VERSION, "What does the person take?", "the little spoon", ("a teaspoon", "a bucket", NONE[0]), none=NONE[0]
)
MODELS = "/models"
MODELS_SECONDS = 5.0
MOST_MODELS, MOST_CHARS = 10, 60
THINKING: frozenset[Kind] = frozenset(["cut_off", "empty"])
OF_THE_FORM = THINKING | frozenset(
    ["refused", "server_error", "bad_completion", "filtered", "no_verdict", "two_verdicts", "bad_verdict"]
)
"""Failures that another form of output may not have."""
ADVICE: dict[Kind, str] = {
    "quota": "The account has nothing left; mend that, or use another key.",
    "rate_limited": "Wait, or use another endpoint.",
    "unavailable": "Wait until it has started, or use another endpoint.",
    "timeout": "Is the model loaded? Try again, or use a faster one.",
    "unreachable": "Is it running? Check ANSWERKEY_JUDGE_URL.",
    "unresolved": "Check ANSWERKEY_JUDGE_URL.",
    "dropped": "Check ANSWERKEY_JUDGE_URL: http or https, and the port.",
    "too_large": "Is it the base URL of a chat API? Most end in /v1.",
    "bad_completion": "Is it the base URL of a chat API? Most end in /v1.",
    "not_json": "Is it the base URL of a chat API? Most end in /v1.",
    "server_error": "Its log says why.",
    "refused": "Check ANSWERKEY_JUDGE_URL and ANSWERKEY_JUDGE_BODY.",
}
MORE_TOKENS = (
    "raise max_tokens or switch thinking off, as with ANSWERKEY_JUDGE_BODY="
    """'{"max_tokens": 4096, "chat_template_kwargs": {"enable_thinking": false}}'"""
)
logger = logging.getLogger("answerkey")


async def probe(endpoint: Endpoint, output: Output | Literal["auto"], seconds: float) -> Endpoint:
    """The endpoint with a form of output that it supports: the given one, else the first that works.

    `seconds`: the time for each form. Raises InputError, in one line that names the URL, for an endpoint of no use. One
    whose verdict can be read but is none of the options is of use, for all that is known, and a warning is logged.
    """
    forms = get_args(Output) if output == "auto" else (output,)
    failures, readable = [], None
    for form in forms:
        formed = replace(endpoint, output=form)
        try:
            await _ask(formed, seconds)
        except JudgeFailure as failure:
            failures.append(failure)
            if failure.kind == "bad_verdict" and readable is None:
                readable = formed
            if failure.kind not in OF_THE_FORM:
                break
        else:
            return formed
    if readable is not None:
        logger.warning("%s: The judge was tried, and chose what it was not offered: see `judge check`.", endpoint.url)
        return readable
    raise InputError(await _explained(endpoint, failures, output))


async def _ask(endpoint: Endpoint, seconds: float) -> None:
    """Ask for one verdict, whichever it is. Raises JudgeFailure."""
    client = ChatClient(endpoint, 1, seconds, Budget(), Tally())
    options = ASKING.ordered()
    try:
        deadline = asyncio.get_running_loop().time() + seconds
        body, read = partial(ASKING.body, endpoint, options), partial(ASKING.read, endpoint, options)
        await client.complete(body, read, deadline, Spent())
    finally:
        await client.close()


async def _explained(endpoint: Endpoint, failures: Sequence[JudgeFailure], output: str) -> str:
    """What is wrong, and what to do about it."""
    failure, judge = failures[-1], "the judge's endpoint"
    if failure.kind == "unauthorized":
        wanted = "wants a key" if endpoint.key is None else "refuses the key"
        what = f"{judge} {wanted}: set ANSWERKEY_JUDGE_KEY or ANSWERKEY_JUDGE_KEY_FILE. {failure.message}"
    elif failure.kind in ("unknown_model", "refused") and (unknown := await _unknown_model(endpoint, failure.kind)):
        what = f"{judge} {unknown}"
    elif any(failure.kind in THINKING for failure in failures):
        what = f"{judge} gave no verdict, but thought until its tokens were used up, or said nothing: {MORE_TOKENS}"
    else:
        other_form = output != "auto" and failure.kind in OF_THE_FORM
        advice = "Try ANSWERKEY_JUDGE_OUTPUT=auto." if other_form else ADVICE.get(failure.kind, "Use another model.")
        what = f"{failure.message} {advice}"
    return f"{endpoint.url}: {what}"


async def _unknown_model(endpoint: Endpoint, kind: Kind) -> str | None:
    """What to say where the model may not be known; None where it is not that."""
    model = repr(printable(endpoint.model, MOST_CHARS))
    known = await _models(endpoint)
    if known and endpoint.model not in known:
        names = [printable(name, MOST_CHARS) for name in known[:MOST_MODELS]]
        more = f" and {len(known) - MOST_MODELS} more" if len(known) > MOST_MODELS else ""
        return f"does not know the model {model}; it knows {', '.join(names)}{more}"
    if kind != "unknown_model":
        return None
    if known is None:
        return f"has nothing at {CHAT} (HTTP status 404), or no model {model}: most base URLs end in /v1"
    return f"does not know the model {model} (HTTP status 404)"


async def _models(endpoint: Endpoint) -> list[str] | None:
    """The names of the models that an endpoint lists; None where it lists none in a way that can be read."""
    timeout = aiohttp.ClientTimeout(total=MODELS_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(headers=headers_of(endpoint), timeout=timeout, auto_decompress=False) as session,
            session.get(endpoint.url + MODELS, allow_redirects=False) as response,
        ):
            if response.status != 200:
                return None
            data = await read_body(response)
        names = [model["id"] for model in json.loads(data)["data"]]
    except (JudgeFailure, aiohttp.ClientError, OSError, ValueError, RecursionError, TypeError, KeyError):
        return None
    # A careless endpoint may repeat the key.
    return [name for name in names if isinstance(name, str) and not (endpoint.key and endpoint.key in name)]
