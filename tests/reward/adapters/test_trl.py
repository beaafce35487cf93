"""What TRL's GRPO and RLOO trainers rely on: keyword arguments, None for unscored, names of their own."""

import ast
import asyncio
import functools
import importlib.util
import inspect
import json
import multiprocessing
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from doc_pages import snippets
from judge_endpoint import FAULTS, Request, choosing, constantly, running
from trainer_rollouts import CASES, Case
from trainer_rollouts import PAN as PAN_ITEM

from reward import Clip, Item, Verdict
from reward.adapters import trl
from reward.adapters.configured import configured
from reward.adapters.trl import RewardFunction, rewards
from reward.answers import Phrase, YesNo
from reward.chat import reply_text
from reward.jsonl import write_jsonl
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge
from reward.verdict import JUDGE_FAILED, Fault, unscored

YES = Item(question="Is a cup in the clip?", answer=YesNo(value=True)).model_dump_json()
CUP = Item(question="Which object?", answer=Phrase(text="cup")).model_dump_json()
PAN = Item(question="Which object is washed?", answer=Phrase(text="pan", wrong=("cup", "knife"))).model_dump_json()


def call(reward: Any, **kwargs: Any) -> list[float | None]:
    """As GRPOTrainer calls it: keyword arguments, among them ones that the function does not use."""
    prompts = [[{"role": "user", "content": "?"}]] * len(kwargs["completions"])
    extra = {"prompts": prompts, "completion_ids": [[1]] * len(prompts), "trainer_state": object()}
    return asyncio.run(reward(**{**extra, **kwargs}))


def test_names_differ_and_survive_pickling() -> None:
    functions = [rewards()[0], rewards()[1], rewards("http://127.0.0.1:9")[0]]
    assert [function.__name__ for function in functions] == ["correct", "well_formed", "correct"]
    assert [pickle.loads(pickle.dumps(function)).__name__ for function in functions] == [f.__name__ for f in functions]


def test_trl_sees_asynchronous_functions() -> None:
    """By its own function alone: all of trl takes long to import."""
    spec = importlib.util.find_spec("trl")
    assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).with_name("trainer") / "utils.py"
    functions = ast.parse(source.read_text(encoding="utf-8")).body
    [function] = [one for one in functions if isinstance(one, ast.FunctionDef) and one.name == "is_async_callable"]
    names: dict[str, Any] = {"functools": functools, "inspect": inspect, "Callable": Callable}
    exec(compile(ast.Module([function], []), str(source), "exec"), names)
    assert names["is_async_callable"](rewards()[0])


def test_conversational_and_plain_completions() -> None:
    completions = [[{"role": "assistant", "content": "Answer: yes"}], "no", [{"role": "assistant", "content": None}]]
    assert call(rewards()[0], completions=completions, item=[YES] * 3) == [1.0, 0.0, 0.0]
    assert call(rewards()[1], completions=completions, item=[YES] * 3) == [1.0, 0.0, 0.0]


def test_undecided_is_zero_in_training_unless_asked_otherwise() -> None:
    assert call(rewards()[0], completions=["a thing"], item=[CUP]) == [0.0]
    assert call(rewards(undecided="null")[0], completions=["a thing"], item=[CUP]) == [None]


def test_a_broken_item_is_unscored_and_costs_no_other_row() -> None:
    found = call(rewards()[0], completions=["yes", "yes", "yes"], item=[YES, '{"question": 1}', YES])
    assert found == [1.0, None, 1.0]
    assert call(rewards()[1], completions=["Answer: yes"], item=["no item"]) == [None]


def test_a_server_without_verdicts_leaves_all_rows_unscored(broken: str) -> None:
    for reward in rewards(broken, deadline=0.2):
        assert call(reward, completions=["yes", "yes"], item=[YES, YES]) == [None, None]


def test_a_missing_column_is_said_at_once() -> None:
    with pytest.raises(ValueError, match="column 'item'"):
        call(rewards()[0], completions=["yes"])
    with pytest.raises(ValueError, match="column 'item'"):
        call(rewards()[0], completions=["yes"], item_id=["a"])


