"""What the server has done, in numbers, as Prometheus reads them: `GET /metrics`.

Counters count since the start of the process. Every way in which a judge may fail is there from the start, with 0.

    answerkey_verdicts_total{by,rule}              verdicts given; by: rule, judge, or none (undecided, or unscored)
    answerkey_unscored_total{reason}               verdicts without a score: the code of the error, or undecided

With a `reward.judge.judge.LanguageJudge` also, all of it as in `reward.judge.tally`:

    answerkey_judge_asked_total                    verdicts asked of the judge, audits of rules among them
    answerkey_judge_judged_total                   verdicts that it gave
    answerkey_judge_failures_total{reason}         verdicts that it did not give
    answerkey_judge_cached_total                   askings that a kept ruling answered
    answerkey_judge_coalesced_total                askings that waited for the same one, which was under way
    answerkey_judge_calls_total                    requests sent to endpoints, retries among them
    answerkey_judge_retries_total
    answerkey_judge_failed_calls_total{reason}     requests that failed, or whose completion held no verdict
    answerkey_judge_seconds                        histogram: how long successful requests took
    answerkey_judge_tokens_total{kind}             kind: prompt, completion
    answerkey_judge_cost_total                     money, by the endpoints' prices
    answerkey_judge_audited_total                  decisions of rules that the judge decided as well
    answerkey_judge_audit_differences_total        those that it decided otherwise
    answerkey_judge_cache_faults_total             reads and writes of the cache that failed
    answerkey_judge_active_calls{endpoint}         requests under way; endpoint: 0, 1, … as configured
    answerkey_judge_call_limit{endpoint}           how many may be; it falls while an endpoint is overloaded
    answerkey_judge_circuit{endpoint,state}        1 for the state it is in: closed, open, half_open

The last three are there once the judge has been asked.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, cast

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from reward.judge.failure import KINDS
from reward.judge.tally import BOUNDS, Histogram, Tally
from reward.scorer import Judge, Scorer
from reward.verdict import Verdict

if TYPE_CHECKING:  # they need aiohttp, which a server without a judge does without
    from reward.judge.client import ChatClient
    from reward.judge.judge import LanguageJudge

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
UNDECIDED = "undecided"
STATES = ("closed", "open", "half_open")
NAME = re.compile(r"[a-z0-9_]{1,64}")
MOST_NAMES = 256
"""Names of rules and reasons that are told apart: ours are fewer, those of somebody else's judge may be anything."""
OTHER = "other"


