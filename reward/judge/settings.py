"""The judge's settings: ANSWERKEY_JUDGE_… of the environment, and the flags --judge-… that override them.

    ANSWERKEY_JUDGE_URL=http://127.0.0.1:8001/v1 ANSWERKEY_JUDGE_MODEL=a-model answerkey serve

Secrets have no flag: KEY, or a file that KEY_FILE names, and REDIS. ANSWERKEY_JUDGE2_… is a second model, which has to
agree with the first. This module needs no aiohttp; `reward.judge.opening` makes a judge of the settings.
"""

import argparse
import ipaddress
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, TypeVar, get_args
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    StringConstraints,
    ValidationError,
)

from reward.jsonl import InputError, describe
from reward.judge.endpoint import Endpoint, Output
from reward.judge.given import FIRST, SECOND, Given, from_environment, from_flags, key_of, refuse_unknown

SERVING, OFFLINE = 45.0, 600.0
"""Seconds per item, where nobody says how long."""
Form = Literal["auto", Output]
Kind = TypeVar("Kind", bound="ModelSettings")
OURS = frozenset(["model", "messages", "response_format", "stream", "n"])
"""Fields of a request that are not for BODY to set."""


def _object(text: str) -> Any:
    """A JSON object as it was written."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ValueError('write a JSON object of fields of a request, such as {"max_tokens": 4096}')
    if taken := sorted(OURS & set(value)):
        raise ValueError(f"{taken[0]} is not to be set here; the program does")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _pair(text: str) -> Any:
    """Two numbers with a comma between."""
    pair = text.split(",")
    if len(pair) != 2:
        raise ValueError("write what a million tokens of prompt and of completion cost, such as 0.15,0.60")
    return tuple(pair)


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
Money = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class ModelSettings(BaseModel):
    """One model. `output` "auto": the best form that the endpoint supports; `price`: money per million tokens of prompt
    and of completion."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: Text
    model: Text
    key: SecretStr | None = None
    output: Form = "auto"
    body: Annotated[dict[str, Any], BeforeValidator(_object)] = {}
    price: Annotated[tuple[Money, Money], BeforeValidator(_pair)] = (0.0, 0.0)

    @property
    def endpoint(self) -> Endpoint:
        """The endpoint, its output form still open where it is "auto". Raises ValueError as `Endpoint` does."""
        key = self.key.get_secret_value().strip() if self.key else None
        output: Output = "json_schema" if self.output == "auto" else self.output
        return Endpoint(self.url, self.model, key, output, self.body, *self.price)

    @property
    def exposed(self) -> bool:
        """Whether the key goes through a public network as plain text."""
        parts = urlsplit(self.endpoint.url)
        return self.key is not None and parts.scheme == "http" and not _near(parts.hostname or "")


class JudgeSettings(ModelSettings):
    """The judge. `decoys`: which positive verdicts of the match judge are asked for again with decoys; `deadline`:
    seconds per item, None for what suits the command; `try_seconds`: per call; `connections`: calls at once;
    `budget_calls`, `budget_tokens`: the budget of a run; `audit`: the share of rule decisions that is asked too, whose
    differences go into the file `audit_log`."""

    second: ModelSettings | None = None
    cache: Path | None = None
    redis: SecretStr | None = None
    decoys: Literal["doubtful", "always"] = "doubtful"
    votes: Annotated[int, Field(ge=1, le=16)] = 1
    deadline: Seconds | None = None
    try_seconds: Seconds = 30.0
    connections: Annotated[int, Field(ge=1, le=4096)] = 64
    budget_calls: Count | None = None
    budget_tokens: Count | None = None
    audit: Annotated[float, Field(ge=0, le=1)] = 0.0
    audit_log: Path | None = None


OF_A_MODEL = (*ModelSettings.model_fields, "key_file")
OF_THE_JUDGE = (*OF_A_MODEL, *(name for name in JudgeSettings.model_fields if name not in (*OF_A_MODEL, "second")))
KNOWN = (*(FIRST + name.upper() for name in OF_THE_JUDGE), *(SECOND + name.upper() for name in OF_A_MODEL))
FLAGS = {
    "url": ("URL", "base URL of an OpenAI-compatible endpoint, such as http://127.0.0.1:8001/v1"),
    "model": ("NAME", "the model, as the endpoint knows it"),
    "key_file": ("FILE", f"file whose first line is the endpoint's key; or set {FIRST}KEY"),
    "output": ("FORM", f"form of a verdict: {', '.join(get_args(Output))}, or auto, the best there is (default: auto)"),
    "cache": ("FILE", "SQLite file that keeps verdicts, such as judge.sqlite: recommended (default: none, in memory)"),
    "votes": ("N", "how often each model is asked, each time in another order; all have to agree (default: 1)"),
    "deadline": ("SECONDS", f"time per reply, waiting included (default: {SERVING:g}; for score {OFFLINE:g})"),
    "connections": ("N", "calls at once (default: 64)"),
    "audit": ("SHARE", "share of rule decisions that the judge is asked about too, such as 0.01; changes no score"),
    "audit_log": ("FILE", "where the decisions of rules are kept that the judge sees differently"),
}


