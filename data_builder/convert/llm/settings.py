"""Settings of the language model that helps to convert: ANSWERKEY_LLM_…, and the flags --llm-… that override them.

    ANSWERKEY_LLM_URL=http://127.0.0.1:8001/v1 ANSWERKEY_LLM_MODEL=a-model answerkey convert questions.jsonl -o set

The key has no flag: ANSWERKEY_LLM_KEY, or a file that ANSWERKEY_LLM_KEY_FILE or --llm-key-file names. This module needs
no aiohttp; `data_builder.convert.llm.opening` makes something that can be asked of the settings.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, get_args

from pydantic import Field

from reward.jsonl import InputError
from reward.judge.endpoint import Output
from reward.judge.given import FIRST, Given, from_environment, from_flags, refuse_unknown
from reward.judge.settings import Count, ModelSettings, Seconds, Secret, checked

PREFIX, FLAG = "ANSWERKEY_LLM_", "--llm-"


class LlmSettings(ModelSettings):
    """The model, and how it is asked. `cache`: an SQLite file that keeps its answers; `deadline`: seconds per answer,
    tries and waiting included; `try_seconds`: per call; `connections`: calls at once; `budget_calls`, `budget_tokens`:
    the most that a run may use."""

    cache: Path | None = None
    deadline: Seconds = 600.0
    try_seconds: Seconds = 120.0
    connections: Annotated[int, Field(ge=1, le=4096)] = 32
    budget_calls: Count | None = None
    budget_tokens: Count | None = None


NAMES = (*LlmSettings.model_fields, "key_file")
KNOWN = tuple(PREFIX + name.upper() for name in NAMES)
FLAGS = {
    "url": ("URL", "base URL of an OpenAI-compatible endpoint, such as http://127.0.0.1:8001/v1"),
    "model": ("NAME", "the model, as the endpoint knows it"),
    "key_file": ("FILE", f"file whose first line is the endpoint's key; or set {PREFIX}KEY"),
    "cache": (
        "FILE",
        "SQLite file that keeps the answers for further runs (default: DIR/.llm.sqlite)",
    ),
    "connections": ("N", "calls at once (default: 32)"),
    "output": ("FORM", f"form of an answer: {', '.join(get_args(Output))}, or auto, the best there is (default: auto)"),
    "price": ("IN,OUT", "what a million tokens of prompt and of completion cost, such as 0.15,0.60 (default: 0,0)"),
}


def add_llm_options(parser: argparse.ArgumentParser) -> None:
    """Add the options --llm-… as a group."""
    group = parser.add_argument_group(
        "language model",
        "A model that says which questions stand without their options, and rewords them. Nothing it says is believed "
        f"without a check. Each option may be set as a variable too, such as {PREFIX}URL; a key may not be an option.",
    )
    for name, (metavar, text) in FLAGS.items():
        group.add_argument(FLAG + name.replace("_", "-"), metavar=metavar, help=text)
    # Without it, --llm-key would be short for --llm-key-file.
    group.add_argument(f"{FLAG}key", action=Secret, nargs="?", help=argparse.SUPPRESS)


def llm_settings_from(args: argparse.Namespace, environ: Mapping[str, str]) -> LlmSettings | None:
    """The settings; None where no model is configured. Raises InputError, which names the variable or flag at fault."""
    refuse_unknown(KNOWN, environ, PREFIX.rstrip("_"), "language model")
    found = {**from_environment(PREFIX, NAMES, environ), **from_flags(tuple(FLAGS), args, FLAG)}
    found = {name: given for name, given in found.items() if given.value}
    if not _configured(found):
        return None
    try:
        return checked(LlmSettings, found)
    except InputError as error:
        raise InputError(str(error).replace(FIRST, PREFIX)) from None


def _configured(found: Mapping[str, Given]) -> bool:
    """Whether there is a model. A key alone is none: it may stay in an environment."""
    missing = [name for name in ("url", "model") if name not in found]
    if not missing:
        return True
    secret = ("key", "key_file")
    wanted = [given for name, given in found.items() if name not in secret or given.source.startswith("--")]
    if wanted:
        flags, variables = (" and ".join(f(name) for name in missing) for f in (_flag, _variable))
        what = f"{wanted[0].source}: the language model has no {' and no '.join(missing)}"
        raise InputError(f"{what}: give {flags}, or set {variables}")
    return False


def _flag(name: str) -> str:
    return FLAG + name


def _variable(name: str) -> str:
    return PREFIX + name.upper()
