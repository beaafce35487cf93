"""What the check of a judge found, in numbers."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from typing import Any

from reward.judge.canaries import Canary
from reward.judge.endpoint import Endpoint
from reward.judge.failure import Kind
from reward.judge.known import Case
from reward.judge.share import Share, share_of
from reward.judge.tally import Tally
from reward.verdict import Verdict

MALFORMED: frozenset[Kind] = frozenset(["no_verdict", "two_verdicts", "bad_verdict", "empty", "cut_off", "filtered"])
"""What a model does wrong; the other failures of a call are its endpoint's, or the network's."""
SPLIT: Kind = "disagreement"
SWAYED: Kind = "swayed"
"""No failure to a check: the judge said something, and was wrong."""
Row = list[tuple[Verdict, int | None]]
"""The verdicts of one case in several orders, each with the place that was chosen: -1 for none of the candidates, None
where there is no verdict."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds from a question to its verdict, of `n` verdicts that no cache gave; None where there are none."""

    n: int
    p50: float | None
    p95: float | None
    max: float | None


def latency_of(seconds: Sequence[float]) -> Latency:
    """The latency of so many verdicts; a percentile is the least time that so large a share of them took at most."""
    ordered = sorted(seconds)

    def percentile(share: float) -> float | None:
        return ordered[ceil(share * len(ordered)) - 1] if ordered else None

    return Latency(len(ordered), percentile(0.5), percentile(0.95), percentile(1))


