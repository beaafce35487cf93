"""Prompts: versioned files in `prompts/`, filled in one pass, so that nothing that is put in is looked at again.

A file has four parts: what the model is told once (system), the case (user), and how a verdict is given as JSON or as
the last line of a text. Its name is its version: whoever changes a word gives it a new one, for old verdicts are kept
under it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

PART = re.compile(r"^=== (system|user|json|text)\n", re.MULTILINE)
NAME = re.compile(r"\$([a-z]+)")
Template = tuple[str, ...]
"""Text and names of values in turn, text first."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt of one version."""

    system: Template
    user: Template
    json: Template
    text: Template


@lru_cache
def load_prompt(version: str) -> Prompt:
    """The prompt of a version, such as "match-1"."""
    file = files("reward.judge").joinpath("prompts", f"{version}.txt").read_text("utf-8")
    _, *parts = PART.split(file)
    return Prompt(**{name: tuple(NAME.split(part.strip())) for name, part in zip(parts[::2], parts[1::2], strict=True)})


def fill(template: Template, values: Mapping[str, str]) -> str:
    """The template's text with its values. Raises KeyError for a name that has none."""
    return "".join([values[part] if place % 2 else part for place, part in enumerate(template)])