def test_verdicts_go_to_the_trainers_logs() -> None:
    extra: dict[str, list[Any]] = {}
    metrics: dict[str, float] = {}
    call(
        rewards(undecided="null")[0],
        completions=["yes", "a thing"],
        item=[YES, CUP],
        log_extra=extra.__setitem__,
        log_metric=metrics.__setitem__,
    )
    assert (extra["said"], extra["rule"]) == (["yes", "a thing"], ["equal", "unread"])
    assert extra["note"][0] == "The reply gives the key."
    assert metrics == {"unscored": 0.5, "judged": 0.0, "judge_failed": 0.0, "fallback": 0.0}


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
    for reward in (rewards()[0], rewards()[1]):
        assert call(reward, completions=["Answer: yes", odd, "Answer: yes"], item=[YES] * 3) == [1.0, None, 1.0]


@pytest.mark.parametrize("odd", [None, 3, [], {"question": 1}, ""])
def test_an_item_of_another_type_is_unscored_and_costs_no_other_row(odd: Any) -> None:
    assert call(rewards()[0], completions=["yes", "yes"], item=[odd, YES]) == [None, 1.0]
    assert call(rewards("http://127.0.0.1:9", deadline=0.1)[0], completions=["yes"], item_id=[odd]) == [None]


def test_an_item_may_be_a_dictionary() -> None:
    assert call(rewards()[0], completions=["yes"], item=[json.loads(YES)]) == [1.0]


def test_an_address_that_is_none_is_said_when_the_function_is_made() -> None:
    with pytest.raises(ValueError, match="http://"):
        rewards("127.0.0.1:8000")[0]


def failing_for_odd(request: Request) -> Any:
    """An endpoint that filters what it is asked of odd things, and else says that a pan is meant."""
    odd = any(f"thing {number}" in json.dumps(request.body["messages"]) for number in (1, 3, 5, 7))
    return (FAULTS["filtered"] if odd else choosing(constantly("pan")))(request)


def test_what_a_judge_could_not_decide_is_none_and_the_other_rows_are_right_and_in_order() -> None:
    async def main() -> tuple[list[float | None], dict[str, float], int]:
        async with running(failing_for_odd) as endpoint, LanguageJudge([Endpoint(endpoint.url, "m")]) as judge:
            metrics: dict[str, float] = {}
            things = [f"thing {number}" for number in range(8)]
            found = await rewards(judge=judge)[0](
                completions=["pan", *things, "cup"], item=[PAN] * 10, log_metric=metrics.__setitem__
            )
            return found, metrics, endpoint.calls

    found, metrics, calls = asyncio.run(main())
    assert found == [1.0, 1.0, None, 1.0, None, 1.0, None, 1.0, None, 0.0]
    assert metrics == {"unscored": 0.4, "judged": 0.4, "judge_failed": 0.4, "fallback": 0.0}
    assert calls == 8


def test_a_group_of_the_same_undecided_replies_costs_one_call() -> None:
    async def main() -> tuple[list[float | None], int]:
        async with (
            running(choosing(constantly("cup"))) as endpoint,
            LanguageJudge([Endpoint(endpoint.url, "m")]) as judge,
        ):
            completions = [[{"role": "assistant", "content": "Answer: some crockery"}]] * 16
            return await rewards(judge=judge)[0](completions=completions, item=[PAN] * 16), endpoint.calls

    assert asyncio.run(main()) == ([0.0] * 16, 1)


def test_any_function_may_be_the_judge_and_one_that_raises_costs_nobody_else_a_reward() -> None:
    async def judge(item: Item, said: str) -> Verdict:
        if "odd" in said:
            raise RuntimeError
        return Verdict(score=1.0, by="judge", said=said, rule="matched", format_ok=False, note="")

    metrics: dict[str, float] = {}
    completions = ["some crockery", "an odd thing", "pan"]
    found = call(rewards(judge=judge)[0], completions=completions, item=[PAN] * 3, log_metric=metrics.__setitem__)
    assert found == [1.0, None, 1.0]
    assert metrics == {"unscored": 1 / 3, "judged": 1 / 3, "judge_failed": 1 / 3, "fallback": 0.0}


