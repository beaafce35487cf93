"""The report of a check as a table for people, 100 columns wide at most."""

import textwrap
from collections.abc import Iterator

from reward.jsonl import printable
from reward.judge.report import Report
from reward.judge.share import Share
from reward.judge.trust import AGREEMENT, FAILING, GULLIBLE, ORDER_SENSITIVE, Trust, reasons

WIDTH, NAME = 100, 42
NAMES = {
    "easy": "easy ones",
    "hard": "hard ones",
    "match": "which candidate is meant (match)",
    "reference": "same or different (reference)",
    "right_credited": "right answers that it credits",
    "wrong_refused": "others that it does not credit",
}


def printed(report: Report, trust: Trust) -> str:
    """What was asked, each number with its n, and what follows."""
    lines = [*_lines(report), "", f"Verdict: {trust.word}"]
    lines += [f"- {finding}" for finding in trust.findings]
    return "\n".join(part for line in [*lines, trust.advice] for part in _wrapped(line))


def _lines(report: Report) -> Iterator[str]:
    votes = f", {report.votes} votes" if report.votes > 1 else ""
    for model in report.models:
        yield f"Judge: {printable(model)}{votes}"
    yield ""
    yield f"{'':{NAME}}  share   95 % interval      n  to be trusted"
    yield _row("agreement with known answers", report.agreement["all"], f"low end at least {AGREEMENT:.0%}")
    yield f"{'  (of a judge that does not read)':{NAME}} {report.blind:6.1%}"
    for part, name in NAMES.items():
        yield _row(f"  {name}", report.agreement[part])
    yield _row("canaries taken for an answer, bare", report.taken["all"], f"at most {GULLIBLE:.0%}")
    for kind, share in report.taken.items():
        if kind != "all" and share.n:
            yield _row(f"  {kind}", share)
    yield _row("  credited", report.credited)
    yield _row("canaries that reach the judge, as served", report.served.reached)
    yield _row("  taken for an answer", report.served.taken)
    yield _row("  credited", report.served.credited, "none")
    yield _row("verdict depends on the order, of 4", report.orders, f"at most {ORDER_SENSITIVE:.0%}")
    yield _row("verdicts that failed", report.unscored, f"at most {FAILING:.0%}")
    yield _row("verdicts that decoys stopped", report.swayed)
    if report.split.hits:
        yield _row("known answers that votes differ on", report.split)
    yield _row("completions that are no verdict", report.malformed, f"at most {FAILING:.0%}")
    yield ""
    chosen = ", ".join(f"{place}. {number}" for place, number in report.places.items() if place != "none")
    yield f"Places chosen in the four orders: {chosen}, none {report.places['none']}"
    latency = report.latency
    if latency.p50 is not None and latency.p95 is not None and latency.max is not None:
        yield (
            f"Seconds per verdict: p50 {latency.p50:.3g}, p95 {latency.p95:.3g}, max {latency.max:.3g}"
            f" ({latency.n:,} verdicts without a cache)"
        )
    yield (
        f"Calls: {report.calls:,}, {report.retries:,} of them tries again; failed {reasons(report.failed_calls)};"
        f" cached {report.cached:,}, coalesced {report.coalesced:,}"
    )
    cost = f"; cost {report.cost:.4g}" if report.cost else ""
    yield f"Tokens: {report.prompt_tokens:,} of prompts, {report.completion_tokens:,} of completions{cost}"


def _row(name: str, share: Share, wanted: str = "") -> str:
    low, high = share.interval
    value = f"{share.value:6.1%}" if share.value is not None else f"{'–':>6}"
    interval = f"{low:6.1%} – {high:6.1%}" if share.n else ""
    return f"{name:{NAME}} {value}  {interval:15} {share.n:5,}  {wanted}".rstrip()


def _wrapped(line: str) -> list[str]:
    under = " " * (NAME + 34) if line.startswith("  ") or line[:1].islower() else "  " if line[:1] == "-" else ""
    return textwrap.wrap(line, WIDTH, subsequent_indent=under, break_on_hyphens=False) or [""]