@dataclass(slots=True, eq=False)
class Metrics:
    """Counts the verdicts of one server, and reads what its judge has counted; nothing of it is global.

    May be used from one event loop, which is the judge's.
    """

    scorer: Scorer
    _verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    _unscored: Counter[str] = field(default_factory=Counter)
    _names: set[str] = field(default_factory=set)
    _registry: CollectorRegistry = field(default_factory=lambda: CollectorRegistry(auto_describe=False))

    def __post_init__(self) -> None:
        self._unscored[UNDECIDED] = 0
        if _language_judge(self.scorer.judge):
            self._unscored.update(dict.fromkeys(KINDS, 0))
        self._registry.register(self)

    def count(self, verdicts: Sequence[Verdict]) -> None:
        """Count the verdicts of one request."""
        for (by, rule), number in Counter((verdict.by, verdict.rule) for verdict in verdicts).items():
            self._verdicts[by, self._bounded(rule)] += number
        reasons = Counter(
            verdict.error.code if verdict.error else UNDECIDED for verdict in verdicts if verdict.score is None
        )
        for reason, number in reasons.items():
            self._unscored[self._bounded(reason)] += number

    def text(self) -> bytes:
        """All numbers in Prometheus' text format, version 0.0.4."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """All numbers, for a registry of prometheus_client."""
        verdicts = CounterMetricFamily("answerkey_verdicts", "Verdicts given.", labels=["by", "rule"])
        for labels, number in sorted(self._verdicts.items()):
            verdicts.add_metric(labels, number)
        yield verdicts
        yield _by_name("answerkey_unscored", "Verdicts without a score.", "reason", self._unscored)
        if judge := _language_judge(self.scorer.judge):
            yield from _of_judge(judge)

    def _bounded(self, name: str) -> str:
        """The name, or "other" where it looks like no name of ours or where there are too many."""
        if name not in self._names:
            if len(self._names) >= MOST_NAMES or not NAME.fullmatch(name):
                return OTHER
            self._names.add(name)
        return name


def _language_judge(judge: Judge | None) -> "LanguageJudge | None":
    """The judge, if it is one that counts what it does."""
    return cast("LanguageJudge", judge) if isinstance(getattr(judge, "tally", None), Tally) else None


def _of_judge(judge: "LanguageJudge") -> Iterator[Metric]:
    tally = judge.tally
    for name, value, about in (
        ("asked", tally.asked, "Verdicts asked of the judge."),
        ("judged", tally.judged, "Verdicts that the judge gave."),
        ("cached", tally.cached, "Askings that a kept ruling answered."),
        ("coalesced", tally.coalesced, "Askings that waited for the same one, which was under way."),
        ("calls", tally.calls, "Requests sent to endpoints."),
        ("retries", tally.retries, "Requests sent again."),
        ("cost", tally.cost, "Money, by the endpoints' prices."),
        ("audited", tally.audited, "Decisions of rules that the judge decided as well."),
        ("audit_differences", tally.audit_differences, "Decisions of rules that the judge decided otherwise."),
        ("cache_faults", judge.cache.faults, "Reads and writes of the cache that failed."),
    ):
        yield CounterMetricFamily(f"answerkey_judge_{name}", about, value=value)
    for name, counts, about in (
        ("failures", tally.failures, "Verdicts that the judge did not give."),
        ("failed_calls", tally.failed_calls, "Requests that failed, or whose completion held no verdict."),
    ):
        yield _by_name(f"answerkey_judge_{name}", about, "reason", {kind: counts[kind] for kind in KINDS})
    tokens = {"prompt": tally.prompt_tokens, "completion": tally.completion_tokens}
    yield _by_name("answerkey_judge_tokens", "Tokens of all calls.", "kind", tokens)
    yield _histogram("answerkey_judge_seconds", "How long successful requests took.", tally.seconds)
    yield from _of_endpoints(judge.clients)


def _of_endpoints(clients: "Sequence[ChatClient]") -> Iterator[Metric]:
    """How the endpoints are used at the moment. They are named by number: a URL may say more than is meant for all."""
    active = GaugeMetricFamily("answerkey_judge_active_calls", "Requests under way.", labels=["endpoint"])
    limit = GaugeMetricFamily("answerkey_judge_call_limit", "Requests that may be under way.", labels=["endpoint"])
    circuit = GaugeMetricFamily(
        "answerkey_judge_circuit", "1 for the state that the circuit breaker is in.", labels=["endpoint", "state"]
    )
    for place, client in enumerate(clients):
        active.add_metric([str(place)], client.limiter.active)
        limit.add_metric([str(place)], int(client.limiter.limit))
        for state in STATES:
            circuit.add_metric([str(place), state], client.breaker.state == state)
    yield from (active, limit, circuit)


def _by_name(metric: str, about: str, label: str, counts: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(metric, about, labels=[label])
    for name in sorted(counts):
        family.add_metric([name], counts[name])
    return family


def _histogram(metric: str, about: str, seconds: Histogram) -> Metric:
    """A histogram whose buckets hold all that is at most their bound, as Prometheus wants them."""
    bounds = [str(bound) for bound in BOUNDS] + ["+Inf"]
    return HistogramMetricFamily(
        metric, about, buckets=list(zip(bounds, accumulate(seconds.counts), strict=True)), sum_value=seconds.total
    )