def test_a_row_without_a_verdict_is_none_for_both_functions_for_trl_counts_a_single_none_as_0() -> None:
    calls = 0

    async def judge(item: Item, said: str) -> Verdict:
        nonlocal calls
        calls += 1
        return unscored(JUDGE_FAILED, "It failed.", Fault(code="timeout", message="It failed."))

    async def both() -> list[list[float | None]]:
        kept = {"completions": ["Answer: some crockery", "Answer: pan", "a pan or a cup"], "item": [PAN] * 3}
        return await asyncio.gather(*(function(**kept) for function in rewards(judge=judge)))

    assert asyncio.run(both()) == [[None, 1.0, 0.0], [None, 1.0, 0.0]]
    assert calls == 1
    assert JUDGE_FAILED == "judge_failed"  # other programs rely on it


def test_the_same_batch_asked_for_again_by_one_function_is_scored_again() -> None:
    calls = 0

    async def judge(item: Item, said: str) -> Verdict:
        nonlocal calls
        calls += 1
        return Verdict(score=1.0, by="judge", said=said, rule="matched", format_ok=False, note="")

    async def thrice() -> None:
        correct, well_formed = rewards(judge=judge)
        for function in (correct, well_formed, correct, well_formed, correct):
            await function(completions=["some crockery"], item=[PAN])

    asyncio.run(thrice())
    assert calls == 3


def test_columns_of_other_data_sets_are_read_as_labels() -> None:
    for column in ("solution", "ground_truth", "answer", "label"):
        found = call(rewards()[0], completions=["Answer: pan", "Answer: 3", "4"], **{column: ["pan", 3, "three"]})
        assert found == [1.0, 1.0, 0.0]


def test_a_column_of_another_length_leaves_the_batch_unscored() -> None:
    assert call(rewards()[0], completions=["yes", "yes"], item=[YES]) == [None, None]


def test_functions_that_a_dotted_path_names_are_configured_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_UNDECIDED", "null")
    configured.cache_clear()
    assert call(trl.correct, completions=["yes", "a thing"], item=[YES, CUP]) == [1.0, None]
    monkeypatch.delenv("ANSWERKEY_UNDECIDED")
    configured.cache_clear()
    assert call(trl.correct, completions=["yes", "a thing"], item=[YES, CUP]) == [1.0, 0.0]
    assert call(trl.well_formed, completions=["Answer: yes", "a thing"], item=[YES, CUP]) == [1.0, 0.0]


def test_a_judge_beside_a_server_is_refused_for_the_server_has_its_own() -> None:
    with pytest.raises(ValueError, match="either url, or judge"):
        rewards("http://127.0.0.1:9", judge=LanguageJudge([Endpoint("http://127.0.0.1:9", "m")]))[0]


def test_the_page_makes_a_data_set_that_both_functions_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pil = pytest.importorskip("PIL.Image", reason="needs pillow: pip install 'answerkey[toy]'")
    datasets = pytest.importorskip("datasets", reason="needs datasets: pip install 'answerkey[train]'")
    item = Item.model_validate_json(PAN)
    clip = Clip(video_id="v", start=0, end=2, images=("frames/1.png", "frames/2.png"))
    write_jsonl(tmp_path / "items" / "items.jsonl", [item.model_copy(update={"clips": (clip,)})])
    (tmp_path / "items" / "frames").mkdir()
    for name in clip.images:
        pil.new("RGB", (4, 4)).save(tmp_path / "items" / name)
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    [code] = snippets("trainers/trl.md")
    exec(compile(code, "trl.md", "exec"), {})
    [row] = datasets.load_dataset("parquet", data_files="data/trl.parquet", cache_dir=str(tmp_path))["train"]
    assert [block["type"] for block in row["prompt"][0]["content"]] == ["image", "image", "text"]
    assert [image.size for image in row["images"]] == [(4, 4)] * 2
    columns = {"prompts": [row["prompt"]], "item": [row["item"]]}
    for function in rewards():
        assert call(function, completions=["Answer: pan"], **columns) == [1.0]


def as_rows(cases: Sequence[Case]) -> dict[str, list[Any]]:
    return {
        "completions": [case.rollout.reply for case in cases],
        "prompts": [case.rollout.prompt for case in cases],
        "label": [case.rollout.label for case in cases],
    }


