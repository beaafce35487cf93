"""Whether a judge is to be trusted: what the check found, held against thresholds that are stated."""

from dataclasses import dataclass
from typing import Literal

from reward.judge.report import Report
from reward.judge.share import Share

Word = Literal["trust it", "use with care", "do not use"]

AGREEMENT = 0.85
"""The least lower bound of the agreement with known answers."""
GULLIBLE = 0.02
"""The largest share of bare canaries that are taken for an answer. As served, none may be credited."""
ORDER_SENSITIVE = 0.10
"""The largest share of items whose verdict depends on the order of the candidates."""
FAILING, BROKEN = 0.02, 0.10
"""The largest share of verdicts without a score, and of malformed completions: to be trusted, and to be used at all."""
ONE_PLACE = 0.5
"""A place that surely had more than this share of the chosen candidates is preferred for its own sake."""

OF_THE_ENDPOINT = frozenset(["rate_limited", "quota", "unavailable", "server_error", "refused", "unauthorized"]) | {
    "unknown_model", "timeout", "unreachable", "unresolved", "dropped", "circuit_open",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trust:
    """The word, what speaks against the judge (the worst first), and one sentence of advice."""

    word: Word
    findings: list[str]
    advice: str


def trust(report: Report) -> Trust:
    """Hold a report against the thresholds."""
    grave, others = _grave(report), _others(report)
    if grave:
        return Trust("do not use", [*grave, *others], _advice(report))
    if others:
        return Trust(
            "use with care",
            others,
            "Let it vote in several orders, or let a second model agree with it, and read what it decides.",
        )
    return Trust("trust it", [], "Check it again when the model, its server or its settings change.")


def _grave(report: Report) -> list[str]:
    """What forbids the use of a judge."""
    found, agreement = [], report.agreement["all"]
    if _more(report.unscored, BROKEN):
        found.append(_failing(report))
    if _more(report.malformed, BROKEN):
        found.append(f"{percent(report.malformed)} of its completions are no verdict: {reasons(report.failed_calls)}.")
    if report.served.credited.hits:
        found.append(f"It credits replies that say nothing, as served: {report.served.texts[0]!r}, for one.")
    if not agreement.n:
        return [*found, "It gave no verdict on any known answer."]
    if agreement.interval[0] <= report.blind:
        found.append(
            f"It is no better than a judge that does not read: it agrees with {percent(agreement)} of the known"
            f" answers, where {_without_reading(report)} has {report.blind:.0%}."
        )
    if (credited := report.agreement["right_credited"]).n and not credited.hits:
        found.append(f"It credits nothing, not one of {credited.n} right answers.")
    if (refused := report.agreement["wrong_refused"]).n and not refused.hits:
        found.append(f"It credits everything, all of {refused.n} wrong answers.")
    return found


def _others(report: Report) -> list[str]:
    """What speaks for care, or explains something grave."""
    found, agreement = [], report.agreement["all"]
    if report.blind < agreement.interval[0] < AGREEMENT and agreement.n:
        low = agreement.interval[0]
        found.append(f"It agrees with {percent(agreement)} of the known answers, which may be {low:.0%} in truth.")
    if _more(bare := report.taken["all"], GULLIBLE):
        worst = sorted((kind for kind in report.taken if kind != "all"), key=lambda k: -(report.taken[k].value or 0.0))
        kinds = ", ".join(f"{kind} {percent(report.taken[kind])}" for kind in worst[:3] if report.taken[kind].hits)
        found.append(f"It takes {percent(bare)} of the canaries for an answer when no rule stands before it: {kinds}.")
    if _more(report.orders, ORDER_SENSITIVE):
        found.append(f"{percent(report.orders)} of its verdicts depend on the order of the candidates.")
    candidates = {place: number for place, number in report.places.items() if place != "none"}
    favourite = max(candidates, key=lambda place: candidates[place])
    share = Share(candidates[favourite], sum(candidates.values()))
    if share.interval[0] > ONE_PLACE:
        found.append(
            f"It prefers a place: {percent(share)} of the candidates that it chose stood in place {favourite}."
        )
    if _more(none := Share(report.places["none"], sum(report.places.values())), 1 - FAILING):
        found.append(f"It says “none” always, in {percent(none)} of its verdicts on candidates.")
    if _more(report.split, BROKEN):
        found.append(f"Its votes or models differ on {percent(report.split)} of the answers, which stay unscored.")
    if FAILING < (report.unscored.value or 0.0) <= BROKEN:
        found.append(_failing(report))
    if FAILING < (report.malformed.value or 0.0) <= BROKEN:
        found.append(f"{percent(report.malformed)} of its completions are no verdict: {reasons(report.failed_calls)}.")
    return found


def _failing(report: Report) -> str:
    calls = f" (calls: {reasons(report.failed_calls)})" if report.failed_calls else ""
    return f"{percent(report.unscored)} of the verdicts failed: {reasons(report.failures)}{calls}."


def _advice(report: Report) -> str:
    """What to do about a judge that is not to be used."""
    if _more(report.unscored, BROKEN):
        worst = max(report.failures, key=lambda kind: report.failures[kind])
        if worst == "budget_spent":
            return "Raise the budget: what was not asked says nothing of the model."
        if worst in OF_THE_ENDPOINT:
            late = (
                " Calls ran out of time: one that serves a call at a time, as llama.cpp does, wants"
                " --judge-connections 1; a slow one wants ANSWERKEY_JUDGE_TRY_SECONDS above 30."
            )
            first = "See to the endpoint first: what it fails to answer says nothing of the model."
            return first + late * bool(report.failed_calls.get("timeout"))
        return "Ask for another form of output, give it more tokens, or take another model."
    return "Take a better model: rewards from this one would teach whatever it happens to like."


def _without_reading(report: Report) -> str:
    return "guessing" if report.chance >= report.constant else "saying “none” to everything"


def _more(share: Share, most: float) -> bool:
    return share.value is not None and share.value > most


def percent(share: Share) -> str:
    return "–" if share.value is None else f"{share.value:.0%}"


def reasons(counted: dict[str, int]) -> str:
    """Reasons with their numbers, the most frequent first."""
    return ", ".join(f"{reason} {number:,}" for reason, number in counted.items()) or "none"
