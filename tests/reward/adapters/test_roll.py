"""What ROLL's users rely on: a number for each reply, at once where rules decide, a reason in its log, no lost id."""

import asyncio
import json
import math
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from any_json import objects
from doc_pages import snippets
from fastapi.testclient import TestClient
from hypothesis import given, settings
from trainer_rollouts import BAD, CASES, ITEMS, NAMES, PAN, Case

from reward import Scorer, Verdict
from reward.adapters import roll
from reward.probe import roll as probe
from reward.rollout import Rollout
from reward.service import create_app
from reward.verdict import Fault, by_rules, unscored

KEYS = ["errcode", "errmsg", "reward_score", "dimention_reward_score", "start_time", "end_time"]
CHAT = "system\nYou are a helpful assistant.\nuser\n{}\nassistant\n"
THINKS = "system\nYou are a helpful assistant.\nuser\n{}\n\n"
"""ROLL takes "assistant\\n<think>" out of the prompt."""
# Posted by ROLL's client (8eb27cc, 19 Aug 2026), but for the id, which was that of another item.
RECORDED = {
    "priority": 1, "project_id": "p", "experiment_id": "e", "global_step": 0, "data_id": "d0", "rollout_id": "r0",
    "prompt": CHAT.format(PAN.question), "response": "Answer: pan", "reward_info": {"ground_truth": PAN.id},
    "reward_manager": [], "timeout": 300,
}  # fmt: skip
LOST = {**RECORDED, "reward_info": {"ground_truth": "0a1b2c3d4e5f6a7b"}}
RIGHT = by_rules(1.0, "pan", "equal", True, "It is right.", {})
FAILED = unscored("judge_failed", "The judge failed.", Fault(code="internal", message="The judge failed."))


def submitted(client: TestClient, body: dict[str, Any]) -> str:
    answer = client.post("/roll/submit", content=json.dumps(body))
    assert answer.status_code == 200
    assert list(answer.json()) == ["errcode", "errmsg", "reward_request_id"]
    assert answer.json()["errcode"] == 0
    return str(answer.json()["reward_request_id"])


def asked(client: TestClient, id_: Any, method: str = "GET") -> dict[str, Any]:
    answer = client.request(method, "/roll/result", content=json.dumps({"reward_request_id": id_}))
    assert answer.status_code == 200
    assert list(answer.json()) == KEYS
    return dict(answer.json())


def body(case: Case, prompt: str = CHAT) -> dict[str, Any]:
    asks = prompt.format(case.rollout.prompt)
    return {
        **RECORDED,
        "prompt": asks,
        "response": case.rollout.reply,
        "reward_info": {"ground_truth": case.rollout.label},
    }


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_each_reply_gets_its_reward_and_an_unscored_one_is_said_first(client: TestClient, case: Case) -> None:
    id_ = submitted(client, body(case))
    found = asked(client, id_)
    if case.score is None:
        assert (found["errcode"], found["reward_score"]) == (2, None)
        assert case.code in found["dimention_reward_score"]["answerkey"]["debug_info"]["verdict"]["rule"]
        found = asked(client, id_)
    assert (found["errcode"], found["reward_score"]) == (0, case.score or 0.0)
    shown = found["dimention_reward_score"]["answerkey"]["debug_info"]["verdict"]
    assert shown["unscored"] == float(case.score is None)
    assert shown["time_cost"] >= 0
    assert shown["note"]
    assert datetime.fromisoformat(found["start_time"]) <= datetime.fromisoformat(found["end_time"])


def test_what_rolls_client_posts_is_read_by_get_and_by_post(client: TestClient) -> None:
    for method in ("GET", "POST"):
        assert asked(client, submitted(client, RECORDED), method)["reward_score"] == 1.0


def test_the_log_of_roll_says_why_a_reply_is_unscored(client: TestClient) -> None:
    found = asked(client, submitted(client, {**LOST, "response": "Answer: pan (log)"}))
    assert found["errmsg"] == "The reply could not be scored: no item has the id '0a1b2c3d4e5f6a7b'."


