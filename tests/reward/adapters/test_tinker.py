"""What users of the Tinker cookbook rely on: a reward or an exception for each reply; groups without the unscored."""

import asyncio
import math
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from any_json import VALUES
from doc_pages import snippets
from hypothesis import given, settings
from trainer_packages import drive
from trainer_rollouts import BAD, CASES, KEY, NAMES, PAN, Case

from reward.adapters.columns import NoVerdict
from reward.adapters.tinker import ItemEnv
from reward.probe import tinker as probe

LOST = "0a1b2c3d4e5f6a7b"
METRICS = ["correct", "judged", "undecided", "well_formed"]
ASKED = [{"role": "user", "content": PAN.question}]


def step(reply: Any, label: Any = None, messages: Any = ASKED, **given: Any) -> Any:
    message = {"role": "assistant", "content": reply}
    return asyncio.run(ItemEnv(messages, label, **given).step(message))


def messages_of(case: Case) -> Any:
    return [{"role": "user", "content": case.rollout.prompt}]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_each_reply_gets_its_reward_from_the_server_or_an_exception(case: Case, served: str) -> None:
    if case.score is None:
        with pytest.raises(NoVerdict):
            step(case.rollout.reply, case.rollout.label, messages_of(case))
    else:
        got = step(case.rollout.reply, case.rollout.label, messages_of(case))
        assert got.metrics["correct"] == case.score
        assert got.reward == case.score + 0.1 * (got.metrics["well_formed"] - 1)
        assert sorted(got.metrics) == METRICS
        assert got.episode_done


def test_the_reward_is_the_cookbooks_sum_of_correct_and_form() -> None:
    assert step("Answer: pan", KEY).reward == 1.0
    assert step("pan, I would say, for it is what is moved here", KEY).metrics["well_formed"] == 0.0
    assert step("Answer: cup", KEY).reward == 0.0
    assert step("", KEY, form=0.25).reward == -0.25


def test_logs_say_what_was_read_and_by_which_rule() -> None:
    logs = step("Answer: pan", KEY).logs
    assert (sorted(logs), logs["said"], logs["rule"]) == (["note", "rule", "said"], "pan", "equal")


def test_thinking_that_the_renderer_takes_apart_is_not_read() -> None:
    parts = [{"type": "thinking", "thinking": "Answer: cup"}, {"type": "text", "text": "Answer: pan"}]
    assert step(parts, KEY).reward == 1.0
    assert step(parts[:1], KEY).metrics["correct"] == 0.0


