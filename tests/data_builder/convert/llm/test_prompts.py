"""Prompts are versioned: old answers are kept under a version, so a changed word needs a new one."""

import hashlib
from importlib.resources import files

import pytest

from data_builder.convert.llm.prompts import OPEN, RATE, ROUND, load_prompt

# Whoever changes a prompt gives it a new version and adds a line here; lines stay as long as their files do.
HASHES = {
    "open-1": "84160812161501cb",
    "rate-1": "40a46a3502abd7b9",
    "round-1": "8a49507f0d0faf33",
}


@pytest.mark.parametrize("version", HASHES)
def test_a_version_always_means_the_same_words(version: str) -> None:
    data = files("data_builder.convert.llm").joinpath("prompts", f"{version}.txt").read_bytes()
    assert hashlib.sha256(data).hexdigest()[:16] == HASHES[version], "give the changed prompt a new version"


def test_every_prompt_has_its_line_and_the_versions_in_use_are_there() -> None:
    folder = files("data_builder.convert.llm").joinpath("prompts")
    found = {path.name.removesuffix(".txt") for path in folder.iterdir()}
    assert found == set(HASHES)
    assert {OPEN, RATE, ROUND} <= found


@pytest.mark.parametrize("version", HASHES)
def test_a_prompt_is_short(version: str) -> None:
    prompt = load_prompt(version)
    assert len("".join(prompt.system + prompt.user).split()) < 350
