"""An item is found by whatever names it, and what cannot be used says which field, and why."""

import asyncio
from typing import Any

import pytest
from trainer_rollouts import BAD, CASES, ITEMS, NAMES, PAN, Case

from reward import Scorer
from reward.catalog import Catalog
from reward.rollout import Rollout, of_row, resolve, rollouts_of
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
        assert verdict.note.startswith("The reply could not be scored: ")


@pytest.mark.parametrize(
    "odd",
    [None, 3, b"pan", {"content": "pan"}, ["pan"], [None], [{"content": "pan"}], [{"role": "user", "content": "pan"}]],
)
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


def test_thinking_that_a_prompt_of_messages_opened_and_blocks_of_thinking_are_no_answer() -> None:
    asked = [{"role": "user", "content": PAN.question}]
    begun = [*asked, {"role": "assistant", "content": "<think>"}]
    blocks = [{"type": "thinking", "text": "a cup?"}, {"type": "text", "text": "Answer: pan"}]
    found = verdicts(
        Rollout("Answer: pan", PAN.id, begun),
        Rollout("a cup? no</think>Answer: pan", PAN.id, begun),
        Rollout([{"role": "model", "content": blocks}], PAN.id, asked),
    )
    assert [verdict.score for verdict in found] == [0.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("row", "score"),
    [
        ({"item": PAN.model_dump(mode="json"), "item_id": "nobody", "label": "cup"}, 1.0),
        ({"item_id": PAN.id, "label": "cup"}, 1.0),
        ({"item_id": " ", "item": PAN.model_dump_json(), "answer": "cup"}, 1.0),
        ({"item": "pan"}, None),
        ({"ground_truth": "", "label": None, "answer": "pan", "solution": "cup"}, 1.0),
        ({"solution": 0}, 0.0),
        ({"answer": False}, 0.0),
        ({}, 1.0),
    ],
)
def test_the_fields_of_a_row_come_in_one_order_for_every_trainer(row: dict[str, Any], score: float | None) -> None:
    assert [verdict.score for verdict in verdicts(of_row("Answer: pan", PAN.question, row))] == [score]


def test_columns_that_differ_in_length_leave_every_reply_unscored() -> None:
    def made(replies: Any, labels: Any) -> list[str]:
        found = rollouts_of({"replies": replies, "labels": labels}, Rollout)
        return [one.rule if isinstance(one, Verdict) else "row" for one in found]

    assert made(["a", "b"], ["c"]) == ["mixed_lengths"] * 2
    assert made(["a"], ["c", "d"]) == ["mixed_lengths"]
    assert made(["a", "b"], None) == ["row"] * 2
    assert made("a", "c") == ["row"]
    assert made(None, ["c", "d"]) == ["mixed_lengths"] * 2
    assert made([], []) == made(None, None) == made([], None) == []


@pytest.mark.parametrize("blank", ["", "  ", None, {"ground_truth": ""}, {"item": None, "ground_truth": " "}])
def test_a_blank_label_or_id_leaves_the_prompt_to_say_which_item_it_is(blank: Any) -> None:
    found = verdicts(Rollout("Answer: pan", blank, PAN.question), Rollout("Answer: pan", blank, PAN.question, " "))
    assert [verdict.score for verdict in found] == [1.0, 1.0]


def test_an_id_of_digits_alone_is_an_id_and_no_number() -> None:
    [verdict] = verdicts(Rollout("Answer: 3", "8600945142274536", "How many?"))
    assert verdict.rule == "unknown_id"
