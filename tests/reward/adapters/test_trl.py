"""What TRL's GRPO and RLOO trainers rely on: keyword arguments, None for unscored, names of their own."""

import asyncio
import json
import pickle
from typing import Any

import pytest
from judge_endpoint import FAULTS, Request, choosing, constantly, running

from reward import Item, Scorer, Verdict
from reward.adapters.trl import RewardFunction, correct, reply_text, well_formed
from reward.answers import Phrase, YesNo
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge
from reward.verdict import JUDGE_FAILED, Fault, unscored

YES = Item(question="Is a cup in the clip?", answer=YesNo(value=True)).model_dump_json()
CUP = Item(question="Which object?", answer=Phrase(text="cup")).model_dump_json()
PAN = Item(question="Which object is washed?", answer=Phrase(text="pan", wrong=("cup", "knife"))).model_dump_json()


def call(reward: Any, **kwargs: Any) -> list[float | None]:
    """As GRPOTrainer calls it: keyword arguments, among them ones that the function does not use."""
    extra = {"prompts": [[{"role": "user", "content": "?"}]], "completion_ids": [[1]], "trainer_state": object()}
    return asyncio.run(reward(**{**extra, **kwargs}))


def test_names_differ_and_survive_pickling() -> None:
    functions = [correct(), well_formed(), correct("http://127.0.0.1:9")]
    assert [function.__name__ for function in functions] == ["correct", "well_formed", "correct"]
    assert [pickle.loads(pickle.dumps(function)).__name__ for function in functions] == [f.__name__ for f in functions]


def test_trl_sees_asynchronous_functions() -> None:
    utils = pytest.importorskip("trl.trainer.utils", reason="needs trl: pip install 'answerkey[train]'")
    assert utils.is_async_callable(correct())


def test_conversational_and_plain_completions() -> None:
    completions = [[{"role": "assistant", "content": "Answer: yes"}], "no", [{"role": "assistant", "content": None}]]
    assert call(correct(), completions=completions, item=[YES] * 3) == [1.0, 0.0, 0.0]
    assert call(well_formed(), completions=completions, item=[YES] * 3) == [1.0, 0.0, 0.0]


def test_undecided_is_zero_in_training_unless_asked_otherwise() -> None:
    assert call(correct(), completions=["a thing"], item=[CUP]) == [0.0]
    assert call(correct(undecided="null"), completions=["a thing"], item=[CUP]) == [None]


def test_a_broken_item_is_unscored_and_costs_no_other_row() -> None:
    found = call(correct(), completions=["yes", "yes", "yes"], item=[YES, '{"question": 1}', YES])
    assert found == [1.0, None, 1.0]
    assert call(well_formed(), completions=["Answer: yes"], item=["no item"]) == [None]


def test_a_server_that_is_away_leaves_all_rows_unscored() -> None:
    for reward in (correct("http://127.0.0.1:9", deadline=1), well_formed("http://127.0.0.1:9", deadline=1)):
        assert call(reward, completions=["yes", "yes"], item=[YES, YES]) == [None, None]


def test_a_missing_column_is_said_at_once() -> None:
    with pytest.raises(ValueError, match="column 'item'"):
        call(correct(), completions=["yes"])
    with pytest.raises(ValueError, match="column 'item'"):
        call(correct(), completions=["yes"], item_id=["a"])


def test_verdicts_go_to_the_trainers_logs() -> None:
    extra: dict[str, list[Any]] = {}
    metrics: dict[str, float] = {}
    call(
        correct(undecided="null"),
        completions=["yes", "a thing"],
        item=[YES, CUP],
        log_extra=extra.__setitem__,
        log_metric=metrics.__setitem__,
    )
    assert extra == {"said": ["yes", "a thing"], "rule": ["equal", "unread"]}
    assert metrics == {"unscored": 0.5, "judged": 0.0, "judge_failed": 0.0}


def test_the_reply_is_the_last_message_of_the_assistant() -> None:
    tool_run = [
        {"role": "assistant", "content": "I look."},
        {"role": "tool", "content": "Answer: no"},
        {"role": "assistant", "content": [{"type": "text", "text": "Answer: "}, {"type": "text", "text": "yes"}]},
    ]
    assert reply_text(tool_run) == "Answer: yes"
    assert reply_text([]) == ""