def add_judge_options(parser: argparse.ArgumentParser) -> None:
    """Add the options --judge-… as a group."""
    group = parser.add_argument_group(
        "judge",
        "A language model for what rules leave undecided. Each option may be set as a variable too, such as "
        f"{FIRST}URL; a key may not be an option.",
    )
    for name, (metavar, text) in FLAGS.items():
        group.add_argument(f"--judge-{name.replace('_', '-')}", metavar=metavar, help=text)
    # Without it, --judge-key would be short for --judge-key-file.
    group.add_argument("--judge-key", action=Secret, nargs="?", help=argparse.SUPPRESS)


class Secret(argparse.Action):
    """Refuses a secret, and does not repeat it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        flag = self.option_strings[0]
        variable = "ANSWERKEY_" + flag.strip("-").replace("-", "_").upper()
        parser.error(f"{flag}: others can read the command line: set {variable}, or give {flag}-file FILE")


def settings_from(args: argparse.Namespace, environ: Mapping[str, str]) -> JudgeSettings | None:
    """The settings; None where no judge is configured. Raises InputError, which names the variable or flag at fault."""
    refuse_unknown(KNOWN, environ)
    flags = from_flags(tuple(FLAGS), args)
    first = {**from_environment(FIRST, OF_THE_JUDGE, environ), **flags}
    first = {name: given for name, given in first.items() if given.value}
    second = from_environment(SECOND, OF_A_MODEL, environ)
    if not _configured(first, second):
        return None
    settings = checked(JudgeSettings, first)
    if settings.audit and settings.audit_log is None:
        raise InputError(f"{first['audit'].source}: it needs a file: give --judge-audit-log, or set {FIRST}AUDIT_LOG")
    if not second:
        return settings
    if "model" not in second:
        raise InputError(f"{next(iter(second.values())).source}: the second judge has no model: set {SECOND}MODEL")
    other = checked(ModelSettings, {"url": first["url"], **second})
    if other.key is None and other.endpoint.url == settings.endpoint.url:
        other = other.model_copy(update={"key": settings.key})  # a key goes to no other address than its own
    if other.endpoint.identity == settings.endpoint.identity:
        raise InputError(f"{SECOND}MODEL: it is the first model again, which agrees with itself; name another")
    return settings.model_copy(update={"second": other})


def _configured(first: Mapping[str, Given], second: Mapping[str, Given]) -> bool:
    """Whether there is a judge. A key alone is none: it may stay in an environment."""
    missing = [name for name in ("url", "model") if name not in first]
    if not missing:
        return True
    wanted = [given for name, given in [*first.items(), *second.items()] if name not in ("key", "key_file", "redis")]
    wanted += [given for given in first.values() if given.source.startswith("--")]
    if not wanted:
        return False
    flags = " and ".join(f"--judge-{name}" for name in missing)
    variables = " and ".join(FIRST + name.upper() for name in missing)
    what = f"{wanted[0].source}: the judge has no {' and no '.join(missing)}"
    raise InputError(f"{what}: give {flags}, or set {variables}")


def checked(kind: type[Kind], found: Mapping[str, Given]) -> Kind:
    """The settings of one model. Raises InputError, which names the variable or flag at fault."""
    plain = {name: given for name, given in found.items() if name not in ("key", "key_file")}
    if key := key_of(found.get("key"), found.get("key_file")):
        plain["key"] = key
    try:
        settings = kind.model_validate({name: given.value for name, given in plain.items()})
        _ = settings.endpoint
    except InputError:
        raise
    except ValueError as error:  # both name the field first
        text = describe(error) if isinstance(error, ValidationError) else str(error)
        name, _, message = text.partition(": ")
        at_fault = plain[name.partition(".")[0]]
        message = message.replace(repr(at_fault.value), "it")  # it may be a key in the wrong place
        raise InputError(f"{at_fault.source}: {message}") from None
    return settings


def _near(host: str) -> bool:
    """Whether a host is this machine or one of its own network, as far as its name tells."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".localhost", ".local", ".internal", ".lan"))
    return address.is_loopback or address.is_private or address.is_link_local