def test_an_id_holds_what_is_to_be_scored_so_that_any_process_can_answer_it(client: TestClient) -> None:
    id_ = submitted(client, RECORDED)
    with TestClient(create_app(Scorer(), ITEMS)) as restarted:
        assert asked(restarted, id_)["reward_score"] == 1.0
    assert asked(client, id_)["reward_score"] == 1.0


@pytest.mark.parametrize("id_", ["0a1b2c3d", "", "{", "{}", "[]", "null", '"text"', None, 7, {}, [1], "[" * 5000])
def test_an_id_that_we_never_gave_makes_roll_submit_again_at_once(client: TestClient, id_: Any) -> None:
    found = asked(client, id_)
    assert (found["errcode"], found["reward_score"]) == (0, None)
    assert "submit again" in found["errmsg"]


def test_the_same_body_gets_the_same_id_and_other_rollouts_share_it(client: TestClient) -> None:
    assert submitted(client, RECORDED) == submitted(client, {**RECORDED, "rollout_id": "r1", "global_step": 7})
    assert submitted(client, RECORDED) != submitted(client, {**RECORDED, "response": "Answer: cup"})


@pytest.mark.parametrize(
    "info",
    [{"item_id": PAN.id}, {"item": PAN.model_dump(mode="json")}, {"ground_truth": ["pan"]}, {"answer": "pan"}, PAN.id],
)
def test_the_reward_info_names_the_item_or_holds_the_key(client: TestClient, info: Any) -> None:
    assert asked(client, submitted(client, {**RECORDED, "prompt": "?", "reward_info": info}))["reward_score"] == 1.0


@pytest.mark.parametrize("info", [None, {}, {"ground_truth": None}])
@pytest.mark.parametrize("prompt", [CHAT, THINKS, "user\n{}\nassistant\n", "{}", "<|im_start|>user\n{}<|im_end|>\n"])
def test_without_a_label_the_question_in_the_prompt_names_the_item(client: TestClient, info: Any, prompt: str) -> None:
    posted = {**RECORDED, "prompt": prompt.format(PAN.question), "reward_info": info}
    assert asked(client, submitted(client, {**posted, "response": "</think>Answer: pan"}))["reward_score"] == 1.0


def test_a_reply_that_is_still_thinking_at_its_end_says_nothing(client: TestClient) -> None:
    thinking = {**RECORDED, "prompt": THINKS.format(PAN.question), "response": "It may be so.\nAnswer: pan"}
    assert asked(client, submitted(client, thinking))["reward_score"] == 0.0
    assert asked(client, submitted(client, {**thinking, "response": "So.</think>\nAnswer: pan"}))["reward_score"] == 1.0
    assert asked(client, submitted(client, {**thinking, "prompt": RECORDED["prompt"]}))["reward_score"] == 1.0


