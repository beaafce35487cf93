"""The language judge on a real endpoint: verdicts are computed here, and a failure has no score."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from judge_endpoint import Behaviour, choosing, constantly, failing, first, flaky, in_turn, none_of, running

from reward import Item, Scorer, Verdict
from reward.answers import Phrase, Text
from reward.judge.cache import MemoryCache
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge
from reward.judge.sqlite_cache import SqliteCache

T = TypeVar("T")
CUP = Item(question="Which object is washed?", answer=Phrase(text="cup", wrong=("pan", "knife")))
WHY = Item(question="Why is it washed?", answer=Text(reference="because it is dirty"))
MUG, DIRTY = "Answer: some crockery", "Answer: there was soil on it"
BROKEN = failing("500 Internal Server Error", None)


def with_judge(
    behaviour: Behaviour, use: Callable[[LanguageJudge, Any], Coroutine[Any, Any, T]], **options: Any
) -> tuple[T, Any]:
    """What `use` makes of a judge on an endpoint that behaves like this, and the endpoint."""

    async def go() -> tuple[T, Any]:
        async with running(behaviour) as endpoint:
            options.setdefault("deadline", 5)
            async with LanguageJudge([Endpoint(endpoint.url, "a-model")], **options) as judge:
                return await use(judge, endpoint), endpoint

    return asyncio.run(go())


def scored(behaviour: Behaviour, *pairs: tuple[Item, str], **options: Any) -> tuple[list[Verdict], Any]:
    async def use(judge: LanguageJudge, _: Any) -> list[Verdict]:
        return await Scorer(judge).score_all(pairs)

    return with_judge(behaviour, use, **options)


def verdict(behaviour: Behaviour, item: Item = CUP, reply: str = MUG, **options: Any) -> Verdict:
    return scored(behaviour, (item, reply), **options)[0][0]


def test_an_answer_that_means_the_key_is_right() -> None:
    found = verdict(choosing(constantly("cup")))
    assert (found.score, found.by, found.rule, found.said) == (1, "judge", "matched", "some crockery")
    assert found.judge is not None
    assert found.judge.pop("seconds") > 0
    assert found.judge == {
        "model": "a-model",
        "prompt_version": "match-1",
        "chosen": "cup",
        "cached": False,
        "usage": {"prompt_tokens": 100, "completion_tokens": 10},
    }


def test_an_answer_that_means_a_wrong_candidate_or_none_is_wrong() -> None:
    pan, none = verdict(choosing(constantly("pan"))), verdict(choosing(constantly("none of these")))
    assert (pan.score, pan.judge and pan.judge["chosen"]) == (0, "pan")
    assert (none.score, none.judge and none.judge["chosen"], none.rule) == (0, None, "matched_none")


def test_a_positive_of_the_reference_judge_needs_both_orders() -> None:
    same, different = choosing(constantly("same")), choosing(constantly("different"))
    both, endpoint = scored(in_turn(same, same, different), (WHY, DIRTY))
    assert (both[0].score, both[0].rule, endpoint.calls) == (1, "equivalent", 3)
    assert scored(in_turn(same, different), (WHY, DIRTY))[0][0].score == 0
    neither, endpoint = scored(different, (WHY, DIRTY))
    assert (neither[0].score, neither[0].rule, endpoint.calls) == (0, "not_equivalent", 1)


def test_a_judge_that_says_the_same_of_anything_is_no_judge() -> None:
    found, endpoint = scored(choosing(constantly("same")), (WHY, DIRTY))
    assert (found[0].score, found[0].error and found[0].error.code) == (None, "swayed")
    assert "soil" in str(endpoint.requests[2])
    assert "because it is dirty" not in str(endpoint.requests[2])


def test_a_doubtful_answer_has_to_be_told_from_decoys_and_an_ordinary_one_costs_one_call() -> None:
    doubtful = "Answer: the third vessel"
    found, endpoint = scored(in_turn(choosing(constantly("cup")), choosing(none_of)), (CUP, doubtful))
    assert (found[0].score, endpoint.calls) == (1, 2)
    assert not any(name in endpoint.requests[1]["messages"][1]["content"] for name in ("cup", "pan", "knife"))
    found, _ = scored(choosing(first), (CUP, doubtful))
    assert {verdict.score for verdict in found} <= {0, None}
    found, endpoint = scored(choosing(constantly("cup")), (CUP, MUG))
    assert (found[0].score, endpoint.calls) == (1, 1)


def test_a_failure_in_one_order_is_no_verdict() -> None:
    found, _ = scored(in_turn(choosing(constantly("same")), *[BROKEN] * 4), (WHY, DIRTY), deadline=20)
    assert (found[0].score, found[0].error and found[0].error.code) == (None, "server_error")


def test_what_rules_decide_costs_no_call() -> None:
    replies = ["Answer: cup", "Answer: pan", "", "a cup or a pan", "...", "Answer: Thought process:"]
    found, endpoint = scored(choosing(constantly("cup")), *((CUP, reply) for reply in replies))
    assert [v.score for v in found] == [1, 0, 0, 0, 0, 0]
    assert endpoint.calls == 0


def test_the_judge_sees_the_extracted_answer_and_nothing_of_the_reasoning() -> None:
    reply = "<think>It could be the knife.</think> I looked twice at the sink. Answer: some crockery"
    _, endpoint = scored(choosing(constantly("cup")), (CUP, reply))
    shown = str(endpoint.requests)
    assert "crockery" in shown
    assert "sink" not in shown
    assert "could be" not in shown


def test_identical_replies_cost_one_call_each() -> None:
    pairs = [(CUP, f"Answer: some crockery {i % 7}") for i in range(200)]
    found, endpoint = scored(choosing(constantly("cup")), *pairs)
    assert endpoint.calls == 7
    assert [v.score for v in found] == [1] * 200
    assert sum(v.judge["usage"]["prompt_tokens"] for v in found if v.judge) == 700


def test_a_second_batch_is_answered_from_the_cache(tmp_path: Path) -> None:
    async def go() -> tuple[list[Verdict], int]:
        async with running(choosing(constantly("cup"))) as endpoint:
            found = []
            for _ in range(2):
                cache = SqliteCache(tmp_path / "rulings.db")
                async with LanguageJudge([Endpoint(endpoint.url, "a-model")], cache) as judge:
                    found.append(await judge(CUP, "crockery"))
            return found, endpoint.calls

    (first, second), calls = asyncio.run(go())
    assert calls == 1
    assert first.judge is not None
    assert second.judge is not None
    assert (second.score, first.judge["cached"], second.judge["cached"]) == (1, False, True)
    assert second.judge["usage"] == {"prompt_tokens": 0, "completion_tokens": 0}


def test_a_failure_is_never_cached() -> None:
    async def use(judge: LanguageJudge, endpoint: Any) -> list[Verdict]:
        bad = await Scorer(judge).score_all([(CUP, MUG)])
        endpoint.behaviour = choosing(constantly("cup"))
        return bad + await Scorer(judge).score_all([(CUP, MUG)])

    (bad, good), endpoint = with_judge(choosing(constantly("saucer")), use, cache=MemoryCache())
    assert (bad.score, bad.error and bad.error.code) == (None, "bad_verdict")
    assert good.score == 1
    assert endpoint.calls == 3


def test_votes_ask_in_other_orders_and_have_to_agree() -> None:
    found, endpoint = scored(choosing(constantly("cup")), (CUP, MUG), votes=4)
    assert (found[0].score, endpoint.calls) == (1, 4)
    assert found[0].judge is not None
    assert found[0].judge["usage"]["prompt_tokens"] == 400
    enums = {str(r["response_format"]["json_schema"]["schema"]["properties"]) for r in endpoint.requests}
    assert len(enums) > 1
    always_first = choosing(
        lambda body: body["response_format"]["json_schema"]["schema"]["properties"]["verdict"]["enum"][0]
    )
    split = verdict(always_first, votes=8)
    assert (split.score, split.error and split.error.code) == (None, "disagreement")


def test_a_second_model_has_to_agree() -> None:
    def by_model(body: dict[str, Any]) -> str:
        return "cup" if body["model"] == "one" else "pan"

    async def go() -> tuple[Verdict, Verdict]:
        async with running(choosing(by_model)) as endpoint:
            one, other = Endpoint(endpoint.url, "one"), Endpoint(endpoint.url, "other")
            async with LanguageJudge([one, other]) as both, LanguageJudge([one, one]) as alike:
                return await both(CUP, "crockery"), await alike(CUP, "crockery")

    split, agreed = asyncio.run(go())
    assert (split.score, split.error and split.error.code) == (None, "disagreement")
    assert split.judge is not None
    assert split.judge["model"] == "one, other"
    assert agreed.score == 1


def test_an_endpoint_that_fails_at_times_gives_right_verdicts_or_none() -> None:
    pairs = [(CUP, f"Answer: some crockery {i}") for i in range(60)]
    found, _ = scored(flaky(0.5, 1, choosing(constantly("cup")), BROKEN), *pairs, deadline=20)
    assert {v.score for v in found} <= {1, None}
    assert sum(v.score == 1 for v in found) > 45


def test_a_deadline_ends_an_item_that_nobody_answers() -> None:
    async def use(judge: LanguageJudge, _: Any) -> tuple[Verdict, float]:
        loop = asyncio.get_running_loop()
        started = loop.time()
        return (await judge(CUP, "crockery")), loop.time() - started

    async def never(_: Any) -> bytes:
        await asyncio.sleep(60)
        return b""

    (found, seconds), _ = with_judge(never, use, deadline=0.3)
    assert (found.score, found.error and found.error.code) == (None, "timeout")
    assert seconds < 1


def test_one_judge_works_in_one_event_loop_after_another() -> None:
    async def go(judge: LanguageJudge) -> float | None:
        async with running(choosing(constantly("cup"))) as endpoint:
            judge.endpoints = [Endpoint(endpoint.url, "a-model")]
            found = await judge(CUP, "crockery")
            await judge.close()
            return found.score

    judge = LanguageJudge([Endpoint("http://127.0.0.1:1/v1", "a-model")])
    assert [asyncio.run(go(judge)) for _ in range(3)] == [1, 1, 1]


def test_a_fault_of_our_own_is_unscored_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reward.judge.judge.match_asking", lambda *_: 1 / 0)
    found = verdict(choosing(constantly("cup")))
    assert (found.score, found.rule, found.error and found.error.code) == (None, "judge_failed", "internal")


def test_whatever_undecided_counts_as_a_failed_judge_is_unscored() -> None:
    async def use(judge: LanguageJudge, _: Any) -> list[float | None]:
        zero = await Scorer(judge, undecided="zero").score_all([(CUP, MUG)])
        null = await Scorer(judge, undecided="null").score_all([(CUP, MUG)])
        return [zero[0].score, null[0].score]

    assert with_judge(choosing(constantly("saucer")), use)[0] == [None, None]


def test_a_trainer_that_stops_its_event_loop_for_good_hears_nothing_of_it() -> None:
    code = """
import asyncio, sys
from judge_endpoint import process
from reward import Item, Scorer
from reward.answers import Phrase
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge
with process() as url:
    loop = asyncio.new_event_loop()
    judge = LanguageJudge([Endpoint(url, "a-model")])
    item = Item(question="What?", answer=Phrase(text="cup", wrong=("pan",)))
    print(loop.run_until_complete(Scorer(judge).score_all([(item, "crockery")]))[0].by)
"""
    folder = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("judge\n", "")