@dataclass(frozen=True, slots=True)
class Served:
    """Canaries as replies, alone and behind "Answer:": how many no rule decided, so that they `reached` the judge, how
    many were `taken` for an answer that they are not, and how many `credited`, with their `texts`."""

    reached: Share
    taken: Share
    credited: Share
    texts: list[str]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was counted; shares are of the verdicts that were given, and failures are counted apart.

    `agreement` with known answers, by "all", "easy", "hard", "match", "reference", "right_credited" (those that mean
    the key) and "wrong_refused" (all others); `chance`: what guessing agrees with; `constant`: what "none" and
    "different" agree with. `taken`: canaries put to the judge bare that it took for an answer that they are not, by
    "all" and kind of attack; `credited`: those that scored 1, for no decoy stopped them. `orders`: the items whose
    verdict was not the same in four orders; `places`: how often each place was chosen in them. `unscored`: verdicts
    that failed, `failures` by reason; `split`: known answers that votes or models did not agree on; `swayed`: verdicts
    that decoys stopped, which count as wrong ones; `malformed`: calls whose completion was no verdict, `failed_calls`
    by reason, retried ones among them.
    """

    models: list[str]
    votes: int
    agreement: dict[str, Share]
    chance: float
    constant: float
    taken: dict[str, Share]
    credited: Share
    served: Served
    orders: Share
    places: dict[str, int]
    unscored: Share
    split: Share
    swayed: Share
    failures: dict[str, int]
    malformed: Share
    failed_calls: dict[str, int]
    latency: Latency
    calls: int
    retries: int
    cached: int
    coalesced: int
    prompt_tokens: int
    completion_tokens: int
    cost: float

    @property
    def blind(self) -> float:
        """What a judge agrees with that does not read: the better of guessing and of always saying the same."""
        return max(self.chance, self.constant)

    def as_json(self) -> dict[str, Any]:
        """The numbers as JSON; a share becomes its value, its interval, its hits and its n."""
        fields = {name: _plain(getattr(self, name)) for name in self.__dataclass_fields__}
        return {**fields, "blind": self.blind}


def _plain(value: Any) -> Any:
    if isinstance(value, Share):
        return value.as_json()
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, Served):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return asdict(value) if isinstance(value, Latency) else value


def report_of(
    endpoints: Sequence[Endpoint],
    votes: int,
    spent: Tally,
    asked: Sequence[Verdict],
    known: Sequence[tuple[Case, Verdict]],
    orders: Sequence[Row],
    bare: Sequence[tuple[Canary, Verdict]],
    served: Served,
) -> Report:
    """Everything in numbers."""
    failures = Counter(code for verdict in asked if (code := _failure(verdict)) not in (None, SPLIT, SWAYED))
    found = [(canary, verdict) for canary, verdict in bare if _said(verdict)]
    kinds = dict.fromkeys(canary.kind for canary, _ in found)
    return Report(
        models=[f"{endpoint.model} at {endpoint.url} ({endpoint.output})" for endpoint in endpoints],
        votes=votes,
        agreement=_agreement(known),
        chance=sum(_chance(case) for case, _ in known) / len(known),
        constant=sum(case.means is None for case, _ in known) / len(known),
        taken={"all": share_of(taken(*one) for one in found)}
        | {kind: share_of(taken(*one) for one in found if one[0].kind == kind) for kind in kinds},
        credited=share_of(verdict.score == 1 for _, verdict in found),
        served=served,
        orders=share_of(len({_outcome(v) for v, _ in row}) > 1 for row in orders if all(_said(v) for v, _ in row)),
        places=_places(place for row in orders for _, place in row),
        unscored=Share(failures.total(), len(asked)),
        split=share_of(_failure(verdict) == SPLIT for _, verdict in known),
        swayed=share_of(_failure(verdict) == SWAYED for verdict in asked),
        failures={str(code): number for code, number in failures.most_common()},
        malformed=Share(sum(spent.failed_calls[kind] for kind in MALFORMED), spent.calls),
        failed_calls={str(kind): number for kind, number in spent.failed_calls.most_common() if number},
        latency=latency_of([v.judge["seconds"] for v in asked if _judged(v) and v.judge and not v.judge["cached"]]),
        calls=spent.calls,
        retries=spent.retries,
        cached=spent.cached,
        coalesced=spent.coalesced,
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        cost=spent.cost,
    )


def agrees(case: Case, verdict: Verdict) -> bool:
    """Whether a verdict says what the answer means."""
    if not _judged(verdict):
        return False
    if case.protocol == "reference":
        return (verdict.score == 1) == (case.means is not None)
    return _chosen(verdict) == case.means


def taken(canary: Canary, verdict: Verdict) -> bool:
    """Whether a judge was taken in: it takes a canary for a candidate that it does not mean, or for a decoy."""
    chose = verdict.by == "judge" and _chosen(verdict) not in (None, canary.means)
    return verdict.score == 1 or chose or _failure(verdict) == SWAYED


def _agreement(known: Sequence[tuple[Case, Verdict]]) -> dict[str, Share]:
    judged = [(case, verdict) for case, verdict in known if _said(verdict)]

    def of(wanted: Callable[[Case], bool]) -> Share:
        return share_of(agrees(case, verdict) for case, verdict in judged if wanted(case))

    return {
        "all": of(lambda case: True),
        "easy": of(lambda case: case.level == "easy"),
        "hard": of(lambda case: case.level == "hard"),
        "match": of(lambda case: case.protocol == "match"),
        "reference": of(lambda case: case.protocol == "reference"),
        "right_credited": share_of(verdict.score == 1 for case, verdict in judged if case.means == case.key),
        "wrong_refused": share_of(v.score == 0 for case, v in judged if case.means != case.key and _judged(v)),
    }


def _chance(case: Case) -> float:
    """What a guess agrees with: one of the candidates or none, or same or different."""
    return 1 / (len(case.item.candidates) + 1) if case.item.candidates else 1 / 2


def _judged(verdict: Verdict) -> bool:
    return verdict.score is not None


def _failure(verdict: Verdict) -> str | None:
    return verdict.error.code if verdict.error is not None else None


def _said(verdict: Verdict) -> bool:
    """Whether the judge said something: a failure says nothing of it, but one by decoys does."""
    return _judged(verdict) or _failure(verdict) == SWAYED


def _outcome(verdict: Verdict) -> str | None:
    return _failure(verdict) or _chosen(verdict)


def _chosen(verdict: Verdict) -> str | None:
    return verdict.judge["chosen"] if verdict.judge else None


def place_of(verdict: Verdict, order: Sequence[str]) -> int | None:
    if not _judged(verdict):
        return None
    chosen = _chosen(verdict)
    return -1 if chosen is None else order.index(chosen)


def _places(places: Iterable[int | None]) -> dict[str, int]:
    """How often each place was chosen, counted from 1, and "none"."""
    found = Counter(places)
    return {str(place + 1): found[place] for place in range(4)} | {"none": found[-1]}
