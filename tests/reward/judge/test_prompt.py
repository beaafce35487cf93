"""Prompts are versioned: old rulings are kept under a version, so a changed word needs a new one."""

import hashlib
from importlib.resources import files

import pytest

from reward.judge.match import VERSION as MATCH
from reward.judge.prompt import fill, load_prompt
from reward.judge.reference import VERSION as REFERENCE

# Whoever changes a prompt gives it a new version and adds a line here; lines stay as long as their files do.
HASHES = {
    "match-1": "753ad30241b5b606",
    "reference-1": "fda3c2386cc12b94",
}


@pytest.mark.parametrize("version", HASHES)
def test_a_version_always_means_the_same_words(version: str) -> None:
    data = files("reward.judge").joinpath("prompts", f"{version}.txt").read_bytes()
    assert hashlib.sha256(data).hexdigest()[:16] == HASHES[version], "give the changed prompt a new version"


def test_every_prompt_has_its_line_and_the_versions_in_use_are_there() -> None:
    found = {path.name.removesuffix(".txt") for path in files("reward.judge").joinpath("prompts").iterdir()}
    assert found == set(HASHES)
    assert {MATCH, REFERENCE} <= found


@pytest.mark.parametrize("version", HASHES)
def test_a_prompt_is_short(version: str) -> None:
    prompt = load_prompt(version)
    assert len("".join(prompt.system + prompt.user).split()) < 250


def test_what_is_put_in_is_not_looked_at_again() -> None:
    assert fill(("a ", "first", " b ", "second"), {"first": "$second $fence", "second": "x"}) == "a $second $fence b x"
    with pytest.raises(KeyError):
        fill(("", "missing", ""), {})
