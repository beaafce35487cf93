"""What somebody who watches the server relies on: every verdict and every failure is counted, under a fixed name."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from judge_endpoint import FAULTS, choosing, first, in_turn, none_of, running
from prometheus_client.parser import text_string_to_metric_families

from reward import Item, Scorer, Verdict
from reward import metrics as module
from reward.answers import Phrase
from reward.judge.audit import Audit
from reward.judge.cache import MemoryCache
from reward.judge.endpoint import Endpoint
from reward.judge.failure import KINDS
from reward.judge.judge import LanguageJudge
from reward.metrics import MOST_NAMES, Metrics
from reward.verdict import Fault, unscored

CUP = Item(id="cup", question="Which object is washed?", answer=Phrase(text="cup", wrong=("pan", "knife")))
KEY = "sk-something-secret"
Samples = dict[tuple[str, tuple[str, ...]], float]


def samples(metrics: Metrics) -> Samples:
    """The value of every sample, by its name and the values of its labels in the order of their names."""
    found: Samples = {}
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            name = (sample.name, tuple(sample.labels[label] for label in sorted(sample.labels)))
            assert name not in found, f"{name} is there twice"
            found[name] = sample.value
    return found


def only(found: Samples, name: str) -> dict[tuple[str, ...], float]:
    """The values of one metric that are not 0, by their labels."""
    return {labels: value for (metric, labels), value in found.items() if metric == name and value}


async def scored(judge: LanguageJudge, pairs: Sequence[tuple[Item, str]]) -> Samples:
    metrics = Metrics(Scorer(judge))
    metrics.count(await metrics.scorer.score_all(pairs))
    return samples(metrics)


def verdict(score: float | None, by: str, rule: str, error: str | None = None) -> Verdict:
    fault = None if error is None else Fault(code=error, message="")
    return Verdict(score=score, by=by, said=None, rule=rule, format_ok=True, note="", error=fault)  # type: ignore[arg-type]


def test_verdicts_are_counted_by_who_decided_and_by_rule_and_the_unscored_by_reason() -> None:
    metrics = Metrics(Scorer())
    metrics.count([verdict(1.0, "rule", "equal"), verdict(0.0, "rule", "equal"), verdict(0.0, "none", "unread")])
    metrics.count([verdict(1.0, "judge", "matched"), verdict(None, "none", "unread")])
    metrics.count([verdict(None, "none", "judge_failed", "timeout"), verdict(None, "none", "time_limit", "time_limit")])
    metrics.count([unscored("unknown_id", "", Fault(code="unknown_id", message=""))])
    found = samples(metrics)
    assert only(found, "answerkey_verdicts_total") == {
        ("rule", "equal"): 2,
        ("none", "unread"): 2,
        ("judge", "matched"): 1,
        ("none", "judge_failed"): 1,
        ("none", "time_limit"): 1,
        ("none", "unknown_id"): 1,
    }
    assert only(found, "answerkey_unscored_total") == {
        ("undecided",): 1,
        ("timeout",): 1,
        ("time_limit",): 1,
        ("unknown_id",): 1,
    }


def test_every_failure_of_a_judge_is_there_from_the_start_so_that_alerts_can_be_written() -> None:
    async def main() -> Samples:
        return samples(Metrics(Scorer(LanguageJudge([Endpoint("http://127.0.0.1:9", "m")]))))

    found = asyncio.run(main())
    assert not [name for name, value in found.items() if value]
    for kind in KINDS:
        for name in ("unscored", "judge_failures", "judge_failed_calls"):
            assert found[f"answerkey_{name}_total", (kind,)] == 0
    counts = "asked judged cached coalesced calls retries cost audited audit_differences cache_faults"
    assert {(f"answerkey_judge_{name}_total", ()) for name in counts.split()} <= found.keys()


def test_without_a_judge_nothing_is_said_of_one() -> None:
    assert samples(Metrics(Scorer())) == {("answerkey_unscored_total", ("undecided",)): 0}


def test_every_name_is_documented_and_every_documented_name_is_there() -> None:
    async def main() -> set[str]:
        async with running(choosing(first)) as endpoint, LanguageJudge([Endpoint(endpoint.url, "m")]) as judge:
            return {name for name, _ in await scored(judge, [(CUP, "some crockery")])}

    names = {re.sub("_(bucket|sum|count)$", "", name) for name in asyncio.run(main())}
    assert names == set(re.findall(r"^    (answerkey_\w+)", module.__doc__ or "", re.MULTILINE))


def test_the_numbers_are_those_of_the_calls_that_the_endpoint_got() -> None:
    async def main() -> tuple[Samples, int]:
        async with running(choosing(first)) as endpoint:
            priced = Endpoint(endpoint.url, "m", prompt_price=10_000, completion_price=50_000)
            async with LanguageJudge([priced], cache=MemoryCache()) as judge:
                await Scorer(judge).score_all([(CUP, "some crockery")])
                pairs = [(CUP, "some crockery"), (CUP, "another thing"), (CUP, "another thing"), (CUP, "cup")]
                return await scored(judge, pairs), endpoint.calls

    found, calls = asyncio.run(main())
    assert calls == 2
    values = {name: value for (name, labels), value in found.items() if not labels}
    expected = {"asked": 4, "judged": 4, "cached": 1, "coalesced": 1, "calls": calls, "retries": 0, "cache_faults": 0}
    assert {name: values[f"answerkey_judge_{name}_total"] for name in expected} == expected
    assert only(found, "answerkey_judge_tokens_total") == {("prompt",): 200, ("completion",): 20}
    assert values["answerkey_judge_cost_total"] == 2 * (100 * 10_000 + 10 * 50_000) / 1_000_000
    assert values["answerkey_judge_seconds_count"] == calls
    assert 0 < values["answerkey_judge_seconds_sum"] < 10
    buckets = only(found, "answerkey_judge_seconds_bucket")
    assert buckets["+Inf",] == calls
    assert list(buckets.values()) == sorted(buckets.values()), "a bucket holds what the smaller ones hold"
    assert only(found, "answerkey_verdicts_total") == {("judge", "matched"): 3, ("rule", "equal"): 1}


def test_a_failure_is_counted_as_a_call_and_as_a_verdict_and_leaves_its_reply_unscored() -> None:
    async def main() -> Samples:
        behaviour = in_turn(FAULTS["empty"], choosing(first), FAULTS["filtered"])
        async with running(behaviour) as endpoint, LanguageJudge([Endpoint(endpoint.url, "m")]) as judge:
            await scored(judge, [(CUP, "some crockery")])
            return await scored(judge, [(CUP, "another thing")])

    found = asyncio.run(main())
    assert only(found, "answerkey_judge_failed_calls_total") == {("empty",): 1, ("filtered",): 1}
    assert only(found, "answerkey_judge_failures_total") == {("filtered",): 1}
    assert only(found, "answerkey_judge_retries_total") == {(): 1}
    assert only(found, "answerkey_unscored_total") == {("filtered",): 1}
    assert only(found, "answerkey_verdicts_total") == {("none", "judge_failed"): 1}


def test_endpoints_are_named_by_number_and_say_how_they_are_used() -> None:
    async def main() -> tuple[Samples, str, list[str]]:
        async with running(choosing(first)) as one, running(choosing(first)) as two:
            endpoints = [Endpoint(one.url, "org/m", key=KEY), Endpoint(two.url, "org/n", key=KEY)]
            async with LanguageJudge(endpoints, connections=7) as judge:
                metrics = Metrics(Scorer(judge))
                await metrics.scorer.score_all([(CUP, "some crockery")])
                return samples(metrics), metrics.text().decode(), [one.url, two.url]

    found, text, urls = asyncio.run(main())
    assert only(found, "answerkey_judge_call_limit") == {("0",): 7, ("1",): 7}
    assert [found["answerkey_judge_active_calls", (place,)] for place in "01"] == [0, 0]
    assert only(found, "answerkey_judge_circuit") == {("0", "closed"): 1, ("1", "closed"): 1}
    assert not [secret for secret in (KEY, "org/m", "127.0.0.1", *urls) if secret in text]


def test_a_circuit_that_is_open_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reward.judge.breaker.PATIENCE", 0.0)

    async def main() -> Samples:
        async with running(FAULTS["unauthorized"]) as endpoint, LanguageJudge([Endpoint(endpoint.url, "m")]) as judge:
            return await scored(judge, [(CUP, f"a thing of kind {i}") for i in range(30)])

    found = asyncio.run(main())
    assert only(found, "answerkey_judge_circuit") == {("0", "open"): 1}
    failures = only(found, "answerkey_judge_failures_total")
    assert failures.keys() <= {("unauthorized",), ("circuit_open",)}
    assert sum(failures.values()) == 30


def test_audits_of_rules_are_counted(tmp_path: Path) -> None:
    async def main() -> Samples:
        async with running(choosing(none_of)) as endpoint:
            judge = LanguageJudge([Endpoint(endpoint.url, "m")])
            metrics = Metrics(Scorer(judge, audit=Audit(judge, 1.0, tmp_path / "audit.jsonl")))
            metrics.count(await metrics.scorer.score_all([(CUP, "cup"), (CUP, "pan")]))
            await metrics.scorer.close()
            return samples(metrics)

    found = asyncio.run(main())
    assert only(found, "answerkey_judge_audited_total") == {(): 2}
    assert only(found, "answerkey_judge_audit_differences_total") == {(): 1}
    assert only(found, "answerkey_verdicts_total") == {("rule", "equal"): 1, ("rule", "wrong_candidate"): 1}


def test_a_judge_of_somebody_elses_cannot_flood_the_counters_or_write_into_them() -> None:
    metrics = Metrics(Scorer())
    metrics.count([verdict(1.0, "judge", f"rule_{i}") for i in range(2 * MOST_NAMES)])
    metrics.count([verdict(None, "none", "r", 'x"} 1\nanswerkey_verdicts_total{by="rule"} 9'), verdict(0, "rule", "é")])
    found = samples(metrics)
    assert len(only(found, "answerkey_verdicts_total")) <= MOST_NAMES + 3
    assert only(found, "answerkey_unscored_total") == {("other",): 1}
    assert sum(only(found, "answerkey_verdicts_total").values()) == 2 * MOST_NAMES + 2


def test_two_servers_in_one_process_count_apart() -> None:
    one, two = Metrics(Scorer()), Metrics(Scorer())
    one.count([verdict(1.0, "rule", "equal")])
    assert only(samples(one), "answerkey_verdicts_total")
    assert not only(samples(two), "answerkey_verdicts_total")