# Prompts as chat templates make them, decoded without special tokens; {} is what is asked.
LLAMA_SYSTEM = "system\n\nCutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n"
QWEN = "system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant.\nuser\n{}\nassistant\n"
SKIPS = "user\n{}\nassistant\n<think>\n\n</think>\n\n"
DECODED = {
    "Qwen2.5": (QWEN, False),
    "Qwen2.5, longcot_V3": (f"{QWEN}<think>\n", True),
    "Qwen2.5-VL": (CHAT, False),
    "Qwen2.5-VL, a picture in a line": ("system\nYou are a helpful assistant.\nuser\n\n{}\nassistant\n", False),
    "Qwen3": ("user\n{}\nassistant\n", False),
    "Qwen3, enable_thinking=False": (SKIPS, False),
    "Qwen3, enable_thinking=False, system": (f"system\nBe brief.\n{SKIPS}", False),
    "Qwen3, a turn before": (f"user\nWho?\nassistant\nShe.\n{SKIPS}", False),
    "Qwen3 thinking": ("user\n{}\nassistant\n<think>\n", True),
    "Qwen3-VL thinking, a picture in a line": ("system\nBe brief.\nuser\n\n{}\nassistant\n<think>\n", True),
    "Qwen3-VL thinking, no system": ("user\n\n{}\nassistant\n<think>\n", True),
    "Nemotron 3": ("system\n\nuser\n{}\nassistant\n<think>\n", True),
    "Nemotron 3, no thinking": ("system\n\nuser\n{}\nassistant\n<think></think>", False),
    "SmolLM 3": ("system\n## Metadata\n\nReasoning Mode: /think\n\nuser\n{}\nassistant\n", False),
    "Llama 3": ("user\n\n{}assistant\n\n", False),
    "Llama 3, system": ("system\n\nBe brief.user\n\n{}assistant\n\n", False),
    "Llama 3, a turn before": ("user\n\nWho?assistant\n\nShe.user\n\n{}assistant\n\n", False),
    "Llama 3, longcot_V3": ("user\n\n{}assistant\n\n<think>\n", True),
    "Llama 3.1": (LLAMA_SYSTEM + "user\n\n{}assistant\n\n", False),
    "Llama 3.1, system": (LLAMA_SYSTEM + "You are an assistant.user\n\n{}assistant\n\n", False),
    "Gemma 3": ("user\n{}\nmodel\n", False),
    "Gemma 4, system": ("system\nBe brief.\nuser\n{}\nmodel\n", False),
    "DeepSeek-R1-Distill": ("<｜User｜>{}<｜Assistant｜><think>\n", True),
    "DeepSeek-R1-Distill, system": ("Be brief.<｜User｜>{}<｜Assistant｜><think>\n", True),
    "DeepSeek-V3": ("Be brief.<｜User｜>{}<｜Assistant｜>", False),
    "DeepSeek-V3.1, no thinking": ("<｜User｜>{}<｜Assistant｜></think>", False),
    "GLM 4": ("\n{}", False),
    "GLM 4.5, no thinking": ("\n{}/nothink\n<think></think>", False),
    "GLM 4.7": ("\n{}<think>", True),
    "Phi 3": ("\n{}\n\n", False),
    "Mistral": (" {}", False),
    "plain": ("{}", False),
}  # fmt: skip


def sent(prompt: str) -> str:
    """What ROLL makes of a decoded prompt."""
    return prompt.replace("<|endoftext|>", "").replace("<pad>", "").replace("assistant\n<think>", "")


@pytest.mark.parametrize(("prompt", "thinks"), DECODED.values(), ids=DECODED)
def test_each_template_asks_the_bare_question_and_thinks_only_where_it_opens_that(
    client: TestClient, prompt: str, thinks: bool
) -> None:
    posted = {**RECORDED, "prompt": sent(prompt.format(PAN.question)), "reward_info": None}
    for reply in ("It moves.</think>\nAnswer: pan", "<think>It moves.</think>Answer: pan"):
        assert asked(client, submitted(client, {**posted, "response": reply}))["reward_score"] == 1.0
    for info in (None, {"ground_truth": PAN.id}):
        direct = {**posted, "reward_info": info, "response": "It is moved.\nAnswer: pan"}
        assert asked(client, submitted(client, direct))["reward_score"] == float(not thinks)