@pytest.mark.parametrize("fallback", [False, True])
def test_every_form_of_a_label_and_every_fault_through_a_server(url: str, fallback: bool) -> None:
    correct, well_formed = rewards(url, deadline=30, fallback=fallback)
    assert call(correct, **as_rows(CASES)) == [case.score for case in CASES]
    assert [form is None for form in call(well_formed, **as_rows(CASES))] == [case.score is None for case in CASES]
    for case in CASES:
        assert call(correct, **as_rows([case])) == [case.score], case.name
    assert call(correct, completions=[], prompts=[], label=[]) == []


def test_every_form_of_a_label_and_every_fault_in_the_trainers_process(
    items: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANSWERKEY_ITEMS", items)
    for functions in (rewards(), [trl.correct, trl.well_formed]):
        assert call(functions[0], **as_rows(CASES)) == [case.score for case in CASES]


def test_without_any_column_the_item_is_found_by_the_prompt_where_a_server_knows_it(url: str) -> None:
    prompts = [[{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": PAN_ITEM.question}]}]] * 2
    assert call(rewards(url)[0], completions=["Answer: pan", "Answer: cup"], prompts=prompts) == [1.0, 0.0]
    with pytest.raises(ValueError, match="a column 'item'"):
        call(rewards(undecided="zero")[0], completions=["Answer: pan"], prompts=prompts[:1])


def test_with_a_fallback_rules_go_on_where_the_server_is_away() -> None:
    functions = rewards("http://127.0.0.1:9", deadline=0.3, fallback=True)
    metrics: dict[str, float] = {}
    kept = {"completions": ["Answer: pan", "some crockery", "cup"], "item": [PAN] * 3}
    assert call(functions[0], **kept, log_metric=metrics.__setitem__) == [1.0, None, 0.0]
    assert metrics == {"unscored": 1 / 3, "judged": 0.0, "judge_failed": 0.0, "fallback": 2 / 3}


def in_spawned_process(functions: list[RewardFunction], groups: list[dict[str, Any]]) -> list[list[list[float | None]]]:
    """As AsyncGRPO does it: one call for each group, several at once, with the columns and no logging functions."""

    async def all_groups() -> list[list[list[float | None]]]:
        async def group(columns: dict[str, Any]) -> list[list[float | None]]:
            return list(await asyncio.gather(*(function(**columns) for function in functions)))

        return list(await asyncio.gather(*map(group, groups)))

    return asyncio.run(all_groups())


@pytest.mark.parametrize("where", ["here", "server", "away"])
def test_async_grpo_scores_in_a_spawned_process(url: str, where: str) -> None:
    functions = {"here": rewards(), "server": rewards(url), "away": rewards("http://127.0.0.1:9", deadline=0.3)}[where]
    kept = {"completions": ["Answer: pan", "cup"], "prompts": ["?", "?"], "completion_ids": [[1], [2]]}
    groups = [{**kept, "item": [PAN] * 2}, {**kept, "item": [CUP] * 2}, {**kept, "item": ["none"] * 2}]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = pool.submit(in_spawned_process, functions, groups).result(60)
    lost = [[None, None], [None, None]]
    right = [[[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [1.0, 0.0]], lost]
    assert found == ([lost] * 3 if where == "away" else right)


def test_each_row_says_in_its_own_column_what_is_right() -> None:
    columns = {"item": [PAN, None, None], "label": [None, "pan", None], "solution": ["x", "x", "three"]}
    for function in rewards(undecided="zero")[:1]:
        assert call(function, completions=["Answer: pan", "Answer: pan", "3"], **columns) == [1.0, 1.0, 1.0]


def test_a_reply_goes_on_with_the_thinking_that_its_messages_began() -> None:
    prompt = [{"role": "user", "content": "?"}, {"role": "assistant", "content": "<think>"}]
    for prompts in ([prompt] * 2, ["<|im_start|>user\n?<|im_end|>\n<|im_start|>assistant\n<think>\n"] * 2):
        kept = {
            "completions": ["a pan? Answer: pan", "a cup?</think>Answer: pan"],
            "prompts": prompts,
            "item": [PAN] * 2,
        }
        assert asyncio.run(rewards(undecided="zero")[0](**kept)) == [0.0, 1.0]


@pytest.mark.parametrize("wrong", [{"deadline": 5}, {"fallback": True}])
def test_what_needs_a_server_is_refused_without_one(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="give one"):
        rewards(**wrong)
