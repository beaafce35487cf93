"""The prompts: versioned files in `prompts/`, in the form of the judge's. A changed word needs a new version."""

from functools import lru_cache
from importlib.resources import files

from reward.judge.prompt import NAME, PART, Prompt

OPEN, RATE, ROUND = "open-1", "rate-1", "round-1"


@lru_cache
def load_prompt(version: str) -> Prompt:
    """The prompt of a version, such as "open-1"."""
    file = files("data_builder.convert.llm").joinpath("prompts", f"{version}.txt").read_text("utf-8")
    _, *parts = PART.split(file)
    return Prompt(**{name: tuple(NAME.split(part.strip())) for name, part in zip(parts[::2], parts[1::2], strict=True)})
