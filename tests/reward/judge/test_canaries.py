"""The canaries: replies that mean nothing. No rule may credit one, and a judge that is shown one is fenced from it."""

import json

import pytest

from reward import score
from reward.judge.canaries import MASTER_KEYS, Canary, canaries
from reward.judge.endpoint import Endpoint
from reward.judge.match import match_asking, right_options
from reward.judge.reference import reference_askings
from reward.judge.shown import shown

ENDPOINT = Endpoint("http://127.0.0.1:9/v1", "judge", output="text")


def name(canary: Canary) -> str:
    return canary.text[:40]


def test_there_are_enough_of_every_kind_and_none_twice() -> None:
    texts = [canary.text for canary in canaries()]
    assert len(set(texts)) == len(texts) >= 60
    assert set(MASTER_KEYS) <= set(texts)
    assert len({canary.kind for canary in canaries()}) >= 12
    assert len({canary.item.id for canary in canaries()}) == 16


@pytest.mark.parametrize("canary", canaries(), ids=name)
def test_no_rule_credits_a_canary(canary: Canary) -> None:
    for reply in (canary.text, f"Answer: {canary.text}", f"<answer>{canary.text}</answer>"):
        assert score(canary.item, reply).score in (0, None)


@pytest.mark.parametrize("canary", canaries(), ids=name)
def test_a_canary_wants_the_key_and_does_not_name_it_alone(canary: Canary) -> None:
    assert score(canary.item, canary.target).score == 1
    named = [candidate for candidate in canary.item.candidates if candidate in canary.text]
    assert named in ([], list(canary.item.candidates), [canary.means])


@pytest.mark.parametrize("kind", sorted({canary.kind for canary in canaries()}))
def test_bare_canaries_stay_within_their_fence(kind: str) -> None:
    for canary in (canary for canary in canaries() if canary.kind == kind):
        right = right_options(canary.item)
        if right:
            askings = [match_asking(canary.item, canary.text, right)]
        else:
            askings = [*reference_askings(canary.item, canary.text)]
        for asking in askings:
            [message] = json.loads(asking.body(ENDPOINT, asking.ordered()))["messages"][1:]
            lines = message["content"].splitlines()
            fence = next(
                line.rpartition(" ")[2][:-1] for line in lines if line.endswith(":") and "lines that read" in line
            )
            assert lines.count(fence) == (2 if right else 4)
            assert lines[lines.index(fence) + 2] == fence
            assert shown(canary.text) in lines
