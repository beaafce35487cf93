"""An item is found by whatever names it, and what cannot be used says which field, and why."""

import asyncio
from typing import Any

import pytest
from trainer_rollouts import BAD, CASES, ITEMS, NAMES, PAN, Case

from reward import Scorer
from reward.catalog import Catalog
from reward.rollout import Rollout, resolve
from reward.verdict import Verdict


def verdicts(*rollouts: Rollout) -> list[Verdict]:
    found = resolve(rollouts, Catalog(ITEMS))
    scored = iter(asyncio.run(Scorer().score_all([pair for pair in found if not isinstance(pair, Verdict)])))
    return [pair if isinstance(pair, Verdict) else next(scored) for pair in found]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_each_form_of_a_label_and_each_fault(case: Case) -> None:
    [verdict] = verdicts(case.rollout)
    assert verdict.score == case.score
    assert (verdict.error.code if verdict.error else None) == case.code


def test_a_bad_rollout_says_its_place_and_costs_no_other() -> None:
    found = verdicts(CASES[0].rollout, *(case.rollout for case in BAD), CASES[0].rollout)
    assert found[0].score == found[-1].score == 1.0
    for place, verdict in enumerate(found[1:-1], 1):
        assert verdict.error is not None
        assert verdict.error.item == place
        assert verdict.note.startswith(f"samples[{place}] could not be scored: ")


@pytest.mark.parametrize("odd", [None, 3, b"pan", {"content": "pan"}, ["pan"], [None]])
def test_a_reply_that_is_no_text_is_unscored(odd: Any) -> None:
    [verdict] = verdicts(Rollout(odd, label=PAN.id))
    assert verdict.error is not None
    assert (verdict.score, verdict.error.field) == (None, "reply")


def test_a_reply_goes_on_with_the_thinking_that_its_prompt_opened() -> None:
    prompt = f"<|im_start|>user\n{PAN.question}<|im_end|>\n<|im_start|>assistant\n<think>\n"
    closed, open_ = verdicts(
        Rollout("a cup? no.</think>\nAnswer: pan", PAN.id, prompt), Rollout("Answer: pan", PAN.id, prompt)
    )
    assert (closed.score, open_.score) == (1.0, 0.0)