@pytest.mark.parametrize(
    "prompt",
    [
        "user\nBe brief.\n\n{}\nmodel\n",
        "\nBe brief.\n{}",
        "user\nWhich does the\nuser\n{}\nassistant\n",
        "user\nWho is the\nassistant\n{}\nassistant\n",
        "user\n{}\nassistant\nLet me see.\n\n",
        "user\n\n{}assistant\n\nLet me see.\n\n",
        "user\n\nDoes the user\n\n{}assistant\n\n",
        "system\n\nHelp the user\n\n{}assistant\n\n",
        "system\n{}\n\n",
        "user\nUser: hm\nassistant\nUser: {}\nassistant\n",
    ],
)
def test_a_prompt_that_cannot_be_told_apart_asks_for_no_item_and_opens_no_thinking(
    client: TestClient, prompt: str
) -> None:
    reply = f"{prompt!r}\nAnswer: pan"  # an id of its own
    posted = {**RECORDED, "prompt": prompt.format(PAN.question), "response": reply, "reward_info": None}
    found = asked(client, submitted(client, posted))
    assert found["errcode"] == 2
    assert found["dimention_reward_score"]["answerkey"]["debug_info"]["verdict"]["rule"] == "unknown_prompt"
    assert asked(client, submitted(client, {**posted, "reward_info": {"ground_truth": PAN.id}}))["reward_score"] == 1.0


@settings(max_examples=50, deadline=None)
@given(body=objects("prompt", "response", "reward_info", "reward_request_id"))
def test_any_json_object_gets_an_answer_and_within_two_questions_a_finite_reward(
    client: TestClient, body: dict[str, Any]
) -> None:
    assert asked(client, body.get("reward_request_id"))["errcode"] in (0, 2)
    id_ = submitted(client, body)
    found = [asked(client, id_), asked(client, id_)]
    rewards = [each["reward_score"] for each in found if each["errcode"] == 0]
    assert rewards
    assert all(isinstance(reward, float) and math.isfinite(reward) for reward in rewards)


class Judge:
    """Gives verdicts after a time, and counts how often it is asked."""

    def __init__(self, *verdicts: Verdict, seconds: float = 0.0) -> None:
        self.verdicts, self.seconds, self.calls = list(verdicts), seconds, 0

    async def __call__(self, rollouts: Sequence[Rollout]) -> list[Verdict]:
        self.calls += 1
        await asyncio.sleep(self.seconds)
        return [self.verdicts.pop(0) if len(self.verdicts) > 1 else self.verdicts[0] for _ in rollouts]


async def question(jobs: roll.Jobs, judge: Judge, posted: dict[str, Any] = RECORDED) -> dict[str, Any]:
    given = await roll.submit(posted, judge)
    return await jobs.result({"reward_request_id": given["reward_request_id"]}, judge)


def test_a_slow_judge_is_asked_once_and_its_verdict_waits_for_the_next_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(roll, "WAIT_SECONDS", 0.02)

    async def go() -> list[dict[str, Any]]:
        found = [await question(jobs, judge)]
        await asyncio.sleep(0.2)
        return [*found, await question(jobs, judge)]

    jobs, judge = roll.Jobs(), Judge(RIGHT, seconds=0.1)
    running, done = asyncio.run(go())
    assert (running["errcode"], running["reward_score"], list(running)) == (1, None, KEYS)
    assert (done["errcode"], done["reward_score"]) == (0, 1.0)
    assert (judge.calls, len(jobs)) == (1, 0)


def test_the_same_reply_twice_at_once_is_scored_once() -> None:
    async def go() -> list[dict[str, Any]]:
        return await asyncio.gather(*(question(jobs, judge) for _ in range(8)))

    jobs, judge = roll.Jobs(), Judge(RIGHT, seconds=0.05)
    assert {found["reward_score"] for found in asyncio.run(go())} == {1.0}
    assert (judge.calls, len(jobs)) == (1, 0)


def test_a_judge_that_failed_gets_a_second_chance() -> None:
    async def go() -> list[dict[str, Any]]:
        return [await question(jobs, judge), await question(jobs, judge)]

    jobs, judge = roll.Jobs(), Judge(FAILED, RIGHT)
    failed, done = asyncio.run(go())
    assert (failed["errcode"], failed["errmsg"]) == (2, "The judge failed.")
    assert (done["errcode"], done["reward_score"], judge.calls) == (0, 1.0, 2)