def test_pictures_in_the_prompt_are_no_hindrance_to_finding_its_item(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_URL", url)
    picture = {"type": "image", "image": object()}  # a PIL image
    shown = [{"role": "user", "content": [picture, {"type": "text", "text": PAN.question}]}]
    assert step("Answer: pan", PAN.id, shown).reward == 1.0


def test_a_prompt_names_the_item_where_the_process_knows_the_items(items: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERKEY_ITEMS", items)
    assert step("Answer: pan").reward == 1.0
    assert step("Answer: pan", item_id=PAN.id, messages=[]).reward == 1.0


def test_a_server_without_verdicts_gives_an_exception_in_time(broken: str) -> None:
    start = time.monotonic()
    with pytest.raises(NoVerdict, match="server gave no verdict"):
        step("Answer: pan", KEY)
    assert time.monotonic() - start < 2


def test_rules_score_here_what_a_broken_server_does_not_where_the_environment_allows_it(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANSWERKEY_FALLBACK", "rules")
    assert step("Answer: pan", KEY).reward == 1.0


@settings(max_examples=50, deadline=None)
@given(messages=VALUES, label=VALUES, item_id=VALUES, reply=VALUES)
def test_whatever_a_row_holds_gives_a_finite_reward_or_that_exception(
    messages: Any, label: Any, item_id: Any, reply: Any
) -> None:
    try:
        got = step(reply, label, messages, item_id=item_id)
    except NoVerdict:
        return
    assert all(math.isfinite(value) for value in (got.reward, *got.metrics.values()))


def test_an_environment_can_be_pickled() -> None:
    env = ItemEnv(ASKED, KEY)
    assert pickle.loads(pickle.dumps(env)) == env


def test_the_probe_gives_each_reply_the_fate_it_has(served: str) -> None:
    made = asyncio.run(probe.ask(served, [case.rollout for case in CASES]))
    dropped = [one for one in made if one.fate == "left out"]
    assert (len(made), len(dropped)) == (len(CASES), len(BAD))
    assert all(one.reward is None and "NoVerdict" in one.flag for one in dropped)
    shapes = dict(asyncio.run(probe.odd(served)))
    assert [name for name, (one,) in shapes.items() if one.reward is None] == [
        "no label and an unknown prompt",
        "a label that is empty",
        "an item id that names nothing",
        "a label that is no key",
    ]
    assert shapes["a reply with its thinking apart"][0].reward == 1.0


def test_the_pages_rows_keep_pictures_in_order_and_can_be_scored(
    served: str, converted: Callable[..., list[dict[str, Any]]]
) -> None:
    plain, shown = converted("tinker")
    assert plain == {"messages": ASKED, "label": PAN.id}
    assert [part["type"] for part in shown["messages"][0]["content"]] == ["image", "image", "text"]
    assert [part.get("image") for part in shown["messages"][0]["content"]][:2] == [
        "data:image/jpeg;base64,LmpwZw==",
        "data:image/png;base64,LnBuZw==",
    ]
    for row in (plain, shown):
        assert step("Answer: pan", row["label"], row["messages"]).reward == 1.0


# The cookbook's own rollouts of the page's data set, with a policy that says what it is told; tokens are letters.
COOKBOOK = r"""
import asyncio, json, os, sys
from tinker_cookbook import tokenizer_utils
from tinker_cookbook.completers import TokensWithLogprobs
from tinker_cookbook.rl import rollouts
from tinker_cookbook.rl.metric_util import compute_trajectory_metrics
from tinker_cookbook.rl.rollout_strategy import FailFast, MinViableGroup, RetryOnFailure
from reward.adapters import tinker
from reward.adapters.configured import configured, score
from reward.verdict import unscored

class Letters:
    eos_token_id, bos_token, bos_token_id, name_or_path = 0, None, None, "letters"
    def encode(self, text, **_): return [ord(letter) for letter in text]
    def decode(self, tokens, **_): return "".join(map(chr, tokens))

def says(replies):
    left = iter(replies)
    async def policy(model_input, stop, *, max_tokens=None):
        tokens = [*Letters().encode(next(left)), 0]
        return TokensWithLogprobs(tokens=tokens, maybe_logprobs=[0.0] * len(tokens))
    return policy

async def partly(those):
    lost = "lost" in those[0].reply[-1]["content"]
    return [unscored("judge_failed", "It failed.")] if lost else await score(those)

tokenizer_utils.get_tokenizer = lambda name: Letters()
sys.path.insert(0, os.getcwd())
import item_dataset
made = item_dataset.ItemDatasetBuilder(model_name="none", renderer_name="role_colon", sees=False)
dataset, _ = asyncio.run(made())
[group] = dataset.get_batch(0)

def roll(replies, strategy):
    return asyncio.run(rollouts.do_group_rollout(group, says(replies), strategy=strategy))

def counted(rolled):
    counter = rollouts.RolloutErrorCounter()
    counter.ingest(rolled)
    return {"rewards": sorted(rolled.get_total_rewards()), "errors": counter.get_metrics()}

replies = ["Answer: pan", "Answer: cup", "\u601d\u8003\nAnswer: pan", "", *["Answer: pan"] * 4]
rolled = roll(replies, FailFast())
found = {"rewards": rolled.get_total_rewards(), "metrics": compute_trajectory_metrics([rolled], [["answerkey"]])}
found["logs"] = rolled.trajectories_G[1].transitions[0].logs
tinker.score = partly
found["left out"] = counted(roll(["Answer: pan", "Answer: lost", *["Answer: cup"] * 6], MinViableGroup(max_retries=0)))
found["anew"] = counted(roll(["Answer: lost", *["Answer: cup"] * 7, "Answer: pan"], RetryOnFailure()))
tinker.score = score
os.environ.update(ANSWERKEY_URL="http://127.0.0.1:9", ANSWERKEY_DEADLINE="0.3")
configured.cache_clear()
rollouts.TinkerTokenCompleter = lambda *_, **__: says(["Answer: pan"] * 12)

def away(strategy):
    work = rollouts.do_group_rollout_and_filter_constant_reward(None, group, 16, 1.0, False, strategy=strategy)
    try:
        return asyncio.run(work)
    except Exception as error:
        return type(error).__name__

found["away"] = [away(strategy) for strategy in (MinViableGroup(), RetryOnFailure(), FailFast())]
print(json.dumps(found))
"""


def test_the_cookbook_rolls_the_pages_data_set_and_leaves_out_what_is_unscored(
    url: str, converted: Callable[..., list[dict[str, Any]]]
) -> None:
    converted("tinker", PAN)
    Path("item_dataset.py").write_text(snippets("trainers/tinker.md")[1])
    found = drive(COOKBOOK, ANSWERKEY_URL=url)
    assert found["rewards"] == [1.0, 0.0, 1.0, -0.1, 1.0, 1.0, 1.0, 1.0]
    assert found["metrics"]["env/all/correct"] == 0.75
    assert found["metrics"]["env/all/well_formed"] == 0.875
    assert all(math.isfinite(value) for value in found["metrics"].values())
    assert (found["logs"]["said"], found["logs"]["rule"]) == ("cup", "wrong_candidate")
    assert found["left out"]["rewards"] == [0.0] * 6 + [1.0]
    assert found["left out"]["errors"]["rollout_errors/NoVerdict"] == 1.0
    assert found["anew"]["rewards"] == [0.0] * 7 + [1.0]
    # A server that is away costs the group; without a tolerance it ends the run.
    assert found["away"] == [None, None, "NoVerdict"]