@pytest.mark.parametrize(
    "odd",
    [None, 3, b"yes", {"role": "assistant", "content": "yes"}, ["yes"], [None], [{"role": "assistant", "content": 3}]],
)
def test_a_completion_that_is_no_text_is_unscored_and_costs_no_other_row(odd: Any) -> None:
    for reward in (correct(), well_formed()):
        assert call(reward, completions=["Answer: yes", odd, "Answer: yes"], item=[YES] * 3) == [1.0, None, 1.0]


@pytest.mark.parametrize("odd", [None, 3, [], {"question": 1}, ""])
def test_an_item_of_another_type_is_unscored_and_costs_no_other_row(odd: Any) -> None:
    assert call(correct(), completions=["yes", "yes"], item=[odd, YES]) == [None, 1.0]
    assert call(correct("http://127.0.0.1:9", deadline=0.5), completions=["yes"], item_id=[odd]) == [None]


def test_an_item_may_be_a_dictionary() -> None:
    assert call(correct(), completions=["yes"], item=[json.loads(YES)]) == [1.0]


def test_an_address_that_is_none_is_said_when_the_function_is_made() -> None:
    with pytest.raises(ValueError, match="http://"):
        correct("127.0.0.1:8000")


def failing_for_odd(request: Request) -> Any:
    """An endpoint that filters what it is asked of odd things, and else says that a pan is meant."""
    odd = any(f"thing {number}" in json.dumps(request.body["messages"]) for number in (1, 3, 5, 7))
    return (FAULTS["filtered"] if odd else choosing(constantly("pan")))(request)


def test_what_a_judge_could_not_decide_is_none_and_the_other_rows_are_right_and_in_order() -> None:
    async def main() -> tuple[list[float | None], dict[str, float], int]:
        async with running(failing_for_odd) as endpoint, LanguageJudge([Endpoint(endpoint.url, "m")]) as judge:
            metrics: dict[str, float] = {}
            things = [f"thing {number}" for number in range(8)]
            rewards = await correct(judge=judge)(
                completions=["pan", *things, "cup"], item=[PAN] * 10, log_metric=metrics.__setitem__
            )
            return rewards, metrics, endpoint.calls

    rewards, metrics, calls = asyncio.run(main())
    assert rewards == [1.0, 1.0, None, 1.0, None, 1.0, None, 1.0, None, 0.0]
    assert metrics == {"unscored": 0.4, "judged": 0.4, "judge_failed": 0.4}
    assert calls == 8


def test_a_group_of_the_same_undecided_replies_costs_one_call() -> None:
    async def main() -> tuple[list[float | None], int]:
        async with (
            running(choosing(constantly("cup"))) as endpoint,
            LanguageJudge([Endpoint(endpoint.url, "m")]) as judge,
        ):
            completions = [[{"role": "assistant", "content": "Answer: some crockery"}]] * 16
            return await correct(judge=judge)(completions=completions, item=[PAN] * 16), endpoint.calls

    assert asyncio.run(main()) == ([0.0] * 16, 1)


def test_any_function_may_be_the_judge_and_one_that_raises_costs_nobody_else_a_reward() -> None:
    async def judge(item: Item, said: str) -> Verdict:
        if "odd" in said:
            raise RuntimeError
        return Verdict(score=1.0, by="judge", said=said, rule="matched", format_ok=False, note="")

    metrics: dict[str, float] = {}
    completions = ["some crockery", "an odd thing", "pan"]
    found = call(correct(judge=judge), completions=completions, item=[PAN] * 3, log_metric=metrics.__setitem__)
    assert found == [1.0, None, 1.0]
    assert metrics == {"unscored": 1 / 3, "judged": 1 / 3, "judge_failed": 1 / 3}


def test_the_form_of_a_reply_is_known_although_its_judge_failed() -> None:
    async def judge(item: Item, said: str) -> Verdict:
        return unscored(JUDGE_FAILED, "It failed.", Fault(code="timeout", message="It failed."))

    completions = ["Answer: some crockery", "well, some crockery is what I would say", "Answer: pan"]
    rewards = RewardFunction("well_formed", Scorer(judge))
    assert call(rewards, completions=completions, item=[PAN] * 3) == [1.0, 0.0, 1.0]
    assert call(correct(judge=judge), completions=completions, item=[PAN] * 3) == [None, None, 1.0]
    assert call(rewards, completions=["Answer: pan"], item=["no item"]) == [None]
    assert JUDGE_FAILED == "judge_failed"  # other programs rely on it


def test_a_judge_beside_a_server_is_refused_for_the_server_has_its_own() -> None:
    with pytest.raises(ValueError, match="url or judge"):
        correct("http://127.0.0.1:9", judge=LanguageJudge([Endpoint("http://127.0.0.1:9", "m")]))