def test_what_is_under_way_is_bounded_and_the_oldest_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(roll, "MAX_JOBS", 4)

    async def go() -> list[dict[str, Any]]:
        found = [await question(jobs, judge, {**RECORDED, "response": str(i)}) for i in range(12)]
        monkeypatch.setattr(roll, "KEEP_SECONDS", 0.0)
        await question(jobs, judge, {**RECORDED, "response": "last"})
        return found

    jobs, judge = roll.Jobs(), Judge(RIGHT, seconds=60)
    assert {found["errcode"] for found in asyncio.run(go())} == {1}
    assert len(jobs) == 1


def test_a_job_that_is_given_up_while_its_question_waits_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll, "MAX_JOBS", 1)

    async def go() -> dict[str, Any]:
        waiting = asyncio.create_task(question(jobs, Judge(RIGHT, seconds=60)))
        await asyncio.sleep(0.05)
        await question(jobs, Judge(RIGHT), {**RECORDED, "response": "another"})
        return await waiting

    jobs = roll.Jobs()
    assert asyncio.run(go())["errcode"] == 1


def test_a_job_of_an_event_loop_that_ended_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll, "WAIT_SECONDS", 0.01)
    jobs = roll.Jobs()
    assert asyncio.run(question(jobs, Judge(RIGHT, seconds=60)))["errcode"] == 1
    assert asyncio.run(question(jobs, Judge(RIGHT)))["reward_score"] == 1.0
    assert len(jobs) == 0


def test_ten_thousand_forged_ids_stay_within_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(roll, "MAX_CHARS", 200_000)
    monkeypatch.setattr(roll, "MAX_TOLD", 100)

    async def go(judge: Judge) -> None:
        for start in range(0, 10_000, 2_000):
            ids = [json.dumps({"reply": "x" * 90, "label": i, "prompt": None}) for i in range(start, start + 2_000)]
            found = await asyncio.gather(*(jobs.result({"reward_request_id": id_}, judge) for id_ in (*ids, *ids[:50])))
            assert {each["errcode"] for each in found} <= {0, 1, 2}
            assert jobs._chars == sum(job.chars for job in jobs._jobs.values()) <= 200_000
            assert len(jobs) <= 2_000
            assert len(jobs._told) <= 100

    for judge in (Judge(RIGHT, seconds=60), Judge(RIGHT), Judge(FAILED)):
        jobs = roll.Jobs()
        asyncio.run(go(judge))


def test_a_huge_id_makes_room_for_itself_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(roll, "MAX_CHARS", 1_000_000)

    async def go() -> int:
        for size in (300_000, 600_000, 900_000):
            assert (await question(jobs, Judge(RIGHT, seconds=60), {**RECORDED, "response": "x" * size}))[
                "errcode"
            ] == 1
        return jobs._chars

    jobs = roll.Jobs()
    assert 900_000 < asyncio.run(go()) < 1_000_000


@pytest.mark.parametrize("depth", [150, 900, 3000, 100_000])
def test_a_forged_id_of_any_depth_gets_an_answer(client: TestClient, depth: int) -> None:
    id_ = f'{{"reply": "Answer: pan", "prompt": null, "label": {"[" * depth}{"]" * depth}}}'
    assert [asked(client, id_)["reward_score"] for _ in range(2)][1] in (0.0, None)


def test_a_replayed_id_says_the_same_again(client: TestClient) -> None:
    id_ = submitted(client, RECORDED)
    assert [asked(client, id_)["reward_score"] for _ in range(3)] == [1.0] * 3


def test_rules_are_answered_at_the_first_question(url: str) -> None:
    samples = [Rollout(f"{i}\nAnswer: pan", PAN.id, CHAT.format(PAN.question)) for i in range(64)]
    made = asyncio.run(probe.ask(url, samples))
    assert [(each.reward, each.flag) for each in made] == [(1.0, "")] * 64


def test_the_probe_says_what_roll_makes_of_the_answers(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "PAUSE", 0.0)

    async def go() -> tuple[Any, ...]:
        samples = [case.rollout for case in CASES]
        known = await probe.ask(url, [Rollout("Answer: pan", item_id=PAN.id, prompt="?")])
        away = await probe.ask("http://127.0.0.1:9", samples[:1])
        return await probe.ask(url, samples), known, away, await probe.odd(url)

    made, known, away, odd = asyncio.run(go())
    assert [each.reward for each in made] == [case.score or 0.0 for case in CASES]
    assert [each.flag.partition(":")[0] for each in made[: -len(BAD)]] == [""] * (len(CASES) - len(BAD))
    assert all("errcode=2" in each.flag for each in made[-len(BAD) :])
    assert [(each.reward, each.flag) for each in known] == [(1.0, "")]
    assert "Failed to get reward" in away[0].flag
    assert [name for name, mades in odd if mades[0].fate != "trained"] == ["an id of another server"]
    assert len(odd) == len(probe.ODD) + 1


def test_the_pages_conversion_gives_rows_that_are_scored(
    client: TestClient, converted: Callable[..., list[dict[str, Any]]], pictures: list[list[str]]
) -> None:
    rows = converted("roll")
    assert [row["images"] for row in rows] == pictures
    asks = [row["prompt"][0]["content"] for row in rows]
    assert [text.count("<image>") for text in asks] == [0, 2]
    for row, text in zip(rows, asks, strict=True):
        posted = {**RECORDED, "prompt": CHAT.format(text), "reward_info": row["reward_model"]}
        assert asked(client, submitted(client, posted))["reward_score"] == 1.0
        assert asked(client, submitted(client, {**posted, "reward_info": None}))["reward_score"] == 1.0


def test_the_pages_worker_hands_on_what_rolls_own_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    class Own:
        def compute_rewards(self, data: Any) -> Any:
            return data

    decorator = SimpleNamespace(Dispatch=SimpleNamespace(DP_MP_COMPUTE=1), register=lambda **_: lambda method: method)
    remote = SimpleNamespace(RemoteRewardSystemWorker=Own)
    monkeypatch.setitem(sys.modules, "roll.distributed.scheduler.decorator", decorator)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "roll.pipeline.rlvr.rewards.remote_reward_system_worker", remote)  # type: ignore[arg-type]
    for name in ("roll", "roll.distributed", "roll.distributed.scheduler", "roll.pipeline"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace())  # type: ignore[arg-type]
    for name in ("roll.pipeline.rlvr", "roll.pipeline.rlvr.rewards"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace())  # type: ignore[arg-type]
    page: dict[str, Any] = {}
    exec(snippets("trainers/roll.md")[1], page)
    data = SimpleNamespace(meta_info={}, non_tensor_batch={"id": ["a", "b"]}, batch={"responses": ["x", "y"]})
    given = page["Worker"]().compute_rewards(data)
    assert given.meta_info["reward_system_config"]["submit_url"].endswith("/roll/submit")
    assert given.meta_info["reward_system_config"]["get_result_url"].endswith("/roll/result")
    assert given.non_tensor_batch == {"id": ["a", "b"], "rollout_id": [0, 1]}


def test_two_equal_replies_are_both_told_to_be_unscored_before_either_gets_0() -> None:
    jobs, id_ = roll.Jobs(), json.dumps({"reply": "Answer: pan", "label": {"colour": 1}, "prompt": None})

    async def score(rollouts: Any) -> list[Verdict]:
        await asyncio.sleep(0.05)
        return [unscored("judge_failed", "It failed.") for _ in rollouts]

    async def ask() -> list[int]:
        answers = await asyncio.gather(*(jobs.result({"reward_request_id": id_}, score) for _ in range(2)))
        return [answer["errcode"] for answer in answers]

    async def twice() -> list[list[int]]:
        return [await ask(), await ask()]

    assert asyncio.run(twice()) == [[2, 2], [0, 0]]
